"""What constraints put on the bodies they join: force, and moment at the connection point."""

from __future__ import annotations

import numpy as np

from pelagos.compiled.constraints import (
    CODE,
    FIRST_ROW,
    FRAME_A,
    FRAME_B,
    ROWS,
    SIDE_A,
    SIDE_B,
    row_names,
)
from pelagos.compiled.robot import Compiled
from pelagos.equations.constraints import COUPLING, RELATIONS
from pelagos.programs.observed import Observed


def row_forces(robot: Compiled, seen: Observed) -> np.ndarray:
    """(sample, row) of all constraints in the order of the model; 0 for those not in force."""
    every = {label: k for k, label in enumerate(row_names(robot.robot))}
    found = np.zeros((len(seen.row_forces), len(every)))
    found[:, [every[label] for label in robot.constraints.row_names]] = seen.row_forces
    return found


def loads(robot: Compiled, seen: Observed) -> tuple[np.ndarray, np.ndarray]:
    """Forces and moments (sample, dock, axis) on the second body of each constraint.

    In that body's own axes, the moment about the point of the constraint on it.
    """
    docks = {name: k for k, name in enumerate(docks_of(robot))}
    forces = np.zeros((len(seen.row_forces), len(docks), 3))
    moments = np.zeros_like(forces)
    for c, (name, entry) in enumerate(
        zip(robot.constraints.names, robot.constraints.table, strict=True)
    ):
        if entry[CODE] == COUPLING:
            continue
        rows = slice(entry[FIRST_ROW], entry[FIRST_ROW] + entry[ROWS])
        numbers, given = robot.constraints.numbers[c], seen.row_forces[:, rows]
        axes_a, point_a = _frame(seen, entry[SIDE_A], numbers[FRAME_A : FRAME_A + 12])
        _, point_b = _frame(seen, entry[SIDE_B], numbers[FRAME_B : FRAME_B + 12])
        selected = getattr(RELATIONS[entry[CODE]], "selected", None)
        along = np.zeros((len(given), 6))
        if selected is None:  # a distance pulls along the line between the points
            line = point_b - point_a
            world = [given * line / np.linalg.norm(line, axis=1, keepdims=True), 0.0 * line]
        else:
            along[:, list(selected)] = given
            world = [np.einsum("tk,tkw->tw", part, axes_a) for part in (along[:, :3], along[:, 3:])]
        turn = _user_axes(robot, seen, entry[SIDE_B])
        forces[:, docks[name]], moments[:, docks[name]] = (
            np.einsum("tkw,tw->tk", turn, part) for part in world
        )
    return forces, moments


def docks_of(robot: Compiled) -> tuple[str, ...]:
    """Names of the constraints between two bodies."""
    return tuple(name for name, c in robot.robot.constraints.items() if c.bodies)


def _axes(seen: Observed, row: int) -> np.ndarray:
    """(sample, 3, 3): the axes of a body, world, one below the other."""
    if row == 0:
        return np.broadcast_to(np.eye(3), (len(seen.poses), 3, 3))
    return seen.poses[:, row - 1, :9].reshape(-1, 3, 3)


def _frame(seen: Observed, row: int, frame: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Axes and origin of a constraint's frame on a body, in the world."""
    axes = _axes(seen, row)
    origin = np.zeros(3) if row == 0 else seen.poses[:, row - 1, 9:]
    point = origin + np.einsum("i,tiw->tw", frame[9:], axes)
    return np.einsum("ki,tiw->tkw", frame[:9].reshape(3, 3), axes), point


def _user_axes(robot: Compiled, seen: Observed, row: int) -> np.ndarray:
    """The same for a body's own axes, as the model has them."""
    axes = _axes(seen, row)
    return axes if row == 0 else np.einsum("ki,tiw->tkw", robot.align[row - 1], axes)
