"""Events: located in time, docking impulses in closed form, momentum kept, nothing at undocking."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import ModelError, PelagosError
from pelagos.march.engine import engine_of
from pelagos.march.events import EventMarch
from pelagos.march.settings import settings_for
from pelagos.model import Robot
from tests.rafts import vehicle

METHODS = ("newton-euler", "udwadia-kalaba", "kane", "moving-frame")
TIGHT = {"rtol": 1e-11, "atol": 1e-12}


def ball(mass: float = 1.0) -> dict:
    return {"joint": "free", "mass": mass, "inertia": [0.4 * mass * 0.25] * 3}


def pair(**more) -> Robot:
    """Two dry balls of radius 0.5, of 2 and 3 kg, that meet after one second."""
    words = {
        "name": "two balls",
        "gravity": [0, 0, 0],
        "bodies": {"a": ball(2.0), "b": ball(3.0)},
        "initial": {"b": {"position": [2, 0, 0], "velocity": [-1, 0, 0]}},
        "constraints": {
            "dock": {
                "weld": {"between": ["a", "b"], "at": [0.5, 0, 0], "to": [-0.5, 0, 0],
                         "active": False}
            }
        },
        "events": {"meet": {"when": "distance[a, b] < 1", "dock": "dock"}},
        "duration": 3,
    }  # fmt: skip
    return Robot(**{**words, **more})


@pytest.mark.parametrize("method", METHODS)
def test_plastic_docking_of_two_balls(method):
    run = pl.simulate(pair(), method=method, every=0.1)
    (event,) = run.outcome.events
    assert event["time"] == pytest.approx(1.0, rel=1e-12)
    # m1 m2 / (m1 + m2) is 1.2 kg, the speed 1 m/s
    np.testing.assert_allclose(event["impulse"], [1.2, 0, 0], atol=1e-12)
    assert event["energy_loss"] == pytest.approx(0.6, abs=1e-12)
    after = run.arrays["time"] > 1.0
    np.testing.assert_allclose(run.arrays["velocity"][after, :, 0], -0.6, atol=1e-12)
    np.testing.assert_allclose(run.arrays["linear_momentum"], [[-3, 0, 0]] * len(run), atol=1e-12)
    assert run.audit().energy_error < 1e-12  # the loss counts as work of the impulse


def test_an_offset_turns_the_pair():
    """Two points of mass m at the ends of a rod after a blow across it: spin v / l."""
    robot = pair(
        bodies={"a": ball(2.0), "b": ball(2.0)},
        initial={"b": {"position": [1, -1, 0], "velocity": [0, 1, 0]}},
        events={"meet": {"when": "pos[b.y] > 0", "dock": "dock"}},
    )
    run = pl.simulate(robot, every=0.05, **TIGHT)
    own = 0.4 * 2.0 * 0.25
    reduced = 2.0 * 2.0 / 4.0  # about the common centre, at a distance of 1 m
    spin = reduced / (reduced + 2 * own)
    after = run.arrays["time"] > 1.0
    np.testing.assert_allclose(run.arrays["angular_velocity"][after, :, 2], spin, atol=1e-10)
    momentum = run.arrays["angular_momentum"]
    np.testing.assert_allclose(momentum, [momentum[0]] * len(momentum), atol=1e-10)


@pytest.mark.parametrize("capture", ["here", "exact"])
def test_momentum_of_bodies_and_water_is_kept(capture):
    """Vehicles with unequal added mass, in any attitude, in still water without drag."""
    rng = np.random.default_rng(1)
    wet = {key: value for key, value in vehicle().items() if key != "drag"}
    initial = {}
    for name, x in (("a", 0.0), ("b", 1.0)):
        q = rng.normal(size=4)
        initial[name] = {
            "position": [x, *rng.normal(size=2)],
            "quaternion": (q / np.linalg.norm(q)).tolist(),
            "velocity": rng.normal(size=3).tolist(),
            "angular_velocity": rng.normal(size=3).tolist(),
        }
    robot = Robot(
        name="wet",
        gravity=[0, 0, 0],
        water={"density": 1000},
        bodies={"a": wet, "b": wet},
        initial=initial,
        constraints={"dock": {"weld": {"between": ["a", "b"], "active": False}}},
        # at the start the default frames coincide
        events={
            "dock": {"at": 0.0 if capture == "exact" else 0.3, "dock": "dock", "capture": capture}
        },
    )
    run = pl.simulate(robot, duration=0.6, every=0.1, **TIGHT)
    (event,) = run.outcome.events
    assert event["energy_loss"] > 0.1
    alone = pl.simulate(robot.with_values({"events": {}}), duration=0.6, every=0.1, **TIGHT)
    for name in ("linear_momentum", "angular_momentum"):
        np.testing.assert_allclose(run.arrays[name], alone.arrays[name], atol=1e-9)
    # two ways to the speeds: the 6x6 matrices of both about one point, and their momenta
    i = 0 if capture == "exact" else 3
    for name in ("linear_momentum", "angular_momentum"):  # across the event
        np.testing.assert_allclose(run.arrays[name][i], alone.arrays[name][i], atol=1e-12)
    M, h = np.zeros((6, 6)), np.zeros(6)
    for k in range(2):
        X = _into(run.arrays["orientation"][i, k], run.arrays["position"][i, k])
        own = pl.mass_matrix(robot, alone.arrays["q"][i])[6 * k : 6 * k + 6, 6 * k : 6 * k + 6]
        M += X.T @ own @ X
        h += X.T @ own @ alone.arrays["u"][i, 6 * k : 6 * k + 6]
    for k in range(2):
        X = _into(run.arrays["orientation"][i, k], run.arrays["position"][i, k])
        expected = X @ np.linalg.solve(M, h)
        np.testing.assert_allclose(run.arrays["u"][i, 6 * k : 6 * k + 6], expected, atol=1e-10)


def _into(quaternion, p):
    """The velocity of a body from that of the world's frame, as if both were one."""
    w, x, y, z = quaternion
    R = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    skew = np.array([[0, -p[2], p[1]], [p[2], 0, -p[0]], [-p[1], p[0], 0]])
    return np.block([[R.T, -R.T @ skew], [np.zeros((3, 3)), R.T]])


