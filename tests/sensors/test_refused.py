"""What makes no sense is refused where it stands, with a remedy; presets are whole."""

from __future__ import annotations

import copy

import pytest

import pelagos as pl
from pelagos.sensors.table import kinds
from tests.sensors.models import carousel

KINDS = ("fog", "dvl", "depth", "magnetometer", "compass", "altimeter", "flow")
WET = carousel(1.0, depth=25)
DRY = {key: value for key, value in WET.items() if key != "water"}
WEIGHTLESS = {**WET, "gravity": [0, 0, 0], "water": {"density": 1000}}
FIELD = {"field": {"strength": 50e-6}}
FALLING_NORTH = {
    **DRY,
    "gravity": [9.81, 0, 0],
    "actuators": {},
    "water": {"density": 1000},
}

NONSENSE = [
    # kind, words, where, message, remedy
    ("fog", {"rate": 0}, "fog.rate", "0 is not positive", "above 0"),
    ("fog", {"gyro": {"noise": -1}}, "fog.gyro.noise", "-1 is below 0", "0 or more"),
    ("fog", {"axes": "zx"}, "fog.axes", "'zx' are no axes", "xyz"),
    ("fog", {"latitude": "100 deg"}, "fog.latitude", "no latitude of 1.745", "90 deg"),
    ("dvl", {"beam_angle": 0}, "dvl.beam_angle", "0 is not positive", "above 0"),
    ("dvl", {"beam_angle": "95 deg"}, "dvl.beam_angle", "by 1 to 90 degrees", "30 deg"),
    ("dvl", {"beam_angle": 1e-9}, "dvl.beam_angle", "by 1 to 90 degrees", "30 deg"),
    ("dvl", {"min_altitude": 9, "max_altitude": 8}, "dvl.min_altitude", "not below 8", "lower"),
    ("dvl", {"noise": -0.1}, "dvl.noise", "-0.1 is below 0", "0 or more"),
    ("dvl", {"noise": "1 m"}, "dvl.noise", "a length stands where a speed belongs", "kn"),
    ("dvl", {"direction": "z"}, "dvl.direction", "no beam of the dvl meets", "turn the sensor"),
    ("dvl", {"direction": "x"}, "dvl.direction", "look along x", "turn the sensor"),
    ("dvl", {"max_tilt": 2}, "dvl.max_tilt", "lets the beams look up", "90 degrees"),
    ("dvl", {"seabed": 30}, "dvl.seabed", "at the height -25 m", "remove one"),
    ("dvl", {"track": "water"}, "dvl.track", "needs the distance", "give bin"),
    ("dvl", {"bin": 2}, "dvl.bin", "no cell in the water", "track: water"),
    ("dvl", {"track": "water", "bin": 2, "range_noise": 1}, "dvl.range_noise", "seabed", "remove"),
    ("depth", {"noise": "1 m"}, "depth.noise", "a length stands where a pressure", "Pa"),
    ("depth", {"range": "0.5 bar"}, "depth.range", "below the pressure of the air", "absolute"),
    ("depth", {"density": 0}, "depth.density", "0 is not positive", "above 0"),
    ("depth", {"density": 1e-3}, "depth.density", "water of 0.001 kg/m3", "such as 1025"),
    ("magnetometer", {"field": {}}, "magnetometer.field", "no size", "strength in tesla"),
    ("magnetometer", {"field": [0, 0, 0]}, "magnetometer.field", "is zero", "north, east"),
    (
        "magnetometer",
        {"field": {"strength": 5e-5, "inclination": 2}},
        "magnetometer.field.inclination",
        "no inclination of 2",
        "90 deg",
    ),
    (
        "magnetometer",
        {"field": {"strength": 5e-5, "vector": [1, 0, 0]}},
        "magnetometer.field",
        "vector and strength",
        "either",
    ),
    (
        "magnetometer",
        {**FIELD, "soft_iron": [1, 0, 1]},
        "magnetometer.soft_iron",
        "singular",
        "near the unit matrix",
    ),
    (
        "magnetometer",
        {**FIELD, "soft_iron": [[1, 2, 3], [2, 4, 6], [0, 0, 1]]},
        "magnetometer.soft_iron",
        "singular",
        "near the unit matrix",
    ),
    ("magnetometer", {**FIELD, "noise": -1}, "magnetometer.noise", "-1 is below 0", "0 or more"),
    ("compass", {"deviation": {"B": 5}}, "compass.deviation", "5 degrees per degree", "5 deg"),
    ("compass", {"heading": {"noise": -1}}, "compass.heading.noise", "-1 is below 0", "or more"),
    ("altimeter", {"direction": "z"}, "altimeter.direction", "no beam", "turn the sensor"),
    (
        "altimeter",
        {"min_range": 5, "max_range": 5},
        "altimeter.min_range",
        "5 m is not below 5 m",
        "raise max_range",
    ),
    ("altimeter", {"outliers": 0.1}, "altimeter.outliers", "no max_range", "give max_range"),
    ("altimeter", {"beam_width": 4}, "altimeter.beam_width", "180 degrees", "30 deg"),
    ("altimeter", {"noise": -1}, "altimeter.noise", "-1 is below 0", "0 or more"),
    ("flow", {"noise": -1}, "flow.noise", "-1 is below 0", "0 or more"),
    ("flow", {"axes": ""}, "flow.axes", "are no axes", "xyz"),
    ("flow", {"range": 0}, "flow.range", "0 is not positive", "above 0"),
]


