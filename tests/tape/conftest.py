"""Equations as tapes, run as machine code with one, four or eight lanes."""

from collections.abc import Callable

import numpy as np
import pytest

from pelagos.tape.function import Function
from pelagos.tape.numbers import Tape

WIDTHS = (1, 4, 8)  # any of them runs on any machine


def in_lanes(function: Callable, inputs: int, outputs: int, width: int = 4) -> Callable:
    """Compile `function(*numbers) -> tuple` and map it over arrays, one number per state."""
    tape = Tape()
    tape.input("t")
    numbers = tape.row(f"x{i}" for i in range(inputs))
    results = list(function(*numbers))
    assert len(results) == outputs
    compiled = Function(tape, {"x": inputs}, results, width)

    def call(*arrays):
        rows = np.column_stack([np.asarray(a, dtype=float) for a in arrays])
        if width == 1:
            return np.array([compiled(0.0, row) for row in rows]).T
        return compiled(0.0, rows).T

    return call


@pytest.fixture(scope="session")
def lanes() -> Callable:
    return in_lanes
