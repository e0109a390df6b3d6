"""Messages of sensors without errors against odometry and transforms, which come another way."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pelagos as pl
from pelagos.bridges.messages import sensors
from pelagos.bridges.messages.robot import RobotInRos
from pelagos.bridges.messages.sensing.motion import NOT_MEASURED
from pelagos.bridges.messages.topics import topics_of
from pelagos.errors import PelagosError
from pelagos.sensors.table import kinds
from tests.bridges.both_ways import WORLD, matrix, numbers, robot
from tests.bridges.sensed import BEACON, BED, FIELD, RATE, Told, sensed

TIME = 0.7
HERE = {"integrator": "dop853", "rtol": 1e-11, "every": 1 / RATE}


@pytest.fixture(scope="module", params=[False, True], ids=["z-up", "z-down"])
def told(request) -> Told:
    return Told(pl.simulate(sensed(request.param), **HERE), TIME)


@pytest.fixture
def z_down(request) -> bool:
    return request.node.callspec.params["told"]


def test_every_kind_has_a_message_or_a_reason():
    assert sensors.KINDS.keys() == kinds().keys()


def test_stamps_are_the_times_of_measurement(told):
    for name in ("nav/data", "log/velocity", "pack/state", "bend/joint_state"):
        stamp = told[name].header.stamp
        assert (stamp.sec, stamp.nanosec) == (0, 700_000_000)


def test_an_imu_agrees_with_the_truth_in_body_axes(told):
    """At the origin of the hull, turned: the same vectors in the world."""
    one, other = told["nav/data"], told["imu"]
    (_, R), (_, S) = told.pose(one), told.pose(other)
    for part in ("angular_velocity", "linear_acceleration"):
        a, b = (numbers(getattr(message, part)) for message in (one, other))
        np.testing.assert_allclose(R @ a, S @ b, atol=1e-9)
        assert np.abs(a - b).max() > 0.1
    assert one.orientation_covariance[0] == -1
    assert not one.angular_velocity_covariance.any()


def test_a_fibre_optic_gyro_has_angular_rates_alone(told):
    ring, imu = told["ring/data"], told["imu"]
    (_, R), (_, S) = told.pose(ring), told.pose(imu)
    rates = R @ numbers(ring.angular_velocity)
    np.testing.assert_allclose(rates, S @ numbers(imu.angular_velocity), atol=1e-10)
    assert ring.orientation_covariance[0] == ring.linear_acceleration_covariance[0] == -1


def test_a_compass_is_the_attitude_of_its_frame(told):
    needle = told["needle/data"]
    _, R = told.pose(needle)
    np.testing.assert_allclose(matrix(needle.orientation), R, atol=1e-10)
    assert needle.angular_velocity_covariance[0] == -1


def test_the_magnetic_field(told, z_down):
    """With z up, x of the model is north, and its axes are told as they are."""
    north, east, down = FIELD
    expected = [east, north, -down] if z_down else [north, -east, -down]
    mag = told["mag/field"]
    _, R = told.pose(mag)
    np.testing.assert_allclose(R @ numbers(mag.magnetic_field), expected, atol=1e-16)


def test_pressure_is_that_of_the_depth(told):
    press = told["press/pressure"]
    p, _ = told.pose(press)
    assert press.fluid_pressure == pytest.approx(101_325 - 1000 * 9.81 * p[2], rel=1e-10)


def test_a_range_along_x_of_its_frame_ends_on_the_seabed(told):
    sonar = told["sonar/range"]
    p, R = told.pose(sonar)
    assert sonar.header.frame_id == "twin/sensors/sonar/beam"
    assert (p + sonar.range * R[:, 0])[2] == pytest.approx(-BED, abs=1e-4)  # ranges are float32
    assert (sonar.min_range, sonar.max_range, sonar.field_of_view) == (0, 90, 0)
    assert sonar.radiation_type == sonar.ULTRASOUND


def test_a_doppler_log_on_the_arm(told):
    """Its velocity from two places on the arm's way, by differences of transforms."""
    log, altitude = told["log/velocity"], told["log/altitude"]
    p, R = told.pose(log)
    own = R @ numbers(log.twist.twist.linear)
    # what the arm adds to the motion of the hull: it turns about its joint
    (joint, arm), rate = told.frame("twin/arm"), told["joint_states"].velocity[0]
    np.testing.assert_allclose(
        own, told.velocity(p) + np.cross(rate * arm[:, 1], p - joint), atol=1e-9
    )
    assert altitude.range == pytest.approx(p[2] + BED, rel=1e-6)
    assert altitude.max_range == 900
    angular = log.twist.covariance.reshape(6, 6)[3:, 3:]
    np.testing.assert_array_equal(angular, NOT_MEASURED * np.eye(3))


