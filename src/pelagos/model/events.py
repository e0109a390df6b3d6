"""Events of a run: what happens at a time, or as soon as a condition holds."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import model_validator

from pelagos.language import scope, units
from pelagos.language.expressions import BodyReading, Const, Node, Op, op
from pelagos.language.parser import ExpressionError, parse
from pelagos.language.words import (
    Positive,
    Quantity,
    Read,
    Words,
    kind_of,
    refusal,
)
from pelagos.lazy import cached_property

ACTIONS = ("dock", "undock", "stop")

PositiveNumber = Annotated[float, Quantity(), Positive()]
Moment = Annotated[float, Quantity(units.TIME, least=0.0)]
TEXT_OR_ARRAY: dict[str, Any] = {"type": ["string", "array"]}


def _names(words: Any) -> tuple[str, ...]:
    names = [words] if isinstance(words, str) else words
    if not isinstance(names, list | tuple) or not 1 <= len(names) <= 2:
        raise refusal(
            f"a dock or two bodies are needed, this is {kind_of(words)}",
            "write distance: DOCK, or distance: [one, other]",
        )
    return tuple(str(name) for name in names)


class Condition(Words):
    """Holds as soon as an expression does, or when two points are near and slow enough.

    Expressions may use t, q[...], u[...], parameters and pos[body.x], vel[body.x] (world axes),
    distance[one, other] and speed[one, other] (of the origins of two bodies), distance[dock] and
    speed[dock] (of the two points that a constraint joins).
    """

    short_forms = ({"type": "string"},)

    expression: str | None = None
    distance: Annotated[tuple[str, ...], Read(_names, TEXT_OR_ARRAY)] | None = None
    below: PositiveNumber | None = None
    speed_below: PositiveNumber | None = None

    @model_validator(mode="before")
    @classmethod
    def _text(cls, words: Any) -> Any:
        return {"expression": words} if isinstance(words, str) else words

    @model_validator(mode="after")
    def _one_form(self) -> Condition:
        near = self.distance is not None
        if near == (self.expression is not None):
            raise refusal(
                "a condition is an expression, or a distance",
                'write "q[arm] > 1", or {distance: DOCK, below: 0.02, speed_below: 0.1}',
            )
        if near and self.below is None and self.speed_below is None:
            raise refusal("how near, or how slow?", "add below: or speed_below:", "distance")
        self.margin  # noqa: B018 (its problems belong to the reading)
        return self

    @cached_property
    def margin(self) -> Node:
        """An expression that is negative while the condition holds."""
        if self.distance is not None:
            limits = (("distance", self.below), ("speed", self.speed_below))
            parts = [
                op("sub", BodyReading(kind, self.distance), Const(limit))
                for kind, limit in limits
                if limit is not None
            ]
            return parts[0] if len(parts) == 1 else op("max", *parts)
        assert self.expression is not None
        try:
            parameters = scope.current().parameters
            node = parse(self.expression, parameters, state=True, bodies=True).node
        except ExpressionError as error:
            raise refusal(error.message, error.remedy) from None
        if isinstance(node, Op) and node.name in ("lt", "le"):
            return op("sub", *node.args)
        return op("sub", Const(0.5), node)  # anything but zero holds

    def __str__(self) -> str:
        if self.expression is not None:
            return self.expression
        assert self.distance is not None
        text = []
        if self.below is not None:
            text.append(f"distance of {' and '.join(self.distance)} below {self.below:g} m")
        if self.speed_below is not None:
            text.append(f"speed of {' and '.join(self.distance)} below {self.speed_below:g} m/s")
        return ", ".join(text)


class Event(Words):
    """Docks, undocks or stops, once: `at` a time, or `when` a condition holds.

    A dock puts a constraint in force. If its frames are further apart than `tolerance` (m or rad)
    at that moment the run ends there; with `capture: here` the bodies keep the relative pose they
    have then.
    """

    at: Moment | None = None
    when: Condition | None = None
    dock: str | None = None
    undock: str | None = None
    stop: bool = False
    capture: Literal["exact", "here"] = "exact"
    tolerance: PositiveNumber = 1e-6

    @model_validator(mode="after")
    def _one_of_each(self) -> Event:
        if (self.at is None) == (self.when is None):
            raise refusal("an event has a time or a condition", "give at: or when:")
        done = [a for a in ACTIONS if getattr(self, a)]
        if len(done) != 1:
            said = " and ".join(done) or "nothing"
            raise refusal(f"the event does {said}", "give exactly one of " + ", ".join(ACTIONS))
        if self.stop and self.when is None:
            raise refusal("a stop at a time is the duration", "use duration:, or give when:")
        of_docks = Event.model_fields
        for key in ("capture", "tolerance"):
            if getattr(self, key) == of_docks[key].default:
                continue
            if self.dock is None:
                raise refusal(f"{key} is of docks, this is {done[0]}", f"remove {key}", key)
            if key == "tolerance" and self.capture == "here":
                raise refusal("the pose is kept as it is", "remove tolerance, or capture", key)
        return self

    @property
    def action(self) -> str:
        """One of ACTIONS."""
        return next(a for a in ACTIONS if getattr(self, a))

    @property
    def target(self) -> str | None:
        """The constraint that is put in or out of force."""
        return self.dock or self.undock


class Stop(Words):
    """Ends the run as soon as a condition holds."""

    when: Condition
