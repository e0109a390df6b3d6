"""Initial states of robots with constraints: put together, or refused with the gap that is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pelagos.errors import PelagosError
from pelagos.mechanism.robot import Compiled
from pelagos.mechanism.welds import rows_of

if TYPE_CHECKING:
    from pelagos.march.engine import Engine, Restored

ITERATIONS = 60  # Newton steps towards closed loops
CLOSED = 1e-9  # m or rad: the largest residual of a state that counts as assembled


def assembled(
    engine: Engine, start: np.ndarray, variant: int, time: float, given: bool
) -> np.ndarray:
    """The state of a variant nearest to `start` that satisfies all constraints at the time."""
    robot = engine.robots[variant]
    found = engine.restored(start, ITERATIONS, time, variant, given)
    _check_gaps(robot, found)
    places = engine.run("places", time, found.x[None], variant, by_signals=not given)
    over = turned_over(robot, places.reshape(-1, 18)[1:, :12])
    if over is not None:
        if lost := robot.robot.constraints[over].law.lost:
            raise PelagosError(
                f"constraints: {over}: {lost} in the nearest state that keeps the constraints\n"
                "    begin in another attitude, on the side to which the normal points"
            )
        raise PelagosError(
            f"constraints: the frames of {over} are half a turn apart at the start, where its rows "
            "cannot tell which way to close\n    turn at:, to: or the axis by 180 deg, or begin "
            "in another attitude"
        )
    _check_freedom(robot, found.rank)
    return found.x


def turned_over(robot: Compiled, poses: np.ndarray) -> str | None:
    """A constraint whose frames are turned so far apart that its rows mislead, or None.

    poses: (body, 12), the axes of each body one after the other, and its origin.
    """
    for name, c in zip(robot.constraints.names, robot.constraints.closures, strict=True):
        if not c.links:
            continue
        one, other = (
            np.array([*frame.R]).reshape(3, 3)
            @ (poses[row - 1, :9].reshape(3, 3) if row else np.eye(3))
            for frame, row in zip(c.frames, rows_of(c), strict=True)
        )
        if c.relation.turned_over(one @ other.T):
            return str(name)
    return None


def _check_gaps(robot: Compiled, found: Restored) -> None:
    gaps = np.abs(found.residuals)
    if np.all(np.isfinite(gaps)) and gaps.max() <= CLOSED and np.abs(found.rates).max() <= CLOSED:
        return
    names, units = robot.constraints.row_names, robot.constraints.row_units
    worst = int(np.argmax(np.where(np.isfinite(gaps), gaps, np.inf)))
    if gaps[worst] > CLOSED:
        fact = f"{names[worst]} is still off by {gaps[worst]:.3g} {units[worst]}"
    else:
        worst = int(np.argmax(np.abs(found.rates)))
        unit = " or ".join(f"{unit}/s" for unit in units[worst].split(" or "))
        fact = f"{names[worst]} still changes at {found.rates[worst]:.3g} {unit}"
    raise PelagosError(
        f"constraints: the robot cannot be assembled from its initial state: {fact} after "
        f"{ITERATIONS} corrections\n    check lengths and placements, start nearer to the closed "
        "pose, or remove a constraint that contradicts the others"
    )


def _check_freedom(robot: Compiled, rank: int) -> None:
    free = robot.nv - len(robot.elements.driven)
    inputs = any(c.signals for c in robot.robot.constraints.values())
    if rank >= free and not len(robot.elements.driven) and not inputs:
        raise PelagosError(
            f"constraints: {rank} independent rows leave none of the {free} degrees of freedom: "
            "the robot cannot move\n    remove a constraint, or free a joint"
        )
