"""The same functions on floats, arrays, dual numbers and SymPy (traced scalars: tests/kernels)."""

import math

import mpmath
import numpy as np
import pytest
import sympy

from pelagos.mathematics import scalars
from pelagos.mathematics.dual import Dual

inf, nan = math.inf, math.nan

# Each function, its exact twin, and arguments within its domain, away from kinks.
UNARY = {
    "sin": (mpmath.sin, (-40.0, -1.2, 0.0, 0.3, 2.0)),
    "cos": (mpmath.cos, (-40.0, -1.2, 0.0, 0.3, 2.0)),
    "tan": (mpmath.tan, (-40.0, -1.2, 0.0, 0.3, 2.0)),
    "asin": (mpmath.asin, (-0.999, -0.3, 0.0, 0.7)),
    "acos": (mpmath.acos, (-0.999, -0.3, 0.0, 0.7)),
    "atan": (mpmath.atan, (-30.0, -0.3, 0.0, 2.0)),
    "sqrt": (mpmath.sqrt, (1e-6, 0.3, 2.0, 1e6)),
    "exp": (mpmath.exp, (-5.0, 0.0, 0.3, 9.0)),
    "log": (mpmath.log, (1e-6, 0.3, 1.0, 1e6)),
    "tanh": (mpmath.tanh, (-3.0, -0.1, 0.0, 0.7)),
    "absolute": (abs, (-2.0, 0.3)),
    "floor": (mpmath.floor, (-1.5, 0.3, 7.2)),
    "sign": (mpmath.sign, (-2.0, 0.3)),
}
CASES = [(name, exact, x) for name, (exact, numbers) in UNARY.items() for x in numbers]
POINTS = [(y, x) for y in (-2.0, 0.3, 1e-5) for x in (-1.5, 1e-3, 4.0)]


def close(actual, expected, tolerance=2e-15):
    np.testing.assert_allclose(
        np.asarray(actual, dtype=float),
        np.asarray(expected, dtype=float),
        rtol=tolerance,
        atol=tolerance,
    )


@pytest.mark.parametrize(("name", "exact", "x"), CASES)
def test_floats(name, exact, x):
    close(getattr(scalars, name)(x), exact(mpmath.mpf(x)))


@pytest.mark.parametrize(("name", "exact", "x"), CASES)
def test_duals_carry_exact_derivatives(name, exact, x):
    directions = np.array([1.0, 0.0, -2.5])
    result = getattr(scalars, name)(Dual(x, directions))
    slope = float(mpmath.diff(exact, mpmath.mpf(x)))
    assert result.value == getattr(scalars, name)(x)
    close(result.tangent, slope * directions, 1e-12 * (1 + abs(slope)))


@pytest.mark.parametrize(("name", "exact", "x"), CASES)
def test_sympy(name, exact, x):
    symbol = sympy.Symbol("x", real=True)
    expression = getattr(scalars, name)(symbol)
    assert symbol in expression.free_symbols
    close(expression.subs(symbol, sympy.Float(x, 30)).evalf(), exact(mpmath.mpf(x)))


def test_sincos_on_every_number():
    symbol = sympy.Symbol("x")
    assert scalars.sincos(0.3) == (math.sin(0.3), math.cos(0.3))
    assert scalars.sincos(symbol) == (sympy.sin(symbol), sympy.cos(symbol))
    sine, cosine = scalars.sincos(Dual(0.3, np.ones(1)))
    close([*sine.tangent, *cosine.tangent], [math.cos(0.3), -math.sin(0.3)])


@pytest.mark.parametrize(("y", "x"), POINTS)
def test_atan2_and_its_derivatives(y, x):
    angle = math.atan2(y, x)
    by_y, by_x = (float(mpmath.diff(mpmath.atan2, (y, x), n)) for n in ((1, 0), (0, 1)))
    one, other = Dual(y, np.array([1.0, 0.0])), Dual(x, np.array([0.0, 1.0]))
    for result, slopes in (
        (scalars.atan2(one, other), (by_y, by_x)),
        (scalars.atan2(one, x), (by_y, 0.0)),
        (scalars.atan2(y, other), (0.0, by_x)),
    ):
        assert result.value == scalars.atan2(y, x) == angle
        close(result.tangent, slopes, 1e-12 * (1 + abs(by_x) + abs(by_y)))
    symbols = sympy.symbols("y x", real=True)
    close(scalars.atan2(*symbols).subs(dict(zip(symbols, (y, x), strict=True))).evalf(), angle)


def mixture(x, y):
    """All operators with numbers on both sides, and the functions built from conditions."""
    a = (2.0 * x - y / 3.0) * (x + 1) / (4 - y) - 0.5 + (1 / x) * -y
    b = scalars.power(x, 3) + scalars.power(y, -2) + scalars.power(x, 0.7) + scalars.power(y, 0)
    c = scalars.maximum(x, y) * scalars.minimum(x, 0.9) + scalars.clip(y, -1.0, 1.0)
    d = scalars.where(scalars.less(x, y), x * y, x / y) + scalars.absolute(x - y)
    return a + b * c - d