def refused(robot: dict, kind: str, words: dict) -> str:
    own = {"body": "pod", "rate": 10, **words}
    if kind == "magnetometer" and "field" not in own:
        own |= FIELD
    with pytest.raises(pl.PelagosError) as caught:
        pl.Robot(**copy.deepcopy(robot), sensors={"eye": {kind: own}})
    return str(caught.value)


@pytest.mark.parametrize(("kind", "words", "where", "message", "remedy"), NONSENSE)
def test_nonsense(kind, words, where, message, remedy):
    said = refused(WET, kind, words)
    assert f"sensors.eye.{where}: " in said, said
    assert message in said, said
    assert remedy in said, said


@pytest.mark.parametrize("kind", KINDS)
def test_rate_zero_unknown_bodies_and_presets(kind):
    assert f"sensors.eye.{kind}.rate" in refused(WET, kind, {"rate": 0})
    assert f"sensors.eye.{kind}.body: there is no such body" in refused(WET, kind, {"body": "pud"})
    assert f"{kind} has no preset 'mine'" in refused(WET, kind, {"preset": "mine"})
    assert f"{kind} has no preset ['mine']" in refused(WET, kind, {"preset": ["mine"]})


@pytest.mark.parametrize("kind", ["dvl", "depth", "altimeter", "flow"])
def test_these_need_water(kind):
    assert f"{kind} works in water, and the robot has none" in refused(DRY, kind, {})


def test_water_without_density_has_no_depth():
    thin = {**WET, "water": {"density": 0}}
    assert "no depth follows from the pressure of water of 0 kg/m3" in refused(thin, "depth", {})


@pytest.mark.parametrize("kind", ["dvl", "depth", "altimeter"])
def test_these_need_down(kind):
    assert f"{kind} needs down, and the robot has no gravity" in refused(WEIGHTLESS, kind, {})


@pytest.mark.parametrize(
    ("kind", "words"), [("magnetometer", {}), ("compass", {}), ("fog", {"latitude": 0.5})]
)
def test_these_need_north(kind, words):
    assert "without gravity nothing says what is down" in refused(WEIGHTLESS, kind, words)
    assert "gravity is along x of the world" in refused(FALLING_NORTH, kind, words)


@pytest.mark.parametrize("kind", ["dvl", "altimeter"])
def test_these_need_a_seabed_and_one_alone(kind):
    deep = {**WET, "water": {"density": 1000}}
    assert "sounds the seabed, and there is none" in refused(deep, kind, {})
    ground = {**deep, "ground": {"height": -40}}
    assert "the robot has a ground: the seabed is at the height -40 m" in refused(
        ground, kind, {"seabed": 30}
    )
    pl.Robot(**ground, sensors={"eye": {kind: {"body": "pod", "rate": 1}}})
    pl.Robot(**deep, sensors={"eye": {kind: {"body": "pod", "rate": 1, "seabed": 30}}})


def test_a_log_that_looks_up_at_the_start_of_a_scenario_is_refused_there():
    """A free body upside down; turned back by `at` it is fine."""
    words = {
        "name": "box",
        "water": {"density": 1000, "depth": 50},
        "bodies": {"box": {"mass": 1, "inertia": [1, 1, 1]}},
        "initial": {"box": {"position": [0, 0, -5], "rpy": [3.0, 0, 0]}},
    }
    log = {"dvl": {"body": "box", "rate": 5}}
    with pytest.raises(pl.PelagosError, match="no beam of the dvl meets the seabed at the start"):
        pl.Robot(**words, sensors={"log": log})
    log["dvl"]["at"] = {"rpy": [3.14, 0, 0]}
    pl.Robot(**words, sensors={"log": log})


PRESETS = [(kind, name) for kind, words in kinds().items() for name in words.presets]


@pytest.mark.parametrize(("kind", "name"), PRESETS)
def test_presets_are_whole_and_carry_their_source(kind, name):
    others = {"magnetometer": {"body": "pod", **FIELD}, "battery": {}}
    others["usbl"] = {"body": "pod", "target": "world", "target_at": [9, 9, -9]}
    sensor = {kind: {"preset": name, **others.get(kind, {"body": "pod"})}}
    robot = pl.Robot(**copy.deepcopy(WET), sensors={"eye": sensor})
    told = " ".join(robot.sensors["eye"].told())
    assert len(kinds()[kind].presets[name].source) > 40
    assert kinds()[kind].presets[name].source in told
    # words of one's own come before those of the preset
    own = {kind: {**sensor[kind], "rate": 3}}
    assert pl.Robot(**copy.deepcopy(WET), sensors={"eye": own}).sensors["eye"].law.rate == 3
    pl.simulate(robot, duration=0.02, every=0.01, integrator="rk4", step=0.01)


def test_a_preset_serves_water_track_too():
    log = {"preset": "waterlinked-a50", "body": "pod", "track": "water", "bin": 2}
    pl.Robot(**copy.deepcopy(WET), sensors={"log": {"dvl": log}})
