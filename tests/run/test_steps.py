"""`step`: the step itself where steps are fixed, the longest one where they are not."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.integrators.table import FIXED_STEP, METHODS, TABLEAUX
from pelagos.march.settings import settings_for

VARIABLE = [name for name in METHODS if name not in FIXED_STEP]
WORDS = dict.fromkeys(("duration", "integrator", "rtol", "atol", "step", "every", "max_steps"))


def test_which_steps_are_fixed():
    assert {name for name, t in TABLEAUX.items() if not t.adaptive} == set(FIXED_STEP)


@pytest.mark.parametrize("integrator", METHODS)
def test_no_step_is_longer(integrator):
    free = pl.simulate("pendulum", duration=1.0, integrator=integrator, rtol=1e-3)
    held = pl.simulate("pendulum", duration=1.0, integrator=integrator, rtol=1e-3, step=0.004)
    assert held.outcome.finished
    assert held.outcome.steps >= 248  # a step that nearly reaches the end is stretched to it
    if integrator not in FIXED_STEP:
        assert free.outcome.steps < 150
        np.testing.assert_allclose(held.arrays["q"], free.arrays["q"], atol=0.02)


def test_words_of_a_model():
    """A step belongs to the method beside which it stands, and to the one given with it."""

    def longest(own, **given):
        robot = pl.load("pendulum").with_values({"integrator": own})
        return settings_for(robot, **{**WORDS, **given}).longest

    assert longest({"method": "kutta-merson", "step": 0.01}) == 0.01
    assert longest({"step": 0.01}) == 0.01  # of auto
    assert longest({"method": "kutta-merson"}) is None
    assert longest({"method": "rk4", "step": 0.01}) is None
    assert longest({"method": "rk4", "step": 0.01}, integrator="dopri5") is None
    assert longest({"method": "rk4", "step": 0.01}, integrator="dopri5", step=0.02) == 0.02


def test_sessions_batches_and_controllers():
    words = {"integrator": "dopri5", "step": 0.01}
    session = pl.Session("pendulum", **words)
    session.advance(1.0)
    assert session.steps >= 99
    (run,) = pl.simulate_batch("pendulum", n=1, duration=1.0, **words)
    assert run.outcome.steps >= 99
    assert run.header.integrator["longest"] == 0.01
    steered = {"controller": lambda t, seen: {}, "rate": 2.0, "duration": 1.0}
    assert pl.simulate("pendulum", **words, **steered).outcome.steps >= 99
    del words["step"]
    free = pl.simulate("pendulum", **words, **steered)
    assert free.outcome.steps < 80
    assert "longest" not in free.header.integrator


def test_a_balance_says_whether_a_fixed_step_is_too_long():
    words = {"duration": 3.0, "integrator": "rk4"}
    assert pl.simulate("double-pendulum", "chaos", **words).warnings() == []
    (said,) = pl.simulate("double-pendulum", "chaos", step=0.1, **words).warnings()
    assert "the step of 0.1 s is too long for rk4" in said
    assert pl.simulate("double-pendulum", duration=1.0, rtol=1e-2).warnings() == []
    # at rest nothing is exchanged but rounding
    still = pl.Robot(
        name="still",
        bodies={"mass": {"joint": {"prismatic": "z"}, "mass": 1e3, "inertia": [1, 1, 1]}},
        actuators={"hold": {"motor": {"joint": "mass", "input": "1e3*9.80665"}}},
        initial={"mass": {"position": 100}},
    )
    assert pl.simulate(still, **words).warnings() == []
