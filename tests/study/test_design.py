"""Draws: what they are distributed like, and what they depend on."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from pelagos.study.design import Design, design
from pelagos.study.words import StudyWords

FACTORS = {
    "a": {"normal": [2, 0.5]},
    "b": {"uniform": [-1, 3]},
    "c": {"triangular": [0, 1, 4]},
}
EXPECTED = {
    "a": stats.norm(2, 0.5),
    "b": stats.uniform(-1, 4),
    "c": stats.triang(0.25, 0, 4),
}


def drawn(**words):
    return design(StudyWords(robot="any", metrics={}, **words))


@pytest.mark.parametrize("sampling", ["random", "latin-hypercube", "sobol"])
def test_distributions(sampling):
    """Seeded, so the probability of a Kolmogorov-Smirnov test is a fixed number."""
    found = drawn(runs=2000, seed=1, sampling=sampling, factors=FACTORS)
    for name, expected in EXPECTED.items():
        assert stats.kstest(found[name], expected.cdf).pvalue > 0.01


@pytest.mark.parametrize("sampling", ["latin-hypercube", "sobol"])
def test_plans_fill_every_interval(sampling):
    """One value in each of n equal intervals; n is a power of two, as Sobol needs for that."""
    n = 256
    found = drawn(runs=n, sampling=sampling, factors=FACTORS)
    for name, expected in EXPECTED.items():
        cells = np.floor(expected.cdf(found[name]) * n + 1e-9).astype(int)
        assert len(set(cells)) >= n - 1  # rounding of the distribution function at an edge


@pytest.mark.parametrize("sampling", ["random", "latin-hypercube", "sobol"])
def test_seed_decides(sampling):
    words = {"runs": 50, "sampling": sampling, "factors": FACTORS}
    one, same, other = drawn(seed=1, **words), drawn(seed=1, **words), drawn(seed=2, **words)
    for name in FACTORS:
        np.testing.assert_array_equal(one[name], same[name])
        assert not np.any(one[name] == other[name])


@pytest.mark.parametrize("sampling", ["random", "sobol"])
def test_more_runs_keep_the_earlier_ones(sampling):
    few = drawn(runs=37, sampling=sampling, factors=FACTORS)
    many = drawn(runs=90, sampling=sampling, factors=FACTORS)
    for name in FACTORS:
        np.testing.assert_array_equal(few[name], many[name][:37])


def test_another_factor_leaves_independent_draws():
    one = drawn(runs=10, factors=FACTORS)
    more = drawn(runs=10, factors={"z": {"normal": [0, 1]}, **FACTORS})
    for name in FACTORS:
        np.testing.assert_array_equal(one[name], more[name])


def test_correlated():
    """Sample mean and covariance within five standard errors."""
    mean, covariance = np.array([1.0, -2.0, 5.0]), np.diag([1.0, 4.0, 0.25])
    covariance[0, 1] = covariance[1, 0] = -1.6
    n = 20_000
    words = {"paths": ["a", "b", "c"], "mean": mean.tolist(), "covariance": covariance.tolist()}
    found = np.array(list(drawn(runs=n, correlated=[words]).values()))
    deviation = np.sqrt(np.diag(covariance))
    assert np.all(np.abs(found.mean(axis=1) - mean) < 5 * deviation / np.sqrt(n))
    scale = np.outer(deviation, deviation) * np.sqrt(2 / n)
    assert np.all(np.abs(np.cov(found) - covariance) < 5 * scale)


def test_attitudes_are_uniform():
    """Unit quaternions; a turned axis has each component uniform in (-1, 1) (Archimedes)."""
    found = drawn(runs=2000, attitude=["hull"])
    w, x, y, z = found.values()
    np.testing.assert_allclose(w * w + x * x + y * y + z * z, 1, rtol=1e-15 * 8)
    for part in (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)):
        assert stats.kstest(part, stats.uniform(-1, 2).cdf).pvalue > 0.01


def test_grids_multiply_and_repeat():
    factors = {
        "a": {"grid": [1, 2]},
        "b": {"grid": {"from": 1, "to": 100, "count": 3, "spacing": "logarithmic"}},
        "c": {"normal": [0, 1]},
    }
    found = drawn(runs=12, factors=factors)
    np.testing.assert_array_equal(found["a"], [1, 1, 1, 2, 2, 2] * 2)
    np.testing.assert_allclose(found["b"], [1, 10, 100] * 4, rtol=1e-15)
    assert len(set(found["c"])) == 12


@pytest.mark.parametrize("sampling", ["random", "latin-hypercube", "sobol", "saltelli"])
def test_pieces_make_the_whole(sampling):
    """In any order, so that workers need not wait for each other."""
    grid = {} if sampling == "saltelli" else {"d": {"grid": [1, 2, 3]}}
    words = StudyWords(
        robot="any",
        runs=63,
        sampling=sampling,
        factors={**FACTORS, **grid},
        correlated=[{"paths": ["e", "f"], "mean": [0, 1], "covariance": [[2, 1], [1, 2]]}],
        attitude=["hull"],
    )
    whole, pieces = design(words), Design(words)
    assert words.columns == list(whole)
    for first, last in ((7, 20), (0, 7), (20, 33), (40, 63), (33, 40)):
        found = pieces.rows(first, last)
        for name, values in whole.items():
            np.testing.assert_array_equal(found[name], values[first:last])
