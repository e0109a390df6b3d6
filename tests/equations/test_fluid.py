"""Flows and drag laws against closed forms and the identities they must obey."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pelagos.equations import fluid
from pelagos.equations.algebra import Force, Motion, Sym3, Vec3
from pelagos.equations.dual import Dual
from pelagos.equations.inertia import Inertia

RHO, LENGTH, K_N, K_A = 998.2, 0.8, 0.11, 0.007
AXIS, CENTRE = (0.0, 0.0, 1.0), (0.1, -0.2, 0.05)
STRIP = (*AXIS, *CENTRE, LENGTH, K_N, K_A)
AT_ORIGIN = (*AXIS, 0.0, 0.0, 0.0, LENGTH, K_N, K_A)


def random_motion(seed: int) -> Motion:
    return Motion.of(np.random.default_rng(seed).normal(size=6).tolist())


def symmetric_inertia(seed: int) -> Inertia:
    root = np.random.default_rng(seed).normal(size=(6, 6))
    return Inertia.of_matrix((root @ root.T).tolist())


def close(a, b, tolerance=1e-13):
    a, b = np.array([*a], dtype=float), np.array([*b], dtype=float)
    assert np.abs(a - b).max() <= tolerance * max(1.0, np.abs(b).max())


def test_strip_in_translation():
    v = Motion(Vec3(0.7, 0.0, 0.0), Vec3.zero())
    push = Vec3(-0.5 * RHO * K_N * LENGTH * 0.49, 0.0, 0.0)
    close(fluid.StripDrag().wrench(STRIP, RHO, v), Force.at(Vec3(*CENTRE), push))


def test_strip_along_its_axis():
    v = Motion(Vec3(0.0, 0.0, -0.7), Vec3.zero())
    push = Vec3(0.0, 0.0, 0.5 * RHO * K_A * LENGTH * 0.49)
    close(fluid.StripDrag().wrench(AT_ORIGIN, RHO, v), Force(push, Vec3.zero()))


def test_strip_turning_about_its_centre():
    # the integral of |w s| w s^2 over the length is w |w| L^4 / 32
    v = Motion(Vec3.zero(), Vec3(0.0, 3.0, 0.0))
    moment = -0.5 * RHO * K_N * 9.0 * LENGTH**4 / 32.0
    close(fluid.StripDrag().wrench(AT_ORIGIN, RHO, v), (0.0, 0.0, 0.0, 0.0, moment, 0.0))


def test_strip_turning_about_its_end():
    # velocity w s at the distance s from the end: force L^3 / 3, moment about the end L^4 / 4
    numbers = (*AXIS, 0.0, 0.0, LENGTH / 2, LENGTH, K_N, K_A)
    found = fluid.StripDrag().wrench(numbers, RHO, Motion(Vec3.zero(), Vec3(0.0, 3.0, 0.0)))
    scale = -0.5 * RHO * K_N * 9.0
    close(found, (scale * LENGTH**3 / 3.0, 0.0, 0.0, 0.0, scale * LENGTH**4 / 4.0, 0.0))


@pytest.mark.parametrize("speed", [-0.9, -0.3, 0.2, 0.55, 2.0])
def test_strip_with_a_point_at_rest(speed):
    """Translation and rotation in one plane: the flow changes sign inside, or not; both exact."""
    omega, half = 1.5, LENGTH / 2
    still = np.clip(-speed / omega, -half, half)
    edges = [-half, still, half]
    force = moment = 0.0
    for low, high in zip(edges, edges[1:], strict=False):
        s = np.polynomial.Polynomial([0.0, 1.0])
        v = speed + omega * s
        sign = math.copysign(1.0, v((low + high) / 2))
        for power, parts in ((0, "force"), (1, "moment")):
            whole = (sign * v * v * s**power).integ()
            value = whole(high) - whole(low)
            force, moment = (force + value, moment) if parts == "force" else (force, moment + value)
    scale = -0.5 * RHO * K_N
    found = fluid.StripDrag().wrench(
        AT_ORIGIN, RHO, Motion(Vec3(speed, 0.0, 0.0), Vec3(0.0, omega, 0.0))
    )
    close(found, (scale * force, 0.0, 0.0, 0.0, scale * moment, 0.0))


@pytest.mark.parametrize("seed", range(20))
def test_drag_never_drives(seed):
    v, rng = random_motion(seed), np.random.default_rng(seed + 100)
    axis = rng.normal(size=3)
    axis = (axis / np.linalg.norm(axis)).tolist()
    point = rng.normal(size=3).tolist()
    laws = {
        fluid.StripDrag(): (*axis, *point, LENGTH, K_N, K_A),
        fluid.CrossFlowDrag(): (*axis, *point, 0.02, 0.1),
        fluid.SpeedDrag(): (*axis, *point, 0.02, 0.1),
        fluid.InclinedDrag(): (*axis, *point, 0.02, 0.1),
    }
    for law, numbers in laws.items():
        assert law.wrench(numbers, RHO, v).dot(v) <= 0.0
        assert [*law.wrench(numbers, RHO, Motion.zero())] == [0.0] * 6


def test_matrix_drag_in_other_axes():
    """Squares are taken in the axes that the matrices are written in."""
    turn = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))[0]
    linear, quadratic = np.random.default_rng(4).normal(size=(2, 6, 6))
    v = random_motion(5)
    both = np.kron(np.eye(2), turn)
    own = both @ np.array([*v])
    expected = -both.T @ (linear @ own + quadratic @ (np.abs(own) * own))
    numbers = [*turn.T.ravel(), *linear.ravel(), *quadratic.ravel()]
    close(fluid.MatrixDrag().wrench(numbers, RHO, v), expected)
    diagonal = [*turn.T.ravel(), *np.diag(linear), *np.diag(quadratic)]
    expected = -both.T @ ((np.diag(linear) + np.diag(quadratic) * np.abs(own)) * own)
    close(fluid.DiagonalDrag().wrench(diagonal, RHO, v), expected)


def test_still_water_adds_nothing():
    added, v = symmetric_inertia(1), random_motion(2)
    wrench = fluid.flow_wrench(added, 3.0, Vec3(0.1, 0.2, 0.3), v, Vec3.zero(), Vec3.zero())
    close(wrench, [0.0] * 6)


def test_a_body_carried_along_feels_only_the_flow_s_acceleration():
    """Without rotation and at the flow's velocity, (rho V + M_A) a_F remains."""
    added, c, a = symmetric_inertia(1), Vec3(0.3, -0.2, 0.5), Vec3(0.1, 0.7, -0.4)
    still = Motion(c, Vec3.zero())
    wrench = fluid.flow_wrench(added, 3.0, Vec3.zero(), still, c, a)
    bias = still.cross_force(added @ still)
    expected = added @ Motion(a, Vec3.zero()) + Force(3.0 * a, Vec3.zero()) + bias
    close(wrench, expected)


