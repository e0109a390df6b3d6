"""Constraints beyond the tree, and accelerations as an affine function of their forces.

Some constraints need no unknown of their own: a weld that holds a free body to a neighbour makes it
a child of that neighbour (*attached*), and a weld between bodies that are one already asks nothing
(*closing*). All others are *loose*: the forces f of their rows solve

    G f = wanted,    G = J M^-1 J^T

and every formulation offers the rest of the answer as an affine function of f.

References: Featherstone 2008, chapter 8; Udwadia and Kalaba 1992.
"""

from __future__ import annotations

from typing import NamedTuple

from pelagos.mathematics.inertia import Pose
from pelagos.mathematics.scalars import Scalar
from pelagos.relations.contract import Relation


class Closure(NamedTuple):
    """A relation as it stands in a mechanism: its numbers are scalars, all else is structure."""

    relation: type[Relation]
    links: tuple[int | None, ...]  # its two bodies, None for the world; or none
    frames: tuple[Pose, ...]  # on these
    coordinates: tuple[tuple[int, int], ...]  # places in q, and of their rates in u
    constants: tuple[Scalar, ...]  # what its rows need beyond frames
    channels: range  # of its signals: value, rate, acceleration of each
    frequency: Scalar
    damping: Scalar

    @property
    def count(self) -> int:
        """How many rows it has."""
        return len(self.relation.units)


class Attachment(NamedTuple):
    """A weld that makes a free body the child of another one."""

    closure: int  # its place in Loops.closures
    link: int  # the body that is attached
    on: int | None  # the body it is attached to, None for the world
    side: int  # which end of the weld is attached: 0 for the first body, 1 for the second


class Loops(NamedTuple):
    """All constraints beyond the tree: loose ones, then welds that attach, then closing welds."""

    closures: tuple[Closure, ...]
    loose: int  # how many of the closures are loose
    attached: tuple[Attachment, ...]


NO_LOOPS = Loops((), 0, ())


class Unit(NamedTuple):
    """The answer to a unit force of one loose row, everything else being zero."""

    udot: list  # change of every speed's rate; of prescribed ones 0.0
    efforts: dict[int, Scalar]  # change of the effort of each prescribed speed
    power: Scalar  # of the row itself, w . v, and of the prescribed joints, efforts . u


class Affine(NamedTuple):
    """Accelerations as an affine function of the forces f of the loose rows."""

    udot: list  # at f = 0, prescribed ones filled in
    efforts: dict[int, Scalar]  # of prescribed speeds, beyond the efforts given there, at f = 0
    power: Scalar  # of welds and prescribed joints at f = 0; what elements do is not in it
    wanted: list  # per loose row: what J udot lacks at f = 0
    gram: list[list]  # G
    span: list  # size of the terms that make up each diagonal entry of G
    units: list[Unit]
