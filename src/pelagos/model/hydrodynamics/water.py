"""The water around a robot: its density, its currents and its waves."""

from __future__ import annotations

import math
from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import Field, model_validator

from pelagos.language import scope, units
from pelagos.language.signals import Signal
from pelagos.language.words import (
    ARRAY,
    LARGEST,
    AtLeastZero,
    Duration,
    Length,
    Number,
    Quantity,
    Read,
    Size,
    Vector,
    Velocity,
    Words,
    as_list,
    refusal,
    to_axis,
)

SEAWATER = 1025.0  # kg/m3
DEEP = 1e4  # m; depth where none is given, far below what any wave reaches
TIDE = 1 / 7  # exponent of tidal currents, DNV-RP-C205 (2010), section 4
MAX_WAVES = 1000


class ShearFlow(NamedTuple):
    """Velocity at the height `reference` over the bed, and the exponent of the power law."""

    velocity: Vector
    reference: float
    exponent: float


class Shear(Words):
    """Velocity by the height h over the bed: velocity (h / reference_depth)^exponent.

    `reference_depth` is the height over the bed at which the velocity holds, by default the depth
    of the water: the velocity is then that of the surface. Below the bed the water rests.
    """

    velocity: Velocity
    reference_depth: Size | None = None
    exponent: AtLeastZero = TIDE


def _three_signals(words: Any) -> tuple[Signal, ...]:
    return tuple(Signal.model_validate(item) for item in as_list(words, 3))


class WaterCurrent(Words):
    """A current in the axes of the world: a velocity that is the same everywhere, or a shear.

    A bare list is a velocity; its three components are numbers or signals of time.
    """

    short_forms = (ARRAY,)

    velocity: Annotated[tuple[Signal, Signal, Signal], Read(_three_signals, ARRAY)] | None = None
    shear: Shear | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_list(cls, words: Any) -> Any:
        return {"velocity": words} if isinstance(words, list | tuple) else words

    @model_validator(mode="after")
    def _one_kind(self) -> WaterCurrent:
        if (self.velocity is None) == (self.shear is None):
            said = "no kind" if self.velocity is None else "velocity and shear"
            raise refusal(f"the current has {said}", "give exactly one of velocity, shear")
        return self


def _direction(words: Any) -> Vector:
    """A unit vector from x, -x, ..., from three numbers, or from two in the plane x, y."""
    flat = isinstance(words, list | tuple) and len(words) == 2
    return to_axis([*words, 0.0] if flat else words)


class Wave(Words):
    """One linear wave: the surface is at amplitude cos(k s - frequency t + phase).

    s is the distance along the direction in which the wave travels; k is the wavenumber. Give the
    period or the wavelength; the other one follows from frequency^2 = g k tanh(k depth).
    """

    amplitude: Annotated[float, Quantity(units.LENGTH, least=0.0)]
    period: Duration | None = None
    wavelength: Size | None = None
    direction: Annotated[Vector, Read(_direction, {"type": ["string", "array"]})] = (1.0, 0.0, 0.0)
    phase: Number = 0.0

    @model_validator(mode="after")
    def _one_size(self) -> Wave:
        if (self.period is None) == (self.wavelength is None):
            said = "neither period nor wavelength" if self.period is None else "both"
            raise refusal(f"the wave has {said}", "give exactly one of period, wavelength")
        return self

    def completed(self, gravity: Vector, depth: float) -> Wave:
        """The wave with its period and its wavelength, in water of that depth."""
        _check_level("a wave travels", self.direction, gravity, "waves")
        g = math.hypot(*gravity)
        if self.wavelength is not None:
            k = 2 * math.pi / self.wavelength
            squared = g * k * math.tanh(k * depth)
            period = 2 * math.pi / math.sqrt(squared) if squared > 0 else math.inf
            _check_size("take", period, "s")
            return self.model_copy(update={"period": period})
        assert self.period is not None
        k = wavenumber(2 * math.pi / self.period, depth, g)
        wavelength = 2 * math.pi / k if k > 0 else math.inf
        _check_size("be long by", wavelength, "m")
        return self.model_copy(update={"wavelength": wavelength})

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


