"""Linear waves."""

from __future__ import annotations

from dataclasses import dataclass

from pelagos.elements.flow.field import Crest, FlowField
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.scalars import Scalar, exp, sincos


@dataclass(frozen=True)
class AiryWave(FlowField):
    """One linear wave in water of finite depth.

    Velocity amplitudes A s cosh k(z + d) / sinh k d and A s sinh k(z + d) / sinh k d, with z the
    height over the surface; written with decaying exponentials, which deep water does not overflow.
    """

    amplitude: float
    wavenumber: float
    frequency: float
    phase: float
    along: Vec3
    up: Vec3
    surface: float
    depth: float

    lifts = True

    def velocity(self, t: Scalar, point: Vec3) -> Vec3:
        k, s, depth = self.wavenumber, self.frequency, self.depth
        z = self.up.dot(point) - self.surface
        sine, cosine = self._sincos(t, point)
        down, reflected = exp(k * z), exp(-(k * (z + 2.0 * depth)))
        scale = self.amplitude * s / (1.0 - exp(-(2.0 * k * depth)))
        level, vertical = scale * (down + reflected), scale * (down - reflected)
        return (level * cosine) * self.along + (vertical * sine) * self.up

    def elevation(self, t: Scalar, point: Vec3) -> Scalar:
        return self.amplitude * self._sincos(t, point)[1]

    def crest(self, t: Scalar, point: Vec3, velocity: Vec3) -> Crest:
        A, k = self.amplitude, self.wavenumber
        sine, cosine = self._sincos(t, point)
        faster = k * self.along.dot(velocity) - self.frequency
        slope, turn = -(A * k * sine) * self.along, -(A * k * cosine * faster) * self.along
        return Crest(A * cosine, slope, -(A * sine * faster), turn)

    def _sincos(self, t: Scalar, point: Vec3) -> tuple[Scalar, Scalar]:
        """Of the phase at a place."""
        return sincos(self.wavenumber * self.along.dot(point) - self.frequency * t + self.phase)
