"""Spatial algebra against plain numpy 6x6 matrices, and the laws it must obey."""

from __future__ import annotations

import numpy as np
import pytest
import sympy

from pelagos.mathematics.algebra import Force, Mat3, Motion, Quaternion, Sym3, Vec3
from pelagos.mathematics.dual import Dual
from pelagos.mathematics.inertia import Inertia, Pose, into_frame
from tests import trees
from tests.arrays import array, skew

# Sums of a handful of products of numbers near 1: a few units in the last place.
ROUNDING = 1e-14


@pytest.fixture(params=range(12))
def rng(request):
    return np.random.default_rng(request.param)


def close(ours, theirs, tolerance=ROUNDING):
    ours, theirs = np.array([*ours]), np.ravel(theirs)
    np.testing.assert_allclose(ours, theirs, rtol=0.0, atol=tolerance * max(1.0, abs(theirs).max()))


def vec(rng):
    return Vec3(*rng.normal(size=3).tolist())


def motion(rng):
    return Motion.of(rng.normal(size=6).tolist())


def force(rng):
    return Force.of(rng.normal(size=6).tolist())


def mat(R):
    """A Mat3 of a numpy matrix: by columns."""
    return Mat3.of(np.asarray(R).T.ravel().tolist())


def pose(rng):
    return Pose(mat(trees.rotation(rng)), vec(rng))


def inertia(rng):
    root = rng.normal(size=(6, 6))
    return Inertia.of_matrix((root @ root.T).tolist())


def motion_matrix(X):
    """The 6x6 matrix that takes a motion of P's frame into B."""
    R, p = array(X.R), array(X.p)
    return np.block([[R.T, -R.T @ skew(p)], [np.zeros((3, 3)), R.T]])


def cross_matrix(m):
    """The 6x6 matrix of `m x` on motions, linear part first."""
    v, w = skew(m.v), skew(m.w)
    return np.block([[w, v], [np.zeros((3, 3)), w]])


def test_vectors_and_matrices(rng):
    a, b, k = vec(rng), vec(rng), float(rng.normal())
    A, B = (mat(rng.normal(size=(3, 3))) for _ in range(2))
    close(a + b - k * a, array(a) + array(b) - k * array(a))
    close([a.dot(b)], [array(a) @ array(b)])
    close(a.cross(b), np.cross(array(a), array(b)))
    close(Mat3.skew(a) @ b, np.cross(array(a), array(b)))
    np.testing.assert_allclose(array(A @ B), array(A) @ array(B), rtol=0, atol=2 * ROUNDING)
    close(A @ b, array(A) @ array(b))
    close(into_frame(A, b), array(A).T @ array(b))
    np.testing.assert_array_equal(array(A.T), array(A).T)
    np.testing.assert_array_equal(array(A + B - (-A)), array(A) + array(B) + array(A))
    np.testing.assert_array_equal(array(Mat3.identity()), np.eye(3))


def test_symmetric_matrices(rng):
    S, T = (Sym3.of(rng.normal(size=6).tolist()) for _ in range(2))
    R, v = mat(trees.rotation(rng)), vec(rng)
    np.testing.assert_array_equal(array(S), array(S).T)
    np.testing.assert_array_equal(array(Sym3.upper(S.full)), array(S))
    close(S @ v, array(S) @ array(v))
    close((S + T - 2.0 * S), [*Sym3.upper(mat(array(T) - array(S)))])
    np.testing.assert_allclose(array(Sym3.square(v)), np.outer(array(v), array(v)))
    turned = array(R) @ array(S) @ array(R).T
    np.testing.assert_allclose(array(S.rotated(R)), turned, rtol=0, atol=4 * ROUNDING)


def test_poses_form_a_group(rng):
    X, Y, Z, r = pose(rng), pose(rng), pose(rng), vec(rng)
    close((X @ Y) @ Z, [*(X @ (Y @ Z))])
    close(X @ Pose.identity(), [*X])
    close(Pose.identity() @ X, [*X])
    close((X @ Y).point(r), [*X.point(Y.point(r))])
    inverse = Pose(X.R.T, -(X.R.T @ X.p))
    close(X @ inverse, [*Pose.identity()])


