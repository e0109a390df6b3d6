"""Inertial units: closed forms of what they feel, and statistics of their errors."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from scipy.special import ellipj, ellipk

import pelagos as pl
from tests.sensors.tools import readings, robot_of

AT = {"position": [0.4, -0.1, 0.2], "rpy": [0.3, -0.5, 0.8]}
PLACE, TURN = np.array(AT["position"]), Rotation.from_euler("xyz", AT["rpy"]).as_matrix()
G = np.array([0.0, 0.0, -9.81])
ARM = """
name: arm
bodies:
  arm: {joint: {revolute: z}, mass: 1, com: [0.2, 0, 0], inertia: [0.1, 0.1, 0.1]}
actuators:
  drive: {motion: {joint: arm, input: "0.3*sin(2*t) + 1.5*t"}}
"""


def test_at_rest_it_feels_the_ground():
    robot = robot_of(
        "name: rest\nbodies: {box: {joint: fixed, at: {rpy: [0.2, 0.4, 1]}, mass: 1, inertia: "
        "[1, 1, 1]}, wheel: {joint: {revolute: z}, mass: 1, inertia: [1, 1, 1]}}",
        {"imu": {"imu": {"body": "box", "at": AT, "rate": 10}}},
    )
    found = readings(robot, 0.5)["imu"]
    box = Rotation.from_euler("xyz", [0.2, 0.4, 1.0]).as_matrix()
    np.testing.assert_allclose(found.xyz("gyro"), 0.0, atol=1e-12)
    up = np.tile(-(box @ TURN).T @ G, (5, 1))
    np.testing.assert_allclose(found.xyz("accel"), up, rtol=0, atol=1e-10)


def test_on_a_circle_it_feels_the_way_around():
    found = readings(robot_of(ARM, {"imu": {"imu": {"body": "arm", "at": AT, "rate": 20}}}), 2.0)
    t = found["imu"].times
    angle, rate, change = (
        0.3 * np.sin(2 * t) + 1.5 * t,
        0.6 * np.cos(2 * t) + 1.5,
        -1.2 * np.sin(2 * t),
    )
    zero = 0.0 * t
    spin = np.stack([zero, zero, rate], axis=1)
    np.testing.assert_allclose(found["imu"].xyz("gyro"), spin @ TURN, rtol=0, atol=1e-10)
    x, y, _ = PLACE  # in axes that turn with the arm
    felt = np.stack([-(rate**2) * x - change * y, -(rate**2) * y + change * x, zero - G[2]], axis=1)
    assert abs(angle[-1]) > 2.0
    np.testing.assert_allclose(found["imu"].xyz("accel"), felt @ TURN, rtol=0, atol=1e-10)


def test_on_a_pendulum_it_feels_no_force_across_the_rod_at_the_centre_of_percussion():
    """A large swing by Jacobi's functions; specific forces follow from the angle and its rate."""
    text = """
name: swing
bodies:
  rod: {joint: {revolute: y}, mass: 2, com: [0, 0, -0.5], inertia: [0.3, 0.2, 0.3]}
initial: {rod: {angle: 1.2}}
"""
    out = [0.0, 0.1, -0.9]  # in the rod's frame
    words = {"rate": 50, "body": "rod"}
    sensors = {
        "tip": {"imu": {**words, "at": {"position": out, "rpy": AT["rpy"]}}},
        "centre": {"imu": {**words, "at": {"position": [0, 0, -0.7]}}},  # I / (m l) = 0.7 / 1
    }
    found = readings(robot_of(text, sensors), 3.0, rtol=1e-13, atol=1e-13)
    g, length = 9.81, 0.7  # of the pendulum that has its mass in one point
    t, k, w = found["tip"].times, np.sin(0.6), np.sqrt(g / length)
    sn, cn, dn, _ = ellipj(w * t + ellipk(k**2), k**2)
    angle, rate = 2.0 * np.arcsin(k * sn), 2.0 * k * w * cn
    assert np.ptp(angle) > 2.3
    change = -(w**2) * np.sin(angle)
    zero = 0.0 * t
    spin = np.stack([zero, rate, zero], axis=1)
    np.testing.assert_allclose(found["tip"].xyz("gyro"), spin @ TURN, rtol=0, atol=1e-10)
    # along x and z of the rod; up is (-sin, 0, cos) there
    felt = np.stack(
        [change * out[2] - g * np.sin(angle), zero, -(rate**2) * out[2] + g * np.cos(angle)], axis=1
    )
    np.testing.assert_allclose(found["tip"].xyz("accel"), felt @ TURN, rtol=0, atol=1e-10)
    np.testing.assert_allclose(found["centre"]["accel.x"], 0.0, rtol=0, atol=1e-10)
    assert np.ptp(found["centre"]["accel.z"]) > 5.0
    assert dn.min() > 0.5  # the swing does not go over the top


