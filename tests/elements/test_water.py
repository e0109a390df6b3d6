"""Flows and drag laws against closed forms and the identities they must obey."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pelagos.elements.body import immersion as fluid
from pelagos.elements.drag.ellipsoid import CrossFlowForce, SpeedForce
from pelagos.elements.drag.matrix import DiagonalForce, MatrixForce
from pelagos.elements.drag.point import InclinedForce
from pelagos.elements.drag.strip import StripForce
from pelagos.elements.flow import field as flows
from pelagos.elements.flow.shear import ShearCurrent
from pelagos.elements.flow.wave import AiryWave
from pelagos.elements.lift.fin import FinForce
from pelagos.elements.lift.hull import HullForce
from pelagos.mathematics.algebra import Force, Mat3, Motion, Sym3, Vec3
from pelagos.mathematics.dual import Dual
from pelagos.mathematics.inertia import Inertia, into_frame

RHO, LENGTH, K_N, K_A = 998.2, 0.8, 0.11, 0.007
AXIS, CENTRE = (0.0, 0.0, 1.0), (0.1, -0.2, 0.05)
STRIP = StripForce(0, Vec3(*AXIS), Vec3(*CENTRE), LENGTH, K_N, K_A)
AT_ORIGIN = StripForce(0, Vec3(*AXIS), Vec3.zero(), LENGTH, K_N, K_A)


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
    close(STRIP.wrench(RHO, v), Force.at(Vec3(*CENTRE), push))


def test_strip_along_its_axis():
    v = Motion(Vec3(0.0, 0.0, -0.7), Vec3.zero())
    push = Vec3(0.0, 0.0, 0.5 * RHO * K_A * LENGTH * 0.49)
    close(AT_ORIGIN.wrench(RHO, v), Force(push, Vec3.zero()))


def test_strip_turning_about_its_centre():
    # the integral of |w s| w s^2 over the length is w |w| L^4 / 32
    v = Motion(Vec3.zero(), Vec3(0.0, 3.0, 0.0))
    moment = -0.5 * RHO * K_N * 9.0 * LENGTH**4 / 32.0
    close(AT_ORIGIN.wrench(RHO, v), (0.0, 0.0, 0.0, 0.0, moment, 0.0))


def test_strip_turning_about_its_end():
    # velocity w s at the distance s from the end: force L^3 / 3, moment about the end L^4 / 4
    strip = StripForce(0, Vec3(*AXIS), Vec3(0.0, 0.0, LENGTH / 2), LENGTH, K_N, K_A)
    found = strip.wrench(RHO, Motion(Vec3.zero(), Vec3(0.0, 3.0, 0.0)))
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
    found = AT_ORIGIN.wrench(RHO, Motion(Vec3(speed, 0.0, 0.0), Vec3(0.0, omega, 0.0)))
    close(found, (scale * force, 0.0, 0.0, 0.0, scale * moment, 0.0))


def test_strips_in_general_motion():
    """Against a fine sum over the length; the worst of many is a flow that hardly comes to rest."""
    rng = np.random.default_rng(3)
    s = (np.arange(4000) + 0.5) / 4000 * LENGTH - LENGTH / 2
    for scale in 10.0 ** rng.uniform(-1, 1, size=200):
        v, w = rng.normal(size=3), scale * rng.normal(size=3)
        across = (v + np.cross(w, s[:, None] * np.array(AXIS))) * [1.0, 1.0, 0.0]
        strips = -0.5 * RHO * K_N * LENGTH / 4000 * across
        strips *= np.linalg.norm(across, axis=1)[:, None]
        sizes = np.linalg.norm(strips, axis=1)
        strip = StripForce(0, Vec3(*AXIS), Vec3.zero(), LENGTH, K_N, 0.0)
        found = [*strip.wrench(RHO, Motion(Vec3(*v), Vec3(*w)))]
        moment = np.cross(s[:, None] * np.array(AXIS), strips).sum(axis=0)
        assert np.linalg.norm(found[:3] - strips.sum(axis=0)) < 2e-3 * sizes.sum()
        assert np.linalg.norm(found[3:] - moment) < 2e-3 * (sizes * np.abs(s)).sum()


@pytest.mark.parametrize("seed", range(20))
def test_drag_never_drives(seed):
    v, rng = random_motion(seed), np.random.default_rng(seed + 100)
    axis = rng.normal(size=3)
    axis = Vec3(*(axis / np.linalg.norm(axis)).tolist())
    point = Vec3(*rng.normal(size=3).tolist())
    laws = (
        StripForce(0, axis, point, LENGTH, K_N, K_A),
        CrossFlowForce(0, axis, point, 0.02, 0.1),
        SpeedForce(0, axis, point, 0.02, 0.1),
        InclinedForce(0, axis, point, 0.1),
    )
    for law in laws:
        assert law.wrench(RHO, v).dot(v) <= 0.0
        assert [*law.wrench(RHO, Motion.zero())] == [0.0] * 6


def test_matrix_drag_in_other_axes():
    """Squares are taken in the axes that the matrices are written in."""
    turn = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))[0]
    linear, quadratic = np.random.default_rng(4).normal(size=(2, 6, 6))
    v = random_motion(5)
    both = np.kron(np.eye(2), turn)
    own = both @ np.array([*v])
    expected = -both.T @ (linear @ own + quadratic @ (np.abs(own) * own))
    R = Mat3.of(turn.T.ravel())
    close(MatrixForce(0, R, Vec3.zero(), linear, quadratic).wrench(RHO, v), expected)
    expected = -both.T @ ((np.diag(linear) + np.diag(quadratic) * np.abs(own)) * own)
    diagonal = DiagonalForce(0, R, np.diag(linear), np.diag(quadratic))
    close(diagonal.wrench(RHO, v), expected)


def rotation(seed: int) -> Mat3:
    turn = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))[0]
    return Mat3.of((turn * np.linalg.det(turn)).T.ravel().tolist())


def test_still_water_adds_nothing():
    added, v = symmetric_inertia(1), random_motion(2)
    moment, centre = Vec3(0.1, 0.2, 0.3), Vec3(0.3, 0.0, -0.1)
    wrench = fluid.flow_wrench(added, 3.0, moment, centre, v, rotation(3), flows.STILL)
    close(wrench, [0.0] * 6)


def test_a_body_carried_along_feels_only_the_flow_s_acceleration():
    """Without rotation and at the flow's velocity, (rho V + M_A) a_F remains."""
    added, c, a = symmetric_inertia(1), Vec3(0.3, -0.2, 0.5), Vec3(0.1, 0.7, -0.4)
    still, level = Motion(c, Vec3.zero()), Mat3.identity()
    stream = flows.Stream(c, a, None)
    wrench = fluid.flow_wrench(added, 3.0, Vec3.zero(), Vec3.zero(), still, level, stream)
    bias = still.cross_force(added @ still)
    expected = added @ Motion(a, Vec3.zero()) + Force(3.0 * a, Vec3.zero()) + bias
    close(wrench, expected)


