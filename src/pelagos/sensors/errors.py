"""Errors that many kinds of sensors share: noise, bias, scale, misalignment, range, resolution.

What differs from one unit to the next (turn-on bias, scale, misalignment) is drawn once per run:
the words give its standard deviation.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pelagos.language.words import AtLeastZero, Positive, Quantity, Words
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.randomness import normals, stream_of
from pelagos.mathematics.scalars import Scalar, clip, floor
from pelagos.sensors.drift import Wander, bias_of

PositiveSize = Annotated[float, Quantity(), Positive()]


class TriadWords(Words):
    """Errors of three axes; units are those of the channels, SI.

    noise: N of IEEE Std 952, per sqrt(Hz), also known as angle or velocity random walk;
    instability: B of that standard (the Allan deviation has a floor of 0.664 B); random_walk: K, of
    the bias, per sqrt(s); bias, scale, misalignment (rad): standard deviations, drawn once per run;
    range: readings are cut off there; resolution: their step.

    N^2 is a density over frequencies of both signs, so that readings at a rate have the standard
    deviation N sqrt(rate). The density of a data sheet is one over positive frequencies, the root
    of whose integral is an rms value: it is sqrt(2) N.
    """

    noise: AtLeastZero = 0.0
    instability: AtLeastZero = 0.0
    random_walk: AtLeastZero = 0.0
    bias: AtLeastZero = 0.0
    scale: AtLeastZero = 0.0
    misalignment: AtLeastZero = 0.0
    range: PositiveSize | None = None
    resolution: PositiveSize | None = None

    @property
    def wander(self) -> Wander:
        """The slow error of each axis."""
        return Wander(self.instability, self.random_walk)

    def sigma(self, rate: float) -> float:
        """Standard deviation of the white noise of a reading."""
        return self.noise * math.sqrt(rate)

    def variance(self, rate: float) -> float:
        """Of a reading about its slow error: noise and rounding."""
        return self.sigma(rate) ** 2 + (self.resolution or 0.0) ** 2 / 12.0

    def errors(self, name: str, rate: float, drift: int) -> Triad:
        """Those of the sensor part of a name, whose slow errors begin at a place."""
        streams = {key: int(stream_of(name, key)) for key in ("noise 1", "noise 2", *_FIXED)}
        return Triad(
            noise=self.sigma(rate),
            bias=self.bias,
            scale=self.scale,
            misalignment=self.misalignment,
            range=math.inf if self.range is None else self.range,
            resolution=self.resolution or 0.0,
            wander=self.wander,
            drift=drift,
            white=(streams["noise 1"], streams["noise 2"]),
            fixed=tuple(streams[key] for key in _FIXED),
        )


_FIXED = ("bias 1", "bias 2", "scale 1", "scale 2", "misalignment 1", "misalignment 2")


@dataclass(frozen=True)
class Triad:
    """Errors of three axes, as numbers."""

    noise: float
    bias: float
    scale: float
    misalignment: float
    range: float
    resolution: float
    wander: Wander
    drift: int  # place of the first state of slow errors
    white: tuple[int, int]  # streams
    fixed: tuple[int, ...]

    def read(self, at: Any, true: Vec3) -> list[Scalar]:
        """What is read of a true vector."""
        found = list(true)
        if self.misalignment:
            found = list(true.plus_cross(self._drawn(at, 4, self.misalignment), true))
        if self.scale:
            found = [
                (1.0 + s) * x for s, x in zip(self._drawn(at, 2, self.scale), found, strict=True)
            ]
        if self.bias:
            found = [x + b for x, b in zip(found, self._drawn(at, 0, self.bias), strict=True)]
        count = self.wander.count
        if count:
            slow = [bias_of(self.wander, at, self.drift + k * count) for k in range(3)]
            found = [x + b for x, b in zip(found, slow, strict=True)]
        if self.noise:
            found = [x + self.noise * n for x, n in zip(found, white(at, self.white), strict=False)]
        return [shown(x, self.range, self.resolution) for x in found]

    def _drawn(self, at: Any, first: int, spread: float) -> Vec3:
        """What was drawn at the start of the run."""
        streams = self.fixed[first : first + 2]
        a, b, c, _ = (n for stream in streams for n in normals(at.seed, stream, 0.0))
        return spread * Vec3(a, b, c)


def white(at: Any, streams: Sequence[int]) -> list[Scalar]:
    """Independent normal numbers of this sample, two for each stream."""
    return [n for stream in streams for n in normals(at.seed, stream, at.count)]


def shown(x: Scalar, most: float = math.inf, step: float = 0.0) -> Scalar:
    """A reading within its range, rounded to its steps."""
    if step:
        x = step * floor(x / step + 0.5)
    return x if most == math.inf else clip(x, -most, most)
