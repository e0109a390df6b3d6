"""Every consumer of a march and everything that may happen on the way: the same bits."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

import pelagos as pl

NAMES = ("q", "u", "udot", "state", "work", "position", "actuation", "load_force")
EVERY = 0.05
BALL = {"mass": 1.0, "inertia": [0.1, 0.1, 0.1]}
STATES = {"count": {"next": "s[count] + 1", "every": 0.07}, "lag": {"rate": "u[a.u] - s[lag]"}}
PUSH = {"force": {"body": "a", "direction": "x", "input": "0.3*sin(3*t) + 0.1*s[count]"}}
BETWEEN = {"between": ["a", "b"], "at": [0.25, 0, 0], "to": [-0.4, 0, 0]}
CONTACT = {"when": {"distance": "nose", "below": 0.2}, "dock": "nose", "capture": "here"}
RELEASE = {"at": 1.31, "undock": "nose"}
STOP = {"when": "pos[a.x] > 0.4"}


def pair(**words):
    """Two free bodies, one pushed towards the other."""
    found = {
        "name": "pair",
        "gravity": [0, 0, 0],
        "parameters": {"speed": 0.8},
        "bodies": {"a": BALL, "b": {**BALL, "mass": 3.0}},
        "initial": {
            "a": {"velocity": ["speed", 0.1, 0], "angular_velocity": [0.1, 0.2, 0.3]},
            "b": {"position": [1.2, 0.1, 0.0]},
        },
        "actuators": {"push": PUSH},
        "constraints": {"nose": {"weld": {**BETWEEN, "active": False}}},
        "states": STATES,
        "duration": 2,
        "integrator": {"method": "dopri5", "every": EVERY},
    }
    return pl.Robot(**{**found, **words})


def rising(**words):
    """A light ball that comes up to the surface."""
    return pl.Robot(
        name="ball",
        parameters={"speed": 0.0},
        water={"surface": 0.0},
        bodies={"a": {"mass": 3.0, "shape": {"sphere": 0.1}, "buoyancy": True}},
        initial={"a": {"position": [0, 0, -0.4], "velocity": [0, 0, "speed"]}},
        actuators={"push": {"force": {"body": "a", "direction": "x", "input": "0.1*t"}}},
        duration=2,
        integrator={"method": "dopri5", "every": EVERY},
        **words,
    )


def steer(t, seen):
    """Pushes back, and lets go of the input for a while."""
    return {"push": None if 0.6 <= t < 0.9 else 0.5 - 0.2 * seen["u", "a.u"]}


ROBOTS = {
    "nothing": pair,
    "dock": lambda: pair(events={"contact": CONTACT}),
    "undock": lambda: pair(events={"contact": CONTACT, "release": RELEASE}),
    "stop": lambda: pair(stop=STOP),
    "stop event": lambda: pair(events={"far": {**STOP, "stop": True}}),
    "missed": lambda: pair(events={"early": {"at": 0.61, "dock": "nose"}}),
    "water": rising,
}
CONTROL = {"alone": {}, "steered": {"controller": steer, "rate": 12.5}}
SETTLED = 1.8  # s: the step that lands on the end is not taken by a session


@pytest.fixture(scope="module", params=[(r, c) for r in ROBOTS for c in CONTROL], ids="-".join)
def case(request):
    robot, control = ROBOTS[request.param[0]](), CONTROL[request.param[1]]
    return request.param[0], robot, control, pl.simulate(robot, **control)


def test_what_happens_happens(case):
    """The robots do what their names say."""
    name, _, _, run = case
    codes = {"stop": "stopped", "stop event": "stopped", "missed": "dock-missed"}
    assert run.outcome.code == codes.get(name, "left-water" if name == "water" else "finished")
    happened = [event["name"] for event in run.outcome.events]
    expected = {"dock": ["contact"], "undock": ["contact", "release"], "stop event": ["far"]}
    assert happened == expected.get(name, [])


def test_a_batch_is_the_single_run(case):
    name, robot, control, run = case
    batch = pl.simulate_batch(robot, n=2, threads=1, **control)
    grid = np.isin(run.arrays["time"], batch.arrays["time"])
    for k, outcome in enumerate(batch.outcomes):
        assert (outcome.code, outcome.time) == (run.outcome.code, run.outcome.time)
        assert outcome.message == run.outcome.message
        assert outcome.events == run.outcome.events
        for variable in NAMES:
            expected = run.arrays[variable][grid]
            found = batch.arrays[variable][k, : len(expected)]
            np.testing.assert_array_equal(found, expected, err_msg=f"{name}: {variable}")
            assert np.isnan(batch.arrays[variable][k, len(expected) :]).all()


def test_a_session_is_the_single_run(case):
    """Asked at odd times, with a recording at those of the run."""
    name, robot, control, run = case
    session = pl.Session(robot, **control)
    session.record(every=EVERY)
    try:
        for time in np.arange(1, 60) * 0.033:
            session.advance(float(time))
            if session.outcome is not None:
                break
    except pl.PelagosError as error:
        assert run.outcome.message.splitlines()[0] in str(error)  # noqa: PT017
    recorded = session.close()
    if run.outcome.code == "finished":
        assert session.outcome is None
    else:
        assert (recorded.outcome.code, recorded.outcome.time) == (
            run.outcome.code,
            run.outcome.time,
        )
        with pytest.raises(pl.PelagosError, match="the run has ended"):
            session.advance(10.0)
    assert session.events == tuple(e for e in run.outcome.events if e["time"] <= session.time)
    settled = np.count_nonzero(run.arrays["time"] < SETTLED)
    assert recorded.arrays["time"][:settled].tolist() == run.arrays["time"][:settled].tolist()
    for variable in NAMES:
        found, expected = (r.arrays[variable][:settled] for r in (recorded, run))
        np.testing.assert_array_equal(found, expected, err_msg=f"{name}: {variable}")


@pytest.mark.parametrize("control", CONTROL.values(), ids=CONTROL)
@pytest.mark.parametrize("robot", [ROBOTS["undock"], ROBOTS["stop event"], rising])
def test_runs_of_a_batch_have_their_own_events(robot, control):
    """Other speeds: other times of contact, other frames of the dock, another engine."""
    speeds = np.array([0.7, 0.8, 0.95, 1.1, 0.2]) * (1.0 if robot is not rising else 0.1)
    batch = pl.simulate_batch(
        robot(), vary={"parameters.speed": speeds}, threads=2, duration=1.6, **control
    )
    for k, speed in enumerate(speeds):
        run = pl.simulate(robot(), set={"parameters.speed": float(speed)}, duration=1.6, **control)
        assert batch.outcomes[k].events == run.outcome.events
        assert batch.outcomes[k].time == run.outcome.time
        grid = np.isin(run.arrays["time"], batch.arrays["time"])
        for variable in NAMES:
            expected = run.arrays[variable][grid]
            found = batch.arrays[variable][k, : len(expected)]
            np.testing.assert_array_equal(found, expected, err_msg=variable)
    assert len({outcome.time for outcome in batch.outcomes if outcome.code != "finished"}) > (
        1 if robot is not ROBOTS["undock"] else -1
    )


def test_each_run_may_have_a_controller_of_its_own():
    class Ramp:
        def __init__(self, slope):
            self.slope, self.calls = slope, 0

        def __call__(self, t, seen):
            self.calls += 1
            return {"push": self.slope * self.calls}

    slopes = [0.1, 0.2, 0.3]
    batch = pl.simulate_batch(pair(), n=3, controller=[Ramp(s) for s in slopes], rate=10, threads=2)
    for k, slope in enumerate(slopes):
        run = pl.simulate(pair(), controller=Ramp(slope), rate=10)
        np.testing.assert_array_equal(batch.arrays["q"][k], run.arrays["q"])
    with pytest.raises(pl.PelagosError, match="3 controllers for 2 runs"):
        pl.simulate_batch(pair(), n=2, controller=[Ramp(s) for s in slopes], rate=10)
    with pytest.raises(pl.PelagosError, match="a controller runs at a rate"):
        pl.simulate_batch(pair(), n=2, controller=Ramp(1.0))


# --- sessions that go on elsewhere


def facts_of(session):
    return {name: np.array(session.observe()[name]) for name in NAMES}


def go_on(session, until=1.9):
    """Inputs that change, and events, after where a session was copied."""
    session.set_input("push", 0.7)
    session.advance(until - 0.35)
    session.set_input("push", None)
    session.advance(until)
    return facts_of(session)


WAYS = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "method": pl.Session.copy,
    "pickle": lambda session: pickle.loads(pickle.dumps(session)),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("integrator", ["dopri5", "dop853", "rk4", "semi-implicit"])
def test_a_copy_goes_on_to_the_bit(way, integrator):
    """Inside of a step, docked, with an input held and a value changed."""
    robot = pair(
        events={"contact": CONTACT, "release": RELEASE},
        parameters={"speed": 0.8, "k": 1.0},
        actuators={"push": PUSH, "more": {"force": {
            "body": "b", "direction": "y", "input": "where(t < 1.2*k, 0.1, k)"}}},
    )  # fmt: skip
    session = pl.Session(robot, integrator=integrator, inputs=["push"])
    session.advance(0.3)
    session.set_value("k", 1.3)
    session.advance(1.013)
    assert [event["name"] for event in session.events] == ["contact"]
    other = way(session)
    assert other is not session
    assert (other.time, other.steps, other.inputs) == (session.time, session.steps, session.inputs)
    assert other.events == session.events
    found, expected = go_on(other), go_on(session)
    for name in NAMES:
        np.testing.assert_array_equal(found[name], expected[name], err_msg=name)
    assert other.events == session.events
    assert len(session.events) == 2
    assert other.steps == session.steps


@pytest.mark.parametrize("robot", ["four-bar", "wing", "rov-arm"])
def test_loops_and_wakes_are_copied(robot):
    session = pl.Session(robot)
    session.advance(0.0513)
    other = pickle.loads(pickle.dumps(session))
    for s in (session, other):
        s.advance(0.09)
    for name in ("q", "u", "udot"):
        np.testing.assert_array_equal(other.observe()[name], session.observe()[name])


def test_a_session_goes_on_in_another_process(tmp_path):
    session = pl.Session(ROBOTS["undock"]())
    session.advance(1.013)
    (tmp_path / "session").write_bytes(pickle.dumps(session))
    code = (
        "import pickle, pathlib, numpy as np, sys\n"
        "path = pathlib.Path(sys.argv[1])\n"
        "session = pickle.loads((path / 'session').read_bytes())\n"
        "session.advance(1.9)\n"
        "np.save(path / 'q.npy', session.q)\n"
        "(path / 'after').write_bytes(pickle.dumps(session))\n"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)
    session.advance(1.9)
    np.testing.assert_array_equal(np.load(tmp_path / "q.npy"), session.q)
    back = pickle.loads((tmp_path / "after").read_bytes())
    for s in (back, session):
        s.advance(2.4)
    np.testing.assert_array_equal(back.q, session.q)


def test_checkpoints_are_restored_as_often_as_wanted():
    session = pl.Session(ROBOTS["undock"](), controller=steer, rate=12.5)
    session.advance(0.37)
    checkpoint = session.checkpoint()
    session.advance(1.9)
    expected = facts_of(session)
    for _ in range(2):
        session.restore(checkpoint)
        assert session.time == 0.37
        assert session.events == ()
        session.advance(1.9)
        for name in NAMES:
            np.testing.assert_array_equal(facts_of(session)[name], expected[name])
    with pytest.raises(pl.PelagosError, match="another robot"):
        pl.Session("pendulum").restore(checkpoint)
    session.record(every=0.1)
    with pytest.raises(pl.PelagosError, match="pickle: a recording is under way"):
        pickle.dumps(session)
    assert session.copy().time == session.time


def test_a_stopped_session_goes_on_from_another_state():
    session = pl.Session(ROBOTS["stop"]())
    session.advance(5.0)
    assert session.outcome.code == "stopped"
    stopped = session.time
    assert 0.0 < stopped < 5.0
    session.set_input("push", 0.0)
    with pytest.raises(pl.PelagosError, match="the run has ended, stopped at"):
        session.advance(5.0)
    q, u = session.robot.initial_state()
    session.set_state(q, u)
    assert session.outcome is None
    session.advance(stopped + 0.1)
    assert session.time == stopped + 0.1
    session.reset()
    session.advance(5.0)
    assert session.time == stopped


def test_resetting_lets_go_of_docks():
    session = pl.Session(ROBOTS["dock"]())
    session.advance(1.9)
    first, happened = session.q, session.events
    session.reset()
    assert session.events == ()
    session.advance(1.9)
    np.testing.assert_array_equal(session.q, first)
    assert session.events == happened
