"""Ends of intervals against the march, their slopes against complex-free central differences."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import PelagosError
from pelagos.language.parser import parse
from pelagos.shooting import Intervals


def _given(shots: Intervals, count: int, scale: float) -> tuple:
    random = np.random.default_rng(3)
    states = shots.start + scale * random.normal(size=(count, len(shots.states)))
    inputs = random.normal(size=(count, len(shots.inputs)))
    return 0.1 * np.arange(count), states, inputs


def test_the_ends_are_those_of_a_run_with_the_same_steps():
    shots = Intervals("cart-pole", inputs=["push"], length=0.1, steps=4)
    run = pl.simulate(
        "cart-pole",
        set={"actuators.push.force.input": 2.0},
        duration=0.1,
        integrator="rk4",
        step=0.025,
    )
    ends = shots.ends([0.0], [shots.start], [[2.0]])
    assert np.allclose(ends[0], [*run.q[-1], *run.u[-1]], rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize(
    ("robot", "scenario", "inputs", "scale"),
    [("rov-arm", "current", ["surge", "slew"], 0.01), ("four-bar", None, None, 0.0)],
)
def test_slopes_by_state_inputs_parameters_and_pace(robot, scenario, inputs, scale):
    shots = Intervals(robot, scenario, inputs, length=0.02, steps=2)
    times, states, inputs = _given(shots, 3, scale)
    found = shots.shot(times, states, inputs)
    random, h = np.random.default_rng(5), 1e-5
    for _ in range(4):
        v = random.normal(size=shots.columns)
        v[: len(shots.states)] *= scale > 0.0  # loops must stay closed
        n, m = len(shots.states), len(shots.inputs)

        def moved(e, v=v, n=n, m=m):
            at = states + e * v[:n], inputs + e * v[n : n + m], shots.values + e * v[n + m : -1]
            return shots.shot(times, *at, 1.0 + e * v[-1], slopes=False).states

        expected = (8 * (moved(h) - moved(-h)) - (moved(2 * h) - moved(-2 * h))) / (12 * h)
        assert np.allclose(found.slopes @ v, expected, rtol=1e-7, atol=1e-7)


def test_parameters_move_what_follows_from_them():
    shots = Intervals("cart-pole", inputs=["push"], length=0.1, parameters=["bodies.cart.mass"])
    times, states, inputs = _given(shots, 2, 0.3)
    heavy = pl.load("cart-pole").with_values({"bodies.cart.mass": 1.5})
    other = Intervals(heavy, inputs=["push"], length=0.1).ends(times, states, inputs)
    found = shots.shot(times, states, inputs, np.array([1.5]))
    assert np.allclose(found.states, other, rtol=1e-13)
    h = 1e-5
    ends = [
        shots.shot(times, states, inputs, np.array([1.5 + e]), slopes=False).states for e in (-h, h)
    ]
    assert np.allclose(found.slopes[..., 5], (ends[1] - ends[0]) / (2 * h), rtol=1e-8, atol=1e-10)


def test_an_integral_stands_beside_the_ends():
    square = parse("u[cart]^2", [], state=True, bodies=True).node
    shots = Intervals("cart-pole", inputs=["push"], length=0.1, steps=20, integrand=square)
    start = np.array([0.0, np.pi, 0.0, 0.0])  # hangs: nothing but the push moves it
    found = shots.shot([0.0], [start], [[1.0]])
    # a = F / (M + m/4) at first, for a uniform pole that hangs straight down
    assert found.integrals[0] == pytest.approx((1 / 1.025) ** 2 * 0.1**3 / 3, rel=1e-2)
    v, h = np.array([0.1, 0.2, -0.3, 0.4, 0.5, 0.6]), 1e-5
    both = [
        shots.shot([0.0], [start + e * v[:4]], [[1.0 + e * v[4]]], pace=1.0 + e * v[5]).integrals[0]
        for e in (-h, h)
    ]
    assert found.integral_slopes[0] @ v == pytest.approx((both[1] - both[0]) / (2 * h), rel=1e-8)


def test_directions_of_their_own_for_each_interval():
    shots = Intervals("cart-pole", inputs=["push"], length=0.1)
    given = _given(shots, 3, 0.2)
    whole = shots.shot(*given).slopes
    ends, by_state, by_inputs = shots.linearized(*given)
    assert np.array_equal(np.concatenate([by_state, by_inputs], axis=2), whole[..., :5])
    assert np.array_equal(ends, shots.ends(*given))
    along = np.random.default_rng(1).normal(size=(3, 2, shots.columns))
    found = shots.shot(*given, directions=along).slopes
    assert np.allclose(found, whole @ along.transpose(0, 2, 1), rtol=1e-13, atol=1e-14)


@pytest.mark.parametrize("robot", ["rov-arm", "parallelogram", "cart-pole"])
def test_eigenvalues_are_those_of_the_linear_system(robot):
    """Without those of quaternions and loops, which `linearize` does not have either."""
    shots = Intervals(robot, length=0.1)
    state, nq = shots.start, len(pl.load(robot).coordinates)
    found = shots.eigenvalues(0.0, state, np.zeros(len(shots.inputs)), None)
    expected = np.linalg.eigvals(pl.linearize(robot, q=state[:nq], u=state[nq:]).A)
    found, expected = (v[np.abs(v) > 1e-3] for v in (found, expected))
    assert len(found) == len(expected)
    nearest = np.abs(found[:, None] - expected).min(axis=1)
    assert np.all(nearest < 1e-4 * np.abs(found).max())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"length": 0.0}, "length: 0 is not a positive number"),
        ({"steps": 0}, "steps: 0"),
        ({"integrator": "ros34pw2"}, "by 'ros34pw2'"),
        ({"inputs": ["pull"]}, "there is no actuator 'pull'"),
    ],
)
def test_refused(words, message):
    with pytest.raises(PelagosError, match=message):
        Intervals("cart-pole", **{"length": 0.1, "inputs": ["push"]} | words)


def test_shapes_are_checked():
    shots = Intervals("cart-pole", inputs=["push"], length=0.1)
    with pytest.raises(PelagosError, match="inputs have the shape"):
        shots.ends([0.0], [shots.start], [[1.0, 2.0]])
