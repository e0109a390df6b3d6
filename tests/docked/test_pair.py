"""Two docked BlueROVs are one rigid body: in the plane, in space, by every formulation."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.optimize import brentq, fsolve

import pelagos as pl
from tests.docked.composite import (
    CONNECTOR,
    CONNECTOR_QUADRATIC,
    ROV,
    ROV_QUADRATIC,
    T_WU,
    T_WW,
    Composite,
    connector,
    matrix,
    rov,
    shaft_speed,
    times,
)

TIGHT = {"rtol": 1e-12, "atol": 1e-13, "every": 0.25}
METHODS = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")
REST = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]


def pair(port, starboard, hold=True):
    return Composite(
        [rov((0, -0.4, 0), port, hold), rov((0, 0.4, 0), starboard, hold), connector()]
    )


@cache
def run(scenario, method="newton-euler"):
    return pl.simulate("bluerov-pair", scenario, method=method, **TIGHT)


def assert_one_body(found, composite, y0, tolerance=1e-8):
    """Every state of every body is that of the composite."""
    a = found.arrays
    for i, y in enumerate(composite.simulate(a["time"], y0)):
        for k, (p, q, v, w) in enumerate(composite.states(y)):
            own = a["u"][i, 6 * k : 6 * k + 6]
            turned = a["orientation"][i, k]
            assert a["position"][i, k] == pytest.approx(p, abs=tolerance)
            assert turned * np.sign(turned @ q) == pytest.approx(q, abs=tolerance)
            assert own == pytest.approx(np.concatenate([v, w]), abs=tolerance)


@pytest.mark.parametrize("pwm", [1600, 1800])
def test_straight_and_turning_runs_are_those_of_one_body(pwm):
    assert_one_body(run(f"straight-{pwm}"), pair(pwm, pwm), REST)
    assert_one_body(run(f"turn-{pwm}"), pair(pwm, 1500), REST)


@pytest.mark.parametrize("method", METHODS)
def test_all_formulations_turn_as_one_body(method):
    assert_one_body(run("turn-1700", method), pair(1700, 1500), REST)


def unit(rng):
    q = rng.normal(size=4)
    return q / np.linalg.norm(q)


@pytest.mark.parametrize("method", METHODS)
def test_any_mounting_in_space(method):
    """Three bodies at any attitude, spinning: where eq 22 and 25 of the document fail."""
    rng = np.random.default_rng(6)
    places = [rng.uniform(-0.5, 0.5, 3) for _ in range(2)]
    mounts = [unit(rng) for _ in range(2)]
    composite = Composite(
        [rov(places[0], 1600, mount=mounts[0]), rov(places[1], mount=mounts[1]), connector()]
    )
    q, V = unit(rng), np.concatenate([rng.normal(size=3) * 0.3, rng.normal(size=3)])
    y0 = np.array([*rng.normal(size=3), *q, *V])
    start = [
        {"position": p, "quaternion": a, "velocity": v, "angular_velocity": w}
        for p, a, v, w in composite.states(y0)
    ]
    names = ("port.hull", "starboard.hull", "connector")
    words = {
        "modules": {
            name: {"file": "bluerov", "at": {"position": place, "quaternion": mount}}
            for name, place, mount in zip(("port", "starboard"), places, mounts, strict=True)
        },
        "bodies": {"connector": pl.load("bluerov-pair").to_dict()["bodies"]["connector"]},
        "docks": {
            "one": {"from": "port", "to": "connector", "at": [0.1, 0.2, 0.3]},
            "other": {"from": "starboard", "to": "connector"},
        },
        "parameters": {"rho": 1000, "m_connector": 1.8},
        "initial": dict(zip(names, start, strict=True)),
    }
    step = {"step": {"at": 3, "before": "1500 us", "after": "1600 us"}}
    paths = [f"actuators.port.thruster{i}.thruster.input" for i in (1, 2)]
    robot = pl.Robot(name="askew", **words).with_values(dict.fromkeys(paths, step))
    found = pl.simulate(robot, method=method, duration=12, **TIGHT)
    assert_one_body(found, composite, y0)
    assert found.arrays["constraint_error"].max() < 1e-12


@pytest.mark.parametrize("pwm", [1600, 1700, 1800])
def test_straight_runs_follow_riccati(pwm):
    """m u' = 4 (T_ww w^2 + T_wu w u) - k u^2, from rest, in closed form."""
    m, k = 2 * ROV[0] + CONNECTOR[0], 2 * ROV_QUADRATIC[0] + CONNECTOR_QUADRATIC[0]
    w = shaft_speed(pwm)
    b, a = -4 * T_WU * w, 4 * T_WW * w * w
    root = np.sqrt(b * b + 4 * k * a)
    fast, slow = (-b + root) / (2 * k), (-b - root) / (2 * k)
    arrays = run(f"straight-{pwm}").arrays
    t = np.maximum(arrays["time"] - 3, 0)
    E = fast / slow * np.exp(-k / m * (fast - slow) * t)
    u = (fast - slow * E) / (1 - E)
    x = fast * t + m / k * np.log((1 - E) / (1 - fast / slow))
    for body in range(3):
        assert arrays["u"][:, 6 * body] == pytest.approx(u, abs=1e-8)
        assert arrays["position"][:, body, 0] == pytest.approx(x, abs=1e-8)


