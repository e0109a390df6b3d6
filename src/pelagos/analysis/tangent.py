"""Accelerations of a robot at rest and how they change, on the manifold of its constraints.

Displacements are expressed like the speeds, s = N y along the tangent space of the constraints.
What unit efforts at the joints do to the accelerations is the matrix P = N N^T, which holds the
inertia and the constraints alike, whatever closes the loops. Its eigenvectors give N with
N^T M N = 1: lengths of y are those of the kinetic metric, and the robot moves by y'' = r(y).

Slopes of r are covariant derivatives in that metric, so that those of conservative forces are
symmetric, the second derivatives of the potential along geodesics (Absil, Mahony and Sepulchre
2008, chapter 5), at rest or not. They are exact (`programs.slopes`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from pelagos.elements.body.wing_section import WingSection
from pelagos.march.assembly import CLOSED, ITERATIONS, turned_over
from pelagos.march.engine import Engine, Restored
from pelagos.mathematics.algebra import Quaternion, Vec3
from pelagos.mechanism.objects import mechanism_of
from pelagos.model.start import Start
from pelagos.programs.slopes import Slopes

SYMMETRIC = 1e-9  # of the largest entry of A: what may differ from its mirror image
SINGULAR = 1e-14  # share of the largest eigenvalue of P below which a direction cannot move


@dataclass(frozen=True)
class Tangent:
    """The robot at rest at one place: y'' = r + A y; lags of wings follow the displacements."""

    basis: np.ndarray  # (nv, freedoms): N
    r: np.ndarray  # (n,)
    A: np.ndarray  # (n, n)

    def displacement(self, y: np.ndarray) -> np.ndarray:
        """Of all joints, of a step of y."""
        return np.asarray(self.basis @ y[: self.basis.shape[1]])

    @cached_property
    def rising(self) -> tuple[np.ndarray, np.ndarray]:
        """Eigenvalues and vectors of the symmetric part of A, rising."""
        values, vectors = np.linalg.eigh(0.5 * (self.A + self.A.T))
        return values, vectors

    @cached_property
    def is_symmetric(self) -> bool:
        """Whether forces are conservative, up to rounding."""
        twist = np.abs(self.A - self.A.T).max(initial=0.0)
        return bool(twist <= SYMMETRIC * np.abs(self.A).max(initial=0.0))

    @cached_property
    def factors(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Singular values and vectors of A."""
        if self.is_symmetric:  # several times as quick
            values, vectors = self.rising
            return vectors * np.where(values < 0.0, -1.0, 1.0), np.abs(values), vectors.T
        return np.linalg.svd(self.A)


