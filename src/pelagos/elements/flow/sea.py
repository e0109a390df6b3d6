"""A sea of many linear waves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pelagos.elements.flow.field import CALM, Crest, Stream, WaterFlow
from pelagos.mathematics.algebra import Mat3, Sym3, Vec3
from pelagos.mathematics.scalars import Scalar, exp, sincos


class SeaWave(NamedTuple):
    """One of the waves; its direction is ahead and aside of that of the sea."""

    amplitude: Scalar
    speed: Scalar  # amplitude times frequency, over 1 - exp(-2 k depth)
    wavenumber: Scalar
    frequency: Scalar
    phase: Scalar
    ahead: Scalar
    aside: Scalar

    def sincos(self, t: Scalar, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar]:
        """Of its phase at a place."""
        place = self.wavenumber * (self.ahead * x + self.aside * y)
        return sincos(place - self.frequency * t + self.phase)


class Surge(NamedTuple):
    """What one wave moves at a place: amplitudes of the velocity times cosine and sine."""

    level_cosine: Scalar
    level_sine: Scalar
    upright_cosine: Scalar
    upright_sine: Scalar


@dataclass(frozen=True)
class IrregularSea(WaterFlow):
    """The sum of linear waves, each as `AiryWave` has it.

    There are many of them, so slopes are not left to jets: with A = level, B = upright amplitude
    the velocity A cos along and B sin upwards has the rates A s sin and -B s cos, and the gradient
    -k A sin along, k B cos across the two and k A sin upwards: a potential flow without sources.
    """

    waves: tuple[SeaWave, ...]
    ahead: Vec3
    aside: Vec3
    up: Vec3
    surface: float
    depth: float | None  # None: no wave feels the bed

    lifts = True

    def stream(self, signals: Sequence[Scalar], t: Scalar, point: Vec3) -> Stream:
        x, y = self.ahead.dot(point), self.aside.dot(point)
        z = self.up.dot(point) - self.surface
        c, rate, slopes = [0.0] * 3, [0.0] * 3, [0.0] * 6
        for wave in self.waves:
            own = self._surge(wave, t, (x, y, z))
            a, b = wave.ahead, wave.aside
            c = _sum(c, (a * own.level_cosine, b * own.level_cosine, own.upright_sine))
            faster, turned = wave.frequency * own.level_sine, wave.frequency * own.upright_cosine
            rate = _sum(rate, (a * faster, b * faster, -turned))
            bent, tilt = wave.wavenumber * own.level_sine, wave.wavenumber * own.upright_cosine
            across = (-(b * a * bent), a * tilt, b * tilt)
            slopes = _sum(slopes, (-(a * a * bent), -(b * b * bent), bent, *across))
        return Stream(self._turned(c), self._turned(rate), self._gradient(slopes))

    def elevation(self, t: Scalar, point: Vec3) -> Scalar:
        x, y, found = self.ahead.dot(point), self.aside.dot(point), 0.0
        for wave in self.waves:
            found = found + wave.amplitude * wave.sincos(t, x, y)[1]
        return found

    def crest(self, t: Scalar, point: Vec3, velocity: Vec3) -> Crest:
        x, y, found = self.ahead.dot(point), self.aside.dot(point), CALM
        v, u = self.ahead.dot(velocity), self.aside.dot(velocity)
        for wave in self.waves:
            A, k = wave.amplitude, wave.wavenumber
            sine, cosine = wave.sincos(t, x, y)
            along = (k * wave.ahead) * self.ahead + (k * wave.aside) * self.aside
            faster = k * (wave.ahead * v + wave.aside * u) - wave.frequency
            slope, turn = -(A * sine) * along, -(A * cosine * faster) * along
            found = found.plus(Crest(A * cosine, slope, -(A * sine * faster), turn))
        return found

    def _surge(self, wave: SeaWave, t: Scalar, place: Sequence[Scalar]) -> Surge:
        x, y, z = place
        sine, cosine = wave.sincos(t, x, y)
        down = exp(wave.wavenumber * z)
        if self.depth is None:
            size = wave.speed * down
            return Surge(size * cosine, size * sine, size * cosine, size * sine)
        reflected = exp(-(wave.wavenumber * (z + 2.0 * self.depth)))
        level, upright = wave.speed * (down + reflected), wave.speed * (down - reflected)
        return Surge(level * cosine, level * sine, upright * cosine, upright * sine)

    def _turned(self, v: Sequence[Scalar]) -> Vec3:
        """A vector of the sea's own axes in the world."""
        return v[0] * self.ahead + v[1] * self.aside + v[2] * self.up

    def _gradient(self, slopes: Sequence[Scalar]) -> Mat3:
        """A symmetric matrix of the sea's own axes in the world."""
        return Sym3(*slopes).rotated(Mat3(self.ahead, self.aside, self.up)).full


def _sum(a: Sequence[Scalar], b: Sequence[Scalar]) -> list[Scalar]:
    return [x + y for x, y in zip(a, b, strict=True)]
