"""What Kane's equations are made of: partial velocities, remainders, generalised forces."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.equations import kane, mechanism
from pelagos.mathematics.dual import Dual
from tests.dressed import dressed_robot
from tests.trees import random_robot, random_state
from tests.twins import along, relative, slope, twin

TIME = 0.7


def free_speeds(robot, found):
    return [list(robot.speeds).index(label) for label in found.speeds]


@pytest.mark.parametrize("seed", range(4))
def test_velocities_are_partials_and_remainders(seed):
    """V = sum of V_r u_r + V_t; the remainder is what prescribed joints contribute."""
    robot = dressed_robot(seed, 9)
    q, u = random_state(robot, seed)
    found = pl.kane(robot, q, u, TIME)
    known = mechanism.given(twin(robot), TIME, q.tolist(), u.tolist())
    free = free_speeds(robot, found)
    held = [v for v in range(len(u)) if v not in free]
    speeds = np.array(known.u)
    assert np.array_equal(found.u, speeds[free])
    for name, J in pl.jacobians(robot, known.q).items():
        assert relative(found.partial_velocities[name], J[:, free]) < 1e-13
        assert relative(found.remainders[name], J[:, held] @ speeds[held]) < 1e-13


@pytest.mark.parametrize("seed", range(4))
def test_remainder_rate_is_the_derivative_of_the_velocity(seed):
    """Along the motion with all generalised speeds constant, exactly, by dual numbers."""
    robot = dressed_robot(seed, 8)
    m, (q, u) = twin(robot), random_state(robot, seed)
    known = mechanism.given(m, TIME, q.tolist(), u.tolist())
    q_rate = mechanism.coordinate_rates(m, known.q, known.u)
    u_rate = [rate or 0.0 for rate in known.prescribed]  # none of the generalised speeds
    moving = mechanism.given(
        m, Dual(TIME, np.ones(1)), along(known.q, q_rate), along(known.u, u_rate)
    )
    for body, moved in zip(kane.motions(m, known), kane.motions(m, moving), strict=True):
        for rate, part in ((body.turning, moved.flow), (body.remainder_rate, moved.remainder)):
            assert relative([*rate], [slope(x) for x in part]) < 1e-12


@pytest.mark.parametrize("spatial", [False, True])
def test_active_and_inertia_forces_balance(spatial):
    robot = dressed_robot(7, 10, spatial=spatial)
    q, u = random_state(robot, 7)
    found = pl.kane(robot, q, u, TIME)
    udot = pl.acceleration(robot, q, u, t=TIME)[free_speeds(robot, found)]
    assert relative(found.inertia_forces(udot), -found.active_forces) < 1e-11


def test_mass_matrix_is_that_of_the_kinetic_energy():
    robot = random_robot(3, 9, armature=True, spatial=True)
    q, u = random_state(robot, 3)
    found = pl.kane(robot, q, u)
    assert relative(found.mass, pl.mass_matrix(robot, q)) < 1e-13
    assert 0.5 * u @ found.mass @ u == pytest.approx(pl.energy(robot, q, u).kinetic, rel=1e-13)


def test_inertia_forces_about_mass_centres():
    """-m a . v_r - (J alpha + w x J w) . w_r of every body (Donohue et al. 2023, eq 4)."""
    robot = random_robot(8, 8)
    q, u = random_state(robot, 8)
    found = pl.kane(robot, q, u)
    udot = np.random.default_rng(8).normal(size=len(u))
    forces = np.zeros(len(u))
    for name, P in found.partial_velocities.items():
        body = robot.bodies[name]
        c, J = np.array(body.com), np.array(body.inertia)
        v, w = np.split(P @ u + found.remainders[name], 2)
        rate, alpha = np.split(P @ udot + found.remainder_rates[name], 2)
        origin = rate + np.cross(w, v)  # components in turning axes
        a = origin + np.cross(alpha, c) + np.cross(w, np.cross(w, c))
        forces -= found.at(name, c).T @ (body.mass * a)
        forces -= P[3:].T @ (J @ alpha + np.cross(w, J @ w))
    assert relative(found.inertia_forces(udot), forces) < 1e-13


def test_unknown_bodies_are_refused():
    found = pl.kane("double-pendulum", [0.1, 0.2], [0.0, 0.0])
    with pytest.raises(pl.PelagosError, match="there is no 'uper'"):
        found.at("uper", [0, 0, 0])
