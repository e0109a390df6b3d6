"""B and its rate by finite differences, the starred matrices, and the paper's own form of them."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.equations import mechanism
from tests.dressed import dressed_robot
from tests.trees import random_robot, random_state
from tests.twins import moved, relative, twin

STEP = 1e-5


def skew(r):
    return np.cross(r, np.eye(3)).T


def velocity(E):
    """Six numbers of [[w~, v], [0, 0]]."""
    return np.array([*E[:3, 3], E[2, 1], E[0, 2], E[1, 0]])


@pytest.mark.parametrize("seed", range(3))
def test_b_by_finite_differences(seed):
    """E^-1 dE per unit displacement along each speed."""
    robot = random_robot(seed, 7)
    q, u = random_state(robot, seed)
    found = pl.moving_frame(robot, q, u)
    for j, s in enumerate(STEP * np.eye(len(u))):
        ahead, behind = (pl.moving_frame(robot, moved(robot, q, k * s), u).E for k in (1, -1))
        for b, (name, E) in enumerate(found.E.items()):
            rate = np.linalg.inv(E) @ (ahead[name] - behind[name]) / (2 * STEP)
            assert relative(found.B[6 * b : 6 * b + 6, j], velocity(rate)) < 1e-8


@pytest.mark.parametrize("seed", range(3))
def test_rate_of_b_by_finite_differences(seed):
    robot = random_robot(seed, 7)
    q, u = random_state(robot, seed)
    ahead, behind = (pl.moving_frame(robot, moved(robot, q, k * STEP * u), u).B for k in (1, -1))
    assert relative(pl.moving_frame(robot, q, u).Bdot, (ahead - behind) / (2 * STEP)) < 1e-8


@pytest.mark.parametrize("spatial", [False, True])
def test_starred_matrices(spatial):
    robot = dressed_robot(4, 9, spatial=spatial)
    q, u = random_state(robot, 4)
    t = 0.7
    f = pl.moving_frame(robot, q, u, t)
    rotors = np.diag(twin(robot).rotor)
    known = mechanism.given(twin(robot), t, q.tolist(), u.tolist())
    assert relative(f.M_star, f.B.T @ f.M @ f.B + rotors) < 1e-13
    assert relative(f.N_star, f.B.T @ (f.M @ f.Bdot + f.D @ f.M @ f.B)) < 1e-12
    assert relative(f.F_star, f.B.T @ f.Q + known.tau) < 1e-13
    # the whole: free rows of M* udot + N* u = F*
    udot = pl.acceleration(robot, q, u, t=t)
    left = f.M_star @ udot + f.N_star @ f.u
    free = [j for j, rate in enumerate(known.prescribed) if rate is None]
    assert relative(left[free], f.F_star[free]) < 1e-11


def test_power_of_the_velocity_terms():
    """u'(dM*/dt - 2 N*)u = 0: velocity terms do no work beyond the change of inertia."""
    for seed in range(5):
        robot = random_robot(seed, 8, spatial=True)
        q, u = random_state(robot, seed)
        f = pl.moving_frame(robot, q, u)
        rate = f.Bdot.T @ f.M @ f.B + f.B.T @ f.M @ f.Bdot
        scale = abs(u @ rate @ u) + abs(u @ f.N_star @ u) + 1.0
        assert abs(u @ (rate - 2.0 * f.N_star) @ u) < 1e-12 * scale


def snake(n):
    """A tail at the world and n links, joint axes e1, e3, e1, ... (Kvalvik et al. 2019, fig 1)."""
    rng = np.random.default_rng(n)
    half = rng.uniform(0.03, 0.06, n + 1)
    bodies = {}
    for a in range(1, n + 1):
        start = half[0] if a == 1 else 2 * half[a - 1]
        mass = rng.uniform(0.1, 0.3)
        bodies[f"b{a}"] = {
            "parent": "world" if a == 1 else f"b{a - 1}",
            "at": [0.0, start, 0.0],
            "joint": {"revolute": "x" if a % 2 else "z"},
            "mass": mass,
            "com": [0.0, half[a], 0.0],
            "inertia": (mass * half[a] ** 2 * rng.uniform(0.8, 1.2, 3)).tolist(),
        }
    return pl.Robot(name="snake", gravity=[0, 0, 0], bodies=bodies), half


def in_the_papers_form(robot, f):
    """B, dB/dt, M, D with frames at mass centres and linear velocities in world axes."""
    B, Bdot, M, D = [], [], [], []
    for b, (name, E) in enumerate(f.E.items()):
        body, R = robot.bodies[name], E[:3, :3]
        c = np.array(body.com)
        v, w = np.split(f.B[6 * b : 6 * b + 6], 2)
        v_rate, w_rate = np.split(f.Bdot[6 * b : 6 * b + 6], 2)
        spin = skew(w @ f.u)
        centre, centre_rate = v - skew(c) @ w, v_rate - skew(c) @ w_rate
        B += [R @ centre, w]
        Bdot += [R @ (centre_rate + spin @ centre), w_rate]
        M += [body.mass * np.eye(3), np.array(body.inertia)]
        D += [np.zeros((3, 3)), spin]
    return np.vstack(B), np.vstack(Bdot), _diagonal(M), _diagonal(D)


def _diagonal(blocks):
    found = np.zeros((3 * len(blocks), 3 * len(blocks)))
    for k, block in enumerate(blocks):
        found[3 * k : 3 * k + 3, 3 * k : 3 * k + 3] = block
    return found


def test_equations_as_the_paper_states_them():
    """M* and N* u of Kvalvik et al. 2019, eq 66, 73, 82, 83; D is skew there."""
    robot, _ = snake(6)
    q, u = random_state(robot, 6)
    f = pl.moving_frame(robot, q, u)
    B, Bdot, M, D = in_the_papers_form(robot, f)
    assert relative(f.M_star, B.T @ M @ B) < 1e-14
    assert relative(f.N_star @ u, B.T @ (M @ Bdot + D @ M @ B) @ u) < 1e-14


def test_columns_of_b_in_closed_form():
    """Eq 109-114, corrected: column j of body a by a sum over the half-lengths between them."""
    n = 6
    robot, half = snake(n)
    q, u = random_state(robot, 1)
    f = pl.moving_frame(robot, q, u)
    B, *_ = in_the_papers_form(robot, f)
    axes = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    R = [np.eye(3), *(E[:3, :3] for E in f.E.values())]
    lengths = [np.array([0.0, h, 0.0]) for h in half]
    for a in range(1, n + 1):
        for j in range(1, a + 1):
            e = axes[(j + 1) % 2]
            arm = lengths[j].copy()
            for i in range(j + 1, a + 1):
                arm += R[j].T @ (R[i - 1] @ lengths[i - 1] + R[i] @ lengths[i])
            linear, angular = np.split(B[6 * (a - 1) : 6 * a, j - 1], 2)
            np.testing.assert_allclose(linear, -R[j] @ skew(arm) @ e, atol=1e-15)
            np.testing.assert_allclose(angular, R[a].T @ R[j] @ e, atol=1e-15)
