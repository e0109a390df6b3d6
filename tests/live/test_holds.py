"""Controllers under the hands of a driver, ticked by hand: switches, set points, keys."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import pelagos as pl
from pelagos.live import Live
from pelagos.live.offers import with_offers
from pelagos.live.simulation import TICK
from tests.live.vehicle import vehicle

NORTH, EAST, DEPTH, HEADING = range(4)  # set points of the hold


@pytest.fixture
def start(tmp_path):
    opened = []

    def make(scenario=None, robot=None, **words):
        live = Live(robot or vehicle(), scenario, out=tmp_path, **words)
        opened.append(live)
        return live.simulation

    yield make
    for live in opened:
        live._server.server_close()


def ticks(simulation, count):
    simulation._grip = np.inf
    for _ in range(count):
        simulation._tick()


def do(simulation, what, **words):
    assert simulation.command({"do": what, **words}) == {}


def shown(simulation, name="hold"):
    """Whether a controller is on; targets and measures of its set points, as the page has them."""
    holds = simulation._plant.holds
    found = json.loads(simulation._frame())["c"][list(holds.controllers).index(name)]
    return found["on"], np.array(found["points"], dtype=float)


def now(simulation):
    session = simulation._plant.session
    return dict(zip(session.robot.state_labels, session.state.tolist(), strict=True))


def test_without_a_scenario_controllers_are_offered_and_do_nothing(start):
    robot = vehicle()
    simulation = start(robot=robot)
    offered = simulation._plant.session.robot
    assert list(offered.controllers) == ["hold", "course"]
    assert not shown(simulation)[0]
    do(simulation, "drive", axes={"ahead": 0.5, "turn": 0.2})
    ticks(simulation, 60)
    plain = pl.Session(robot, inputs=list(robot.actuators))
    for name, value in simulation._plant.session.inputs.items():
        if name in robot.actuators:
            plain.set_input(name, value)
    plain.advance(60 * TICK)
    np.testing.assert_allclose(simulation._plant.session.q, plain.q, atol=1e-6)
    assert simulation._plant.session.q[0] > 0.1


def test_controllers_that_fit_only_their_scenario_are_left_out():
    robot = vehicle()
    words = robot.to_dict()
    extra = {"force": {"body": "hull", "direction": "x"}}
    odd = {"measure": "surge", "body": "hull", "actuator": "extra", "kp": 1, "rate": 10}
    words["scenarios"]["odd"] = {"actuators": {"extra": extra}, "controllers": {"odd": odd}}
    assert list(with_offers(pl.Robot(**words)).controllers) == ["hold", "course"]
    assert with_offers(pl.load("pendulum")).controllers == {}


def test_left_alone_a_hold_is_that_of_simulate(start):
    simulation = start("hold")
    assert shown(simulation)[0]
    ticks(simulation, 60)
    session = simulation._plant.session
    run = pl.simulate(vehicle(), "hold", duration=session.time, every=session.time)
    np.testing.assert_allclose(session.q, run.arrays["q"][-1], atol=1e-9)


def test_switched_on_it_keeps_the_place_of_that_moment_every_time(start):
    simulation = start()
    for axis in ("ahead", "right"):
        do(simulation, "drive", axes={axis: 0.3})
        ticks(simulation, 40)
        do(simulation, "drive", axes={})
        do(simulation, "switch", name="hold", value=True)
        assert shown(simulation)[0]
        engine = simulation._plant.session._march.engine
        before = now(simulation)["hold.on"]
        while now(simulation)["hold.on"] < 0.5:
            ticks(simulation, 1)
        assert before == 0
        place = [now(simulation)[f"hold.{name}.target"] for name in ("north", "east", "depth")]
        # within a sample and a tick of where it is now
        speed = np.linalg.norm(simulation._plant.session.u[:3])
        assert np.linalg.norm(simulation._plant.session.q[:3] - place) < 0.1 * speed + 1e-6
        ticks(simulation, 600)
        np.testing.assert_allclose(simulation._plant.session.q[:3], place, atol=0.05)
        do(simulation, "tell", name="hold.depth", value=4.2)
        ticks(simulation, 30)
        assert shown(simulation)[1][DEPTH, 0] == 4.2
        do(simulation, "switch", name="hold", value=False)
        ticks(simulation, 10)
        assert simulation._plant.session._march.engine is engine  # nothing was compiled
        assert now(simulation)["hold.surge.output"] == 0
        assert shown(simulation)[1][DEPTH, 0] == pytest.approx(4.2)  # until it is on again


@pytest.mark.parametrize("heading", [0.0, 90.0, 210.0])
def test_keys_move_set_points_by_the_heading(start, heading):
    turned = {"hull": {"position": [0, 0, 4], "rpy": [0, 0, f"{heading} deg"]}}
    simulation = start("hold", robot=vehicle(initial=turned))
    ticks(simulation, 6)
    before = shown(simulation)[1][:, 0]
    do(simulation, "drive", axes={"ahead": 1.0, "right": -0.5, "up": 0.25})
    ticks(simulation, 30)
    status = json.loads(simulation._frame())["status"]
    assert status["taken"] == ["ahead", "right", "turn", "up"]
    moved = shown(simulation)[1][:, 0] - before
    along = np.array([math.cos(math.radians(heading)), math.sin(math.radians(heading))])
    across = np.array([-along[1], along[0]])
    wanted = 0.4 * 30 * TICK * (along - 0.5 * across)
    np.testing.assert_allclose(moved[:2], wanted, atol=2e-3)
    assert moved[DEPTH] == pytest.approx(-0.4 * 0.25 * 30 * TICK, abs=1e-4)
    assert moved[HEADING] == pytest.approx(0, abs=1e-3)
    # no thrust by hand beside that of the hold
    assert all(simulation._plant.session.inputs[f"t{k}"] == 0 for k in range(1, 7))


@pytest.mark.parametrize("name", ["small vehicle", "rov-arm"])
def test_a_key_goes_the_same_way_with_a_hold_and_without(start, name):
    """Whether z points down or up."""
    simulation = start(robot=None if name == "small vehicle" else pl.load(name))

    def moved(axes, hold):
        do(simulation, "reset")
        do(simulation, "switch", name="hold", value=hold)
        ticks(simulation, 6)
        before = simulation._facts["position"][0], simulation._facts["orientation"][0, 3]
        do(simulation, "drive", axes=axes)
        ticks(simulation, 60)
        do(simulation, "drive", axes={})
        after = simulation._facts["position"][0], simulation._facts["orientation"][0, 3]
        return np.array([*(after[0] - before[0]), after[1] - before[1]])

    for axis, part in (("ahead", 0), ("right", 1), ("up", 2), ("turn", 3)):
        by_hand, held = (moved({axis: 1.0}, hold)[part] for hold in (False, True))
        assert abs(held) > 0.01
        assert by_hand * held > 0, axis


def test_turning_goes_round_and_the_vehicle_follows(start):
    simulation = start("hold")
    ticks(simulation, 6)
    do(simulation, "slide", name="power", value=2.0)
    do(simulation, "drive", axes={"turn": -1.0})
    ticks(simulation, 60)
    do(simulation, "drive", axes={})
    ticks(simulation, 400)
    on, points = shown(simulation)
    assert on
    assert points[HEADING, 0] == pytest.approx(360 - math.degrees(1.0), abs=0.5)
    assert points[HEADING, 1] == pytest.approx(points[HEADING, 0], abs=1.5)


def test_set_points_do_not_run_away_from_the_vehicle(start):
    """Weak thrusters cannot follow: the way that is left when a key is let go is short."""
    weak = {f"t{k}": vehicle().to_dict()["actuators"][f"t{k}"] for k in range(1, 7)}
    for one in weak.values():
        one["thruster"]["limits"] = [-0.5, 0.5]
    simulation = start("hold", robot=vehicle(actuators=weak))
    ticks(simulation, 6)
    do(simulation, "drive", axes={"ahead": 1.0})
    gaps = []
    for _ in range(300):
        ticks(simulation, 1)
        points = shown(simulation)[1]
        gaps.append(points[NORTH, 0] - points[NORTH, 1])
    assert 0.7 < max(gaps) < 0.82
    do(simulation, "drive", axes={"ahead": -1.0})
    ticks(simulation, 1)
    assert shown(simulation)[1][NORTH, 0] < points[NORTH, 0]  # back at once


def test_switched_off_keys_push(start):
    simulation = start("hold")
    do(simulation, "switch", name="hold", value=False)
    do(simulation, "drive", axes={"ahead": 1.0})
    ticks(simulation, 3)
    assert json.loads(simulation._frame())["status"]["taken"] == []
    assert simulation._facts["actuation"][0] == 40


def test_controllers_that_push_the_same_way_take_turns(start):
    simulation = start()
    do(simulation, "switch", name="hold", value=True)
    do(simulation, "switch", name="course", value=True)
    assert (shown(simulation)[0], shown(simulation, "course")[0]) == (False, True)
    assert "hold off" in json.loads(simulation._frame())["status"]["message"]
    ticks(simulation, 30)
    assert json.loads(simulation._frame())["c"][1]["note"].startswith("to waypoint 0")
    # ahead makes it faster; a heading may be given, and given back to the line of sight
    do(simulation, "drive", axes={"ahead": 1.0})
    ticks(simulation, 30)
    do(simulation, "drive", axes={})
    assert shown(simulation, "course")[1][0, 0] == pytest.approx(0.4 + 0.2 * 30 * TICK)
    do(simulation, "tell", name="course.heading", value=90.0)
    ticks(simulation, 10)
    assert now(simulation)["course.heading.target"] == pytest.approx(math.pi / 2)
    do(simulation, "tell", name="course.heading", value=None)
    ticks(simulation, 10)
    assert abs(now(simulation)["course.heading.target"]) < 0.2


def test_recordings_have_the_switch_and_the_set_points(start):
    simulation = start()
    do(simulation, "record", value=True)
    ticks(simulation, 12)
    do(simulation, "switch", name="hold", value=True)
    ticks(simulation, 30)
    do(simulation, "tell", name="hold.north", value=0.5)
    ticks(simulation, 18)
    do(simulation, "record", value=False)
    run = pl.open(simulation.saved[0])
    states = dict(zip(run.header.states, run.arrays["state"].T, strict=True))
    time = run.arrays["time"]
    assert np.all(states["hold.on"][time < 12 * TICK] == 0)
    assert np.all(states["hold.on"][time > 12 * TICK + 0.06] == 1)
    assert states["hold.north.target"][-1] == 0.5
    assert states["hold.north.target"][time < 0.6].max() < 0.1


def test_sliders_and_resets_know_of_switches(start):
    simulation = start(sliders=["bodies.hull.mass"])
    do(simulation, "switch", name="hold", value=True)
    ticks(simulation, 12)
    do(simulation, "tell", name="hold.north", value=0.3)
    do(simulation, "slide", name="bodies.hull.mass", value=11)
    ticks(simulation, 12)
    on, points = shown(simulation)
    assert on
    assert points[NORTH, 0] == 0.3
    assert points[DEPTH, 0] == pytest.approx(4, abs=0.1)
    do(simulation, "reset")
    assert not shown(simulation)[0]


def test_signals_of_set_points_act_until_the_driver_does(start):
    step = {"step": {"at": 0.2, "before": 0, "after": 1}}
    robot = vehicle()
    words = robot.to_dict()
    words["scenarios"]["hold"]["inputs"] = {"hold.on": step, "hold.north": step, "hold.east": 0.1}
    simulation = start("hold", robot=pl.Robot(**words))
    ticks(simulation, 6)
    assert not shown(simulation)[0]
    ticks(simulation, 12)
    on, points = shown(simulation)
    assert on
    assert points[:2, 0].tolist() == [1.0, 0.1]
    do(simulation, "tell", name="hold.north", value=2.0)
    do(simulation, "tell", name="hold.east", value=0.2)
    ticks(simulation, 6)
    assert shown(simulation)[1][:2, 0].tolist() == [2.0, 0.2]
    for name in ("hold.north", "hold.east"):
        do(simulation, "tell", name=name, value=None)
    ticks(simulation, 6)
    assert shown(simulation)[1][:2, 0].tolist() == [1.0, 0.1]


def test_pids_have_fields_and_those_of_places_keys(start):
    pid = {"body": "hull", "rate": 20, "kp": 30, "kd": 30}
    robot = vehicle(
        controllers={
            "deep": {**pid, "measure": "depth", "target": 4, "axis": "heave"},
            "way": {**pid, "kp": 5, "kd": 5, "measure": "heading", "axis": "yaw"},
            "other": {"measure": "u[hull.u]", "rate": 20, "kp": 1, "actuator": "t5", "on": 0},
        },
        scenarios={},
    )
    simulation = start(robot=robot)
    page = simulation._plant.holds.to_dict()
    assert [(c["name"], c["kind"], c["key"]) for c in page] == [
        ("deep", "pid", True), ("way", "pid", False), ("other", "pid", False),
    ]  # fmt: skip
    assert [c["points"][0]["unit"] for c in page] == ["m", "°", ""]
    ticks(simulation, 6)
    do(simulation, "drive", axes={"up": -1.0, "turn": 1.0, "ahead": 1.0})
    ticks(simulation, 30)
    status = json.loads(simulation._frame())["status"]
    assert status["taken"] == ["turn", "up"]
    assert simulation._facts["actuation"][0] > 20  # ahead is by hand
    assert shown(simulation, "deep")[1][0, 0] == pytest.approx(4 + 0.4 * 30 * TICK)
    turned = math.degrees(0.5 * 30 * TICK)
    assert shown(simulation, "way")[1][0, 0] == pytest.approx(turned, abs=1e-3)
    do(simulation, "drive", axes={})
    do(simulation, "tell", name="other.target", value=0.5)  # also while it is off
    do(simulation, "tell", name="way.target", value=-90)
    ticks(simulation, 6)
    assert now(simulation)["other.target"] == 0.5
    assert now(simulation)["way.target"] == pytest.approx(-math.pi / 2)
    assert shown(simulation, "way")[1][0, 0] == 270


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"do": "switch"}, "unknown name"),
        ({"do": "switch", "name": "nothing", "value": True}, "unknown name"),
        ({"do": "switch", "name": ["hold"], "value": True}, "unknown name"),
        ({"do": "switch", "name": "hold", "value": 1}, "neither on nor off"),
        ({"do": "switch", "name": "hold", "value": "on"}, "neither on nor off"),
        ({"do": "switch", "name": "hold"}, "neither on nor off"),
        ({"do": "tell", "name": "hold.nort", "value": 1}, "unknown name"),
        ({"do": "tell", "name": "hold.on", "value": 1}, "unknown name"),
        ({"do": "tell", "name": "t1", "value": 1}, "unknown name"),
        ({"do": "tell", "name": None, "value": 1}, "unknown name"),
        ({"do": "tell", "name": "hold.north"}, "no number within bounds"),
        ({"do": "tell", "name": "hold.north", "value": float("nan")}, "no number within bounds"),
        ({"do": "tell", "name": "hold.north", "value": float("inf")}, "no number within bounds"),
        ({"do": "tell", "name": "hold.north", "value": "2"}, "no number within bounds"),
        ({"do": "tell", "name": "hold.north", "value": True}, "no number within bounds"),
        ({"do": "tell", "name": "hold.north", "value": [2]}, "no number within bounds"),
        ({"do": "tell", "name": "hold.north", "value": 1e9}, "no number within bounds"),
        ({"do": "tell", "name": "course.speed", "value": -1}, "no number within bounds"),
        ({"do": "tell", "name": "course.heading", "value": 1}, "not at this time"),
        ({"do": "speed", "value": None}, "no number within bounds"),
        ({"do": "drive", "axes": {"sideways": 1}}, "unknown name"),
        ({"do": "fly"}, "unknown command"),
    ],
)
def test_what_makes_no_sense_is_refused_counted_and_disturbs_nothing(start, words, reason):
    simulation = start()
    do(simulation, "switch", name="hold", value=True)
    ticks(simulation, 6)
    session = simulation._plant.session
    before = session.inputs, session.time, session.q.tolist()
    assert simulation.command(words)["problem"]
    assert simulation.refused == {reason: 1}
    assert (session.inputs, session.time, session.q.tolist()) == before
    ticks(simulation, 1)
    assert simulation._message == ""
    assert shown(simulation)[0]
