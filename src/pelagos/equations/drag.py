"""Drag and lift of bodies in water: wrenches that depend on the velocity relative to it.

Every law acts on the relative velocity of the body's frame, in body axes, and returns the wrench
about its origin. Drag takes energy from the relative motion; so does lift, as it is written here.

References: Fossen 2011, section 6.4; Morison et al. 1950; Jorgensen 1977; Donohue et al. 2023,
eq 26-29, 37-42; Prestero 2001, chapter 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pelagos.mathematics.algebra import Force, Mat3, Motion, Vec3
from pelagos.mathematics.inertia import into_frame
from pelagos.mathematics.scalars import absolute, clip, sqrt, where

Scalar = Any
Numbers = Sequence[Scalar]

# Gauss-Legendre points and weights on [-1, 1]; three points integrate degree five exactly.
GAUSS = (
    (0.0, 0.8888888888888888),
    (0.7745966692414834, 0.5555555555555556),
    (-0.7745966692414834, 0.5555555555555556),
)


class MatrixDrag:
    """Linear and quadratic 6x6 damping: f_i = -sum_j (L_ij v_j + Q_ij |v_j| v_j) (Fossen 2011).

    Numbers: the rotation to the axes that the matrices are written in (9), the point where they
    hold (3), L (36), Q (36).
    """

    numbers = 84

    def wrench(self, p: Numbers, density: Scalar, v: Motion) -> Force:
        R, point = Mat3.of(p[0:9]), Vec3(*p[9:12])
        speeds = (*(R @ v.v.plus_cross(v.w, point)), *(R @ v.w))
        squares = [absolute(s) * s for s in speeds]
        total = []
        for i in range(6):
            force = 0.0
            for j in range(6):
                force = force - p[12 + 6 * i + j] * speeds[j] - p[48 + 6 * i + j] * squares[j]
            total.append(force)
        there = _turned_back(R, total)
        return Force.at(point, there.f) + Force(Vec3.zero(), there.n)


class DiagonalDrag:
    """The same with diagonals at the origin. Numbers: rotation (9), linear (6), quadratic (6)."""

    numbers = 21

    def wrench(self, p: Numbers, density: Scalar, v: Motion) -> Force:
        R = Mat3.of(p[0:9])
        pairs = zip((*(R @ v.v), *(R @ v.w)), p[9:15], p[15:21], strict=True)
        total = [-((linear + quadratic * absolute(s)) * s) for s, linear, quadratic in pairs]
        return _turned_back(R, total)


def _turned_back(R: Mat3, total: Numbers) -> Force:
    return Force(into_frame(R, Vec3(*total[0:3])), into_frame(R, Vec3(*total[3:6])))


class CrossFlowDrag:
    """Axial and cross-flow drag at a point: -rho/2 (k_a |v_x| v_x, k_n |v_perp| v_perp).

    Numbers: axis (3), point (3), k_a = axial area times coefficient, k_n likewise for the normal.
    """

    numbers = 8

    def wrench(self, p: Numbers, density: Scalar, v: Motion) -> Force:
        axis, point = Vec3(*p[0:3]), Vec3(*p[3:6])
        local = v.v.plus_cross(v.w, point)
        along = axis.dot(local)
        across = local - along * axis
        speed = sqrt(across.dot(across))
        half = -0.5 * density
        axial = (half * p[6] * absolute(along) * along) * axis
        return Force.at(point, axial + (half * p[7] * speed) * across)


class SpeedDrag:
    """Drag with the whole speed: -rho/2 |v| (k_a v_x, k_n v_perp) (Donohue et al. 2023, eq 38-40).

    Numbers as for cross-flow drag; the printed |v|^2 is corrected to |v|, see docs/errata.
    """

    numbers = 8

    def wrench(self, p: Numbers, density: Scalar, v: Motion) -> Force:
        axis, point = Vec3(*p[0:3]), Vec3(*p[3:6])
        local = v.v.plus_cross(v.w, point)
        along = axis.dot(local)
        across = local - along * axis
        scale = -0.5 * density * sqrt(local.dot(local))
        return Force.at(point, (scale * p[6] * along) * axis + (scale * p[7]) * across)


class InclinedDrag:
    """Point drag of a cylinder, C = C_90 sin^2 of the inflow angle (Donohue et al. 2023, eq 27).

    -rho/2 k_n (|v_perp| / |v|)^2 |v_perp| v_perp, zero at rest. Numbers as for cross-flow drag.
    """

    numbers = 8

    def wrench(self, p: Numbers, density: Scalar, v: Motion) -> Force:
        axis, point = Vec3(*p[0:3]), Vec3(*p[3:6])
        local = v.v.plus_cross(v.w, point)
        across = local - axis.dot(local) * axis
        normal, whole = across.dot(across), local.dot(local)
        share = normal / where(whole > 0.0, whole, 1.0)
        return Force.at(point, (-0.5 * density * p[7] * share * sqrt(normal)) * across)


class StripDrag:
    """Morison drag of a cylinder, integrated along its length with the local velocity.

    The length is split where the cross-flow is slowest, so that |v_perp| v_perp is smooth on both
    parts: the integral is exact for translation, for rotation and for both in one plane.
    Numbers: axis (3), centre (3), length, normal drag per length k_n = diameter C_d, axial k_a.
    """

    numbers = 9

    def wrench(self, p: Numbers, density: Scalar, v: Motion) -> Force:
        axis, centre, half = Vec3(*p[0:3]), Vec3(*p[3:6]), 0.5 * p[6]
        middle = v.v.plus_cross(v.w, centre)
        along = axis.dot(middle)  # the same all along
        across, change = middle - along * axis, half * v.w.cross(axis)
        steepness = change.dot(change)
        slowest = -(across.dot(change)) / where(steepness > 0.0, steepness, 1.0)
        split = clip(slowest, -1.0, 1.0)
        push, moment = Vec3.zero(), Vec3.zero()
        for low, high in ((-1.0, split), (split, 1.0)):
            mean, reach = 0.5 * (high + low), 0.5 * (high - low)
            for place, weight in GAUSS:
                s = mean + place * reach
                local = across + s * change
                strip = (weight * reach * sqrt(local.dot(local))) * local
                push, moment = push + strip, moment + s * strip
        scale = -0.5 * density * half
        normal, turning = (scale * p[7]) * push, (scale * half * p[7]) * moment
        axial = (2.0 * scale * p[8] * absolute(along) * along) * axis
        force = normal + axial
        return Force(force, centre.cross(force) + axis.cross(turning))


class BodyLift:
    """Lift of a hull across its axis: -rho/2 k |v_x| v_perp at a point (Prestero 2001).

    Numbers: axis (3), point where it acts (3), point whose velocity counts (3), k = area times lift
    slope. Prestero takes the velocity of the origin; with that of the point the lift never drives.
    """

    numbers = 10

    def wrench(self, p: Numbers, density: Scalar, v: Motion) -> Force:
        axis, point = Vec3(*p[0:3]), Vec3(*p[3:6])
        local = v.v.plus_cross(v.w, Vec3(*p[6:9]))
        along = axis.dot(local)
        across = local - along * axis
        return Force.at(point, (-0.5 * density * p[9] * absolute(along)) * across)


class FinLift:
    """Lift of a fin, normal to its chord: -rho/2 k |v_c| v_n along the normal, at a point.

    v_c and v_n are the parts of the relative velocity at the point along the chord and normal to
    it, both turned by the fin's angle: to first order in angles -rho/2 k |u| (v - u angle), as in
    Prestero 2001; what the angle adds along the hull is the drag that comes with lift.
    Numbers: chord (3), normal (3), point (3), k = area times lift slope.
    """

    numbers = 10

    def wrench(self, p: Numbers, density: Scalar, v: Motion) -> Force:
        chord, normal, point = Vec3(*p[0:3]), Vec3(*p[3:6]), Vec3(*p[6:9])
        local = v.v.plus_cross(v.w, point)
        push = -0.5 * density * p[9] * absolute(chord.dot(local)) * normal.dot(local)
        return Force.at(point, push * normal)


DRAGS = (
    MatrixDrag(), DiagonalDrag(), CrossFlowDrag(), SpeedDrag(), InclinedDrag(), StripDrag(),
    BodyLift(), FinLift(),
)  # fmt: skip


def drag_code(law: type) -> int:
    return next(code for code, entry in enumerate(DRAGS) if type(entry) is law)
