"""Thrusters: from a command (pulse width, shaft speed or thrust) to a force on a body.

T = T_ww |w| w + T_wu |w| u_a, with the shaft speed w and the speed u_a of the thruster along its
axis through the water, u_a = (v + w_body x p - current) . t (Nielsen et al. 2018, eq 8 to 13). That
is K_T = a0 + a1 J in other words: J = 2 pi u_a / (w D), T_ww = rho D^4 a0 / (4 pi^2),
T_wu = rho D^3 a1 / (2 pi).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import model_validator

from pelagos.elements.actuator.pulse_curve import MICRO, PositiveNumber, PulseCurve, to_pulse
from pelagos.elements.body.crossing import share_below
from pelagos.elements.contract import Element, Stage
from pelagos.elements.site import ActuatorSite
from pelagos.elements.targets import Limits, OnBody
from pelagos.language import scope, units
from pelagos.language.expressions import Const, Node, div, evaluate, mul, op
from pelagos.language.signals import Signal
from pelagos.language.words import (
    AtLeastZero,
    Duration,
    Length,
    Number,
    Read,
    Size,
    Vector,
    Words,
    read_as,
    refusal,
    to_axis,
    to_number,
)
from pelagos.mathematics.algebra import Force, Vec3
from pelagos.mathematics.scalars import Scalar, absolute, where

DISC = 0.1  # m: diameter of a propeller that does not tell it, for how it comes out of the water


def _direction(words: Any) -> Vector:
    """A unit vector, or eq 8 of Nielsen et al. 2018 from two angles."""
    if not isinstance(words, dict):
        return to_axis(words)
    unknown = sorted(map(repr, words.keys() - {"elevation", "azimuth"}))
    if unknown or not words:
        said = unknown[0] if unknown else "angles"
        raise refusal(f"a direction has no {said}", "give elevation and azimuth")
    angles = (words.get(key, 0.0) for key in ("elevation", "azimuth"))
    alpha, beta = (to_number(angle, (units.NONE,)) for angle in angles)
    return (
        math.cos(alpha) * math.cos(beta),
        -math.cos(alpha) * math.sin(beta),
        math.sin(alpha),
    )


Direction = Annotated[Vector, Read(_direction, {"type": ["string", "array", "object"]})]


class Coefficients(Words):
    """Thrust T_ww |w| w + T_wu |w| u_a (N s2, N s2/m), w in rad/s; one direction of turning."""

    T_ww: PositiveNumber
    T_wu: Number = 0.0


class Propeller(Words):
    """The same by K_T = a0 + a1 J: T_ww = rho D^4 a0 / (4 pi^2), T_wu = rho D^3 a1 / (2 pi)."""

    diameter: Size
    a0: PositiveNumber
    a1: Number = 0.0
    # by default of the robot's water; completed on reading, so it is never None
    density: PositiveNumber = None  # type: ignore[assignment]

    @model_validator(mode="before")
    @classmethod
    def _in_water(cls, words: Any) -> Any:
        if not isinstance(words, dict) or words.get("density") is not None:
            return words
        density = scope.current().density
        if density is None:
            raise refusal("the density of the water is not known", "add density:, or water:")
        return {**words, "density": density}

    @property
    def coefficients(self) -> Coefficients:
        """T_ww and T_wu."""
        density, D = self.density, self.diameter
        return Coefficients(
            T_ww=density * D**4 * self.a0 / (4 * math.pi**2),
            T_wu=density * D**3 * self.a1 / (2 * math.pi),
        )


def _reverse(words: Any) -> type[Words] | None:
    """A reverse side is told by T_ww and T_wu, or else as a propeller."""
    if words is None:
        return None
    named = isinstance(words, dict) and words.keys() & Coefficients.model_fields.keys()
    return Coefficients if named else Propeller


class Thruster(OnBody):
    """A propeller on a body. `command` says what the input is: pwm, speed (rad/s) or thrust (N).

    Pulse widths are times: 1600 us; a bare number above 1 is in microseconds. `lag` is the time
    constant of spinning up, `rate_limit` the fastest change of what lags. `reaction` is the moment
    about the axis per newton of thrust, opposite to it for positive values. `health` scales all.
    """

    key = "thruster"
    order = 5
    effort_word = "thrust"
    meaning = "command of the thruster on body"

    direction: Direction
    frame: Literal["body"] = "body"
    at: tuple[Length, Length, Length] = (0.0, 0.0, 0.0)
    command: Literal["pwm", "speed", "thrust"]
    input: Signal = None  # type: ignore[assignment]
    pwm: PulseCurve | None = None
    propeller: Propeller | None = None
    coefficients: Coefficients | None = None
    reverse: Annotated[Coefficients | Propeller | None, read_as(_reverse)] = None
    reaction: Length = 0.0
    limits: Limits | None = None
    lag: Duration | None = None
    rate_limit: PositiveNumber | None = None
    health: AtLeastZero = 1.0

    @model_validator(mode="after")
    def _fits(self) -> Thruster:
        if self.propeller is not None and self.coefficients is not None:
            raise refusal("propeller and coefficients are both given", "keep one of them")
        if (self.pwm is None) == (self.command == "pwm"):
            said = "needs" if self.command == "pwm" else "has no use for"
            raise refusal(f"the command {self.command} {said} a curve pwm:", "see command")
        if self.shaft and self.forward is None:
            raise refusal("the thrust of a shaft speed is not known", "give propeller or T_ww")
        if self.reverse is not None and self.forward is None:
            raise refusal("reverse is given without forward", "give propeller or coefficients")
        if self.health > 1.0:
            raise refusal(f"the health {self.health:g} is above 1", "use 0 (failed) to 1 (sound)")
        if self.rate_limit is not None and self.lag is None:
            raise refusal("rate_limit without lag", "add lag: the time constant of spinning up")
        given: Signal | None = self.input
        if given is None:
            object.__setattr__(self, "input", Signal(constant=self.neutral))
        return self

    @property
    def neutral(self) -> float:
        """The command at which it does nothing."""
        return 0.0 if self.pwm is None else self.pwm.neutral

    @property
    def shaft(self) -> bool:
        """Whether the command leads to a shaft speed first, rather than to a thrust."""
        if self.pwm is not None:
            return self.pwm.table is None or self.pwm.table.speed is not None
        return self.command == "speed"

    @property
    def forward(self) -> Coefficients | None:
        """T_ww and T_wu when turning forward; None for a thrust that no inflow changes."""
        return self.coefficients if self.propeller is None else self.propeller.coefficients

    @property
    def backward(self) -> Coefficients | None:
        """The same in reverse."""
        given = self.reverse
        if given is None:
            return self.forward
        return given.coefficients if isinstance(given, Propeller) else given

    # --- commands

    def drive(self, command: Node) -> Node:
        """What turns the propeller at a command: shaft speed, or thrust without coefficients."""
        found = self._clipped(self.in_unit(command))
        if self.pwm is not None:
            found = self.pwm.node(found)
        return found if self.shaft else self._speed_of_thrust(found)

    def in_unit(self, command: Node) -> Node:
        """A command in the unit of the input: pulse widths below 1 are in seconds."""
        if self.command != "pwm":
            return command
        seconds = op("lt", command, Const(1.0))
        return op("where", seconds, mul(Const(MICRO), command), command)

    def thrust(self, drive: Node) -> Node:
        """Thrust without inflow at a drive; the inverse of `drive_for`, at full health."""
        forward, backward = self.forward, self.backward
        if forward is None or backward is None:
            return drive
        back = op("lt", drive, Const(0.0))
        T_ww = op("where", back, Const(backward.T_ww), Const(forward.T_ww))
        return mul(T_ww, mul(op("abs", drive), drive))

    def drive_for(self, thrust: Node) -> Node:
        """The same for a thrust that is wanted without inflow, as far as the limits allow."""
        wanted = self._speed_of_thrust(thrust)
        if self.limits is None:
            return wanted
        low, high = (evaluate(self.drive(Const(limit))) for limit in self.limits)
        return op("min", op("max", wanted, Const(low)), Const(high))

    def still(self, thrust: Node) -> Node:
        """A thrust that is wanted without inflow, as far as the limits allow."""
        if self.limits is None:
            return thrust
        low, high = (evaluate(self.thrust(self.drive(Const(limit)))) for limit in self.limits)
        return op("min", op("max", thrust, Const(low)), Const(high))

    def _clipped(self, command: Node) -> Node:
        if self.input_limits is None:
            return command
        low, high = self.input_limits
        return op("min", op("max", command, Const(low)), Const(high))

    def _speed_of_thrust(self, thrust: Node) -> Node:
        """The shaft speed that gives a thrust without inflow; the thrust itself if unknown."""
        forward, backward = self.forward, self.backward
        if forward is None or backward is None:
            return thrust
        ahead = op("lt", Const(0.0), thrust)
        T_ww = op("where", ahead, Const(forward.T_ww), Const(backward.T_ww))
        return mul(op("sign", thrust), op("sqrt", div(op("abs", thrust), T_ww)))

    @property
    def input_limits(self) -> tuple[float, float] | None:
        if self.limits is None or self.command != "pwm":
            return self.limits
        low, high = self.limits
        return to_pulse(low), to_pulse(high)

    def input_unit(self, effort: str) -> str:
        return {"pwm": "us", "speed": "rad/s", "thrust": effort}[self.command]

    # --- the force

    def build(self, site: ActuatorSite) -> Iterator[Element]:
        forward, backward, body = self.forward, self.backward, site.body(self.body)
        yield Thrust(
            link=body.link,
            channel=site.channel(site.input),
            still=None if site.still is None else site.channel(site.still),
            axis=body.vector(self.direction),
            point=body.vector(self.at),
            linear=1.0 if forward is None else 0.0,
            T_ww=0.0 if forward is None else forward.T_ww,
            T_wu=0.0 if forward is None else forward.T_wu,
            reverse_ww=0.0 if backward is None else backward.T_ww,
            reverse_wu=0.0 if backward is None else backward.T_wu,
            reaction=self.reaction,
            health=self.health,
            waterline=self._waterline(site),
        )

    def _waterline(self, site: ActuatorSite) -> PropellerPlace | None:
        """None where the propeller is always under water."""
        if site.water is None or not site.water.crossing:
            return None
        diameter = DISC if self.propeller is None else self.propeller.diameter
        return PropellerPlace(Vec3(*(site.up + 0.0).tolist()), 0.5 * diameter)


@dataclass(frozen=True)
class PropellerPlace:
    """What a propeller that may come out of the water needs to know."""

    up: Vec3
    radius: float


@dataclass(frozen=True)
class Thrust(Element):
    """The force of a propeller in moving water; its output is the thrust in newtons."""

    link: int
    channel: int
    still: int | None  # channel of the thrust without inflow, where the thruster is told that
    axis: Vec3
    point: Vec3
    linear: float  # 1: the input is the thrust itself
    T_ww: float  # N s2
    T_wu: float  # N s2/m
    reverse_ww: float
    reverse_wu: float
    reaction: float  # m: moment about the axis per newton, against the thrust
    health: float
    waterline: PropellerPlace | None = None

    stage = Stage.THRUST

    def act(self, at: Any) -> Sequence[Scalar]:
        size, _ = self.at_work(at)
        push = size * self.axis
        at.apply(self.link, Force(push, self.point.cross(push) - self.reaction * push))
        return (size,)

    def at_work(self, at: Any) -> tuple[Scalar, Scalar]:
        """Thrust, and the speed along the axis through the water."""
        v = at.through_water(self.link)
        along = (v.v + v.w.cross(self.point)).dot(self.axis)
        still = None if self.still is None else at.signals[self.still]
        size = self.thrust(at.signals[self.channel], along, still)
        if self.waterline is not None:
            place, line = at.world[self.link].point(self.point), self.waterline
            size = share_below(at, place, line.up, line.radius) * size
        return size, along

    def thrust(self, drive: Scalar, along: Scalar, still: Scalar | None = None) -> Scalar:
        """Newtons at a drive (shaft speed or thrust) and a speed through the water.

        still: T_ww |w| w where that is known better than by the root w, which has no slope at zero.
        """
        back = drive < 0.0
        T_wu = where(back, self.reverse_wu, self.T_wu)
        if still is not None:
            return self.health * (still + absolute(drive) * (T_wu * along))
        T_ww = where(back, self.reverse_ww, self.T_ww)
        return self.health * (self.linear * drive + absolute(drive) * (T_ww * drive + T_wu * along))

    @property
    def heard(self) -> Mapping[int, str]:
        return {self.channel: ""}
