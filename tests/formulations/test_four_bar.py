"""Loops over long times: they stay closed, keep their energy, and redundancy changes nothing."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import pelagos as pl
from pelagos.march.engine import engine_of
from pelagos.march.explicit import Explicit
from pelagos.march.settings import settings_for
from pelagos.programs.robot import FORMULATIONS

L = np.array([1.0, 1.5, 1.044])  # crank, coupler, rocker: as many kg as m
GROUND, GRAVITY = 1.2, 9.81
TURN = np.array([[1, 0, 0], [1, 1, 0], [0, 0, 1]])  # from joint angles to angles from x


def marched(method, **words):
    """States of the four-bar as the integrator has them, before they are sampled.

    Samples are projected onto the constraints when they are recorded, so that they would look
    closed even if the march were not. Returns the states at the output times (interpolated, unless
    steps end there) and those at the ends of some steps.
    """
    robot = pl.load("four-bar").resolved("release")
    asked = dict.fromkeys(("rtol", "atol", "step", "max_steps"))
    march = Explicit(engine_of(robot, method), settings_for(robot, **{**asked, **words}))
    parts, ends = [], []
    while march.running:
        parts.append(march.advance(np.inf).states)
        ends.append(march.state)
    assert march.outcome.code == "finished"
    return np.concatenate(parts), np.array(ends)


def loop_gap(states):
    """Distance between the ends of coupler and rocker, from the angles."""
    x, z = (signed_ends(trig, states) for trig in (np.cos, np.sin))
    return np.hypot(x - GROUND, z)


def signed_ends(trig, states):
    return trig(states[:, :3] @ TURN.T) @ [L[0], L[1], -L[2]]


def drift(states):
    """Largest change of the energy in J, from angles and rates; the rods weigh 3.5 kg."""
    angles, rates = states[:, :3] @ TURN.T, states[:, 3:6] @ TURN.T
    kinetic = [0.5 * u @ mass_matrix(q) @ u for q, u in zip(angles, rates, strict=True)]
    energy = kinetic + np.sin(angles) @ WEIGHTS
    return np.max(np.abs(energy - energy[0]))


@pytest.mark.parametrize("method", FORMULATIONS)
def test_closed_and_lossless(method):
    """10 s at 1 ms from the drawn pose, looked at after every step."""
    words = {"integrator": "rk4", "step": 1e-3, "every": 1e-3, "duration": 10}
    states, _ = marched(method, **words)
    assert len(states) == 10_001
    assert np.ptp(states[:, 0]) > 1.0
    assert np.max(loop_gap(states)) < 1e-9
    assert drift(states) < 1e-6


@pytest.mark.slow
def test_one_hour():
    """The gap does not grow with time; the energy needs a tolerance of 3e-11 for that long."""
    words = {"integrator": "dopri5", "rtol": 3e-11, "atol": 3e-12, "max_steps": 10**7}
    states, ends = marched("newton-euler", duration=3600, every=0.5, **words)
    assert len(states) == 7201
    assert len(ends) > 1  # as many as there were calls, of a tenth of a second each
    assert np.max(loop_gap(ends)) < 1e-8
    assert np.max(loop_gap(states)) < 1e-8
    assert drift(ends) < 1e-6


def test_results_are_closed_between_steps():
    """Samples between the ends of steps are interpolated; what is recorded is closed again."""
    run = pl.simulate("four-bar", "release", duration=2, every=0.01)
    recorded = np.hstack([run.arrays["q"], run.arrays["u"]])
    assert np.max(loop_gap(recorded)) < 1e-12
    assert np.max(run.arrays["constraint_error"]) < 1e-12


# The three rods by Lagrange's equations with two multipliers, angles from the x axis.
WEIGHTS = GRAVITY * np.array([L[0] / 2 + L[1], L[1] / 2, L[2] / 2]) * L


def mass_matrix(angle):
    coupled = L[0] * L[1] ** 2 / 2 * np.cos(angle[0] - angle[1])
    mass = np.diag([(L[0] / 3 + L[1]) * L[0] ** 2, L[1] ** 3 / 3, L[2] ** 3 / 3])
    mass[0, 1] = mass[1, 0] = coupled
    return mass


def lagrange(t, x):
    """Rates of angles and of their rates."""
    angle, rate = x[:3], x[3:]
    turning = L[0] * L[1] ** 2 / 2 * np.sin(angle[0] - angle[1])
    centrifugal = np.array([turning * rate[1] ** 2, -turning * rate[0] ** 2, 0.0])
    force = -WEIGHTS * np.cos(angle) - centrifugal
    # the ends of coupler and rocker stay together
    signed = L * [1, 1, -1]
    rows = np.stack([-signed * np.sin(angle), signed * np.cos(angle)])
    still = -np.stack([signed * np.cos(angle), signed * np.sin(angle)]) @ rate**2
    system = np.block([[mass_matrix(angle), -rows.T], [rows, np.zeros((2, 2))]])
    return np.concatenate([rate, np.linalg.solve(system, np.concatenate([force, -still]))[:3]])


def test_equal_to_lagrange():
    """An independent derivation, integrated by scipy; both pass through stretched positions."""
    run = pl.simulate("four-bar", "release", duration=3, every=0.1, rtol=1e-12, atol=1e-13)
    angles, rates = (run.arrays[name] @ TURN.T for name in ("q", "u"))
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


@pytest.mark.parametrize("method", FORMULATIONS)
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