class Manifold:
    """Places of one robot: state vectors (q, 0, auxiliary states, 0), with the inputs at t = 0."""

    def __init__(self, engine: Engine):
        robot = engine.robot
        self.robot, self._engine = robot, engine
        self._u = slice(robot.nq, robot.nq + robot.nv)
        first = robot.nq + robot.nv
        lags = [
            first + section.lag + k for section in robot.elements.of(WingSection) for k in (0, 1)
        ]
        self._lags = np.array(lags, dtype=np.int64)
        links = mechanism_of(robot).links
        plain = [
            (link.q.start + q, link.u.start + u)
            for link in links
            for u in range(link.joint.nv)
            if (q := link.joint.coordinate_of(u)) is not None
        ]
        self._plain_q, self._plain_u = np.array(plain, dtype=int).reshape(-1, 2).T
        turns = [(link, link.joint.turning) for link in links if link.joint.turning is not None]
        shifts = [(link, turn.place) for link, turn in turns if turn.place is not None]
        self._turns_q = _blocks([link.q.start + turn.q for link, turn in turns], 4)
        self._turns_u = _blocks([link.u.start + turn.u for link, turn in turns], 3)
        self._shifts_q = _blocks([link.q.start + q for link, (q, _) in shifts], 3)
        self._shifts_u = _blocks([link.u.start + u for link, (_, u) in shifts], 3)
        self._carried = [k for k, (_, turn) in enumerate(turns) if turn.place is not None]
        self.turning = np.array(
            [
                any(float(w) != 0.0 for w in column.w)
                for link in links
                for column in link.joint.columns(link.joint.zero)
            ],
            dtype=bool,
        )

    # --- places

    def at(self, q: Any, states: np.ndarray) -> np.ndarray:
        """The place with these coordinates; prescribed joints where they begin."""
        x = np.concatenate([q, np.zeros(self.robot.nv), states, [0.0]])
        driven = self.robot.elements.driven[:, 0]
        if len(driven):
            words = self.robot.robot
            start = Start(words.bodies, words.initial, words.actuators, words.parameters)
            x[driven] = np.concatenate([start.coordinates(name) for name in words.order])[driven]
        return x

    def closed(self, x: np.ndarray) -> np.ndarray | None:
        """The nearest place that satisfies the constraints; None where there is none nearby."""
        if not self.robot.constraints.rows:
            return x
        found = self._restored(x, ITERATIONS)
        if not np.abs(found.residuals).max() <= CLOSED:
            return None
        there = found.x
        there[self._u] = 0.0
        return None if self._lost(there) else there

    def _lost(self, x: np.ndarray) -> bool:
        """Whether a relation has no rows to go by there, as a wheel that lies flat."""
        if not any(c.relation.lost for c in self.robot.constraints.shapes):
            return False
        places = self._engine.run("places", 0.0, x[None])
        return turned_over(self.robot, places.reshape(-1, 18)[1:, :12]) is not None

    def stepped(self, x: np.ndarray, here: Tangent, step: np.ndarray) -> np.ndarray | None:
        """The place after a step of y and the lags, with loops closed again."""
        there = self.moved(x, here.displacement(step)[None])[0]
        there[self._lags] += step[here.basis.shape[1] :]
        return self.closed(there)

    def moved(self, x: np.ndarray, steps: np.ndarray) -> np.ndarray:
        """Places (step, n) after displacements (step, nv); quaternions stay unit quaternions."""
        found = np.tile(x, (len(steps), 1))
        found[:, self._plain_q] += steps[:, self._plain_u]
        if len(self._turns_q):
            attitude = Quaternion(*x[self._turns_q].T)
            spin = Vec3(*np.moveaxis(steps[:, self._turns_u], 2, 0))
            turned = x[self._turns_q] + np.stack([*attitude.rate(spin)], axis=-1)
            turned /= np.linalg.norm(turned, axis=-1, keepdims=True)
            found[:, self._turns_q] = turned
        for q, k, u in zip(self._shifts_q, self._carried, self._shifts_u, strict=True):
            axes = Quaternion(*x[self._turns_q[k]].tolist()).rotation()
            found[:, q] += steps[:, u] @ np.array([[*axes.a], [*axes.b], [*axes.c]])
        return found

    # --- forces and slopes

    def power(self, x: np.ndarray, step: np.ndarray) -> float:
        """What all forces at a place do along a displacement (nv,) that has just led there."""
        return float(self._inertial(x[None], self._rates(x[None])[:, self._u])[0] @ step)

    def size(self, x: np.ndarray) -> float:
        """The length of r at a place."""
        dx = self._rates(x[None])
        left = self._inertial(x[None], dx[:, self._u])[0]
        squares = left @ dx[0, self._u]
        if len(self.robot.elements.driven):  # their accelerations are not the robot's own
            squares = np.sum((left @ self.basis(x)) ** 2)
        return float(np.sqrt(max(squares, 0.0) + np.sum(dx[0, self._lags] ** 2)))

    def tangent(self, x: np.ndarray) -> Tangent:
        """The equations of motion about a place."""
        slopes = self._slopes(x)
        basis = self._basis(x, slopes.tau[: self.robot.nv])
        momenta = self._momenta(x, basis)
        lags = self._lags - self._u.start  # rows of the slopes
        by_lags = slopes.states[:, lags - self.robot.nv]
        udot = self._not_prescribed(slopes.rates[: self.robot.nv])
        A = np.vstack([momenta @ slopes.s[: self.robot.nv], slopes.s[lags]]) @ basis
        A = np.hstack([A, np.vstack([momenta @ by_lags[: self.robot.nv], by_lags[lags]])])
        A[: len(momenta), : len(momenta)] += self._transport(x, udot, basis, momenta)
        return Tangent(basis, np.concatenate([momenta @ udot, slopes.rates[lags]]), A)

    def damping(self, x: np.ndarray, basis: np.ndarray) -> np.ndarray:
        """(freedoms, freedoms): how r changes with the rate of y."""
        slopes = self._slopes(x)
        return np.asarray(self._momenta(x, basis) @ slopes.u[: self.robot.nv] @ basis)

    def motion(self, x: np.ndarray, basis: np.ndarray) -> np.ndarray:
        """The matrix of the linear motion of (y, y', continuous states) about a place of rest."""
        f, n, nv = basis.shape[1], self.robot.states.continuous, self.robot.nv
        slopes, momenta = self._slopes(x), self._momenta(x, basis)
        columns = np.hstack([slopes.s @ basis, slopes.u @ basis, slopes.states[:, :n]])
        whole = np.zeros((2 * f + n, 2 * f + n))
        whole[:f, f : 2 * f] = np.eye(f)
        whole[f : 2 * f] = momenta @ columns[:nv]
        whole[2 * f :] = columns[nv : nv + n]
        return whole

    def _momenta(self, x: np.ndarray, basis: np.ndarray) -> np.ndarray:
        """(M N)^T."""
        return self._inertial(np.tile(x, (basis.shape[1], 1)), basis.T)

    def _transport(
        self, x: np.ndarray, a: np.ndarray, basis: np.ndarray, momenta: np.ndarray
    ) -> np.ndarray:
        """What makes slopes of accelerations a covariant: g(nabla_X a, Y) less g(da/dX, Y).

        By Koszul's formula, with the brackets of velocities in body axes. Zero at rest.
        """
        f = len(momenta)
        if not a.any():
            return np.zeros((f, f))
        own, places = np.tile(a, (f, 1)), np.tile(x, (f, 1))
        along, across = (  # slopes of the mass matrix along a, and of M a along the others
            self._engine.run("transport", 0.0, np.hstack([places, *moves])) @ basis
            for moves in ((basis.T, own), (own, basis.T))
        )
        brackets = self._brackets(a, basis.T) @ momenta.T
        turned = self._co_brackets(self._inertial(x[None], a[None])[0], basis.T) @ basis
        return np.asarray(0.5 * (along + across.T - across - brackets - brackets.T - turned.T))

    def _brackets(self, a: np.ndarray, others: np.ndarray) -> np.ndarray:
        """[a, X] for rows X: w_a x w_X, and w_a x v_X - w_X x v_a."""
        found = np.zeros_like(others)
        w, wa = others[:, self._turns_u], a[self._turns_u]
        found[:, self._turns_u] = np.cross(wa, w)
        v, va, k = others[:, self._shifts_u], a[self._shifts_u], self._carried
        found[:, self._shifts_u] = np.cross(wa[k], v) - np.cross(w[:, k], va)
        return found

    def _co_brackets(self, p: np.ndarray, others: np.ndarray) -> np.ndarray:
        """For rows X, the covector Y -> p [X, Y]."""
        found = np.zeros_like(others)
        w, pw = others[:, self._turns_u], p[self._turns_u]
        v, pv, k = others[:, self._shifts_u], p[self._shifts_u], self._carried
        moments = np.cross(pw, w)
        moments[:, k] += np.cross(pv, v)
        found[:, self._turns_u] = moments
        found[:, self._shifts_u] = np.cross(pv, w[:, k])
        return found

    def basis(self, x: np.ndarray) -> np.ndarray:
        """N at a place."""
        nv = self.robot.nv
        places, units = np.tile(x, (nv + 1, 1)), np.eye(nv + 1, nv)
        found = self._engine.rates(np.zeros(nv + 1), places, units, by_signals=True)[:, self._u]
        return self._basis(x, found[:-1] - found[-1])

    def _basis(self, x: np.ndarray, P: np.ndarray) -> np.ndarray:
        """N from what unit efforts do."""
        values, vectors = np.linalg.eigh(0.5 * (P + P.T))
        held = self.rank(x) + len(self.robot.elements.driven)
        kept = np.arange(len(P)) >= held
        kept &= values > SINGULAR * values.max(initial=0.0)
        return np.asarray(vectors[:, kept] * np.sqrt(values[kept]))

    def rank(self, x: np.ndarray) -> int:
        """Independent rows of the constraints at a place."""
        return self._restored(x, 0).rank if self.robot.constraints.rows else 0

    # --- questions to the compiled equations

    def _inertial(self, x: np.ndarray, udot: np.ndarray) -> np.ndarray:
        """M udot, place by place."""
        return self._engine.run("inertial", 0.0, np.hstack([x, udot]))

    def _slopes(self, x: np.ndarray) -> Slopes:
        """Of all rates, with prescribed joints where they are at t = 0."""
        numbers = self._engine.variants.numbers[0]
        return self._engine.programs.derivatives.slopes(0.0, x, numbers)

    def _not_prescribed(self, udot: np.ndarray) -> np.ndarray:
        """Without the accelerations of prescribed joints, which are not the robot's own."""
        found = udot.copy()
        found[self.robot.elements.driven[:, 1]] = 0.0
        return found

    def _rates(self, x: np.ndarray) -> np.ndarray:
        return self._engine.rates(np.zeros(len(x)), x, by_signals=True)

    def _restored(self, x: np.ndarray, iterations: int) -> Restored:
        return self._engine.restored(x, iterations)


def _blocks(starts: list[int], width: int) -> np.ndarray:
    return np.array(starts, dtype=int)[:, None] + np.arange(width)