def test_errors_that_differ_from_unit_to_unit_have_the_spread_that_is_stated():
    """Covariance of bias b, scale s and misalignment m at a force f: b^2 I + s^2 diag(f f) +
    m^2 (|f|^2 I - f f')."""
    bias, scale, misalignment = 0.3, 0.05, 0.04
    part = {"bias": bias, "scale": scale, "misalignment": misalignment}
    body = {"joint": {"revolute": "y"}, "mass": 1, "inertia": [1, 1, 1]}
    unit = {"body": "box", "at": AT, "rate": 1, "gyro": {"bias": 0.1}, "accelerometer": part}
    robot = pl.Robot(name="rest", bodies={"box": body}, sensors={"imu": {"imu": unit}})
    n = 1500
    runs = pl.simulate_batch(robot, n=n, vary={"seed": range(n)}, duration=1e-3, every=1e-3)
    labels = list(runs[0].header.states)
    seen = np.array([run.arrays["state"][-1] for run in runs])
    gyro, accel = (
        seen[:, [labels.index(f"imu.{part}.{k}") for k in "xyz"]] for part in ("gyro", "accel")
    )
    f = -TURN.T @ G
    stated = (
        bias**2 * np.eye(3)
        + scale**2 * np.diag(f * f)
        + misalignment**2 * (f @ f * np.eye(3) - np.outer(f, f))
    )
    size = np.trace(stated) / 3.0
    np.testing.assert_allclose(np.cov(accel.T), stated, atol=5.0 * size / np.sqrt(n))
    np.testing.assert_allclose(accel.mean(axis=0), f, atol=4.0 * np.sqrt(size / n))
    np.testing.assert_allclose(np.cov(gyro.T), 0.01 * np.eye(3), atol=0.05 / np.sqrt(n))
    both = np.corrcoef(gyro.T, accel.T)[:3, 3:]
    assert np.abs(both).max() < 5.0 / np.sqrt(n)


def test_readings_stay_in_range_and_on_their_steps():
    part = {"noise": 0.5, "range": 1.0, "resolution": 0.25}
    body = {"joint": {"revolute": "z"}, "mass": 1, "inertia": [1, 1, 1]}
    unit = {"body": "box", "rate": 10, "gyro": part}
    robot = pl.Robot(name="rest", bodies={"box": body}, sensors={"imu": {"imu": unit}})
    found = readings(robot, 20.0)["imu"].xyz("gyro")
    assert set(np.unique(found)) == {k * 0.25 for k in range(-4, 5)}


def test_presets_give_way_to_words_and_say_their_source():
    words = {"body": "box", "preset": "mpu-6000", "gyro": {"bias": 0.0}}
    body = {"joint": {"revolute": "z"}, "mass": 1, "inertia": [1, 1, 1]}
    robot = pl.Robot(name="rest", bodies={"box": body}, sensors={"imu": {"imu": words}})
    unit = robot.sensors["imu"].law
    assert unit.rate == 100.0
    assert unit.gyro.bias == 0.0
    assert unit.gyro.resolution == pytest.approx(np.radians(1.0) / 131.0)
    # the sheet's own check of its density: 0.05 deg/s rms in 100 Hz
    assert unit.gyro.noise * np.sqrt(2.0 * 100.0) == pytest.approx(np.radians(0.05))
    told = "\n".join(robot.sensors["imu"].told())
    assert "PS-MPU-6000A-00" in told
    assert "Assumptions: bias instability" in told
    sensors = {"imu": {"imu": {**words, "preset": "mpu-60000"}}}
    with pytest.raises(pl.PelagosError, match="imu has no preset") as refused:
        pl.Robot(**{**robot.to_dict(), "sensors": sensors})
    assert "did you mean mpu-6000?" in str(refused.value)
