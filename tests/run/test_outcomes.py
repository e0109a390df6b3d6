"""How runs end when they do not end well: samples kept, time, body and quantity named, a remedy."""

from __future__ import annotations

import signal
import time as clock

import numpy as np
import pytest

import pelagos as pl
from pelagos.march.engine import Engine
from pelagos.march.explicit import Explicit
from pelagos.model import Robot
from pelagos.result import Recorder

EXPLICIT = ["dopri5", "kutta-merson", "rk4", "semi-implicit"]
STIFF = ["radau", "lsoda", "bdf"]
ALL = [*EXPLICIT, *STIFF]


def arm(torque, **words):
    """A fixed stand with an arm on it, turned by a motor."""
    body = {"mass": 1.0, "inertia": [1, 1, 1]}
    return Robot(
        name="arm",
        gravity=[0, 0, 0],
        bodies={
            "stand": {**body, "joint": "fixed"},
            "arm": {**body, "parent": "stand", "joint": {"revolute": "y"}},
        },
        actuators={"motor": {"motor": {"joint": "arm", "input": torque}}},
        **words,
    )


def check_samples(run):
    """Everything before the failure, and nothing after it."""
    count = len(run.arrays["time"])
    assert 0 < count < 501
    for name, values in run.arrays.items():
        assert len(values) == count, name
    assert np.all(np.isfinite(run.arrays["q"]))
    assert np.all(np.isfinite(run.arrays["u"]))
    assert run.arrays["time"][-1] <= run.outcome.time
    # ... and no sample in between was lost
    assert run.outcome.time - run.arrays["time"][-1] <= 1.01 * run.arrays["time"][1]


@pytest.mark.parametrize("integrator", ALL)
def test_an_input_outside_its_domain(integrator):
    """log(1 - t) is minus infinity at t = 1: the run gets to there."""
    run = pl.simulate(arm("log(1 - t)"), duration=2.0, integrator=integrator)
    assert run.outcome.code == "non-finite"
    assert run.outcome.time == pytest.approx(1.0, abs=2e-3)
    check_samples(run)
    assert run.arrays["time"][-1] == pytest.approx(0.996, abs=1e-9)
    message = run.outcome.message
    assert "(body arm)" in message
    assert message.startswith("the acceleration arm")  # where it began, not where it spread to
    assert "t = 1 s" in message or "t = 0.99" in message
    assert "check that input" in message
    assert str(run.outcome).startswith("non-finite at t = ")


@pytest.mark.parametrize("integrator", ["rk4", "semi-implicit"])
def test_a_fixed_step_too_long_for_a_stiff_spring(integrator):
    """The oscillation doubles with each step until numbers run out; the remedy is the step."""
    joint = {"prismatic": "x", "stiffness": 1e6, "damping": 1e3}
    body = {"joint": joint, "mass": 1.0, "inertia": [1, 1, 1]}
    robot = Robot(name="stiff", bodies={"cart": body}, initial={"cart": {"position": 0.1}})
    run = pl.simulate(robot, duration=10.0, integrator=integrator, step=0.01)
    assert run.outcome.code == "non-finite"
    assert 0.1 < run.outcome.time < 5.0
    check_samples(run)
    assert "cart" in run.outcome.message
    assert "lower `step`" in run.outcome.message
    # the same robot with a short step, or a solver made for it
    assert pl.simulate(robot, duration=0.1, integrator=integrator, step=1e-4).outcome.finished
    assert pl.simulate(robot, duration=10.0, integrator="radau").outcome.finished


