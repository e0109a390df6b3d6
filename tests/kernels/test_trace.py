"""Traced scalars: what they emit, what they fold, what they refuse."""

import re

import numba
import numpy as np
import pytest
from llvmlite import ir

from pelagos.equations import scalars
from pelagos.kernels.elementary import TracedFunctions
from pelagos.kernels.trace import DOUBLE, FLAGS, Emitter, Row, Traced, kernel


class Page:
    """An empty function to trace into; its text shows what was emitted."""

    def __init__(self, width=4):
        self.module = ir.Module()
        vector = ir.VectorType(DOUBLE, width)
        kind = ir.FunctionType(ir.VoidType(), [vector, vector, DOUBLE.as_pointer()])
        function = ir.Function(self.module, kind, "page")
        self.block = function.append_basic_block()
        self.emit = Emitter(ir.IRBuilder(self.block), width)
        self.x, self.y = (Traced(self.emit, value) for value in function.args[:2])
        self.row = Row(self.emit, function.args[2])

    @property
    def instructions(self):
        return [i.opname for i in self.block.instructions]


@pytest.fixture
def page():
    return Page()


def test_each_operator_emits_one_instruction(page):
    x, y = page.x, page.y
    assert all(isinstance(r, Traced) for r in (x + y, x - y, x * y, x / y, -x, abs(x)))
    assert page.instructions == ["fadd", "fsub", "fmul", "fdiv", "fneg", "call"]


def test_numbers_mix_from_both_sides(page):
    x = page.x
    assert all(isinstance(r, Traced) for r in (2 + x, x + 2, 2 - x, x - 2, 2 * x, 2 / x, x / 2))
    assert page.instructions == ["fadd", "fadd", "fsub", "fsub", "fmul", "fdiv", "fdiv"]
    with pytest.raises(TypeError):
        x + "2"


def test_zeros_and_ones_fold(page):
    x = page.x
    assert all(r is x for r in (x + 0.0, 0 + x, x - 0.0, x * 1, 1.0 * x, x / 1.0))
    assert all(r == 0.0 for r in (0.0 * x, x * 0, 0.0 / x))
    assert page.instructions == []
    assert isinstance(-1.0 * x, Traced)
    assert isinstance(0.0 - x, Traced)
    assert page.instructions == ["fneg", "fneg"]


def test_where_of_equal_constants_folds(page):
    assert scalars.where(page.x < page.y, 2.0, 2.0) == 2.0
    assert page.instructions == ["fcmp"]


def test_a_branch_on_a_traced_condition_is_refused(page):
    with pytest.raises(TypeError, match=r"where\(\)"):
        bool(page.x < page.y)
    with pytest.raises(TypeError, match=r"where\(\)"):
        max(page.x, page.y)


def test_operators_carry_contract_and_nsz_only(page):
    x, y = page.x, page.y
    assert len({x + y, x - y, x * y, x / y, 2.0 - x, 2.0 / x}) == len(page.instructions) == 6
    for instruction in page.block.instructions:
        assert tuple(instruction.flags) == FLAGS == ("contract", "nsz")


def test_elementary_functions_carry_no_flag_at_all(page):
    for name in vars(TracedFunctions):
        if name.startswith("apply_"):
            function = getattr(page.x, name)
            function(page.y, page.x) if name == "apply_atan2" else function(page.x)
    text = str(page.module)
    assert not re.search(r"\b(fast|nnan|ninf|nsz|arcp|contract|afn|reassoc)\b", text)
    # only intrinsics that are vector instructions themselves
    called = set(re.findall(r"@\"?llvm\.(\w+)", text))
    assert called == {"fma", "fabs", "sqrt", "floor", "copysign"}


def test_rows_are_addressed_by_lanes(page):
    page.row[3] = page.row[2] + 1.0
    text = str(page.block)
    assert "i64 8" in text
    assert "i64 12" in text
    assert text.count("align 8") == 2


def both_ways(x, y):
    ordered = x < y
    return (
        scalars.where(ordered, x, y),
        scalars.where(~ordered, x, y),
        scalars.where(ordered & (x > 0.0), 1.0, 0.0),
        scalars.where(x <= y, 1.0, 0.0),
        scalars.where(x >= y, 1.0, 0.0),
        scalars.clip(x, -1.0, 1.0),
    )


def test_masks_choose_lane_by_lane(lanes):
    x = np.array([1.0, 2.0, -3.0, 0.5, -1.0, 7.0])
    y = np.array([2.0, 1.0, 5.0, 0.5, -2.0, np.inf])
    chosen = lanes(both_ways, 2, 6)(x, y)
    expected = [np.minimum(x, y), np.maximum(x, y), (x < y) & (x > 0), x <= y, x >= y]
    np.testing.assert_array_equal(chosen, [*expected, np.clip(x, -1, 1)])


def suspicious(x, y):
    return x + y, x - y, x * y, x / y, (x - x) / x, x * 2.0 - x * 2.0, abs(x), scalars.clip(x, 0, 1)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_bad_numbers_stay_visible(lanes):
    numbers = np.array([1.0, 0.0, np.inf, -np.inf, np.nan])
    x, y = (grid.ravel() for grid in np.meshgrid(numbers, numbers))
    expected = [x + y, x - y, x * y, x / y, (x - x) / x, x * 2 - x * 2, np.abs(x), np.clip(x, 0, 1)]
    np.testing.assert_array_equal(lanes(suspicious, 2, 8)(x, y), expected)


def test_a_kernel_reads_and_writes_the_addressed_rows():
    @kernel(4)
    def swap_and_add(left, right):
        left[0], right[1] = right[0] + left[1], left[0]

    @numba.njit
    def run(a, b):
        swap_and_add((a, 1), (b, 2))

    a, b = np.arange(24.0).reshape(3, 2, 4), np.arange(100.0, 132.0).reshape(4, 2, 4)
    before_a, before_b = a.copy(), b.copy()
    run(a, b)
    np.testing.assert_array_equal(a[1, 0], before_b[2, 0] + before_a[1, 1])
    np.testing.assert_array_equal(b[2, 1], before_a[1, 0])
    a[1, 0], b[2, 1] = before_a[1, 0], before_b[2, 1]
    np.testing.assert_array_equal(a, before_a)
    np.testing.assert_array_equal(b, before_b)
