"""A step from one value to another."""

from __future__ import annotations

from pelagos.language.expressions import Const, Node, Time, op
from pelagos.language.signals.contract import SignalKind
from pelagos.language.words import Number, Seconds


class Step(SignalKind):
    """`before`, and from `at` on `after`."""

    key = "step"
    order = 0
    valued = ("before", "after")

    at: Seconds
    before: Number = 0.0
    after: Number

    def tree(self) -> Node:
        return op("where", op("lt", Time(), Const(self.at)), Const(self.before), Const(self.after))
