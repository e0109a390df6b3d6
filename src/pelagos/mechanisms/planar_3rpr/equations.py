"""The planar 3-RPR platform by Newton and Euler, in closed form.

Idea: three limbs, each revolute, prismatic, revolute, carry a platform. Given its motion, each limb
follows by itself, and what the limbs put on the platform follows from the platform's own laws.

Unknowns: X = (x, y, phi), the platform's mass centre G and turn; V and A are its rates. Limb i
reaches from A_i on the ground to B_i on the platform, has the length L, the angle alpha, and the
unit vectors s along and n = k x s across; E is the vector from G to B_i. f is the actuator's force.

Equations, numbered as in the lecture notes "Dynamic analysis based on Newton-Euler formulation":

    (1)    G + E = A_i + L s                                        loop closure
    (I)    Ld  = Jx V,        Jx = [Sx, Sy, Ex Sy - Sx Ey]
    (II)   ad  = Ja V,        Ja = [-Sy, Sx, E.s] / L
    (III)  Ldd = Jx A + L ad^2 - phid^2 E.s
    (IV)   add = Ja A + (phid^2 (Sy Ex - Sx Ey) - 2 Ld ad) / L
    (V)    F_is = f - axial,  F_in = moment/L                       limb: `limbs`
    (VI)   M (a - gravity) = f_d + sum(F_is s - F_in n)
    (VII)  I phidd = tau_d + sum(F_is (Ex Sy - Ey Sx) - F_in E.s)

Since E x s and E.s are what Jx and L Ja have in their last place, (VI) and (VII) are, in one line,

    sum Jx' f = diag(M, M, I) A - weight - disturbance + sum(Jx' axial + Ja' moment).

The right side is linear in A; with the coefficients m of Ldd in `axial` and J of add in `moment`
the mass matrix is diag(M, M, I) + sum(m Jx' Jx + J Ja' Ja).

Steps: closure; (I)-(IV); loads of the limbs; then three equations for f (inverse dynamics), or
three for A (forward dynamics).

Cost: about 400 operations and one sine and cosine per evaluation.

References: the notes above; C. Gosselin, J. Angeles (1990) for the singular poses; J. Angeles
(2007) for the condition number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pelagos.mathematics import dense
from pelagos.mathematics.scalars import Scalar, sincos, sqrt
from pelagos.mechanisms.planar_3rpr.limbs import LimbLoads, LimbModel, LimbMotion, LimbNumbers

Vector = Sequence[Scalar]


class Points(NamedTuple):
    """Ends of a limb: A on the ground, B on the platform from G, in the platform's axes."""

    Ax: Scalar
    Ay: Scalar
    Bx: Scalar
    By: Scalar


class Platform(NamedTuple):
    """Everything but the points: platform, limbs, and what pushes."""

    points: Sequence[Points]
    limbs: Sequence[LimbNumbers]
    mass: Scalar
    inertia: Scalar
    gravity: Vector  # (gx, gy) in the plane


class LimbPose(NamedTuple):
    """A limb of the closed loop, equation (1)."""

    L: Scalar
    Sx: Scalar
    Sy: Scalar
    Ex: Scalar
    Ey: Scalar

    @property
    def lever(self) -> Scalar:
        """k . (E x s): the lever of an axial force about G."""
        return self.Ex * self.Sy - self.Ey * self.Sx

    @property
    def ahead(self) -> Scalar:
        """E . s: the lever of a transverse force about G."""
        return self.Ex * self.Sx + self.Ey * self.Sy

    @property
    def Jx(self) -> Vector:
        """Row of (I): extension per speed of the platform."""
        return self.Sx, self.Sy, self.lever

    @property
    def Ja(self) -> Vector:
        """Row of (II): turn per speed of the platform."""
        return -self.Sy / self.L, self.Sx / self.L, self.ahead / self.L


