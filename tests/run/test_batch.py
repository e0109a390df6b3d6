"""Batches: every run equals the run by itself, to the bit, however they are put together."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import PelagosError
from pelagos.model import Robot
from pelagos.run.batch_runs import BatchRuns
from pelagos.tape.machine.lanes import WIDTH
from tests.dressed import dressed_robot
from tests.trees import random_state, starting_at

INTEGRATORS = ["dopri5", "dop853", "kutta-merson", "rk4", "semi-implicit"]
COUNTS = [1, max(1, WIDTH - 1), WIDTH, WIDTH + 1, 3 * WIDTH + 2]


def equal(batch, run, single):
    """All variables and all counts of a run in a batch and by itself."""
    for name, values in single.arrays.items():
        inside = batch.arrays[name] if name == "time" else batch.arrays[name][run]
        np.testing.assert_array_equal(inside, values, err_msg=f"{name} of run {run}")
    one, other = batch.outcomes[run], single.outcome
    assert (one.code, one.time, one.steps, one.rejected, one.evaluations) == (
        other.code,
        other.time,
        other.steps,
        other.rejected,
        other.evaluations,
    )


@pytest.fixture(scope="module")
def robot() -> Robot:
    """Every kind of joint and force element; moderate, so that runs are short."""
    return dressed_robot(4, 9)


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("count", COUNTS)
def test_other_initial_states(robot, integrator, count):
    states = [random_state(robot, seed) for seed in range(count)]
    initial = tuple(np.array(part) for part in zip(*states, strict=True))
    words = {"duration": 0.3, "every": 0.05, "integrator": integrator, "step": 0.01}
    batch = pl.simulate_batch(robot, initial=initial, threads=2, **words)
    assert len(batch) == count
    for run in {0, count // 2, count - 1}:
        equal(batch, run, pl.simulate(starting_at(robot, *states[run]), **words))


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_other_values(robot, integrator):
    """Masses, spring constants, gravity and a parameter of signals, all at once."""
    name = robot.order[3]
    count = 2 * WIDTH + 1
    rng = np.random.default_rng(0)
    vary = {
        f"bodies.{name}.mass": rng.uniform(0.5, 3.0, count),
        "gravity.2": rng.uniform(-10.0, 10.0, count),
        "parameters.gain": rng.uniform(0.0, 2.0, count),
    }
    words = {"duration": 0.3, "every": 0.05, "integrator": integrator, "step": 0.01}
    batch = pl.simulate_batch(robot, vary=vary, threads=3, **words)
    for run in (0, 1, WIDTH, count - 1):
        values = {path: float(numbers[run]) for path, numbers in vary.items()}
        equal(batch, run, pl.simulate(robot, set=values, **words))
    assert np.ptp(batch.arrays["q"][:, -1, 0]) > 0.0


@pytest.mark.parametrize("threads", [1, 2, 3, 7, 64])
def test_threads_do_not_change_a_bit(robot, threads):
    vary = {"parameters.gain": np.linspace(0.0, 2.0, 11)}
    words = {"duration": 0.3, "every": 0.05}
    one = pl.simulate_batch(robot, vary=vary, threads=1, **words)
    many = pl.simulate_batch(robot, vary=vary, threads=threads, **words)
    for name, values in one.arrays.items():
        np.testing.assert_array_equal(many.arrays[name], values)


def test_equal_runs_are_equal():
    batch = pl.simulate_batch("double-pendulum", "chaos", n=WIDTH + 3, duration=5.0)
    single = pl.simulate("double-pendulum", "chaos", duration=5.0)
    for run in range(len(batch)):
        equal(batch, run, single)


def hinge(**words):
    body = {"mass": 1.0, "com": [0.1, 0.2, 0.3], "inertia": [1, 1, 1]}
    return Robot(
        name="hinge",
        parameters={"x": 0.0},
        bodies={
            "a": {
                **body,
                "joint": {"revolute": "y", **words.pop("joint", {})},
                **words.pop("body", {}),
            },
            "b": {**body, "parent": "a", "joint": {"revolute": "x"}},
        },
        **words,
    )


@pytest.mark.parametrize(
    "robot",
    [
        pytest.param(hinge(joint={"armature": "x"}), id="rotor"),
        pytest.param(hinge(joint={"stiffness": "x", "damping": "x"}), id="spring"),
        pytest.param(hinge(joint={"coulomb": "x"}), id="friction"),
        pytest.param(hinge(body={"at": {"rpy": ["x", 0, "2*x"]}}), id="placement"),
        pytest.param(hinge(joint={"revolute": ["x", 1, "x/2"]}), id="axis"),
        pytest.param(hinge(initial={"a": {"angle": "x"}}), id="start"),
        pytest.param(
            hinge(actuators={"m": {"motor": {"joint": "b", "input": "where(t < x, 3, -1)"}}}),
            id="corner",
        ),
        pytest.param(
            hinge(
                actuators={
                    "m": {"motor": {"joint": "b", "input": {"step": {"at": "x", "after": 2}}}}
                }
            ),
            id="step",
        ),
        pytest.param(
            hinge(actuators={"m": {"motor": {"joint": "b", "input": "x*sin(t) + x^2"}}}), id="input"
        ),
        pytest.param(
            hinge(
                actuators={
                    "m": {
                        "motor": {
                            "joint": "b",
                            "input": {"table": {"time": [0, 0.2, 1], "value": [0, "x", 1]}},
                        }
                    }
                }
            ),
            id="table",
        ),
    ],
)
def test_values_that_change_the_structure(robot):
    """Zero is special: no rotor, no spring, an axis along a coordinate axis, a corner elsewhere."""
    values = [0.0, 0.1, 0.25, 0.0, 0.4]
    words = {"duration": 0.5, "every": 0.05}
    batch = pl.simulate_batch(robot, vary={"parameters.x": values}, **words)
    for run, value in enumerate(values):
        equal(batch, run, pl.simulate(robot, set={"parameters.x": value}, **words))
    np.testing.assert_array_equal(batch.arrays["q"][0], batch.arrays["q"][3])
    assert np.any(batch.arrays["udot"][0] != batch.arrays["udot"][1])


def test_scenarios():
    words = {"duration": 1.0, "every": 0.1}
    batch = pl.simulate_batch("cart-pole", "push", vary={"bodies.cart.mass": [1.0, 2.0]}, **words)
    single = pl.simulate("cart-pole", "push", set={"bodies.cart.mass": 2.0}, **words)
    equal(batch, 1, single)


def test_values_may_be_drawn():
    """From a function of a generator: repeatable by seed, another stream for every path."""

    def draw(rng, n):
        return rng.uniform(0.5, 2.0, n)

    vary = {"bodies.cart.mass": draw, "bodies.pole.mass": draw}
    words = {"duration": 0.2, "every": 0.1}
    one, two, three = (
        pl.simulate_batch("cart-pole", vary=vary, n=5, seed=seed, **words) for seed in (1, 1, 2)
    )
    np.testing.assert_array_equal(one.arrays["q"], two.arrays["q"])
    assert np.all(one.varied["bodies.cart.mass"] != three.varied["bodies.cart.mass"])
    assert np.all(one.varied["bodies.cart.mass"] != one.varied["bodies.pole.mass"])
    run = {path: float(values[3]) for path, values in one.varied.items()}
    equal(one, 3, pl.simulate("cart-pole", set=run, **words))


class Hesitant(dict):
    """Waits before it notes outcomes, so that progress is asked meanwhile."""

    def update(self, found):
        time.sleep(0.1)
        super().update(found)


def test_progress_counts_all_runs(monkeypatch):
    said, begin = [], BatchRuns.__init__

    def begin_hesitant(self, *words):
        begin(self, *words)
        self._outcomes = Hesitant()

    monkeypatch.setattr(BatchRuns, "__init__", begin_hesitant)
    pl.simulate_batch(
        hinge(joint={"stiffness": "x"}),
        vary={"parameters.x": np.linspace(0.0, 0.5, 40)},
        duration=20.0,
        progress=lambda fraction, message: said.append((fraction, message)),
    )
    fractions = [fraction for fraction, _ in said if fraction is not None]
    assert fractions == sorted(fractions)
    assert all(0.0 <= fraction <= 1.0 for fraction in fractions)
    assert "of 40 runs" in said[-1][1]


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ({}, "n: how many runs"),
        ({"n": 0}, "give at least 1"),
        ({"n": -3}, "give at least 1"),
        ({"n": 2, "threads": 0}, "threads: 0"),
        ({"n": 2, "integrator": "radau"}, "use one of dopri5"),
        ({"n": 2, "integrator": "dopri"}, "did you mean dopri5"),
        ({"n": 2, "method": "kan"}, "there is no formulation 'kan'"),
        ({"n": 2, "rtol": -1.0}, "rtol: -1 is not a positive number"),
        ({"n": 3, "vary": {"bodies.cart.mass": [1.0, 2.0]}}, "the numbers of runs differ"),
        ({"vary": {"bodies.cart.mass": [1.0], "bodies.pole.mass": [1, 2]}}, "pole.mass: 2"),
        ({"vary": {"bodies.cart.mass": 2.0}}, "single value 2.0"),
        ({"vary": {"bodies.cart.mass": []}}, "give at least 1"),
        ({"vary": {"bodies.cart.mass": [[1.0]]}}, "(1, 1)"),
        ({"vary": {"bodies.cart.mass": [1.0, np.nan]}}, "nan in run 1"),
        ({"vary": {"bodies.cart.mass": [1.0, -2.0]}}, "the value -2 is below 0"),
        ({"vary": {"bodies.carriage.mass": [1.0]}}, "there is no 'carriage' in bodies"),
        ({"vary": {"bodies.cart.mass": lambda rng, n: rng.random(n)}}, "n: how many runs"),
        ({"vary": {"duration": [1.0, 2.0]}}, "give duration to simulate_batch itself"),
        ({"vary": {"integrator.rtol": [1e-3]}}, "give integrator to simulate_batch itself"),
        ({"initial": (np.zeros((2, 3)), np.zeros((2, 2)))}, "not (2, 2) and (2, 2)"),
        ({"initial": (np.zeros((2, 2)), np.full((2, 2), np.inf))}, "not finite"),
        ({"n": 3, "initial": (np.zeros((2, 2)), np.zeros((2, 2)))}, "the numbers of runs differ"),
    ],
)
def test_refusals(words, hint):
    with pytest.raises(PelagosError) as refused:
        pl.simulate_batch("cart-pole", **{"duration": 0.1, **words})
    assert hint in str(refused.value)


def test_a_distribution_draws_its_own_values():
    """scipy's frozen distributions and functions draw the same from the same seed."""
    from scipy import stats

    words = {"n": 5, "seed": 3, "duration": 0.1}
    by_scipy = pl.simulate_batch(
        "cart-pole", vary={"bodies.cart.mass": stats.norm(1.0, 0.1)}, **words
    )
    by_hand = pl.simulate_batch(
        "cart-pole", vary={"bodies.cart.mass": lambda rng, n: rng.normal(1.0, 0.1, n)}, **words
    )
    drawn = by_scipy.varied["bodies.cart.mass"]
    assert len(set(drawn)) == 5
    np.testing.assert_allclose(drawn, by_hand.varied["bodies.cart.mass"], rtol=1e-14)


