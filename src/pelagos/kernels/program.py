"""Signal programs in lanes: the operations of `equations.program`, traced."""

from __future__ import annotations

from pelagos.equations.program import (
    ARITHMETIC,
    COORDINATE,
    FIRST_ARITHMETIC,
    SPEED,
    TABLE,
    TIME,
    VALUE,
)
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.trace import kernel_by_kind


@kernel_by_kind(WIDTH, [operation for _, operation in ARITHMETIC])
def _operate(operation, a, b, c, result):
    result[0] = operation(a[0], b[0], c[0])


@inlined
def _interpolate(tables, first, last, x):
    """`equations.program.interpolate` with a binary search; NaN falls into the first row."""
    low, high = first, last
    while high - low > 1:
        middle = (low + high) // 2
        if x >= tables[middle, 0]:
            low = middle
        else:
            high = middle
    d = x - tables[low, 0]
    return tables[low, 1] + d * (tables[low, 2] + d * (tables[low, 3] + d * tables[low, 4]))


@entry("Int2 Int Int Real2 Real2 Int1 Real1 Real2 Int Real2")
def run_program(program, start, stop, values, tables, table_starts, t, x, nq, registers):
    """Instructions start..stop of a program; register i is row i."""
    for i in range(start, stop):
        operation, a, b, c = program[i, 0], program[i, 1], program[i, 2], program[i, 3]
        if operation >= FIRST_ARITHMETIC:
            _operate(
                operation - FIRST_ARITHMETIC,
                (registers, a),
                (registers, b),
                (registers, c),
                (registers, i),
            )
            continue
        for lane in range(WIDTH):
            if operation == VALUE:
                registers[i, lane] = values[a, lane]
            elif operation == TIME:
                registers[i, lane] = t[lane]
            elif operation == COORDINATE:
                registers[i, lane] = x[a, lane]
            elif operation == SPEED:
                registers[i, lane] = x[nq + a, lane]
            elif operation == TABLE:
                registers[i, lane] = _interpolate(
                    tables, table_starts[b], table_starts[b + 1], registers[a, lane]
                )
