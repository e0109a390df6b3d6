"""The water around a robot: its density, its currents and its waves."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, Field, model_validator

from pelagos.language import scope, units
from pelagos.language.expressions import Node
from pelagos.language.signals import Signal
from pelagos.language.words import (
    Length,
    OneOrList,
    Quantity,
    Size,
    Vector,
    Words,
    read_as,
    refusal,
)
from pelagos.model.hydrodynamics.currents import WaterCurrent
from pelagos.model.hydrodynamics.waves import SeaState, Wave

SEAWATER = 1025.0  # kg/m3
DEEP = 1e4  # m; depth where none is given, far below what any wave reaches
MAX_WAVES = 1000


class ShearFlow(NamedTuple):
    """Velocity at the height `reference` over the bed, and the exponent of the power law."""

    velocity: Vector
    reference: float
    exponent: float


_OF_SEAS = SeaState.model_fields.keys() - Wave.model_fields.keys()


def _kind_of_wave(words: Any) -> type[BaseModel]:
    return SeaState if isinstance(words, dict) and _OF_SEAS & words.keys() else Wave


AnyWave = Annotated[Wave | SeaState, read_as(_kind_of_wave)]


class Water(Words):
    """Water that all bodies are in.

    `surface` is the level of the free surface along up, which is against gravity. Where it is
    given, bodies must stay below it unless they float (`buoyancy: floating`): a run ends when one
    reaches it. With `crossing` they may: buoyancy, added mass, drag and lift are then those of the
    part of a body that is wet. Where no surface is given, there is water above all bodies, and
    currents count from level 0. Waves have a surface, at level 0 unless given: above it their
    velocities would grow without bound. `depth` is that of the water below the surface, without it
    the water is deep. A density of 0 leaves drag, lift, buoyancy and what follows from shapes
    without effect.
    """

    density: Annotated[float, Quantity(units.DENSITY, least=0.0)] = SEAWATER
    current: WaterCurrent | None = None
    waves: Annotated[tuple[AnyWave, ...], OneOrList()] = Field(default=(), max_length=MAX_WAVES)
    # completed on reading, so it is never None
    depth: Size = None  # type: ignore[assignment]
    surface: Length | None = None
    crossing: bool = False

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
        current = self.current
        self._check_up(gravity)
        depth = given["depth"]
        if depth is None and current is not None:
            if current.needs_depth:
                raise refusal(
                    f"{current.needs_depth} needs the depth of the water",
                    "add depth" + (", or reference_depth to the shear" if current.shear else ""),
                    "current",
                )
            depth = None if current.shear is None else current.shear.reference_depth
        depth = depth or DEEP
        if current is not None:
            given["current"] = current.completed(gravity, depth)
        waves = tuple(wave.completed(gravity, depth) for wave in self.waves)
        surfaced = bool(waves) or self.crossing
        surface = 0.0 if surfaced and self.surface is None else self.surface
        # frozen for the user; these fields are completed once, here
        given.update(depth=depth, waves=waves, surface=surface)
        return self

    def _check_up(self, gravity: Vector) -> None:
        """Refuse what has no meaning without up and down."""
        surfaced = self.surface is not None
        needs = {"waves": bool(self.waves), "surface": surfaced, "crossing": self.crossing}
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
        """One of none, uniform, shear, profile; tides and turbulence alone are uniform."""
        if self.current is None:
            return "none"
        if self.current.shear is not None:
            return "shear"
        return "uniform" if self.current.profile is None else "profile"

    @property
    def current_signals(self) -> tuple[Signal, Signal, Signal] | None:
        """The three components of a uniform current, in world axes."""
        return None if self.current is None else self.current.velocity

    @property
    def current_nodes(self) -> tuple[Node, ...]:
        """Those of a uniform current and of turbulence; none if there is neither."""
        return () if self.current is None else self.current.nodes

    @property
    def uneven(self) -> str:
        """What moves it beside a uniform current, in words; empty if nothing does."""
        if self.waves:
            return "waves"
        return "" if self.current is None else self.current.beside_velocity

    @property
    def shear(self) -> ShearFlow | None:
        """Velocity, height over the bed where it holds, exponent."""
        shear = None if self.current is None else self.current.shear
        if shear is None:
            return None
        assert shear.reference_depth is not None  # completed on reading
        return ShearFlow(shear.velocity, shear.reference_depth, shear.exponent)
