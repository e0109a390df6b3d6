"""Tidal currents."""

from __future__ import annotations

from dataclasses import dataclass

from pelagos.elements.flow.field import FlowField
from pelagos.elements.flow.shear import power_law
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.scalars import Scalar, sincos


@dataclass(frozen=True)
class TidalCurrent(FlowField):
    """A velocity whose tip goes round an ellipse: along cos(a) + across sin(a), a = s t + phase."""

    along: Vec3
    across: Vec3
    frequency: float
    phase: float

    def velocity(self, t: Scalar, point: Vec3) -> Vec3:
        sine, cosine = sincos(self.frequency * t + self.phase)
        return cosine * self.along + sine * self.across


@dataclass(frozen=True)
class TideOverBed(TidalCurrent):
    """The same at the surface, and slower towards the bed by a power law."""

    up: Vec3
    bed: float
    depth: float
    exponent: float

    def velocity(self, t: Scalar, point: Vec3) -> Vec3:
        height = self.up.dot(point) - self.bed
        return power_law(height, self.depth, self.exponent) * super().velocity(t, point)
