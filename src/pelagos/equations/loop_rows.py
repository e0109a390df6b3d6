"""Rows of constraints beyond the tree at a state, on any scalar; no formulation's own.

Every formulation knows the velocities of the bodies, and their accelerations as far as these are
there before udot is. With these it asks for the rows, and finds J udot in its own way from what a
unit force of a row does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pelagos.equations.affine import Closure
from pelagos.equations.algebra import Force, Motion
from pelagos.equations.constraints import COUPLING, RELATIONS, Coupling, Side, stabilised
from pelagos.equations.inertia import Pose
from pelagos.equations.mechanism import Given

Scalar = Any


class LoopRow(NamedTuple):
    """One row: what a unit of its force does, and what the accelerations must do for it."""

    wrenches: tuple[tuple[int, Force], ...]  # links and what they feel, body axes
    efforts: tuple[tuple[int, Scalar], ...]  # speeds and their efforts: couplings
    wanted: Scalar  # w . a + efforts . udot, without the part of a that is given
    power: Scalar  # w . v + efforts . u
    residual: Scalar
    rate: Scalar  # of the residual


def loop_rows(
    known: Given,
    closures: Sequence[Closure],
    velocities: Sequence[Motion],
    accelerations: Sequence[Motion],
) -> list[LoopRow]:
    """All rows, where the bodies have these velocities and already these accelerations."""
    found: list[LoopRow] = []
    for c in closures:
        if c.code == COUPLING:
            found.append(_coupling(known, c))
            continue
        a, b = (
            _side(known, velocities, accelerations, *end)
            for end in zip(c.links, c.frames, strict=True)
        )
        for row in RELATIONS[c.code].rows(a, b, (), known.signals[c.channels]):
            ends = ((c.links[0], row.wrench_a, a), (c.links[1], row.wrench_b, b))
            moved = [(link, w, side) for link, w, side in ends if link is not None]
            found.append(
                LoopRow(
                    wrenches=tuple((link, w) for link, w, _ in moved),
                    efforts=(),
                    wanted=stabilised(row, c.frequency, c.damping),
                    power=sum((w.dot(side.velocity) for _, w, side in moved), 0.0),
                    residual=row.residual,
                    rate=row.rate,
                )
            )
    return found


def _coupling(known: Given, c: Closure) -> LoopRow:
    q, u = [known.q[i] for i, _, _ in c.terms], [known.u[v] for _, v, _ in c.terms]
    factors = [factor for _, _, factor in c.terms]
    row = Coupling().row(factors, q, u, known.signals[c.channels])
    return LoopRow(
        wrenches=(),
        efforts=tuple((v, factor) for _, v, factor in c.terms),
        wanted=stabilised(row, c.frequency, c.damping),
        power=sum((factor * rate for factor, rate in zip(factors, u, strict=True)), 0.0),
        residual=row.residual,
        rate=row.rate,
    )


def _side(
    known: Given,
    velocities: Sequence[Motion],
    accelerations: Sequence[Motion],
    link: int | None,
    frame: Pose,
) -> Side:
    if link is None:
        return Side(Pose.identity(), Motion.zero(), Motion.zero(), frame)
    return Side(known.world[link], velocities[link], accelerations[link], frame)
