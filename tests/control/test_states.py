"""Auxiliary states: closed forms, all integrators and methods, batches, derivatives, refusals."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import expm

import pelagos as pl
from pelagos.equations import mechanism as mech
from pelagos.errors import ModelError
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import compile_robot
from pelagos.model import Robot

METHODS = ["newton-euler", "kane", "moving-frame", "udwadia-kalaba"]
ERRORS = {  # of each integrator over two seconds, with rtol 1e-9 or steps of 1 ms
    "dopri5": 1e-8,
    "kutta-merson": 1e-7,
    "rk4": 1e-10,
    "semi-implicit": 2e-3,
    "radau": 1e-7,
    "lsoda": 1e-6,
    "bdf": 1e-6,
}


def cart(signal="s[lag]", states=None, **words):
    """A mass of 2 kg on a rail, pushed by a force that lags behind a step of 3 N."""
    own = {"lag": {"initial": 0.5, "rate": "(f - s[lag])/tau"}}
    return Robot(
        name="cart",
        gravity=[0, 0, 0],
        parameters={"f": 3.0, "tau": 0.3},
        bodies={"cart": {"mass": 2, "inertia": [1, 1, 1], "joint": {"prismatic": "x"}}},
        actuators={"push": {"motor": {"joint": "cart", "input": signal}}},
        states=own if states is None else states,
        **words,
    )


def exact(t, f=3.0, tau=0.3, start=0.5):
    """Force, speed and position at time t."""
    gap = start - f
    force = f + gap * np.exp(-t / tau)
    speed = (f * t + gap * tau * (1 - np.exp(-t / tau))) / 2
    position = (f * t**2 / 2 + gap * tau * (t - tau * (1 - np.exp(-t / tau)))) / 2
    return force, speed, position


@pytest.mark.parametrize("integrator", ERRORS)
def test_first_order_lag(integrator):
    run = pl.simulate(cart(), duration=2.0, integrator=integrator, rtol=1e-9, every=0.1)
    assert run.outcome.finished
    force, speed, position = exact(run.arrays["time"])
    close = {"atol": ERRORS[integrator], "rtol": 0}
    np.testing.assert_allclose(run.arrays["state"][:, 0], force, **close)
    np.testing.assert_allclose(run.arrays["actuation"][:, 0], force, **close)
    np.testing.assert_allclose(run.arrays["u"][:, 0], speed, **close)
    np.testing.assert_allclose(run.arrays["q"][:, 0], position, **close)
    assert run.state.sel(auxiliary="lag").dims == ("time",)


def test_error_control_sees_the_states():
    """A fast state alone, with nothing else moving, is resolved to the tolerance."""
    states = {"x": {"initial": 1, "rate": "s[y]"}, "y": {"rate": "-400*s[x]"}}
    run = pl.simulate(cart("0", states), duration=2.0, rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(
        run.arrays["state"][:, 0], np.cos(20 * run.arrays["time"]), atol=2e-6
    )


def arm(**words):
    """States that feel the motion and act on it, in a tree with a free base."""
    body = {"mass": 1.5, "inertia": [0.3, 0.2, 0.4], "com": [0.1, 0, 0.05]}
    return Robot(
        name="arm",
        bodies={
            "hull": {**body, "joint": "free"},
            "arm": {**body, "parent": "hull", "joint": {"revolute": "y", "damping": 0.1}},
        },
        actuators={
            "motor": {"motor": {"joint": "arm", "input": "5*s[slow] - s[lag]"}},
            "push": {"force": {"body": "hull", "direction": "x", "input": "s[lag]"}},
        },
        states={
            "lag": {"initial": 1, "rate": "u[hull.p] - 2*s[lag] + q[arm]"},
            "slow": {"rate": "sin(t) - s[slow]*s[lag]"},
        },
        initial={"hull": {"angular_velocity": [1, 0.5, -0.3]}, "arm": {"rate": 1.0}},
        **words,
    )


def test_all_methods_agree():
    runs = [pl.simulate(arm(), duration=1.0, method=m, rtol=1e-10, every=0.1) for m in METHODS]
    for run in runs[1:]:
        for name in ("state", "q", "u", "udot"):
            np.testing.assert_allclose(
                run.arrays[name], runs[0].arrays[name], atol=2e-8, err_msg=name
            )


def test_the_plain_twin():
    """Rates by the compiled loop and by plain Python, at states along a run."""
    robot = arm()
    run = pl.simulate(robot, duration=1.0, every=0.01, rtol=1e-11, atol=1e-12)
    m = mechanism_of(compile_robot(robot))
    k = 50
    s = run.arrays["state"]
    slope = (8 * (s[k + 1] - s[k - 1]) - (s[k + 2] - s[k - 2])) / 0.12
    at = replace(m, states=tuple(s[k]))
    known = mech.given(at, run.arrays["time"][k], run.arrays["q"][k], run.arrays["u"][k])
    np.testing.assert_allclose(mech.state_rates(at, known), slope, atol=1e-8)


def test_batch_equals_alone():
    batch = pl.simulate_batch(
        cart(), vary={"states.lag.initial": [0.0, 0.5, 2.0, 3.0, -1.0]}, duration=1.0, every=0.1
    )
    for run, start in enumerate([0.0, 0.5, 2.0, 3.0, -1.0]):
        alone = pl.simulate(cart(), set={"states.lag.initial": start}, duration=1.0, every=0.1)
        for name in ("state", "u", "q", "work"):
            np.testing.assert_array_equal(batch.arrays[name][run], alone.arrays[name])
    by_parameter = pl.simulate_batch(cart(), vary={"parameters.f": [1.0, 3.0]}, duration=1.0)
    np.testing.assert_allclose(
        by_parameter.arrays["state"][:, -1, 0],
        [exact(1.0, f=1.0)[0], exact(1.0)[0]],
        atol=1e-6,
    )


def test_linearize():
    """A linear system gives back its own matrices; the exponential of A is the motion."""
    robot = cart("s[lag] - 4*q[cart] - 0.5*u[cart]")
    found = pl.linearize(robot, [0.2], [0.1])
    A = np.array([[0, 1, 0], [-2, -0.25, 0.5], [0, 0, -1 / 0.3]])
    np.testing.assert_allclose(found.A, A, atol=1e-14)
    np.testing.assert_allclose(found.B, [[0], [0.5], [0]], atol=1e-14)
    assert found.states == ("s[cart]", "u[cart]", "lag")
    run = pl.simulate(robot, duration=1.0, rtol=1e-10)
    end = np.concatenate([run.arrays[n][-1] for n in ("q", "u", "state")])
    whole = np.zeros((4, 4))
    whole[:3, :3], whole[2, 3] = A, 3.0 / 0.3
    np.testing.assert_allclose(end, (expm(whole) @ [0, 0, 0.5, 1])[:3], atol=1e-9)


@pytest.mark.parametrize("integrator", ["dopri5", "rk4", "radau"])
def test_sampled_states(integrator):
    """x[k+1] = 0.9 x[k] + t, twenty times a second; held in between, also at other rates."""
    states = {
        "x": {"initial": 1, "next": "0.9*s[x] + t", "every": 0.05},
        "n": {"next": "s[n] + 1", "every": "1/30"},
    }
    run = pl.simulate(
        cart("s[x]", states), duration=1.0, integrator=integrator, every=0.01, rtol=1e-9
    )
    x, speed = [1.0], 0.0
    time, found = run.arrays["time"], run.arrays["state"]
    for k in range(20):
        x.append(0.9 * x[-1] + k / 20)
        speed += x[-1] / 2 / 20
    for column, frequency, expected in ((0, 20, np.array(x)), (1, 30, np.arange(31))):
        number = np.ceil(time * frequency).astype(int)
        between = np.abs(time * frequency - np.round(time * frequency)) > 1e-9
        values = found[between, column]
        np.testing.assert_allclose(values, expected[number[between]], rtol=1e-14)
    assert found[0, 0] == 1.0  # at the very time of a change the value before it
    assert run.arrays["u"][-1, 0] == pytest.approx(speed, abs=1e-12)


def test_sampled_states_in_batches_and_sessions():
    states = {"x": {"initial": 1, "next": "0.9*s[x] + f*u[cart]", "every": 0.02}}
    robot, forces = cart("-s[x]", states), [0.1, 0.3, 1.0, -0.5, 2.0, 0.7]
    batch = pl.simulate_batch(robot, vary={"parameters.f": forces}, duration=1.0, every=0.1)
    for run, f in enumerate(forces):
        alone = pl.simulate(robot, set={"parameters.f": f}, duration=1.0, every=0.1)
        for name in ("state", "u", "q"):
            np.testing.assert_array_equal(batch.arrays[name][run], alone.arrays[name])
    session = pl.Session(robot)
    for k in range(1, 31):
        session.advance(k / 60)
    alone = pl.simulate(robot, duration=1.0, every=0.1)
    np.testing.assert_allclose(session.observe()["state"], alone.arrays["state"][5], rtol=1e-12)
    session.reset()
    assert session.state[0] == 1.0


@pytest.mark.parametrize(
    ("states", "message"),
    [
        ({"x": {"rate": "s[y]"}}, r"there is no s\[y\]"),
        ({"x": {}}, "rate or to its next"),
        ({"x": {"rate": 1, "next": 2}}, "rate or to its next"),
        ({"x": {"next": 1}}, "belong together"),
        ({"x": {"rate": "q[cat]"}}, r"there is no q\[cat\]"),
    ],
)
def test_refusals(states, message):
    with pytest.raises(ModelError, match=message):
        cart("0", states)
