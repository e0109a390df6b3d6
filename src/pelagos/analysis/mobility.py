"""What closed loops leave free: degrees of freedom, and poses in which these are more than nearby.

In such singular poses forces and the way on are not determined, runs depend on rounding, and
formulations part.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pelagos.analysis.queries import AnyRobot
from pelagos.analysis.tangent import Manifold
from pelagos.march.engine import engine_of
from pelagos.march.settings import read_robot
from pelagos.model.robot import Robot

BESIDE = 0.02  # rad or m: how far away the rank is looked at
TRIES = 4  # directions
LEFT = 0.1  # of that way: a robot of which closing the loops leaves less cannot go there


class Mobility(NamedTuple):
    """Degrees of freedom at the start of a run."""

    speeds: int  # of the tree
    held: int  # by constraints: their independent rows
    prescribed: int  # speeds that follow signals

    @property
    def degrees_of_freedom(self) -> int:
        """What constraints leave, prescribed motions among them."""
        return self.speeds - self.held

    @property
    def free(self) -> int:
        """What is left to forces."""
        return self.degrees_of_freedom - self.prescribed


def mobility(robot: AnyRobot) -> Mobility:
    """Degrees of freedom of a robot in its assembled start.

    The rank of the constraints counts, not their number: rows that say the same twice hold once,
    as in linkages that move although Gruebler's formula has them locked. In a singular pose the
    rank is lower than elsewhere; `pelagos info` warns of it.

    Examples:
        >>> pl.mobility("four-bar")
        Mobility(speeds=3, held=2, prescribed=0)
        >>> pl.mobility("stewart").degrees_of_freedom
        6
    """
    resolved = read_robot(robot, None)
    held = 0
    if resolved.constraints:
        held = engine_of(resolved).rank or 0
    return Mobility(len(resolved.speeds), held, len(resolved.prescribed))


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
