"""How a run starts and proceeds: initial states, integrator settings, scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from pelagos.controllers.section import NamedController
from pelagos.integrators.table import METHODS
from pelagos.language import scope
from pelagos.language.placement import Placement, placed
from pelagos.language.signals import SampledSignal
from pelagos.language.words import (
    ONE_OR_ARRAY,
    Acceleration,
    Angle,
    Angles,
    AngularVelocity,
    Duration,
    Number,
    Positive,
    Quantity,
    Quaternion,
    Read,
    Velocity,
    Words,
    as_list,
    refusal,
    to_number,
)
from pelagos.model.actuators import Actuator
from pelagos.model.events import Event, Stop
from pelagos.model.hydrodynamics.water import Water

if TYPE_CHECKING:
    Method = str
else:
    Method = Literal[METHODS]

PositiveNumber = Annotated[float, Quantity(), Positive()]


def _one_or_more(words: Any) -> tuple[float, ...]:
    items = words if isinstance(words, list | tuple) else [words]
    return tuple(to_number(item) for item in items)


OneOrMore = Annotated[tuple[float, ...], Read(_one_or_more, ONE_OR_ARRAY)]


def _over_the_robots(words: Any) -> Any:
    return {**scope.current().water, **words} if isinstance(words, dict) else words


class Integrator(Words):
    """How time advances: `step` is for fixed steps, rtol and atol for variable ones.

    Where `step` is given to a method with variable steps, none is longer.

    auto: dopri5, and radau from where a robot proves stiff; dopri5 alone in batches, in sessions
    and with events.
    """

    method: Method = "auto"
    rtol: PositiveNumber = 1e-6
    atol: PositiveNumber = 1e-9
    step: Duration = 1e-3
    every: Duration | None = None  # output interval; None: 500 intervals over the duration
    max_steps: int = Field(default=10_000_000, gt=0)


class Initial(Words):
    """Position and velocity of one joint at the start; which keys fit depends on its kind.

    free: position, rpy or quaternion, velocity, angular_velocity (both in the body's frame).
    spherical: rpy or quaternion, angular_velocity. revolute: angle (or position), rate.
    prismatic: position, rate. universal, planar: position: [...], rate: [...].
    `within` are placements in which a free body's position and attitude stand, the outermost last.
    """

    position: OneOrMore | None = None
    angle: Angle | None = None
    rpy: Angles | None = None
    quaternion: Quaternion | None = None
    velocity: Velocity | None = None
    angular_velocity: AngularVelocity | None = None
    rate: OneOrMore | None = None
    within: tuple[Placement, ...] | None = None

    @model_validator(mode="after")
    def _no_doubles(self) -> Initial:
        for one, other in (("rpy", "quaternion"), ("angle", "position")):
            if getattr(self, one) is not None and getattr(self, other) is not None:
                raise refusal(f"{one} and {other} are both given", "keep one of them")
        if self.within:
            x, y, z = as_list(self.position or (0.0, 0.0, 0.0), 3)
            own = Placement(position=(x, y, z), rpy=self.rpy, quaternion=self.quaternion)
            position, quaternion = placed(own.position, own.unit_quaternion, self.within)
            # frozen for the user; these fields are completed once, here
            self.__dict__.update(position=position, rpy=None, quaternion=quaternion)
        self.__dict__["within"] = None
        return self


class Scenario(Words):
    """A named run: what differs from the robot's own settings.

    `actuators` and `controllers` take the place of the robot's own of the same name, or stand
    beside them: a limb that is pushed by a motor in one scenario follows a prescribed motion in
    another. `inputs` are those of actuators, and set points of controllers.
    """

    description: str = ""
    duration: Duration | None = None
    actuators: dict[str, Actuator] = Field(default_factory=dict)
    controllers: dict[str, NamedController] = Field(default_factory=dict)
    inputs: dict[str, SampledSignal] = Field(default_factory=dict)
    initial: dict[str, Initial] = Field(default_factory=dict)
    # scenarios of modules that this one consists of; taken apart on reading
    modules: str | dict[str, str] | None = Field(default=None, exclude=True)
    parameters: dict[str, Number] = Field(default_factory=dict)
    integrator: Integrator | None = None
    gravity: Acceleration | None = None
    # keys that the scenario leaves out are those of the robot's water
    water: Annotated[Water, BeforeValidator(_over_the_robots)] | None = None
    events: dict[str, Event] = Field(default_factory=dict)
    stop: Stop | None = None
