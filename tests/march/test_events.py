"""What happens at times of its own: conditions, corners of inputs, samples of states, pauses."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pelagos.integrators.table import TABLEAUX
from pelagos.loops import data, library
from pelagos.loops.method import method_of
from pelagos.mathematics.scalars import where
from tests.march.systems import System, march, oscillator

WIDTHS = (1, 4, 8)
ADAPTIVE = ("dopri5", "dop853", "kutta-merson")


def falling(t, x, p):
    return [x[1], -p[0], 0.0]


def ball(**more):
    return System([10.0, 0.0, 0.0], falling, [9.81], **more)


@pytest.mark.parametrize("lanes", WIDTHS)
@pytest.mark.parametrize("integrator", [*ADAPTIVE, "rk4"])
def test_a_condition_is_located(lanes, integrator):
    """The ball ends where it hits the ground, each at its own time; another never does."""
    system = ball(margins=lambda t, x, p: [x[0] - 1e3 * (t + 1.0) + 2e3, x[0]])
    starts = [[h, 0.0, 0.0] for h in (1.0, 5.0, 10.0, 2.0, 3.0)] + [[10.0, 100.0, 0.0]]
    runs = march(
        system, lanes, integrator=integrator, starts=starts, conditions=2, samples=[0.0, 0.1, 2.0]
    )
    for run, (height, *_) in enumerate(starts[:-1]):
        hit = min(math.sqrt(2.0 * height / 9.81), 1.0 + 0.0)
        if hit < 1.0:
            assert runs.outcome[run] == data.MET
            assert runs.met[run] == 1
            assert runs.time[run] == pytest.approx(hit, abs=1e-12)
            assert runs.last[run, 0] == pytest.approx(0.0, abs=1e-11)
            assert runs.last[run, 0] <= 0.0
    assert runs.outcome[2] == data.MET
    assert runs.met[2] == 0
    assert runs.time[5] == pytest.approx(1.0 + (10.0 + 100.0 - 4.905) / (1e3 - 90.19), rel=1e-2)


def test_conditions_do_not_depend_on_lanes():
    system = ball(margins=lambda t, x, p: [x[0]])
    starts = [[h, 0.0, 0.0] for h in np.linspace(0.5, 12.0, 11)]
    words = {"starts": starts, "conditions": 1, "samples": np.linspace(0.0, 2.0, 9)}
    one, four, eight = (march(system, lanes, **words) for lanes in WIDTHS)
    for other in (four, eight):
        np.testing.assert_array_equal(one.out, other.out)
        np.testing.assert_array_equal(one.time, other.time)
        np.testing.assert_array_equal(one.steps, other.steps)


@pytest.mark.parametrize("lanes", WIDTHS)
def test_a_condition_that_holds_from_the_start(lanes):
    system = ball(margins=lambda t, x, p: [x[0]])
    runs = march(system, lanes, starts=[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]], conditions=1)
    assert runs.outcome.tolist() == [data.MET, data.MET]
    assert runs.time[0] == 0.0
    assert runs.steps[0].tolist() == [0, 0, 0]


@pytest.mark.parametrize("lanes", WIDTHS)
def test_a_condition_that_holds_for_a_moment(lanes):
    """Two points that pass each other: the steps shorten as they come near."""
    near = lambda t, x, p: [where(x[0] > 5.0, x[0] - 5.0, 5.0 - x[0]) - 0.01]  # noqa: E731
    system = ball(margins=near)
    runs = march(system, lanes, conditions=1, samples=[0.0, 1.3], step=0.1, finest=1e-4)
    assert runs.outcome[0] == data.MET
    assert runs.last[0, 0] == pytest.approx(5.01, abs=1e-9)


@pytest.mark.parametrize("lanes", WIDTHS)
@pytest.mark.parametrize("integrator", [*ADAPTIVE, "rk4"])
def test_corners_are_landed_on(lanes, integrator):
    """3 N/kg until a time that differs by variant, then -1: a piecewise parabola, exact."""
    system = System([0.0, 0.0, 0.0], lambda t, x, p: [x[1], where(t < p[0], 3.0, -1.0), 0.0], [0.0])
    jumps = np.array([[0.3], [1.0 / 3.0], [0.7123456789]])
    stops = np.column_stack([jumps, np.ones(3)])
    runs = march(
        system, lanes, integrator=integrator, numbers=jumps, variant=[0, 1, 2, 1, 0],
        starts=[system.start] * 5, stops=stops, step=0.04,
    )  # fmt: skip
    for out, at in zip(runs.out, jumps[[0, 1, 2, 1, 0], 0], strict=True):
        rest, speed = 1.0 - at, 3.0 * at
        expected = 1.5 * at**2 + speed * rest - 0.5 * rest**2
        np.testing.assert_allclose(out[-1, :2], [expected, speed - rest], atol=1e-13)


def sampled():
    """A counter at 10 Hz, and a controller at 4 Hz that holds what it sees; they drive a mass."""
    return System(
        [0.0, 0.0, 0.0, 1.0, 0.0],  # q, u, counter, force, work
        lambda t, x, p: [x[1], x[3], 0.0, 0.0, x[3] * x[1]],
        samples=[lambda t, x, p: [x[2] + 1.0], lambda t, x, p: [1.0 - 2.0 * x[0]]],
        words={
            "flowing": 2,
            "samplers": np.array([[0, 1, 0], [1, 2, 0]]),
            "starts": np.zeros(2),
            "frequencies": np.array([10.0, 4.0]),
            "assignments": np.array([2, 3]),
        },
    )


@pytest.mark.parametrize("lanes", WIDTHS)
@pytest.mark.parametrize("integrator", [*ADAPTIVE, "rk4"])
def test_sampled_states(lanes, integrator):
    samples = np.arange(41) / 40.0
    runs = march(
        sampled(), lanes, integrator=integrator, samples=samples, starts=[[0, 0, 0, 1, 0]] * 9
    )
    t = q = u = 0.0
    force, seen = 0.0, []
    for sample in range(41):  # by hand: constant force between samples of the controller
        if sample % 10 == 0:
            force = 1.0 - 2.0 * q
        seen.append((q, u))
        dt = 1.0 / 40.0
        q, u, t = q + u * dt + 0.5 * force * dt**2, u + force * dt, t + dt
    for run in range(9):
        np.testing.assert_allclose(runs.out[run, :, :2], seen, atol=1e-13)
        # samples show what held up to their times
        np.testing.assert_array_equal(runs.out[run, 1:, 2], np.ceil(np.arange(1, 41) / 4.0))
        np.testing.assert_array_equal(runs.out[run], runs.out[0])


def test_sampled_states_do_not_depend_on_lanes():
    starts = np.random.default_rng(1).normal(size=(9, 5))
    one, four, eight = (march(sampled(), lanes, starts=starts) for lanes in WIDTHS)
    np.testing.assert_array_equal(one.out, four.out)
    np.testing.assert_array_equal(one.out, eight.out)


@pytest.mark.parametrize("lanes", WIDTHS)
@pytest.mark.parametrize("integrator", ["dopri5", "dop853", "rk4"])
def test_pauses(lanes, integrator):
    """Asked piece by piece, the march takes the very steps of a whole run."""
    system = System([1.0, 0.0, 0.0], oscillator, [40.0, 0.3])
    times = np.array([0.01, 0.011, 0.3, 0.55, 0.551, 0.552, 0.9, 1.7])
    whole = march(system, lanes, integrator=integrator, samples=[0.0, *times, 3.0], step=0.2)
    tableau, model = TABLEAUX[integrator], system.model(lanes)
    variants = data.variants_of(np.array([system.numbers]))
    runs = data.allocate(np.array([system.start]), np.zeros(1), 1)
    m = data.lane_state_for(3, lanes, len(tableau.a), 1, 1)
    plan = data.Plan(
        samples=[0.0], ends=[np.inf], pauses=True, stops=[[np.inf]], rtol=1e-6, atol=1e-9, step=0.2,
        max_steps=1000, armed=[], ticks=[], finest=0.0, log=data.NO_LOG,
    )  # fmt: skip
    m.run[0], m.fresh[0], m.y[:, 0] = 0, 1, system.start
    if tableau.adaptive:  # the first step looks at the longest one
        m.h[0] = 0.0
    arguments = (
        model, variants, data.lanes_like(variants, lanes), data.work_for(model, lanes),
        method_of(tableau), plan, runs, m,
    )  # fmt: skip
    found = []
    for time in times:
        plan.samples[0], runs.done[0], runs.outcome[0] = time, 0, data.RUNNING
        for _ in range(100):
            assert library.march(*arguments, 3) == 0
            if m.held[0]:
                break
        assert runs.done[0] == 1
        found.append(runs.out[0, 0].copy())
    np.testing.assert_array_equal(found, whole.out[0, 1:-1])


@pytest.mark.parametrize("lanes", WIDTHS)
def test_one_sample_is_the_start(lanes):
    system = ball()
    runs = march(system, lanes, starts=[system.start] * 3, samples=[0.0], step=1.0)
    assert runs.outcome.tolist() == [data.FINISHED] * 3
    np.testing.assert_array_equal(runs.out[:, 0], [system.start] * 3)
