"""A tape in JavaScript: one function of the time t, the state x and the numbers p."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pelagos.errors import PelagosError
from pelagos.tape.numbers import Tape
from pelagos.tape.writing import OPERATORS, CodeWords, Writing, steps_of

JAVASCRIPT = CodeWords(
    "pages",
    {
        **OPERATORS,
        "eq": "{0}==={1}",
        **{
            name: f"Math.{name}({{0}})"
            for name in (
                *("abs", "sign", "floor", "sqrt", "exp", "log", "tanh"),
                *("sin", "cos", "tan", "asin", "acos", "atan"),
            )
        },
        "atan2": "Math.atan2({0},{1})",
    },
    row="row(TABLE_{0},{2})[{1}]",
    nan="NaN",
    infinity="Infinity",
)
MOST = 60_000  # operations: browsers compile no function that is much larger


def function_of(name: str, tape: Tape, outputs: Sequence[Any], states: int) -> str:
    """`name(t, x, p, y)`, which writes the outputs into y; states: numbers in x."""
    steps = steps_of(tape, outputs)
    if len(steps) > MOST:
        raise PelagosError(
            f"{name}: {len(steps)} operations are too many for a page\n"
            f"    choose a smaller robot, of up to {MOST}"
        )

    def read(k: int) -> str:
        if k == 0:
            return "t"
        return f"x[{k - 1}]" if k <= states else f"p[{k - 1 - states}]"

    words = Writing(tape, JAVASCRIPT, read)
    lines = [f"const v{index}={words.operation(index)};" for index in steps]
    lines += [f"y[{k}]={words.output(output)};" for k, output in enumerate(outputs)]
    tables = [
        f"const {name}_T{k}={json.dumps([[_finite(x) for x in row] for row in tape.tables[k]])};"
        for k in sorted(words.tables)
    ]
    body = "\n".join(lines).replace("TABLE_", f"{name}_T")
    return "\n".join([*tables, f"function {name}(t,x,p,y){{", body, "}"])


def _finite(x: float) -> float:
    """Infinite numbers have no word in JSON; these are as far."""
    return max(-1e308, min(1e308, x))
