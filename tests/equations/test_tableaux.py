"""Runge-Kutta coefficients against the order conditions, which are sums over rooted trees.

A tree of order p with density g gives the condition sum_i b_i F_i = 1/g; interpolants x^p/g, error
estimates 0 (Hairer, Norsett and Wanner 1993, sections II.2 and II.6; Butcher 2016, chapter 3).
"""

from __future__ import annotations

import functools
import itertools

import numpy as np
import pytest

from pelagos.integrators.table import TABLEAUX

DOPRI5, DOP853, KUTTA_MERSON, RK4, SEMI_IMPLICIT = (
    TABLEAUX[name] for name in ("dopri5", "dop853", "kutta-merson", "rk4", "semi-implicit")
)
# stages of a linearly implicit method are no slopes: tests/tethers/test_w_method.py
ALL = [pytest.param(t, id=name) for name, t in TABLEAUX.items() if not t.gamma]
RUNGE_KUTTA = [DOPRI5, DOP853, KUTTA_MERSON, RK4]
# sums of rational coefficients below 30; of decimal ones below 40 that cancel more
ROUNDING = {"dop853": 1e-13}


@functools.cache
def trees(order):
    """Rooted trees with so many nodes: a tree is the sorted tuple of its branches."""
    if order == 1:
        return [()]
    found = set()
    for parts in partitions(order - 1):
        for branches in itertools.product(*(trees(n) for n in parts)):
            found.add(tuple(sorted(branches)))
    return sorted(found)


def partitions(total, largest=None):
    if total == 0:
        yield ()
    for first in range(min(total, largest or total), 0, -1):
        for rest in partitions(total - first, first):
            yield (first, *rest)


def nodes(tree):
    return 1 + sum(map(nodes, tree))


def density(tree):
    return nodes(tree) * int(np.prod([density(branch) for branch in tree], dtype=int))


def stage_weights(tree, a):
    """F_i: products over the branches of sum_j a_ij F_j."""
    product = np.ones(len(a))
    for branch in tree:
        product = product * (a @ stage_weights(branch, a))
    return product


def main(weights, tree, tableau):
    """The sum over the stages that make the step."""
    return weights @ stage_weights(tree, tableau.a)[: len(weights)]


def up_to(order):
    return [tree for p in range(1, order + 1) for tree in trees(p)]


def test_there_are_as_many_trees_as_known():
    assert [len(trees(p)) for p in range(1, 10)] == [1, 1, 2, 4, 9, 20, 48, 115, 286]


@pytest.mark.parametrize("tableau", RUNGE_KUTTA, ids=lambda t: t.name)
def test_order(tableau):
    for tree in up_to(tableau.order):
        sum_ = main(tableau.b, tree, tableau)
        rounding = ROUNDING.get(tableau.name, 1e-15)
        assert sum_ == pytest.approx(1.0 / density(tree), abs=rounding), tree
    misses = [
        abs(main(tableau.b, tree, tableau) - 1.0 / density(tree))
        for tree in trees(tableau.order + 1)
    ]
    assert max(misses) > 1e-6  # and not of a higher order


@pytest.mark.parametrize("tableau", ALL)
def test_rows_sum_to_their_times_and_the_last_stage_is_the_new_point(tableau):
    np.testing.assert_allclose(tableau.a.sum(axis=1), tableau.c, rtol=0, atol=1e-14)
    np.testing.assert_array_equal(np.triu(tableau.a), 0.0)  # explicit
    last = len(tableau.b) - 1
    np.testing.assert_array_equal(tableau.a[last, : last + 1], tableau.b)
    assert tableau.b[-1] == 0.0
    # stages at the end of a step must be recognised as such, to the bit
    assert tableau.c[last] == 1.0


def test_dopri5_estimates_its_error_to_fourth_order():
    for tree in up_to(4):
        assert DOPRI5.e @ stage_weights(tree, DOPRI5.a) == pytest.approx(0.0, abs=1e-15)
    assert max(abs(DOPRI5.e @ stage_weights(tree, DOPRI5.a)) for tree in trees(5)) > 1e-4


