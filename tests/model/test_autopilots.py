"""The section autopilots: what is read, renamed in modules, refused, and told."""

from __future__ import annotations

import pytest

import pelagos as pl
from pelagos import model
from pelagos.model.schema import json_schema

TEXT = """\
name: box
gravity: [0, 0, 9.81]
parameters: {full: 40}
bodies:
  hull: {joint: free, mass: 2, inertia: [1, 1, 1]}
  arm: {parent: hull, joint: {revolute: y}, mass: 1, inertia: [1, 1, 1]}
actuators:
  jet: {thruster: {body: hull, direction: x, command: thrust}}
  side: {thruster: {body: hull, direction: y, command: thrust}}
  elbow: {servo: {joint: arm, stiffness: 10}}
autopilots:
  pilot:
    body: hull
    at: [1 cm, 0, 0]
    channels:
      1: {actuator: jet, from: [1100, 1900], to: [-full, full]}
      2: {actuator: side, from: [1100 us, 1.9 ms], to: [-1, 1], reversed: true}
      8: {actuator: elbow, from: [1100, 1900], to: [-1 rad, 30 deg], neutral: 0.1}
      9: {light: lamp}
"""


def changed(old: str, new: str) -> str:
    assert TEXT.count(old) == 1
    return TEXT.replace(old, new)


def test_words_are_read():
    pilot = model.loads(TEXT).autopilots["pilot"]
    assert pilot.body == "hull"
    assert pilot.at == (0.01, 0, 0)
    assert list(pilot.outputs) == [1, 2, 8, 9]
    assert pilot.outputs[1].pulses == (1100, 1900)
    assert pilot.outputs[1].inputs == (-40, 40)
    assert pilot.outputs[2].pulses == pytest.approx((1100, 1900))
    assert pilot.outputs[2].reversed
    assert pilot.outputs[9].target == ("light", "lamp")


def test_a_map_for_all_channels():
    text = changed(
        "    body: hull\n    at", "    body: hull\n    from: [1100, 1900]\n    to: [0, 5]\n    at"
    )
    pilot = model.loads(text).autopilots["pilot"]
    assert pilot.map_of(pilot.outputs[1]).inputs == (-40, 40)
    text = text.replace(", from: [1100, 1900], to: [-full, full]", "")
    pilot = model.loads(text).autopilots["pilot"]
    assert pilot.map_of(pilot.outputs[1]).inputs == (0, 5)


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ("actuator: jet", "actuator: jat", "1.actuator", "no such actuator did you mean jet"),
        ("      1:", "      0:", "0", "no such channel 1 to 32"),
        ("      1:", "      33:", "33", "no such channel 1 to 32"),
        ("      1:", "      one:", "one", "no such channel"),
        ("      2:", "      1:", "1", "twice"),
        ("actuator: side", "actuator: jet", "2.actuator", "channel 1 moves already"),
        (", from: [1100, 1900], to: [-full, full]", "", "1.actuator", "no pulse width add from"),
        ("from: [1100, 1900], to: [-full, full]", "from: [1100, 1900]", "1", "belong together"),
        ("to: [-full, full]", "to: [1, 2, 3]", "1.to", "from has 2 and to has 3"),
        ("from: [1100, 1900], to: [-full", "from: [1900, 1100], to: [-full", "1.from", "increase"),
        ("{light: lamp}", "{light: lamp, actuator: jet}", "9", "actuator and light"),
        ("{light: lamp}", "{}", "9", "no target"),
        ("{light: lamp}", "{light: lamp, reversed: true}", "9.reversed", "shown only"),
        ("{light: lamp}", "{lamp: lamp}", "9.lamp", "unknown key"),
        ("reversed: true", "reversed: maybe", "2.reversed", "true or false"),
    ],
)
def test_channels_that_are_refused(refused, old, new, key, words):
    found = refused(changed(old, new))
    problem = found.get(f"autopilots.pilot.channels.{key}")
    assert problem is not None, found
    assert problem.line is not None
    told = f"{problem.message} {problem.remedy}"
    assert all(word in told for word in words.split())


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        (
            "    body: hull\n    at",
            "    body: hall\n    at",
            "body",
            "no such body did you mean hull",
        ),
        ("    body: hull\n    at", "    body: arm\n    at", "body", "free revolute hull"),
        ("    body: hull\n    at", "    body: world\n    at", "body", "no such body"),
        ("    body: hull\n    at", "    at", "body", "required"),
        ("at: [1 cm, 0, 0]", "at: 3", "at", "list"),
        ("at: [1 cm, 0, 0]", "compass: x", "compass", "unknown key"),
    ],
)
def test_autopilots_that_are_refused(refused, old, new, key, words):
    problem = refused(changed(old, new))[f"autopilots.pilot.{key}"]
    told = f"{problem.message} {problem.remedy}"
    assert all(word in told for word in words.split())


SENSORS = """\
water: {density: 1000, depth: 20}
sensors:
  nav: {imu: {body: hull, rate: 400}}
  sonar: {altimeter: {body: case, rate: 10}}
  pack: {battery: {rate: 10, capacity: 18, full: 16, empty: 12}}
  wrist: {imu: {body: arm, rate: 100}}
"""
CASE = "  case: {parent: hull, joint: fixed, mass: 1, inertia: [1, 1, 1]}\n"
SENSED = "    imu: nav\n    rangefinder: sonar\n    battery: pack\n"


