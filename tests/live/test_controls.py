"""Which key does what: axes by allocation, channels for the rest."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.live import Live, sliders
from pelagos.live.controls import controls_of
from pelagos.live.plant import TargetOffset, movable
from pelagos.model import Robot
from pelagos.run.session import Session


def controls(robot, scenario=None):
    robot = pl.load(robot) if isinstance(robot, str) else robot
    ready = movable(robot.resolved(scenario))
    facts = Session(ready).observe()
    return controls_of(ready, robot, facts["position"], facts["orientation"], 0.5)


def vehicle(directions, **words):
    """A box with forces at points: {name: (at, direction)}."""
    actuators = {
        name: {"force": {"body": "hull", "at": at, "direction": direction, "input": 0}}
        for name, (at, direction) in directions.items()
    }
    return Robot(
        name="box",
        bodies={"hull": {"mass": 10, "inertia": [1, 1, 1], "joint": "free"}},
        actuators=actuators,
        **words,
    )


FOUR = {  # vectored, as on common vehicles: corners of a square, 45 degrees inwards
    "fr": ([0.2, -0.2, 0], [1, 1, 0]),
    "fl": ([0.2, 0.2, 0], [1, -1, 0]),
    "br": ([-0.2, -0.2, 0], [1, -1, 0]),
    "bl": ([-0.2, 0.2, 0], [1, 1, 0]),
}


def test_four_vectored_thrusters_go_ahead_sideways_and_turn():
    found = {axis.name: axis.shares for axis in controls(vehicle(FOUR)).axes}
    assert set(found) == {"ahead", "right", "turn"}
    for name, expected in {
        "ahead": {"fr": 1, "fl": 1, "br": 1, "bl": 1},
        "right": {"fr": -1, "fl": 1, "br": 1, "bl": -1},  # right is -y: z is up
    }.items():
        scale = max(found[name].values())
        assert {n: x / scale for n, x in found[name].items()} == pytest.approx(expected), name
    # to the right seen from above: a negative moment about z
    moment = sum(
        x * np.cross(FOUR[n][0], np.array(FOUR[n][1]) / np.sqrt(2))[2]
        for n, x in found["turn"].items()
    )
    assert moment < -0.1


def test_up_is_against_gravity_and_right_is_right_with_z_down():
    up = {"lift": ([0, 0, 0], "z"), "side": ([0, 0, 0], "y")}
    for gravity, sign in (([0, 0, -9.81], 1), ([0, 0, 9.81], -1)):
        found = {a.name: a.shares for a in controls(vehicle(up, gravity=gravity)).axes}
        assert np.sign(found["up"]["lift"]) == sign
        assert np.sign(found["right"]["side"]) == -sign


def test_thrusters_by_pulse_width_go_as_far_as_their_limits():
    curve = {"power": {"coefficient": 5, "exponent": 1}}
    thruster = {
        "body": "hull",
        "direction": "x",
        "command": "pwm",
        "pwm": curve,
        "coefficients": {"T_ww": 4e-4},
        "limits": ["1250 us", "1800 us"],
    }
    robot = Robot(
        name="one",
        bodies={"hull": {"mass": 10, "inertia": [1, 1, 1], "joint": "free"}},
        actuators={"main": {"thruster": thruster}},
    )
    poses = np.zeros((1, 3)), np.array([[1.0, 0, 0, 0]])
    (ahead,) = controls_of(robot, robot, *poses, 0.5).axes
    assert (ahead.name, ahead.shares) == ("ahead", {"main": pytest.approx(250)})


def test_strengths_come_from_limits_scenarios_and_neighbours():
    found = controls("maarco")
    assert found.strength == pytest.approx(
        {"thrust2": 10, "thrust5": 10, "ballast2": 10, "ballast5": 10}
    )
    assert [axis.name for axis in found.axes] == ["ahead", "turn", "up", "roll"]
    channels = [channel.name for channel in found.channels]
    assert channels == ["hinge_A", "hinge_B", "hinge_C", "hinge_D", "slide_x", "slide_y"]
    arm = controls("rov-arm")
    assert arm.strength["heave"] == arm.strength["surge"] == 15  # as strong as its neighbour
    shoulder = next(c for c in arm.channels if c.name == "shoulder")
    assert (shoulder.low, shoulder.high) == pytest.approx((np.deg2rad(-100), np.deg2rad(100)))


def test_snakes_bend_as_a_whole():
    found = controls("snake20", "serpenoid")
    assert [axis.name for axis in found.axes] == ["bend", "curl"]
    assert len(found.axes[0].turns) == len(found.axes[1].turns) == 10


@pytest.mark.parametrize("name", pl.builtin_names())
def test_every_robot_can_be_live(name, tmp_path):
    live = Live(pl.load(name), next(iter(pl.load(name).scenarios), None), out=tmp_path)
    try:
        live.simulation._tick()
        assert live.simulation._message == ""
        assert b'"n":1' in live.simulation.poll({"after": 0})
    finally:
        live._server.server_close()


def test_places_move_smoothly_and_stop_before_the_end():
    channel = next(c for c in controls("rov-arm").channels if c.name == "shoulder")
    place, dt = TargetOffset(channel), 1 / 60
    rates = []
    for _ in range(400):
        place.move(1.0, dt, 0.0)
        rates.append(place.rate)
        assert abs(place.acceleration) <= channel.full / 0.25 * (1 + 1e-9)
    assert max(rates) == pytest.approx(channel.full)
    assert 0.97 * channel.high < place.offset <= channel.high * (1 + 1e-6)


def test_sliders():
    found = {s.name: s for s in sliders.of_signals(movable(pl.load("maarco")))}
    assert set(found) == {"ballast"}  # those of prescribed joints are moved by hand
    assert found["ballast"].high == pytest.approx(2 * 9.81 * 0.5)
    (mass,) = sliders.of_model(pl.load("rov-arm"), ["bodies.hull.mass=8..16"])
    assert (mass.value, mass.low, mass.high, mass.rebuilds) == (11.5, 8, 16, True)
    for text, problem in {
        "bodies.hull.mas": "no number",
        "bodies.hull": "no number",
        "bodies.hull.mass=9": r"PATH=LOW\.\.HIGH",
        "bodies.hull.mass=1..2": "not within",
    }.items():
        with pytest.raises(pl.PelagosError, match=problem):
            sliders.of_model(pl.load("rov-arm"), [text])
