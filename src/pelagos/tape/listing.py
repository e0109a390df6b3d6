"""Tapes to look at: one line per operation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pelagos.tape.numbers import CONSTANT, INPUT, ROW, Number, Tape


def listing(tape: Tape, outputs: Sequence[Any], labels: Sequence[str]) -> str:
    """What the outputs need, in order; inputs by their labels, numbers where they are used."""
    shown: dict[int, str] = {}  # how each operation is called where it is used
    lines: list[str] = []
    for index in tape.needed(outputs):
        name, arguments = tape.names[index], tape.arguments[index]
        if name == CONSTANT:
            shown[index] = f"{tape.constants[arguments[0]]:.17g}"
        elif name == INPUT:
            shown[index] = tape.inputs[arguments[0]]
        else:
            words = [name, *(shown[i] for i in tape.operands(index))]
            if name == ROW:
                words = [f"row of table {arguments[0]}, column {arguments[1]}, at", *words[1:]]
            shown[index] = f"v{len(lines)}"
            lines.append(f"v{len(lines)} = {' '.join(words)}")
    for label, output in zip(labels, outputs, strict=True):
        found = shown[output.index] if isinstance(output, Number) else f"{output:.17g}"
        lines.append(f"{label} = {found}")
    return "\n".join(lines)
