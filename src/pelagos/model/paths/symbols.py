"""Letters for printed equations: what each of them stands for."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_STATE = re.compile(r"(q|u|udot)\[([^\[\]]+)\]")
GRAVITY = "gravity"


class SymbolTarget(NamedTuple):
    """A coordinate, speed or acceleration by its letter and label; or a number by its path."""

    letter: str  # q, u, udot; "" for a number
    label: str  # of the coordinate or speed; the name of a parameter, a path, or gravity

    def path_in(self, parameters: Container[str]) -> str:
        """Where the number stands in the model; those of modules have parameters with dots."""
        own = self.label in parameters or "." not in self.label
        return f"parameters.{self.label}" if own else self.label


def target(text: str) -> SymbolTarget:
    """What the text of a symbol means: length, bodies.arm.mass, q[arm] or gravity."""
    state = _STATE.fullmatch(text.strip())
    return SymbolTarget(state[1], state[2].strip()) if state else SymbolTarget("", text.strip())


def problem_with(
    word: str,
    text: str,
    parameters: Iterable[str],
    labels: Mapping[str, Iterable[str]],
    sections: Iterable[str],
) -> tuple[str, list[str]] | None:
    """What is wrong with a symbol, and what it might have meant."""
    if not WORD.fullmatch(word):
        return f"{word!r} is no symbol: letters, digits and _, such as l_1", []
    letter, label = target(text)
    if letter:
        known = list(labels["q" if letter == "q" else "u"])
        kind = "coordinate" if letter == "q" else "speed"
        return None if label in known else (f"there is no {kind} {label!r}", known)
    if label == GRAVITY or label in set(parameters):
        return None
    if label.split(".")[0] in set(sections) and "." in label:
        return None
    return f"there is no parameter {label!r}", [*parameters, GRAVITY]
