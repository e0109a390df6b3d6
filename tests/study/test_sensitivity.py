"""Sensitivities against closed forms, and against scipy's estimators."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import pelagos as pl
from pelagos.study.design import design
from pelagos.study.sensitivity import factorial, saltelli, scattered
from pelagos.study.words import StudyWords

# the Ishigami function (Ishigami and Homma 1990), whose indices are known
A, B = 7.0, 0.1
PARTS = np.array([(1 + B * np.pi**4 / 5) ** 2 / 2, A**2 / 8, 0.0])
BOTH = B**2 * np.pi**8 * (1 / 18 - 1 / 50)  # of the first and the third together
VARIANCE = PARTS.sum() + BOTH
FIRST = PARTS / VARIANCE
TOTAL = (PARTS + np.array([BOTH, 0, BOTH])) / VARIANCE
ANGLES = {name: {"uniform": [-np.pi, np.pi]} for name in "xyz"}


def ishigami(x, y, z):
    return np.sin(x) + A * np.sin(y) ** 2 + B * z**4 * np.sin(x)


def drawn(**words):
    return design(StudyWords(robot="any", metrics={}, **words))


def spread(index):
    """Standard error, as the 95 % interval of a normal estimate says it."""
    return (index.high - index.low) / (2 * 1.96)


def test_ishigami_by_saltelli():
    """Within 3.5 standard errors, which are themselves below 2 %."""
    factors = drawn(runs=5 * 4096, sampling="saltelli", factors=ANGLES)
    found = saltelli(ishigami(**factors), inputs=3)
    for sensitivity, first, total in zip(found, FIRST, TOTAL, strict=True):
        for index, exact in ((sensitivity.first, first), (sensitivity.total, total)):
            assert abs(index.value - exact) < 3.5 * spread(index) + 1e-12
            assert spread(index) < 0.02
            assert index.low <= index.value <= index.high


def test_saltelli_equals_scipy():
    """Our plan is scipy's, point by point, and so are the estimates, up to rounding."""
    n = 512
    factors = drawn(runs=5 * n, sampling="saltelli", factors=ANGLES)
    output = ishigami(**factors)
    rows = output.reshape(n, 5)
    parts = {"f_A": rows[None, :, 0], "f_B": rows[None, :, 1], "f_AB": rows[:, 2:].T[:, None]}
    peer = stats.sobol_indices(func=parts, n=n)
    found = saltelli(output, inputs=3)
    np.testing.assert_allclose([s.first.value for s in found], peer.first_order, atol=1e-13)
    np.testing.assert_allclose([s.total.value for s in found], peer.total_order, atol=1e-13)


def test_saltelli_plan_mixes_one_input_at_a_time():
    n, words = 8, {"paths": ["c", "d"], "mean": [0, 0], "covariance": [[1, 0.5], [0.5, 1]]}
    found = drawn(
        runs=4 * n, sampling="saltelli", factors={"x": {"uniform": [0, 1]}}, correlated=[words]
    )
    a, b, first, second = ({name: values[k::4] for name, values in found.items()} for k in range(4))
    for name in found:
        assert not np.any(a[name] == b[name])
    np.testing.assert_array_equal(first["x"], b["x"])
    np.testing.assert_array_equal(first["c"], a["c"])
    np.testing.assert_array_equal(first["d"], a["d"])
    np.testing.assert_array_equal(second["x"], a["x"])
    np.testing.assert_array_equal(second["c"], b["c"])  # normal together: one input
    np.testing.assert_array_equal(second["d"], b["d"])


def test_points_with_failed_runs_are_left_out():
    factors = drawn(runs=5 * 256, sampling="saltelli", factors=ANGLES)
    output = ishigami(**factors)
    holes = output.copy()
    holes[[3, 100, 640]] = np.nan  # points 0, 20 and 128
    kept = np.delete(output.reshape(256, 5), [0, 20, 128], axis=0).ravel()
    assert saltelli(holes, 3) == saltelli(kept, 3)
    assert saltelli(output[:-2], 3) == saltelli(output[:-5], 3)  # unfinished


@pytest.mark.parametrize("sampling", ["random", "latin-hypercube", "sobol"])
def test_ishigami_from_any_runs(sampling):
    """The missing cosines of sin x take 0.2 % of its share; the rest is sampling error."""
    factors = drawn(runs=4096, sampling=sampling, factors=ANGLES)
    found = scattered(factors, ishigami(**factors))
    for sensitivity, exact in zip(found.values(), FIRST, strict=True):
        assert abs(sensitivity.first.value - exact) < 3.5 * spread(sensitivity.first) + 0.003
        assert sensitivity.total is None