@pytest.mark.parametrize("seed", range(5))
def test_a_sphere_is_pressed_by_the_acceleration_of_the_water(seed):
    """Of any flow, in any motion: the added mass gives m_A (Dc/Dt - dv/dt), Auton et al. 1988."""
    rng = np.random.default_rng(seed)
    m, displaced, centre = 2.0, 4.0, Vec3(*rng.normal(size=3).tolist())
    added = Inertia.rigid(m, centre, Sym3.zero())
    velocity, R = random_motion(seed + 10), rotation(seed)
    c, rate, *columns = (Vec3(*row) for row in rng.normal(size=(5, 3)).tolist())
    gradient = Mat3(*columns)
    stream = flows.Stream(c, rate, gradient)
    wrench = fluid.flow_wrench(added, displaced, displaced * centre, centre, velocity, R, stream)
    along_water = into_frame(R, rate + gradient @ c)
    close(wrench, Force.at(centre, (m + displaced) * along_water), 1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_a_body_in_a_potential_flow_obeys_lagrange(seed):
    """d/dt dL/dv - dL/dx = 0 with L = V_r . M_A V_r / 2, for any added mass and attitude.

    The flow is linear in place with a symmetric gradient, so dL/dx is exact; v and x are those of
    the centre, and the body does not turn.
    """
    rng = np.random.default_rng(seed)
    added, R = symmetric_inertia(seed), rotation(seed)
    shape = rng.normal(size=(3, 3))
    G = shape + shape.T
    c, rate = rng.normal(size=(2, 3))
    v = rng.normal(size=3)  # world axes
    turn = np.array([*R]).reshape(3, 3).T
    M = np.array([[*added.column(k)][:3] for k in range(3)])  # M_A of translation, body axes
    M = turn @ M @ turn.T
    # -d/dt (M (v - c)) without dv/dt, plus dL/dx = -G^T M (v - c)
    expected = M @ (rate + G @ v) - G.T @ M @ (v - c)
    stream = flows.Stream(Vec3(*c), Vec3(*rate), Mat3.of(G.T.ravel().tolist()))
    body = Motion(Vec3(*(turn.T @ v).tolist()), Vec3.zero())
    found = fluid.flow_wrench(added, 0.0, Vec3.zero(), Vec3.zero(), body, R, stream)
    close(turn @ np.array([*found.f]), expected, 1e-12)


WAVE = (0.4, 0.9, math.sqrt(9.81 * 0.9 * math.tanh(0.9 * 3.0)), 0.3)
UP = Vec3(0.0, 0.0, 1.0)
WAVES = AiryWave(*WAVE, Vec3(0.6, 0.8, 0.0), UP, 0.0, 3.0)
SHEAR = ShearCurrent(Vec3(0.5, 0.1, 0.0), UP, -10.0, 10.0, 1.0 / 7.0)


@pytest.mark.parametrize("flow", [WAVES, SHEAR])
def test_fields_change_as_their_velocity_does(flow):
    """Rate and gradient of jets against dual numbers, and those against finite differences."""
    seeds, here = np.eye(4), (0.7, -0.4, -1.1, 0.8)
    *point, t = (Dual(x, seeds[k]) for k, x in enumerate(here))
    velocity = flow.velocity(t, Vec3(*point))
    slopes = np.array([v.tangent if isinstance(v, Dual) else np.zeros(4) for v in velocity])
    stream = flow.stream((), here[3], Vec3(*here[:3]))
    close(stream.local, slopes[:, 3])
    close(stream.gradient, slopes[:, :3].T.ravel())

    def values(at):
        return np.array([float(v) for v in flow.velocity(at[3], Vec3(*at[:3]))])

    steps = [(values(here + 1e-6 * e) - values(here - 1e-6 * e)) / 2e-6 for e in seeds]
    np.testing.assert_allclose(slopes, np.array(steps).T, atol=1e-9)


def test_waves_are_free_of_divergence_and_rotation():
    stream = WAVES.stream((), 0.8, Vec3(0.7, -0.4, -1.1))
    G = np.array([*stream.gradient]).reshape(3, 3)
    assert abs(np.trace(G)) < 1e-13
    close(G.ravel(), G.T.ravel())


def test_no_flow_through_the_bed():
    stream = WAVES.stream((), 0.8, Vec3(0.7, -0.4, -3.0))
    assert abs(stream.velocity.z) < 1e-15


def test_deep_water_does_not_overflow():
    wave = AiryWave(0.4, 0.9, 2.9, 0.3, Vec3(1.0, 0.0, 0.0), UP, 0.0, 1e4)
    velocity = wave.stream((), 0.0, Vec3(0.0, 0.0, -1.0)).velocity
    assert velocity.x == pytest.approx(0.4 * 2.9 * math.exp(-0.9) * math.cos(0.3), rel=1e-12)


def test_shear_is_the_reference_at_its_height():
    stream = SHEAR.stream((), 0.0, Vec3(3.0, 4.0, 0.0))
    close(stream.velocity, (0.5, 0.1, 0.0))
    close(stream.local, (0.0, 0.0, 0.0))
    close(stream.gradient @ stream.velocity, (0.0, 0.0, 0.0))  # the water does not accelerate
    half = SHEAR.stream((), 0.0, Vec3(0.0, 0.0, -5.0)).velocity
    assert half.x == pytest.approx(0.5 * 0.5 ** (1.0 / 7.0), rel=1e-13)


def test_below_the_bed_the_water_rests():
    stream = SHEAR.stream((), 0.0, Vec3(0.0, 0.0, -12.0))
    assert [*stream.velocity] == [0.0] * 3
    assert [*stream.gradient] == [0.0] * 9


def test_fin_lift_to_first_order_is_prestero_s():
    """u |u| angle, u v and u r of a fin behind the origin; the signs of rudder and stern plane."""
    k, x, u, v, r, angle = 0.02, -0.6, 1.5, 1e-5, 2e-5, 3e-5
    scale = 0.5 * RHO * k
    fin = FinForce(0, Vec3(1.0, angle, 0.0), Vec3(-angle, 1.0, 0.0), Vec3(x, 0.0, 0.0), k)
    motion = Motion(Vec3(u, v, 0.0), Vec3(0.0, 0.0, r))
    push = scale * (u * u * angle - u * v - x * u * r)
    found = fin.wrench(RHO, motion)
    close((found.f.y, found.n.z), (push, x * push), 1e-8)


@pytest.mark.parametrize("seed", range(20))
def test_lift_never_drives(seed):
    rng, v = np.random.default_rng(seed), random_motion(seed)
    point = Vec3(*rng.normal(size=3).tolist())
    angle = rng.uniform(-3, 3)
    c, s = math.cos(angle), math.sin(angle)
    fin = FinForce(0, Vec3(c, s, 0.0), Vec3(-s, c, 0.0), point, 0.02)
    assert fin.wrench(RHO, v).dot(v) <= 0.0
    hull = HullForce(0, Vec3(*AXIS), point, point, 0.02)
    assert hull.wrench(RHO, v).dot(v) <= 0.0


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