def sensed(old: str = "", new: str = "") -> str:
    """With sensors, one of them on a body that is fixed to the hull."""
    text = changed("    at: [1 cm, 0, 0]\n", SENSED).replace("  arm:", f"{CASE}  arm:") + SENSORS
    assert text.count(old) == 1 or not old
    return text.replace(old, new)


def test_sensors_are_read_and_renamed_in_modules(tmp_path):
    robot = model.loads(sensed())
    expected = {"imu": "nav", "battery": "pack", "rangefinder": "sonar"}
    assert robot.autopilots["pilot"].sensors == expected
    (tmp_path / "box.yaml").write_text(sensed())
    (tmp_path / "one.yaml").write_text(
        "name: one\ngravity: [0, 0, 9.81]\nwater: {density: 1000, depth: 20}\n"
        "modules: {a: {file: box.yaml}}\n"
    )
    (pilot,) = pl.load(tmp_path / "one.yaml").autopilots.values()
    assert pilot.sensors == {key: f"a.{name}" for key, name in expected.items()}


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ("imu: nav", "imu: nab", "imu", "no such sensor did you mean nav"),
        ("battery: pack", "battery: nav", "battery", "kind battery kind imu"),
        ("rangefinder: sonar", "rangefinder: pack", "rangefinder", "kind altimeter kind battery"),
        ("imu: nav", "imu: wrist", "imu", "on 'arm' does not move as one with 'hull'"),
        ("imu: nav", "imu: nav\n    at: [1, 0, 0]", "at", "where the imu 'nav' stands remove"),
        ("imu: nav", "imu: [nav]", "imu", "text"),
    ],
)
def test_sensors_that_are_refused(refused, old, new, key, words):
    problem = refused(sensed(old, new))[f"autopilots.pilot.{key}"]
    assert problem.line is not None
    told = f"{problem.message} {problem.remedy}"
    assert all(word in told for word in words.split()), told


def test_a_sensor_that_is_refused_itself_is_no_problem_of_the_autopilot(refused):
    found = refused(sensed("body: hull, rate: 400", "body: hull, rate: 0"))
    assert list(found) == ["sensors.nav.imu.rate"]


def test_prescribed_motions_follow_nobody(refused):
    text = changed("{servo: {joint: arm, stiffness: 10}}", "{motion: {joint: arm, input: 0}}")
    problem = refused(text)["autopilots.pilot.channels.8.actuator"]
    assert "prescribed" in problem.message
    assert problem.line == 18


def test_channels_of_two_autopilots_share_no_actuator(refused):
    more = (
        "  second: {body: hull, channels: {1: {actuator: jet, from: [1100, 1900], to: [0, 1]}}}\n"
    )
    problem = refused(TEXT + more)["autopilots.second.channels.1.actuator"]
    assert "channel 1 of 'pilot'" in problem.message


def test_modules_bring_their_autopilots(tmp_path):
    (tmp_path / "box.yaml").write_text(TEXT)
    (tmp_path / "two.yaml").write_text(
        "name: two\n"
        "modules:\n"
        "  a: {file: box.yaml}\n"
        "  b: {file: box.yaml, at: [0, 3, 0], set: {parameters.full: 7}}\n"
        "autopilots:\n"
        "  b.pilot: {channels: {2: {reversed: false}}}\n"
    )
    robot = pl.load(tmp_path / "two.yaml")
    assert list(robot.autopilots) == ["a.pilot", "b.pilot"]
    a, b = robot.autopilots.values()
    assert (a.body, b.body) == ("a.hull", "b.hull")
    assert [c.target[1] for c in b.outputs.values()] == ["b.jet", "b.side", "b.elbow", "lamp"]
    assert (a.outputs[1].inputs, b.outputs[1].inputs) == ((-40, 40), (-7, 7))
    assert (a.outputs[2].reversed, b.outputs[2].reversed) == (True, False)
    assert pl.Robot(**robot.to_dict()).hash == robot.hash


def test_problems_in_a_module_are_told_with_its_file(tmp_path, refused):
    (tmp_path / "box.yaml").write_text(changed("actuator: jet", "actuator: jat"))
    (tmp_path / "two.yaml").write_text("name: two\nmodules:\n  a: {file: box.yaml}\n")
    (problem,) = refused(tmp_path / "two.yaml", load=pl.load).values()
    assert problem.file.endswith("box.yaml")
    assert problem.line == 16


def test_values_can_be_set():
    robot = model.loads(TEXT)
    other = robot.with_values({"autopilots.pilot.channels.1.to": [-1, 1]})
    assert other.autopilots["pilot"].outputs[1].inputs == (-1, 1)
    assert other.hash != robot.hash
    pair = pl.load("bluerov-pair")
    other = pair.with_values({"autopilots.port.ardusub.channels.1.reversed": True})
    assert other.autopilots["port.ardusub"].outputs[1].reversed


def test_robots_without_the_section_have_the_hash_they_had():
    """It is part of the hash where it is given only."""
    words = model.loads(TEXT).to_dict()
    del words["autopilots"]
    without = pl.Robot(**words)
    assert without.hash == pl.Robot(**words, autopilots={}).hash
    assert without.hash != model.loads(TEXT).hash
    assert "autopilots" not in without.to_dict()


def test_the_schema_knows_it():
    words = json_schema()["$defs"]
    assert {"actuator", "from", "to", "light"} <= words["ServoChannel"]["properties"].keys()
