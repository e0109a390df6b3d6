"""What constraints put on the bodies they join: force, and moment at the connection point."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pelagos.equations.affine import Closure
from pelagos.mathematics.algebra import Mat3, Motion, Vec3
from pelagos.mathematics.inertia import Pose
from pelagos.mechanism.constraints import row_names
from pelagos.mechanism.robot import Compiled
from pelagos.mechanism.welds import rows_of
from pelagos.programs.observed import Observed
from pelagos.relations.contract import Frame, Seen, Side


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
    first = 0
    for name, c in zip(robot.constraints.names, robot.constraints.closures, strict=True):
        given = seen.row_forces[:, first : first + c.count]
        first += c.count
        if not c.links:
            continue
        ends = rows_of(c)
        frames = [_frame(seen, *end) for end in zip(ends, c.frames, strict=True)]
        world = c.relation.load(_seen(c, seen, frames), frames, given)
        turn = _user_axes(robot, seen, ends[1])
        forces[:, docks[name]], moments[:, docks[name]] = (
            np.einsum("tkw,tw->tk", turn, part) for part in world
        )
    return forces, moments


def _seen(c: Closure, seen: Observed, frames: Sequence[Frame]) -> Seen:
    """What the rows of a relation see at all samples, of bodies whose axes are its frames."""
    sides = []
    for axes, point in frames:
        R = Mat3(*(Vec3(*axes[:, k].T) for k in range(3)))
        sides.append(Side(Pose(R, Vec3(*point.T)), Motion.zero(), Motion.zero(), Pose.identity()))
    q = [seen.x[:, i] for i, _ in c.coordinates]
    signals = [0.0] * len(c.channels)  # they have no part in loads
    return Seen(tuple(sides), q, [0.0] * len(q), c.constants, signals)


def docks_of(robot: Compiled) -> tuple[str, ...]:
    """Names of the constraints between two bodies."""
    return tuple(name for name, c in robot.robot.constraints.items() if c.bodies)


def _axes(seen: Observed, row: int) -> np.ndarray:
    """(sample, 3, 3): the axes of a body, world, one below the other."""
    if row == 0:
        return np.broadcast_to(np.eye(3), (len(seen.poses), 3, 3))
    return seen.poses[:, row - 1, :9].reshape(-1, 3, 3)


def _frame(seen: Observed, row: int, frame: Pose) -> Frame:
    """Axes and origin of a constraint's frame on a body, in the world."""
    axes, numbers = _axes(seen, row), np.array([*frame])
    origin = np.zeros(3) if row == 0 else seen.poses[:, row - 1, 9:]
    point = origin + np.einsum("i,tiw->tw", numbers[9:], axes)
    return np.einsum("ki,tiw->tkw", numbers[:9].reshape(3, 3), axes), point


def _user_axes(robot: Compiled, seen: Observed, row: int) -> np.ndarray:
    """The same for a body's own axes, as the model has them."""
    axes = _axes(seen, row)
    return axes if row == 0 else np.einsum("ki,tiw->tkw", robot.align[row - 1], axes)
