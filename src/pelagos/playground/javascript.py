"""A tape in JavaScript: one function of the time t, the state x and the numbers p.

Elementary functions are those of the browser, and products are rounded before they are added: last
digits differ from machine code, and nothing else does.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pelagos.errors import PelagosError
from pelagos.tape.numbers import Number, Tape
from pelagos.tape.written import CONSTANT, INPUT, ROW

# Operations by their arguments.
WORDS = {
    "add": "{0}+{1}",
    "sub": "{0}-{1}",
    "rsub": "{1}-{0}",
    "mul": "{0}*{1}",
    "div": "{0}/{1}",
    "neg": "-{0}",
    "lt": "{0}<{1}",
    "le": "{0}<={1}",
    "eq": "{0}==={1}",
    "and": "{0}&&{1}",
    "not": "!{0}",
    "where": "{0}?{1}:{2}",
    **{
        name: f"Math.{name}({{0}})"
        for name in (
            *("abs", "sign", "floor", "sqrt", "exp", "log", "tanh"),
            *("sin", "cos", "tan", "asin", "acos", "atan"),
        )
    },
    "atan2": "Math.atan2({0},{1})",
}
MOST = 60_000  # operations: browsers compile no function that is much larger


def function_of(name: str, tape: Tape, outputs: Sequence[Any], states: int) -> str:
    """`name(t, x, p, y)`, which writes the outputs into y; states: numbers in x."""
    needed = tape.needed(outputs)
    if len(needed) > MOST:
        raise PelagosError(
            f"{name}: {len(needed)} operations are too many for a page\n"
            f"    choose a smaller robot, of up to {MOST}"
        )
    words = _Words(tape, states)
    lines = [
        f"const v{index}={words.operation(index)};"
        for index in needed
        if tape.names[index] not in (INPUT, CONSTANT)
    ]
    lines += [f"y[{k}]={words.output(output)};" for k, output in enumerate(outputs)]
    tables = [f"const {name}_T{k}={json.dumps(table)};" for k, table in words.tables()]
    body = "\n".join(lines).replace("TABLE_", f"{name}_T")
    return "\n".join([*tables, f"function {name}(t,x,p,y){{", body, "}"])


class _Words:
    """Numbers of a tape in words of JavaScript."""

    def __init__(self, tape: Tape, states: int):
        self._tape, self._states = tape, states
        self._used: set[int] = set()

    def operation(self, index: int) -> str:
        tape, name = self._tape, self._tape.names[index]
        if name == ROW:
            table, column, x = tape.arguments[index]
            self._used.add(table)
            return f"row(TABLE_{table},{self._number(x)})[{column}]"
        if name not in WORDS:
            raise PelagosError(
                f"{name}: random numbers are not drawn in pages\n    leave out noise and sensors"
            )
        return WORDS[name].format(*map(self._number, tape.arguments[index]))

    def output(self, output: Any) -> str:
        return self._number(output.index) if isinstance(output, Number) else _literal(output)

    def tables(self) -> list[tuple[int, list[list[float]]]]:
        """Those that operations before have read."""
        used = ((k, self._tape.tables[k]) for k in sorted(self._used))
        return [(k, [[_finite(x) for x in row] for row in rows]) for k, rows in used]

    def _number(self, index: int) -> str:
        tape = self._tape
        if tape.names[index] == CONSTANT:
            return _literal(tape.constants[tape.arguments[index][0]])
        if tape.names[index] != INPUT:
            return f"v{index}"
        (k,) = tape.arguments[index]
        if k == 0:
            return "t"
        return f"x[{k - 1}]" if k <= self._states else f"p[{k - 1 - self._states}]"


def _literal(x: float) -> str:
    """A known number; in brackets where a sign could meet another."""
    x = float(x)
    if x != x:
        return "NaN"
    if abs(x) == float("inf"):
        return "Infinity" if x > 0 else "(-Infinity)"
    return repr(x) if x >= 0 and not str(x).startswith("-") else f"({x!r})"


def _finite(x: float) -> float:
    """Infinite numbers have no word in JSON; these are as far."""
    return max(-1e308, min(1e308, x))
