"""Currents that change with the height over the bed."""

from __future__ import annotations

from dataclasses import dataclass

from pelagos.elements.flow.field import FlowField
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.scalars import Scalar, exp, less, log, maximum, where


@dataclass(frozen=True)
class ShearCurrent(FlowField):
    """Velocity that changes with the height z over the bed by a power law: c = c_ref (z / z_ref)^n.

    Below the bed the water rests.
    """

    current: Vec3  # c_ref
    up: Vec3
    bed: float  # its level
    reference: float  # z_ref
    exponent: float

    def velocity(self, t: Scalar, point: Vec3) -> Vec3:
        height = self.up.dot(point) - self.bed
        return power_law(height, self.reference, self.exponent) * self.current


def power_law(height: Scalar, reference: float, exponent: float) -> Scalar:
    """(height / reference)^exponent; nothing below the bed."""
    least = 1e-9 * reference
    share = exp(exponent * log(maximum(height, least) / reference))
    return where(less(height, least), 0.0, 1.0) * share
