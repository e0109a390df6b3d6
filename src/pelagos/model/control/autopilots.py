"""Autopilots: the body that each steers, what its servo outputs move, and its sensors."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from pelagos.elements.actuator.pulse_curve import Pulse, to_pulse
from pelagos.language.words import Number, Point, Words, refusal
from pelagos.lazy import cached_property

if TYPE_CHECKING:
    from pelagos.model.actuators import Actuator

MOST_CHANNELS = 32
_NUMBERS = tuple(str(number) for number in range(1, MOST_CHANNELS + 1))
_TARGETS = ("actuator", "light", "gripper")
SENSORS = {"imu": "imu", "battery": "battery", "rangefinder": "altimeter"}  # key: kind of sensor


class PulseMap(Words):
    """Pulse widths `from` and inputs `to`, joined by straight lines; beyond them the ends hold.

    Two equal inputs side by side are a dead band.
    """

    pulses: tuple[Pulse, ...] | None = Field(default=None, alias="from")
    inputs: tuple[Number, ...] | None = Field(default=None, alias="to")

    @model_validator(mode="after")
    def _is_a_line(self) -> PulseMap:
        pulses, inputs = self.pulses or (), self.inputs or ()
        if (self.pulses is None) != (self.inputs is None):
            raise refusal("from and to belong together", "give both, or none")
        if self.is_given and not 2 <= len(pulses) == len(inputs):
            said = f"from has {len(pulses)} and to has {len(inputs)} numbers"
            raise refusal(said, "give as many of both, two or more", "to")
        if any(b <= a for a, b in itertools.pairwise(pulses)):
            raise refusal("the pulse widths do not increase", "write the shortest first", "from")
        return self

    @property
    def is_given(self) -> bool:
        """Whether there is a map at all."""
        return self.pulses is not None


class ServoChannel(PulseMap):
    """One servo output: to the input of an `actuator`, or to a `light` or `gripper` of that name.

    Without a map of its own, one to an actuator has that of the autopilot; without any, the pulse
    goes straight to a thruster whose command is pwm. `reversed` mirrors the input about `neutral`,
    which also stands in while there is no pulse: zero, or the neutral pulse of the thruster, unless
    given. Lights and grippers are not simulated: they are shown, from 0 at 1100 us to 1 at 1900 us.
    """

    actuator: str | None = None
    light: str | None = None
    gripper: str | None = None
    neutral: Number | None = None
    reversed: bool = False

    @model_validator(mode="after")
    def _one_target(self) -> ServoChannel:
        given = [key for key in _TARGETS if getattr(self, key) is not None]
        if len(given) != 1:
            said = " and ".join(given) or "no target"
            raise refusal(f"the channel has {said}", f"give one of {', '.join(_TARGETS)}")
        if self.actuator is None and (self.reversed or self.neutral is not None):
            key = "reversed" if self.reversed else "neutral"
            raise refusal(f"{key} is for actuators, a {given[0]} is shown only", "remove it", key)
        return self

    @property
    def target(self) -> tuple[str, str]:
        """What it moves: the kind, and the name."""
        return next((key, getattr(self, key)) for key in _TARGETS if getattr(self, key) is not None)

    def neutral_of(self, actuator: Actuator) -> float:
        """The input of the actuator while there is no pulse."""
        thruster = actuator.thruster
        if thruster is None or thruster.pwm is None:
            return self.neutral or 0.0
        return thruster.pwm.neutral if self.neutral is None else to_pulse(self.neutral)


def _numbered(words: Any) -> Any:
    for key in words if isinstance(words, dict) else ():
        if key not in _NUMBERS:
            remedy = f"servo outputs are 1 to {MOST_CHANNELS}"
            raise refusal("there is no such channel", remedy, str(key))
    return words


class Autopilot(PulseMap):
    """What an autopilot steers: a free `body`, through `channels` 1 to 32 of its servo outputs.

    Without `imu` its gyroscopes and accelerometers are perfect, and `at` is where they are on the
    body; with it, that sensor of the model reads for it. `battery` and `rangefinder` (an altimeter)
    name sensors likewise. `from` and `to` hold for all channels to actuators that have no map of
    their own.
    """

    body: str
    at: Point = (0.0, 0.0, 0.0)
    imu: str | None = None
    battery: str | None = None
    rangefinder: str | None = None
    channels: Annotated[dict[str, ServoChannel], BeforeValidator(_numbered)]

    @model_validator(mode="after")
    def _moves_something(self) -> Autopilot:
        if not self.channels:
            raise refusal("there are no channels", "write channels: {1: {actuator: ...}}")
        if self.imu is not None and any(self.at):
            message = f"accelerometers are where the imu {self.imu!r} stands"
            raise refusal(message, "remove at, or imu", "at")
        return self

    @property
    def sensors(self) -> dict[str, str]:
        """Names of the sensors of the model that it has, by key."""
        return {key: name for key in SENSORS if (name := getattr(self, key)) is not None}

    @cached_property
    def outputs(self) -> dict[int, ServoChannel]:
        """The channels by their numbers, from 1."""
        return {int(key): channel for key, channel in self.channels.items()}

    def map_of(self, channel: ServoChannel) -> PulseMap:
        """What makes inputs of the pulses of a channel to an actuator."""
        return channel if channel.is_given else self


def takes_pulses(actuator: Actuator) -> bool:
    """Whether the input of an actuator is a pulse width."""
    return actuator.thruster is not None and actuator.thruster.pwm is not None