@pytest.mark.parametrize("integrator", ["dopri5", "kutta-merson", *STIFF])
def test_a_motion_that_ends_in_finite_time(integrator):
    """u' = u^2 is infinite at t = 1: steps shrink to nothing on the way."""
    robot = arm("u[arm]^2", initial={"arm": {"rate": 1.0}})
    run = pl.simulate(robot, duration=2.0, integrator=integrator)
    assert run.outcome.code in ("step-too-small", "non-finite")
    assert run.outcome.time == pytest.approx(1.0, abs=1e-4)
    check_samples(run)
    if run.outcome.code == "step-too-small":
        when = f"t = {run.outcome.time:.6g} s"
        for word in ("too small", when, "without bound", "friction_speed", "rtol"):
            assert word in run.outcome.message
        assert ("radau" in run.outcome.message) == (integrator != "radau")


@pytest.mark.parametrize("integrator", ALL)
def test_the_step_limit(integrator):
    run = pl.simulate("pendulum", max_steps=40, integrator=integrator, step=0.01)
    assert run.outcome.code == "step-limit"
    assert run.outcome.steps + run.outcome.rejected == 40
    check_samples(run)
    for word in ("40 steps", f"t = {run.outcome.time:.6g} s", "max_steps", "rtol"):
        assert word in run.outcome.message
    assert ("radau" in run.outcome.message) == (integrator != "radau")


@pytest.mark.parametrize("integrator", EXPLICIT)
def test_the_first_bad_quantity_is_named_with_its_body(integrator):
    """Of three bodies the one whose motor fails, and not another that never hears of it."""
    body = {"mass": 1.0, "inertia": [1, 1, 1]}
    robot = Robot(
        name="three",
        bodies={
            "left": {**body, "joint": {"spherical": True}},
            "middle": {**body, "joint": {"universal": ["x", "y"]}},
            "right": {**body, "joint": {"planar": "z"}},
        },
        actuators={
            "motor": {"motor": {"joint": "middle", "dof": "2", "input": "sqrt(0.5 - t)"}},
        },
    )
    run = pl.simulate(robot, duration=1.0, integrator=integrator)
    assert run.outcome.code == "non-finite"
    assert run.outcome.message.startswith("the acceleration middle.")
    assert "(body middle)" in run.outcome.message


def test_a_bad_start_is_an_outcome_too():
    """An acceleration that is not finite at once: one sample, time zero."""
    for integrator in ALL:
        run = pl.simulate(arm("1/q[arm]"), duration=1.0, integrator=integrator)
        assert run.outcome.code == "non-finite"
        assert run.outcome.time == 0.0
        assert len(run.arrays["time"]) == 1
        assert "t = 0 s" in run.outcome.message


def test_numbers_that_are_only_large_are_no_failure():
    run = pl.simulate(arm("1e200*sin(t)"), duration=1e-3, integrator="rk4", step=1e-4)
    assert run.outcome.code in ("finished", "non-finite")
    steady = pl.simulate(arm("1e6"), duration=1.0)
    assert steady.outcome.finished


def test_a_batch_keeps_what_its_runs_reached():
    """Runs that fail end alone; the others go on, and NaN marks what was not reached."""
    limits = [0.25, 5.0, 0.5, 5.0, 0.75]
    robot = arm("log(limit - t)", parameters={"limit": 1.0})
    batch = pl.simulate_batch(robot, vary={"parameters.limit": limits}, duration=1.0, every=0.01)
    codes = [outcome.code for outcome in batch.outcomes]
    assert codes == ["non-finite", "finished", "non-finite", "finished", "non-finite"]
    for run, limit in enumerate(limits):
        reached = np.isfinite(batch.arrays["q"][run, :, 0])
        expected = min(limit, 1.01)
        assert np.count_nonzero(reached) == pytest.approx(expected / 0.01, abs=1.01)
        assert len(batch[run].arrays["time"]) == np.count_nonzero(reached)
    assert "(body arm)" in batch.outcomes[0].message


def pressed_at(monkeypatch, owner, name, call):
    """Press Ctrl-C inside of a certain call of a method."""
    real, calls = getattr(owner, name), []

    def pressing(*arguments, **words):
        calls.append(name)
        if len(calls) == call:
            signal.raise_signal(signal.SIGINT)
        return real(*arguments, **words)

    monkeypatch.setattr(owner, name, pressing)


