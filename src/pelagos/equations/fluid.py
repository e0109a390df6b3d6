"""Water around a body: flow fields, what moving water does to added mass, and drag.

Added mass is part of a body's 6x6 inertia M = M_rigid + M_A, so in still water Kirchhoff's
equations hold by construction. In a flow with velocity c and acceleration a_F (of the water),
the added mass acts on the velocity relative to it, v_r = v - c (body axes, c without rotation):

    force on the body = -( M_A dv_r/dt + v_r x* (M_A v_r) ) + rho V a_F at the centre of buoyancy,
    dv_r/dt = dv/dt - (R^T a_F - w x c).

The part M_A dv/dt is in the inertia, the part v x* (M_A v) in its bias force; `flow_wrench` is what
is left, and it vanishes in still water. rho V a_F is the pressure of the undisturbed accelerating
flow on the displaced water (Froude-Krylov). Its steady part is buoyancy, -rho V g: links are given
the mass that is left to weigh, m - rho V, and so need no force for it.

References: Fossen 2011, sections 6.3 and 8.3; Lamb 1932, chapter VI; Morison et al. 1950; Donohue
et al. 2023, eq 26-29, 37-42, 51.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pelagos.equations.algebra import Force, Mat3, Motion, Vec3
from pelagos.equations.inertia import Inertia, Pose, into_frame
from pelagos.equations.scalars import absolute, clip, cos, exp, log, maximum, sin, sqrt, where

Scalar = Any
Numbers = Sequence[Scalar]

# Gauss-Legendre points and weights on [-1, 1]; three points integrate degree five exactly.
GAUSS = (
    (0.0, 0.8888888888888888),
    (0.7745966692414834, 0.5555555555555556),
    (-0.7745966692414834, 0.5555555555555556),
)


class Uniform:
    """The same velocity everywhere, a function of time: inputs are velocity and acceleration."""

    numbers, inputs = 0, 6

    def at(self, p: Numbers, inputs: Numbers, t: Scalar, point: Vec3) -> tuple[Vec3, Vec3]:
        return Vec3(*inputs[0:3]), Vec3(*inputs[3:6])


class Shear:
    """Velocity that changes with the height z over the bed by a power law: c = c_ref (z / z_ref)^n.

    Numbers: c_ref (3), up (3), level of the bed, z_ref, n. Below the bed the water rests.
    """

    numbers, inputs = 9, 0

    def at(self, p: Numbers, inputs: Numbers, t: Scalar, point: Vec3) -> tuple[Vec3, Vec3]:
        c, up, bed, reference, exponent = Vec3(*p[0:3]), Vec3(*p[3:6]), p[6], p[7], p[8]
        height = maximum(up.dot(point) - bed, 1e-9 * reference)
        factor = exp(exponent * log(height / reference))
        # steady, and along horizontal lines: the water does not accelerate
        return factor * c, Vec3.zero()


class AiryWave:
    """One linear wave in water of finite depth: velocity and local acceleration at a point.

    Numbers: amplitude, wave number k, frequency s, phase, direction (3), up (3), surface, depth.
    Velocity amplitudes A s cosh k(z + d) / sinh k d and A s sinh k(z + d) / sinh k d, with z the
    height over the surface; written with decaying exponentials, which deep water does not overflow.
    """

    numbers, inputs = 12, 0

    def at(self, p: Numbers, inputs: Numbers, t: Scalar, point: Vec3) -> tuple[Vec3, Vec3]:
        amplitude, k, s, phase = p[0:4]
        along, up, surface, depth = Vec3(*p[4:7]), Vec3(*p[7:10]), p[10], p[11]
        z = up.dot(point) - surface
        angle = k * along.dot(point) - s * t + phase
        down, reflected = exp(k * z), exp(-(k * (z + 2.0 * depth)))
        scale = amplitude * s / (1.0 - exp(-(2.0 * k * depth)))
        level, vertical = scale * (down + reflected), scale * (down - reflected)
        c, si = cos(angle), sin(angle)
        velocity = (level * c) * along + (vertical * si) * up
        acceleration = (s * level * si) * along - (s * vertical * c) * up
        return velocity, acceleration


FLOWS = (Uniform(), Shear(), AiryWave())


def flow_wrench(
    added: Inertia, displaced: Scalar, moment: Vec3, velocity: Motion, c: Vec3, a_flow: Vec3
) -> Force:
    """What a flow (c and a_flow in body axes) adds to the forces of still water.

    `moment` is the displaced mass times the centre of buoyancy.
    """
    relative = Motion(velocity.v - c, velocity.w)
    still = velocity.cross_force(added @ velocity)
    moving = relative.cross_force(added @ relative)
    rate = Motion(a_flow - velocity.w.cross(c), Vec3.zero())
    return still - moving + added @ rate + Force(displaced * a_flow, moment.cross(a_flow))


def acceleration_form(inertia: Inertia, centre: Vec3, velocity: Motion) -> Force:
    """Correction to the form `M . a` of Donohue et al. 2023, eq 51: no Munk moment.

    There the inertia force of a body is M times the inertial acceleration of its mass centre, with
    M in body axes, and the torque about the centre is J alpha + w x J w. Kirchhoff's bias
    v x* (I v) is replaced by (M (w x v), w x (J w)), with all of it taken at the centre. The form
    does not conserve energy; it is an option, never a default.
    """
    kirchhoff = velocity.cross_force(inertia @ velocity)
    about = Pose(Mat3.identity(), -centre).carry(inertia)
    w = velocity.w
    at_centre = velocity.v.plus_cross(w, centre)
    push = Force.at(centre, about.M @ w.cross(at_centre))
    return kirchhoff - push - Force(Vec3.zero(), w.cross(about.J @ w))


class MatrixDrag:
    """Linear and quadratic 6x6 damping: f_i = -sum_j (L_ij v_j + Q_ij |v_j| v_j) (Fossen 2011).

    Numbers: the rotation to the axes that the matrices are written in (9), L (36), Q (36).
    """

    numbers = 81

    def wrench(self, p: Numbers, density: Scalar, v: Motion) -> Force:
        R = Mat3.of(p[0:9])
        speeds = (*(R @ v.v), *(R @ v.w))
        squares = [absolute(s) * s for s in speeds]
        total = []
        for i in range(6):
            force = 0.0
            for j in range(6):
                force = force - p[9 + 6 * i + j] * speeds[j] - p[45 + 6 * i + j] * squares[j]
            total.append(force)
        return _turned_back(R, total)


class DiagonalDrag:
    """The same with diagonal matrices. Numbers: rotation (9), linear (6), quadratic (6)."""

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


DRAGS = (
    MatrixDrag(), DiagonalDrag(), CrossFlowDrag(), SpeedDrag(), InclinedDrag(), StripDrag(),
)  # fmt: skip


def drag_code(law: type) -> int:
    return next(code for code, entry in enumerate(DRAGS) if type(entry) is law)