def test_intervals_cover():
    """95 % intervals hold the truth about as often as they say, in 40 repetitions."""
    inside = []
    for seed in range(40):
        factors = drawn(runs=300, seed=seed, factors=ANGLES)
        found = scattered(factors, ishigami(**factors))["y"].first
        inside.append(found.low <= FIRST[1] <= found.high)
    assert np.mean(inside) >= 0.825  # below: one in a thousand, if they did


@pytest.mark.parametrize("sampling", ["sobol", "saltelli"])
def test_even_plans_are_better_than_their_intervals_say(sampling):
    """Points are resampled as if they were independent: intervals are on the safe side."""
    inside, errors, spreads = [], [], []
    for seed in range(12):
        factors = drawn(runs=5 * 1024, seed=seed, sampling=sampling, factors=ANGLES)
        output = ishigami(**factors)
        found = (
            saltelli(output, 3)[1]
            if sampling == "saltelli"
            else scattered({"y": factors["y"]}, output)["y"]
        )
        inside.append(found.first.low <= FIRST[1] <= found.first.high)
        errors.append(found.first.value - FIRST[1])
        spreads.append(spread(found.first))
    assert all(inside)
    assert np.std(errors) < np.mean(spreads) / 1.5


def test_rank_correlation_equals_scipy():
    rng = np.random.default_rng(0)
    x = np.round(rng.normal(size=500), 1)  # with ties
    y = np.exp(x) + rng.normal(size=500)
    y[7] = np.nan
    found = scattered({"x": x}, y)["x"].rank
    good = np.isfinite(y)
    exact = stats.spearmanr(x[good], y[good]).statistic
    assert found.value == pytest.approx(exact, abs=1e-13)
    # the interval is that of Fisher's transformation, up to the noise of resampling
    half = 1.96 * np.sqrt((1 + exact**2 / 2) / (500 - 3))
    low, high = np.tanh(np.arctanh(exact) + np.array([-half, half]))
    assert found.low == pytest.approx(low, abs=0.02)
    assert found.high == pytest.approx(high, abs=0.02)


def test_grid_is_exact():
    """x + y z on a grid: the decomposition of its variance by hand."""
    words = {name: {"grid": [-1, 0, 1]} for name in "xyz"}
    factors = drawn(factors=words)
    found = factorial(factors, factors["x"] + factors["y"] * factors["z"])
    one, both = 2 / 3, 4 / 9  # variances of x, and of y z
    whole = one + both
    assert found["x"].first.value == pytest.approx(one / whole)
    assert found["x"].total.value == pytest.approx(one / whole)
    assert found["y"].first.value == pytest.approx(0, abs=1e-15)
    assert found["y"].total.value == pytest.approx(both / whole)
    assert np.isnan(found["y"].total.low)
    # without knowing that it is a grid: as many cosines as the levels allow leave nothing out
    n, terms = 27, 2
    loose = scattered(factors, factors["x"] + factors["y"] * factors["z"])
    adjusted = 1 - (1 - one / whole) * (n - 1) / (n - terms - 1)
    assert loose["x"].first.value == pytest.approx(adjusted)


def test_nothing_is_said_of_constants_and_few_runs():
    x = np.linspace(0, 1, 50)
    assert scattered({"x": x}, np.ones(50))["x"].first is None
    assert scattered({"x": np.ones(50)}, x)["x"].first is None
    assert scattered({"x": x[:5]}, x[:5])["x"].first is None
    assert saltelli(np.ones(50), 3)[0].first is None


@pytest.mark.parametrize(
    ("factors", "runs", "said"),
    [
        ({"bodies.weight.mass": {"uniform": [1, 2]}}, 1000, "give 3 times a power of two"),
        ({"bodies.weight.mass": {"grid": [1, 2]}}, 6, "a grid cannot be part of"),
    ],
)
def test_plans_that_do_not_fit_are_refused(folder, factors, runs, said):
    words = {"robot": "weight.yaml", "factors": factors, "runs": runs, "sampling": "saltelli"}
    with pytest.raises(pl.ModelError, match=said):
        pl.Study.of(words | {"metrics": {"speed": {"final": "u.weight"}}})
