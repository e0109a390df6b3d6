"""Steps as lines of text and as displayed equations, one heading for those that share it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from pelagos.symbolic.steps.contract import DerivationStep

WIDEST = 6  # rows and columns up to which a matrix is printed as one
Show = Callable[[Any], str]


def step_blocks(steps: Sequence[DerivationStep], show: Show) -> Iterator[list[str]]:
    """Entries that are not zero, below their heading."""
    for meaning, alike in groupby(steps, key=lambda step: step.meaning):
        lines = [f"{meaning}:"]
        for step in alike:
            letter = f"{step.letter}({step.of})" if step.of else step.letter
            found = [f"{letter}[{at}] = {show(x)}" for at, x in _entries(step)]
            lines += found or [f"{letter} = 0"]
        yield [lines[0], *(f"  {line}" for line in lines[1:])]


def step_latex(steps: Sequence[DerivationStep], show: Show) -> Iterator[str]:
    """Small matrices as they are, large ones by their entries."""
    for meaning, alike in groupby(steps, key=lambda step: step.meaning):
        yield f"% {meaning}"
        for step in alike:
            letter = _letter(step)
            if not any(step.value):
                yield rf"\[ {letter} = 0 \]"
            elif max(step.value.shape) <= WIDEST:
                yield rf"\[ {letter} = {show(step.value)} \]"
            else:
                for at, x in _entries(step):
                    yield rf"\[ \bigl[{letter}\bigr]_{{{_upright(at)}}} = {show(x)} \]"


def _letter(step: DerivationStep) -> str:
    """V_r^{lower}; a letter that has something above it already gets the body in brackets."""
    if not step.of:
        return step.latex
    of = "^{(" + _upright(step.of) + ")}"
    return step.latex + of if "^" not in step.latex else f"{step.latex[:-1]}{{*{of[2:]}"


def _upright(label: str) -> str:
    text = re.sub(r"([_&%#$])", r"\\\1", label)
    return rf"\mathrm{{{text}}}"


def _entries(step: DerivationStep) -> Iterator[tuple[str, Any]]:
    for i, row in enumerate(step.rows):
        for j, column in enumerate(("",) if step.columns is None else step.columns):
            if step.value[i, j] != 0:
                yield (f"{row}, {column}" if column else row), step.value[i, j]