def steady(time, seen):
    return {}


@pytest.mark.parametrize(
    ("owner", "name", "words"),
    [
        (Engine, "observe", {}),
        (Recorder, "append", {}),
        (Explicit, "march", {}),
        (Engine, "observe", {"integrator": "radau", "every": 0.5}),
        (Recorder, "append", {"controller": steady, "rate": 10.0}),
    ],
)
def test_ctrl_c_loses_nothing_that_was_computed(tmp_path, monkeypatch, owner, name, words):
    """Pressed while a block of samples is in hand; the file ends where the outcome says."""
    pressed_at(monkeypatch, owner, name, 4)
    words = {"every": 0.01} | words
    run = pl.simulate("chain20", "whip", duration=1e4, out=tmp_path / "a.nc", **words)
    assert run.outcome.code == "interrupted"
    if "integrator" not in words:  # on a slow machine radau is stopped before its first sample
        assert run.outcome.time > 0.0
    stored = pl.open(tmp_path / "a.nc")
    np.testing.assert_array_equal(
        stored.arrays["time"],
        np.minimum(words["every"] * np.arange(len(stored)), run.outcome.time),
    )
    assert stored.arrays["time"][-1] == stored.outcome.time == run.outcome.time
    assert np.isfinite(stored.arrays["q"]).all()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_ctrl_c_is_not_put_off(tmp_path, monkeypatch):
    for _ in range(2):
        pressed_at(monkeypatch, Engine, "observe", 4)
    run = pl.simulate("chain20", "whip", duration=1e4, every=0.01, out=tmp_path / "a.nc")
    assert run.outcome.code == "interrupted"
    stored = pl.open(tmp_path / "a.nc")
    assert stored.arrays["time"][-1] == stored.outcome.time == run.outcome.time


def test_interrupted_batches_say_how_far_each_run_is():
    def press(fraction, message):
        if fraction is not None and begun and clock.monotonic() - begun[0] > 0.2:
            signal.raise_signal(signal.SIGINT)
        begun.append(clock.monotonic())

    begun = []
    batch = pl.simulate_batch(
        "pendulum", n=300, duration=1e4, every=10.0, threads=1, keep=["q"], progress=press
    )
    codes = [outcome.code for outcome in batch.outcomes]
    assert "interrupted" in codes
    for run, outcome in enumerate(batch.outcomes):
        kept = np.isfinite(batch.arrays["q"][run, :, 0])
        assert np.count_nonzero(kept) == len(batch[run]) == batch.reached[run]
        if outcome.code == "interrupted" and len(batch[run]):
            assert outcome.time == batch[run].arrays["time"][-1]
            assert "kept" in outcome.message
        elif outcome.code == "interrupted":
            assert (outcome.time, outcome.message) == (0.0, "stopped from outside before it began")


def test_interrupted_runs_keep_their_samples():
    """Ctrl-C arrives between two calls of the march, here from the progress report."""
    calls = []

    def progress(fraction, message):
        calls.append(fraction)
        if len(calls) == 3:
            raise KeyboardInterrupt

    run = pl.simulate("chain20", "whip", duration=1000.0, every=0.01, progress=progress)
    assert run.outcome.code == "interrupted"
    assert 0.0 < run.outcome.time < 1000.0
    assert run.outcome.time == run.arrays["time"][-1]
    assert np.all(np.isfinite(run.arrays["q"]))
    assert "kept" in run.outcome.message
    # as far as it got it is the run that was not interrupted
    whole = pl.simulate("chain20", "whip", duration=run.arrays["time"][-1], every=0.01)
    shared = len(run.arrays["time"]) - 1
    np.testing.assert_array_equal(run.arrays["q"][:shared], whole.arrays["q"][:shared])
