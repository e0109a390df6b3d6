"""Wet robots: four formulations, lanes and plain Python, batches and single runs."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.equations import kane, moving_frame, newton_euler
from pelagos.tape.machine.lanes import WIDTH
from tests.twins import relative, twin

METHODS = ["kane", "moving-frame", "udwadia-kalaba"]
DRIVERS = {"newton-euler": newton_euler, "kane": kane, "moving-frame": moving_frame}
CASES = [
    ("rov-arm", "reach"), ("rov-arm", "current"), ("remus100", None), ("sphere-in-water", "waves"),
    ("wet-double-pendulum", "current"), ("wet-double-pendulum", "waves"), ("maarco", "yaw"),
    ("maarco-corrected", "pitch-slider"), ("printed-in-waves", None),
    ("in-a-sea", None),
]  # fmt: skip
TIME = 2.6


def printed_in_waves():
    """The form M . a of the added mass, in a flow with gradients."""
    water = {"waves": [{"amplitude": 0.4, "period": 5.0}], "surface": 3.0}
    return pl.load("maarco").with_values({f"water.{key}": value for key, value in water.items()})


def in_a_sea():
    """Waves of many directions over a tide and a profile of depths, in shallow water."""
    waves = {"spectrum": "jonswap", "height": 0.8, "period": 5.0, "spreading": 5, "components": 12}
    profile = {"depth": [0, 2, 8], "velocity": [[0.3, 0], [0.2, 0.1], [0, 0]]}
    tide = {"velocity": [0.2, 0, 0], "period": 30.0, "exponent": 0.2}
    current = {"profile": profile, "tide": tide}
    water = {"waves": waves, "current": current, "surface": 3.0, "depth": 8.0}
    still = pl.load("wet-double-pendulum")
    return still.with_values({f"water.{key}": value for key, value in water.items()})


MADE = {"printed-in-waves": printed_in_waves, "in-a-sea": in_a_sea}


def states(name, scenario, count=3):
    """Near the start, in motion; joints whose motion is prescribed stay where they are."""
    robot = MADE[name]() if name in MADE else pl.load(name).resolved(scenario)
    rng = np.random.default_rng(7)
    q0, u0 = robot.initial_state()
    q = q0 + 0.3 * rng.normal(size=(count, len(q0)))
    u = u0 + 0.5 * rng.normal(size=(count, len(u0)))
    if robot.bodies[robot.order[0]].joint.kind == "free":
        q[:, 3:7] /= np.linalg.norm(q[:, 3:7], axis=1)[:, None]
    return robot, q, u


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_formulations(name, scenario, method):
    robot, q, u = states(name, scenario)
    base = pl.acceleration(robot, q, u, t=TIME)
    assert relative(pl.acceleration(robot, q, u, t=TIME, method=method), base) < 1e-9


@pytest.mark.parametrize("method", DRIVERS)
@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_lanes_equal_plain_python(name, scenario, method):
    robot, q, u = states(name, scenario)
    m = twin(robot)
    found = pl.acceleration(robot, q, u, t=TIME, method=method)
    for row, one_q, one_u in zip(found, q, u, strict=True):
        plain = DRIVERS[method].forward_dynamics(m, TIME, one_q.tolist(), one_u.tolist())
        assert relative(row, plain) < 1e-11


@pytest.mark.parametrize("point", [[0.0, 0.0, 0.0], [0.4, -0.2, 0.1]])
@pytest.mark.parametrize("coupling", [0.0, -0.3])
def test_drag_matrices_in_another_frame(point, coupling):
    """`at` is what a part that is fixed there would have."""
    matrix = np.diag([1.0, 2.0, 3.0, 0.4, 0.5, 0.6])
    matrix[0, 1] = matrix[1, 0] = coupling
    frame = {"position": point, "rpy": [0.3, -0.5, 0.7]}
    law = {"linear": matrix.tolist(), "quadratic": (5 * matrix).tolist()}
    hull = {"mass": 3.0, "inertia": [0.2, 0.3, 0.4], "joint": {"planar": [1, 2, 3]}}
    words = {"name": "hull", "water": {"current": [0.3, 0.0, 0.1]}}
    own = pl.Robot(**words, bodies={"hull": {**hull, "drag": {**law, "at": frame}}})
    sensor = {"parent": "hull", "joint": "fixed", "at": frame, "drag": law}
    part = pl.Robot(**words, bodies={"hull": hull, "sensor": sensor})
    q, u = np.random.default_rng(3).normal(size=(2, 4, 3))
    expected = pl.acceleration(part, q, u)
    np.testing.assert_allclose(pl.acceleration(own, q, u), expected, atol=1e-13)
    plain = newton_euler.forward_dynamics(twin(own), 0.0, q[0].tolist(), u[0].tolist())
    np.testing.assert_allclose(plain, expected[0], atol=1e-13)


def test_batches_equal_single_runs_to_the_bit():
    count = WIDTH + 1
    rng = np.random.default_rng(0)
    vary = {
        "water.density": rng.uniform(900.0, 1100.0, count),
        "bodies.hull.mass": rng.uniform(11.0, 12.0, count),
    }
    words = {"duration": 1.0, "every": 0.25}
    batch = pl.simulate_batch("rov-arm", "current", vary=vary, **words)
    for run in (0, 1, count - 1):
        values = {path: float(column[run]) for path, column in vary.items()}
        single = pl.simulate("rov-arm", "current", set=values, **words)
        for name, array in single.arrays.items():
            inside = batch.arrays[name] if name == "time" else batch.arrays[name][run]
            np.testing.assert_array_equal(inside, array, err_msg=f"{name} of run {run}")


@pytest.mark.parametrize("name", ["rov-arm", "wet-double-pendulum"])
def test_runs_by_all_methods(name):
    words = {"duration": 1.0, "every": 0.5, "rtol": 1e-10, "atol": 1e-12}
    base = pl.simulate(name, "current", **words)
    for method in METHODS:
        found = pl.simulate(name, "current", method=method, **words)
        assert relative(found.arrays["q"], base.arrays["q"]) < 1e-8
