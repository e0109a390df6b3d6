"""Joint-aligned frames: the axes in which bodies are flattened."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pelagos.language import placement
from pelagos.mechanism.part_cache import PartCache
from pelagos.model.joints import Joint
from pelagos.model.robot import Robot

AXIS_TOLERANCE = 1e-15  # how near an axis must be to a coordinate axis to count as one
_WORLD = np.eye(3)  # axes of the world, one object as those of unchanged bodies are


def aligned_frames(
    robot: Robot, names: Sequence[str], kept: PartCache
) -> tuple[dict[str, np.ndarray], dict[str, int]]:
    """Axes of every joint-aligned frame in the body's own frame, as columns.

    Also, for joints along a coordinate axis of the parent's aligned frame whose own frame may be
    turned about it, as that of revolute ones: which axis. It is then turned so that the placement
    is a cycle of the axes, with ones and zeros that fold.
    """
    align, cycle = {"world": _WORLD}, {}
    for name in names:
        body = robot.bodies[name]
        axes, k = kept(_aligned_frame, body.joint, body.at, align[body.parent])
        align[name] = kept(_frame, axes.tobytes())  # the same object if it is the same frame
        if k is not None:
            cycle[name] = k
    return align, cycle


def cycle_of(axis: int) -> np.ndarray:
    """The coordinate axes in another order, in which the third is the given one."""
    return np.roll(np.eye(3), axis + 1, axis=0)


def _frame(numbers: bytes) -> np.ndarray:
    return np.frombuffer(numbers).reshape(3, 3)


def _aligned_frame(
    joint: Joint, at: placement.Placement, parent: np.ndarray
) -> tuple[np.ndarray, int | None]:
    axes = joint.aligned_axes
    if joint.mechanics.turnable:
        outer = parent.T @ np.array(at.R)
        axis = outer @ axes[:, 2]
        k = int(np.argmax(np.abs(axis)))
        if np.array_equal(np.abs(axis - np.eye(3)[k]) < AXIS_TOLERANCE, [True] * 3):
            return outer.T @ cycle_of(k), k
    return axes, None
