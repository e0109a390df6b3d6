"""What an autopilot measures: axes, specific force with lever arm, depth."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from benchmarks.ardusub import VECTORED_6DOF, mixed
from pelagos.bridges.ardupilot.axes import EarthAxes, turned, turned_back
from pelagos.bridges.ardupilot.fleet import Fleet
from pelagos.bridges.ardupilot.vehicle import Vehicle
from pelagos.errors import PelagosError
from pelagos.mathematics.geography import north_east_down

ARM = (0.3, -0.2, 0.1)


def matrix(quaternion):
    w, x, y, z = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def vehicle_of(robot):
    return Vehicle(robot, *next(iter(robot.autopilots.items())))


def words(down: bool, **changes):
    """A vehicle of odd numbers with z down or up, the same in reality."""
    s = 1 if down else -1
    return {
        "name": "twin",
        "gravity": [0, 0, 9.81 * s],
        "water": {"density": 1000, "surface": 0.5},
        "bodies": {
            "hull": {
                "joint": "free",
                "mass": 12,
                "inertia": [0.3, 0.4, 0.5],
                "com": [0.01, 0.02 * s, 0.03 * s],
                "buoyancy": {"volume": 0.0121, "at": [0, 0, -0.05 * s]},
                "added_mass": [5, 7, 15, 0.2, 0.15, 0.2],
                "drag": {"quadratic": [100, 200, 190, 1, 0.5, 1.5]},
            }
        },
        "actuators": {
            name: {
                "thruster": {
                    "body": "hull",
                    "at": [at[0], s * at[1], s * at[2]],
                    "direction": [along[0], s * along[1], s * along[2]],
                    "command": "thrust",
                }
            }
            for name, at, along in (
                ("one", (0.1, 0.2, 0), (1, 0.2, 0)),
                ("two", (-0.2, 0.1, 0.1), (0, 1, -1)),
            )
        },
        "autopilots": {
            "pilot": {
                "body": "hull",
                "at": [ARM[0], s * ARM[1], s * ARM[2]],
                "from": [1100, 1900],
                "to": [-40, 40],
                "channels": {1: {"actuator": "one"}, 2: {"actuator": "two"}},
            }
        },
        # 0.6 m east and 0.4 m north of the origin, 1.5 m deep, heading some way past north
        "initial": {
            "hull": {
                "position": [0.4, s * 0.6, s * 1.0],
                "rpy": [0.1, s * 0.2, s * 0.7],
                "velocity": [0.3, 0.1 * s, 0.2 * s],
                "angular_velocity": [0.1, 0.4 * s, -0.3 * s],
            }
        },
        **changes,
    }


def test_turning_vectors():
    random = np.random.default_rng(1)
    for _ in range(20):
        q = random.normal(size=4)
        q, v = tuple((q / np.linalg.norm(q)).tolist()), tuple(random.normal(size=3).tolist())
        assert np.allclose(turned(q, v), matrix(q) @ v, atol=1e-14)
        assert np.allclose(turned_back(q, v), matrix(q).T @ v, atol=1e-14)


def test_z_up_is_north_west_up_and_forward_left_up():
    axes, random = EarthAxes((0, 0, -9.81)), np.random.default_rng(2)
    to_ned = north_east_down((0, 0, -9.81))  # what sensors and controllers call so
    to_frd = np.diag([1.0, -1, -1])
    for _ in range(20):
        q = random.normal(size=4)
        q = tuple((q / np.linalg.norm(q)).tolist())
        v = random.normal(size=3)
        assert np.array_equal(axes.world(*v), to_ned @ v)
        assert np.array_equal(axes.body(*v), to_frd @ v)
        assert np.allclose(matrix(axes.attitude(*q)), to_ned @ matrix(q) @ to_frd.T, atol=1e-14)
    # along the model's x axis is north
    assert np.allclose(matrix(axes.attitude(1, 0, 0, 0)) @ [1, 0, 0], [1, 0, 0], atol=1e-15)


@pytest.mark.parametrize("gravity", [(0, 0, 0), (0, 9.81, 0), (0.1, 0, -9.81)])
def test_other_gravity_is_refused(gravity):
    with pytest.raises(PelagosError, match=r"gravity.*not along z") as error:
        EarthAxes(gravity)
    assert "use [0, 0, 9.81]" in str(error.value)


def test_a_model_with_z_up_measures_what_its_twin_with_z_down_does():
    found = []
    for down in (True, False):
        robot = pl.Robot(**words(down))
        vehicle, session = vehicle_of(robot), pl.Session(robot, rtol=1e-11, atol=1e-13)
        session.set_inputs(vehicle.inputs((1650, 1400)))
        session.advance(1.5)
        found.append(np.concatenate(vehicle.measure(session.observe())[:5]))
    one, other = found
    assert np.allclose(one, other, atol=1e-9) or np.allclose(
        np.r_[one[:9], -one[9:13], one[13:]], other, atol=1e-9
    )  # a quaternion and its negative are one attitude
    assert abs(one[5] + 9.81) > 0.05  # it did accelerate


def test_depth_is_counted_from_the_surface():
    robot = pl.Robot(**words(True))
    facts = pl.Session(robot).observe()
    assert vehicle_of(robot).measure(facts).position == pytest.approx((0.4, 0.6, 1.5), abs=1e-15)


@pytest.mark.parametrize("robot", ["bluerov", "z up"])
def test_at_rest_accelerometers_feel_what_holds_them(robot):
    if robot == "z up":
        level = {"mass": 2, "inertia": [1, 1, 1], "buoyancy": {"volume": 0.002, "at": [0, 0, 0]}}
        changes = {"actuators": {"push": {"force": {"body": "hull", "direction": "x"}}}}
        channel = {1: {"actuator": "push", "from": [1100, 1900], "to": [-1, 1]}}
        pilot = {"pilot": {"body": "hull", "at": ARM, "channels": channel}}
        changes |= {"bodies": {"hull": level}, "autopilots": pilot, "initial": {}}
        robot = pl.Robot(**words(False, **changes))
    fleet = Fleet(pl.load(robot) if isinstance(robot, str) else robot)
    fleet.session.advance(0.1)
    measured = fleet.members[0].vehicle.measure(fleet.session.observe())
    assert measured.specific_force == pytest.approx((0, 0, -9.81), abs=1e-12)
    assert measured.gyro == measured.velocity == (0, 0, 0)


def test_specific_force_is_the_second_derivative_of_the_place_less_gravity():
    """At the end of a lever arm, in the middle of a wild motion."""
    robot = pl.Robot(**words(True))
    vehicle, session = vehicle_of(robot), pl.Session(robot, rtol=1e-12, atol=1e-14)
    session.set_inputs(vehicle.inputs((1900, 1100)))
    step, times = 1e-3, 0.7 + 1e-3 * np.arange(-2, 3)
    places = []
    for time in times:
        session.advance(time)
        measured = vehicle.measure(session.observe())
        places.append(np.array(measured.position) + matrix(measured.quaternion) @ ARM)
        if time == times[2]:
            here = measured
    weights = np.array([-1, 16, -30, 16, -1]) / (12 * step**2)
    acceleration = weights @ np.array(places)
    felt = matrix(here.quaternion).T @ (acceleration - [0, 0, 9.81])
    assert np.allclose(here.specific_force, felt, atol=1e-6)
    assert np.linalg.norm(felt - [0, 0, -9.81]) > 0.3


def test_a_spinning_body_in_free_fall_feels_the_centripetal_force_alone():
    spin, arm = 3.0, np.array([0.2, 0.1, 0.4])
    robot = pl.Robot(
        name="top",
        gravity=[0, 0, 9.81],
        bodies={"top": {"joint": "free", "mass": 2, "inertia": [1, 1, 2]}},
        actuators={"push": {"force": {"body": "top", "direction": "x"}}},
        autopilots={
            "pilot": {
                "body": "top",
                "at": arm,
                "channels": {"1": {"actuator": "push", "from": [1100, 1900], "to": [-1, 1]}},
            }
        },
        initial={"top": {"angular_velocity": [0, 0, spin], "velocity": [1, 2, 3]}},
    )
    vehicle, session = vehicle_of(robot), pl.Session(robot)
    for time in (0.0, 0.4):
        session.advance(time)
        measured = vehicle.measure(session.observe())
        expected = -(spin**2) * np.array([arm[0], arm[1], 0])
        assert np.allclose(measured.specific_force, expected, atol=1e-10)
        assert measured.gyro == pytest.approx((0, 0, spin), abs=1e-12)


def test_measuring_agrees_with_what_results_show():
    """Position, attitude and velocities by another way through the engine."""
    robot = pl.load("bluerov-heavy")
    vehicle, session = vehicle_of(robot), pl.Session(robot)
    session.set_inputs(vehicle.inputs(tuple(mixed(VECTORED_6DOF, forward=0.5, yaw=0.3, roll=0.2))))
    session.advance(2.0)
    facts = session.observe()
    measured = vehicle.measure(facts)
    assert np.array_equal(measured.position, facts["position"][0])
    assert np.allclose(measured.velocity, facts["velocity"][0], atol=1e-14)
    assert np.allclose(measured.gyro, facts["angular_velocity"][0], atol=1e-14)
    assert np.allclose(matrix(measured.quaternion), matrix(facts["orientation"][0]), atol=1e-14)
