"""Initial states of robots with constraints: put together, or refused with the gap that is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pelagos.compiled.constraints import CODE, FRAME_A, FRAME_B, SIDE_A, SIDE_B
from pelagos.compiled.robot import Compiled
from pelagos.equations.constraints import COUPLING, RELATIONS
from pelagos.errors import PelagosError

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
    places = engine.run("places", time, found.x[None], variant, marching=not given)
    over = turned_over(robot, places.reshape(-1, 18)[1:, :12])
    if over is not None:
        raise PelagosError(
            f"constraints: the frames of {over} are half a turn apart at the start, where its rows "
            "cannot tell which way to close\n    turn at:, to: or the axis by 180 deg, or begin "
            "in another attitude"
        )
    _check_freedom(robot, found.rank)
    return found.x


def turned_over(robot: Compiled, poses: np.ndarray) -> str | None:
    """A constraint whose frames are more than a quarter of a turn apart, or None.

    Rows for turns measure sines, which are zero after half a turn, too, but lead away from there.
    poses: (body, 12), the axes of each body one after the other, and its origin.
    """
    constraints = robot.constraints
    for name, entry, numbers in zip(
        constraints.names, constraints.table, constraints.numbers, strict=True
    ):
        held = () if entry[CODE] == COUPLING else getattr(RELATIONS[entry[CODE]], "selected", ())
        if 3 not in held:
            continue
        one, other = (
            numbers[frame : frame + 9].reshape(3, 3)
            @ (poses[entry[side] - 1, :9].reshape(3, 3) if entry[side] else np.eye(3))
            for frame, side in ((FRAME_A, SIDE_A), (FRAME_B, SIDE_B))
        )
        R = one @ other.T
        # where the turn about z is free, only the z axes must agree
        if (R[2, 2] if 5 not in held else (np.trace(R) - 1.0) / 2.0) < 0.0:
            return str(name)
    return None


def _check_gaps(robot: Compiled, found: Restored) -> None:
    gaps = np.abs(found.residuals)
    if np.all(np.isfinite(gaps)) and gaps.max() <= CLOSED and np.abs(found.rates).max() <= CLOSED:
        return
    names = robot.constraints.row_names
    worst = int(np.argmax(np.where(np.isfinite(gaps), gaps, np.inf)))
    if gaps[worst] > CLOSED:
        fact = f"{names[worst]} is still off by {gaps[worst]:.3g} (m or rad)"
    else:
        worst = int(np.argmax(np.abs(found.rates)))
        fact = f"{names[worst]} still changes at {found.rates[worst]:.3g} (m/s or rad/s)"
    raise PelagosError(
        f"constraints: the robot cannot be assembled from its initial state: {fact} after "
        f"{ITERATIONS} corrections\n    check lengths and placements, start nearer to the closed "
        "pose, or remove a constraint that contradicts the others"
    )


def _check_freedom(robot: Compiled, rank: int) -> None:
    free = robot.nv - len(robot.elements.driven)
    inputs = any(c.input is not None for c in robot.robot.constraints.values())
    if rank >= free and not len(robot.elements.driven) and not inputs:
        raise PelagosError(
            f"constraints: {rank} independent rows leave none of the {free} degrees of freedom: "
            "the robot cannot move\n    remove a constraint, or free a joint"
        )
