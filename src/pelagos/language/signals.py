"""Signals: what drives an actuator over time. Every kind becomes one expression tree."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Literal

from pydantic import Field, model_validator

from pelagos.language import scope
from pelagos.language.expressions import (
    Const,
    Node,
    Table,
    Time,
    add,
    div,
    mul,
    op,
    sub,
)
from pelagos.language.parser import ExpressionError, parse
from pelagos.language.tables import pieces, read_columns
from pelagos.language.words import (
    Duration,
    Number,
    Seconds,
    Words,
    kind_of,
    refusal,
)
from pelagos.lazy import cached_property

KINDS = ("constant", "step", "ramp", "polynomial", "sine", "table", "expression")
MAX_COEFFICIENTS = 40


class Step(Words):
    """`before`, and from `at` on `after`."""

    at: Seconds
    before: Number = 0.0
    after: Number

    def tree(self) -> Node:
        """The signal as an expression."""
        return op("where", op("lt", Time(), Const(self.at)), Const(self.before), Const(self.after))


class Ramp(Words):
    """From one value to another, held before and after; smooth is 10 x^3 - 15 x^4 + 6 x^5."""

    begin: Number = Field(default=0.0, alias="from")
    to: Number
    start: Seconds = 0.0
    end: Seconds
    shape: Literal["linear", "smooth"] = "linear"

    @model_validator(mode="after")
    def _forwards(self) -> Ramp:
        if self.end <= self.start:
            raise refusal(
                f"the ramp ends at {self.end:g} s, not after its start at {self.start:g} s",
                "make end larger than start, or use a step",
            )
        return self

    def tree(self) -> Node:
        """The signal as an expression."""
        elapsed = sub(_clipped(self.start, self.end), Const(self.start))
        x = div(elapsed, Const(self.end - self.start))
        if self.shape == "smooth":
            cubic = mul(x, mul(x, x))
            x = mul(cubic, add(Const(10.0), mul(x, sub(mul(Const(6.0), x), Const(15.0)))))
        return add(Const(self.begin), mul(Const(self.to - self.begin), x))


class Polynomial(Words):
    """c0 + c1 x + c2 x^2 + ... of the time x since `start`, held before and after."""

    coefficients: tuple[Number, ...] = Field(min_length=1, max_length=MAX_COEFFICIENTS)
    start: Seconds = 0.0
    end: Seconds | None = None

    @model_validator(mode="after")
    def _forwards(self) -> Polynomial:
        if self.end is not None and self.end <= self.start:
            raise refusal(
                f"the polynomial ends at {self.end:g} s, not after its start at {self.start:g} s",
                "make end larger than start",
            )
        return self

    def tree(self) -> Node:
        """The signal as an expression (Horner's scheme)."""
        x = sub(_clipped(self.start, self.end), Const(self.start))
        value: Node = Const(self.coefficients[-1])
        for coefficient in reversed(self.coefficients[:-1]):
            value = add(Const(coefficient), mul(x, value))
        return value


class Sine(Words):
    """offset + amplitude sin(rate (t - start) + phase), held before `start`."""

    amplitude: Number
    frequency: Number | None = None  # Hz
    rate: Number | None = None  # rad/s
    period: Duration | None = None
    phase: Number = 0.0
    offset: Number = 0.0
    start: Seconds = 0.0

    @model_validator(mode="after")
    def _one_rate(self) -> Sine:
        given = [n for n in ("frequency", "rate", "period") if getattr(self, n) is not None]
        if len(given) != 1:
            said = " and ".join(given) or "no frequency"
            raise refusal(f"the sine has {said}", "give one of frequency, rate, period")
        return self

    def tree(self) -> Node:
        """The signal as an expression."""
        if self.rate is not None:
            rate = self.rate
        elif self.frequency is not None:
            rate = 2 * math.pi * self.frequency
        else:
            assert self.period is not None
            rate = 2 * math.pi / self.period
        elapsed = sub(_clipped(self.start, None), Const(self.start))
        angle = add(mul(Const(rate), elapsed), Const(self.phase))
        return add(Const(self.offset), mul(Const(self.amplitude), op("sin", angle)))


class TableSignal(Words):
    """Values over time, inline or from two columns of a CSV file; held outside.

    `cubic` is the natural spline: value, rate and acceleration are continuous.
    """

    time: tuple[Seconds, ...]
    value: tuple[Number, ...]
    interpolation: Literal["cubic", "linear", "hold"] = "cubic"
    file: str = ""
    columns: tuple[str | int, str | int] | None = None  # those of the file that were read

    @model_validator(mode="before")
    @classmethod
    def _from_file(cls, words: Any) -> Any:
        """Columns of a file become lists; the file of given lists stays a remark."""
        if not isinstance(words, dict) or not isinstance(words.get("file"), str):
            return words
        if isinstance(words.get("time"), list | tuple):
            return words
        columns = [words.get("time", 0), words.get("value", 1)]
        if not all(isinstance(column, str | int) for column in columns):
            raise refusal("time and value must name columns of the file", "write their headings")
        time, value = read_columns(words["file"], columns)
        return {**words, "time": time, "value": value, "columns": columns}

    @model_validator(mode="after")
    def _increasing(self) -> TableSignal:
        if len(self.time) != len(self.value):
            raise refusal(
                f"{len(self.time)} times for {len(self.value)} values", "give as many of each"
            )
        if len(self.time) < 2:
            raise refusal(f"the table has {len(self.time)} rows", "give at least two")
        for i, (a, b) in enumerate(zip(self.time, self.time[1:], strict=False)):
            if a >= b:
                raise refusal(
                    f"times must increase, row {i + 2} has {b:g} after {a:g}", "sort the table"
                )
        return self

    def tree(self) -> Node:
        """The signal as an expression."""
        times, values = self.time, self.value
        if self.interpolation == "hold":
            # a further interval, in which the last value holds
            times, values = (*times, times[-1] + 1.0), (*values, values[-1])
        return Table(times, pieces(times, values, self.interpolation), 0, Time())


def _clipped(start: float, end: float | None) -> Node:
    """The time, held before start and after end. Runs begin at zero."""
    time: Node = Time() if start <= 0 else op("max", Time(), Const(start))
    return time if end is None else op("min", time, Const(end))


@lru_cache(maxsize=4096)
def _is_quantity(text: str) -> bool:
    """Whether the text is a number with or without a unit, free of parameters."""
    try:
        return isinstance(parse(text).node, Const)
    except ExpressionError:
        return False


class Signal(Words):
    """One kind of signal. A number, also with a unit, is a constant; other text an expression."""

    short_forms = ({"type": ["number", "string"]},)

    constant: Number | None = None
    step: Step | None = None
    ramp: Ramp | None = None
    polynomial: Polynomial | None = None
    sine: Sine | None = None
    table: TableSignal | None = None
    expression: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_value(cls, words: Any) -> Any:
        if isinstance(words, dict):
            return words
        if isinstance(words, str):
            return {"constant" if _is_quantity(words) else "expression": words}
        if isinstance(words, int | float) and not isinstance(words, bool):
            return {"constant": words}
        raise refusal(
            f"a signal cannot be {kind_of(words)}",
            "write a number, an expression, or one of " + ", ".join(KINDS[1:]),
        )

    @model_validator(mode="after")
    def _one_kind(self) -> Signal:
        given = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            said = " and ".join(given) or "no kind"
            raise refusal(f"the signal has {said}", "give exactly one of " + ", ".join(KINDS))
        # build the tree now: its problems belong to the reading
        self.node  # noqa: B018
        return self

    @property
    def kind(self) -> str:
        """One of KINDS."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @cached_property
    def node(self) -> Node:
        """The signal as an expression tree."""
        if self.constant is not None:
            return Const(self.constant)
        if self.expression is None:
            node: Node = getattr(self, self.kind).tree()
            return node
        try:
            node = parse(self.expression, scope.current().parameters, state=True).node
        except ExpressionError as error:
            raise refusal(error.message, error.remedy) from None
        return node
