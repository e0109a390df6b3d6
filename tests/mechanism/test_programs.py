"""Signals as programs: the flat form means what the expression tree means."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pelagos.equations import program
from pelagos.language.expressions import Const, Coordinate, Op, Parameter, Speed, Time, evaluate
from pelagos.mathematics.dual import Dual
from pelagos.mechanism.programs import Programmer
from tests.signals import EDGES, POINTS, SIGNALS, node

COORDINATES, SPEEDS = ("a", "b"), ("a", "b")
PARAMETERS = {"k": 0.75}


def flat(*nodes, parameters=None):
    """The arrays of some signals, and a function of (t, q, u) that runs them."""
    programmer = Programmer(COORDINATES, SPEEDS)
    for n in nodes:
        programmer.channel(n)
    arrays = programmer.finish(PARAMETERS if parameters is None else parameters)
    starts, rows = arrays.table_starts, arrays.tables.tolist()
    tables = [rows[a:b] for a, b in zip(starts, starts[1:], strict=False)]

    def run(t, q, u):
        values = arrays.values.tolist()
        registers = program.run(arrays.program.tolist(), values, tables, t, q, u)
        return [registers[c] for c in arrays.channels]

    return arrays, run


@pytest.mark.parametrize("signal", SIGNALS, ids=str)
def test_programs_mean_what_the_tree_means(signal):
    tree = node(signal)
    _, run = flat(tree)
    for t, q, u in (*POINTS, *EDGES):
        expected = evaluate(
            tree, t, dict(zip("ab", q, strict=True)), dict(zip("ab", u, strict=True)), PARAMETERS
        )
        assert run(t, q, u)[0] == pytest.approx(expected, rel=1e-14, abs=1e-15, nan_ok=True)


@pytest.mark.parametrize("signal", SIGNALS, ids=str)
def test_programs_run_on_dual_numbers(signal):
    """The exact time derivative along a moving state, against central differences."""
    _, run = flat(node(signal))
    h = 1e-6
    for t, q, u in POINTS[:-1]:
        (exact,) = run(*(Dual(t, np.ones(1)), [Dual(x, np.ones(1)) for x in q], u))
        after, before = (run(t + s * h, [x + s * h for x in q], u)[0] for s in (1, -1))
        slope = exact.tangent[0] if isinstance(exact, Dual) else 0.0
        assert slope == pytest.approx((after - before) / (2 * h), rel=1e-6, abs=1e-6)


def test_all_signals_share_their_parts():
    tree = node("sin(2*t) + q[a]*sin(2*t)")
    arrays, _ = flat(tree, tree, node("sin(2*t)"))
    operations = arrays.program[:, 0].tolist()
    assert operations.count(program.CODES["sin"]) == 1
    assert arrays.channels[0] == arrays.channels[1]


def test_instructions_of_time_come_first():
    arrays, run = flat(node("q[a] + sin(t)*k"), node("u[b]"), node("2*t"))
    loads = (program.COORDINATE, program.SPEED)
    codes = arrays.program[:, 0].tolist()
    assert codes.index(program.TIME) < codes.index(program.CODES["sin"])
    assert codes.index(program.CODES["sin"]) < min(codes.index(load) for load in loads)
    assert run(0.5, [1.0, 2.0], [3.0, 4.0]) == [1.0 + math.sin(0.5) * 0.75, 4.0, 1.0]


@pytest.mark.parametrize("signal", SIGNALS, ids=str)
def test_an_instruction_reads_only_what_is_already_written(signal):
    arrays, _ = flat(node("u[b] - q[a]"), node(signal))
    for i, (operation, a, b, c) in enumerate(arrays.program.tolist()):
        if operation >= program.FIRST_ARITHMETIC:
            assert max(a, b, c) < i
        elif operation == program.TABLE:
            assert a < i


@pytest.mark.parametrize("exponent", [*range(-16, 17), 0.5, 2.5, 17, -17])
def test_powers(exponent):
    """Whole powers are products, with the right sign for negative bases."""
    tree = Op("pow", (Coordinate("a"), Const(float(exponent))))
    arrays, run = flat(tree)
    whole = abs(exponent) <= 16 and exponent == int(exponent)
    assert (program.CODES["pow"] in arrays.program[:, 0]) != whole
    for base in (1.3, 0.2, -1.1):
        found = run(0.0, [base, 0.0], [0.0, 0.0])[0]
        if base > 0.0 or whole:
            assert found == pytest.approx(base**exponent, rel=1e-13)


def test_a_parameter_is_one_number_that_can_be_changed():
    programmer = Programmer(COORDINATES, SPEEDS)
    programmer.channel(Op("add", (Parameter("k"), Op("mul", (Parameter("k"), Time())))))
    arrays = programmer.finish({"k": 3.0})
    assert arrays.parameter_slots == {"k": 0}
    assert arrays.values.tolist() == [3.0]
    # a constant of the same value is another number
    programmer.channel(Const(3.0))
    assert programmer.finish({"k": 4.0}).values.tolist() == [4.0, 3.0]


def test_speeds_and_coordinates_are_told_apart():
    _, run = flat(Coordinate("b"), Speed("b"))
    assert run(0.0, [1.0, 2.0], [3.0, 4.0]) == [2.0, 4.0]
