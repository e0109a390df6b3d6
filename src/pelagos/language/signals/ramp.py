"""A ramp from one value to another."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from pelagos.language.expressions import Const, Node, add, div, mul, sub
from pelagos.language.signals.contract import SignalKind, clipped
from pelagos.language.words import Number, Seconds, refusal


class Ramp(SignalKind):
    """From one value to another, held before and after; smooth is 10 x^3 - 15 x^4 + 6 x^5."""

    key = "ramp"
    order = 1
    valued = ("from", "to")

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
        elapsed = sub(clipped(self.start, self.end), Const(self.start))
        x = div(elapsed, Const(self.end - self.start))
        if self.shape == "smooth":
            cubic = mul(x, mul(x, x))
            x = mul(cubic, add(Const(10.0), mul(x, sub(mul(Const(6.0), x), Const(15.0)))))
        return add(Const(self.begin), mul(Const(self.to - self.begin), x))
