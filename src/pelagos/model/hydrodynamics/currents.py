"""Currents in words: uniform, over the height or by a table of depths; tides and turbulence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, model_validator

from pelagos.language import units
from pelagos.language.expressions import Node, add
from pelagos.language.signals import Signal, in_unit
from pelagos.language.signals.noise import FASTEST, Noise
from pelagos.language.tables import read_columns
from pelagos.language.words import (
    ARRAY,
    ONE_OR_ARRAY,
    Angle,
    AtLeastZero,
    Duration,
    OneOrList,
    Positive,
    Quantity,
    Read,
    Seed,
    Size,
    Vector,
    Velocity,
    Words,
    as_list,
    refusal,
)
from pelagos.model.hydrodynamics.waves import check_level

TIDE = 1 / 7  # exponent of tidal currents, DNV-RP-C205 (2010), section 4
M2 = 44_714.165  # s, the principal lunar tide, 12.4206 h (Pugh 1987)
MOST_ROWS = 100  # of a table of depths
MOST_TIDES = 40
DRAWN = 10.0  # numbers of the turbulence within its time constant, unless its rate is given

_SPEED, _SPREAD = Quantity(units.SPEED), Quantity(units.SPEED, least=0.0)


class Shear(Words):
    """Velocity by the height h over the bed: velocity (h / reference_depth)^exponent.

    `reference_depth` is the height over the bed at which the velocity holds, by default the depth
    of the water: the velocity is then that of the surface. Below the bed the water rests.
    """

    velocity: Velocity
    reference_depth: Size | None = None
    exponent: AtLeastZero = TIDE


def _flat(words: Any) -> Vector:
    """A velocity of three numbers, or of two in the plane x, y."""
    x, y, *z = (_SPEED.read(item) for item in as_list(words, 2, 3))
    return (x, y, z[0] if z else 0.0)


Row = Annotated[Vector, Read(_flat, ARRAY)]
Depth = Annotated[float, Quantity(units.LENGTH, least=0.0)]


class Profile(Words):
    """Velocity by the depth below the surface, in rows or in columns of a CSV file.

    Between the rows run monotone cubics: velocity and slope are continuous, and no velocity is
    beyond those of its two rows. Above the first row and below the last, these hold.
    """

    depth: tuple[Depth, ...] = Field(max_length=MOST_ROWS)
    velocity: tuple[Row, ...] = Field(max_length=MOST_ROWS)
    file: str = ""
    columns: tuple[str | int, ...] | None = None  # those of the file that were read

    @model_validator(mode="before")
    @classmethod
    def _from_file(cls, words: Any) -> Any:
        """Columns of a file become rows; the file of given rows stays a remark."""
        if not isinstance(words, dict) or not isinstance(words.get("file"), str):
            return words
        given = words.get("depth", 0), words.get("velocity", [1, 2])
        if isinstance(given[0], list | tuple):
            return words
        columns = [given[0], *(given[1] if isinstance(given[1], list | tuple) else [given[1]])]
        if len(columns) not in (3, 4) or not all(isinstance(name, str | int) for name in columns):
            remedy = "write depth: HEADING and velocity: [HEADING, HEADING] for x and y"
            raise refusal("depth and velocity must name columns of the file", remedy)
        depth, *parts = read_columns(words["file"], columns)
        rows = [list(row) for row in zip(*parts, strict=True)]
        return {**words, "depth": depth, "velocity": rows, "columns": columns}

    @model_validator(mode="after")
    def _increasing(self) -> Profile:
        if len(self.depth) != len(self.velocity):
            message = f"{len(self.depth)} depths for {len(self.velocity)} velocities"
            raise refusal(message, "give as many of each")
        if len(self.depth) < 2:
            raise refusal(f"the table has {len(self.depth)} rows", "give at least two")
        for i, (a, b) in enumerate(zip(self.depth, self.depth[1:], strict=False)):
            if a >= b:
                message = f"depths must increase, row {i + 2} has {b:g} after {a:g}"
                raise refusal(message, "sort the table from the surface down")
        return self


class Tide(Words):
    """velocity cos(a) + across sin(a) with a = 2 pi t / period + phase: a tide, or part of one.

    At each time the water has one velocity everywhere; with an `exponent` it slows down towards the
    bed as a shear does (1/7 is common), and holds at the surface.
    """

    velocity: Velocity
    across: Velocity = (0.0, 0.0, 0.0)
    period: Duration = M2
    phase: Angle = 0.0
    exponent: AtLeastZero = 0.0


def _three(words: Any) -> Vector:
    """A standard deviation for all axes, or one for each."""
    if isinstance(words, list | tuple):
        x, y, z = (_SPREAD.read(item) for item in as_list(words, 3))
        return (x, y, z)
    size = _SPREAD.read(words)
    return (size, size, size)


class Turbulence(Words):
    """A velocity that wanders: a Gauss-Markov process along each axis of the world.

    sigma: standard deviation, one or three numbers; tau: time constant with which it fades; rate:
    how often it is drawn, 10 times in tau by default, with straight lines in between. The water has
    one such velocity everywhere. It is drawn from the seed of the run, or from a `seed`.
    """

    sigma: Annotated[Vector, Read(_three, ONE_OR_ARRAY)]
    tau: Duration
    rate: Annotated[float, Quantity(units.RATE), Positive()] | None = None
    seed: Seed | None = None

    @model_validator(mode="after")
    def _in_time(self) -> Turbulence:
        if self.drawn_at > FASTEST:
            message = f"it would be drawn at {self.drawn_at:g} Hz, more than {FASTEST:g} Hz"
            raise refusal(message, "lower the rate, or give a longer tau")
        return self

    @property
    def drawn_at(self) -> float:
        """In Hz."""
        return DRAWN / self.tau if self.rate is None else self.rate

    @property
    def noises(self) -> Iterator[Noise]:
        """Of the three axes."""
        for axis, sigma in zip("xyz", self.sigma, strict=True):
            yield Noise(
                sigma=sigma,
                rate=self.drawn_at,
                tau=self.tau,
                interpolation="linear",
                seed=self.seed,
                stream=f"water.current.turbulence.{axis}",
            )


_Speed: TypeAdapter[Signal] = TypeAdapter(Annotated[Signal, in_unit("m/s")])


def _three_signals(words: Any) -> tuple[Signal, ...]:
    return tuple(_Speed.validate_python(item) for item in as_list(words, 3))


class WaterCurrent(Words):
    """A current in the axes of the world: one of velocity, shear, profile; tides and turbulence.

    A velocity is the same everywhere; its three components are numbers or signals of time, and a
    bare list is one. `tide` and `turbulence` come on top, or stand alone.
    """

    short_forms = (ARRAY,)

    velocity: Annotated[tuple[Signal, Signal, Signal], Read(_three_signals, ARRAY)] | None = None
    shear: Shear | None = None
    profile: Profile | None = None
    tide: Annotated[tuple[Tide, ...], OneOrList()] = Field(default=(), max_length=MOST_TIDES)
    turbulence: Turbulence | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_list(cls, words: Any) -> Any:
        return {"velocity": words} if isinstance(words, list | tuple) else words

    @model_validator(mode="after")
    def _one_kind(self) -> WaterCurrent:
        kinds = ("velocity", "shear", "profile")
        given = [kind for kind in kinds if getattr(self, kind) is not None]
        if len(given) > 1:
            said = " and ".join(given)
            raise refusal(f"the current has {said}", "give one of velocity, shear, profile")
        if not given and not self.tide and self.turbulence is None:
            remedy = "give one of velocity, shear, profile, or tide, or turbulence"
            raise refusal("the current has no kind", remedy)
        return self

    def completed(self, gravity: Vector, depth: float) -> WaterCurrent:
        """The current in water of that depth; what changes with the height is horizontal."""
        if self.shear is not None:
            check_level("a shear current flows", self.shear.velocity, gravity, "current")
        for velocity in () if self.profile is None else self.profile.velocity:
            check_level("a row of the profile flows", velocity, gravity, "current")
        for tide in self.tide:
            for velocity in (tide.velocity, tide.across) if tide.exponent else ():
                check_level("a tide with an exponent flows", velocity, gravity, "current")
        if self.shear is None or self.shear.reference_depth is not None:
            return self
        shear = self.shear.model_copy(update={"reference_depth": depth})
        return self.model_copy(update={"shear": shear})

    @property
    def needs_depth(self) -> str:
        """What of it is not known without the depth of the water."""
        if self.shear is not None and self.shear.reference_depth is None:
            return "a shear current"
        return "a tide with an exponent" if any(tide.exponent for tide in self.tide) else ""

    @property
    def nodes(self) -> tuple[Node, ...]:
        """Components of all that is the same everywhere but tides; none if there is nothing."""
        parts = [[signal.node for signal in self.velocity]] if self.velocity is not None else []
        if self.turbulence is not None:
            parts.append([noise.tree() for noise in self.turbulence.noises])
        return tuple(add(*pair) if len(pair) == 2 else pair[0] for pair in zip(*parts, strict=True))

    @property
    def beside_velocity(self) -> str:
        """What of it is more than a velocity that is the same everywhere, in words."""
        if self.shear is not None:
            return "a shear current"
        if self.profile is not None:
            return "a profile of the current"
        return "a tide" if self.tide else "turbulence" if self.turbulence is not None else ""
