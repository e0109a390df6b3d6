"""Many sessions at once: equal to single ones to the bit, put back one by one, never disturbed."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import PelagosError

THRUSTERS = [f"thruster{k}" for k in range(1, 9)]
RK4 = {"integrator": "rk4", "step": 0.01}
NOISY = """
name: swing
bodies:
  rod: {joint: {revolute: y}, mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.01]}
  tip: {parent: rod, at: [0, 0, -1], joint: {revolute: x}, mass: 1, inertia: [0.1, 0.1, 0.1]}
initial: {rod: {angle: 0.4}, tip: {rate: 2}}
actuators: {push: {motor: {joint: rod, input: 0.5*sin(3*t)}}, turn: {motor: {joint: tip}}}
parameters: {limit: 3}
states: {count: {next: "s[count] + 1", every: 0.1}}
stop: {when: "q[tip] > limit"}
sensors:
  imu: {imu: {body: tip, rate: 50, delay: 0.033, gyro: {noise: 0.01, bias: 0.1}, dropout: 0.1}}
"""


def alone(robot, acts, run, dt, **words):
    """The same run as a session."""
    names = words.pop("inputs")
    session = pl.Session(robot, inputs=names, lands=True, **words)
    for k, row in enumerate(acts):
        session.set_inputs(dict(zip(names, row[run].tolist(), strict=True)))
        session.advance((k + 1) * dt)
    return session


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("words", [RK4, {"integrator": "dopri5"}], ids=["rk4", "dopri5"])
def test_runs_equal_sessions(words, threads):
    acts = np.random.default_rng(1).normal(scale=5.0, size=(12, 19, 8))
    words = {**words, "inputs": THRUSTERS}
    vec = pl.VecSession("bluerov-heavy", 19, threads=threads, **words)
    for row in acts:
        vec.step(row, 0.05)
    for run in (0, 7, 18):
        session = alone("bluerov-heavy", acts, run, 0.05, **words)
        np.testing.assert_array_equal(vec.q[run], session.q)
        np.testing.assert_array_equal(vec.u[run], session.u)
        assert vec.time[run] == session.time


def test_sensors_states_and_other_signals():
    robot, acts = pl.loads(NOISY), np.random.default_rng(2).normal(size=(15, 9, 1))
    vec = pl.VecSession(robot, 9, inputs=["turn"], seed=40)
    for row in acts:
        vec.step(row, 0.03)
    for run in (0, 8):
        session = alone(robot, acts, run, 0.03, inputs=["turn"], set={"seed": 40 + run})
        np.testing.assert_array_equal(vec.state[run], session.state)
    assert len(np.unique(vec.state[:, list(robot.state_labels).index("imu.gyro.x")])) == 9


def test_closed_loops():
    vec = pl.VecSession("four-bar", 5)
    for _ in range(4):
        vec.step(np.zeros((5, 0)), 0.1)
    session = pl.Session("four-bar", lands=True)
    for k in range(4):
        session.advance((k + 1) * 0.1)
    np.testing.assert_array_equal(vec.q[3], session.q)


def test_watched_expressions():
    watch = ["q[hull.z]", "pos[hull.x]^2", "t", "(-pos[hull.x])^2"]
    vec = pl.VecSession("bluerov-heavy", 4, inputs=["thruster1"], watch=watch, **RK4)
    seen = vec.seen
    vec.step([[1.0], [2.0], [3.0], [4.0]], 0.1)
    assert vec.seen is seen
    np.testing.assert_array_equal(seen[:, 0], vec.q[:, 2])
    np.testing.assert_allclose(seen[:, 1], vec.q[:, 0] ** 2, rtol=1e-15)
    np.testing.assert_array_equal(seen[:, 2], vec.time)
    np.testing.assert_array_equal(seen[:, 3], seen[:, 1])


def test_some_are_put_back():
    robot = pl.loads(NOISY)
    vec = pl.VecSession(robot, 10, inputs=["turn"])
    acts = np.random.default_rng(3).normal(size=(12, 10, 1))
    for k, row in enumerate(acts):
        if k == 5:
            kept = vec.q[[0, 4]]
            vec.reset([2, 7], q=[[0.1, 0.2], [0.3, 0.4]], u=[0.0, 1.0], seeds=[3, 4])
            np.testing.assert_array_equal(vec.q[[0, 4]], kept)
            np.testing.assert_array_equal(vec.time[[2, 7]], 0.0)
        vec.step(row, 0.04)
    # the others go on as if nothing had happened, these as if they had begun so
    session = alone(robot, acts, 4, 0.04, inputs=["turn"], set={"seed": 4})
    np.testing.assert_array_equal(vec.state[4], session.state)
    single = pl.Session(robot, inputs=["turn"], lands=True, set={"seed": 4})
    single.set_state(q=[0.3, 0.4], u=[0.0, 1.0], time=0.0)
    for k, row in enumerate(acts[5:]):
        single.set_inputs({"turn": float(row[7, 0])})
        single.advance((k + 1) * 0.04)
    np.testing.assert_array_equal(vec.q[7], single.q)


def test_stop_conditions_end_one_run_and_disturb_no_other():
    robot = pl.loads(NOISY)
    vec = pl.VecSession(robot, 6, inputs=["turn"], vary={"parameters.limit": [0.5, 9, 9, 9, 9, 9]})
    for _ in range(12):
        vec.step(np.zeros((6, 1)), 0.05)
    assert vec.running.tolist() == [False, *[True] * 5]
    assert vec.outcome(0).code == "stopped"
    assert vec.q[0, 1] == pytest.approx(0.5, abs=1e-9)
    assert vec.outcome(1) is None
    np.testing.assert_array_equal(vec.time[1:], 12 * 0.05)
    vec.reset([0])
    assert vec.running.all()


def test_a_run_that_blows_up_is_named():
    vec = pl.VecSession("cart-pole", 4, inputs=["push"], **RK4)
    for _ in range(3):
        vec.step([[0.0], [1e200], [0.0], [0.0]], 0.05)
    assert vec.running.tolist() == [True, False, True, True]
    assert "became infinite" in vec.outcome(1).message
    other = pl.VecSession("cart-pole", 4, inputs=["push"], **RK4)
    for _ in range(3):
        other.step(np.zeros((4, 1)), 0.05)
    np.testing.assert_array_equal(vec.q[[0, 2, 3]], other.q[[0, 2, 3]])


def test_a_pool_of_robots():
    masses = [10.0, 12.0, 15.0]
    words = {"inputs": ["thruster1"], **RK4}
    vec = pl.VecSession("bluerov-heavy", 7, vary={"bodies.hull.mass": masses}, pool=3, **words)
    for _ in range(4):
        vec.step(np.full((7, 1), 9.0), 0.1)
    np.testing.assert_array_equal(vec.q[0], vec.q[3])
    assert vec.q[0, 0] > vec.q[1, 0] > vec.q[2, 0]
    vec.reset([0], variants=[2])
    for _ in range(4):
        vec.step(np.full((7, 1), 9.0), 0.1)
    acts = np.full((4, 1, 1), 9.0)
    session = alone("bluerov-heavy", acts, 0, 0.1, set={"bodies.hull.mass": 15.0}, **words)
    np.testing.assert_array_equal(vec.q[0], session.q)


def test_checkpoints():
    robot = pl.loads(NOISY)
    vec = pl.VecSession(robot, 5, inputs=["turn"])
    for _ in range(5):
        vec.step(np.ones((5, 1)), 0.03)
    checkpoint = pickle.loads(pickle.dumps(vec.checkpoint()))
    for _ in range(5):
        vec.step(np.ones((5, 1)), 0.03)
    expected = vec.state
    other = pl.VecSession(robot, 5, inputs=["turn"])
    other.restore(checkpoint)
    for _ in range(5):
        other.step(np.ones((5, 1)), 0.03)
    np.testing.assert_array_equal(other.state, expected)
    with pytest.raises(PelagosError, match="another robot"):
        pl.VecSession("cart-pole", 5).restore(checkpoint)


RENDEZVOUS = """
name: rendezvous
gravity: [0, 0, 0]
bodies:
  tug: {mass: 20, inertia: [0.5, 0.8, 0.8]}
  barge: {mass: 60, inertia: [2, 3, 3]}