class LimbForces(NamedTuple):
    """Forces of the limbs, one number each per limb."""

    f: Vector
    F_is: Vector
    F_in: Vector
    g: Vector
    base: Sequence[Vector]  # of the ground on the limb, (x, y)


def closure(points: Sequence[Points], X: Vector) -> list[LimbPose]:
    """Equation (1), solved for each limb."""
    x, y, phi = X
    sine, cosine = sincos(phi)
    poses = []
    for p in points:
        Ex, Ey = p.Bx * cosine - p.By * sine, p.Bx * sine + p.By * cosine
        dx, dy = x + Ex - p.Ax, y + Ey - p.Ay
        L = sqrt(dx * dx + dy * dy)
        poses.append(LimbPose(L, dx / L, dy / L, Ex, Ey))
    return poses


def limb_motion(limb: LimbPose, V: Vector, A: Vector) -> LimbMotion:
    """Equations (I) to (IV)."""
    L, turn = limb.L, V[2] * V[2]
    Ld = _dot(limb.Jx, V)
    ad = _dot(limb.Ja, V)
    Ldd = _dot(limb.Jx, A) + L * ad * ad - turn * limb.ahead
    add = _dot(limb.Ja, A) + (turn * limb.lever - 2.0 * Ld * ad) / L
    return LimbMotion(L, Ld, Ldd, ad, add)


def limb_loads(
    robot: Platform, model: LimbModel, poses: Sequence[LimbPose], V: Vector, A: Vector
) -> list[LimbLoads]:
    """What the motion asks for in each limb."""
    gx, gy = robot.gravity
    return [
        model.loads(
            numbers,
            limb_motion(p, V, A),
            gx * p.Sx + gy * p.Sy,
            gy * p.Sx - gx * p.Sy,
        )
        for numbers, p in zip(robot.limbs, poses, strict=True)
    ]


def wrench(
    robot: Platform,
    poses: Sequence[LimbPose],
    loads: Sequence[LimbLoads],
    A: Vector,
    disturbance: Vector,
) -> list[Scalar]:
    """The right side of (VI) and (VII): what the actuators' forces must add up to."""
    gx, gy = robot.gravity
    total = [
        robot.mass * (A[0] - gx) - disturbance[0],
        robot.mass * (A[1] - gy) - disturbance[1],
        robot.inertia * A[2] - disturbance[2],
    ]
    for p, load in zip(poses, loads, strict=True):
        for k, (along, across) in enumerate(zip(p.Jx, p.Ja, strict=True)):
            total[k] = total[k] + along * load.axial + across * load.moment
    return total


def inverse_dynamics(
    robot: Platform, model: LimbModel, X: Vector, V: Vector, A: Vector, disturbance: Vector
) -> LimbForces:
    """Forces that make the platform accelerate with A."""
    poses = closure(robot.points, X)
    loads = limb_loads(robot, model, poses, V, A)
    adjugate, determinant = _adjugate([p.Jx for p in poses])
    needed = wrench(robot, poses, loads, A, disturbance)
    # Jx' f = needed, and the inverse of Jx' is the transposed inverse of Jx
    f = [
        (adjugate[0][i] * needed[0] + adjugate[1][i] * needed[1] + adjugate[2][i] * needed[2])
        / determinant
        for i in range(3)
    ]
    return forces(poses, loads, f)


def forward_dynamics(
    robot: Platform, model: LimbModel, X: Vector, V: Vector, f: Vector, disturbance: Vector
) -> tuple[list[Scalar], LimbForces]:
    """A under the forces f, and the other forces with it."""
    poses = closure(robot.points, X)
    still = (0.0, 0.0, 0.0)
    needed = wrench(robot, poses, limb_loads(robot, model, poses, V, still), still, disturbance)
    surplus = [
        sum(p.Jx[k] * force for p, force in zip(poses, f, strict=True)) - needed[k]
        for k in range(3)
    ]
    A = dense.solve(dense.factor(mass_matrix(robot, model, poses)), surplus)
    return A, forces(poses, limb_loads(robot, model, poses, V, A), f)