@pytest.mark.parametrize(("x", "y"), [(0.7, 1.9), (1.9, 0.7), (0.2, -0.4), (3.0, -8.0)])
def test_a_mixture_agrees_on_all_numbers(x, y):
    result = mixture(Dual(x, np.array([1.0, 0.0])), Dual(y, np.array([0.0, 1.0])))
    assert result.value == pytest.approx(mixture(x, y), rel=1e-14)

    # the five-point rule on plain floats
    h, rule = 1e-3, ((-2, 1), (-1, -8), (1, 8), (2, -1))
    by_x = sum(weight * mixture(x + n * h, y) for n, weight in rule) / (12 * h)
    by_y = sum(weight * mixture(x, y + n * h) for n, weight in rule) / (12 * h)
    np.testing.assert_allclose(result.tangent, [by_x, by_y], rtol=1e-7)

    symbols = sympy.symbols("x y", real=True)
    expression = mixture(*symbols)
    numbers = dict(zip(symbols, (x, y), strict=True))
    assert float(expression.subs(numbers)) == pytest.approx(mixture(x, y), rel=1e-13)
    for symbol, slope in zip(symbols, result.tangent, strict=True):
        assert float(expression.diff(symbol).subs(numbers)) == pytest.approx(slope, rel=1e-12)


@pytest.mark.parametrize(
    ("name", "x"),
    [("sin", inf), ("cos", -inf), ("tan", inf), ("asin", 1.1), ("acos", -2.0), ("sqrt", -1.0)]
    + [("log", -1.0)]
    + [(name, nan) for name in UNARY],
)
def test_outside_the_domain_is_nan_not_an_exception(name, x):
    assert math.isnan(getattr(scalars, name)(x))
    result = getattr(scalars, name)(Dual(x, np.ones(2)))
    assert math.isnan(result.value)


def test_ends_of_the_domain_on_floats():
    assert scalars.exp(1000.0) == inf
    assert scalars.exp(-1000.0) == 0.0
    assert scalars.log(0.0) == -inf
    assert scalars.floor(inf) == inf
    assert scalars.sign(0.0) == 0.0
    assert scalars.clip(nan, -1.0, 1.0) is nan


class TestDual:
    x = Dual(2.0, np.array([1.0, 3.0]))

    def test_a_plain_zero_folds(self):
        assert self.x * 0.0 == 0.0 == 0 * self.x == 0.0 / self.x
        # but a dual whose value happens to be zero keeps its tangent
        still = self.x * Dual(0.0, np.array([1.0, 0.0]))
        assert still.value == 0.0
        close(still.tangent, [2.0, 0.0])

    def test_comparisons_look_at_the_value(self):
        x, twin = self.x, Dual(2.0, np.zeros(2))
        assert [x < 3.0, x <= 2, x > 1.0, x >= twin, twin <= x] == [True] * 5
        assert [x < twin, x <= 1, x > 2.0, x >= 3.0, twin > x] == [False] * 5
        assert x != twin

    def test_numpy_numbers_mix(self):
        for result in (np.float64(3.0) * self.x, self.x * np.float64(3.0)):
            assert isinstance(result, Dual)
            close(result.tangent, [3.0, 9.0])
        assert isinstance(np.float64(3.0) - self.x, Dual)
        assert scalars.where(self.x < np.float64(3.0), 1.0, 2.0) == 1.0

    def test_foreign_operands_are_refused(self):
        for operation in ("__add__", "__sub__", "__mul__", "__truediv__"):
            assert getattr(self.x, operation)("2") is NotImplemented

    def test_operands_stay_untouched(self):
        x = Dual(2.0, np.array([1.0, 3.0]))
        y = x + 1.0
        y = y * x - y / x
        scalars.sqrt(x)
        close(x.tangent, [1.0, 3.0])

    @pytest.mark.parametrize("name", ["absolute", "sign", "floor"])
    def test_kinks_and_jumps_have_slope_zero(self, name):
        result = getattr(scalars, name)(Dual(0.0, np.array([1.0, -2.0])))
        assert result.value == 0.0
        close(result.tangent, [0.0, 0.0])

    @pytest.mark.parametrize(
        ("name", "x", "sign"),
        [("sqrt", 0.0, 1), ("log", 0.0, 1), ("asin", 1.0, 1), ("asin", -1.0, 1), ("acos", 1.0, -1)],
    )
    def test_infinite_slopes_leave_a_zero_tangent_alone(self, name, x, sign):
        result = getattr(scalars, name)(Dual(x, np.array([1.0, 0.0, -1.0])))
        assert result.value == getattr(scalars, name)(x)
        np.testing.assert_array_equal(result.tangent, [sign * inf, 0.0, -sign * inf])

    def test_the_length_of_a_vector_at_rest_has_no_slope(self):
        x, y = (Dual(0.0, np.eye(2)[i]) for i in range(2))
        np.testing.assert_array_equal(scalars.sqrt(x * x + y * y).tangent, [0.0, 0.0])

    def test_atan2_at_the_origin_has_no_tangent(self):
        origin = Dual(0.0, np.ones(2))
        result = scalars.atan2(origin, origin)
        assert result.value == 0.0
        assert np.isnan(result.tangent).all()

    def test_atan2_of_huge_and_tiny_legs(self):
        for size in (1e-200, 1e200):
            result = scalars.atan2(Dual(size, np.array([size])), size)
            close(result.tangent, [0.5])


@pytest.mark.parametrize("name", UNARY)
def test_arrays_are_many_numbers(name):
    numbers = np.array(UNARY[name][1])
    function = getattr(scalars, name)
    close(function(numbers), [function(x) for x in numbers.tolist()])


def test_arrays_of_two_arguments():
    y, x = np.transpose(POINTS)
    close(scalars.atan2(y, x), [math.atan2(*point) for point in POINTS])
    close(np.array(scalars.sincos(x)), [np.sin(x), np.cos(x)])