def test_initial_states_are_a_pair_of_arrays():
    with pytest.raises(PelagosError, match="3 parts, not q and u"):
        pl.simulate_batch("pendulum", initial=np.zeros((3, 2)), duration=0.1)


def test_elements_of_the_initial_state():
    """Laid over the state that each variation has by itself."""
    robot = pl.load("double-pendulum")
    angles, masses = np.array([0.1, -0.2, 0.3]), [1.0, 1.5, 2.0]
    words = {"duration": 0.1, "every": 0.05}
    vary = {"parameters.mass": masses, "initial.upper.angle": [0.5, 1.0, 1.5]}
    batch = pl.simulate_batch(robot, vary=vary, initial={"q[lower]": angles}, **words)
    np.testing.assert_array_equal(batch.arrays["q"][:, 0].T, [[0.5, 1.0, 1.5], angles])
    heavier = robot.with_values({"parameters.mass": 1.5})
    equal(batch, 1, pl.simulate(starting_at(heavier, np.array([1.0, -0.2]), np.zeros(2)), **words))
    with pytest.raises(PelagosError, match=r"there is no q\[nowhere\]"):
        pl.simulate_batch(robot, initial={"q[nowhere]": angles}, **words)


def test_variables_that_are_kept(robot):
    words = {"n": 3, "duration": 0.1, "every": 0.05}
    whole, part = pl.simulate_batch(robot, **words), pl.simulate_batch(robot, keep=["u"], **words)
    assert set(part.arrays) == {"time", "u"}
    np.testing.assert_array_equal(part.arrays["u"], whole.arrays["u"])
    assert set(part.dataset.data_vars) >= {"u", "outcome"}
    assert len(part[1]) == len(whole[1])
    with pytest.raises(AttributeError, match="position was not kept"):
        part.position  # noqa: B018
    with pytest.raises(PelagosError, match="there is no 'positon'\n    did you mean position"):
        pl.simulate_batch(robot, keep=["positon"], **words)