@pytest.mark.parametrize("pwm", [1600, 1800])
def test_terminal_speeds_balance_thrust_and_drag(pwm):
    w = shaft_speed(pwm)
    k = 2 * ROV_QUADRATIC[0] + CONNECTOR_QUADRATIC[0]
    steady = brentq(lambda u: 4 * (T_WW * w * w + T_WU * w * u) - k * u * u, 0, 5, xtol=1e-14)
    # long enough to settle, too short for the yaw that nothing holds to grow from rounding
    straight = pl.simulate("bluerov-pair", f"straight-{pwm}", duration=20, rtol=1e-12, atol=1e-14)
    assert straight.arrays["u"][-1, 0] == pytest.approx(steady, abs=1e-9)
    # in the turn: surge, sway and yaw rate of the connector do not change
    composite = pair(pwm, 1500)

    def change(x):
        y = np.array([0, 0, 0, 1, 0, 0, 0, x[0], x[1], 0, 0, 0, x[2]])
        return composite.rate(10.0, y)[[7, 8, 12]]

    turn = pl.simulate("bluerov-pair", f"turn-{pwm}", duration=90, rtol=1e-10, atol=1e-12)
    last = turn.arrays["u"][-1, 12:]
    root = fsolve(change, last[[0, 1, 5]] * 1.05, xtol=1e-13)
    assert last[[0, 1, 5]] == pytest.approx(root, abs=1e-8)
    assert last[5] > 0  # thrust on the port side turns to starboard


def test_the_dead_band_gives_exactly_nothing_and_reverse_is_odd():
    robot = pl.load("bluerov")
    names = [f"thruster{i}" for i in range(1, 7)]

    def driven(pwm):
        paths = (f"actuators.{name}.thruster.input" for name in names)
        return robot.with_values(dict.fromkeys(paths, pwm))

    for pwm in ("1475 us", "1500 us", "1525 us"):
        still = pl.simulate(driven(pwm))
        assert not still.arrays["u"].any()
        assert not still.arrays["actuation"].any()
    q, u = robot.initial_state()

    def push(pwm):
        return pl.acceleration(driven(pwm), q, u)

    assert push(1526)[0] > 0
    for x in (30, 150, 300):
        assert push(1500 + x) == pytest.approx(-push(1500 - x), rel=1e-15, abs=1e-15)


def test_raft_is_one_body_and_reports_its_redundancy():
    """Nine vehicles, twelve welds: 72 rows of rank 48."""
    places = [(-0.6 * i, 0.5 * j, 0.0) for i in range(3) for j in range(3)]
    composite = Composite([rov(p, 1700 if p[1] == 0 else 1500, p[1] == 0) for p in places])
    found = pl.simulate("bluerov-raft", "turn", **{**TIGHT, "every": 1.0})
    assert_one_body(found, composite, REST)
    assert found.arrays["constraint_error"].max() < 1e-12


def test_docked_vehicles_of_a_batch_leave_each_other_alone():
    """To the bit: one is projected onto its docks again, its neighbours in the lanes are not."""
    path, masses = "bodies.r1c1.hull.mass", [7.0, 8.0, 9.0]
    batch = pl.simulate_batch("bluerov-raft", "turn", n=3, vary={path: masses}, duration=2.0)
    for mass, together in zip(masses, batch, strict=True):
        alone = pl.simulate(
            "bluerov-raft", "turn", set={path: mass}, duration=2.0, integrator="dopri5"
        )
        np.testing.assert_array_equal(together.arrays["q"], alone.arrays["q"])
        np.testing.assert_array_equal(together.arrays["u"], alone.arrays["u"])


def test_products_of_quaternions_are_those_of_matrices():
    rng = np.random.default_rng(1)
    a, b = unit(rng), unit(rng)
    assert matrix(times(a, b)) == pytest.approx(matrix(a) @ matrix(b))
