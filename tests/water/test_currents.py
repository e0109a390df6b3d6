"""Currents by tables of depths, tides and turbulence."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator

import pelagos as pl
from pelagos import model
from pelagos.elements.flow.field import STILL
from pelagos.mathematics.algebra import Vec3
from pelagos.mechanism.robot import compile_robot
from tests.sensors.tools import readings

DEPTHS = [0.0, 5.0, 8.0, 30.0]
ROWS = [[0.8, 0.1], [0.6, 0.3], [-0.1, 0.2], [-0.2, 0.0]]


def robot_in(current, **water):
    ball = {"joint": "free", "shape": {"sphere": 0.05}, "density": 1000.0}
    water = {"density": 1000.0, "current": current} | water
    return pl.Robot(name="a", bodies={"ball": ball}, water=water)


def stream(robot, point, t=0.0):
    """Of all that needs no signals."""
    found = STILL
    for flow in compile_robot(robot).flows:
        found = found + flow.stream((), t, Vec3(*point))
    return found


# --- profiles


def test_a_profile_goes_through_its_rows_and_holds_beyond():
    robot = robot_in({"profile": {"depth": DEPTHS, "velocity": ROWS}}, surface=2.0)
    curve = PchipInterpolator(DEPTHS, ROWS)
    for depth in [*DEPTHS, 1.7, 6.3, 22.0, 0.0, 40.0]:
        inside = min(depth, DEPTHS[-1])
        found = stream(robot, (3.0, 4.0, 2.0 - depth))
        assert [*found.velocity] == pytest.approx([*curve(inside), 0.0], abs=1e-14)
        if depth not in DEPTHS:
            slope = -curve.derivative()(inside) if depth == inside else np.zeros(2)
            assert [*found.gradient.c] == pytest.approx([*slope, 0.0], abs=1e-14)
            assert not any([*found.gradient.a, *found.gradient.b, *found.local])


def test_a_profile_drags_a_body():
    """An anchored ball in the run feels the velocity of its depth."""
    robot = robot_in({"profile": {"depth": DEPTHS, "velocity": ROWS}})
    speed = PchipInterpolator(DEPTHS, ROWS)(6.0)
    pull = 0.47 / 2 * math.pi * 0.05**2 * np.hypot(*speed) * speed
    pull /= 1.5 * 4 / 3 * math.pi * 0.05**3
    udot = pl.acceleration(robot, [0, 0, -6.0, 1, 0, 0, 0], [0] * 6)
    assert udot == pytest.approx([*pull, 0, 0, 0, 0], abs=1e-9)


def test_a_profile_from_a_file_needs_no_file_later(tmp_path):
    lines = [f"{d},{x},{y}" for d, (x, y) in zip(DEPTHS, ROWS, strict=True)]
    (tmp_path / "adcp.csv").write_text("depth,east,north\n" + "\n".join(lines))
    path = tmp_path / "a.yaml"
    body = "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}"
    columns = "file: adcp.csv, depth: depth, velocity: [north, east]"
    path.write_text(f"name: a\nwater: {{current: {{profile: {{{columns}}}}}}}\n{body}\n")
    robot = model.load(str(path))
    assert robot.water.current.profile.velocity[1] == (0.3, 0.6, 0.0)
    (tmp_path / "adcp.csv").unlink()
    assert pl.Robot(**robot.to_dict()) == robot


# --- tides


def test_a_tide_goes_round_an_ellipse():
    tide = {"velocity": [0.5, 0, 0], "across": [0, 0.2, 0], "phase": 0.3}
    robot = robot_in({"velocity": [0.1, 0, 0], "tide": tide})
    (_, flow) = compile_robot(robot).flows
    t = 12_345.0
    angle = 2 * math.pi * t / (12.4206012 * 3600) + 0.3
    found = flow.stream((), t, Vec3(1.0, 2.0, -3.0))
    assert [*found.velocity] == pytest.approx(
        [0.5 * math.cos(angle), 0.2 * math.sin(angle), 0.0], rel=1e-7
    )
    ahead = flow.stream((), t + 1.0, Vec3(1.0, 2.0, -3.0))
    change = np.array([*ahead.velocity]) - [*found.velocity]
    assert [*found.local] == pytest.approx(change, rel=2e-3, abs=1e-9)


def test_tides_add_up_and_slow_down_towards_the_bed():
    spring = {"velocity": [0.5, 0, 0], "exponent": "1/7"}
    neap = {"velocity": [0.2, 0, 0], "period": "12 h", "phase": "90 deg"}
    robot = robot_in({"tide": [spring, neap]}, depth=40.0, surface=10.0)
    for height, share in ((40.0, 1.0), (5.0, (5 / 40) ** (1 / 7)), (-1.0, 0.0)):
        found = stream(robot, (0.0, 0.0, -30.0 + height))
        assert found.velocity.x == pytest.approx(0.5 * share, abs=1e-12)


# --- turbulence

TAU, SIGMA = 5.0, (0.2, 0.1, 0.05)


def mast(**words):
    """A log on a mast that turns about nothing."""
    body = {"mass": 1.0, "inertia": [1, 1, 1]}
    turbulence = {"sigma": [*SIGMA], "tau": TAU} | words
    log = {"flow": {"body": "mast", "axes": "xyz", "rate": 2}}
    return pl.Robot(
        name="mast",
        bodies={"mast": {"joint": "fixed", **body}, "bob": {"joint": {"revolute": "z"}, **body}},
        water={"current": {"velocity": [1.0, 0, 0], "turbulence": turbulence}},
        sensors={"log": log},
    )


@pytest.fixture(scope="module")
def wandering():
    return -readings(mast(), 20_000.0, rtol=1e-3, atol=1e-3)["log"].xyz("speed")


def test_turbulence_has_its_size_and_fades_with_its_time(wandering):
    """Straight lines between numbers 0.5 s apart keep (2 + e^-0.1) / 3 of the variance.

    Readings fall on these numbers. 20000 s are 2000 independent numbers: 4 % for an error of 3.
    """
    assert wandering.mean(axis=0) == pytest.approx([1.0, 0.0, 0.0], abs=0.03)
    x = wandering - wandering.mean(axis=0)
    assert x.std(axis=0) == pytest.approx(SIGMA, rel=0.06)
    for lag in (1.0, TAU, 2 * TAU):
        n = int(2 * lag)
        found = (x[n:] * x[:-n]).mean(axis=0) / x.var(axis=0)
        assert found == pytest.approx([math.exp(-lag / TAU)] * 3, abs=0.08)
    across = np.corrcoef(x.T)
    assert np.abs(across - np.eye(3)).max() < 0.08


def test_turbulence_is_drawn_from_the_seed_of_the_run_or_its_own(wandering):
    short = {"rtol": 1e-3, "atol": 1e-3}
    other = mast().with_values({"seed": 1})
    assert (readings(mast(), 10.0, **short)["log"].xyz("speed") == -wandering[:20]).all()
    assert (readings(other, 10.0, **short)["log"].xyz("speed") != -wandering[:20]).any()
    own = mast(seed=7)
    first, second = (
        readings(robot, 10.0, **short)["log"].xyz("speed")
        for robot in (own, own.with_values({"seed": 1}))
    )
    assert (first == second).all()


def test_a_neutral_ball_stays_with_turbulent_water():
    """Its acceleration presses on displaced and added mass alike, on top of a tide."""
    current = {
        "tide": {"velocity": [0.3, 0, 0], "period": 20.0},
        "turbulence": {"sigma": 0.2, "tau": 2.0},
    }
    robot = robot_in(current).with_values({"bodies.ball.drag": False})
    log = {"log": {"flow": {"body": "ball", "axes": "xyz", "rate": 7}}}
    found = readings(pl.Robot(**{**robot.to_dict(), "sensors": log}), 10.0)["log"].xyz("speed")
    assert np.abs(found[0]).max() > 0.05  # at rest in the water that moves
    np.testing.assert_allclose(found, np.broadcast_to(found[0], found.shape), atol=1e-9)


# --- refusals

SHEAR = {"shear": {"velocity": [1, 0, 0], "reference_depth": 5}}
PROFILE = {"depth": [0, 5], "velocity": [[1, 0], [0, 0]]}


@pytest.mark.parametrize(
    ("current", "message"),
    [
        ({}, "the current has no kind"),
        ({**SHEAR, "profile": PROFILE}, "the current has shear and profile"),
        ({"profile": {**PROFILE, "depth": [5, 0]}}, "row 2 has 0 after 5"),
        ({"profile": {**PROFILE, "depth": [-1, 5]}}, "below 0"),
        ({"profile": {**PROFILE, "depth": [0, 5, 8]}}, "3 depths for 2 velocities"),
        ({"profile": {"depth": [0], "velocity": [[1, 0]]}}, "the table has 1 rows"),
        ({"profile": {**PROFILE, "velocity": [[1, 0, 1], [0, 0]]}}, "45 degrees"),
        ({"profile": {**PROFILE, "velocity": [[1], [0]]}}, "2 or 3 numbers"),
        ({"profile": {"depth": list(range(101)), "velocity": [[1, 0]] * 101}}, "at most 100"),
        ({"profile": {"file": "no.csv"}}, "no.csv"),
        ({"tide": {"velocity": [1, 0, 0], "period": 0}}, "0 is not positive"),
        ({"tide": {"velocity": [1, 0, 0], "exponent": 0.1}}, "needs the depth of the water"),
        ({"turbulence": {"sigma": -0.1, "tau": 5}}, "-0.1 is below 0"),
        ({"turbulence": {"sigma": [0.1, 0.1], "tau": 5}}, "a list of 3 numbers"),
        ({"turbulence": {"sigma": 0.1, "tau": 0}}, "0 is not positive"),
        ({"turbulence": {"sigma": 0.1, "tau": 1e-5}}, "1e+06 Hz"),
    ],
)
def test_refused(current, message):
    with pytest.raises(pl.ModelError) as caught:
        robot_in(current)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("current", "what"),
    [
        ({"tide": {"velocity": [1, 0, 0]}}, "a tide"),
        ({"turbulence": {"sigma": 0.1, "tau": 5}}, "turbulence"),
        ({"profile": PROFILE}, "a profile of the current"),
    ],
)
def test_what_floats_needs_a_level_surface(current, what):
    ball = {"joint": "free", "shape": {"sphere": 0.05}, "density": 500.0, "buoyancy": "floating"}
    with pytest.raises(pl.ModelError, match=f"the water has {what}: its surface"):
        pl.Robot(name="a", bodies={"a": ball}, water={"current": current})
