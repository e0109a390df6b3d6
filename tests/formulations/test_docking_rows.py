"""Rows of a rigid dock: those of Nielsen et al. 2018 as printed, and as corrected (docs/errata)."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos.equations import conditions as cd
from pelagos.equations.mechanism import given
from pelagos.mathematics.algebra import Quaternion
from pelagos.model import Robot
from tests.trees import quaternion, vector
from tests.twins import twin


def skew(p):
    return np.array([[0, -p[2], p[1]], [p[2], 0, -p[0]], [-p[1], p[0], 0]])


def matrix(q):
    return np.reshape([*Quaternion(*q).rotation().T], (3, 3))


def T(q):
    """qdot = T w, eq 3."""
    return 0.5 * np.vstack([-q[1:], q[0] * np.eye(3) + skew(q[1:])])


def H(q):
    """Eq 29."""
    return np.column_stack([-q[1:], q[0] * np.eye(3) + skew(q[1:])])


def G_A(q):
    """Eq 30: the product q_A q_B^* as a matrix times q_B."""
    return np.vstack([q, -H(q)])


def G_B(q):
    """Eq 30: the product q_A q_B^* as a matrix times q_A."""
    return np.vstack([q, H(q)])


class Docked:
    """Two bodies that move as one, A with any velocity and acceleration."""

    def __init__(self, seed: int, planar: bool):
        rng = np.random.default_rng(seed)
        half = rng.uniform(0.2, 1.0)
        self.q_A = np.array([np.cos(half), 0, 0, np.sin(half)]) if planar else quaternion(rng)
        self.mount = np.array([1.0, 0, 0, 0]) if planar else np.array(quaternion(rng))
        self.p = np.array(vector(rng, 1.0))  # of B in A; the dock is at B's origin
        self.v, self.w, self.dv, self.dw = (np.array(vector(rng, 1.0)) for _ in range(4))
        if planar:
            self.w, self.dw = self.w * [0, 0, 1], self.dw * [0, 0, 1]
        self.q_A = np.array(self.q_A)
        self.q_B = np.array([*(Quaternion(*self.q_A) * Quaternion(*self.mount))])
        back = matrix(self.mount).T
        v, w, dv, dw, p = self.v, self.w, self.dv, self.dw, self.p
        self.v_B, self.w_B = back @ (v + np.cross(w, p)), back @ w
        # rates of the components in B's own axes
        self.dv_B, self.dw_B = back @ (dv + np.cross(dw, p)), back @ dw
        self.accelerations = np.concatenate([dv, dw, self.dv_B, self.dw_B])

    def position_rows(self, corrected: bool):
        """Eq 25, 26."""
        R_A, R_B = matrix(self.q_A), matrix(self.q_B)
        arm = R_A @ self.p
        w = R_A @ self.w
        lever = -skew(arm) @ R_A if corrected else -skew(arm)
        A = np.hstack([R_A, lever, -R_B, np.zeros((3, 3))])
        b = -np.cross(w, R_A @ self.v + np.cross(w, arm)) + np.cross(w, R_B @ self.v_B)
        return A, b

    def printed_attitude_rows(self):
        """Eq 32, 33."""
        q_A, q_B, w_A, w_B = self.q_A, self.q_B, self.w, self.w_B
        rate_A, rate_B = T(q_A) @ w_A, T(q_B) @ w_B
        none = np.zeros((4, 3))
        A = np.hstack([none, G_B(q_B) @ T(q_A), none, G_A(q_A) @ T(q_B)])
        turning = G_B(q_B) @ T(rate_A) + 2.0 * G_B(rate_B) @ T(q_A)
        return A, -G_A(q_A) @ T(rate_B) @ w_B - turning @ w_A

    def gap(self, A, b) -> float:
        return float(np.max(np.abs(A @ self.accelerations - b)))

    def gap_of_ours(self) -> float:
        solid = {"mass": 1.0, "inertia": [1, 1, 1]}
        at = {"position": self.p.tolist(), "quaternion": self.mount.tolist()}
        dock = {"parent": "A", "at": at, "joint": "fixed", **solid}
        m = twin(Robot(name="docked", bodies={"A": solid, "B": dock}))
        known = given(m, 0.0, [0, 0, 0, *self.q_A.tolist()], [*self.v.tolist(), *self.w.tolist()])
        rows = cd.joint_conditions(m, known, cd.bodies_at(m, known))
        a = np.split(self.accelerations, 2)
        totals = [sum(np.dot([*w], a[i]) for i, w in row.on.items()) - row.b for row in rows]
        return float(np.max(np.abs(totals)))


@pytest.mark.parametrize("planar", [True, False])
def test_corrected_rows_hold(planar):
    for seed in range(5):
        docked = Docked(seed, planar)
        assert docked.gap(*docked.position_rows(corrected=True)) < 1e-13
        assert docked.gap_of_ours() < 1e-13


def test_printed_rows_hold_in_the_plane():
    for seed in range(5):
        docked = Docked(seed, planar=True)
        assert docked.gap(*docked.position_rows(corrected=False)) < 1e-13
        assert docked.gap(*docked.printed_attitude_rows()) < 1e-13


def test_printed_rows_fail_in_space():
    """Bodies that do move as one violate eq 25 (no rotation) and eq 32 (inertial axes)."""
    for seed in range(5):
        docked = Docked(seed, planar=False)
        assert docked.gap(*docked.position_rows(corrected=False)) > 0.05
        assert docked.gap(*docked.printed_attitude_rows()) > 0.01