def test_motions_and_forces_follow_poses(rng):
    X, Y, m, f = pose(rng), pose(rng), motion(rng), force(rng)
    close(X.into(m), motion_matrix(X) @ array(m))
    close(X.out_of(f), motion_matrix(X).T @ array(f))
    close((X @ Y).into(m), [*Y.into(X.into(m))])
    close((X @ Y).out_of(f), [*X.out_of(Y.out_of(f))])


def test_power_is_the_same_in_every_frame(rng):
    X, m, f = pose(rng), motion(rng), force(rng)
    close([f.dot(X.into(m))], [X.out_of(f).dot(m)])


def test_a_force_at_a_point_has_the_power_of_the_point(rng):
    """f at r on a body that moves with (v, w): the point moves with v + w x r."""
    r, f, m = vec(rng), vec(rng), motion(rng)
    close([Force.at(r, f).dot(m)], [f.dot(m.v + m.w.cross(r))])


def test_cross_products_of_six_vectors(rng):
    a, b, c, f = motion(rng), motion(rng), motion(rng), force(rng)
    close(a.cross(b), cross_matrix(a) @ array(b))
    close(a.cross_force(f), -cross_matrix(a).T @ array(f))
    # the Lie algebra: antisymmetry, and Jacobi's identity
    close(a.cross(b), -array(b.cross(a)))
    jacobi = a.cross(b.cross(c)) + b.cross(c.cross(a)) + c.cross(a.cross(b))
    close(jacobi, np.zeros(6))
    # d(f . b)/dt = 0 when f and b are both carried along
    close([a.cross_force(f).dot(b) + f.dot(a.cross(b))], [0.0])


def test_cross_products_are_equivariant(rng):
    X, a, b, f = pose(rng), motion(rng), motion(rng), force(rng)
    close(X.into(a).cross(X.into(b)), [*X.into(a.cross(b))], 4 * ROUNDING)
    close(X.out_of(X.into(a).cross_force(f)), [*a.cross_force(X.out_of(f))], 4 * ROUNDING)


def test_inertia_is_a_symmetric_matrix(rng):
    one, other, m = inertia(rng), inertia(rng), motion(rng)
    close(one @ m, array(one) @ array(m))
    np.testing.assert_array_equal(array(one + other), array(one) + array(other))
    np.testing.assert_array_equal(array(one - other), array(one) - array(other))
    close([one.energy(m)], [0.5 * array(m) @ array(one) @ array(m)])
    for k in range(6):
        np.testing.assert_array_equal(array(one.column(k)), array(one)[:, k])
        np.testing.assert_array_equal([*one.times_axis(Motion.unit(k))], array(one)[:, k])
    close(one.times_axis(m), array(one) @ array(m))
    np.testing.assert_array_equal([*Inertia.of([*one])], [*one])


def test_carrying_an_inertia_is_a_congruence(rng):
    X, I, m = pose(rng), inertia(rng), motion(rng)
    A = motion_matrix(X)
    np.testing.assert_allclose(array(X.carry(I)), A.T @ array(I) @ A, rtol=0, atol=1e-12)
    close([X.carry(I).energy(m)], [I.energy(X.into(m))])


def test_a_rigid_body_is_its_point_masses(rng):
    """Inertia about the origin, summed over points: sum m [[1, -[r]], [[r], -[r][r]]]."""
    masses, points = rng.uniform(0.1, 1.0, 8), rng.normal(size=(8, 3))
    total, com = masses.sum(), masses @ points / masses.sum()
    about_com = sum(-m * skew(r) @ skew(r) for m, r in zip(masses, points - com, strict=True))
    rigid = Inertia.rigid(float(total), Vec3(*com.tolist()), Sym3.upper(mat(about_com)))
    expected = np.zeros((6, 6))
    for m, r in zip(masses, points, strict=True):
        J = np.hstack([np.eye(3), -skew(r)])  # velocity of the point per body motion
        expected += m * J.T @ J
    np.testing.assert_allclose(array(rigid), expected, rtol=0, atol=1e-13)


