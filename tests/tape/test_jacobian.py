"""All derivatives of a tape at once: gradients and directions, with rows and columns left out."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos.mathematics import scalars
from pelagos.tape.jacobian import Jacobian
from pelagos.tape.numbers import Tape

X, P = np.array([0.4, -1.2, 0.7, 2.0]), np.array([1.5])


def traced(forward=None, beside=False):
    """Two outputs that move, one of what no column moves, a known one, an input."""
    tape = Tape()
    t = tape.input("t")
    x, (p,) = tape.row("abcd"), tape.row("p")
    outputs = [
        scalars.sin(x[0]) * x[1] + t,
        p * x[2] * x[2] - x[0] / x[1],
        scalars.exp(x[3]),
        2.0,
        x[1],
    ]
    # a column that moves two inputs, one that moves nothing which is read, one with a rate
    columns = [{x[0].index: 1.0, x[1].index: 2.0}, {p.index: 0.0}, {x[2].index: x[3]}]
    more = [x[0] + x[3]] if beside else []
    return Jacobian(tape, {"x": 4, "p": 1}, outputs, columns, forward, more)


def expected():
    a, b, c, d = X
    by_a = np.array([np.cos(a) * b, -1 / b, 0, 0, 0])
    by_b = np.array([np.sin(a), a / b**2, 0, 0, 1])
    by_c = np.array([0, 2 * P[0] * c, 0, 0, 0])
    return np.column_stack([by_a + 2 * by_b, np.zeros(5), by_c * d])


@pytest.mark.parametrize("forward", [True, False, None])
def test_values_and_slopes(forward):
    values, slopes = traced(forward, beside=True)(0.3, X, P)
    a, b, c, d = X
    outputs = [np.sin(a) * b + 0.3, P[0] * c * c - a / b, np.exp(d), 2.0, b, a + d]
    np.testing.assert_allclose(values, outputs, rtol=1e-15)
    np.testing.assert_allclose(slopes, expected(), rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize("states", [(), (3,), (11,)])
def test_single_directions_and_weights(states):
    """Of one state or of many, in lanes."""
    rng = np.random.default_rng(1)
    v, w = rng.normal(size=(*states, 3)), rng.normal(size=(*states, 5))
    along = traced(forward=True).seeded(0.3, X, P, v)
    gradient = traced(forward=False).seeded(0.3, X, P, w)
    np.testing.assert_allclose(along, v @ expected().T, rtol=1e-13, atol=1e-14)
    np.testing.assert_allclose(gradient, w @ expected(), rtol=1e-13, atol=1e-14)


def test_what_never_moves_has_no_slopes():
    tape = Tape()
    t = tape.input("t")
    x = tape.input("x")
    values, slopes = Jacobian(tape, {"x": 1}, [scalars.sin(t), 1.0], [{x.index: 1.0}])(
        0.5, np.array([2.0])
    )
    np.testing.assert_allclose(values, [np.sin(0.5), 1.0], rtol=1e-15)
    np.testing.assert_array_equal(slopes, np.zeros((2, 1)))
