"""A polynomial of the time."""

from __future__ import annotations

from pydantic import Field, model_validator

from pelagos.language.expressions import Const, Node, add, mul, sub
from pelagos.language.signals.contract import SignalKind, clipped
from pelagos.language.words import Number, Seconds, refusal

MAX_COEFFICIENTS = 40


class Polynomial(SignalKind):
    """c0 + c1 x + c2 x^2 + ... of the time x since `start`, held before and after."""

    key = "polynomial"
    order = 2

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
        x = sub(clipped(self.start, self.end), Const(self.start))
        value: Node = Const(self.coefficients[-1])
        for coefficient in reversed(self.coefficients[:-1]):
            value = add(Const(coefficient), mul(x, value))
        return value