def test_releasing_an_axis_leaves_the_schur_complement(rng):
    I, S = inertia(rng), motion(rng)
    U = I @ S
    left = array(I.without(U, 1.0 / U.dot(S)))
    M, s = array(I), array(S)
    np.testing.assert_allclose(left, M - np.outer(M @ s, M @ s) / (s @ M @ s), atol=1e-12)
    np.testing.assert_allclose(left @ s, np.zeros(6), atol=1e-12)
    k = int(rng.integers(6))
    kept = np.delete(np.delete(array(I), k, 0), k, 1)
    cleared = array(I.cleared(k))
    np.testing.assert_array_equal(np.delete(np.delete(cleared, k, 0), k, 1), kept)
    assert not cleared[k].any()
    assert not cleared[:, k].any()


def test_only_literal_unit_vectors_are_known_as_such():
    assert [Motion.unit(k).unit_index() for k in range(6)] == [*range(6)]
    assert Motion.zero().unit_index() is None
    assert Motion.of([0.0, 0.0, 1.0, 1.0, 0.0, 0.0]).unit_index() is None
    moving = Dual(1.0, np.ones(1))
    assert Motion.of([moving, 0.0, 0.0, 0.0, 0.0, 0.0]).unit_index() is None


def rotation_by_axis(axis, angle):
    """Rodrigues' formula."""
    K = skew(axis)
    return np.eye(3) + np.sin(angle) * K + (1.0 - np.cos(angle)) * K @ K


def test_quaternions_rotate(rng):
    axis, angle = np.array(trees.unit(rng)), float(rng.uniform(-3.0, 3.0))
    q = Quaternion(float(np.cos(angle / 2)), *(np.sin(angle / 2) * axis).tolist())
    R = q.rotation()
    np.testing.assert_allclose(array(R), rotation_by_axis(axis, angle), rtol=0, atol=ROUNDING)
    np.testing.assert_allclose(array(R) @ array(R).T, np.eye(3), rtol=0, atol=ROUNDING)
    # any length, either sign: the same rotation, orthonormal
    scaled = Quaternion.of([-1.7 * x for x in q])
    np.testing.assert_allclose(array(scaled.rotation()), array(R), rtol=0, atol=ROUNDING)
    np.testing.assert_allclose(array(q.conjugate().rotation()), array(R).T, atol=ROUNDING)


def test_quaternions_multiply_like_rotations(rng):
    one, other = (Quaternion.of(trees.quaternion(rng)) for _ in range(2))
    product = array(one.rotation()) @ array(other.rotation())
    np.testing.assert_allclose(array((one * other).rotation()), product, rtol=0, atol=ROUNDING)
    close(one * one.conjugate(), [1.0, 0.0, 0.0, 0.0])


def test_the_rate_of_a_quaternion_turns_its_rotation(rng):
    """dR/dt = R [w] with w in body axes, exactly, by dual numbers."""
    q, w = Quaternion.of(trees.quaternion(rng)), vec(rng)
    rate = q.rate(w)
    moving = Quaternion.of(Dual(a, np.array([b])) for a, b in zip(q, rate, strict=True))
    R_rate = np.array([x.tangent[0] for x in moving.rotation()]).reshape(3, 3).T
    expected = array(q.rotation()) @ skew(w)
    np.testing.assert_allclose(R_rate, expected, rtol=0, atol=4 * ROUNDING)
    close([sum(a * b for a, b in zip(q, rate, strict=True))], [0.0])  # along the sphere


def test_the_algebra_runs_on_symbols():
    """A pose carries an inertia symbolically to what it carries in numbers."""
    names = sympy.symbols("a b c d", real=True)
    q, p = Quaternion(*names), Vec3(names[1], 2.0, names[3])
    I = Inertia.rigid(2.0, Vec3(0.1, names[0], 0.3), Sym3(1.0, 2.0, 3.0, 0.1, names[2], 0.3))
    carried = Pose(q.rotation(), p).carry(I)
    numbers = dict(zip(names, (0.3, -0.4, 0.5, 0.7), strict=True))
    a, b, c, d = numbers.values()
    R = Quaternion(a, b, c, d).rotation()
    J = Sym3(1.0, 2.0, 3.0, 0.1, c, 0.3)
    there = Pose(R, Vec3(b, 2.0, d)).carry(Inertia.rigid(2.0, Vec3(0.1, a, 0.3), J))
    close([float(sympy.sympify(x).subs(numbers)) for x in carried], [*there])
