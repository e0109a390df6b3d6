"""A first guess of quadratic drag: coefficients of ellipsoids and boxes of the same proportions.

A body that fills the space behind its shadow as an ellipsoid does (2/3) is taken as one, a body
that fills it wholly as a box; between these, coefficients are interpolated by their logarithms.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pelagos.model.hydrodynamics.added_mass_of_shapes import interpolated
from pelagos.model.hydrodynamics.drag_of_shapes import ELLIPSOID, PRISM_ALONG
from pelagos.panel_method.properties import SolidProperties
from pelagos.panel_method.surface import Array

SPREAD = 1.5  # factor beyond the ellipsoid's and the box's own coefficients
SOURCE = (
    "first guess: between an ellipsoid (White, Fluid Mechanics, table 7.3) and a square rod along "
    "the flow (DNV-RP-H103 (2011), table B-2) of the same length and shadow; the true value may "
    "lie anywhere in the range; unconfirmed: the table of ellipsoids, which was not seen"
)


@dataclass(frozen=True)
class DragGuess:
    """Quadratic drag in six directions, with the range it may lie in."""

    coefficients: Array  # (3,) C_D on the shadow
    low: Array  # (6,)
    value: Array  # (6,) N s2/m2 and N m s2
    high: Array  # (6,)


def drag_guess(body: SolidProperties, density: float) -> DragGuess:
    """Forces along the axes, and moments about the middle by the cross-flow principle."""
    guess, least, most = (np.zeros(3) for _ in range(3))
    for k in range(3):
        area, length = body.projected[k], body.extent[k]
        smooth = interpolated(length / math.sqrt(4 * area / math.pi), ELLIPSOID)
        boxy = interpolated(length / math.sqrt(area), PRISM_ALONG)
        share = float(np.clip(3 * body.volume / (area * length) - 2, 0, 1))
        guess[k] = math.exp((1 - share) * math.log(smooth) + share * math.log(boxy))
        least[k], most[k] = min(smooth, boxy) / SPREAD, max(smooth, boxy) * SPREAD
    low, value, high = (_six(body, density, c) for c in (least, guess, most))
    return DragGuess(guess, low, value, high)


def _six(body: SolidProperties, density: float, coefficients: Array) -> Array:
    forces = density / 2 * coefficients * body.projected
    moments = np.zeros(3)
    for axis in range(3):
        i, j = (axis + 1) % 3, (axis + 2) % 3
        # the mean of |x|^3 over a length L is L^3 / 32
        moments[axis] = (forces[j] * body.extent[i] ** 3 + forces[i] * body.extent[j] ** 3) / 32
    return np.concatenate([forces, moments])