initial: {tug: {position: [-0.75, 0.02, 0], velocity: [0.2, 0, 0]}}
actuators: {push: {force: {body: tug, direction: x}}}
constraints:
  nose: {weld: {between: [tug, barge], at: [0.25, 0, 0], to: [-0.4, 0, 0], active: false}}
events:
  contact: {when: {distance: nose, below: 3 cm}, dock: nose, capture: here}
  release: {at: 1.2 s, undock: nose}
"""


def test_docks():
    robot, acts = pl.loads(RENDEZVOUS), np.random.default_rng(5).normal(size=(30, 9, 1))
    vec = pl.VecSession(robot, 9, inputs=["push"], watch=["u[barge.u]"])
    half = None
    for k, row in enumerate(acts):
        vec.step(row, 0.06)
        if k == 14:  # docked by then, and not parted
            assert (vec.u[:, 6] > 0.01).all()
            half = pickle.loads(pickle.dumps(vec.checkpoint()))
    for run in (0, 4, 8):
        session = alone(robot, acts, run, 0.06, inputs=["push"])
        assert [event["name"] for event in session.events] == ["contact", "release"]
        np.testing.assert_array_equal(vec.u[run], session.u)
    np.testing.assert_array_equal(vec.seen[:, 0], vec.u[:, 6])
    other = pl.VecSession(robot, 9, inputs=["push"], watch=["u[barge.u]"])
    other.restore(half)
    for row in acts[15:]:
        other.step(row, 0.06)
    np.testing.assert_array_equal(other.u, vec.u)
    vec.reset([3])
    assert vec.time[3] == 0.0
    assert vec.u[3, 6] == 0.0
    assert vec.u[2, 6] > 0.01


def test_memory_goes_along_through_docks_and_checkpoints():
    """A sum and a count of each run, against the same in numpy; one run waits for a while."""
    robot, acts = pl.loads(RENDEZVOUS), np.random.default_rng(6).normal(size=(30, 9, 1))
    words = {
        "inputs": ["push"],
        "watch": ["u[barge.u]", "sum", "count", "mark"],
        "memory": {"sum": "sum + u[barge.u]", "count": "count + 1", "mark": None},
    }
    vec, other = (pl.VecSession(robot, 9, **words) for _ in range(2))
    marks = np.arange(9.0)
    vec.reset(values={"sum": 0.5, "count": 0, "mark": marks})
    np.testing.assert_array_equal(vec.seen[:, 1:], np.stack([0 * marks + 0.5, 0 * marks, marks], 1))
    total, waits = np.full(9, 0.5), np.arange(9) == 5
    for k, row in enumerate(acts):
        waiting = waits if k in (3, 4) else None
        going = ~waits if k in (3, 4) else np.ones(9, dtype=bool)
        total = np.where(going, total + vec.seen[:, 0], total)
        if k == 15:
            other.restore(pickle.loads(pickle.dumps(vec.checkpoint())))
            vec, other = other, vec
        vec.step(row, 0.06, waiting=waiting)
        np.testing.assert_array_equal(vec.seen[:, 1], total)
    np.testing.assert_array_equal(vec.seen[:, 2], 30 - 2 * waits)
    np.testing.assert_array_equal(vec.seen[:, 3], marks)
    np.testing.assert_allclose(vec.time, 1.8 - 0.12 * waits)
    assert (vec.u[:, 6] > 0.01).all()  # all docked, and went on


def test_parameters_of_signals_as_inputs():
    words = {"integrator": "rk4", "step": 0.05}
    vec = pl.VecSession("remus100", 3, inputs=["thrust"], **words)
    for _ in range(4):
        vec.step([[1.0], [3.86], [9.0]], 0.1)
    for run, thrust in ((0, 1.0), (2, 9.0)):
        session = pl.Session("remus100", set={"parameters.thrust": thrust}, lands=True, **words)
        for k in range(4):
            session.advance((k + 1) * 0.1)
        np.testing.assert_array_equal(vec.u[run], session.u)


def test_a_missed_dock_ends_one_run():
    text = RENDEZVOUS.replace("capture: here", "tolerance: 1e-6")
    vec = pl.VecSession(pl.loads(text), 3, inputs=["push"])
    for _ in range(15):
        vec.step([[0.0], [-20.0], [0.0]], 0.06)
    assert vec.running.tolist() == [False, True, False]
    assert vec.outcome(0).code == "dock-missed"
    assert vec.outcome(1) is None


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: pl.VecSession("cart-pole", 0), "n: 0 runs"),
        (lambda: pl.VecSession("cart-pole", 2, inputs=["pusch"]), "no actuator 'pusch'"),
        (lambda: pl.VecSession("cart-pole", 2, inputs=["half"]), "no signal uses the parameter"),
        (lambda: pl.VecSession("cart-pole", 2, watch=["q[cart] +"]), "watch: q"),
        (lambda: pl.VecSession("cart-pole", 2, memory={"a": "b + 1"}), "memory: a: b"),
        (lambda: pl.VecSession("wing", 2), "vortex lattice"),
        (lambda: _pair().step(np.zeros((2, 2)), 0.1), r"shape \(2, 2\) where \(2, 1\)"),
        (lambda: _pair().step([[0.0], [np.nan]], 0.1), "run 1 has a number that is not finite"),
        (lambda: _pair().step(np.zeros((2, 1)), -0.1), "not a positive time"),
        (lambda: _pair().reset(q=np.zeros((2, 5))), "reset: q has the shape"),
        (lambda: _pair().set_value("weight", 3.0), "'weight' is no parameter"),
    ],
)
def test_nonsense_is_refused(call, said):
    with pytest.raises(PelagosError, match=said):
        call()


def _pair():
    return pl.VecSession("cart-pole", 2, inputs=["push"], **RK4)


def test_what_is_observed_follows_the_runs_without_a_copy():
    vec = pl.VecSession("pendulum", 5, watch=["u[rod]", "q[rod]"], integrator="rk4", step=0.01)
    seen = vec.observe(["q[rod]"])
    assert np.shares_memory(seen["q[rod]"], vec.seen)
    vec.step(np.zeros((5, 0)), 0.1)
    np.testing.assert_array_equal(seen["q[rod]"], vec.q[:, 0])
    assert list(vec.observe()) == ["u[rod]", "q[rod]"]
    with pytest.raises(pl.PelagosError, match=r"observe: 'q\[rot\]' is not watched"):
        vec.observe(["q[rot]"])
