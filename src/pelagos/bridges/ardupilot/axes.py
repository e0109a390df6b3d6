"""The model's axes in those of an autopilot: north, east, down; forward, right, down.

Gravity says which way a model is meant (`mathematics.geography`). Where it is along +z, the world
is north, east, down and bodies are forward, right, down: nothing changes. Where it is along -z, the
world is north, west, up and bodies are forward, left, up:

    north = x, east = -y, down = -z;    forward = x, right = -y, down = -z.
"""

from __future__ import annotations

from collections.abc import Sequence

from pelagos.bridges.ardupilot.packets import Four, Three
from pelagos.errors import PelagosError


class EarthAxes:
    """How vectors and attitudes of a model read in north, east, down."""

    def __init__(self, gravity: Sequence[float], level: float = 0.0) -> None:
        """level: of the water's surface along up, from which depth is counted."""
        x, y, z = gravity
        if x or y or not z:
            raise PelagosError(
                f"gravity: [{x:g}, {y:g}, {z:g}] is not along z, and an autopilot would not know "
                "north from down\n    use [0, 0, 9.81] (z down) or [0, 0, -9.81] (z up)"
            )
        self.is_down = z > 0.0
        self._level = level

    def world(self, x: float, y: float, z: float) -> Three:
        """A vector in north, east, down from one in world axes."""
        return (x, y, z) if self.is_down else (x, 0.0 - y, 0.0 - z)

    def place(self, x: float, y: float, z: float) -> Three:
        """The same of a point, with its depth below the surface as down."""
        north, east, down = self.world(x, y, z)
        return (north, east, down + self._level)

    def body(self, x: float, y: float, z: float) -> Three:
        """A vector in forward, right, down from one in body axes."""
        return (x, y, z) if self.is_down else (x, 0.0 - y, 0.0 - z)

    def attitude(self, w: float, x: float, y: float, z: float) -> Four:
        """Forward, right, down to north, east, down from body to world.

        With z up it is (0, 1, 0, 0) q (0, -1, 0, 0): half a turn about x on both sides.
        """
        return (w, x, y, z) if self.is_down else (w, x, 0.0 - y, 0.0 - z)


def turned_back(quaternion: Four, vector: Three) -> Three:
    """A vector in body axes from one in world axes; the quaternion is body to world."""
    w, x, y, z = quaternion
    return turned((w, -x, -y, -z), vector)


def turned(quaternion: Four, vector: Three) -> Three:
    """A vector in world axes from one in body axes: v + 2 w (r x v) + 2 r x (r x v)."""
    w, *r = quaternion
    x, y, z = cross((r[0], r[1], r[2]), vector)
    a, b, c = cross((r[0], r[1], r[2]), (x, y, z))
    return (
        vector[0] + 2.0 * (w * x + a),
        vector[1] + 2.0 * (w * y + b),
        vector[2] + 2.0 * (w * z + c),
    )


def cross(one: Three, other: Three) -> Three:
    """Plain numbers: arrays of three cost ten times as much."""
    a, b, c = one
    x, y, z = other
    return (b * z - c * y, c * x - a * z, a * y - b * x)
