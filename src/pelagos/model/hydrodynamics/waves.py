"""Waves in words: single linear ones, and sea states that consist of many."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, model_validator

from pelagos.language import units
from pelagos.language.words import (
    LARGEST,
    Duration,
    Number,
    Quantity,
    Read,
    Seed,
    Size,
    Vector,
    Words,
    refusal,
    to_axis,
)

MOST_COMPONENTS = 400
WIDEST, NARROWEST = 0.0, 1000.0  # exponents of the spreading: all sides alike, 2.6 degrees
GAMMA, GAMMAS = 3.3, (1.0, 7.0)  # mean of the JONSWAP records; DNV-RP-C205 (2010), 3.5.5
BREAKING = 0.142  # Miche (1944): a wave of the height 0.142 L tanh(k d) breaks

Height = Annotated[float, Quantity(units.LENGTH, least=0.0)]


def _direction(words: Any) -> Vector:
    """A unit vector from x, -x, ..., from three numbers, or from two in the plane x, y."""
    flat = isinstance(words, list | tuple) and len(words) == 2
    return to_axis([*words, 0.0] if flat else words)


Heading = Annotated[Vector, Read(_direction, {"type": ["string", "array"]})]


class Wave(Words):
    """One linear wave: the surface is at amplitude cos(k s - frequency t + phase).

    s is the distance along the direction in which the wave travels; k is the wavenumber. Give the
    period or the wavelength; the other one follows from frequency^2 = g k tanh(k depth).
    """

    amplitude: Height
    period: Duration | None = None
    wavelength: Size | None = None
    direction: Heading = (1.0, 0.0, 0.0)
    phase: Number = 0.0

    @model_validator(mode="after")
    def _one_size(self) -> Wave:
        if (self.period is None) == (self.wavelength is None):
            said = "neither period nor wavelength" if self.period is None else "both"
            raise refusal(f"the wave has {said}", "give exactly one of period, wavelength")
        return self

    def completed(self, gravity: Vector, depth: float) -> Wave:
        """The wave with its period and its wavelength, in water of that depth."""
        check_level("a wave travels", self.direction, gravity, "waves")
        g = math.hypot(*gravity)
        if self.wavelength is not None:
            k = 2 * math.pi / self.wavelength
            squared = g * k * math.tanh(k * depth)
            period = 2 * math.pi / math.sqrt(squared) if squared > 0 else math.inf
            _check_size("take", period, "s")
            return self.model_copy(update={"period": period})
        assert self.period is not None
        return self.model_copy(update={"wavelength": _wavelength(self.period, depth, g)})

    @property
    def wavenumber(self) -> float:
        """In rad/m."""
        assert self.wavelength is not None  # completed on reading
        return 2 * math.pi / self.wavelength

    @property
    def frequency(self) -> float:
        """In rad/s."""
        assert self.period is not None  # completed on reading
        return 2 * math.pi / self.period


class SeaState(Words):
    """A sea of many linear waves, whose energy is spread over frequencies by a spectrum.

    `height` is the significant one, 4 times the standard deviation of the surface; `period` is that
    of the peak of the spectrum. `gamma` is the peakedness of JONSWAP. `direction` is where the sea
    travels to; with `spreading` s its waves do so at angles a to it with the density
    cos^2s(a / 2), without it all travel along. The sea consists of `components` waves, whose
    frequencies, directions and phases are drawn from the `seed`.
    """

    spectrum: Literal["jonswap", "pierson-moskowitz"]
    height: Height
    period: Duration
    direction: Heading = (1.0, 0.0, 0.0)
    spreading: Number | None = None
    gamma: Number | None = None
    components: int = Field(default=100, ge=10, le=MOST_COMPONENTS)
    seed: Seed = 0.0

    @model_validator(mode="after")
    def _in_range(self) -> SeaState:
        if self.spreading is not None and not WIDEST <= self.spreading <= NARROWEST:
            raise refusal(
                f"a spreading of {self.spreading:g} is not from {WIDEST:g} to {NARROWEST:g}",
                "use 5 to 15 for a wind sea, 25 to 75 for swell, or leave it out for long crests",
                "spreading",
            )
        if self.gamma is not None and self.spectrum != "jonswap":
            message = f"gamma is of JONSWAP, and the spectrum is {self.spectrum}"
            raise refusal(message, "remove it, or write spectrum: jonswap", "gamma")
        low, high = GAMMAS
        if self.gamma is not None and not low <= self.gamma <= high:
            message = f"a gamma of {self.gamma:g} is not from {low:g} to {high:g}"
            raise refusal(message, f"leave it out for {GAMMA}, the mean of JONSWAP", "gamma")
        return self

    def completed(self, gravity: Vector, depth: float) -> SeaState:
        """The sea itself, once it is known that it can be in water of that depth."""
        check_level("the sea travels", self.direction, gravity, "waves")
        length = _wavelength(self.period, depth, math.hypot(*gravity))
        most = BREAKING * length * math.tanh(2 * math.pi * depth / length)
        if self.height > most:
            raise refusal(
                f"waves of {self.height:g} m with a period of {self.period:g} s would break: they "
                f"are {length:.4g} m long, and {most:.3g} m high at most (Miche 1944)",
                "lower the height, or give a longer period",
                "waves",
            )
        return self

    @property
    def peakedness(self) -> float:
        """Gamma of JONSWAP; 1 is Pierson and Moskowitz."""
        if self.spectrum == "pierson-moskowitz":
            return 1.0
        return GAMMA if self.gamma is None else self.gamma


def _wavelength(period: float, depth: float, g: float) -> float:
    """The length of a wave with a period; absurd ones are refused."""
    k = wavenumber(2 * math.pi / period, depth, g)
    length = 2 * math.pi / k if k > 0 else math.inf
    _check_size("be long by", length, "m")
    return length


def _check_size(what: str, value: float, unit: str) -> None:
    """Refuse waves that gravity, depth and their own size make absurd."""
    if not 1.0 / LARGEST < value < LARGEST:
        remedy = "check the wave, gravity and the depth of the water; values are in SI"
        raise refusal(f"the wave would {what} {value:g} {unit}", remedy, "waves")


def check_level(what: str, direction: Vector, gravity: Vector, key: str) -> None:
    """Refuse what is not horizontal."""
    size = math.hypot(*direction) * math.hypot(*gravity)
    upward = abs(float(np.dot(direction, gravity))) / (size or 1.0)
    if upward > 1e-9:
        slope = math.degrees(math.asin(min(1.0, upward)))
        raise refusal(
            f"{what} at {slope:.3g} degrees to the horizontal plane",
            "make it perpendicular to gravity",
            key,
        )


def wavenumber(frequency: float, depth: float, g: float) -> float:
    """The root k of frequency^2 = g k tanh(k depth), by Newton's method."""
    # in x = k depth; the start is above the root where the curve is convex from below
    y = frequency * frequency * depth / g
    if y == 0 or math.isinf(y):
        return y
    x = y / math.sqrt(math.tanh(y)) if y < 50 else y
    for _ in range(50):
        t = math.tanh(x)
        step = (x * t - y) / (t + x * (1 - t * t))
        x -= step
        if abs(step) <= 1e-15 * x:
            break
    return x / depth