def test_waves_accelerate_as_their_velocity_changes():
    """The acceleration is the time derivative, the field is free of divergence and rotation."""
    wave = (0.4, 0.9, math.sqrt(9.81 * 0.9 * math.tanh(0.9 * 3.0)), 0.3)
    numbers = (*wave, 0.6, 0.8, 0.0, 0.0, 0.0, 1.0, 0.0, 3.0)
    seeds = np.eye(4)
    point = Vec3(*(Dual(x, seeds[k]) for k, x in enumerate((0.7, -0.4, -1.1))))
    velocity, acceleration = fluid.AiryWave().at(numbers, (), Dual(0.8, seeds[3]), point)
    gradient = np.array([component.tangent for component in velocity])
    close([a.value for a in acceleration], gradient[:, 3])
    assert abs(np.trace(gradient[:, :3])) < 1e-13
    close(gradient[:, :3].ravel(), gradient[:, :3].T.ravel())


def test_no_flow_through_the_bed():
    numbers = (0.4, 0.9, 2.9, 0.3, 0.6, 0.8, 0.0, 0.0, 0.0, 1.0, 0.0, 3.0)
    velocity, _ = fluid.AiryWave().at(numbers, (), 0.8, Vec3(0.7, -0.4, -3.0))
    assert abs(velocity.z) < 1e-15


def test_deep_water_does_not_overflow():
    numbers = (0.4, 0.9, 2.9, 0.3, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1e4)
    velocity, _ = fluid.AiryWave().at(numbers, (), 0.0, Vec3(0.0, 0.0, -1.0))
    assert velocity.x == pytest.approx(0.4 * 2.9 * math.exp(-0.9) * math.cos(0.3), rel=1e-12)


def test_shear_is_the_reference_at_its_height():
    numbers = (0.5, 0.1, 0.0, 0.0, 0.0, 1.0, -10.0, 10.0, 1.0 / 7.0)
    velocity, acceleration = fluid.Shear().at(numbers, (), 0.0, Vec3(3.0, 4.0, 0.0))
    close(velocity, (0.5, 0.1, 0.0))
    close(acceleration, (0.0, 0.0, 0.0))
    half, _ = fluid.Shear().at(numbers, (), 0.0, Vec3(0.0, 0.0, -5.0))
    assert half.x == pytest.approx(0.5 * 0.5 ** (1.0 / 7.0), rel=1e-13)


def test_the_printed_form_differs_by_the_munk_moment():
    """Of a body with diagonal M at its mass centre: v x (M v), and w x (M v) against M (w x v)."""
    M, J = (3.0, 5.0, 7.0), (0.2, 0.3, 0.4)
    zero = [[0.0] * 6 for _ in range(6)]
    for k in range(3):
        zero[k][k], zero[k + 3][k + 3] = M[k], J[k]
    inertia, v = Inertia.of_matrix(zero), random_motion(7)
    momentum = Vec3(*(m * c for m, c in zip(M, v.v, strict=True)))
    printed = Vec3(*(m * c for m, c in zip(M, v.w.cross(v.v), strict=True)))
    wrench = fluid.acceleration_form(inertia, Vec3.zero(), v)
    close(wrench.f, v.w.cross(momentum) - printed)
    close(wrench.n, v.v.cross(momentum))


def test_an_isotropic_mass_has_both_forms_equal():
    """Also where the mass centre is not the origin of the frame."""
    for centre in (Vec3.zero(), Vec3(0.3, -0.2, 0.5)):
        inertia = Inertia.rigid(4.0, centre, Sym3(0.3, 0.4, 0.5, 0.0, 0.1, 0.0))
        wrench = fluid.acceleration_form(inertia, centre, random_motion(8))
        close(wrench, [0.0] * 6, 1e-13)
