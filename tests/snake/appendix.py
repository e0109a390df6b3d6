"""The appendix of Kvalvik et al. 2019, eq 85-114 with the corrections of docs/errata.md.

Written with numpy alone, from the document: a serial chain of links with half-length vectors l_a
and unit joint axes e_a, a = 1 ... n, behind a fixed tail with half-length l_0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


def skew(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def turned(axis, angle):
    """R^(a/a-1), by the formula of Rodrigues."""
    K = skew(axis)
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


@dataclass
class Chain:
    axes: np.ndarray  # (n, 3)
    halves: np.ndarray  # (n + 1, 3), the tail's first
    masses: np.ndarray  # (n + 1,)
    inertias: np.ndarray  # (n + 1, 3, 3), about mass centres

    @property
    def n(self):
        return len(self.axes)

    def rotations(self, q):
        """R^(a) of bodies 0 ... n."""
        found = [np.eye(3)]
        for axis, angle in zip(self.axes, q, strict=True):
            found.append(found[-1] @ turned(axis, angle))
        return found

    def positions(self, q):
        """Mass centres of bodies 0 ... n; that of the tail is the origin (eq 48, 49)."""
        R = self.rotations(q)
        found = [np.zeros(3)]
        for a in range(1, self.n + 1):
            found.append(found[-1] + R[a - 1] @ self.halves[a - 1] + R[a] @ self.halves[a])
        return found

    def B(self, q):
        """Rows of body a: velocity of its mass centre (world), angular velocity (own axes).

        Column j: -R^(j) skew(l_j + sum_{i=j+1}^a (R^(i-1/j) l_{i-1} + R^(i/j) l_i)) e_j, and
        (R^(a/j))' e_j, for j <= a.
        """
        R, found = self.rotations(q), np.zeros((6 * self.n, self.n))
        for a in range(1, self.n + 1):
            for j in range(1, a + 1):
                lever = self.halves[j].astype(float)
                for i in range(j + 1, a + 1):
                    to_previous, to_own = R[j].T @ R[i - 1], R[j].T @ R[i]
                    lever = lever + to_previous @ self.halves[i - 1] + to_own @ self.halves[i]
                e, row = self.axes[j - 1], 6 * (a - 1)
                found[row : row + 3, j - 1] = -R[j] @ skew(lever) @ e
                found[row + 3 : row + 6, j - 1] = (R[j].T @ R[a]).T @ e
        return found

    def M(self):
        """Eq 66."""
        found = np.zeros((6 * self.n, 6 * self.n))
        for a in range(1, self.n + 1):
            row = 6 * (a - 1)
            found[row : row + 3, row : row + 3] = self.masses[a] * np.eye(3)
            found[row + 3 : row + 6, row + 3 : row + 6] = self.inertias[a]
        return found

    def D(self, q, qdot):
        """Eq 73."""
        velocity, found = self.B(q) @ qdot, np.zeros((6 * self.n, 6 * self.n))
        for a in range(self.n):
            own = slice(6 * a + 3, 6 * a + 6)
            found[own, own] = skew(velocity[own])
        return found
