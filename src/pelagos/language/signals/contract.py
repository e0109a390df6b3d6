"""What a kind of signal is: words, and the expression that they stand for."""

from __future__ import annotations

from typing import ClassVar

from pelagos.language.expressions import Const, Node, Time, op
from pelagos.language.words import Words


class SignalKind(Words):
    """Words that stand below `key` where a signal is given.

    The tree of `tree` consists of known operations, so that it is compiled, differentiated and
    printed without more.
    """

    key: ClassVar[str] = ""
    order: ClassVar[int] = 100  # among the kinds, where they are listed
    valued: ClassVar[tuple[str, ...]] = ()  # keys of numbers in the unit of the signal

    def tree(self) -> Node:
        """The signal as an expression of the time."""
        raise NotImplementedError


def clipped(start: float, end: float | None) -> Node:
    """The time, held before start and after end. Runs begin at zero."""
    time: Node = Time() if start <= 0 else op("max", Time(), Const(start))
    return time if end is None else op("min", time, Const(end))
