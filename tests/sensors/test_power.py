"""Shaft speeds, and the battery that thrusters draw on."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import pelagos as pl
from pelagos.sensors.battery import AHEAD, ASTERN
from tests.sensors.tools import readings

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
NEAR = {"rtol": 0, "atol": 1e-10}
BOAT = {
    "name": "boat",
    "gravity": [0, 0, 0],
    "water": {"density": 1000},
    "bodies": {"hull": {"joint": {"prismatic": "x"}, "mass": 1e6, "inertia": [1, 1, 1]}},
}
PORT = {"body": "hull", "direction": "x", "command": "speed", "coefficients": {"T_ww": 4e-4}}
STAR = {"body": "hull", "direction": "x", "command": "thrust"}


def boat(port="100*sin(2*t)", star="-20", sensors=None, **more):
    actuators = {
        "port": {"thruster": {**PORT, "input": port, **more}},
        "star": {"thruster": {**STAR, "input": star}},
        "push": {"force": {"body": "hull", "direction": "y"}},
    }
    return pl.Robot(**BOAT, actuators=actuators, sensors=sensors or {})


def test_shaft_speeds_and_their_steps():
    sensors = {
        "plain": {"rpm": {"thruster": "port", "rate": 20}},
        "counted": {
            "rpm": {"thruster": "port", "rate": 20, "poles": 14, "electrical_step": "100 rpm"}
        },
        "noisy": {"rpm": {"thruster": "port", "rate": 200, "noise": 3}},
    }
    found = readings(boat(sensors=sensors), 5.0)
    true = 100 * np.sin(2 * found["plain"].times)
    np.testing.assert_allclose(found["plain"]["speed"], true, **NEAR)
    step = 100 * 2 * np.pi / 60 / 7
    np.testing.assert_allclose(found["counted"]["speed"], step * np.round(true / step), **NEAR)
    off = found["noisy"]["speed"] - 100 * np.sin(2 * found["noisy"].times)
    assert np.std(off) == pytest.approx(3.0, rel=0.08)


def test_a_lagging_shaft_and_a_wanted_thrust():
    """The lag follows a step as 1 - exp(-t / lag); a thrust is the square of a speed."""
    sensors = {"s": {"rpm": {"thruster": "port", "rate": 50}}}
    found = readings(boat("80", lag=0.5, sensors=sensors), 2.0, rtol=1e-13, atol=1e-13)["s"]
    np.testing.assert_allclose(
        found["speed"], 80 * (1 - np.exp(-2 * found.times)), rtol=0, atol=1e-9
    )
    found = readings(boat("9", command="thrust", sensors=sensors), 0.1)["s"]
    np.testing.assert_allclose(found["speed"], math.sqrt(9 / 4e-4), **NEAR)


def test_a_battery_gives_what_thrusters_take():
    words = {"capacity": 0.01, "full": 16, "empty": 12, "hotel": 5, "rate": 10, "charge": 0.9}
    sensors = {
        "ideal": {"battery": words},
        "real": {"battery": {**words, "resistance": 0.2}},
        "one": {"battery": {**words, "thrusters": ["star"], "power": {"astern": 2}}},
        "weak": {"battery": {**words, "resistance": 10}},
    }
    found = readings(boat(sensors=sensors), 5.0)
    t = found["ideal"].times
    speed = 100 * np.sin(2 * t)
    thrust = 4e-4 * speed * np.abs(speed)
    k = np.where(thrust < 0, ASTERN, AHEAD)
    power = 5 + k * np.abs(thrust) ** 1.5 + ASTERN * 20**1.5
    share, charge = 0.9, 0.9 * 36.0
    loaded = {"real": 0.9, "weak": 0.9}
    for n, p in enumerate(power):
        volts = 12 + 4 * share
        expected = [volts, p / volts, 36.0 * share, share]
        now = found["ideal"].of("voltage", "current", "charge", "share")[n]
        np.testing.assert_allclose(now, expected, rtol=0, atol=1e-10)
        charge -= 0.1 * p / volts
        share = max(charge / 36.0, 0.0)
        for name, R in (("real", 0.2), ("weak", 10.0)):
            E = 12 + 4 * loaded[name]
            v, i = found[name]["voltage"][n], found[name]["current"][n]
            assert v == pytest.approx(E - R * i, abs=1e-10)
            assert v * i == pytest.approx(min(p, E * E / 4 / R), rel=1e-9)
            assert v >= E / 2 - 1e-9  # the root with the smaller current
            loaded[name] = max(loaded[name] - 0.1 * i / 36.0, 0.0)
    assert share < 0.8
    np.testing.assert_allclose(
        found["one"]["voltage"] * found["one"]["current"], 5 + 2 * 20**1.5, rtol=1e-12
    )


def test_an_empty_battery_goes_on_at_its_lowest_voltage():
    words = {"capacity": 1e-3, "full": 16, "empty": 12, "hotel": 5, "rate": 10}
    found = readings(boat(sensors={"b": {"battery": words}}), 2.0)["b"]
    assert found["share"][-1] == 0.0
    assert found["voltage"][-1] == 12.0
    assert np.all(np.diff(found["share"]) <= 0)


@pytest.mark.skipif(not DATA.is_dir(), reason="no shared data here")
@pytest.mark.parametrize(("side", "factor"), [(1, AHEAD), (-1, ASTERN)])
def test_the_power_of_the_t200(side, factor):
    file = DATA / "t200_bollard" / "t200_bollard_10-20V.csv"
    table = np.genfromtxt(file, delimiter=",", names=True)
    rows = (table["voltage_V"] == 16) & (np.sign(table["pwm_us"] - 1500) == side)
    thrust, power = 9.80665 * np.abs(table["thrust_kgf"][rows]), table["power_W"][rows]
    fitted = (power @ thrust**1.5) / (thrust**1.5 @ thrust**1.5)
    assert fitted == pytest.approx(factor, rel=0.01)
    off = power - factor * thrust**1.5
    assert np.sqrt(np.mean(off**2)) < 0.021 * power.max()


BATTERY = {"capacity": 18, "full": 16, "empty": 12, "rate": 1}


@pytest.mark.parametrize(
    ("sensor", "said"),
    [
        ({"rpm": {"thruster": "prot", "rate": 1}}, "s.rpm.thruster: there is no such actuator"),
        ({"rpm": {"thruster": "push", "rate": 1}}, "this actuator is no thruster"),
        ({"rpm": {"thruster": "star", "rate": 1}}, "give it propeller or coefficients"),
        ({"rpm": {"thruster": "port", "rate": 1, "poles": 14}}, "needs electrical_step, too"),
        (
            {"rpm": {"thruster": "port", "rate": 1, "poles": 7, "electrical_step": 1}},
            "no motor has 7 poles",
        ),
        ({"battery": {**BATTERY, "empty": 17}}, "empty, 17 V, is above full, 16 V"),
        ({"battery": {**BATTERY, "charge": 1.5}}, "more than the battery holds"),
        ({"battery": {**BATTERY, "capacity": 0}}, "capacity: the value 0 is not positive"),
        ({"battery": {**BATTERY, "thrusters": ["push"]}}, "this actuator is no thruster"),
        ({"battery": {**BATTERY, "thrusters": ["x"]}}, "there is no such actuator"),
    ],
)
def test_what_makes_no_sense_is_refused(sensor, said):
    with pytest.raises(pl.PelagosError) as refused:
        boat(sensors={"s": sensor})
    assert said in str(refused.value)