def tall(order):
    """The tree of a linear equation: a single stem."""
    return () if order == 1 else (tall(order - 1),)


def test_merson_estimates_its_error_like_merson():
    """Of third order in general and, as Merson 1957 intended, of fourth for linear equations."""
    for tree in [*up_to(3), tall(4)]:
        assert KUTTA_MERSON.e @ stage_weights(tree, KUTTA_MERSON.a) == pytest.approx(0, abs=1e-15)
    linear = KUTTA_MERSON.e @ stage_weights(tall(5), KUTTA_MERSON.a)
    # on y' = k y the estimate is exactly what the solution misses of the term (k h)^5 / 120
    kept = KUTTA_MERSON.b @ stage_weights(tall(5), KUTTA_MERSON.a)
    assert linear == pytest.approx(kept - 1.0 / 120.0, rel=1e-12)


def test_fixed_steps_have_no_estimate():
    assert [t.adaptive for t in (DOPRI5, KUTTA_MERSON, RK4, SEMI_IMPLICIT)] == [
        True,
        True,
        False,
        False,
    ]


def test_dop853_estimates_its_error_to_fifth_and_third_order():
    for weights, order in ((DOP853.e, 5), (DOP853.e_low, 3)):
        for tree in up_to(order):
            assert main(weights, tree, DOP853) == pytest.approx(0.0, abs=1e-14)
        assert max(abs(main(weights, tree, DOP853)) for tree in trees(order + 1)) > 1e-5


def test_the_numbers_of_dop853_are_those_of_scipy():
    """Typed in from the book by others."""
    from scipy.integrate._ivp import dop853_coefficients as table

    np.testing.assert_array_equal(DOP853.a, table.A)
    np.testing.assert_array_equal(DOP853.b[:-1], table.B)
    np.testing.assert_array_equal(DOP853.c, table.C)
    np.testing.assert_array_equal(DOP853.e, table.E5)
    np.testing.assert_allclose(DOP853.e_low, table.E3, rtol=0, atol=1e-16)


@pytest.mark.parametrize("x", [0.0, 0.1, 0.37, 0.5, 0.9, 1.0])
def test_dop853_interpolates_to_seventh_order_everywhere(x):
    """To the rounding of powers of x whose weights are up to 545 and cancel at x = 1."""
    weights = DOP853.dense @ (x ** np.arange(1, 8))
    for tree in up_to(7):
        expected = x ** nodes(tree) / density(tree)
        assert main(weights, tree, DOP853) == pytest.approx(expected, abs=5e-13), tree


def test_dop853_interpolates_smoothly_from_step_to_step():
    """Value and slope at both ends are those of the steps; sums of numbers up to 545."""
    d, last = DOP853.dense, len(DOP853.b) - 1
    np.testing.assert_allclose(d.sum(axis=1)[: last + 1], DOP853.b, rtol=0, atol=1e-12)
    np.testing.assert_allclose(d[:, 0], np.eye(len(d))[0], rtol=0, atol=1e-13)
    np.testing.assert_allclose(d @ np.arange(1, 8), np.eye(len(d))[last], rtol=0, atol=1e-12)


@pytest.mark.parametrize("x", [0.0, 0.1, 0.37, 0.5, 0.9, 1.0])
def test_dopri5_interpolates_to_fourth_order_everywhere(x):
    weights = DOPRI5.dense @ (x ** np.arange(1, 5))
    for tree in up_to(4):
        expected = x ** nodes(tree) / density(tree)
        assert weights @ stage_weights(tree, DOPRI5.a) == pytest.approx(expected, abs=2e-15), tree


def test_dopri5_interpolates_smoothly_from_step_to_step():
    """Value and slope at both ends are those of the steps: y0, f0 and y1, f1."""
    d = DOPRI5.dense
    np.testing.assert_allclose(d.sum(axis=1), DOPRI5.b, rtol=0, atol=1e-14)
    first, last = np.eye(len(d))[0], np.eye(len(d))[-1]
    np.testing.assert_allclose(d[:, 0], first, rtol=0, atol=1e-14)
    np.testing.assert_allclose(d @ np.arange(1, 5), last, rtol=0, atol=1e-14)
