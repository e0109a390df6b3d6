"""What holds a robot in the world: pivots and rails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pelagos.view import colors, forms
from pelagos.view.forms import Form

if TYPE_CHECKING:
    from pelagos.model import Robot


def fixtures_of(robot: Robot, position: np.ndarray, size: float) -> list[Form]:
    """What holds the robot: a pivot for every joint to the world, a rail for one that slides."""
    found = []
    for i, name in enumerate(robot.order):
        body = robot.bodies[name]
        if body.parent != "world" or body.joint.mechanics.fixture == "none":
            continue
        if body.joint.mechanics.fixture == "rail":
            axis = body.at.R @ np.array(body.joint.axes[0])
            along = (position[:, i] - body.at.p) @ axis
            a, b = (
                body.at.p + axis * (s + e)
                for s, e in ((along.min(), -0.4 * size), (along.max(), 0.4 * size))
            )
            found.append(forms.strut(a, b, 0.012 * size, color=colors.METAL))
        else:
            found.append(forms.form("box", (0.05 * size,) * 3, body.at.p, color=colors.METAL))
    return found