def mass_matrix(robot: Platform, model: LimbModel, poses: Sequence[LimbPose]) -> dense.Matrix:
    """Wrench per acceleration: platform, and the limbs carried by it."""
    total = dense.zeros(3, 3)
    total[0][0] = total[1][1] = robot.mass
    total[2][2] = robot.inertia
    for p, numbers in zip(poses, robot.limbs, strict=True):
        along = model.loads(numbers, LimbMotion(p.L, 0.0, 1.0, 0.0, 0.0), 0.0, 0.0).axial
        about = model.loads(numbers, LimbMotion(p.L, 0.0, 0.0, 0.0, 1.0), 0.0, 0.0).moment
        for i in range(3):
            for j in range(3):
                carried = along * p.Jx[i] * p.Jx[j] + about * p.Ja[i] * p.Ja[j]
                total[i][j] = total[i][j] + carried
    return total


def forces(poses: Sequence[LimbPose], loads: Sequence[LimbLoads], f: Vector) -> LimbForces:
    """Equation (V), and what the ground bears."""
    F_in = [load.moment / p.L for p, load in zip(poses, loads, strict=True)]
    g = [force - load.transverse for force, load in zip(F_in, loads, strict=True)]
    held = [force + load.held for force, load in zip(f, loads, strict=True)]
    return LimbForces(
        f=list(f),
        F_is=[force - load.axial for force, load in zip(f, loads, strict=True)],
        F_in=F_in,
        g=g,
        base=[
            (h * p.Sx + across * p.Sy, h * p.Sy - across * p.Sx)
            for p, h, across in zip(poses, held, g, strict=True)
        ],
    )


def energies(
    robot: Platform, model: LimbModel, X: Vector, V: Vector
) -> tuple[Scalar, Scalar, Scalar]:
    """Kinetic and potential energy, and the power that entering mass brings.

    The platform's potential counts from the origin, that of a limb from its base.
    """
    gx, gy = robot.gravity
    kinetic = 0.5 * (robot.mass * (V[0] * V[0] + V[1] * V[1]) + robot.inertia * V[2] * V[2])
    potential = -robot.mass * (gx * X[0] + gy * X[1])
    influx: Scalar = 0.0
    for p, numbers in zip(closure(robot.points, X), robot.limbs, strict=True):
        Ld, ad = _dot(p.Jx, V), _dot(p.Ja, V)
        kinetic = kinetic + model.kinetic(numbers, p.L, Ld, ad)
        potential = potential + model.potential(numbers, p.L, gx * p.Sx + gy * p.Sy)
        influx = influx + model.influx(numbers, Ld)
    return kinetic, potential, influx


def conditioning(poses: Sequence[LimbPose], length: Scalar) -> tuple[Scalar, Scalar]:
    """Numerator and denominator of the condition number of Jx, and with it of the pose.

    In Frobenius' norm, so that 1 means that all directions are alike. The last column is a length;
    over the given one it is a number like the others. The denominator, the determinant, is zero in
    a singular pose: there forces in the limbs balance that hold nothing.
    """
    J = [(p.Sx, p.Sy, p.lever / length) for p in poses]
    adjugate, determinant = _adjugate(J)
    return sqrt(_squares(J) * _squares(adjugate)) / 3.0, determinant


def _adjugate(J: Sequence[Vector]) -> tuple[list[Vector], Scalar]:
    """The adjugate and the determinant: their quotient is the inverse."""
    (a, b, c), (d, e, f), (g, h, i) = J
    adjugate: list[Vector] = [
        (e * i - f * h, c * h - b * i, b * f - c * e),
        (f * g - d * i, a * i - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d),
    ]
    return adjugate, a * adjugate[0][0] + b * adjugate[1][0] + c * adjugate[2][0]


def _squares(matrix: Sequence[Vector]) -> Scalar:
    return sum(x * x for row in matrix for x in row)


def _dot(a: Vector, b: Vector) -> Scalar:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
