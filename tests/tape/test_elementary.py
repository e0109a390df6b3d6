"""Elementary functions in lanes against mpmath, and the values C99 prescribes at special arguments.

All functions sit on one tape of two inputs (y, x): it compiles once per width.
"""

import math

import mpmath
import numpy as np
import pytest

from pelagos.mathematics import scalars
from pelagos.tape import elementary

UNARY = (
    *("sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "exp", "log", "tanh"),
    *("absolute", "floor", "sign"),
)
inf, nan = math.inf, math.nan


def every_function(y, x):
    together = scalars.sincos(x)
    mixed = scalars.atan2(1.0, x), scalars.atan2(y, -2.0)
    return (
        *(getattr(scalars, name)(x) for name in UNARY),
        scalars.atan2(y, x),
        *together,
        *mixed,
    )


ROWS = (*UNARY, "atan2", "sincos s", "sincos c", "atan2(1, x)", "atan2(y, -2)")


@pytest.fixture(scope="module")
def evaluate(lanes):
    compiled = lanes(every_function, 2, len(ROWS))

    def call(name, *arguments):
        arrays = [np.atleast_1d(np.asarray(a, dtype=float)) for a in arguments]
        return compiled(arrays[0], arrays[-1])[ROWS.index(name)]

    return call


def largest_error(results, exact, *arguments):
    """The largest error in units in the last place, of results against 200-bit arithmetic."""
    worst = 0.0
    with mpmath.workprec(200):
        for result, *numbers in zip(results, *arguments, strict=True):
            true = exact(*(mpmath.mpf(float(n)) for n in numbers))
            # correctly rounded is the best one can do beyond the largest and smallest doubles
            if (rounded := float(true)) == 0.0 or math.isinf(rounded):
                assert result == rounded
                continue
            error = (mpmath.mpf(float(result)) - true) / mpmath.mpf(math.ulp(rounded))
            worst = max(worst, abs(float(error)))
    return worst


def samples(*intervals, count=1500):
    rng = np.random.default_rng(1)
    return np.concatenate([rng.uniform(a, b, count) for a, b in intervals])


def magnitudes(low, high, count=1500):
    """Positive numbers of every size between two powers of ten."""
    return 10.0 ** np.random.default_rng(2).uniform(low, high, count)


def near_quarter_turns(count=1500):
    """The doubles next to multiples of pi/2, where the reduction cancels most."""
    with mpmath.workprec(200):
        turns = np.random.default_rng(3).integers(-63_000, 63_000, count)
        nearest = np.array([float(int(k) * mpmath.pi / 2) for k in turns])
    return np.concatenate([nearest, np.nextafter(nearest, inf)])


ANGLES = np.concatenate(
    [samples((-1, 1), (-4, 4), (-100, 100), (-1e5, 1e5)), magnitudes(-20, 0), near_quarter_turns()]
)
INSIDE = np.concatenate([samples((-1, 1)), 1 - magnitudes(-16, 0), magnitudes(-16, 0) - 1])


@pytest.mark.parametrize(
    ("name", "arguments", "bound"),
    [
        ("sin", ANGLES, 0.8),
        ("cos", ANGLES, 0.8),
        ("tan", ANGLES, 2.5),
        ("exp", samples((-1, 1), (-20, 20), (-746, 710)), 1.0),
        ("log", np.concatenate([samples((0.5, 2), (0.99, 1.01)), magnitudes(-323, 308)]), 1.0),
        ("tanh", np.concatenate([samples((-1, 1), (-20, 20)), magnitudes(-10, 0)]), 2.0),
        ("atan", np.concatenate([samples((-3, 3)), magnitudes(-20, 20)]), 2.0),
        ("asin", np.concatenate([INSIDE, magnitudes(-16, 0)]), 3.0),
        ("acos", INSIDE, 3.0),
        ("sqrt", np.concatenate([samples((0, 4)), magnitudes(-323, 308)]), 0.5),
    ],
)
def test_error_in_units_in_the_last_place(evaluate, name, arguments, bound):
    error = largest_error(evaluate(name, arguments), getattr(mpmath, name), arguments)
    assert error <= bound


def test_error_of_atan2_in_all_quadrants(evaluate):
    y, x = samples((-1, 1), (-1, 1), (-1, 1)), samples((-2, 2), (-1e-3, 1e-3), (-1e3, 1e3))
    assert largest_error(evaluate("atan2", y, x), mpmath.atan2, y, x) <= 2.0
    huge_or_tiny = y * 1e308, x[::-1] * 1e-310
    for pair in (huge_or_tiny, huge_or_tiny[::-1], (y * 1e-315, x * 1e-315)):
        assert largest_error(evaluate("atan2", *pair), mpmath.atan2, *pair) <= 2.0


@pytest.mark.parametrize("name", ["sin", "cos"])
@pytest.mark.parametrize(("largest", "error"), [(1e9, 2e-16), (1e12, 1e-15), (1e15, 1e-12)])
def test_digits_fade_slowly_at_large_angles(evaluate, name, largest, error):
    angles = samples((-largest, largest))
    with mpmath.workprec(200):
        exact = [float(getattr(mpmath, name)(mpmath.mpf(float(a)))) for a in angles]
    np.testing.assert_allclose(evaluate(name, angles), exact, rtol=0, atol=error)


@pytest.mark.parametrize("name", ["sin", "cos", "tan", "sincos s", "sincos c"])
def test_angles_without_digits_are_not_numbers(evaluate, name):
    assert np.isnan(evaluate(name, [1e15, 1e16, -1e300, inf, -inf])).all()


def test_constants_are_their_true_values_in_parts():
    with mpmath.workprec(300):
        for parts, true in (
            (elementary.HALF_PI, mpmath.pi / 2),
            (elementary.LN_2, mpmath.log(2)),
        ):
            left = true - mpmath.fsum(parts)
            assert abs(left) < mpmath.mpf(math.ulp(parts[-1]))
    # the product of the middle part with up to 2^20 quarter turns is exact
    mantissa = int(math.frexp(elementary.HALF_PI[1])[0] * 2**53)
    assert mantissa % 2**20 == 0


SPECIAL = {
    "sin": {0.0: 0.0, nan: nan, 5e-324: 5e-324, -1e-310: -1e-310},
    "cos": {0.0: 1.0, nan: nan, 5e-324: 1.0},
    "tan": {0.0: 0.0, nan: nan, inf: nan},
    "asin": {0.0: 0.0, 1.0: math.pi / 2, -1.0: -math.pi / 2, 1.0000000000000002: nan, -2.0: nan},
    "acos": {0.0: math.pi / 2, 1.0: 0.0, -1.0: math.pi, 1.0000000000000002: nan, inf: nan},
    "atan": {0.0: 0.0, inf: math.pi / 2, -inf: -math.pi / 2, 1.0: math.pi / 4, nan: nan},
    "sqrt": {0.0: 0.0, 4.0: 2.0, inf: inf, -1.0: nan, -5e-324: nan, nan: nan},
    "exp": {0.0: 1.0, 709.8: inf, 1e308: inf, inf: inf, -745.2: 0.0, -inf: 0.0, nan: nan}
    | {-745.1: 5e-324},
    "log": {0.0: -inf, 1.0: 0.0, inf: inf, -5e-324: nan, -1.0: nan, -inf: nan, nan: nan},
    "tanh": {0.0: 0.0, 25.0: 1.0, inf: 1.0, -inf: -1.0, -1e308: -1.0, nan: nan, 1e-310: 1e-310},
    "absolute": {-2.0: 2.0, -inf: inf, nan: nan},
    "floor": {-0.5: -1.0, 2.0: 2.0, 2.9: 2.0, 1e300: 1e300, -inf: -inf, nan: nan},
    "sign": {-3.0: -1.0, 0.0: 0.0, 5e-324: 1.0, -inf: -1.0, nan: nan},
}


@pytest.mark.parametrize("name", UNARY)
def test_special_values(evaluate, name):
    expected = SPECIAL[name]
    np.testing.assert_array_equal(evaluate(name, list(expected)), list(expected.values()))
    # equations on floats give the same answers, NaN instead of an exception
    floats = [getattr(scalars, name)(x) for x in expected]
    np.testing.assert_allclose(floats, list(expected.values()), rtol=1e-15, atol=0)


def test_special_values_of_atan2(evaluate):
    numbers = [0.0, -0.0, 1.0, -1.0, 5e-324, -3e-310, 1.7e308, -1.7e308, inf, -inf, nan]
    y, x = (grid.ravel() for grid in np.meshgrid(numbers, numbers))
    results, expected = evaluate("atan2", y, x), np.arctan2(y, x)
    np.testing.assert_allclose(results, expected, rtol=5e-16, atol=0)
    known = ~np.isnan(expected)
    np.testing.assert_array_equal(np.signbit(results[known]), np.signbit(expected[known]))


def test_sincos_equals_sin_and_cos(evaluate):
    np.testing.assert_array_equal(evaluate("sincos s", ANGLES), evaluate("sin", ANGLES))
    np.testing.assert_array_equal(evaluate("sincos c", ANGLES), evaluate("cos", ANGLES))


def test_atan2_of_a_float_and_a_tape_number(evaluate):
    numbers = samples((-3, 3), count=200)
    np.testing.assert_allclose(evaluate("atan2(1, x)", numbers), np.arctan2(1, numbers), rtol=5e-16)
    np.testing.assert_allclose(
        evaluate("atan2(y, -2)", numbers), np.arctan2(numbers, -2), rtol=5e-16
    )


@pytest.mark.parametrize("name", UNARY)
def test_agrees_with_floats(evaluate, name):
    low = 0.0 if name in ("sqrt", "log") else -1.0
    numbers = samples((low, 1.0), count=400)
    floats = [getattr(scalars, name)(float(x)) for x in numbers]
    np.testing.assert_allclose(evaluate(name, numbers), floats, rtol=1e-15, atol=0)


def test_four_and_eight_lanes_give_equal_bits(lanes):
    special = [0.0, -0.0, 1.0, -1.0, inf, -inf, nan, 5e-324, 1e308, -1e16]
    x = np.concatenate([ANGLES, samples((-1, 1), (0, 800)), magnitudes(-320, 308), special])
    y = np.roll(x, 1)
    four, eight = (lanes(every_function, 2, len(ROWS), width)(y, x) for width in (4, 8))
    np.testing.assert_array_equal(four, eight)
    # zeros included; only the sign of a NaN is open
    known = ~np.isnan(four)
    np.testing.assert_array_equal(np.signbit(four[known]), np.signbit(eight[known]))