def test_a_flow_sensor_in_still_water(told):
    flow = told["paddle/velocity"]
    p, R = told.pose(flow)
    np.testing.assert_allclose(R @ numbers(flow.twist.twist.linear), told.velocity(p), atol=1e-9)


def test_satellites(told, z_down):
    local, velocity, fix = told["local/position"], told["local/velocity"], told["fix/fix"]
    p, _ = told.frame("twin/sensors/local")
    assert local.header.frame_id == velocity.header.frame_id == "world"
    np.testing.assert_allclose(numbers(local.pose.pose.position), p, atol=1e-10)
    np.testing.assert_allclose(numbers(velocity.twist.twist.linear), told.velocity(p), atol=1e-9)
    east, north = p[:2] if z_down else (-p[1], p[0])
    radius = 6_378_137 / math.sqrt(1 - 0.00669438 * math.sin(math.pi / 3) ** 2)
    across = math.radians(fix.longitude - 10) * (radius + 30) * math.cos(math.pi / 3)
    assert across == pytest.approx(east, abs=1e-4)
    along = radius * (1 - 0.00669438) / (1 - 0.00669438 * math.sin(math.pi / 3) ** 2) + 30
    assert math.radians(fix.latitude - 60) * along == pytest.approx(north, abs=1e-4)
    assert fix.altitude == pytest.approx(30 + p[2], abs=1e-4)
    assert (fix.status.status, fix.position_covariance_type) == (0, 2)


def test_beacons_are_where_they_are(told, z_down):
    """By sound: what moves during its travel is off by some millimetres."""
    heard = told["ears/position"]
    p, R = told.pose(heard)
    expected = WORLD @ BEACON if z_down else BEACON
    np.testing.assert_allclose(p + R @ numbers(heard.pose.pose.position), expected, atol=0.02)
    ship = told["ship/position"]
    p, R = told.pose(ship)
    hull, _ = told.frame("twin/hull")
    np.testing.assert_allclose(p + R @ numbers(ship.pose.pose.position), hull, atol=0.02)
    assert told["ship/position"].header.frame_id == "twin/sensors/ship"


def test_a_long_baseline_tells_its_own_place(told):
    net = told["net/position"]
    p, _ = told.frame("twin/sensors/net")
    assert net.header.frame_id == "world"
    np.testing.assert_allclose(numbers(net.pose.pose.position), p, atol=0.2)


def test_an_encoder_is_a_joint_state(told):
    one, all_ = told["bend/joint_state"], told["joint_states"]
    assert one.name == ["arm"] == all_.name
    assert one.position == pytest.approx(all_.position, abs=1e-12)
    assert one.velocity == pytest.approx(all_.velocity, abs=1e-12)
    assert len(one.effort) == 0


def test_wrenches_of_two_sensors_at_one_joint_are_the_same(told):
    """One in the axes of the body, about its origin, one turned and elsewhere."""
    plain, wrist = told["plain/wrench"], told["wrist/wrench"]
    (p, R), (r, S) = told.pose(plain), told.pose(wrist)
    assert plain.header.frame_id == "twin/arm"
    force, turned = R @ numbers(plain.wrench.force), S @ numbers(wrist.wrench.force)
    np.testing.assert_allclose(turned, force, atol=1e-9)
    torque = R @ numbers(plain.wrench.torque) - np.cross(r - p, force)
    np.testing.assert_allclose(S @ numbers(wrist.wrench.torque), torque, atol=1e-9)
    assert np.linalg.norm(force) > 1


