r"""Small displacements of states with attitudes: steps to and fro, and their slopes.

A displacement s is expressed like the speeds: along the axes of a free body, then a rotation vector
about them. With the attitude q and exponentials of quaternions

    p + R(q) s_v,   q exp(s_w / 2)

is the state after it, and `between` is its inverse. Slopes of the rotation vector are by the
inverse of the right Jacobian of SO(3) (Sola, Deray and Atchuthan 2018, eq 144). All other
coordinates are displaced by plain sums. Prescribed joints are displaced by nothing.
"""

from __future__ import annotations

import numpy as np

from pelagos.equations.mechanism import Link
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import Compiled

SMALL = 1e-4  # rad: below it the first term of a series is exact to 1e-9 of it


class Displacements:
    """Of the states (coordinates, speeds, auxiliary ones) of one robot, in rows."""

    def __init__(self, robot: Compiled):
        links = mechanism_of(robot).links
        held = {int(speed) for _, speed, _ in robot.elements.driven}
        self.nq, self.nv = robot.nq, robot.nv
        self.speeds = np.array([v for v in range(robot.nv) if v not in held], dtype=int)
        self.further = robot.flowing - robot.nq - robot.nv
        self.size = 2 * len(self.speeds) + self.further
        labels = robot.robot.speeds
        self.names = (
            *(f"s[{labels[v]}]" for v in self.speeds),
            *(f"u[{labels[v]}]" for v in self.speeds),
            *robot.states.labels[: self.further],
        )
        self._plain = [
            (link.q.start + q, link.u.start + u)
            for link in links
            for u in range(link.joint.nv)
            if (q := link.joint.coordinate_of(u)) is not None
        ]
        turns = [(link, link.joint.turning) for link in links if link.joint.turning is not None]
        # a quaternion, its turning, and where the body's place and velocity stand, if it is free
        self._turns = [
            (
                slice(link.q.start + turn.q, link.q.start + turn.q + 4),
                slice(link.u.start + turn.u, link.u.start + turn.u + 3),
                None if turn.place is None else _threes(link, turn.place),
            )
            for link, turn in turns
        ]

    # --- whole states: displacements, then speeds and auxiliary states

    def moved(self, x: np.ndarray, dx: np.ndarray) -> np.ndarray:
        """States (k, nx) after displacements (k, size)."""
        found, f = x.copy(), len(self.speeds)
        s = np.zeros((len(x), self.nv))
        s[:, self.speeds] = dx[:, :f]
        for q, u in self._plain:
            found[:, q] += s[:, u]
        for q, w, place in self._turns:
            found[:, q] = multiplied(x[:, q], exponential(s[:, w]))
            if place is not None:
                found[:, place[0]] += np.einsum("kij,kj->ki", rotation(x[:, q]), s[:, place[1]])
        found[:, self.nq + self.speeds] += dx[:, f : 2 * f]
        found[:, self.nq + self.nv :] += dx[:, 2 * f :]
        return found

    def between(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """The displacements that lead from states a to states b."""
        s = np.zeros((len(b), self.nv))
        for q, u in self._plain:
            s[:, u] = b[:, q] - a[:, q]
        for q, w, place in self._turns:
            s[:, w] = logarithm(multiplied(conjugate(a[:, q]), b[:, q]))
            if place is not None:
                apart = b[:, place[0]] - a[:, place[0]]
                s[:, place[1]] = np.einsum("kji,kj->ki", rotation(a[:, q]), apart)
        apart = b[:, self.nq :] - a[:, self.nq :]
        return np.hstack([s[:, self.speeds], apart[:, self.speeds], apart[:, self.nv :]])

    def slopes(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """How `between(a, b)` moves with displacements of b, (k, size, size)."""
        own = np.tile(np.eye(self.nv), (len(b), 1, 1))
        for q, w, place in self._turns:
            own[:, w, w] = inverse_right_jacobian(
                logarithm(multiplied(conjugate(a[:, q]), b[:, q]))
            )
            if place is not None:
                own[:, place[1], place[1]] = np.einsum(
                    "kji,kjl->kil", rotation(a[:, q]), rotation(b[:, q])
                )
        found = np.tile(np.eye(self.size), (len(b), 1, 1))
        f = len(self.speeds)
        found[:, :f, :f] = own[:, self.speeds[:, None], self.speeds]
        return found

    # --- to the numbers of the state itself, and back

    def columns(self, x: np.ndarray) -> np.ndarray:
        """How the numbers of the state move with unit displacements, (k, nx, size)."""
        f = len(self.speeds)
        by = np.zeros((len(x), self.nq, self.nv))
        for q, u in self._plain:
            by[:, q, u] = 1.0
        for q, w, place in self._turns:
            by[:, q, w] = 0.5 * turned_axes(x[:, q])
            if place is not None:
                by[:, place[0], place[1]] = rotation(x[:, q])
        found = np.zeros((len(x), x.shape[1], self.size))
        found[:, : self.nq, :f] = by[:, :, self.speeds]
        found[:, self.nq + self.speeds, f + np.arange(f)] = 1.0
        rest = np.arange(self.further)
        found[:, self.nq + self.nv + rest, 2 * f + rest] = 1.0
        return found

    def rows(self, x: np.ndarray) -> np.ndarray:
        """The inverse on the manifold: displacements of changes of the numbers, (k, size, nx)."""
        found = np.swapaxes(self.columns(x), 1, 2).copy()
        for _, w, _ in self._turns:  # columns of a quaternion have the length 1/2
            own = np.flatnonzero(np.isin(self.speeds, np.arange(w.start, w.stop)))
            found[:, own] *= 4.0
        return found


def _threes(link: Link, place: tuple[int, int]) -> tuple[slice, slice]:
    q, u = link.q.start + place[0], link.u.start + place[1]
    return slice(q, q + 3), slice(u, u + 3)


# --- rows of quaternions (w, x, y, z) and of rotation vectors


def multiplied(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    w = a[:, 0] * b[:, 0] - np.einsum("ki,ki->k", a[:, 1:], b[:, 1:])
    v = a[:, :1] * b[:, 1:] + b[:, :1] * a[:, 1:] + np.cross(a[:, 1:], b[:, 1:])
    return np.column_stack([w, v])


def conjugate(a: np.ndarray) -> np.ndarray:
    return a * np.array([1.0, -1.0, -1.0, -1.0])


def exponential(turn: np.ndarray) -> np.ndarray:
    """The quaternion of a rotation vector."""
    angle = np.linalg.norm(turn, axis=1, keepdims=True)
    return np.hstack([np.cos(0.5 * angle), 0.5 * np.sinc(angle / (2.0 * np.pi)) * turn])


def logarithm(a: np.ndarray) -> np.ndarray:
    """The rotation vector of a quaternion, the short way round."""
    a = np.where(a[:, :1] < 0.0, -a, a)
    size = np.linalg.norm(a[:, 1:], axis=1, keepdims=True)
    angle = 2.0 * np.arctan2(size, a[:, :1])
    tiny = np.finfo(float).tiny
    return np.where(size > tiny, angle / np.maximum(size, tiny), 2.0) * a[:, 1:]


def rotation(a: np.ndarray) -> np.ndarray:
    """R(q), (k, 3, 3)."""
    w, v = a[:, 0], a[:, 1:]
    found = 2.0 * np.einsum("ki,kj->kij", v, v) + 2.0 * w[:, None, None] * skew(v)
    found[:, [0, 1, 2], [0, 1, 2]] += (w**2 - np.einsum("ki,ki->k", v, v))[:, None]
    return found


def turned_axes(a: np.ndarray) -> np.ndarray:
    """q times the unit vectors, (k, 4, 3): twice its rate per unit of turning about each."""
    own = -a[:, None, 1:]
    return np.concatenate([own, a[:, 0, None, None] * np.eye(3) + skew(a[:, 1:])], axis=1)


def inverse_right_jacobian(turn: np.ndarray) -> np.ndarray:
    """How a rotation vector moves with small turns behind it, (k, 3, 3)."""
    angle = np.linalg.norm(turn, axis=1)
    large = np.maximum(angle, SMALL)
    half = 0.5 * large
    factor = np.where(angle > SMALL, (1.0 - half / np.tan(half)) / large**2, 1.0 / 12.0)
    cross = skew(turn)
    return np.eye(3) + 0.5 * cross + factor[:, None, None] * (cross @ cross)


def skew(v: np.ndarray) -> np.ndarray:
    """The matrices of a -> v x a."""
    found = np.zeros((len(v), 3, 3))
    found[:, 0, 1], found[:, 0, 2], found[:, 1, 2] = -v[:, 2], v[:, 1], -v[:, 0]
    return found - np.swapaxes(found, 1, 2)
