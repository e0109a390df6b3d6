"""Gaits: there and back again, and turning with no angular momentum."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from click.testing import CliRunner

import pelagos as pl
from pelagos.applications.round_trip import round_trip
from pelagos.cli.main import cli

METHODS = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")


def test_round_trip_falls_with_the_fourth_power():
    found = pl.round_trip("snake20", "cobra", step=0.025)
    assert found.stages.errors.max() < 5e-6
    assert found.stages.order == pytest.approx(4.0, abs=0.05)
    assert found.held.order == pytest.approx(1.0, abs=0.05)
    assert found.held.errors.max() > 100 * found.stages.errors.max()


@pytest.mark.parametrize("method", METHODS)
def test_round_trip_by_every_method(method):
    found = round_trip("snake8-free", "coil", step=0.05, method=method)
    assert found.stages.order == pytest.approx(4.0, abs=0.1)


@pytest.mark.parametrize("robot", ["five-bar", "stewart", "3rpr-small"])
def test_round_trip_of_closed_loops_that_begin_in_motion(robot):
    """Joints that nothing drives begin as in the prescribed motion, too."""
    found = round_trip(robot, "trajectory", step=0.02, duration=0.4)
    assert np.abs(found.wish.u).max() > 0.1
    assert found.stages.errors.max() < 1e-5
    assert found.stages.order == pytest.approx(4.0, abs=0.1)


def test_round_trip_in_space():
    assert round_trip("snake8-free", "helix", step=0.025).stages.order == pytest.approx(4, abs=0.05)


def test_a_way_back_that_blows_up_is_told():
    found = round_trip("snake20", "spiral", step=0.05)
    assert np.isinf(found.held.errors.max())
    assert np.isnan(found.held.order)
    assert found.stages.errors.max() < 1e-3


@pytest.mark.parametrize("robot", ["snake20", "snake8-free"])
@pytest.mark.parametrize(("gait", "flat"), [("spiral", True), ("helix", False)])
def test_what_is_called_a_spiral_in_space_leaves_every_plane(robot, gait, flat):
    """How far joints are from the plane that fits best; bent alike, every other one lies in it."""
    said = pl.load(robot).scenarios[gait].description
    assert ("in space" in said) != flat
    assert ("plane" in said) == flat
    places = pl.simulate(robot, gait, every=1.0).arrays["position"][-1, 1:]

    def off(some):
        centred = some - some.mean(axis=0)
        return np.abs(centred @ np.linalg.svd(centred)[2][2]).max()

    if flat:
        assert off(places[::2]) < 1e-15
        assert off(places) < 6e-3
    else:
        assert off(places) > 0.02
        assert off(places[::2]) > 0.01


def test_a_helix_is_a_helix():
    """Curvature a/2 and torsion b per link, to the size of a link: its radius and its pitch."""
    a, b, link = np.deg2rad(4), np.deg2rad(3), 0.08
    gait = {"kind": "helix", "amplitude": a, "phase": b, "time": 1}
    robot = pl.snake(160, half_length=link / 2, radius=0.01, mass=1, gaits={"screw": gait})
    places = np.array([p for p, _ in pl.poses(robot.resolved("screw"), t=1.0).values()])[1:]
    k, t = a / 2 / link, b / link
    turn = np.hypot(k, t) * link  # about the axis, from link to link
    steps = np.diff(places, axis=0)
    period = round(2 * np.pi / turn)
    axis = steps[:period].sum(axis=0) / np.linalg.norm(steps[:period].sum(axis=0))
    pitch = (places[period] - places[0]) @ axis / period * 2 * np.pi / turn
    assert pitch == pytest.approx(2 * np.pi * t / (k * k + t * t), rel=0.03)
    across = places - np.outer(places @ axis, axis)
    radius = np.linalg.norm(across[: period // 2 + 1][-1] - across[0]) / 2
    assert radius == pytest.approx(k / (k * k + t * t), rel=0.1)


def test_round_trip_of_a_joint_that_has_the_name_of_a_module(tmp_path):
    solid = "mass: 1, inertia: [1, 1, 1]"
    (tmp_path / "arm.yaml").write_text(
        f"name: arm\nbodies: {{link: {{joint: {{revolute: y}}, {solid}}}}}\n"
    )
    (tmp_path / "two.yaml").write_text(
        "name: two\nmodules: {left: {file: arm.yaml}}\n"
        f"bodies: {{left: {{joint: {{prismatic: x}}, {solid}}}}}\n"
        "actuators: {shift: {motion: {joint: left, input: 0.1*sin(t)}}}\n"
    )
    found = round_trip(tmp_path / "two.yaml", None, step=0.1, duration=0.4)
    np.testing.assert_allclose(found.wish.positions[:, 0], 0.1 * np.sin(found.wish.time), atol=1e-9)


def test_round_trip_command():
    runner = CliRunner()
    shown = runner.invoke(cli, ["roundtrip", "snake8-free", "coil", "--json"])
    assert json.loads(shown.stdout)["stages"]["order"] == pytest.approx(4.0, abs=0.1)
    shown = runner.invoke(cli, ["roundtrip", "stewart", "trajectory", "--duration", "0.1"])
    assert re.search(r"leg1 +[\d.]+ N +\S+ m +\S+ m\n", shown.stdout)
    shown = runner.invoke(cli, ["roundtrip", "snake8-free", "coil", "--step", "1 h"])
    assert isinstance(shown.exception, pl.PelagosError)
    assert "does not divide" in str(shown.exception)
    with pytest.raises(pl.PelagosError, match="no joint is prescribed"):
        round_trip("pendulum")


@pytest.mark.parametrize("gait", pl.load("snake8-free").scenarios)
def test_a_free_snake_turns_without_momentum(gait):
    """From rest in vacuum momentum stays zero, up to the tolerance; the tail turns all the same."""
    run = pl.simulate("snake8-free", gait, rtol=1e-12)
    assert np.abs(run.arrays["linear_momentum"]).max() < 1e-10
    assert np.abs(run.arrays["angular_momentum"]).max() < 1e-10
    w, x, y, z = run.arrays["orientation"][-1, 0]
    assert 2 * np.arctan2(np.sqrt(x * x + y * y + z * z), abs(w)) > 0.1


def test_a_closed_cycle_of_shapes_leaves_a_turn():
    """The falling cat: after each period of `rolling` the shape is the same, the attitude is not.

    The net turn per cycle is the same for every cycle, being a property of the path of shapes.
    """
    run = pl.simulate("snake8-free", "rolling", rtol=1e-11, every=0.5)
    time = run.arrays["time"].tolist()
    shapes = [run.arrays["q"][time.index(t), 7:] for t in (1.0, 3.0, 5.0)]
    np.testing.assert_allclose(shapes[1], shapes[0], atol=1e-12)
    turns = [run.arrays["orientation"][time.index(t), 0] for t in (1.0, 3.0, 5.0)]
    first, second = (_angle(a, b) for a, b in zip(turns, turns[1:], strict=False))
    assert first > np.radians(1)
    assert second == pytest.approx(first, rel=1e-6)


def test_the_turn_follows_from_the_shapes_alone():
    """Momentum zero gives the tail's angular velocity from the rates of the joints at any time.

    Attitudes by integrating that, without forces or accelerations, are those of the run.
    """
    robot = pl.load("snake8-free")
    run = pl.simulate(robot, "rolling", rtol=1e-11, every=1.0)
    free = pl.Robot(**{**robot.to_dict(), "actuators": {}, "scenarios": {}})

    def rate(t, attitude):
        """Of the tail's quaternion."""
        u = min(t, 1.0)
        swell, growth = u**3 * (10 - 15 * u + 6 * u * u), 30 * u**2 * (1 - u) ** 2
        sine, cosine = np.radians(20) * np.array([np.sin(np.pi * t), np.cos(np.pi * t)])
        angles = np.tile([sine, cosine], 4)
        rates = growth * angles + swell * np.pi * np.tile([cosine, -sine], 4)
        M = pl.mass_matrix(free, [0, 0, 0, 1, 0, 0, 0, *(swell * angles)])
        w = -np.linalg.solve(M[:6, :6], M[:6, 6:] @ rates)[3:]
        return 0.5 * np.array([-attitude[1:] @ w, *(attitude[0] * w + np.cross(attitude[1:], w))])

    attitude, h = np.array([1.0, 0, 0, 0]), 0.02
    for k in range(250):
        t = k * h
        a = rate(t, attitude)
        b = rate(t + h / 2, attitude + h / 2 * a)
        c = rate(t + h / 2, attitude + h / 2 * b)
        d = rate(t + h, attitude + h * c)
        attitude = attitude + h / 6 * (a + 2 * b + 2 * c + d)
    assert _angle(run.arrays["orientation"][-1, 0], attitude) < 1e-6


def _angle(a, b):
    """Of the turn from one unit quaternion to another."""
    return 2 * np.arcsin(min(np.linalg.norm(a - b), np.linalg.norm(a + b)) / 2)