def test_a_ring_closes_at_once():
    """Four vehicles; the last dock closes the ring: all move on as one, rank 18 of 24."""
    corners = {"a": (0, 0), "b": (1, 0), "c": (1, 1), "d": (0, 1)}
    names = list(corners)
    docks = {
        f"{one}{other}": {"weld": {"between": [one, other], "active": False}}
        for one, other in zip(names, names[1:] + names[:1], strict=True)
    }
    rng = np.random.default_rng(2)
    robot = Robot(
        name="ring",
        gravity=[0, 0, 0],
        bodies={name: ball() for name in names},
        initial={
            n: {"position": [x, y, 0], "velocity": rng.normal(size=3).tolist()}
            for n, (x, y) in corners.items()
        },
        constraints=docks,
        events={name: {"at": 0.5, "dock": name, "capture": "here"} for name in docks},
    )
    run = pl.simulate(robot, duration=1.5, every=0.25, **TIGHT)
    assert [event["dock"] for event in run.outcome.events] == list(docks)
    assert run.outcome.events[-1]["energy_loss"] == pytest.approx(0.0, abs=1e-12)  # rigid already
    counts = [(event["rows"], event["rank"]) for event in run.outcome.events]
    assert counts == [(6, 6), (12, 12), (18, 18), (24, 18)]
    after = run.arrays["time"] >= 0.5
    spins = run.arrays["angular_velocity"][after]
    np.testing.assert_allclose(spins, np.repeat(spins[:, :1], 4, axis=1), atol=1e-10)
    for name in ("linear_momentum", "angular_momentum"):
        values = run.arrays[name]
        np.testing.assert_allclose(values, [values[0]] * len(values), atol=1e-10)
    assert np.max(run.arrays["constraint_error"]) < 1e-12


def test_undocking_changes_no_speed():
    robot = pair(
        constraints={
            "dock": {"weld": {"between": ["a", "b"]}},
            "rod": {"distance": {"between": ["world", "a"], "at": [0, 3, 0]}},
        },
        initial={"b": {"position": [1, 0, 0]}, "a": {"velocity": [0.3, 0, 0]}},
        events={"part": {"at": 1.0, "undock": "dock"}, "stop": {"when": "t >= 1", "stop": True}},
    )
    until = pl.simulate(robot.with_values({"events": {}}), duration=1.0, every=0.5, **TIGHT)
    run = pl.simulate(robot, every=0.5, **TIGHT)
    assert run.outcome.code == "stopped"
    # steps differ, the state at the very end does not jump
    np.testing.assert_allclose(run.arrays["u"][-1], until.arrays["u"][-1], atol=1e-10)
    assert [e["name"] for e in run.outcome.events] == ["part", "stop"]


