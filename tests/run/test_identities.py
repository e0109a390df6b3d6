"""Identities between independent answers, on random trees with every joint and force element."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import pelagos as pl
from pelagos.equations import mechanism as mech
from pelagos.mathematics.dual import Dual
from pelagos.model import Robot
from tests import trees
from tests.arrays import body_matrix
from tests.dressed import dressed_robot
from tests.trees import random_state
from tests.twins import along, energies, moved, rates, relative, seen, slope, twin

pytestmark = pytest.mark.usefixtures("asked_once")

CASES = [(seed, n) for n, seeds in ((1, 10), (2, 10), (5, 6), (13, 3)) for seed in range(seeds)]
T = 0.3
# Sums over some tens of bodies in another order.
ROUNDING = 1e-11


@cache
def case(seed, bodies, **words):
    robot = dressed_robot(seed, bodies, spatial=seed % 3 == 0, **words)
    return robot, *random_state(robot, seed)


def free_case(seed, bodies):
    """Conservative forces only."""
    return case(seed, bodies, losses=False, actuators=False, motions=False)


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_mass_matrix(seed, bodies):
    """Symmetric, positive definite, u'Mu/2 the kinetic energy, M = dtau/dudot."""
    robot, q, u = case(seed, bodies, motions=False)
    M = pl.mass_matrix(robot, q)
    np.testing.assert_array_equal(M, M.T)
    assert np.all(np.linalg.eigvalsh(M) > 0.0)
    kinetic = pl.energy(robot, q, u).kinetic
    assert 0.5 * u @ M @ u == pytest.approx(kinetic, rel=1e-12)
    udot = np.random.default_rng(seed).normal(size=len(u))
    h = pl.bias_forces(robot, q, u, T)
    assert relative(M @ udot + h, pl.inverse_dynamics(robot, q, u, udot, T)) < ROUNDING


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_mass_matrix_is_the_sum_over_bodies(seed, bodies):
    """M = sum J' I J + rotors, with inertias from the words and Jacobians from the engine."""
    robot, q, _ = case(seed, bodies, motions=False)
    jacobians = pl.jacobians(robot, q)
    M = np.diag([a for name in robot.order for a in robot.bodies[name].joint.armature])
    M = M.reshape(len(robot.speeds), len(robot.speeds))
    for name, body in robot.bodies.items():
        M = M + jacobians[name].T @ body_matrix(body) @ jacobians[name]
    assert relative(pl.mass_matrix(robot, q), M) < ROUNDING


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_forward_and_inverse_dynamics_undo_each_other(seed, bodies):
    robot, q, u = case(seed, bodies, motions=False)
    tau = np.random.default_rng(seed).normal(size=len(u))
    udot = pl.acceleration(robot, q, u, tau, T)
    assert relative(pl.inverse_dynamics(robot, q, u, udot, T), tau) < ROUNDING
    assert relative(pl.mass_matrix(robot, q) @ udot + pl.bias_forces(robot, q, u, T), tau) < 1e-10


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_power_is_the_rate_of_energy(seed, bodies):
    """d(T + V)/dt along the motion equals the power that `work` adds up; exact, by duals.

    Springs, stops and gravity have a potential; dampers, friction, actuators and the efforts of
    prescribed joints do work.
    """
    robot, q, u = case(seed, bodies)
    q_rate, u_rate, power = rates(robot, q, u, T)
    m = twin(robot)
    known = mech.given(m, T, q.tolist(), u.tolist())
    kinetic, potential = energies(
        m, Dual(T, np.ones(1)), along(known.q, q_rate), along(known.u, u_rate)
    )
    assert power == pytest.approx(slope(kinetic) + slope(potential), rel=1e-10, abs=1e-10)


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_losses_take_energy(seed, bodies):
    robot, q, u = case(seed, bodies, actuators=False, motions=False)
    assert rates(robot, q, u)[2] <= 0.0


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_forces_at_rest_are_the_gradient_of_the_potential(seed, bodies):
    """Gravity, springs and stops: h(q, 0) = dV/dq, by central differences along every speed."""
    robot, q, _ = free_case(seed, bodies)
    nv = len(robot.speeds)
    h, rest = 1e-5, np.zeros(nv)

    def potential(s):
        return pl.energy(robot, moved(robot, q, s), rest).potential

    gradient = [(potential(h * e) - potential(-h * e)) / (2 * h) for e in np.eye(nv)]
    assert relative(gradient, pl.bias_forces(robot, q, rest)) < 1e-7


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_jacobians_are_the_derivative_of_poses(seed, bodies):
    """Central differences of positions and orientations along every speed."""
    robot, q, u = case(seed, bodies, motions=False)
    h, J = 1e-5, pl.jacobians(robot, q)
    here = pl.poses(robot, q)
    for k, e in enumerate(np.eye(len(u))):
        after, before = (pl.poses(robot, moved(robot, q, s * h * e)) for s in (1, -1))
        for name in robot.order:
            R = rotation(here[name][1])
            v = (after[name][0] - before[name][0]) / (2 * h)
            W = R.T @ (rotation(after[name][1]) - rotation(before[name][1])) / (2 * h)
            column = [*(R.T @ v), W[2, 1], W[0, 2], W[1, 0]]
            assert relative(J[name][:, k], column) < 1e-8


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_jacobians_give_velocities(seed, bodies):
    """Velocity in the world frame, angular velocity in body axes, as results hold them."""
    robot, q, u = case(seed, bodies, motions=False)
    run = pl.simulate(trees.starting_at(robot, q, u), duration=1e-3, every=1e-3)
    poses, J = pl.poses(robot, q), pl.jacobians(robot, q)
    for b, name in enumerate(robot.order):
        velocity = J[name] @ u
        np.testing.assert_allclose(
            run.arrays["angular_velocity"][0, b], velocity[3:], rtol=1e-12, atol=1e-12
        )
        world = rotation(poses[name][1]) @ velocity[:3]
        np.testing.assert_allclose(run.arrays["velocity"][0, b], world, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(run.arrays["position"][0, b], poses[name][0], atol=1e-14)


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_momentum_is_the_sum_over_bodies(seed, bodies):
    """Sum of I v of every body, moved to the world's origin."""
    robot, q, u = case(seed, bodies, motions=False)
    J, poses = pl.jacobians(robot, q), pl.poses(robot, q)
    total = np.zeros(6)
    for name, body in robot.bodies.items():
        momentum = body_matrix(body) @ J[name] @ u
        p, R = poses[name][0], rotation(poses[name][1])
        linear = R @ momentum[:3]
        total += [*linear, *(R @ momentum[3:] + np.cross(p, linear))]
    assert relative(pl.momentum(robot, q, u), total) < ROUNDING


@pytest.mark.parametrize(("seed", "bodies"), [(s, b) for s in range(8) for b in (2, 6, 12)])
def test_a_turned_world_changes_nothing(seed, bodies):
    """Everything that the world holds is turned: placements, gravity, world directions, free q."""
    robot, q, u = case(seed, bodies)
    rng = np.random.default_rng(seed)
    Q = trees.rotation(rng)
    words = robot.to_dict()
    words["gravity"] = (Q @ robot.gravity).tolist()
    for name, body in robot.bodies.items():
        if body.parent == "world" and body.joint.kind != "free":
            at = Q @ body.at.R
            place = {"position": (Q @ body.at.p).tolist(), "quaternion": quaternion(at).tolist()}
            words["bodies"][name]["at"] = place
    for name, actuator in robot.actuators.items():
        if getattr(actuator.law, "frame", "") == "world":
            direction = (Q @ actuator.law.direction).tolist()
            words["actuators"][name][actuator.kind]["direction"] = direction
    turned, q_turned = Robot(**words), q.copy()
    for name in robot.order:
        if robot.bodies[name].joint.kind == "free":
            start = robot.coordinates.index(f"{name}.x")
            attitude = quaternion(Q @ rotation(q[start + 3 : start + 7]))
            q_turned[start : start + 3] = Q @ q[start : start + 3]
            q_turned[start + 3 : start + 7] = attitude
    here, there = rates(robot, q, u, T), rates(turned, q_turned, u, T)
    assert relative(there[1], here[1]) < ROUNDING
    assert there[2] == pytest.approx(here[2], rel=1e-11, abs=1e-11)
    one, other = seen(robot, q, u, T).totals[0], seen(turned, q_turned, u, T).totals[0]
    assert relative(other[:2], one[:2]) < ROUNDING
    assert relative(other[2:5], Q @ one[2:5]) < ROUNDING
    assert relative(other[5:8], Q @ one[5:8]) < ROUNDING


@pytest.mark.parametrize(("seed", "bodies"), [(s, b) for s in range(8) for b in (2, 6, 12)])
def test_the_order_of_bodies_in_the_file_changes_nothing(seed, bodies):
    """Accelerations by label, energies and actuation by name are those of the shuffled file."""
    robot, q, u = case(seed, bodies)
    rng = np.random.default_rng(seed)
    words = robot.to_dict()
    for part in ("bodies", "actuators"):
        names = [*words[part]]
        rng.shuffle(names)
        words[part] = {name: words[part][name] for name in names}
    shuffled = Robot(**words)
    by_label = dict(zip(robot.coordinates, q, strict=True))
    speeds = dict(zip(robot.speeds, u, strict=True))
    q_there = np.array([by_label[label] for label in shuffled.coordinates])
    u_there = np.array([speeds[label] for label in shuffled.speeds])
    here, there = rates(robot, q, u, T), rates(shuffled, q_there, u_there, T)
    place = [robot.speeds.index(label) for label in shuffled.speeds]
    assert relative(there[1], here[1][place]) < ROUNDING
    one, other = seen(robot, q, u, T), seen(shuffled, q_there, u_there, T)
    assert relative(other.totals, one.totals) < ROUNDING
    place = [[*robot.actuators].index(name) for name in shuffled.actuators]
    assert relative(other.actuation[0], one.actuation[0, place]) < ROUNDING


def rotation(q):
    """The matrix of a unit quaternion (w, x, y, z)."""
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def quaternion(R):
    """A unit quaternion of a rotation: the eigenvector of Bar-Itzhack's matrix."""
    xx, xy, xz, yx, yy, yz, zx, zy, zz = np.ravel(R)
    K = np.array(
        [
            [xx + yy + zz, zy - yz, xz - zx, yx - xy],
            [zy - yz, xx - yy - zz, xy + yx, xz + zx],
            [xz - zx, xy + yx, yy - xx - zz, yz + zy],
            [yx - xy, xz + zx, yz + zy, zz - xx - yy],
        ]
    )
    return np.linalg.eigh(K)[1][:, -1]
