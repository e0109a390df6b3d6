"""Rows of constraints beyond the tree, J udot = g, by partial velocities, on any scalar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pelagos.equations import kane
from pelagos.equations.algebra import Motion
from pelagos.equations.constraints import COUPLING, RELATIONS, Coupling, Side, stabilised
from pelagos.equations.inertia import Pose
from pelagos.equations.mechanism import Given, Mechanism

Scalar = Any


class LoopRow(NamedTuple):
    """One row: its entries for the speeds that are not prescribed, and what J udot must be."""

    entries: list
    wanted: Scalar
    residual: Scalar
    rate: Scalar  # of the residual, at the speeds of the state


def loop_rows(
    m: Mechanism, known: Given, closures: Sequence[Any], free: Sequence[int]
) -> list[LoopRow]:
    """All rows of the closures (see `affine.Closure`) at a state."""
    if not closures:
        return []
    bodies = kane.partials(m, known)
    column = {v: i for i, v in enumerate(free)}
    found: list[LoopRow] = []
    for c in closures:
        if c.code == COUPLING:
            found.append(_coupling(known, c, column))
            continue
        sides = [_side(known, bodies, *end) for end in zip(c.links, c.frames, strict=True)]
        for row in RELATIONS[c.code].rows(sides[0], sides[1], (), known.signals[c.channels]):
            entries: list = [0.0] * len(column)
            for link, wrench in zip(c.links, (row.wrench_a, row.wrench_b), strict=True):
                for v, V in bodies[link].columns.items() if link is not None else ():
                    if v in column:
                        entries[column[v]] = entries[column[v]] + wrench.dot(V)
            wanted = stabilised(row, c.frequency, c.damping)
            found.append(LoopRow(entries, wanted, row.residual, row.rate))
    return found


def _coupling(known: Given, c: Any, column: dict[int, int]) -> LoopRow:
    q, u = [known.q[i] for i, _, _ in c.terms], [known.u[v] for _, v, _ in c.terms]
    factors = [factor for _, _, factor in c.terms]
    row = Coupling().row(factors, q, u, known.signals[c.channels])
    wanted = stabilised(row, c.frequency, c.damping)
    entries: list = [0.0] * len(column)
    for _, v, factor in c.terms:
        if v in column:
            entries[column[v]] = entries[column[v]] + factor
        else:
            wanted = wanted - factor * known.prescribed[v]
    return LoopRow(entries, wanted, row.residual, row.rate)


def _side(known: Given, bodies: Sequence[kane.Partials], link: int | None, frame: Pose) -> Side:
    if link is None:
        return Side(Pose.identity(), Motion.zero(), Motion.zero(), frame)
    return Side(known.world[link], bodies[link].velocity, bodies[link].acceleration, frame)
