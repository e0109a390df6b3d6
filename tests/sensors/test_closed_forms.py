"""Sensors without noise read what formulas give: at rest, on a circle, on a pendulum."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import pelagos as pl
from tests.sensors.models import AT, G, KnownMotion, carousel, on_carousel, on_pendulum, pendulum
from tests.sensors.tools import readings

ON = {"at": AT, "rate": 10}
CURRENT = [0.4, -0.3, 0.1]
FIELD = {"strength": 50e-6, "declination": 0.2, "inclination": 1.1}
SOFT = [[1.1, 0.02, 0.0], [0.01, 0.9, 0.03], [-0.02, 0.0, 1.05]]
HARD = [1e-6, -2e-6, 3e-6]
LATITUDE = 0.9
BEAM = [0.3, 0.1, -1.0]  # of the altimeter with a direction, in a world with z up
NEAR = {"rtol": 1e-10, "atol": 1e-10}


def sensors(body: str, up: float) -> dict[str, Any]:
    """One of each kind."""
    on = {"body": body, **ON}
    beam = (up * np.array(BEAM)).tolist()
    return {
        "gyro": {"fog": {**on, "latitude": LATITUDE}},
        "yaw": {"fog": {**on, "axes": "z"}},
        "log": {"dvl": on},
        "through": {"dvl": {**on, "track": "water", "bin": 2, "configuration": "+"}},
        "press": {"depth": on},
        "mag": {
            "magnetometer": {**on, "field": FIELD, "soft_iron": SOFT, "hard_iron": HARD},
        },
        "plain": {"magnetometer": {**on, "field": [20e-6, -3e-6, 40e-6]}},
        "ahrs": {"compass": on},
        "needle": {"compass": {**on, "declination": 0.2, "deviation": {"B": 0.1, "D": 0.05}}},
        "alt": {"altimeter": on},
        "lean": {"altimeter": {**on, "direction": beam}},
        "wide": {"altimeter": {**on, "beam_width": "30 deg"}},
        "pitot": {"flow": {**on, "axes": "xyz"}},
    }


class Expected:
    """What is read of a known motion in a world with z up (1) or down (-1)."""

    def __init__(self, motion: Callable[[float], KnownMotion], up: float, bed: float, rho: float):
        self._motion, self._bed, self._rho = motion, bed, rho
        self._north, self._up = np.array([1.0, 0, 0]), np.array([0, 0, up])
        self._east = np.cross(-self._up, self._north)

    def ned(self, n: float, e: float, d: float) -> np.ndarray:
        return n * self._north + e * self._east - d * self._up

    def at(self, t: float) -> dict[str, Any]:
        now = self._motion(t)
        height = self._up @ now.place
        earth = 7.292115e-5 * self.ned(math.cos(LATITUDE), 0, -math.sin(LATITUDE))
        level = FIELD["strength"] * math.cos(FIELD["inclination"])
        field = self.ned(
            level * math.cos(0.2), level * math.sin(0.2), 50e-6 * math.sin(FIELD["inclination"])
        )
        through = now.own(now.velocity - CURRENT)
        depth = -height
        over = height - self._bed
        return {
            "gyro.rate": now.own(now.turning + earth),
            "yaw.rate.z": now.own(now.turning)[2],
            "log.velocity": now.own(now.velocity),
            "log.altitude": over,
            "log.beams": 4,
            "through.velocity": through,
            "press.depth": depth,
            "press.pressure": 101_325 + self._rho * G * depth,
            "mag.field": np.array(SOFT) @ now.own(field) + HARD,
            "plain.field": now.own(self.ned(20e-6, -3e-6, 40e-6)),
            **self._angles(now),
            **self._echoes(now, over),
            "pitot.speed": through,
        }

    def _angles(self, now: KnownMotion) -> dict[str, float]:
        # ahead, starboard and keel of axes that stand as those of the world do
        ahead = now.axes[:, 0]
        starboard = now.axes @ self._east
        heading = math.atan2(ahead @ self._east, ahead @ self._north) % (2 * math.pi)
        pitch = math.asin(ahead @ self._up)
        roll = math.asin(-(starboard @ self._up) / math.cos(pitch))
        return {"ahrs.heading": heading, "ahrs.pitch": pitch, "ahrs.roll": roll}

    def _echoes(self, now: KnownMotion, over: float) -> dict[str, float]:
        def along(beam: np.ndarray) -> float:
            return over / -(self._up @ now.axes @ beam / np.linalg.norm(beam))

        tilt = math.acos(over / along(-self._up))
        edge = over / math.cos(max(tilt - math.radians(15), 0))
        lean = along(self._up[2] * np.array(BEAM))
        return {"alt.range": along(-self._up), "lean.range": lean, "wide.range": edge}


def check(robot: pl.Robot, expected: Expected, duration: float = 3.0) -> None:
    found = readings(robot, duration)
    times = found["gyro"].times
    assert len(times) == round(duration * 10)
    for name in robot.sensors:
        np.testing.assert_array_equal(found[name]["valid"], 1.0, err_msg=name)
    for k, t in enumerate(times):
        for label, value in expected.at(float(t)).items():
            sensor, channel = label.split(".", 1)
            of = found[sensor].xyz(channel) if np.ndim(value) else found[sensor][channel]
            scale = 1e-6 if "field" in channel else 1.0  # microtesla
            np.testing.assert_allclose(of[k] / scale, value / scale, err_msg=label, **NEAR)
        # what the needle shows, deviation and declination make up the true heading
        shown = found["needle"]["heading"][k]
        true = shown + 0.1 * math.sin(shown) + 0.05 * math.sin(2 * shown) + 0.2
        off = (true - found["ahrs"]["heading"][k] + math.pi) % (2 * math.pi) - math.pi
        assert abs(off) < 1e-12


@pytest.mark.parametrize("up", [1.0, -1.0])
@pytest.mark.parametrize("spin", [0.0, 0.5])
def test_on_a_circle_and_at_rest(up, spin):
    words = carousel(up, spin, depth=25, current=CURRENT)
    robot = pl.Robot(**words, sensors=sensors("pod", up))
    check(robot, Expected(on_carousel(up, spin), up, bed=-25.0, rho=1020.0))


def test_on_a_pendulum_over_the_ground():
    words = pendulum(current=CURRENT)
    robot = pl.Robot(**words, ground={"height": -12}, sensors=sensors("rod", 1.0))
    check(robot, Expected(on_pendulum, 1.0, bed=-12.0, rho=1000.0), duration=2.0)


def test_above_the_surface_there_is_air():
    """On a mast: the pressure is that of the air, and sound and water are not there."""
    words = carousel(1.0, 0.0, depth=25)
    on = {"body": "hub", "rate": 10, "at": [0, 0, 10.5]}  # half a metre above
    kinds = {"depth": on, "dvl": {**on, "max_tilt": 0.1}, "altimeter": on, "flow": on}
    mast = {f"{kind}-up": {kind: own} for kind, own in kinds.items()}
    wet = {f"{kind}-down": {kind: {**own, "at": [0, 0, 9.5]}} for kind, own in kinds.items()}
    found = readings(pl.Robot(**words, sensors={**mast, **wet}), 0.3)
    np.testing.assert_array_equal(found["depth-up"]["depth"], 0.0)
    np.testing.assert_array_equal(found["depth-up"]["pressure"], 101_325.0)
    np.testing.assert_allclose(found["depth-down"]["depth"], 0.5)
    for kind in kinds:
        np.testing.assert_array_equal(found[f"{kind}-up"]["valid"], float(kind == "depth"))
        np.testing.assert_array_equal(found[f"{kind}-down"]["valid"], 1.0)


def test_a_gauge_that_reckons_with_another_density_is_wrong_by_the_ratio():
    words = carousel(1.0, 0.0, depth=25)
    gauge = {"depth": {"body": "hub", "rate": 10, "density": 1000, "atmosphere": "1 bar"}}
    found = readings(pl.Robot(**words, sensors={"press": gauge}), 0.3)["press"]
    np.testing.assert_allclose(found["depth"], 10 * 1.02, rtol=1e-14)
    np.testing.assert_allclose(found["pressure"], 1e5 + 1020 * G * 10, rtol=1e-14)


def test_an_altimeter_is_blind_near_and_far():
    words = carousel(1.0, 0.0, depth=25)
    on = {"body": "hub", "rate": 10}  # 15 m over the seabed
    bounds = {"near": {"min_range": 15.1}, "far": {"max_range": 14.9}}
    bounds["within"] = {"min_range": 14.9, "max_range": 15.1}
    sensors = {name: {"altimeter": {**on, **own}} for name, own in bounds.items()}
    found = readings(pl.Robot(**words, sensors=sensors), 0.3)
    valid = {name: found[name]["valid"].tolist() for name in bounds}
    assert valid == {"near": [0.0] * 3, "far": [0.0] * 3, "within": [1.0] * 3}


def test_another_height_of_the_ground_is_seen_at_once():
    """Also by robots that share all other parts with one that was compiled before."""
    words = {**carousel(1.0, 0.0), "ground": {"height": -30}}
    robot = pl.Robot(**words, sensors={"alt": {"altimeter": {"body": "hub", "rate": 10}}})
    batch = pl.simulate_batch(
        robot, vary={"ground.height": [-30, -20]}, duration=0.1, every=0.05, integrator="rk4"
    )
    column = robot.state_labels.index("alt.range")
    np.testing.assert_allclose(batch.arrays["state"][:, 1, column], [20, 10], rtol=1e-14)
