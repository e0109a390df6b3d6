"""The planar swimmer of Kelasidi et al. 2015, by itself: numpy and the sums of Newton and Euler.

Links along (-sin theta, cos theta), half-length l; joint angles are prescribed. On every link, at
its mass centre: added mass mu_n in the normal direction, in the form -mu_n n n' a, with the
acceleration a of the mass centre; drag -c (v + |v| v) along and across with c_t and c_n; the torque
-lambda_1 alpha - lambda_2 omega - lambda_3 |omega| omega. Still water.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp


@dataclass(frozen=True)
class Swimmer:
    links: int
    l: float
    m: float
    J: float
    mu_n: float
    c_t: float
    c_n: float
    lambda_1: float
    lambda_2: float
    lambda_3: float

    def rates(self, t, y, joints):
        """Of (x, y, theta) of the tail and their speeds."""
        phi, rate, acceleration = joints(t)
        theta = y[2] + np.concatenate([[0], np.cumsum(phi)])
        omega = y[5] + np.concatenate([[0], np.cumsum(rate)])
        alpha = np.concatenate([[0], np.cumsum(acceleration)])
        along = np.stack([-np.sin(theta), np.cos(theta)], axis=1)
        turned = np.stack([-np.cos(theta), -np.sin(theta)], axis=1)  # d along / d theta
        p = self._chain(y[0:2], along)
        v = self._chain(y[3:5], omega[:, None] * turned)
        forces, torques = self._drag(along, turned, v, omega)

        def left(first, alpha0):
            spin = alpha + alpha0
            a = self._chain(first, spin[:, None] * turned - omega[:, None] ** 2 * along)
            inertia = self.m * a + self.mu_n * np.sum(a * turned, 1)[:, None] * turned
            turning = (self.J + self.lambda_1) * spin
            return self._totals(p, inertia - forces, turning - torques)

        rest = left(np.zeros(2), 0.0)
        columns = [left(np.eye(2)[i], 0.0) - rest for i in range(2)]
        columns.append(left(np.zeros(2), 1.0) - rest)
        return np.concatenate([y[3:6], np.linalg.solve(np.array(columns).T, -rest)])

    def _chain(self, first, steps):
        """Quantities of mass centres, where those of neighbours differ by l (step + next step)."""
        between = self.l * (steps[:-1] + steps[1:])
        return np.asarray(first) + np.concatenate([np.zeros((1, 2)), np.cumsum(between, axis=0)])

    def _drag(self, along, across, v, omega):
        t, n = np.sum(v * along, 1), np.sum(v * across, 1)
        forces = -(self.c_t * (t + abs(t) * t))[:, None] * along
        forces -= (self.c_n * (n + abs(n) * n))[:, None] * across
        return forces, -self.lambda_2 * omega - self.lambda_3 * abs(omega) * omega

    @staticmethod
    def _totals(p, forces, torques):
        moment = p[:, 0] * forces[:, 1] - p[:, 1] * forces[:, 0] + torques
        return np.array([*forces.sum(axis=0), moment.sum()])

    def swim(self, joints, times):
        found = solve_ivp(
            self.rates,
            (times[0], times[-1]),
            np.zeros(6),
            t_eval=times,
            args=(joints,),
            rtol=1e-9,
            atol=1e-12,
        )
        return found.y.T
