"""Thrusters: from a command (pulse width, shaft speed or thrust) to a force on a body.

Thrust is T_ww |w| w + T_wu |w| u_a with the shaft speed w and the speed u_a of the thruster along
its axis through the water; the same as K_T = a0 + a1 J (Nielsen et al. 2018, eq 10 to 13).
"""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from pelagos.language import scope, units
from pelagos.language.expressions import Const, Node, Table, add, div, evaluate, mul, op, sub
from pelagos.language.signals import Signal
from pelagos.language.tables import pieces, read_columns
from pelagos.language.words import (
    AtLeastZero,
    Duration,
    Length,
    Number,
    Positive,
    Quantity,
    Read,
    Size,
    Vector,
    Words,
    kind_of,
    read_as,
    refusal,
    to_axis,
    to_number,
)
from pelagos.model.control.targets import OnBody

MICRO = 1e6  # microseconds in a second
RPM = math.pi / 30.0  # rad/s
SECONDS = 1.0  # bare pulse widths above are microseconds, up to this they are seconds
BAND_SECONDS = 1e-3  # the same for dead bands, which may be narrower than a microsecond
EDGE = 1.0 + 1e-9  # a pulse on the edge of the dead band is inside, whatever its rounding
PositiveNumber = Annotated[float, Quantity(), Positive()]


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


def _pulse(words: Any) -> float:
    """A pulse width in microseconds from seconds (1500 us), or from a bare number above 1."""
    number = to_number(words, (units.TIME, units.NONE))
    return number if number > SECONDS else number * MICRO


def _band(words: Any) -> float:
    """Half the width of a dead band in microseconds, likewise."""
    number = to_number(words, (units.TIME, units.NONE))
    return number if number > BAND_SECONDS else number * MICRO


def _limits(words: Any) -> tuple[float, float]:
    if not isinstance(words, list | tuple) or len(words) != 2:
        raise refusal("limits are two numbers", "write limits: [lowest, highest]")
    low, high = (to_number(item) for item in words)
    if low >= high:
        raise refusal(f"the limits {low:g} and {high:g} leave nothing", "write the lower one first")
    return low, high


Direction = Annotated[Vector, Read(_direction, {"type": ["string", "array", "object"]})]
Pulse = Annotated[float, Read(_pulse, {"type": ["number", "string"]})]
Band = Annotated[float, Read(_band, {"type": ["number", "string"]})]
Limits = Annotated[tuple[float, float], Read(_limits, {"type": "array"})]


class PowerLaw(Words):
    """Shaft speed in rpm = coefficient |x|^exponent + offset, x in microseconds from neutral."""

    coefficient: PositiveNumber
    exponent: PositiveNumber
    offset: Number = 0.0


class PulseTable(Words):
    """Measured shaft speed (`speed`) or thrust without inflow (`thrust`) over the pulse width.

    Numbers, or columns of a CSV file, of which `where` picks rows, as {voltage_V: 16}; `unit` is
    what the file's numbers are in: rpm, rad/s, N or kgf. The sign is that of the pulse.
    """

    pwm: tuple[Pulse, ...] = Field(min_length=2)
    speed: tuple[Number, ...] | None = None
    thrust: tuple[Number, ...] | None = None
    file: str = ""

    @model_validator(mode="before")
    @classmethod
    def _from_file(cls, words: Any) -> Any:
        """Columns of a file become lists; the file of given lists stays a remark."""
        if not isinstance(words, dict) or isinstance(words.get("pwm"), list | tuple):
            return words
        given = dict(words)
        kind = "thrust" if "thrust" in given else "speed"
        chosen, unit = given.pop("where", {}), given.pop("unit", 1.0)
        if not isinstance(chosen, dict):
            said = f"where names columns and values, this is {kind_of(chosen)}"
            raise refusal(said, "write where: {voltage_V: 16}", "where")
        measures = (units.FORCE if kind == "thrust" else units.RATE,)
        factor = to_number(f"1 {unit}", measures) if isinstance(unit, str) else to_number(unit)
        columns = [given.get("pwm", 0), given.get(kind, 1), *chosen]
        if not isinstance(given.get("file"), str):
            raise refusal("the table has neither numbers nor a file", "give pwm: [...] or file:")
        rows = zip(*read_columns(given["file"], columns), strict=True)
        wanted = [to_number(value) for value in chosen.values()]
        kept = [(x, factor * y) for x, y, *rest in rows if rest == wanted]
        if len(kept) < 2:
            picked = " where " + ", ".join(f"{k} is {v}" for k, v in chosen.items())
            said = f"the file has {len(kept)} rows{picked if chosen else ''}"
            raise refusal(said, "a curve has two or more", "where" if chosen else "file")
        given["pwm"], given[kind] = [x for x, _ in kept], [y for _, y in kept]
        return given

    @model_validator(mode="after")
    def _one_kind(self) -> PulseTable:
        given = [kind for kind in ("speed", "thrust") if getattr(self, kind) is not None]
        if len(given) != 1:
            said = " and ".join(given) or "neither"
            raise refusal(f"the table has {said}", "give one of speed, thrust")
        if len(self.pwm) != len(self.values):
            raise refusal(f"{len(self.pwm)} pulses for {len(self.values)} values", "give as many")
        if any(a >= b for a, b in zip(self.pwm, self.pwm[1:], strict=False)):
            raise refusal("pulse widths must increase", "sort the table, or pick rows with where")
        return self

    @property
    def values(self) -> tuple[float, ...]:
        """Shaft speeds in rad/s or thrusts in N."""
        return self.speed if self.speed is not None else self.thrust or ()


