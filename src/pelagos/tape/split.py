"""A tape in two parts: what does not depend on some of its inputs, and the rest.

Of a gradient all weights share the first part: it is done once, and the second for many weights
side by side. Both parts together do what the whole does, with the same roundings.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from pelagos.tape.numbers import CONSTANT, INPUT, Number, Tape
from pelagos.tape.operations import CONDITIONS


def shared(tape: Tape, outputs: Sequence[Any], varying: Collection[int]) -> list[int]:
    """Operations that do not depend on the varying inputs, but that something which does needs."""
    dependent: set[int] = set()
    found: dict[int, None] = {}  # in order
    for index in tape.needed(outputs):
        operands = tape.operands(index)
        if tape.names[index] == INPUT:
            if tape.arguments[index][0] in varying:
                dependent.add(index)
        elif any(a in dependent for a in operands):
            dependent.add(index)
            for a in operands:
                if a not in dependent:
                    found.update(dict.fromkeys(_read(tape, index, a)))
    for output in outputs:
        if isinstance(output, Number) and output.index not in dependent:
            found[output.index] = None
    return [index for index in found if tape.names[index] != CONSTANT]


def _read(tape: Tape, index: int, operand: int) -> Sequence[int]:
    """What an operation reads of an operand: of a condition the numbers that it compares, of a
    product that a sum takes in its factors."""
    name = tape.names[operand]
    if name in CONDITIONS:
        return [i for a in tape.operands(operand) for i in _read(tape, operand, a)]
    if tape.names[index] in ("add", "sub", "rsub") and name == "mul":
        return tape.operands(operand)
    return (operand,)