def test_undocking_keeps_speeds_to_the_bit():
    """What the march goes on from after an undock is what it ended with before."""
    robot = pair(
        constraints={"dock": {"weld": {"between": ["a", "b"]}}},
        initial={"b": {"position": [1, 0, 0]}, "a": {"angular_velocity": [0.1, 0.2, 0.3]}},
        events={"part": {"at": 1.0, "undock": "dock"}},
    )
    settings = dict.fromkeys(("integrator", "rtol", "atol", "step", "every", "max_steps"))
    march = EventMarch(engine_of(robot), settings_for(robot, duration=2.0, **settings))
    states = []
    act = march._act

    def noted(met):
        states.append(march.state)
        ended = act(met)
        states.append(march.state)
        return ended

    march._act = noted
    while not march.arrived(2.0):
        march.advance(2.0)
    assert [event["time"] for event in march.outcome.events] == [1.0]
    np.testing.assert_array_equal(states[0], states[1])


def test_falling_bodies_reach_heights_in_time():
    """h = g t^2 / 2, with an angle of a signal's corner on the way."""
    robot = Robot(
        name="stone",
        gravity=[0, 0, -9.81],
        bodies={"stone": ball()},
        stop={"when": "pos[stone.z] < -2"},
        duration=10,
    )
    run = pl.simulate(robot, **TIGHT)
    expected = np.sqrt(2 * 2 / 9.81)
    assert run.outcome.code == "stopped"
    assert run.outcome.finished
    assert "pos[stone.z] < -2" in run.outcome.message
    assert run.outcome.time == pytest.approx(expected, rel=1e-10)
    assert run.arrays["time"][-1] == run.outcome.time
    assert run.arrays["position"][-1, 0, 2] == pytest.approx(-2.0, abs=1e-9)
    assert np.all(np.diff(run.arrays["time"]) > 0)


@pytest.mark.parametrize("integrator", ["rk4", "dop853", "kutta-merson", "semi-implicit"])
def test_other_integrators_locate_too(integrator):
    run = pl.simulate(pair(), integrator=integrator, step=0.01)
    assert run.outcome.events[0]["time"] == pytest.approx(1.0, rel=1e-10)


def test_points_that_pass_each_other_are_seen():
    """1 mm around the dock, 1 m/s, 60 mm from sample to sample."""
    near = {"when": {"distance": "dock", "below": 1e-3}, "dock": "dock", "capture": "here"}
    run = pl.simulate(pair(events={"meet": near}), duration=30, every=0.06)
    assert run.outcome.events[0]["time"] == pytest.approx(0.999, rel=1e-12)


def test_conditions_that_hold_at_the_start():
    assert pl.simulate(pair(stop={"when": "t < 1"})).outcome.time == 0.0


@pytest.mark.parametrize("when", ["t >= 0", "pos[b.x] > 2", "speed[a, b] > 0"])
def test_conditions_that_begin_to_hold_at_once(when):
    """Neither met nor not met at the start: the first step ends as early as it can."""
    robot = pair(
        initial={"b": {"position": [2, 0, 0], "velocity": [1 if "pos" in when else 0, 0, 0]}},
        actuators={"push": {"force": {"body": "b", "direction": "x", "input": 1}}},
        events={},
        stop={"when": when},
    )
    run = pl.simulate(robot, every=0.1)
    assert run.outcome.code == "stopped"
    assert 0.0 < run.outcome.time < 1e-12


def test_batches_stop_run_by_run():
    robot = Robot(
        name="stone",
        parameters={"depth": 1.0},
        bodies={"stone": ball()},
        events={"down": {"when": "pos[stone.z] < -depth", "stop": True}},
        duration=3,
    )
    depths = np.array([0.5, 1.0, 2.0, 50.0, 4.0])
    batch = pl.simulate_batch(robot, vary={"parameters.depth": depths})
    for outcome, depth in zip(batch.outcomes, depths, strict=True):
        if depth > 0.5 * 9.81 * 9:
            assert outcome.code == "finished"
        else:
            assert outcome.code == "stopped"
            assert outcome.time == pytest.approx(np.sqrt(2 * depth / 9.81), rel=1e-10)
            single = pl.simulate(robot.with_values({"parameters.depth": float(depth)}))
            assert single.outcome.time == outcome.time


