"""The Doppler log: beams that are lost, tilt, speed, shear, and what noise becomes."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pelagos as pl
from pelagos.sensors.acoustic.doppler import janus
from tests.sensors.models import turned
from tests.sensors.tools import readings

ANGLE = math.radians(30)


def lift(rpy=(0, 0, 0), height=-10.0, rise=0.0, **water) -> dict:
    """A box that keeps its attitude and rises or sinks at a steady pace, in a world with z up."""
    return {
        "name": "lift",
        "water": {"density": 1000, **water},
        "bodies": {
            "box": {
                "joint": {"prismatic": "z"},
                "at": {"position": [0, 0, height]},
                "mass": 1,
                "inertia": [1, 1, 1],
            },
            "head": {
                "parent": "box",
                "at": {"rpy": list(rpy)},
                "joint": "fixed",
                "mass": 1,
                "inertia": [1, 1, 1],
            },
        },
        "actuators": {"pull": {"motion": {"joint": "box", "input": f"{rise}*t"}}},
    }


def read(words: dict, duration: float, **dvl):
    sensor = {"dvl": {"body": "head", "rate": 10, **dvl}}
    return readings(pl.Robot(**words, sensors={"log": sensor}), duration)["log"]


def test_beams_go_round_clockwise_from_ahead():
    """In a world with z up they look along -z, and starboard is -y."""
    up = janus(np.array([0, 0, -1.0]), ANGLE, 0.0)
    s, c = math.sin(ANGLE), math.cos(ANGLE)
    np.testing.assert_allclose(up, [[s, 0, -c], [0, -s, -c], [-s, 0, -c], [0, s, -c]], atol=1e-15)
    down = janus(np.array([0, 0, 1.0]), ANGLE, math.pi / 4)
    np.testing.assert_allclose(down[0], [s / math.sqrt(2), s / math.sqrt(2), c], atol=1e-15)


@pytest.mark.parametrize("configuration", ["x", "+"])
def test_lock_is_lost_by_height_and_three_beams_suffice(configuration):
    """A tilted log rises: its beams leave the seabed one after the other, at heights in closed
    form, and what is left reads the same."""
    rpy, rise = (0.1, 0.25, 0.0), 0.5
    words = lift(rpy, -16.0, rise)
    at = {"seabed": 20, "max_altitude": 10, "configuration": configuration}
    found = read(words, 20.0, beam_angle=ANGLE, **at)
    R = turned(*rpy)
    offset = math.pi / 4 if configuration == "x" else 0.0
    beams = janus(np.array([0, 0, -1.0]), ANGLE, offset)
    steep = -(beams @ R.T)[:, 2]
    height = 4.0 + rise * found.times
    lengths = height[:, None] / steep
    locked = (lengths * math.cos(ANGLE) <= 10.0).sum(axis=1)
    assert {4, 3, 2} <= set(locked.tolist())
    np.testing.assert_array_equal(found["valid"], locked >= 3)
    good = locked >= 3
    np.testing.assert_array_equal(found["beams"][good], locked[good])
    np.testing.assert_allclose(found["altitude"][good], height[good], rtol=1e-11)
    true = R.T @ [0, 0, rise]
    np.testing.assert_allclose(found.xyz("velocity"), np.tile(true, (len(good), 1)), atol=1e-12)
    # what was read last is held
    last = np.flatnonzero(good)[-1]
    np.testing.assert_array_equal(found["altitude"][last:], found["altitude"][last])


def test_too_near_too_tilted_or_too_fast_gives_no_reading():
    near = read(lift(height=-10.0, rise=-0.5), 10.0, seabed=12, min_altitude=0.8)
    np.testing.assert_array_equal(near["valid"], 2.0 - 0.5 * near.times >= 0.8)
    for tilt, valid in ((0.29, 0.0), (0.31, 1.0)):
        found = read(lift((0.0, 0.3, 0.0)), 0.5, seabed=20, max_tilt=tilt)
        np.testing.assert_array_equal(found["valid"], valid)
    for speed, valid in ((0.49, 0.0), (0.51, 1.0)):
        found = read(lift(rise=0.5), 0.5, seabed=20, max_speed=speed)
        np.testing.assert_array_equal(found["valid"], valid)


def test_water_track_fits_the_water_at_the_cells_of_its_beams():
    """In a shear current the cells of a tilted log lie in different water."""
    rpy, level = (0.2, -0.15, 0.4), 10.0
    shear = {"shear": {"velocity": [0.8, 0.3, 0.0], "exponent": 0.5}}
    words = lift(rpy, -level, 0.1, depth=20, current=shear)
    found = read(words, 1.0, track="water", bin=3, beam_angle=ANGLE)
    R, beams = turned(*rpy), janus(np.array([0, 0, -1.0]), ANGLE, math.pi / 4)
    for k, t in enumerate(found.times):
        along = []
        for beam in beams:
            height = 20 - level + 0.1 * t + 3 / math.cos(ANGLE) * (R @ beam)[2]
            water = math.sqrt(height / 20) * np.array([0.8, 0.3, 0.0])
            along.append(beam @ R.T @ ([0, 0, 0.1] - water))
        best, *_ = np.linalg.lstsq(beams, np.array(along), rcond=None)
        np.testing.assert_allclose(found.xyz("velocity")[k], best, atol=1e-12)
    assert "altitude" not in [
        out.name
        for out in pl.Robot(
            **words,
            sensors={"log": {"dvl": {"body": "head", "rate": 1, "track": "water", "bin": 3}}},
        )
        .sensors["log"]
        .outputs
    ]


def test_water_track_loses_cells_below_the_seabed():
    found = read(lift(height=-10.0, rise=-0.5), 10.0, seabed=15, track="water", bin=2)
    np.testing.assert_array_equal(found["valid"], 5.0 - 0.5 * found.times > 2.0)


def test_noise_is_as_stated():
    """Over many readings: velocity and altitude scatter by their variances, which are those of the
    least-squares solution; noise grows with the speed."""
    rpy, rise, n = (0.1, 0.05, 0.0), 0.4, 8000
    at = {"noise": 0.01, "noise_share": 0.02, "range_noise": 0.05, "rate": 2000}
    found = read(lift(rpy, -10, rise), n / 2000, seabed=20, beam_angle=ANGLE, **at)
    assert len(found.times) == n
    beams = janus(np.array([0, 0, -1.0]), ANGLE, math.pi / 4)
    sigma = math.hypot(0.01, 0.02 * rise)
    spread = sigma**2 * np.diag(np.linalg.inv(beams.T @ beams))
    true = turned(*rpy).T @ [0, 0, rise]
    band = 4 * math.sqrt(2 / n)  # four standard deviations of a sample variance
    for k, axis in enumerate("xyz"):
        np.testing.assert_allclose(found.variance(f"velocity.{axis}"), spread[k], rtol=1e-12)
        error = found[f"velocity.{axis}"] - true[k]
        assert abs(np.mean(error)) < 4 * math.sqrt(spread[k] / n)
        assert np.var(error) == pytest.approx(spread[k], rel=band)
    error = found["altitude"] - (10 + rise * found.times)
    assert np.mean(error**2 / found.variance("altitude")) == pytest.approx(1.0, rel=band)


def test_bias_and_scale_are_drawn_once_per_run():
    """Velocities of many seeds: a common scale, and a bias of each beam."""
    sensor = {"dvl": {"body": "head", "rate": 10, "seabed": 20, "scale": 0.02, "bias": 0.003}}
    robot = pl.Robot(**lift(rise=1.0), sensors={"log": sensor})
    batch = pl.simulate_batch(
        robot,
        vary={"seed": range(600)},
        duration=0.25,
        every=0.05,
        integrator="rk4",
        keep=["state"],
    )
    label = robot.state_labels.index
    z = batch.arrays["state"][:, :, label("log.velocity.z")]
    assert np.ptp(z[:, 1:], axis=1).max() < 1e-12
    beams = janus(np.array([0, 0, -1.0]), ANGLE, math.pi / 4)
    own = 0.003**2 * np.linalg.inv(beams.T @ beams)[2, 2]
    assert np.var(z[:, -1]) == pytest.approx(0.02**2 + own, rel=4 * math.sqrt(2 / 600))
    assert np.mean(z[:, -1]) == pytest.approx(1.0, abs=4 * 0.021 / math.sqrt(600))
