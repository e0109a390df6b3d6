"""Drag by matrices: linear and quadratic damping of all six directions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pelagos.elements.drag.law import DragWords, WaterForce
from pelagos.elements.site import Axes
from pelagos.language import matrix6
from pelagos.language.placement import Placement
from pelagos.mathematics.algebra import Force, Mat3, Motion, Vec3
from pelagos.mathematics.inertia import into_frame
from pelagos.mathematics.scalars import Scalar, absolute
from pelagos.text import vector

_UNITS = {"linear": "N s/m, N m s", "quadratic": "N s2/m2, N m s2"}


class MatrixDrag(DragWords):
    """force_i = -sum_j (linear_ij v_j + quadratic_ij |v_j| v_j), in the frame `at` on the body."""

    key = "matrix"
    order = 0
    per_density = False

    kind: Literal["matrix"] = "matrix"
    at: Placement = Placement()
    linear: matrix6.Rows = matrix6.rows(np.zeros((6, 6)))
    quadratic: matrix6.Rows = matrix6.rows(np.zeros((6, 6)))

    def element(self, body: Axes) -> WaterForce:
        R = body.rotation(self.at.R)  # columns of that to the matrices' axes
        linear, quadratic = np.asarray(self.linear), np.asarray(self.quadratic)
        if self._is_diagonal:
            diagonals = (tuple(np.diag(m).tolist()) for m in (linear, quadratic))
            return DiagonalForce(body.link, R, *diagonals)
        rows = (tuple(map(tuple, m.tolist())) for m in (linear, quadratic))
        return MatrixForce(body.link, R, body.vector(self.at.p), *rows)

    @property
    def _is_diagonal(self) -> bool:
        """Whether the short form holds."""
        if np.any(self.at.p):
            return False
        matrices = (np.asarray(self.linear), np.asarray(self.quadratic))
        return all(np.array_equal(m, np.diag(np.diag(m))) for m in matrices)

    def told(self) -> Iterator[str]:
        at = self.at
        turned = any(part is not None for part in (at.rpy, at.quaternion, at.axis))
        place = f" at {vector(at.position)} m" if any(at.position) or turned else ""
        place += ", turned" if turned else ""
        for name, units in _UNITS.items():
            rows = getattr(self, name)
            if any(map(any, rows)):
                first, *rest = matrix6.told(rows, units, f"{name}, ")
                yield from (first + place, *rest)


@dataclass(frozen=True)
class MatrixForce(WaterForce):
    """Linear and quadratic 6x6 damping: f_i = -sum_j (L_ij v_j + Q_ij |v_j| v_j) (Fossen 2011)."""

    R: Mat3  # to the axes that the matrices are written in
    point: Vec3  # where they hold
    linear: tuple[tuple[float, ...], ...]
    quadratic: tuple[tuple[float, ...], ...]

    def wrench(self, density: Scalar, v: Motion) -> Force:
        R, point = self.R, self.point
        speeds = (*(R @ v.v.plus_cross(v.w, point)), *(R @ v.w))
        squares = [absolute(s) * s for s in speeds]
        total = []
        for L, Q in zip(self.linear, self.quadratic, strict=True):
            force: Scalar = 0.0
            for j in range(6):
                force = force - L[j] * speeds[j] - Q[j] * squares[j]
            total.append(force)
        there = _turned_back(R, total)
        return Force.at(point, there.f) + Force(Vec3.zero(), there.n)


@dataclass(frozen=True)
class DiagonalForce(WaterForce):
    """The same with diagonals at the origin."""

    R: Mat3
    linear: tuple[float, ...]
    quadratic: tuple[float, ...]

    def wrench(self, density: Scalar, v: Motion) -> Force:
        R = self.R
        triples = zip((*(R @ v.v), *(R @ v.w)), self.linear, self.quadratic, strict=True)
        total = [-((linear + quadratic * absolute(s)) * s) for s, linear, quadratic in triples]
        return _turned_back(R, total)


def _turned_back(R: Mat3, total: list[Scalar]) -> Force:
    return Force(into_frame(R, Vec3(*total[0:3])), into_frame(R, Vec3(*total[3:6])))
