"""The seabed, as sensors meet it that send sound there: a horizontal plane."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pelagos.language.words import Axis, Size
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.scalars import Scalar, where
from pelagos.sensors.contract import Flaw
from pelagos.sensors.mounting import Mount, MountedWords


class SoundingWords(MountedWords):
    """The words of a sensor that sounds the seabed.

    `direction` is where it looks, in its own axes; by default where down is in axes that are those
    of the world. The seabed is the ground of the robot, or lies at the depth of its water, or at
    `seabed` below the surface where the robot has neither.
    """

    direction: Axis | None = None
    seabed: Size | None = None

    def looks(self, gravity: Any) -> NDArray[np.float64]:
        """The direction, in a world of some gravity."""
        if self.direction is not None:
            return np.array(self.direction)
        return np.array(gravity) / math.hypot(*gravity)

    def bed(self, ground: float | None, water: Any) -> float | None:
        """Height of the seabed along up."""
        if ground is not None:
            return ground
        return water.level - self.seabed if self.seabed is not None else water.bed

    def needs_bed(self, parts: Any) -> Iterator[Flaw]:
        """Refuse a robot over no seabed, or over two."""
        if parts.water is None:
            return
        if self.bed(parts.ground, parts.water) is None:
            remedy = "give seabed (its depth), or the robot a ground, or its water a depth"
            yield Flaw("seabed", f"{self.key} sounds the seabed, and there is none", remedy)

    def one_bed(self, parts: Any) -> Iterator[Flaw]:
        """Refuse a depth of the seabed beside what the robot says of it."""
        if self.seabed is None or parts.water is None:
            return
        known = {"a ground": parts.ground, "water of a depth": parts.water.bed}
        for what, height in known.items():
            if height is not None:
                message = f"the robot has {what}: the seabed is at the height {height:g} m"
                yield Flaw("seabed", message, "remove one of the two", self.seabed)

    def points_down(self, parts: Any, start: Any, beams: NDArray[np.float64]) -> Iterator[Flaw]:
        """Refuse beams, rows in its own axes, of which none meets the seabed at the start."""
        gravity = np.array(parts.scope.gravity)
        R, _ = start.pose(self.body)
        down = self.at.R.T @ R.T @ gravity / np.linalg.norm(gravity)
        steepest = float(np.max(beams @ down))
        if steepest <= 0.0:
            angle = math.degrees(math.asin(max(-1.0, steepest)))
            remedy = "turn the sensor by at, give its direction, or turn the body"
            message = (
                f"no beam of the {self.key} meets the seabed at the start: the lowest points "
                f"{-angle:.3g} degrees up"
            )
            yield Flaw("direction", message, remedy)


@dataclass(frozen=True)
class Sounding:
    """A sensor over the seabed."""

    mount: Mount
    bed: float | None  # its height along up, if there is one

    def height(self, at: Any) -> Scalar:
        """Over the seabed."""
        assert self.bed is not None
        return self.mount.height(at) - self.bed

    def down(self, at: Any) -> Vec3:
        """In its own axes."""
        return -self.mount.seen(at, self.mount.up)


def distance(height: Scalar, steepness: Scalar, met: Any) -> Scalar:
    """Along a beam from a height to the bed, where it meets that; else 1 m."""
    return where(met, height, 1.0) / where(met, steepness, 1.0)