def test_a_battery_discharges(told):
    state = told["pack/state"]
    power = 12**1.5  # of the one thruster: 1 W/N^1.5
    assert -state.current * state.voltage == pytest.approx(power, rel=1e-5)
    assert state.charge == pytest.approx(18 * state.percentage, rel=1e-6)
    assert 0.99 < state.percentage < 1
    assert state.design_capacity == 18
    assert math.isnan(state.temperature)
    assert state.power_supply_status == state.POWER_SUPPLY_STATUS_DISCHARGING


@pytest.mark.parametrize("z_down", [False, True])
def test_a_dock_on_the_world(z_down):
    """As the load of that dock, whose axes are those of the world."""
    tied = sensed(
        z_down,
        {"cell": {"force_torque": {"dock": "tie", "rate": RATE}}},
        constraints={"tie": {"ball": {"between": ["hull", "world"]}}},
    )
    told = Told(pl.simulate(tied, **HERE), TIME)
    one, other = told["cell/wrench"], told["tie/wrench"]
    assert one.header.frame_id == other.header.frame_id == "world"
    np.testing.assert_allclose(numbers(one.wrench.force), numbers(other.wrench.force), atol=1e-8)
    assert np.linalg.norm(numbers(one.wrench.force)) > 1


def test_a_shaft_is_a_joint_state_without_a_position():
    words = robot(z_down=True).to_dict()
    words["water"] = {"density": 1000}
    words["actuators"] = {
        "jet": {"thruster": {"body": "hull", "command": "speed", "input": 30, "direction": "x",
                             "coefficients": {"T_ww": 0.01}}}
    }  # fmt: skip
    shaft = pl.Robot(**words, sensors={"esc": {"rpm": {"thruster": "jet", "rate": RATE}}})
    state = Told(pl.simulate(shaft, **HERE), TIME)["esc/joint_state"]
    assert (state.name, state.velocity.tolist(), len(state.position)) == (["jet"], [30.0], 0)


def test_variances_are_those_that_were_stated():
    hull = {"body": "hull", "rate": 25}
    noisy = {
        "nav": {"imu": {**hull, "gyro": {"noise": 0.01}, "accelerometer": {"noise": 0.2}}},
        "needle": {"compass": {**hull, "heading": {"noise": 0.1}, "level": {"noise": 0.02}}},
        "press": {"depth": {**hull, "noise": 30}},
        "mag": {"magnetometer": {**hull, "field": list(FIELD), "noise": 2e-7}},
        "sonar": {"altimeter": {**hull, "noise": 0.25}},
        "fix": {"gps": {**hull, "origin": {"latitude": 1, "longitude": 0}, "velocity": 0.3,
                        "horizontal": {"noise": 2}, "vertical": {"noise": 3}}},
        "log": {"dvl": {**hull, "noise": 0.1}},
    }  # fmt: skip
    run = pl.simulate(sensed(True, noisy), **{**HERE, "every": 0.2})
    told = Told(run, 0.4)
    nav, needle, fix = told["nav/data"], told["needle/data"], told["fix/fix"]
    np.testing.assert_allclose(nav.angular_velocity_covariance, 0.01**2 * 25 * np.eye(3).ravel())
    np.testing.assert_allclose(nav.linear_acceleration_covariance, 0.2**2 * 25 * np.eye(3).ravel())
    spread = np.diag([4e-4, 4e-4, 0.01]).ravel()
    np.testing.assert_allclose(needle.orientation_covariance, spread)
    assert told["press/pressure"].variance == pytest.approx(900)
    np.testing.assert_allclose(told["mag/field"].magnetic_field_covariance[::4], 4e-14)
    assert told["sonar/range"].variance == pytest.approx(0.0625)
    np.testing.assert_allclose(fix.position_covariance, np.diag([4, 4, 9]).ravel())
    velocity = np.diag(told["fix/velocity"].twist.covariance.reshape(6, 6))
    np.testing.assert_allclose(velocity, [0.09] * 3 + [NOT_MEASURED] * 3)
    (k,) = np.flatnonzero(np.isclose(run.readings("log").time, 0.4))
    expected = run.readings("log").variances[k, :3]
    found = np.diag(told["log/velocity"].twist.covariance.reshape(6, 6))[:3]
    np.testing.assert_allclose(found, expected)
    assert expected[0] > 0.001


