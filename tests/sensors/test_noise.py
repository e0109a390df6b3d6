"""Noise and the other errors are those that the words state; sensors keep apart."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pelagos as pl
from tests.sensors.models import AT, carousel
from tests.sensors.tools import readings

N, RATE = 8000, 2000.0
ON = {"body": "pod", "at": AT, "rate": RATE}
FIELD = {"strength": 50e-6, "inclination": 1.0}
NOISY = {
    "gyro": {"fog": {**ON, "gyro": {"noise": 1e-3}}},
    "press": {"depth": {**ON, "noise": "300 Pa"}},
    "mag": {"magnetometer": {**ON, "field": FIELD, "noise": 2e-7}},
    "ahrs": {"compass": {**ON, "heading": {"noise": "2 deg"}, "level": {"noise": 0.01}}},
    "alt": {"altimeter": {**ON, "noise": 0.02}},
    "share": {"altimeter": {**ON, "noise": 0.02, "noise_share": 0.01}},
    "pitot": {"flow": {**ON, "axes": "xy", "noise": 0.05}},
    "log": {"dvl": {**ON, "noise": 0.01, "range_noise": 0.1}},
}


def still(sensors: dict) -> pl.Robot:
    return pl.Robot(**carousel(1.0, 0.0, depth=25), sensors=sensors)


@pytest.fixture(scope="module")
def noisy():
    robot = still(NOISY)
    quiet = {
        name: {
            kind: {k: v for k, v in words.items() if k not in ("noise", "gyro", "noise_share")}
            | {"rate": 10.0}
            for kind, words in sensor.items()
        }
        for name, sensor in NOISY.items()
    }
    quiet["ahrs"]["compass"] |= {"heading": {}, "level": {}}
    quiet["log"]["dvl"]["range_noise"] = 0
    true = readings(still(quiet), 0.2)
    return robot, readings(robot, N / RATE, integrator="rk4", step=0.01), true


@pytest.mark.parametrize("name", NOISY)
def test_readings_scatter_about_the_truth_by_their_variances(noisy, name):
    robot, found, true = noisy
    law = robot.sensors[name].law
    assert len(found[name].times) == N
    for k, channel in enumerate(law.reads):
        if channel.name == "beams":
            continue
        fixed = law.variances
        variance = found[name].variance(channel.name)[-1] if fixed is None else fixed[k]
        error = found[name][channel.name] - true[name][channel.name][0]
        assert abs(np.mean(error)) < 4 * math.sqrt(variance / N), channel
        assert np.var(error) == pytest.approx(variance, rel=4 * math.sqrt(2 / N)), channel
        # white: neighbours have nothing in common
        neighbours = np.mean(error[1:] * error[:-1]) / variance
        assert abs(neighbours) < 4 / math.sqrt(N), channel


def test_stated_sizes_are_those_of_the_words(noisy):
    robot, found, _ = noisy
    variances = {name: sensor.law.variances for name, sensor in robot.sensors.items()}
    assert variances["gyro"] == pytest.approx((1e-6 * RATE,) * 3)  # a density
    assert variances["ahrs"] == pytest.approx((math.radians(2) ** 2, 1e-4, 1e-4))
    press = found["press"]
    np.testing.assert_allclose(press.variance("pressure"), 9e4)
    np.testing.assert_allclose(press.variance("depth"), 9e4 / (1020 * 9.81) ** 2)


def test_channels_do_not_share_their_noise(noisy):
    _, found, true = noisy
    errors = [
        (found[name][channel] - true[name][channel][0])
        for name, channel in (
            *(("gyro", f"rate.{k}") for k in "xyz"),
            *(("mag", f"field.{k}") for k in "xyz"),
            *(("ahrs", k) for k in ("heading", "pitch", "roll")),
            *(("pitot", f"speed.{k}") for k in "xy"),
            ("alt", "range"),
            ("share", "range"),
            ("press", "pressure"),
        )
    ]
    correlation = np.corrcoef(errors) - np.eye(len(errors))
    assert np.abs(correlation).max() < 5 / math.sqrt(N)


def test_another_sensor_changes_no_bits():
    alone = readings(still({"alt": NOISY["alt"]}), 0.1)["alt"]
    beside = readings(still({"other": NOISY["mag"], "alt": NOISY["alt"], **NOISY}), 0.1)["alt"]
    np.testing.assert_array_equal(alone["range"], beside["range"])
    renamed = readings(still({"echo": NOISY["alt"]}), 0.1)["echo"]
    assert not np.array_equal(alone["range"], renamed["range"])


def test_equal_bits_alone_and_in_a_batch():
    words = {"integrator": "rk4", "step": 0.01, "duration": 0.3, "every": 0.05}
    drifting = {"gyro": {"noise": 1e-3, "instability": 1e-3, "bias": 0.1, "misalignment": 0.01}}
    sensors = {
        **NOISY,
        "slow": {"fog": {**ON, **drifting}},
        "late": {
            "compass": {**ON, "rate": 30, "delay": 0.05, "dropout": 0.3, "heading": {"noise": 1}}
        },
        "odd": {"altimeter": {**ON, "rate": 30, "max_range": 40, "outliers": 0.2, "scale": 0.01}},
    }
    robot = pl.Robot(**carousel(1.0, depth=25), parameters={"n": 0.01}, sensors=sensors)
    vary = {"seed": [3, 4, 5, 6, 7], "sensors.alt.altimeter.noise": [0.1, 0.2, 0.3, 0.4, 0.5]}
    batch = pl.simulate_batch(robot, vary=vary, **words)
    for k in range(5):
        alone = pl.simulate(robot, set={path: values[k] for path, values in vary.items()}, **words)
        np.testing.assert_array_equal(batch.arrays["state"][k], alone.arrays["state"])
    assert len(np.unique(batch.arrays["state"][:, -1, robot.state_labels.index("alt.range")])) == 5


def test_biases_of_many_runs_have_their_standard_deviation():
    """Turn-on bias, scale and iron of a batch of seeds."""
    on = {**ON, "rate": 10}
    sensors = {
        "press": {"depth": {**on, "bias": 2000, "scale": 0.01}},
        "mag": {"magnetometer": {**on, "field": FIELD, "bias": 1e-6}},
        "ahrs": {"compass": {**on, "heading": {"bias": 0.02}, "level": {"bias": 0.01}}},
        "alt": {"altimeter": {**on, "bias": 0.1}},
        "pitot": {"flow": {**on, "bias": 0.03}},
        "gyro": {"fog": {**on, "axes": "y", "gyro": {"bias": 0.04}}},
    }
    robot, n = still(sensors), 800
    batch = pl.simulate_batch(
        robot, vary={"seed": range(n)}, duration=0.06, every=0.02, integrator="rk4", keep=["state"]
    )
    height = 10.0 - 0.2  # about, of the place below the surface
    true = readings(still({"press": {"depth": on}}), 0.2)["press"]["pressure"][0] - 101_325
    assert true == pytest.approx(1020 * 9.81 * height, rel=0.1)
    expected = {
        "press.pressure": math.hypot(2000, 0.01 * true),
        **{f"mag.field.{k}": 1e-6 for k in "xyz"},
        "ahrs.heading": 0.02,
        "ahrs.roll": 0.01,
        "ahrs.pitch": 0.01,
        "alt.range": 0.1,
        "pitot.speed.x": 0.03,
        "gyro.rate.y": 0.04,
    }
    for label, sigma in expected.items():
        values = batch.arrays["state"][:, -1, robot.state_labels.index(label)]
        assert np.std(values) == pytest.approx(sigma, rel=4 / math.sqrt(2 * n)), label


def test_readings_are_rounded_and_end_at_their_range():
    sensors = {
        "alt": {"altimeter": {**ON, "rate": 10, "resolution": 0.5}},
        "far": {"altimeter": {**ON, "rate": 10, "max_range": 3}},
        "press": {"depth": {**ON, "rate": 10, "resolution": "1 kPa"}},
        "deep": {"depth": {**ON, "rate": 10, "range": "1.5 bar"}},
        "mag": {"magnetometer": {**ON, "rate": 10, "field": FIELD, "range": 1e-5}},
        "ahrs": {"compass": {**ON, "rate": 10, "heading": {"resolution": "90 deg"}}},
        "pitot": {"flow": {**ON, "rate": 10, "axes": "xyz", "range": 0.01}},
    }
    found = readings(pl.Robot(**carousel(1.0, depth=25), sensors=sensors), 0.5)
    assert set(np.unique(found["alt"]["range"] % 0.5)) == {0.0}
    np.testing.assert_array_equal(found["far"]["valid"], 0.0)
    np.testing.assert_allclose((found["press"]["pressure"] - 101_325) % 1000, 0.0, atol=1e-9)
    np.testing.assert_array_equal(found["deep"]["valid"], 0.0)
    assert np.abs(found["mag"].xyz("field")).max() == 1e-5
    assert np.abs(found["pitot"].xyz("speed")).max() == 0.01
    quarter = found["ahrs"]["heading"] / (math.pi / 2)
    np.testing.assert_allclose(quarter, np.round(quarter))


def test_outliers_come_as_often_as_stated_and_lie_between_the_ranges():
    sensor = {"altimeter": {**ON, "min_range": 1, "max_range": 40, "outliers": 0.1}}
    clean = {"altimeter": {**ON, "rate": 10}}
    true = readings(still({"alt": clean}), 0.2)["alt"]["range"][0]
    found = readings(still({"alt": sensor}), N / RATE, integrator="rk4", step=0.01)["alt"]["range"]
    false = found[np.abs(found - true) > 1e-9]
    assert len(false) == pytest.approx(0.1 * N, abs=4 * math.sqrt(0.09 * N))
    assert np.mean(false) == pytest.approx(20.5, abs=4 * 39 / math.sqrt(12 * len(false)))
    assert 1 < false.min() < 2
    assert 39 < false.max() < 40


def test_slow_errors_wander_about_their_stated_size():
    """The drift of a compass at 1 Hz: as large over 100 s as 1 / f noise is (see `drift`)."""
    sensors = {"ahrs": {"compass": {**ON, "rate": 1, "heading": {"instability": 0.02}}}}
    found = readings(still(sensors), 3000.0, integrator="rk4", step=1.0)["ahrs"]["heading"]
    means = found[: len(found) // 100 * 100].reshape(-1, 100).mean(axis=1)
    allan = math.sqrt(np.mean(np.diff(means) ** 2) / 2)
    assert 0.4 < allan / (0.664 * 0.02) < 1.8  # 29 differences
