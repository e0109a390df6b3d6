"""Singular poses: where rows of the constraints lose independence that they have nearby.

Forces and the way on are then not determined, runs depend on rounding, and formulations part.
"""

from __future__ import annotations

import numpy as np

from pelagos.analysis.tangent import Manifold
from pelagos.march.engine import engine_of
from pelagos.model.robot import Robot

BESIDE = 0.02  # rad or m: how far away the rank is looked at
TRIES = 4  # directions
LEFT = 0.1  # of that way: a robot of which closing the loops leaves less cannot go there


def singular_notes(robot: Robot) -> list[str]:
    """A remark on a start in a singular pose, of a robot whose scenario is merged in."""
    if not any(constraint.active for constraint in robot.constraints.values()):
        return []
    engine = engine_of(robot)
    places, nq = Manifold(engine), engine.robot.nq
    start = engine.initial()
    start[nq : nq + engine.robot.nv] = 0.0
    rank, basis = places.rank(start), places.basis(start)
    rng, moved = np.random.default_rng(0), False
    for _ in range(TRIES if basis.size else 0):
        step = basis @ rng.normal(size=basis.shape[1])
        away = places.moved(start, step[None] * BESIDE / np.abs(step).max())[0]
        there = places.closed(away)
        if there is None or np.abs(there - start).max() < LEFT * np.abs(away - start).max():
            continue
        moved = True
        if places.rank(there) > rank:
            return [_words(rank, f"and rank {places.rank(there)} beside it")]
    return [] if moved or not basis.size else [_words(rank, "and what they leave free cannot move")]


def _words(rank: int, fact: str) -> str:
    return (
        f"the loops start in a singular pose: their rows have rank {rank} there, {fact}, so that "
        "forces and the way on are not determined\n    start a little beside it"
    )
