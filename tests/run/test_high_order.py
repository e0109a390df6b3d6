"""dop853 on robots: against scipy's, against dopri5, in batches, with corners and events."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import pelagos as pl


def by_scipy(name, scenario, times, rtol):
    """The same equations by another implementation of the method, from outside."""
    robot = pl.load(name).resolved(scenario)
    q, u = robot.initial_state()

    def rates(t, y):
        return np.concatenate([y[len(q) :], pl.acceleration(robot, y[: len(q)], y[len(q) :], t=t)])

    span, start = (0.0, times[-1]), np.concatenate([q, u])
    return solve_ivp(rates, span, start, "DOP853", t_eval=times, rtol=rtol, atol=1e-3 * rtol)


def test_it_is_scipys_on_a_robot():
    """Chaos multiplies differences in 4 s by some thousands; samples lie between the steps."""
    words = {"duration": 4.0, "integrator": "dop853", "rtol": 1e-10, "every": 0.02}
    run = pl.simulate("double-pendulum", "chaos", **words)
    other = by_scipy("double-pendulum", "chaos", run.arrays["time"], 1e-10)
    own = np.concatenate([run.arrays["q"], run.arrays["u"]], axis=1)
    np.testing.assert_allclose(own, other.y.T, rtol=0, atol=1e-6)
    # 12 evaluations per step tried, 3 per step with samples; steps of about the same length
    tried = run.outcome.steps + run.outcome.rejected
    assert 12 * tried <= run.outcome.evaluations <= 15 * tried + 1
    assert 0.6 < run.outcome.evaluations / other.nfev < 1.4


@pytest.mark.parametrize(("name", "scenario"), [("double-pendulum", "chaos"), ("chain20", None)])
def test_far_fewer_steps_at_tight_tolerances(name, scenario):
    words = {"duration": 2.0, "rtol": 1e-11, "every": 0.1}
    low, high = (
        pl.simulate(name, scenario, integrator=integrator, **words)
        for integrator in ("dopri5", "dop853")
    )
    assert high.outcome.steps < low.outcome.steps / 3
    assert high.outcome.evaluations < low.outcome.evaluations
    assert high.audit().energy_balance < 1e-9
    np.testing.assert_allclose(high.arrays["q"], low.arrays["q"], rtol=0, atol=1e-6)


def test_loops_stay_closed():
    run = pl.simulate("four-bar", duration=2.0, integrator="dop853", rtol=1e-10)
    assert run.outcome.finished
    assert run.audit().constraint_error < 1e-12
    assert run.audit().energy_balance < 1e-9


def test_corners_are_met():
    """A force that jumps between samples: parabolas on both sides, to rounding."""
    robot = {
        "name": "cart",
        "bodies": {"cart": {"joint": {"prismatic": "x"}, "mass": 2, "inertia": [1, 1, 1]}},
        "actuators": {
            "push": {"motor": {"joint": "cart", "input": {"step": {"at": 0.37, "after": 4}}}}
        },
    }
    run = pl.simulate(pl.Robot(**robot), duration=1.0, every=0.05, integrator="dop853")
    t = run.arrays["time"]
    np.testing.assert_allclose(run.arrays["q"][:, 0], np.maximum(t - 0.37, 0.0) ** 2, atol=1e-13)
