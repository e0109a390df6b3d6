"""Axes of a model, and those of ROS: world east-north-up, bodies forward-left-up (REP 103).

The gravity vector of a model alone says what is down. With z up, its axes are published as they
are, so that its coordinates stay those of the model. With z down they are north, east, down, and
body axes forward, right, down:

    world   (n, e, d) -> (e, n, -d)      half a turn about the diagonal between x and y
    body    (f, r, d) -> (f, -r, -d)     half a turn about x

Every body of such a model is seen in axes turned so, those at the end of an arm too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pelagos.errors import PelagosError

Array = NDArray[np.float64]

WORLD_FRAME = "world"
_HALF = np.sqrt(0.5)


@dataclass(frozen=True)
class RosAxes:
    """From the axes of a model to those of ROS."""

    z_down: bool

    @classmethod
    def of(cls, gravity: Sequence[float]) -> RosAxes:
        """By the gravity of a model; without any, z is up."""
        x, y, z = gravity
        if x or y:
            raise PelagosError(
                f"gravity: {list(gravity)} does not point along z, so that the model's axes are "
                "neither z-up nor north-east-down\n    ROS wants one of these: turn the model"
            )
        return cls(z_down=z > 0.0)

    def world(self, vectors: Array) -> Array:
        """Vectors (..., 3) in world axes."""
        return vectors[..., [1, 0, 2]] * [1.0, 1.0, -1.0] if self.z_down else vectors

    def world_variances(self, variances: Array) -> Array:
        """Variances (..., 3) along world axes."""
        return variances[..., [1, 0, 2]] if self.z_down else variances

    def body(self, vectors: Array) -> Array:
        """Vectors (..., 3) in body axes."""
        return vectors * [1.0, -1.0, -1.0] if self.z_down else vectors

    def mounting(self, quaternions: Array) -> Array:
        """Quaternions (..., 4; w first) from a frame on a body to that body, both seen so."""
        return quaternions * [1.0, 1.0, -1.0, -1.0] if self.z_down else quaternions

    def attitude(self, quaternions: Array) -> Array:
        """Quaternions (..., 4; w first), body to world."""
        if not self.z_down:
            return quaternions
        # the two half turns about it: (0, 1, 1, 0)/sqrt(2) * q * (0, 1, 0, 0), and its sign changed
        w, x, y, z = np.moveaxis(quaternions, -1, 0)
        return _HALF * np.stack([w + z, x + y, x - y, w - z], axis=-1)
