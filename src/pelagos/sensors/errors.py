"""Errors that many kinds of sensors share: noise, bias, scale, misalignment, range, resolution.

What differs from one unit to the next (turn-on bias, scale, misalignment) is drawn once per run:
the words give its standard deviation.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pelagos.language.words import AtLeastZero, Positive, Quantity, Words
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.randomness import normals
from pelagos.mathematics.scalars import Scalar, clip, floor
from pelagos.sensors.drift import STEADY, Wander, streams_of, white

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
        """The slow error of each axis, and what was drawn for it."""
        drawn = sum(size > 0.0 for size in (self.bias, self.scale, self.misalignment))
        return Wander(self.instability, self.random_walk, units=drawn)

    def sigma(self, rate: float) -> float:
        """Standard deviation of the white noise of a reading."""
        return self.noise * math.sqrt(rate)

    def variance(self, rate: float) -> float:
        """Of a reading about its slow error: noise and rounding."""
        return self.sigma(rate) ** 2 + (self.resolution or 0.0) ** 2 / 12.0

    def errors(self, name: str, rate: float, drift: int, count: int = 3) -> AxisErrors:
        """Those of the sensor part of a name, whose slow errors begin at a place."""
        return AxisErrors.of(
            name,
            count,
            noise=self.sigma(rate),
            bias=self.bias,
            scale=self.scale,
            misalignment=self.misalignment,
            most=self.range,
            step=self.resolution,
            wander=self.wander,
            drift=drift,
        )


@dataclass(frozen=True)
class AxisErrors:
    """Errors of some axes or channels, as numbers; None where there is no such error."""

    count: int
    noise: float | None  # standard deviation of a reading
    bias: float | None
    scale: float | None
    misalignment: float | None  # of three axes together
    most: float | None  # readings are cut off there
    step: float | None
    slow: int  # states of the slow error of each axis, of which the first is the error
    units: int  # states behind these, of what was drawn for it; 0: it is drawn again and again
    drift: int  # place of the first of them
    streams: tuple[tuple[int, ...], ...]  # of noise, bias, scale, misalignment

    @classmethod
    def of(
        cls,
        name: str,
        count: int,
        *,
        noise: float = 0.0,
        bias: float = 0.0,
        scale: float = 0.0,
        misalignment: float = 0.0,
        most: float | None = None,
        step: float | None = None,
        wander: Wander = STEADY,
        drift: int = -1,
    ) -> AxisErrors:
        """Those of the sensor part of a name; standard deviations, and 0 for none.

        Which there are is part of the program: their sizes may differ between the runs of a batch.
        """
        kinds = ("noise", "bias", "scale", "misalignment")
        return cls(
            count=count,
            noise=noise or None,
            bias=bias or None,
            scale=scale or None,
            misalignment=misalignment or None,
            most=most,
            step=step or None,
            slow=wander.slow,
            units=wander.units,
            drift=drift,
            streams=tuple(streams_of(count, name, kind) for kind in kinds),
        )

    def read(
        self,
        at: Any,
        true: Iterable[Scalar],
        sigmas: Sequence[Scalar] | None = None,
        drawn: Sequence[Scalar] | None = None,
    ) -> list[Scalar]:
        """What is read of true values; sigmas: of their noise, where that is not always the same;
        drawn: normal numbers for it, if others share their streams."""
        found, noise = list(true), self.streams[0]
        bias, scale, misalignment = self._drawn(at)
        if self.misalignment is not None:
            vector = Vec3(*found)
            turned = self.misalignment * Vec3(*misalignment[:3])
            found = list(vector.plus_cross(turned, vector))
        if self.scale is not None:
            found = [(1.0 + self.scale * s) * x for s, x in zip(scale, found, strict=False)]
        if self.bias is not None:
            found = [x + self.bias * b for x, b in zip(found, bias, strict=False)]
        if self.slow:
            places = [self.drift + k * (self.slow + self.units) for k in range(self.count)]
            found = [x + at.states[place] for x, place in zip(found, places, strict=True)]
        if drawn is None and (sigmas is not None or self.noise is not None):
            drawn = white(at, noise)
        if sigmas is not None and drawn is not None:
            found = [x + s * n for x, s, n in zip(found, sigmas, drawn, strict=False)]
        elif self.noise is not None and drawn is not None:
            found = [x + self.noise * n for x, n in zip(found, drawn, strict=False)]
        return [shown(x, self.most, self.step) for x in found]

    def _drawn(self, at: Any) -> Sequence[Sequence[Scalar]]:
        """What differs from unit to unit, by axis: of bias, scale and misalignment."""
        sizes = (self.bias, self.scale, self.misalignment)
        if not self.units:
            own = zip(self.streams[1:], sizes, strict=True)
            return [() if size is None else fixed(at, streams) for streams, size in own]
        found, place = [], self.drift + self.slow
        for size in sizes:
            axes = range(0 if size is None else self.count)
            found.append([at.states[place + k * (self.slow + self.units)] for k in axes])
            place += size is not None
        return found


def fixed(at: Any, streams: Sequence[int]) -> list[Scalar]:
    """Those that were drawn at the start of the run."""
    return [n for stream in streams for n in normals(at.seed, stream, 0.0)]


def shown(x: Scalar, most: Scalar | None = None, step: Scalar | None = None) -> Scalar:
    """A reading within its range, rounded to its steps."""
    if step is not None:
        x = step * floor(x * (1.0 / step) + 0.5)  # one reciprocal for all channels
    return x if most is None else clip(x, -most, most)
