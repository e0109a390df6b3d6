"""Derivatives of tapes: against dual numbers, against each other, and at kinks and edges."""

import math

import numpy as np
import pytest

from pelagos.mathematics import scalars
from pelagos.mathematics.dual import Dual
from pelagos.tape.derivatives import pullback, pushforward
from pelagos.tape.numbers import Tape, run

FUNCTIONS = {
    "sum": lambda x, y: x + y - 2.0 * x + 3.0,
    "product": lambda x, y: x * y * x,
    "turned": lambda x, y: -(x * y) + x * x,
    "quotient": lambda x, y: x / y + 2.0 / x,
    "root": lambda x, y: scalars.sqrt(x * x + y * y),
    "size": lambda x, y: abs(x) * y + abs(y),
    "sign": lambda x, y: scalars.sign(x) * y + scalars.floor(y),
    "turn": lambda x, y: scalars.sin(x * y) + scalars.cos(x - y) + scalars.tan(0.3 * x),
    "arc": lambda x, y: scalars.asin(0.4 * x) + scalars.acos(0.3 * y) + scalars.atan(x * y),
    "angle": lambda x, y: scalars.atan2(y, x) + scalars.atan2(x, 2.0) + scalars.atan2(1.0, y),
    "growth": lambda x, y: scalars.exp(x * y) + scalars.log(x * x + 1.0) + scalars.tanh(y),
    "power": lambda x, y: x**3 + (x * x + 0.5) ** y,
    "choice": lambda x, y: scalars.where(x < y, x * y, x - y) + scalars.clip(x, -0.2, 0.2),
    "condition": lambda x, y: scalars.where(~((x < y) & (x > 0.0)), x * x, y * y),
}


def traced(function):
    tape = Tape()
    inputs = [tape.input("x"), tape.input("y")]
    return tape, inputs, function(*inputs)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_both_ways_agree_with_dual_numbers(name):
    tape, (x, y), value = traced(FUNCTIONS[name])
    dx, dy = tape.input("dx"), tape.input("dy")
    along = pushforward(tape, [value], {x.index: dx, y.index: dy})
    gradient = pullback(tape, [value], [1.0])
    slopes = [gradient.get(x.index, 0.0), gradient.get(y.index, 0.0)]
    rng = np.random.default_rng(4)
    for a, b, da, db in rng.uniform(-1.5, 1.5, (40, 4)):
        dual = FUNCTIONS[name](Dual(a, np.array([1.0, 0.0])), Dual(b, np.array([0.0, 1.0])))
        forward = run(tape, along, [a, b, da, db])
        backward = run(tape, slopes, [a, b, da, db])
        expected = dual.tangent if isinstance(dual, Dual) else np.zeros(2)
        # a handful of roundings on either side
        np.testing.assert_allclose(backward, expected, rtol=2e-14, atol=1e-14)
        np.testing.assert_allclose(forward, [expected @ [da, db]], rtol=2e-14, atol=3e-14)


def test_second_derivatives_are_derivatives_of_the_first():
    tape, (x, y), value = traced(lambda x, y: scalars.exp(x * y) * scalars.sin(y))
    gradient = pullback(tape, [value], [1.0])
    mixed = pushforward(tape, [gradient[x.index]], {y.index: 1.0})
    a, b = 0.3, 0.7
    exact = math.exp(a * b) * ((1 + a * b) * math.sin(b) + b * math.cos(b))
    assert run(tape, mixed, [a, b])[0] == pytest.approx(exact, rel=1e-14)


def test_constants_and_other_inputs_have_no_part():
    tape, (_, y), value = traced(lambda x, y: 3.0 * x)
    assert pushforward(tape, [value, 5.0], {y.index: 1.0}) == [0.0, 0.0]
    assert y.index not in pullback(tape, [value], [1.0])
    assert pullback(tape, [5.0], [1.0]) == {}


def length(x, y):
    return scalars.sqrt(x * x + y * y)


def test_the_length_of_a_vector_at_rest_has_slope_zero():
    tape, (x, y), value = traced(length)
    gradient = pullback(tape, [value], [1.0])
    assert run(tape, [gradient[x.index], gradient[y.index]], [0.0, 0.0]) == [0.0, 0.0]
    along = pushforward(tape, [value], {x.index: tape.input("dx"), y.index: 0.0})
    assert run(tape, along, [0.0, 0.0, 1.0]) == [0.0]


def test_what_was_not_chosen_has_no_part_in_a_gradient():
    """x/|x| has infinite slopes at zero, but there another piece is chosen."""

    def direction(x, y):
        size = length(x, y)
        return scalars.where(size > 0.0, x / size, y)

    tape, (x, y), value = traced(direction)
    gradient = pullback(tape, [value], [1.0])
    assert run(tape, [gradient[x.index], gradient[y.index]], [0.0, 0.0]) == [0.0, 1.0]
    along = pushforward(tape, [value], {x.index: 1.0, y.index: 2.0})
    assert run(tape, along, [0.0, 0.0]) == [2.0]


@pytest.mark.parametrize(
    ("function", "edge", "slope"),
    [
        (scalars.log, 0.0, math.inf),
        (scalars.asin, 1.0, math.inf),
        (scalars.acos, 1.0, -math.inf),
        (abs, 0.0, 0.0),
    ],
)
def test_slopes_at_edges_and_kinks_are_those_of_dual_numbers(function, edge, slope):
    tape, (x, _), value = traced(lambda x, y: function(x))
    assert run(tape, [pullback(tape, [value], [1.0])[x.index]], [edge, 0.0]) == [slope]
    assert function(Dual(edge, np.array([1.0]))).tangent[0] == slope


def test_a_root_at_zero_is_infinitely_steep_forward_and_passes_nothing_back():
    tape, (x, _), value = traced(lambda x, y: scalars.sqrt(x))
    assert run(tape, pushforward(tape, [value], {x.index: 1.0}), [0.0, 0.0]) == [math.inf]
    assert run(tape, [pullback(tape, [value], [1.0])[x.index]], [0.0, 0.0]) == [0.0]


def test_a_power_of_zero_does_not_move_with_its_exponent():
    """exp(y log x): neither where it is chosen, nor where it is not."""
    tape, (x, y), power = traced(lambda x, y: scalars.exp(y * scalars.log(x)))
    other = scalars.where(x > 0.0, power, y)
    for value, slope in ((power, 0.0), (other, 1.0)):
        back = pullback(tape, [value], [1.0])
        along = pushforward(tape, [value], {y.index: 1.0})
        assert run(tape, [back[y.index], back[x.index], *along], [0.0, 1.5]) == [slope, 0.0, slope]
        steep = run(tape, [back[y.index], *along], [2.0, 1.5])
        assert steep == pytest.approx([2.0**1.5 * math.log(2.0)] * 2, rel=1e-14)


def test_tables_are_flat_between_their_rows():
    table = [(0.0, 1.0, 2.0), (1.0, 3.0, -1.0)]

    def line(t, _):
        start, value, slope = scalars.lookup(table, t)
        return value + slope * (t - start)

    tape, (t, _), value = traced(line)
    slope = pullback(tape, [value], [1.0])[t.index]
    assert run(tape, [slope], [0.5, 0.0]) == [2.0]
    assert run(tape, [slope], [1.5, 0.0]) == [-1.0]