LATE = {"late": {"imu": {"body": "hull", "rate": 50, "delay": 0.033, "dropout": 0.3}}}


def test_what_is_lost_or_repeated_is_not_told():
    """Stamps are times of measurement, one message for each that arrived in the run."""
    run = pl.simulate(sensed(True, LATE), duration=1)
    known, readings = RobotInRos.of(run.robot), run.readings("late")
    found = list(sensors.messages(sensors.topics(known), {"late": readings}, known.axes))
    stamps = [m.header.stamp.sec + 1e-9 * m.header.stamp.nanosec for _, _, m in found]
    arrivals = np.array([arrival for arrival, _, _ in found])
    np.testing.assert_allclose(stamps, arrivals - 0.033, atol=1e-9)
    ticks = np.array(stamps) * 50
    np.testing.assert_allclose(ticks, np.round(ticks), atol=1e-6)
    assert len(set(np.round(ticks))) == len(ticks), "each of them once"
    real = readings.time > 0.033 - 1e-9
    good = ~np.isnan(readings.values[:, 0])
    assert len(found) == np.count_nonzero(real & good)
    assert 20 < len(found) < 45


def test_a_fix_of_sound_that_was_not_found_is_not_told():
    net = {"a": [50, 0, 0], "b": [0, 90, 0], "c": [-90, 0, 9]}
    lbl = {"body": "hull", "rate": 10, "max_range": 55, "position": True, "transponders": net}
    run = pl.simulate(sensed(False, {"net": {"lbl": lbl}}), duration=0.5)
    assert run.readings("net").lost == 0, "one transponder is heard"
    known = RobotInRos.of(run.robot)
    told = sensors.messages(sensors.topics(known), {"net": run.readings("net")}, known.axes)
    assert not list(told)


def test_what_has_no_message_is_named_with_a_reason(monkeypatch):
    hull = {"body": "hull", "rate": 5}
    some = {
        "yaw": {"fog": {**hull, "axes": "z"}},
        "paddle": {"flow": {**hull, "axes": "x"}},
        "net": {"lbl": {**hull, "transponders": {"a": [1, 2, 3]}}},
        "nav": {"imu": hull},
    }
    known = RobotInRos.of(sensed(True, some))
    assert [topic.name for topic in sensors.topics(known)] == ["/twin/nav/data"]
    found = sensors.unsent(known)
    assert found.keys() == {"yaw", "paddle", "net"}
    assert "reads z only" in found["yaw"]
    assert "position: true" in found["net"]
    monkeypatch.delitem(sensors.KINDS, "imu")
    assert sensors.unsent(known)["nav"] == "there is no message for the kind imu"


def test_names_that_would_be_one_are_refused():
    imu = {"imu": {"body": "hull", "rate": 5}}
    with pytest.raises(PelagosError, match=r"the sensor a-b and the sensor a\.b would both be a_b"):
        RobotInRos.of(sensed(True, {"a-b": imu, "a.b": imu}))
    wrench = {"aft-": {"force_torque": {"joint": "arm", "rate": 5}}}
    with pytest.raises(PelagosError, match="would both be /twin/aft/wrench"):
        topics_of(RobotInRos.of(sensed(True, wrench)))
    # a body, and the truth of a free body, may be called like a sensor
    known = RobotInRos.of(sensed(True, {"hull": imu, "imu": imu}))
    assert {"/twin/imu"} <= {topic.name for topic in topics_of(known)}
