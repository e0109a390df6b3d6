"""Open frames: water inside of the outline that goes along, in part.

At most, all of it does: the flow is that about the outline, and what it encloses beside the solid
parts is added. At least, none does, and the solid parts act as a smaller body of the same form. The
fill factor says where between the two a frame is taken to be; nobody knows it without a trial.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pelagos.errors import PelagosError
from pelagos.panel_method.properties import SolidProperties
from pelagos.panel_method.surface import Array


@dataclass(frozen=True)
class FilledFrame:
    """The added mass of a frame, and what it may lie between."""

    fill: float
    displaced: float  # m3
    low: Array
    value: Array
    high: Array


def filled(
    matrix: Array, body: SolidProperties, at: Array, density: float, displaced: float, fill: float
) -> FilledFrame:
    """The added mass about `at` of a frame whose solid parts displace so much."""
    if not 0 <= fill <= 1:
        raise PelagosError(f"fill: {fill:g} is no share of the water inside\n    give 0 to 1")
    if not 0 < displaced <= body.volume * (1 + 1e-9):
        raise PelagosError(
            f"displaced: {displaced:g} m3, but the outline encloses {body.volume:.4g} m3\n"
            "    give the volume of the solid parts: mass over density if it floats in balance"
        )
    water = density * (body.volume - displaced)
    high = matrix + water * _per_kg(body, at)
    scale = (displaced / body.volume) ** (1 / 3)
    move = _about(body.centre - at)
    about_centre = np.linalg.inv(move).T @ matrix @ np.linalg.inv(move)
    size = np.diag([scale**1.5] * 3 + [scale**2.5] * 3)
    low = move.T @ size @ about_centre @ size @ move
    return FilledFrame(fill, displaced, low, low + fill * (high - low), high)


def _per_kg(body: SolidProperties, at: Array) -> Array:
    """The 6x6 inertia of a kilogram spread over the volume, about a point."""
    own = np.zeros((6, 6))
    own[:3, :3], own[3:, 3:] = np.eye(3), body.inertia
    move = _about(body.centre - at)
    return move.T @ own @ move


def _about(lever: Array) -> Array:
    """Motion of a point of the body per motion of another: u + omega x lever."""
    x, y, z = lever
    move = np.eye(6)
    move[:3, 3:] = np.array([[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]])
    return move
