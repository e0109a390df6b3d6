"""Sensors of the model that read for an autopilot: axes, age, losses, errors."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from benchmarks.ardusub import parsed
from pelagos.bridges.ardupilot.packets import reply
from pelagos.bridges.ardupilot.vehicle import Vehicle
from tests.bridges.ardupilot.test_measuring import ARM, vehicle_of, words

TURN = {"rpy": [0.4, -0.7, 2.1]}  # of the imu's axes
BED = 20.0  # m below the surface


def sensed(down: bool, imu: dict | None = None, **more) -> pl.Robot:
    """The odd vehicle of the other tests with sensors that read for its autopilot; its inertial
    unit stands in a case that is fixed to the hull."""
    given, s = words(down), 1 if down else -1
    hull, pilot = given["bodies"]["hull"], given["autopilots"]["pilot"]
    place = [ARM[0], s * ARM[1], s * ARM[2]]
    case = {"parent": "hull", "at": {"position": place, "rpy": [0.3 * s, 0.2, -1.0]}}
    given["bodies"] = {
        "hull": hull,
        "case": {**case, "joint": "fixed", "mass": 0.5, "inertia": [1e-3] * 3, "water": False},
    }
    given["water"]["depth"] = BED
    given["sensors"] = {
        "nav": {"imu": {"body": "case", "at": TURN, "rate": 400, **(imu or {})}},
        "sonar": {"altimeter": {"body": "hull", "rate": 10}},
        "pack": {"battery": {"rate": 10, "capacity": 18, "full": 16, "empty": 12, "hotel": 32}},
    }
    del pilot["at"]
    pilot |= {"imu": "nav", "rangefinder": "sonar", "battery": "pack", **more}
    return pl.Robot(**given)


def truth_of(robot: pl.Robot) -> Vehicle:
    """The same vehicle, with perfect gyroscopes and accelerometers at the place of the unit."""
    at = robot.bodies["case"].at.position
    pilot = robot.autopilots["pilot"].model_copy(update={"imu": None, "at": at})
    return Vehicle(robot, "pilot", pilot)


@pytest.mark.parametrize("down", [True, False])
def test_an_imu_without_errors_reads_the_truth_of_its_own_last_sample(down):
    """Turned out of its axes and those of its case, with its lever arm; of 200 Hz, it is up to one
    frame of 400 Hz old."""
    robot = sensed(down, {"rate": 200})
    vehicle, truth = vehicle_of(robot), truth_of(robot)
    session = pl.Session(robot, inputs=vehicle.actuators, rtol=1e-11, atol=1e-13, lands=True)
    before = truth.measure(session.observe())  # inputs are set after the first reading
    session.set_inputs(vehicle.inputs((1650, 1400)))
    for k in range(1, 40):
        session.advance(k / 400)
        measured, now = (one.measure(session.observe()) for one in (vehicle, truth))
        read = now if k % 2 == 0 else before
        assert np.allclose(measured.gyro, read.gyro, atol=1e-12)
        assert np.allclose(measured.specific_force, read.specific_force, atol=1e-10)
        assert measured[2:5] == now[2:5]
        before = now
    assert np.linalg.norm(now.gyro) > 0.3
    assert not np.allclose(now.gyro, read.gyro, atol=1e-4)


def test_z_up_reads_what_its_twin_with_z_down_does():
    found = []
    for down in (True, False):
        robot = sensed(down)
        session = pl.Session(robot, rtol=1e-11, atol=1e-13)
        session.advance(0.5)
        measured = vehicle_of(robot).measure(session.observe())
        found.append((*measured.gyro, *measured.specific_force, measured.range, *measured.battery))
    # the units point elsewhere in the two, the vehicle does not
    assert np.allclose(*found, atol=1e-7)


def test_range_and_battery_are_what_their_sensors_say():
    robot = sensed(True)
    session = pl.Session(robot)
    session.advance(0.001)
    measured = vehicle_of(robot).measure(session.observe())
    down = np.cos(0.1) * np.cos(0.2)  # of a beam that rolls and pitches, at the start
    assert measured.range == pytest.approx((BED - 1.5) / down, abs=1e-12)
    assert measured.battery == pytest.approx((16, 2), abs=1e-12)
    answer = parsed(reply(1.0, measured))
    assert answer["rng_1"] == pytest.approx(measured.range, rel=1e-8)
    assert (answer["voltage"], answer["current"]) == pytest.approx((16, 2), rel=1e-8)
    assert answer["velocity"] == pytest.approx(measured.velocity, rel=1e-8)


def test_readings_are_held_between_samples_and_while_they_are_lost():
    robot = sensed(True, {"rate": 100, "dropout": 0.5})
    vehicle, session = vehicle_of(robot), pl.Session(robot)
    session.record(every=0.01)
    told = []
    for k in range(1, 201):
        session.advance(k / 400)
        told.append(vehicle.measure(session.observe()).gyro)
    readings = session.close().readings("nav")
    assert 10 < readings.lost < 40
    turn = np.array(vehicle._imu._turn)
    for k, gyro in enumerate(told, start=1):
        arrived = readings["gyro"][readings.time < k / 400]
        good = arrived[~np.isnan(arrived).any(axis=1)]
        assert np.allclose(gyro, turn @ good[-1] if len(good) else 0.0, atol=1e-15)
    assert len(set(told)) < 45


def test_errors_of_the_unit_reach_the_autopilot():
    """Those of a preset: what is told differs from the truth by what is drawn, and by the seed."""
    preset = {"preset": "icm-20602", "rate": 400}
    told = {}
    for seed in (1, 2):
        session = pl.Session(sensed(True, preset))
        session.reset(seed=seed)
        session.advance(0.01)
        told[seed] = np.array(vehicle_of(session.robot).measure(session.observe()).gyro)
    perfect = pl.Session(sensed(True))
    perfect.advance(0.01)
    truth = np.array(vehicle_of(perfect.robot).measure(perfect.observe()).gyro)
    off = [np.abs(gyro - truth).max() for gyro in told.values()]
    assert all(1e-4 < size < 0.1 for size in off), off
    assert not np.allclose(told[1], told[2])


def test_before_the_first_reading_nothing_is_made_up():
    """A session that does not land has taken none at its start."""
    robot = sensed(True)
    answer = parsed(reply(0.0, vehicle_of(robot).measure(pl.Session(robot).observe())))
    assert "rng_1" not in answer
    assert "voltage" not in answer
    assert answer["gyro"] == answer["accel_body"] == [0, 0, 0]


def test_in_lockstep(tank):
    here = tank(sensed(True))
    answers = [here.send(k)[0] for k in range(20)]
    assert answers[-1]["rng_1"] == pytest.approx(19.7, abs=1)
    assert answers[-1]["voltage"] == pytest.approx(16, abs=0.1)
    assert np.linalg.norm(answers[0]["accel_body"]) > 8, "the first frame has a reading"


def test_recordings_have_what_the_autopilot_was_told(tank):
    here = tank(sensed(True), record=True)
    told = [here.send(k)[0]["gyro"] for k in range(20)]
    (run,) = here.fleet.close()
    readings = run.readings("nav")
    np.testing.assert_allclose(readings.time, np.arange(20) / 400)
    turn = np.array(here.fleet.members[0].vehicle._imu._turn)
    # the answer to a frame has the reading of its end
    np.testing.assert_allclose(told[:-1], readings["gyro"][1:] @ turn.T, atol=1e-8)
