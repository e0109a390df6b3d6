"""A vehicle that nothing holds leaves its course: the Munk moment of its added mass."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

import pelagos as pl
from tests.docked.composite import ROV, ROV_LINEAR, ROV_QUADRATIC, T_WU, T_WW, shaft_speed

INPUTS = {f"actuators.thruster{i}.thruster.input": "1700 us" for i in (1, 2)}


def steady_speed():
    w = shaft_speed(1700)
    return brentq(lambda u: 2 * (T_WW * w * w + T_WU * w * u) - ROV_QUADRATIC[0] * u * u, 0, 5)


def vertical_plane(U):
    """Heave and pitch rate, linearised about the straight run."""
    m_x, m_z, inertia = ROV[0], ROV[2], ROV[4]
    return np.array(
        [
            [-ROV_LINEAR[2] / m_z, m_x * U / m_z],
            [(m_z - m_x) * U / inertia, -ROV_LINEAR[4] / inertia],
        ]
    )


def test_a_touch_grows_at_the_rate_of_the_unstable_eigenvalue():
    U = steady_speed()
    values, vectors = np.linalg.eig(vertical_plane(U))
    k = int(np.argmax(values))
    assert values[k] == pytest.approx(3.297, abs=1e-3)
    w, q = 1e-8 * vectors[:, k]
    start = {"initial.hull": {"velocity": [U, 0, w], "angular_velocity": [0, q, 0]}}
    robot = pl.load("bluerov").with_values({**INPUTS, **start})
    run = pl.simulate(robot, duration=3, rtol=1e-11, atol=1e-16, every=0.1)
    found = np.log(run.arrays["u"][:, 4] / q)
    assert found == pytest.approx(values[k] * run.arrays["time"], abs=2e-3)
    # the same by the engine's own derivatives
    place, _ = robot.initial_state()
    linear = pl.linearize(robot, place, np.array([U, 0, 0, 0, 0, 0]))
    assert np.linalg.eigvals(linear.A).real.max() == pytest.approx(values[k], rel=1e-9)


def test_the_hold_keeps_the_course():
    start = {"initial.hull": {"angular_velocity": [0, 1e-3, 0]}}
    free = pl.load("bluerov").with_values({**INPUTS, **start})
    tumbling = pl.simulate(free, duration=10)
    held = pl.simulate(free.with_values({"parameters.hold": 1}), duration=10)
    assert np.abs(tumbling.arrays["u"][-1, 4]) > 1
    assert np.abs(held.arrays["u"][-1, 3:5]).max() < 1e-6
