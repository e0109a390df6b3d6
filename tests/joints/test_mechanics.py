"""Joint kinds: pose, partial velocities, bias and rates must fit each other, exactly."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos.joints.contract import joint_velocity
from pelagos.joints.table import WORDS
from pelagos.mathematics.algebra import Mat3, Motion, Quaternion, Vec3
from pelagos.mathematics.dual import Dual
from pelagos.mathematics.inertia import Pose, into_frame
from pelagos.model.joints import Joint
from tests import trees
from tests.twins import along, slope

KINDS = WORDS


def joint(kind):
    """A joint of that kind, with numbers of its own if it has any."""
    words = trees.random_joint(np.random.default_rng(0), kind, False)
    return Joint.model_validate(words).mechanics


def setting(kind, seed):
    """A joint at a random placement, coordinates (quaternion last) and speeds."""
    rng, j = np.random.default_rng(seed), joint(kind)
    q = rng.normal(size=j.nq)
    if j.turning is not None:
        q[j.turning.q : j.turning.q + 4] = trees.quaternion(rng)
    R = Mat3.of(trees.rotation(rng).ravel().tolist())
    placement = Pose(R, Vec3(*trees.vector(rng, 1.0)))
    return j, placement, q.tolist(), rng.normal(size=j.nv).tolist()


def moving_pose(kind, placement, q, u):
    """The pose with its rate: numbers of R and p with one tangent."""
    j = joint(kind)
    return j.pose(placement, along(q, j.rates(q, u)))


def value(x):
    return x.value if isinstance(x, Dual) else x


def velocity_of(pose):
    """The body velocity of a moving pose: v = R^T dp/dt, [w] = R^T dR/dt."""
    R = Mat3.of(value(x) for x in pose.R)
    v = into_frame(R, Vec3.of(slope(x) for x in pose.p))
    columns = [Vec3.of(slope(x) for x in column) for column in (pose.R.a, pose.R.b, pose.R.c)]
    turned = [into_frame(R, column) for column in columns]
    return Motion(v, Vec3(turned[1].z, turned[2].x, turned[0].y)), turned


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_columns_are_the_derivative_of_the_pose(kind, seed):
    j, placement, q, u = setting(kind, seed)
    velocity, turned = velocity_of(moving_pose(kind, placement, q, u))
    expected = joint_velocity(j.columns(q), u)
    np.testing.assert_allclose([*velocity], [*expected], rtol=0, atol=1e-14)
    # R^T dR/dt is antisymmetric: the pose stays a rotation
    W = np.array([[*column] for column in turned]).T
    np.testing.assert_allclose(W, -W.T, rtol=0, atol=1e-14)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_bias_is_the_rate_of_the_columns(kind, seed):
    """bias = (dS/dt) u, with u held."""
    j, _, q, u = setting(kind, seed)
    columns = j.columns(along(q, j.rates(q, u)))
    relative = [*joint_velocity(columns, u)]
    np.testing.assert_allclose([*j.bias(q, u)], [slope(x) for x in relative], rtol=0, atol=1e-15)


@pytest.mark.parametrize("kind", KINDS)
def test_sizes(kind):
    j, _, q, u = setting(kind, 0)
    assert (len(q), len(u)) == (j.nq, j.nv)
    assert len(j.columns(q)) == j.nv
    assert len(j.rates(q, u)) == j.nq
    assert [*j.bias(q, [0.0] * j.nv)] == [0.0] * 6


@pytest.mark.parametrize("kind", KINDS)
def test_a_joint_at_zero_leaves_the_child_at_its_placement(kind):
    j, placement, _, _ = setting(kind, 1)
    expected = Pose.identity() if j.in_world else placement
    np.testing.assert_allclose([*j.pose(placement, j.zero)], [*expected], rtol=0, atol=1e-16)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_held_and_free_directions_fill_all_six(kind, seed):
    """W . S = 0, T . S = 1, W is orthonormal; dW/dt is the rate of W."""
    j, _, q, u = setting(kind, seed)
    S = np.array([[*column] for column in j.columns(q)]).reshape(-1, 6)
    T = np.array([[*wrench] for wrench in j.active(q)]).reshape(-1, 6)
    W = np.array([[*wrench] for wrench in j.held(q)]).reshape(-1, 6)
    np.testing.assert_allclose(W @ S.T, np.zeros((6 - j.nv, j.nv)), rtol=0, atol=1e-15)
    np.testing.assert_allclose(T @ S.T, np.eye(j.nv), rtol=0, atol=1e-15)
    np.testing.assert_allclose(W @ W.T, np.eye(6 - j.nv), rtol=0, atol=1e-15)
    moving = j.held(along(q, j.rates(q, u)))
    rates = j.held_rates(q, joint_velocity(j.columns(q), u))
    for now, rate in zip(moving, rates, strict=True):
        np.testing.assert_allclose([slope(x) for x in now], [*rate], rtol=0, atol=1e-15)


@pytest.mark.parametrize("kind", KINDS)
def test_plain_coordinates_have_their_speeds_as_rates(kind):
    j, _, q, u = setting(kind, 2)
    for speed in range(j.nv):
        place = j.coordinate_of(speed)
        if place is not None:
            assert j.rates(q, u)[place] == u[speed]


def test_rotations_have_the_right_sign():
    """A quarter turn about z takes x to y; a universal joint then turns about its own x."""
    here, quarter = Pose.identity(), np.pi / 2
    near = {"rtol": 0, "atol": 1e-15}
    revolute = joint("revolute").pose(here, [quarter])
    np.testing.assert_allclose([*revolute.R.a], [0, 1, 0], **near)
    np.testing.assert_allclose([*joint("prismatic").pose(here, [2.0]).p], [0, 0, 2], **near)
    universal = joint("universal").pose(here, [quarter, quarter])
    np.testing.assert_allclose([*universal.R.a], [0, 1, 0], **near)  # second axis, in the parent
    np.testing.assert_allclose([*universal.R.b], [0, 0, 1], **near)
    planar = joint("planar").pose(here, [1.0, 2.0, quarter])
    np.testing.assert_allclose([*planar.p, *planar.R.a], [1, 2, 0, 0, 1, 0], **near)
    half = np.sqrt(0.5)
    free = joint("free").pose(here, [1.0, 2.0, 3.0, half, 0.0, 0.0, half])
    np.testing.assert_allclose([*free.p, *free.R.a], [1, 2, 3, 0, 1, 0], **near)


@pytest.mark.parametrize("kind", ["spherical", "free"])
def test_quaternion_rates_stay_on_the_sphere(kind):
    for seed in range(5):
        j, _, q, u = setting(kind, seed)
        assert abs(np.dot(q[-4:], j.rates(q, u)[-4:])) < 1e-15


def test_a_free_joint_moves_with_its_body_velocity():
    j, placement, q, u = setting("free", 3)
    R = Quaternion(*q[3:]).rotation()
    np.testing.assert_allclose(j.rates(q, u)[:3], [*(R @ Vec3(*u[:3]))], rtol=0, atol=1e-15)
    assert [*j.pose(placement, q).p] == q[:3]
