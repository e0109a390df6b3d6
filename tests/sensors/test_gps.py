"""Satellite navigation: places on the Earth, fixes, and the statistics of errors."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pelagos as pl
from pelagos.mathematics.geodesy import EQUATOR, FLATTENING, Geodetic, curvature, displaced
from tests.sensors.models import AT, carousel, on_carousel
from tests.sensors.tools import readings

FLOAT = {
    "name": "float",
    "water": {"density": 1000, "surface": 0},
    "bodies": {"buoy": {"joint": {"prismatic": "z"}, "mass": 1, "inertia": [1, 1, 1]}},
}


def cartesian(latitude: float, longitude: float, altitude: float) -> np.ndarray:
    """Earth-centred coordinates, by the definition of the ellipsoid: along the normal from it."""
    square = FLATTENING * (2 - FLATTENING)
    across = EQUATOR / math.sqrt(1 - square * math.sin(latitude) ** 2)
    out = (across + altitude) * math.cos(latitude)
    return np.array(
        [
            out * math.cos(longitude),
            out * math.sin(longitude),
            (across * (1 - square) + altitude) * math.sin(latitude),
        ]
    )


@pytest.mark.parametrize("latitude", [-1.2, 0.0, 0.4, 1.1])
@pytest.mark.parametrize(
    ("north", "east", "down"), [(0, 0, 0), (9e3, -5e3, 100), (-30.0, 2e4, -2e3)]
)
def test_places_on_the_earth_are_where_straight_lines_lead(latitude, north, east, down):
    origin = Geodetic(latitude, 0.3, 50.0)
    found = displaced(origin, north, east, down)
    s, c, sl, cl = math.sin(latitude), math.cos(latitude), math.sin(0.3), math.cos(0.3)
    there = (
        cartesian(*origin)
        + north * np.array([-s * cl, -s * sl, c])
        + east * np.array([-sl, cl, 0])
        - down * np.array([c * cl, c * sl, s])
    )
    np.testing.assert_allclose(cartesian(*found), there, rtol=0, atol=1e-8)
    along, across = curvature(latitude)
    if down == 0:
        assert found == pytest.approx(origin, abs=1e-8)
    else:  # the radii of curvature, but for the second order
        second = (north**2 + east**2 + 2 * abs(north * down) + 2 * abs(east * down)) / EQUATOR
        tilt = 1 + abs(math.tan(latitude))
        assert abs((found.latitude - latitude) * along - north) < 2 * tilt * second
        assert abs((found.longitude - 0.3) * across * c - east) < 2 * tilt * second


@pytest.mark.parametrize("up", [1.0, -1.0])
def test_on_a_circle_it_reads_the_place_of_the_antenna(up):
    words = carousel(up)
    words["water"]["surface"] = -12.0  # the carousel is in the air
    origin = {"latitude": "63 deg", "longitude": "10 deg", "altitude": 40}
    unit = {"body": "pod", "at": AT, "rate": 10}
    sensors = {"plain": {"gps": unit}, "earth": {"gps": {**unit, "origin": origin}}}
    found = readings(pl.Robot(**words, sensors=sensors), 3.0)
    motion = on_carousel(up)
    ned = np.array([[1, 0, 0], [0, -up, 0], [0, 0, -up]])
    plain, earth = found["plain"], found["earth"]
    places = ("north", "east", "down")
    for k, t in enumerate(plain.times):
        now = motion(float(t))
        for one in (plain, earth):
            np.testing.assert_allclose(one.of(*places)[k], ned @ now.place, rtol=0, atol=1e-10)
            speeds = one.of(*(f"velocity.{p}" for p in places))[k]
            np.testing.assert_allclose(speeds, ned @ now.velocity, rtol=0, atol=1e-10)
        there = displaced(Geodetic(math.radians(63), math.radians(10), 40.0), *(ned @ now.place))
        geodetic = earth.of("latitude", "longitude", "altitude")[k]
        np.testing.assert_allclose(geodetic[:2], there[:2], rtol=0, atol=1e-14)
        # the radius of the Earth leaves no more of a double
        np.testing.assert_allclose(geodetic[2], there[2], rtol=0, atol=5e-9)
    np.testing.assert_array_equal(plain["valid"], 1.0)


def test_there_is_a_fix_some_time_after_surfacing():
    """The antenna is 0.3 m above the buoy, which dives to 0.5 m between 1 s and 3 s."""
    down, up = "0.5 - 0.5*cos(pi*min(max(t - 1, 0), 1))", "0.5 + 0.5*cos(pi*min(max(t - 3, 0), 1))"
    drive = f"-0.5*where(t < 2, {down}, {up})"
    words = {**FLOAT, "actuators": {"dive": {"motion": {"joint": "buoy", "input": drive}}}}
    unit = {"body": "buoy", "at": [0, 0, 0.3], "rate": 10, "first_fix": 1.2, "depth": 0.05}
    sensors = {"gps": {"gps": unit}, "quick": {"gps": {**unit, "first_fix": 0}}}
    found = readings(pl.Robot(**words, sensors=sensors), 7.0)
    t = found["gps"].times
    height = 0.3 - 0.5 * np.where(
        t < 2,
        0.5 - 0.5 * np.cos(np.pi * np.clip(t - 1, 0, 1)),
        0.5 + 0.5 * np.cos(np.pi * np.clip(t - 3, 0, 1)),
    )
    out = height >= -0.05
    np.testing.assert_array_equal(found["quick"]["valid"], out)
    first = t[np.flatnonzero(~out)[-1] + 1]
    expected = out & ((t < 2) | (t > first + 1.2 - 1e-9))
    np.testing.assert_array_equal(found["gps"]["valid"], expected)
    assert 0 < expected.sum() < out.sum() < len(t)
    # without a fix the last one stays
    lost = found["gps"]["down"][~expected]
    assert len(set(lost)) == 1


def test_errors_fade_and_are_as_large_as_stated():
    errors = {"noise": 0.5, "sigma": 2.0, "tau": 20.0}
    vertical = {"noise": 1.0, "sigma": 4.0, "tau": 50.0}
    unit = {"body": "buoy", "rate": 1, "horizontal": errors, "vertical": vertical, "velocity": 0.1}
    words = {**FLOAT, "gravity": [0, 0, -1e-12], "water": None}
    robot = pl.Robot(**words, sensors={"gps": {"gps": unit}})
    found = readings(robot, 40_000.0, integrator="rk4", rtol=None, atol=None, step=1.0)["gps"]

    def correlated(x: np.ndarray, lag: int) -> float:
        return float(np.mean(x[: len(x) - lag] * x[lag:]))

    for channel, e in (("north", errors), ("east", errors), ("down", vertical)):
        x = found[channel]
        few = 6.0 * e["sigma"] ** 2 * math.sqrt(2.0 * e["tau"] / len(x))  # sampling error
        for lag in (1, 10, 30):
            stated = e["sigma"] ** 2 * math.exp(-lag / e["tau"])
            assert correlated(x, lag) == pytest.approx(stated, abs=few)
        assert np.var(x) == pytest.approx(e["sigma"] ** 2 + e["noise"] ** 2, abs=few)
        # differences show the white part: 2 noise^2 + 2 sigma^2 (1 - exp(-1 / tau))
        steps = 2 * e["noise"] ** 2 + 2 * e["sigma"] ** 2 * (1 - math.exp(-1 / e["tau"]))
        assert np.var(np.diff(x)) == pytest.approx(steps, rel=0.05)
    for channel in ("north", "east", "down"):
        assert np.std(found[f"velocity.{channel}"]) == pytest.approx(0.1, rel=0.02)
    pairs = np.corrcoef(np.diff(found.of("north", "east", "down"), axis=0).T)
    assert np.abs(pairs - np.eye(3)).max() < 0.03
    assert robot.sensors["gps"].law.variances == (0.25, 0.25, 1.0, *[pytest.approx(0.01)] * 3)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"gravity": [0, 0, 0], "water": None}, "gps needs north and down: without gravity"),
        ({"sensors": {"gps": {"gps": {"body": "buoy", "rate": 1, "depth": -1}}}}, "below 0"),
        (
            {"sensors": {"gps": {"gps": {"body": "buoy", "rate": 1, "origin": {"latitude": 63}}}}},
            "longitude",
        ),
        (
            {
                "sensors": {
                    "gps": {
                        "gps": {
                            "body": "buoy",
                            "rate": 1,
                            "origin": {"latitude": 63, "longitude": 0},
                        }
                    }
                }
            },
            "write degrees as text: 63.4 deg",
        ),
    ],
)
def test_what_does_not_fit_is_refused(change, said):
    words = {**FLOAT, "sensors": {"gps": {"gps": {"body": "buoy", "preset": "neo-m8n"}}}}
    pl.Robot(**words)
    with pytest.raises(pl.PelagosError, match=said):
        pl.Robot(**{**words, **change})
