"""Numbers beside curves: `5 m` is a level in a panel of lengths."""

from __future__ import annotations

from dataclasses import dataclass

from pelagos.language.expressions import Const
from pelagos.language.parser import ExpressionError, Term, parse
from pelagos.language.units import PURE


@dataclass(frozen=True)
class Level:
    """A number and what it measures."""

    term: Term

    def fits(self, unit: str) -> bool:
        """Whether it can stand in a panel of this unit; a bare number can in any, as SI."""
        one = _one(unit)
        return self.term.measure == PURE or (one is not None and one.measure == self.term.measure)

    def within(self, unit: str) -> float:
        """The number in this unit."""
        one = _one(unit)
        return _value(self.term) / (1.0 if one is None else _value(one))


def level_of(text: str) -> Level | None:
    """The level that a text stands for; None if it names anything."""
    try:
        term = parse(text)
    except ExpressionError:
        return None
    return Level(term) if isinstance(term.node, Const) else None


def _one(unit: str) -> Term | None:
    """One of a unit; None where it is a pure number or not known."""
    try:
        return parse(f"1 {unit}") if unit not in ("", "1") else None
    except ExpressionError:
        return None


def _value(term: Term) -> float:
    assert isinstance(term.node, Const)
    return term.node.value
