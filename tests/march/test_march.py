"""The compiled march: orders of the integrators, dense output, step control, corners."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.integrators.table import TABLEAUX
from pelagos.loops import data, library
from pelagos.loops.method import method_of
from pelagos.march.engine import engine_of, prepare
from pelagos.model import Robot
from tests.trees import random_robot, random_state, starting_at

ORDERS = {"rk4": 4, "kutta-merson": 4, "dopri5": 5, "dop853": 8, "semi-implicit": 1}
# Order of the interpolant, that is of its local error minus one: cubic Hermite has 3.
DENSE = {"rk4": 3, "kutta-merson": 3, "dopri5": 4, "dop853": 7}


@pytest.fixture(scope="module")
def tree() -> Robot:
    """Quaternions, a moving base and nonlinear joints: what an integrator has to get right."""
    robot = random_robot(23, 3, kinds=("spherical", "revolute", "free"))
    q, u = random_state(robot, 23)
    assert len(engine_of(robot).robot.quaternions) >= 2
    return starting_at(robot, q, u)


def fixed_steps(robot, integrator, steps, samples):
    """States (sample, n) at the given times, in so many equal steps whatever the error estimate."""
    prepare(None)
    engine, tableau = engine_of(robot), TABLEAUX[integrator]
    method = method_of(tableau, exponent=0.2, halving=False, adaptive=False)
    samples = np.asarray(samples, dtype=float)
    end = float(samples[-1])
    plan = data.Plan(
        samples=samples,
        ends=[end],
        pauses=False,
        stops=engine.stops(0.0, end),
        rtol=1.0,
        atol=1.0,
        step=end / steps,
        max_steps=10**7,
        armed=[],
        ticks=[],
        finest=0.0,
        log=data.NO_LOG,
    )
    runs = data.allocate(engine.initial()[None], np.zeros(1, dtype=np.int64), len(samples))
    lanes, work = engine.scratch()
    marcher = engine.lane_state(1, len(tableau.a), 0, 1)
    arguments = (engine.model(), engine.variants, lanes, work, method, plan, runs, marcher)
    while not library.march(*arguments, 1000):
        pass
    assert runs.outcome[0] == data.FINISHED
    # the state itself lies on the sphere, not only what is shown of it
    for q in engine.robot.quaternions:
        assert abs(np.linalg.norm(marcher.y[q : q + 4, 0]) - 1.0) < 4e-16
    dense = len(tableau.a) - len(tableau.b)  # further evaluations in steps with samples
    assert runs.steps[0, :2].tolist() == [steps, 0]
    assert 0 <= runs.steps[0, 2] - steps * (len(tableau.b) - 1) - 1 <= steps * dense
    return runs.out[0]


def exact(robot, samples):
    """The same states, by many small steps of the highest order."""
    return fixed_steps(robot, "dop853", 500, samples)


def slopes(errors):
    """Orders between runs whose step is halved each time."""
    return np.diff(np.log2(errors)) * -1.0


@pytest.mark.parametrize(
    ("integrator", "steps"),
    [("rk4", 64), ("kutta-merson", 64), ("dopri5", 64), ("dop853", 8), ("semi-implicit", 1024)],
)
def test_order(tree, integrator, steps):
    """Halving the step divides the error at the end by 2^order, within 0.15 of theory.

    Between long steps and rounding there is less room for an order of 8: within 0.4.
    """
    truth = exact(tree, [0.0, 1.0])[-1]
    errors = [
        np.linalg.norm(fixed_steps(tree, integrator, steps * k, [0.0, 1.0])[-1] - truth)
        for k in (1, 2, 4)
    ]
    assert errors[-1] > 1e-12  # above rounding
    off = 0.4 if integrator == "dop853" else 0.15
    assert slopes(errors)[-1] == pytest.approx(ORDERS[integrator], abs=off)


@pytest.mark.parametrize("integrator", DENSE)
@pytest.mark.parametrize("x", [0.25, 0.5, 0.75])
def test_order_of_dense_output(tree, integrator, x):
    """Inside of one step the error falls like h^(p + 1), p the order of the interpolant."""
    errors = []
    longest = 0.16 if integrator == "dop853" else 0.02
    for h in (longest, longest / 2, longest / 4):
        samples = [0.0, x * h, h]
        found, truth = fixed_steps(tree, integrator, 1, samples), exact(tree, samples)
        errors.append(np.linalg.norm(found[1] - truth[1]))
    assert errors[-1] > 1e-13
    assert slopes(errors)[-1] == pytest.approx(DENSE[integrator] + 1, abs=0.2)


@pytest.mark.parametrize("integrator", DENSE)
def test_samples_between_steps_keep_the_order(tree, integrator):
    """On a grid much finer than the steps the largest error has the order of the method."""
    samples = np.linspace(0.0, 1.0, 3001)
    truth = exact(tree, samples)
    errors = [
        np.max(np.abs(fixed_steps(tree, integrator, steps, samples) - truth))
        for steps in ((12, 24, 48) if integrator == "dop853" else (64, 128, 256))
    ]
    assert slopes(errors)[-1] == pytest.approx(ORDERS[integrator], abs=0.15)


@pytest.mark.parametrize("integrator", ORDERS)
def test_samples_do_not_shorten_steps(tree, integrator):
    """Other output times, the same bits at the times in common, after the same steps."""
    few = pl.simulate(tree, duration=1.0, integrator=integrator, every=0.5)
    many = pl.simulate(tree, duration=1.0, integrator=integrator, every=0.0125)
    assert few.outcome.steps == many.outcome.steps
    # stages for the interpolation alone are taken where there is something to interpolate
    assert (few.outcome.evaluations < many.outcome.evaluations) == (integrator == "dop853")
    for name in ("q", "u", "udot", "work"):
        np.testing.assert_array_equal(few.arrays[name], many.arrays[name][::40])


@pytest.mark.parametrize("integrator", ["dopri5", "dop853", "kutta-merson"])
def test_the_error_follows_the_tolerance(tree, integrator):
    """From 1e-4 to 1e-10 the error at the end stays within a small factor of rtol."""
    truth = exact(tree, [0.0, 1.0])[-1]
    tolerances = 10.0 ** np.arange(-4, -11, -1)
    errors, steps = [], []
    for rtol in tolerances:
        run = pl.simulate(tree, duration=1.0, integrator=integrator, rtol=rtol, atol=rtol)
        state = np.concatenate([run.arrays["q"][-1], run.arrays["u"][-1]])
        errors.append(np.max(np.abs(state - truth[:-1])))
        steps.append(run.outcome.steps)
    assert np.all(np.array(errors) < 50.0 * tolerances)
    trend = np.polyfit(np.log(tolerances), np.log(errors), 1)[0]
    assert trend == pytest.approx(1.0, abs=0.15)
    # ... at a price that grows like rtol^(-1/5), or rtol^(-1/8)
    price = -1.0 / (TABLEAUX[integrator].error_order + 1)
    assert np.polyfit(np.log(tolerances), np.log(steps), 1)[0] == pytest.approx(price, abs=0.05)


@pytest.mark.parametrize("integrator", ORDERS)
def test_quaternions_stay_on_the_sphere(tree, integrator):
    run = pl.simulate(tree, duration=5.0, integrator=integrator, step=0.01, every=0.037)
    for start in engine_of(tree).robot.quaternions:
        length = np.linalg.norm(run.arrays["q"][:, start : start + 4], axis=1)
        np.testing.assert_allclose(length, 1.0, rtol=0, atol=4e-16)


def cart(signal, **words):
    """A mass of 2 kg on a rail, pushed."""
    body = {"joint": {"prismatic": "x"}, "mass": 2.0, "inertia": [1, 1, 1]}
    push = {"motor": {"joint": "cart", "input": signal}}
    return Robot(name="cart", bodies={"cart": body}, actuators={"push": push}, **words)


def end(run):
    return float(run.arrays["q"][-1, 0]), float(run.arrays["u"][-1, 0])


@pytest.mark.parametrize("integrator", ["dopri5", "kutta-merson", "rk4", "radau"])
@pytest.mark.parametrize("at", [0.3, 1 / 3, 0.7123456789])
def test_a_jump_of_an_input_is_landed_on(integrator, at):
    """3 N until `at`, then -1 N: a piecewise parabola, which these methods integrate exactly."""
    run = pl.simulate(
        cart({"step": {"at": at, "before": 3.0, "after": -1.0}}),
        duration=1.0,
        integrator=integrator,
        step=0.04,
        rtol=1e-6 if integrator != "radau" else 1e-10,
    )
    rest = 1.0 - at
    speed = 1.5 * at
    expected = 0.75 * at**2 + speed * rest - 0.25 * rest**2
    # straddling the jump would cost rtol; landing on it costs rounding
    tolerance = 1e-13 if integrator != "radau" else 1e-9
    assert end(run) == pytest.approx((expected, speed - 0.5 * rest), abs=tolerance)


@pytest.mark.parametrize("integrator", ["dopri5", "kutta-merson", "rk4"])
def test_bends_of_an_input_are_landed_on(integrator):
    """A ramp, whose motion is a piecewise cubic: again without error."""
    ramp = {"ramp": {"to": 6.0, "start": 0.2, "end": 0.9}}
    run = pl.simulate(cart(ramp), duration=1.0, integrator=integrator, step=0.03, rtol=1e-3)
    slope = 3.0 / 0.7  # of the acceleration
    speed, place = slope * 0.7**2 / 2, slope * 0.7**3 / 6
    expected = (place + speed * 0.1 + 3.0 * 0.1**2 / 2, speed + 3.0 * 0.1)
    assert end(run) == pytest.approx(expected, abs=1e-13)


def test_many_corners_close_together():
    """A saw of 2000 teeth: each corner is landed on, and the sum is right."""
    times = np.linspace(0.0, 1.0, 2001)
    table = {"time": times.tolist(), "value": ([0.0, 1.0] * 1001)[:2001], "interpolation": "linear"}
    run = pl.simulate(cart({"table": table}), duration=1.0, rtol=1e-3, every=0.25)
    assert run.outcome.steps >= 2000
    assert end(run)[1] == pytest.approx(0.25, abs=1e-13)  # half of 1 N on 2 kg


def test_a_corner_at_the_start_and_at_the_end_are_none():
    start = pl.simulate(cart({"step": {"at": 0.0, "before": 5.0, "after": 2.0}}), duration=1.0)
    assert end(start) == pytest.approx((0.5, 1.0), abs=1e-14)
    late = pl.simulate(cart({"step": {"at": 1.0, "before": 2.0, "after": 5.0}}), duration=1.0)
    assert end(late) == pytest.approx((0.5, 1.0), abs=1e-14)
    # the acceleration shown at the end is that after the jump
    assert late.arrays["udot"][-1, 0] == 2.5


@pytest.mark.parametrize("integrator", ORDERS)
def test_runs_are_equal_to_the_bit(tree, integrator):
    one, two = (pl.simulate(tree, duration=1.0, integrator=integrator) for _ in range(2))
    for name, values in one.arrays.items():
        np.testing.assert_array_equal(values, two.arrays[name])


def test_calls_of_any_length_give_the_same_bits(tree):
    """The march returns now and then to Python; where, does not matter."""
    engine = engine_of(tree)
    samples = np.linspace(0.0, 1.0, 11)
    outs = []
    for budget in (1, 7, 10_000):
        runs = data.allocate(
            np.repeat(engine.initial()[None], 3, axis=0), np.zeros(3, dtype=np.int64), len(samples)
        )
        tableau = TABLEAUX["dopri5"]
        method = method_of(tableau)
        plan = data.Plan(
            samples=samples, ends=[1.0], pauses=False, stops=engine.stops(0.0, 1.0), rtol=1e-8,
            atol=1e-8, step=1.0, max_steps=10**6, armed=[], ticks=[], finest=0.0,
            log=data.NO_LOG,
        )  # fmt: skip
        marcher = engine.lane_state(4, len(tableau.a), 0, 3)
        arguments = (engine.model(4), engine.variants, *engine.scratch(4), method, plan, runs)
        while not library.march(*arguments, marcher, budget):
            pass
        outs.append(runs.out)
    np.testing.assert_array_equal(outs[0], outs[1])
    np.testing.assert_array_equal(outs[0], outs[2])
    np.testing.assert_array_equal(outs[0][0], outs[0][2])
