"""Lines that are paid out: the formulations, the plain twin, duals, batches and symbols agree."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.equations import kane, moving_frame, newton_euler, udwadia_kalaba
from pelagos.equations import mechanism as mech
from pelagos.programs.robot import FORMULATIONS
from tests.payout.winches import KINDS, LENGTH, crane, planar, state
from tests.twins import along, energies, rates, relative, slope, twin

# rounding, grown by the condition of four bodies
ROUNDING = 1e-12
PLAIN = (newton_euler, kane, moving_frame, udwadia_kalaba)
CASES = [(i, seed) for i in range(len(KINDS)) for seed in range(4)]


@pytest.mark.parametrize(("kind", "seed"), CASES)
def test_all_methods_and_their_twins(kind, seed):
    robot = crane(**KINDS[kind])
    q, u = state(robot, seed)
    tau = np.random.default_rng(seed).normal(size=len(u))
    expected = pl.acceleration(robot, q, u, tau)
    for method in FORMULATIONS:
        assert relative(pl.acceleration(robot, q, u, tau, method=method), expected) < ROUNDING
    for twin_of in PLAIN:
        ours = twin_of.forward_dynamics(twin(robot), 0.0, q.tolist(), u.tolist(), tau.tolist())
        assert relative(ours, expected) < ROUNDING
    assert relative(pl.inverse_dynamics(robot, q, u, expected), tau) < ROUNDING


@pytest.mark.parametrize(("kind", "seed"), CASES)
def test_power_is_the_rate_of_energy(kind, seed):
    """The mass that comes and goes counts as work; exact derivatives by dual numbers."""
    robot = crane(**KINDS[kind])
    q, u = state(robot, seed)
    q_rate, u_rate, power = rates(robot, q, u)
    kinetic, potential = energies(twin(robot), 0.0, along(q, q_rate), along(u, u_rate))
    assert slope(kinetic) + slope(potential) == pytest.approx(power, rel=1e-11, abs=1e-11)


def test_energies_in_lanes_are_those_of_the_twin():
    robot = crane(**KINDS[2])
    q, u = state(robot, 1)
    ours, theirs = pl.energy(robot, q, u), energies(twin(robot), 0.0, q.tolist(), u.tolist())
    assert relative([ours.kinetic, ours.potential], theirs) < ROUNDING


def test_mass_matrix_follows_the_line():
    robot = crane()
    q, u = state(robot, 3)
    kinetic = pl.energy(robot, q, u).kinetic
    assert u @ pl.mass_matrix(robot, q) @ u / 2 == pytest.approx(kinetic, rel=1e-13)


def test_a_line_that_is_all_in_is_no_line():
    """Below zero length the robot is the one without a payout."""
    robot = crane(supply=20.0)
    q, u = state(robot, 1)
    q[3] = -LENGTH - 0.4
    words = robot.to_dict()
    del words["bodies"]["load"]["joint"]["payout"]
    mass = 20.0 + 0.7 * LENGTH  # all of it in the store, at the base point on the sheave
    words["bodies"]["store"] = {
        "parent": "sheave",
        "at": [0.0, 0.1, -0.2 + LENGTH],
        "joint": "fixed",
        "mass": mass,
        "inertia": [0.0, 0.0, 0.0],
    }
    other = pl.Robot(**words)
    assert other.coordinates == robot.coordinates
    assert relative(pl.acceleration(robot, q, u), pl.acceleration(other, q, u)) < ROUNDING


def test_linearisation_is_the_slope_of_the_acceleration():
    robot = planar(feed="pulled", length=LENGTH)
    q, u, h = np.array([0.4, 0.9]), np.array([0.3, 0.8]), 1e-5
    linear = pl.linearize(robot, q, u)
    for k in range(2):
        e = h * np.eye(2)[k]
        along_q = (pl.acceleration(robot, q + e, u) - pl.acceleration(robot, q - e, u)) / (2 * h)
        along_u = (pl.acceleration(robot, q, u + e) - pl.acceleration(robot, q, u - e)) / (2 * h)
        # difference quotients: h^2 and rounding over h, both about 1e-10
        assert relative(linear.A[2:, k], along_q) < 1e-8
        assert relative(linear.A[2:, 2 + k], along_u) < 1e-8


def test_a_batch_has_lines_of_its_own():
    """Every lane has its own numbers, and changes its own masses, to the bit of a single run."""
    path = "bodies.load.joint.payout.line_density"
    words = {"duration": 0.5, "every": 0.1}
    values = [0.2, 0.7, 1.4, 2.0, 3.0]
    batch = pl.simulate_batch(crane(), vary={path: values}, **words)
    for i, value in enumerate(values):
        alone = pl.simulate(crane(), set={path: value}, **words)
        assert np.array_equal(batch.arrays["q"][i], alone.arrays["q"])
    assert not np.array_equal(batch.arrays["q"][0], batch.arrays["q"][1])


@pytest.mark.parametrize("method", FORMULATIONS)
def test_printed_equations(method):
    """Compared with the engine at random states before they are returned."""
    found = pl.equations_of_motion(planar(length=LENGTH), method=method)
    assert found.error < 1e-10


def test_lines_in_the_linear_system_of_udwadia_and_kalaba():
    robot = crane(**KINDS[3])
    q, u = state(robot, 2)
    system = pl.constraint_system(robot, q, u)
    assert relative(system.udot, pl.acceleration(robot, q, u)) < 1e-10


def test_coordinate_rates_know_no_line():
    robot = crane()
    q, u = state(robot, 5)
    q_rate = mech.coordinate_rates(twin(robot), q.tolist(), u.tolist())
    assert relative(rates(robot, q, u)[0], q_rate) < ROUNDING
