"""Controllers that run at a rate of their own inside a march: PID on whatever can be measured.

At each sample time k / rate, with Ts = 1 / rate and the error e = target - measure:

    I_k = I_{k-1} + ki Ts e_k          (not where the output is cut off and this would drive it on)
    D_k = (Tf D_{k-1} + kd (e_k - e_{k-1})) / (Tf + Ts),  D_0 = 0;   or  -kd measured_rate
    output = kp e_k + I_k + D_k, within the limits, held until the next sample
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import model_validator

from pelagos.elements.actuator.thruster import Limits
from pelagos.elements.targets import ZERO
from pelagos.language import scope
from pelagos.language.expressions import (
    Const,
    Coordinate,
    Node,
    StateElement,
    add,
    div,
    mul,
    op,
    sub,
)
from pelagos.language.signals import Signal
from pelagos.language.words import (
    AtLeastZero,
    Number,
    Positive,
    Quantity,
    Words,
    read_as,
    refusal,
)
from pelagos.lazy import cached_property

MEASURES = ("depth", "heading", "roll", "pitch")
Axis = Literal["surge", "sway", "heave", "roll", "pitch", "yaw"]
Rate = Annotated[float, Quantity(), Positive()]


def _measure(words: Any) -> type[Signal] | None:
    return None if isinstance(words, str) and words in MEASURES else Signal


class Controller(Words):
    """A sampled PID controller.

    measure: an expression such as q[arm], or depth, heading, roll, pitch of a free `body`.
    It acts on the input of an `actuator`, which it is added to, or with a wrench along an `axis` of
    the `body` that the body's thrusters share by the pseudo-inverse of their allocation.
    Angles are compared the short way round (`wrap`).
    """

    measure: Annotated[Signal | Literal["depth", "heading", "roll", "pitch"], read_as(_measure)]
    body: str | None = None
    target: Signal = ZERO
    rate: Rate
    kp: Number = 0.0
    ki: Number = 0.0
    kd: Number = 0.0
    filter: AtLeastZero = 0.0  # seconds
    measured_rate: Signal | None = None
    limits: Limits | None = None
    wrap: bool | None = None
    actuator: str | None = None
    axis: Axis | None = None

    @model_validator(mode="after")
    def _fits(self) -> Controller:
        if (self.actuator is None) == (self.axis is None):
            raise refusal("a controller acts on an actuator or along an axis", "give one of them")
        if self.body is None and (self.axis is not None or self.named is not None):
            raise refusal("which body?", "add body: the one that is measured and pushed")
        if self.measured_rate is not None and self.filter:
            raise refusal("filter is for differences, measured_rate needs none", "remove filter")
        self.measured  # noqa: B018 (what depth means belongs to the reading)
        return self

    @property
    def named(self) -> str | None:
        """One of MEASURES, or None for an expression."""
        return self.measure if isinstance(self.measure, str) else None

    @property
    def wrapped(self) -> bool:
        """Whether errors are angles."""
        return self.named in ("heading", "roll", "pitch") if self.wrap is None else self.wrap

    @cached_property
    def measured(self) -> Node:
        """What is measured, as an expression."""
        if not isinstance(self.measure, str):
            return self.measure.node
        assert self.body is not None  # checked on reading
        w, x, y, z = (Coordinate(f"{self.body}.q{k}") for k in "wxyz")
        if self.measure == "depth":
            return self._depth
        if self.measure == "pitch":
            sine = mul(Const(2.0), sub(mul(w, y), mul(z, x)))
            return op("asin", op("max", Const(-1.0), op("min", Const(1.0), sine)))
        a, b, c, d = (w, z, x, y) if self.measure == "heading" else (w, x, y, z)
        # yaw: atan2(2(wz + xy), 1 - 2(yy + zz)); roll: atan2(2(wx + yz), 1 - 2(xx + yy))
        over = mul(Const(2.0), add(mul(a, b), mul(c, d)))
        one, other = (y, z) if self.measure == "heading" else (x, y)
        under = sub(Const(1.0), mul(Const(2.0), add(mul(one, one), mul(other, other))))
        return op("atan2", over, under)

    @cached_property
    def _depth(self) -> Node:
        """How far the body's origin is below the water's surface, or below the world's origin."""
        gravity, surroundings = scope.current().gravity, scope.current()
        size = sum(g * g for g in gravity) ** 0.5 or 1.0
        level = surroundings.water.get("surface", 0.0) if surroundings.density else 0.0
        found: Node = Const(float(level))
        for g, axis in zip(gravity, "xyz", strict=True):
            found = add(found, mul(Const(g / size), Coordinate(f"{self.body}.{axis}")))
        return found

    def states(self, name: str) -> list[tuple[str, Node]]:
        """Labels of output and memories, each with its next value."""
        period = Const(1.0 / self.rate)
        error = self._turned(sub(self.target.node, self.measured))
        before, memories = StateElement(f"{name}.error"), [(f"{name}.error", error)]
        if self.measured_rate is not None:
            slope = mul(Const(-self.kd), self.measured_rate.node)
        elif self.kd:
            change = mul(Const(self.kd), self._turned(sub(error, before)))
            past = mul(Const(self.filter), StateElement(f"{name}.derivative"))
            slope = div(add(past, change), add(Const(self.filter), period))
            # there is no difference yet at the first sample
            slope = op(
                "where", op("lt", StateElement(f"{name}.samples"), Const(0.5)), Const(0.0), slope
            )
            memories.append((f"{name}.derivative", slope))
            memories.append((f"{name}.samples", Const(1.0)))
        else:
            slope = Const(0.0)
        direct = add(mul(Const(self.kp), error), slope)
        integral: Node = Const(0.0)
        if self.ki:
            integral = self._integral(f"{name}.integral", error, direct)
            memories.append((f"{name}.integral", integral))
        return [(name, self._limited(add(direct, integral))), *memories]

    def _integral(self, label: str, error: Node, direct: Node) -> Node:
        """The next integral; it stands still where it would drive a saturated output on."""
        step = mul(Const(self.ki / self.rate), error)
        wished = add(StateElement(label), step)
        if self.limits is None:
            return wished
        low, high = map(Const, self.limits)
        output = add(direct, wished)
        beyond = op(
            "max",
            mul(op("lt", high, output), op("lt", Const(0.0), step)),
            mul(op("lt", output, low), op("lt", step, Const(0.0))),
        )
        return op("where", beyond, StateElement(label), wished)

    def _limited(self, node: Node) -> Node:
        if self.limits is None:
            return node
        low, high = map(Const, self.limits)
        return op("min", op("max", node, low), high)

    def _turned(self, difference: Node) -> Node:
        """A difference of angles, the short way round."""
        if not self.wrapped:
            return difference
        return op("atan2", op("sin", difference), op("cos", difference))
