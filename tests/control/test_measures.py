"""What controllers measure of any body, with z down and up; expressions; words refused."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import pelagos as pl
from pelagos.controllers.measures import MEASURES
from pelagos.errors import ModelError
from pelagos.model import Robot
from pelagos.result.panels import quantity_panels
from tests.control.vehicles import GAINS, states, words

ARM = {
    "parent": "hull", "at": {"position": [0.2, 0.1, 0.1], "rpy": [0.3, -0.2, 0.5]},
    "joint": {"revolute": [0.2, 1, 0.3]}, "mass": 0.5, "inertia": [0.01, 0.01, 0.01],
}  # fmt: skip


@pytest.mark.parametrize("up", [False, True])
def test_measures_of_a_link(up):
    """Of a body that hangs on a joint, against the variables of the result and scipy."""
    given = words(up=up)
    given["bodies"]["arm"] = ARM
    given["water"]["surface"] = 0.4
    given["actuators"]["elbow"] = {"motor": {"joint": "arm"}}
    given["controllers"] = {
        name: {"measure": name, "body": "arm", "actuator": "elbow", "rate": 20} for name in MEASURES
    }
    given["initial"] = {
        "hull": {"position": [1, 2, -3 if up else 3], "rpy": [0.2, 0.3, 2.0],
                 "velocity": [0.3, 0.2, -0.1], "angular_velocity": [0.1, -0.2, 0.3]},
        "arm": {"angle": 0.4, "rate": 0.5},
    }  # fmt: skip
    run = pl.simulate(Robot(**given), duration=0.01, every=0.01)
    found = {name: values[-1] for name, values in states(run).items()}
    first = {name: run.arrays[name][0] for name in ("position", "orientation", "velocity")}
    chart = np.diag([1.0, -1.0, -1.0]) if up else np.eye(3)
    place = chart @ first["position"][1]
    R = Rotation.from_quat(first["orientation"][1][[1, 2, 3, 0]]).as_matrix()
    heading, pitch, roll = Rotation.from_matrix(chart @ R @ chart).as_euler("ZYX")
    speed = R.T @ first["velocity"][1]
    turning = run.arrays["angular_velocity"][0, 1]
    expected = dict(zip(MEASURES, (*place, roll, pitch, heading, *speed, *turning), strict=True))
    expected["depth"] += 0.4
    for name, value in expected.items():
        assert found[f"{name}.measure"] == pytest.approx(value, abs=1e-12), name


def test_positions_of_bodies_in_expressions():
    """In controllers and sampled states, and nowhere else but in conditions of events."""
    given = words(drag=10.0)
    given["states"] = {"far": {"next": "distance[hull, world]", "every": 0.1}}
    given["controllers"] = {
        "go": {"measure": "2*pos[hull.x]", "body": "hull", "axis": "surge", "target": "vel[hull.y]",
               "kp": 5, "rate": 10}
    }  # fmt: skip
    given["initial"] = {"hull": {"position": [3, 4, 0]}}
    run = pl.simulate(Robot(**given), duration=0.05, every=0.05)
    found = states(run)
    assert found["far"][-1] == pytest.approx(5.0)
    assert found["go.measure"][-1] == pytest.approx(6.0)
    for change, message in (
        ({"states": {"far": {"rate": "pos[hull.x]"}}}, "events, controllers and sampled states"),
        ({"states": {"far": {"next": "pos[hul.x]", "every": 1}}}, "no body 'hul'"),
        ({"scenarios": {"a": {"inputs": {"t1": "pos[hull.x]"}}}}, "do not know where bodies are"),
    ):
        with pytest.raises(ModelError, match=message):
            Robot(**{**given, **change})
    for inputs in ({"go.target": "pos[hull.y]"}, {"go.on": 0}):
        Robot(**{**given, "scenarios": {"a": {"inputs": inputs}}}).resolved("a")


@pytest.mark.parametrize(
    ("measure", "axis"), [("heading", "yaw"), ("pitch", "pitch"), ("depth", "heave")]
)
def test_gains_of_the_wrong_sign_are_refused(measure, axis):
    """Where z points up, a heading counts clockwise and the moment of yaw does not."""
    pid = {"measure": measure, "body": "hull", "axis": axis, "rate": 20, "kp": 5}
    Robot(**words(controllers={"c": pid}))
    with pytest.raises(ModelError, match=rf"c\.kp: a positive {axis} (.|\n)*change the signs"):
        Robot(**words(up=True, controllers={"c": pid}))
    Robot(**words(up=True, controllers={"c": pid | {"kp": -5}}))


PID = {"measure": "heading", "body": "hull", "axis": "yaw", "rate": 20, "kp": 5}
STATION = {"body": "hull", "rate": 20, "gains": GAINS}


@pytest.mark.parametrize(
    ("own", "message"),
    [
        ({"body": "hul"}, r"hold\.station\.body: there is no such body(.|\n)*hull"),
        ({"gains": {"surgee": {"kp": 1}}}, r"gains\.surgee: unknown key(.|\n)*surge"),
        ({"gains": {}}, "no axis has gains"),
        ({"gains": {"surge": {"kp": -1}}}, "it would drive the body off"),
        ({"gains": {"surge": {"kp": 1, "limits": [1, -1]}}}, "leave nothing"),
        ({"rate": 0}, "not positive"),
        ({"rate": 30000}, "more than 20000 Hz"),
        ({"gains": {"surge": {"kp": 1}}, "heading": 0}, "nothing steers the heading"),
        ({"reference": {"frequency": 15}}, "too fast for 20 samples"),
        ({"actuators": {"surge": "t9"}}, r"actuators\.surge: there is no such actuator"),
        ({"gains": {"yaw": {"kp": 1}}, "actuators": {"surge": "t1"}}, "an actuator and no gains"),
        ({"trim": {"surge": 1}, "gains": {"yaw": {"kp": 1}}}, "a trim and no gains"),
        ({"measure": {"north": "y[gps.north]"}}, r"measure\.north: there is no y\[gps\.north\]"),
        ({"north": "hree"}, "unknown name 'hree'"),
        ({"thrusters": "all"}, "must be own, docked"),
    ],
)
def test_refusals_of_a_station(own, message):
    with pytest.raises(ModelError, match=message):
        Robot(**words(controllers={"hold": {"station": {**STATION, **own}}}))


def test_other_refusals():
    hold = {"station": STATION}
    for controllers, more, message in (
        ({"hold": {"staton": STATION}}, {}, "no such kind of controller(.|\n)*station"),
        ({"hold": {"station": STATION, "rate": 5}}, {}, "unknown key(.|\n)*below station"),
        ({"hold": 3}, {}, "a mapping is needed"),
        ({"c": PID | {"body": "hul"}}, {}, r"c\.body: there is no such body(.|\n)*hull"),
        ({"c": PID | {"measure": "surg"}}, {}, "unknown name 'surg'"),
        ({"t1": hold}, {}, "an actuator or a state has this name"),
        ({"hold": hold}, {"gravity": [9.81, 0, 0]}, "gravity is along x of the world"),
        ({"hold": hold}, {"actuators": {}}, "'hull' has no thrusters"),
        ({"hold": hold}, {"scenarios": {"a": {"inputs": {"hold.nort": 1}}}}, "hold.north"),
    ):
        with pytest.raises(ModelError, match=message):
            Robot(**{**words(controllers=controllers), **more})
    fin = {"fin": {"body": "hull", "area": 1, "slope": 1, "at": [0, 0, 0], "span": "z"}}
    dry = {"name": "a", "bodies": {"hull": {"mass": 1, "inertia": [1, 1, 1]}}}
    with pytest.raises(ModelError, match="not in water, so a fin would have no effect"):
        Robot(**dry, actuators={"rudder": fin})


def test_scenarios_have_controllers_and_set_points(tmp_path):
    own = {"controllers": {"hold": {"station": STATION}}, "inputs": {"hold.north": 2, "t1": 1}}
    given = words(scenarios={"hold": own, "still": {}})
    robot = Robot(**given)
    assert not robot.controllers
    assert robot.resolved("still").state_labels == ()
    held = robot.resolved("hold")
    assert held.inputs["hold.north"].constant == 2
    assert held.inputs["hold.east"] is None
    assert held.actuators["t1"].input.constant == 1
    assert Robot(**robot.to_dict()) == robot
    changed = robot.with_values({"scenarios.hold.inputs.hold.north": 3})
    assert changed.resolved("hold").inputs["hold.north"].constant == 3


def test_modules_rename_everything(tmp_path):
    from pelagos.language.yaml_text import write

    given = words(parameters={"goal": 2.0})
    given["states"] = {"seen": {"next": "pos[hull.x]", "every": 0.1}}
    given["bodies"]["fore-arm"] = {"parent": "hull", "mass": 1, "inertia": [1, 1, 1],
                                   "joint": "fixed"}  # fmt: skip
    given["controllers"] = {
        "lean": {"measure": "pitch", "body": "fore-arm", "actuator": "t7", "rate": 5}
    }
    given["scenarios"] = {
        "go": {
            "controllers": {
                "hold": {
                    "station": {**STATION, "north": "goal", "east": "here",
                                "measure": {"depth": "pos[hull.z] + 0*s[seen]"},
                                "actuators": {"heave": "t5"}}
                },
                "course": {
                    "waypoints": {
                        "body": "hull", "rate": 10, "points": [["goal", 0, 0], [0, 5, 0]],
                        "radius": 1, "look_ahead": 1, "gains": {"yaw": {"kp": 1}}, "end": "loop",
                    }
                },
            },
            "inputs": {"hold.depth": "goal"},
        }
    }  # fmt: skip
    (tmp_path / "rov.yaml").write_text(write(given))
    pair = {
        "name": "pair",
        "gravity": [0, 0, 9.81],
        "water": {"density": 1000},
        "modules": {"a": "rov.yaml", "b": {"file": "rov.yaml", "at": [0, 3, 0]}},
        "scenarios": {"both": {"modules": "go"}},
    }
    (tmp_path / "pair.yaml").write_text(write(pair))
    robot = pl.load(tmp_path / "pair.yaml").resolved("both")
    hold, course = robot.controllers["b.hold"].words, robot.controllers["b.course"].words
    assert hold.north.expression == "b.goal"
    assert hold.east == "here"
    assert hold.depth.expression == "b.goal"
    assert hold.actuators.heave == "b.t5"
    assert hold.measure.depth.expression == "pos[b.hull.z] + 0*s[b.seen]"
    assert (hold.body, course.body) == ("b.hull", "b.hull")
    assert course.points[0].at == (2.0, 0.0, 0.0)
    assert "b.hold.north" in robot.inputs
    lean = robot.controllers["b.lean"]
    assert (lean.measure, lean.body, lean.actuator) == ("pitch", "b.fore-arm", "b.t7")
    run = pl.simulate(robot, duration=0.2, every=0.1)
    assert states(run)["b.hold.depth.target"][-1] == 2.0


def test_plots_and_info(tmp_path):
    from click.testing import CliRunner

    from pelagos.cli.show.info import command

    given = words(controllers={"hold": {"station": STATION}, "c": {
        "measure": "heading", "body": "hull", "axis": "yaw", "rate": 20, "kp": 1}})  # fmt: skip
    run = pl.simulate(Robot(**given), duration=1.0, every=0.1)
    panels = {panel.title: panel for panel in quantity_panels(run, "control")}
    north = panels["hold.north"]
    assert [line.name for line in north.lines] == ["measure", "target"]
    assert list(north.dashed) == ["target", "reference"]
    assert panels["hold.heading"].unit == "deg"
    assert panels["c"].unit == "deg"
    outputs = [p for p in quantity_panels(run, "control") if p.title == "output of hold"]
    assert [p.unit for p in outputs] == ["N", "N m"]
    assert all(line.name for panel in panels.values() for line in panel.lines)
    text = CliRunner().invoke(command, ["bluerov-heavy"]).output
    for line in ("hold (scenario hold)", "hold.north", "wanted north", "-30.4 to 30.4"):
        assert line in text