def test_a_refused_run_among_others():
    """The first run whose values are none stops the batch, unless it is to go on without."""
    rod = pl.load("pendulum")
    vary = {"bodies.rod.mass": [1.0, -1.0, 2.0]}
    words = {"duration": 0.1, "every": 0.05, "keep": ["q"]}
    with pytest.raises(PelagosError, match="below 0"):
        pl.simulate_batch(rod, vary=vary, **words)
    batch = pl.simulate_batch(rod, vary=vary, strict=False, **words)
    assert [o.code for o in batch.outcomes] == ["finished", "refused", "finished"]
    assert "below 0" in batch.outcomes[1].message
    assert len(batch[1]) == 0
    assert np.isnan(batch.arrays["q"][1]).all()
    assert np.isfinite(batch.arrays["q"][[0, 2]]).all()


def test_loops_that_cannot_be_closed_are_refused():
    crank = pl.load("four-bar")
    vary = {"parameters.coupler": [1.5, 9.0]}
    batch = pl.simulate_batch(crank, vary=vary, strict=False, duration=0.05, keep=["q"])
    assert [o.code for o in batch.outcomes] == ["finished", "refused"]


@pytest.mark.parametrize(
    "words",
    [
        {"n": 10**9},
        {"n": 10**30},
        {"n": 10**12, "keep": []},
        {"n": 10**10, "vary": {"gravity.2": lambda rng, n: rng.normal(-9.8, 0.1, n)}},
    ],
)
def test_more_runs_than_fit_into_the_memory_are_refused(words):
    with pytest.raises(pl.PelagosError, match=r"n: .* runs with .* GB, this machine has"):
        pl.simulate_batch("pendulum", **words)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems limit no process")
def test_a_process_with_less_memory_than_the_machine_is_told_so():
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + 200_000_000, before[1]))
    try:
        with pytest.raises(pl.PelagosError, match=r"n: 1 runs with 1,000,001 samples .* is free"):
            pl.simulate_batch("pendulum", n=1, duration=1.0, every=1e-6, threads=1)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
