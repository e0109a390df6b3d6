"""A tape in words of another language: what all of these share.

A language is a table of patterns, one for each operation, and the way it writes known numbers.
Elementary functions are those of that language, and products are rounded before they are added:
last digits differ from machine code, and nothing else does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pelagos.errors import PelagosError
from pelagos.tape.numbers import Number, Tape
from pelagos.tape.written import CONSTANT, INPUT, ROW

# Operators that are the same wherever there are operators.
OPERATORS = {
    "add": "{0}+{1}",
    "sub": "{0}-{1}",
    "rsub": "{1}-{0}",
    "mul": "{0}*{1}",
    "div": "{0}/{1}",
    "neg": "-{0}",
    "lt": "{0}<{1}",
    "le": "{0}<={1}",
    "and": "{0}&&{1}",
    "not": "!{0}",
    "where": "{0}?{1}:{2}",
}


@dataclass(frozen=True)
class CodeWords:
    """How a language says things."""

    name: str
    operations: Mapping[str, str]  # patterns of the arguments, by name of an operation
    row: str  # an entry of a table: its number, a column, and what is looked up
    nan: str = "NAN"
    infinity: str = "INFINITY"

    def literal(self, x: float) -> str:
        """A known number; in brackets where a sign could meet another."""
        x = float(x)
        if x != x:
            return self.nan
        if abs(x) == float("inf"):
            return self.infinity if x > 0 else f"(-{self.infinity})"
        return f"({x!r})" if str(x).startswith("-") else repr(x)


class Writing:
    """Numbers of a tape as expressions; notes which tables and operations were used."""

    def __init__(self, tape: Tape, language: CodeWords, read: Callable[[int], str]):
        """read: how input k of the tape is read."""
        self._tape, self._language, self._read = tape, language, read
        self.tables: set[int] = set()
        self.used: set[str] = set()

    def operation(self, index: int) -> str:
        """What an operation does to numbers before it."""
        tape, language, name = self._tape, self._language, self._tape.names[index]
        self.used.add(name)
        if name == ROW:
            table, column, x = tape.arguments[index]
            self.tables.add(table)
            return language.row.format(table, column, self.number(x))
        if name not in language.operations:
            raise PelagosError(
                f"{name}: random numbers are not drawn in {language.name}\n"
                "    leave out noise and sensors"
            )
        return language.operations[name].format(*map(self.number, tape.arguments[index]))

    def number(self, index: int) -> str:
        """A number where it is used: an input, a known one, or the name of an operation's."""
        tape = self._tape
        if tape.names[index] == CONSTANT:
            return self._language.literal(tape.constants[tape.arguments[index][0]])
        if tape.names[index] == INPUT:
            return self._read(tape.arguments[index][0])
        return self.named(index)

    def named(self, index: int) -> str:
        return f"v{index}"

    def output(self, output: Any) -> str:
        if isinstance(output, Number):
            return self.number(output.index)
        return self._language.literal(output)


def steps_of(tape: Tape, outputs: Any) -> list[int]:
    """Operations that have to be done for some outputs, in order."""
    needed = tape.needed(outputs)
    return [index for index in needed if tape.names[index] not in (INPUT, CONSTANT)]
