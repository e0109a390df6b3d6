"""Loops over long times: they stay closed, keep their energy, and redundancy changes nothing."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import pelagos as pl
from pelagos.kernels.library import METHODS

CRANK, COUPLER, ROCKER, GROUND = 1.0, 1.5, 1.044, 1.2


def loop_gap(run):
    """Distance between the ends of coupler and rocker, from where the bodies are."""

    def end(body, length):
        i = list(run.robot.order).index(body)
        w, x, y, z = run.arrays["orientation"][:, i].T
        along = np.stack([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)], 1)
        return run.arrays["position"][:, i] + length * along

    return np.linalg.norm(end("coupler", COUPLER) - end("rocker", ROCKER), axis=1)


def drift(run):
    """Largest change of energy, in J; the rods weigh 3.5 kg and fall through about a metre."""
    energy = run.arrays["kinetic_energy"] + run.arrays["potential_energy"]
    return np.max(np.abs(energy - energy[0]))


@pytest.mark.parametrize("method", METHODS)
def test_closed_and_lossless(method):
    """10 s at 1 ms from the drawn pose, looked at after every step."""
    run = pl.simulate(
        "four-bar", "release", duration=10, method=method, integrator="rk4", step=1e-3, every=1e-3
    )
    assert len(run.arrays["time"]) == 10_001
    assert np.ptp(run.arrays["q"][:, 0]) > 1.0
    assert np.max(loop_gap(run)) < 1e-9
    assert np.max(run.arrays["constraint_error"]) < 1e-9
    assert drift(run) < 1e-6


@pytest.mark.slow
def test_one_hour():
    """The gap does not grow with time; the energy needs a tolerance of 3e-11 for that long."""
    run = pl.simulate(
        "four-bar", "release", duration=3600, every=0.5, rtol=3e-11, atol=3e-12, max_steps=10**7
    )
    assert run.outcome.code == "finished"
    assert np.max(loop_gap(run)) < 1e-8
    assert drift(run) < 1e-6


def lagrange(t, x, g=9.81, per_metre=1.0):
    """The three rods by Lagrange's equations with two multipliers, angles from the x axis."""
    l1, l2, l3 = CRANK, COUPLER, ROCKER
    m1, m2, m3 = per_metre * np.array([l1, l2, l3])
    angle, rate = x[:3], x[3:]
    a, b = angle[:2]
    coupled = m2 * l1 * l2 / 2 * np.cos(a - b)
    turning = m2 * l1 * l2 / 2 * np.sin(a - b)
    mass = np.array(
        [
            [(m1 / 3 + m2) * l1**2, coupled, 0.0],
            [coupled, m2 * l2**2 / 3, 0.0],
            [0.0, 0.0, m3 * l3**2 / 3],
        ]
    )
    weight = g * np.array([(m1 / 2 + m2) * l1, m2 * l2 / 2, m3 * l3 / 2]) * np.cos(angle)
    force = -weight - np.array([turning * rate[1] ** 2, -turning * rate[0] ** 2, 0.0])
    # l1 e(a) + l2 e(b) - l3 e(c) stays what it is, the ground
    signed = np.array([l1, l2, -l3])
    rows = np.stack([-signed * np.sin(angle), signed * np.cos(angle)])
    still = -np.stack([signed * np.cos(angle), signed * np.sin(angle)]) @ rate**2
    system = np.block([[mass, -rows.T], [rows, np.zeros((2, 2))]])
    return np.concatenate([rate, np.linalg.solve(system, np.concatenate([force, -still]))[:3]])


def test_equal_to_lagrange():
    """An independent derivation, integrated by scipy; both pass through stretched positions."""
    run = pl.simulate("four-bar", "release", duration=3, every=0.1, rtol=1e-12, atol=1e-13)
    turn = np.array([[1, 0, 0], [1, 1, 0], [0, 0, 1]])  # from joint angles to those from x
    angles, rates = (run.arrays[name] @ turn.T for name in ("q", "u"))
    start = np.concatenate([angles[0], rates[0]])
    times = run.arrays["time"]
    reference = solve_ivp(lagrange, (0, 3), start, "DOP853", times, rtol=1e-12, atol=1e-13).y.T
    np.testing.assert_allclose(angles, reference[:, :3], atol=1e-9)
    np.testing.assert_allclose(rates, reference[:, 3:], atol=1e-8)


def parallelogram(constraints):
    words = pl.load("parallelogram").to_dict()
    words["constraints"] = constraints
    return pl.Robot(**words)


# Two independent rows each, in place of the hinge's five.
END = {"between": ["right", "bar"], "at": [0, 0, -1], "to": [0.8, 0, 0]}
INDEPENDENT = {
    "planes": {
        "across": {"plane": {**END, "normal": "x"}},
        "along": {"plane": {**END, "normal": "z"}},
    },
    "gears": {
        "level": {"gear": {"joints": {"left": 1, "bar": 1}, "value": 0}},
        "alike": {"gear": {"joints": {"left": 1, "right": -1}, "value": 0}},
    },
}
TIGHT = {"duration": 5, "every": 0.05, "rtol": 1e-12, "atol": 1e-13}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("model", INDEPENDENT)
def test_redundancy_changes_nothing(method, model):
    redundant = pl.simulate("parallelogram", "swing", method=method, **TIGHT)
    plain = pl.simulate(parallelogram(INDEPENDENT[model]), "swing", method=method, **TIGHT)
    for name in ("q", "u"):
        np.testing.assert_allclose(redundant.arrays[name], plain.arrays[name], atol=1e-9)


def test_parallelogram_is_a_pendulum():
    """Neither locked nor loose: the angle of the arms obeys the equation of a pendulum."""
    run = pl.simulate("parallelogram", "swing", **TIGHT)
    arm, bar, length = 1.0, 2.0, 1.0
    square = (arm + bar) * 9.81 / ((2 * arm / 3 + bar) * length)

    def pendulum(t, x):
        return [x[1], -square * np.sin(x[0])]

    start, times = [np.radians(60), 0.0], run.arrays["time"]
    found = solve_ivp(pendulum, (0, 5), start, "DOP853", times, rtol=1e-12, atol=1e-13).y[0]
    for column, sign in zip(run.arrays["q"].T, (1, -1, 1), strict=True):
        np.testing.assert_allclose(column, sign * found, atol=1e-9)