def test_a_dock_that_is_missed_ends_the_run():
    run = pl.simulate(pair(events={"early": {"at": 0.5, "dock": "dock"}}), every=0.1)
    assert (run.outcome.code, run.outcome.time) == ("dock-missed", 0.5)
    assert "dock.x is off by 0.5" in run.outcome.message
    assert "capture: here" in run.outcome.message
    assert run.arrays["time"][-1] == 0.5
    near = pair(events={"early": {"at": 0.9999, "dock": "dock", "tolerance": 1e-3}})
    assert pl.simulate(near).outcome.code == "finished"


def test_a_dock_that_meets_upside_down_is_missed():
    """The sines that its rows measure are zero after half a turn, too."""
    start = {"position": [2, 0, 0], "velocity": [-1, 0, 0], "rpy": ["180 deg", 0, 0]}
    run = pl.simulate(pair(initial={"b": start}), every=0.1)
    assert run.outcome.code == "dock-missed"
    assert "the frames of dock are more than a quarter of a turn apart" in run.outcome.message


def test_results_keep_events_and_times(tmp_path):
    robot = pair(events={"meet": {"when": {"distance": "dock", "below": 0.05}, "dock": "dock",
                                  "capture": "here"}})  # fmt: skip
    run = pl.simulate(robot, every=0.1, out=tmp_path / "run.nc")
    again = pl.open(tmp_path / "run.nc")
    assert again.outcome.events == run.outcome.events
    assert run.outcome.events[0]["time"] == pytest.approx(0.95, rel=1e-12)
    np.testing.assert_allclose(run.arrays["time"], np.linspace(0, 3, 31), atol=1e-12)
    assert np.all(run.arrays["load_force"][run.arrays["time"] < 0.95] == 0.0)


def test_other_states_go_on_through_events():
    """A clock, and a counter of tenths of a second, whose samples fall on and beside events."""
    events = {
        "meet": {"when": "s[clock] > 1", "dock": "dock", "capture": "here"},
        "part": {"at": 1.55, "undock": "dock"},
        "end": {"when": "max(2.5 - s[clock], pos[b.x] - 100) < 0", "stop": True},
    }
    states = {"clock": {"rate": 1}, "count": {"next": "s[count] + 1", "every": 0.1}}
    run = pl.simulate(pair(events=events, states=states), every=0.5, **TIGHT)
    times = [event["time"] for event in run.outcome.events]
    np.testing.assert_allclose(times, [1.0, 1.55, 2.5], rtol=1e-12)
    clock, count = run.arrays["state"].T
    np.testing.assert_allclose(clock, run.arrays["time"], atol=1e-12)
    assert count[-1] in (25, 26)  # the last sample falls on the end


def test_refusals():
    with pytest.raises(ModelError) as caught:
        pair(
            events={
                "x": {"when": "pos[c.x] < 0", "dock": "nothing"},
                "y": {"at": 1, "dock": "dock", "undock": "dock"},
                "z": {"at": 1, "stop": True},
                "u": {"at": 1, "undock": "dock", "capture": "here"},
                "v": {"when": "t > 1", "stop": True, "tolerance": 1},
                "w": {"at": 1, "dock": "dock", "capture": "here", "tolerance": 1},
            }
        )
    text = str(caught.value)
    for words in ("no body 'c'", "no such constraint", "exactly one of", "is the duration",
                  "capture is of docks, this is undock", "tolerance is of docks, this is stop",
                  "the pose is kept as it is"):  # fmt: skip
        assert words in text
    with pytest.raises(PelagosError, match="radau does not look out for events"):
        pl.simulate(pair(), integrator="radau")
    with pytest.raises(ModelError, match="conditions of events, controllers and sampled"):
        Robot(name="x", bodies={"a": ball()}, actuators={
            "f": {"force": {"body": "a", "direction": "x", "input": "pos[a.x]"}}})  # fmt: skip
