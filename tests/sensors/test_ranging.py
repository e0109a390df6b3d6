"""USBL and LBL: travel times of moving sources, errors, and what is not heard."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import brentq, least_squares

import pelagos as pl
from tests.sensors.models import AT, carousel, on_carousel, turned
from tests.sensors.tools import readings

C = 1480.0
WATER = {"density": 1000, "surface": 0}
FREE = {"joint": "free", "mass": 1, "inertia": [1, 1, 1]}


def two(velocity, other, **more):
    """A ship and a vehicle that move uniformly, without gravity and drag."""
    start = {
        "ship": {"position": [0, 0, 0], "velocity": velocity, "rpy": [0.1, 0.2, 0.3]},
        "rov": {"position": [300, -200, -100], "velocity": other},
    }
    return {
        "name": "two",
        "gravity": [0, 0, 0],
        "water": {"density": 1000},
        "bodies": {"ship": FREE, "rov": FREE},
        "initial": start,
        **more,
    }


def paths(ship, rov, t, turnaround=0.0):
    """Travel times of an answer that arrives at t, and of the call, by searching for them."""

    def last(a, b, when):  # from b to a, arriving when
        return brentq(
            lambda x: np.linalg.norm(a(when) - b(when - x)) - C * x, 0.0, 10.0, xtol=1e-15
        )

    answer = last(ship, rov, t)
    call = last(rov, ship, t - answer - turnaround)
    return answer, call


@pytest.mark.parametrize("turnaround", [0.0, 0.3])
def test_uniform_motion_is_solved_exactly(turnaround):
    v, w = np.array([3.0, 1.0, 0.0]), np.array([-2.0, 5.0, 1.0])
    on = {"body": "ship", "target": "rov", "rate": 2, "sound_speed": C}
    sensors = {
        "both": {"usbl": {**on, "turnaround": turnaround}},
        "clock": {"usbl": {**on, "synchronised": True}},
        "wrong": {"usbl": {**on, "turnaround": turnaround, "set_speed": 1500}},
    }
    found = readings(pl.Robot(**two(v.tolist(), w.tolist(), sensors=sensors)), 20.0)
    R = turned(0.1, 0.2, 0.3)
    v = R @ v  # speeds of a free body are in its own axes
    far = np.array([300.0, -200.0, -100.0])
    ship, rov = (lambda t: v * t), (lambda t: far + w * t)
    for k, t in enumerate(found["both"].times):
        answer, call = paths(ship, rov, t, turnaround)
        mean = (answer + call) / 2
        assert found["both"]["range"][k] == pytest.approx(C * mean, abs=1e-9)
        assert found["clock"]["range"][k] == pytest.approx(C * answer, abs=1e-9)
        assert found["wrong"]["range"][k] == pytest.approx(1500 * mean, abs=1e-9)
        x, y, z = R.T @ (rov(t - answer) - ship(t))
        bearing, elevation = math.atan2(y, x), math.atan2(z, math.hypot(x, y))
        angles = found["both"].of("bearing", "elevation")[k]
        np.testing.assert_allclose(angles, [bearing, elevation], rtol=0, atol=1e-10)
        place = C * mean / (C * answer) * np.array([x, y, z])
        np.testing.assert_allclose(found["both"].xyz("position")[k], place, rtol=0, atol=1e-9)
    assert abs(C * answer - np.linalg.norm(rov(t) - ship(t))) > 0.5  # the delay matters


def test_at_rest_lever_arms_count():
    """A transceiver on a quay of the world, a beacon on the pod of a carousel that stands still."""
    words = carousel(1.0, 0.0)
    at = {"position": [50, 20, -3], "rpy": [0.2, -0.1, 2.0]}
    usbl = {"body": "world", "at": at, "target": "pod", "target_at": AT["position"], "rate": 5}
    other = {"body": "pod", "at": AT, "target": "world", "target_at": [50, 20, -3], "rate": 5}
    places = {"a": [50, 20, -3], "b": [-40, 10, -20.0], "c": {"at": [5, -60, -20]}}
    lbl = {"body": "pod", "at": AT, "transponders": places, "rate": 5, "position": True}
    sensors = {"quay": {"usbl": usbl}, "pod": {"usbl": other}, "lbl": {"lbl": lbl}}
    found = readings(pl.Robot(**words, sensors=sensors), 1.0)
    now = on_carousel(1.0, 0.0)(0.0)
    apart = now.place - at["position"]
    near = {"rtol": 0, "atol": 1e-10}
    own = turned(*at["rpy"]).T @ apart
    np.testing.assert_allclose(found["quay"].xyz("position")[0], own, **near)
    np.testing.assert_allclose(found["quay"]["range"][0], np.linalg.norm(apart), **near)
    np.testing.assert_allclose(found["quay"]["bearing"][0], math.atan2(own[1], own[0]), **near)
    np.testing.assert_allclose(found["pod"].xyz("position")[0], now.own(-apart), **near)
    for name, place in (("a", places["a"]), ("b", places["b"]), ("c", [5, -60, -20])):
        distance = np.linalg.norm(now.place - place)
        np.testing.assert_allclose(found["lbl"][f"range.{name}"][0], distance, **near)
    np.testing.assert_allclose(found["lbl"].xyz("position")[0], now.place, **near)
    assert found["lbl"]["position.found"].all()


def still(**sensor):
    """A vehicle at rest, 40 m north of a transceiver of the world, both in the water."""
    return {
        "name": "still",
        "water": WATER,
        "bodies": {
            "rov": {"joint": {"revolute": "z"}, "at": [40, 0, -10], "mass": 1, "inertia": [1, 1, 1]}
        },
        "sensors": {"s": sensor},
    }


def test_noise_outliers_and_variances():
    n = 20_000
    usbl = {
        "body": "world",
        "at": [0, 0, -10],
        "target": "rov",
        "rate": 1,
        "noise": 0.3,
        "noise_share": 0.01,
        "angle_noise": 0.02,
        "outliers": {"share": 0.05, "range": 30, "angle": 0.5},
    }
    fast = {"integrator": "rk4", "rtol": None, "atol": None, "step": 1.0}
    found = readings(pl.Robot(**still(usbl=usbl)), float(n), **fast)["s"]
    off = found["range"] - 40.0
    sigma = math.hypot(0.3, 0.4)
    core = np.abs(off) < 5 * sigma
    assert np.mean(~core) == pytest.approx(0.05 * (1 - 5 * sigma / 30), rel=0.1)
    assert off[~core].min() > 0  # echoes come later
    assert off.max() < 30 + 5 * sigma
    quartiles = np.quantile(off, [0.25, 0.75])
    assert np.ptp(quartiles) == pytest.approx(1.349 * sigma, rel=0.08)
    good = np.abs(found["bearing"]) < 0.1
    assert np.std(found["bearing"][good]) == pytest.approx(0.02, rel=0.1)
    assert np.std(found["elevation"][good & (np.abs(found["elevation"]) < 0.1)]) < 0.024
    assert found.variance("range")[0] == pytest.approx(sigma**2)
    assert found.variance("bearing")[0] == pytest.approx(0.02**2)
    plain = core & good
    assert np.median(found.variance("position.x")) == pytest.approx(sigma**2, rel=0.05)
    assert np.var(found["position.y"][plain]) == pytest.approx(0.64, rel=0.1)
    assert np.median(found.variance("position.y")) == pytest.approx(0.64, rel=0.05)


def test_far_transponders_are_not_heard_and_keep_their_ranges():
    """On a long arm that turns, some come into range and leave it."""
    words = {
        "name": "sweep",
        "water": WATER,
        "bodies": {
            "arm": {"joint": {"revolute": "z"}, "at": [0, 0, -10], "mass": 1, "inertia": [1, 1, 1]}
        },
        "actuators": {"turn": {"motion": {"joint": "arm", "input": "0.5*t"}}},
    }
    places = {"a": [100, 0, -10], "b": [-100, 0, -10], "c": [0, 100, -30], "air": [0, 0, 5]}
    unit = {"body": "arm", "at": [20, 0, 0], "transponders": places, "rate": 5, "max_range": 95}
    words["sensors"] = {"lbl": {"lbl": {**unit, "position": True}}}
    found = readings(pl.Robot(**words), 12.0)["lbl"]
    angle = 0.5 * found.times
    here = np.stack([20 * np.cos(angle), 20 * np.sin(angle), 0 * angle - 10], axis=1)
    for name in ("a", "b", "c"):
        distance = np.linalg.norm(here - places[name], axis=1)
        near = distance <= 95
        clear = (np.abs(distance - 95) > 0.1) & (found["valid"] > 0.5)
        np.testing.assert_array_equal(found[f"heard.{name}"][clear], near[clear])
        assert 0 < near.sum() < len(near)
        heard = (found[f"heard.{name}"] > 0.5) & (found["valid"] > 0.5)
        close = np.abs(found[f"range.{name}"] - distance)[heard]
        assert close.max() < 20 * 0.5 * 0.07  # speed times travel time
        first = np.flatnonzero(heard)[0]
        for k in np.flatnonzero(~heard):
            if k > first:
                assert found[f"range.{name}"][k] == found[f"range.{name}"][k - 1]
    assert not found["heard.air"].any()
    assert not found["position.found"].any()  # never three at once
    some = np.any([np.linalg.norm(here - places[n], axis=1) <= 95 for n in "abc"], axis=0)
    assert 0 < some.sum() < len(some)
    np.testing.assert_array_equal(found["valid"], some)


def test_a_position_has_the_spread_that_it_states():
    places = {"a": [0, 0, -60], "b": [100, 10, -70], "c": [20, 90, -65], "d": [60, -70, -60]}
    unit = {"body": "rov", "transponders": places, "rate": 1, "noise": 0.5, "position": True}
    fast = {"integrator": "rk4", "rtol": None, "atol": None, "step": 1.0}
    found = readings(pl.Robot(**still(lbl=unit)), 5000.0, **fast)["s"]
    place = found.xyz("position")
    np.testing.assert_allclose(place.mean(axis=0), [40, 0, -10], atol=0.05)
    for k, axis in enumerate("xyz"):
        stated = found.variance(f"position.{axis}").mean()
        assert np.var(place[:, k]) == pytest.approx(stated, rel=0.1)
    off = found["range.a"] - math.dist([40, 0, -10], places["a"])
    assert np.std(off) == pytest.approx(0.5, rel=0.05)
    assert abs(np.corrcoef(found["range.a"], found["range.b"])[0, 1]) < 0.06


def test_a_position_is_that_of_least_squares():
    """With a wrong speed of sound no place fits all ranges."""
    places = {"a": [0, 0, -60], "b": [100, 10, -70], "c": [20, 90, -65], "d": [60, -70, -60]}
    unit = {"body": "rov", "transponders": places, "rate": 1, "set_speed": 1800, "position": True}
    found = readings(pl.Robot(**still(lbl=unit)), 0.5)["s"]
    given = np.array(list(places.values()), dtype=float)
    ranges = found.of(*(f"range.{n}" for n in places))[0]
    true = np.array([40.0, 0.0, -10.0])
    np.testing.assert_allclose(ranges, 1.2 * np.linalg.norm(given - true, axis=1), rtol=1e-12)
    best = least_squares(lambda x: np.linalg.norm(x - given, axis=1) - ranges, true, xtol=1e-14)
    assert best.cost > 1.0
    np.testing.assert_allclose(found.xyz("position")[0], best.x, rtol=0, atol=1e-6)


USBL = {"body": "world", "target": "rov", "rate": 1}
LBL = {"body": "rov", "rate": 1, "transponders": {"a": [0, 0, -5]}}


@pytest.mark.parametrize(
    ("sensor", "said"),
    [
        ({"usbl": {**USBL, "target": "rob"}}, "s.usbl.target: there is no such body"),
        ({"usbl": {**USBL, "target": "world"}}, "transceiver and beacon are both on 'world'"),
        ({"usbl": {**USBL, "max_range": 0}}, "max_range: the value 0 is not positive"),
        ({"usbl": {**USBL, "sound_speed": "3 m"}}, "a length stands where a speed belongs"),
        ({"usbl": {**USBL, "outliers": {"share": 0.1}}}, "outliers without a size"),
        ({"usbl": {**USBL, "outliers": {"share": 1, "range": 1}}}, "would be outliers"),
        (
            {"usbl": {**USBL, "synchronised": True, "turnaround": 0.1}},
            "synchronised beacons are not called",
        ),
        ({"lbl": {**LBL, "position": True}}, "no position follows from 1 ranges"),
        ({"lbl": {**LBL, "transponders": {}}}, "there are 0 transponders"),
        ({"lbl": {**LBL, "transponders": {"a b": [0, 0, 0]}}}, "cannot name a transponder"),
        (
            {"lbl": {**LBL, "transponders": {"a": {"body": "rof", "at": [0, 0, 0]}}}},
            "s.lbl.transponders: there is no such body",
        ),
        (
            {"lbl": {**LBL, "transponders": {"a": {"body": "rov", "at": [0, 0, 0]}}}},
            "'a' is on 'rov' like the receiver",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(sensor, said):
    with pytest.raises(pl.PelagosError) as refused:
        pl.Robot(**still(**sensor))
    assert said in str(refused.value)
    with pytest.raises(pl.PelagosError, match="works in water, and the robot has none"):
        pl.Robot(**{**still(usbl=USBL), "water": None})