def _check_size(what: str, value: float, unit: str) -> None:
    """Refuse waves that gravity, depth and their own size make absurd."""
    if not 1.0 / LARGEST < value < LARGEST:
        remedy = "check the wave, gravity and the depth of the water; values are in SI"
        raise refusal(f"the wave would {what} {value:g} {unit}", remedy, "waves")


def _check_level(what: str, direction: Vector, gravity: Vector, key: str) -> None:
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


class Water(Words):
    """Water that all bodies are in.

    `surface` is the level of the free surface along up, which is against gravity. Where it is
    given, bodies must stay below it unless they float (`buoyancy: floating`): a run ends when one
    reaches it. Where it is not, there is water above all bodies, and currents count from level 0.
    Waves have a surface, at level 0 unless given: above it their velocities would grow without
    bound. `depth` is that of the water below the surface, without it the water is deep. A density
    of 0 leaves drag, lift, buoyancy and what follows from shapes without effect.
    """

    density: Annotated[float, Quantity(units.DENSITY, least=0.0)] = SEAWATER
    current: WaterCurrent | None = None
    waves: tuple[Wave, ...] = Field(default=(), max_length=MAX_WAVES)
    # completed on reading, so it is never None
    depth: Size = None  # type: ignore[assignment]
    surface: Length | None = None

    @model_validator(mode="before")
    @classmethod
    def _no_text(cls, words: Any) -> Any:
        if isinstance(words, bool):
            raise refusal(
                "the water is not described by true or false",
                f"write water: {{density: {SEAWATER:g}}}",
            )
        return words

    @model_validator(mode="after")
    def _complete(self) -> Water:
        given: dict[str, Any] = self.__dict__
        gravity = scope.current().gravity
        shear = None if self.current is None else self.current.shear
        self._check_up(gravity)
        depth = given["depth"] or (shear.reference_depth if shear else DEEP)
        if depth is None:
            raise refusal(
                "a shear current needs the depth of the water",
                "add depth, or reference_depth to the shear",
                "current",
            )
        if shear is not None:
            _check_level("a shear current flows", shear.velocity, gravity, "current")
            if shear.reference_depth is None:
                flow = WaterCurrent(shear=shear.model_copy(update={"reference_depth": depth}))
                given["current"] = flow
        waves = tuple(wave.completed(gravity, depth) for wave in self.waves)
        surface = 0.0 if waves and self.surface is None else self.surface
        # frozen for the user; these fields are completed once, here
        given.update(depth=depth, waves=waves, surface=surface)
        return self

    def _check_up(self, gravity: Vector) -> None:
        """Refuse what has no meaning without up and down."""
        needs = {"waves": bool(self.waves), "surface": self.surface is not None}
        for key, wanted in needs.items():
            if wanted and not any(gravity):
                what = "waves need" if key == "waves" else "a surface needs"
                raise refusal(f"{what} gravity", f"give the robot a gravity, or remove {key}", key)

    @property
    def level(self) -> float:
        """Height along up that currents, waves and floating bodies count from."""
        return self.surface or 0.0

    @property
    def bed(self) -> float | None:
        """Height of its bed along up; None where no depth is known."""
        return None if self.depth == DEEP else self.level - self.depth

    @property
    def current_kind(self) -> str:
        """One of none, uniform, shear."""
        if self.current is None:
            return "none"
        return "shear" if self.current.velocity is None else "uniform"

    @property
    def current_signals(self) -> tuple[Signal, Signal, Signal] | None:
        """The three components of a uniform current, in world axes."""
        return None if self.current is None else self.current.velocity

    @property
    def shear(self) -> ShearFlow | None:
        """Velocity, height over the bed where it holds, exponent."""
        shear = None if self.current is None else self.current.shear
        if shear is None:
            return None
        assert shear.reference_depth is not None  # completed on reading
        return ShearFlow(shear.velocity, shear.reference_depth, shear.exponent)
