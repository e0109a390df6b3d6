"""Machine code in lanes: own conditions in each, bad numbers stay visible, nothing is loose."""

import re

import numpy as np
import pytest

from pelagos.mathematics import scalars
from pelagos.tape.instructions import program_of
from pelagos.tape.machine import native
from pelagos.tape.numbers import Tape
from tests.tape.conftest import WIDTHS
from tests.tape.test_elementary import every_function


def both_ways(x, y):
    ordered = x < y
    return (
        scalars.where(ordered, x, y),
        scalars.where(~ordered, x, y),
        scalars.where(ordered & (x > 0.0), 1.0, 0.0),
        scalars.where(x <= y, 1.0, 0.0),
        scalars.where(x >= y, 1.0, 0.0),
        scalars.where(x.equals(y), 1.0, 0.0),
        scalars.clip(x, -1.0, 1.0),
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_conditions_choose_lane_by_lane(lanes, width):
    x = np.array([1.0, 2.0, -3.0, 0.5, -1.0, 7.0])
    y = np.array([2.0, 1.0, 5.0, 0.5, -2.0, np.inf])
    chosen = lanes(both_ways, 2, 7, width)(x, y)
    expected = [np.minimum(x, y), np.maximum(x, y), (x < y) & (x > 0), x <= y, x >= y, x == y]
    np.testing.assert_array_equal(chosen, [*expected, np.clip(x, -1, 1)])


def test_no_comparison_holds_for_what_is_no_number(lanes):
    numbers = np.array([np.nan, np.nan, 1.0]), np.array([np.nan, 1.0, np.nan])
    lower, _, *flags, _ = lanes(both_ways, 2, 7)(*numbers)
    np.testing.assert_array_equal(flags, np.zeros((4, 3)))
    np.testing.assert_array_equal(lower, numbers[1])  # what stands for "else"


def suspicious(x, y):
    return x + y, x - y, x * y, x / y, x * 2.0 - y * 2.0, x * y + x, abs(x), scalars.clip(x, 0, 1)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("width", WIDTHS)
def test_bad_numbers_stay_visible(lanes, width):
    numbers = np.array([1.0, 0.0, np.inf, -np.inf, np.nan])
    x, y = (grid.ravel() for grid in np.meshgrid(numbers, numbers))
    expected = [x + y, x - y, x * y, x / y, x * 2 - y * 2, x * y + x, np.abs(x), np.clip(x, 0, 1)]
    np.testing.assert_array_equal(lanes(suspicious, 2, 8, width)(x, y), expected)


@pytest.mark.parametrize("width", WIDTHS)
def test_no_instruction_may_be_rearranged(width):
    """No fast-math flag, and only intrinsics that are instructions of the processor."""
    tape = Tape()
    outputs = every_function(tape.input("y"), tape.input("x"))
    text, _ = native.assembly(program_of(tape, outputs), width, (2,))
    assert not re.search(r"\b(fast|nnan|ninf|nsz|arcp|contract|afn|reassoc)\b", text)
    called = set(re.findall(r"call .*@llvm\.(\w+)", text))
    assert called == {"fma", "fabs", "sqrt", "floor", "copysign"}