class PulseCurve(Words):
    """Pulse width to shaft speed or thrust; nothing happens inside the dead band."""

    power: PowerLaw | None = None
    table: PulseTable | None = None
    neutral: Pulse = 1500.0
    dead_band: Band = 25.0

    @model_validator(mode="after")
    def _one_kind(self) -> PulseCurve:
        if (self.power is None) == (self.table is None):
            raise refusal("a pulse curve is either a power law or a table", "give one of them")
        if not 0.0 <= self.dead_band < self.neutral:
            raise refusal(
                f"a dead band of {self.dead_band:g} us about a pulse of {self.neutral:g} us",
                "give a width from 0 to the neutral pulse, as 25 us",
                "dead_band",
            )
        return self

    def node(self, pulse: Node) -> Node:
        """Shaft speed in rad/s, or thrust, at a pulse width in microseconds."""
        x = sub(pulse, Const(self.neutral))
        size = op("abs", x)
        if self.table is not None:
            knots, values = self.table.pwm, self.table.values
            found: Node = Table(knots, pieces(knots, values, "linear"), 0, pulse)
            found = op("abs", found)
        else:
            assert self.power is not None
            law = self.power
            raised = mul(Const(law.coefficient), op("pow", size, Const(law.exponent)))
            found = mul(Const(RPM), op("max", add(raised, Const(law.offset)), Const(0.0)))
        inside = op("le", size, Const(self.dead_band * EDGE))
        return op("where", inside, Const(0.0), mul(op("sign", x), found))


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
            neutral = 0.0 if self.pwm is None else self.pwm.neutral
            object.__setattr__(self, "input", Signal(constant=neutral))
        return self

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
        if self.command == "pwm":
            assert self.pwm is not None
            seconds = op("lt", command, Const(1.0))
            command = op("where", seconds, mul(Const(MICRO), command), command)
        found = self._clipped(command)
        if self.pwm is not None:
            found = self.pwm.node(found)
        return found if self.shaft else self._speed_of_thrust(found)

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

    def _clipped(self, command: Node) -> Node:
        if self.limits is None:
            return command
        low, high = self.limits
        if self.command == "pwm":
            low, high = _pulse(low), _pulse(high)
        return op("min", op("max", command, Const(low)), Const(high))

    def _speed_of_thrust(self, thrust: Node) -> Node:
        """The shaft speed that gives a thrust without inflow; the thrust itself if unknown."""
        forward, backward = self.forward, self.backward
        if forward is None or backward is None:
            return thrust
        ahead = op("lt", Const(0.0), thrust)
        T_ww = op("where", ahead, Const(forward.T_ww), Const(backward.T_ww))
        return mul(op("sign", thrust), op("sqrt", div(op("abs", thrust), T_ww)))
