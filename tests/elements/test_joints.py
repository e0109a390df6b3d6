"""Force laws: potentials, signs, limits and smoothness, each by itself."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pelagos.elements.actuator.force import BodyForce
from pelagos.elements.actuator.motor import MotorEffort
from pelagos.elements.actuator.servo import ServoEffort
from pelagos.elements.actuator.torque import BodyTorque
from pelagos.elements.joint.damper import JointDamper
from pelagos.elements.joint.friction import JointFriction
from pelagos.elements.joint.spring import BallSpring, JointSpring
from pelagos.elements.joint.stop import EndStop, EndStopDamper
from pelagos.equations.mechanism import Given, Surroundings
from pelagos.mathematics.algebra import Force, Mat3, Motion, Quaternion, Vec3
from pelagos.mathematics.dual import Dual
from pelagos.mathematics.inertia import Pose
from tests import trees
from tests.twins import along, slope

SPRING = JointSpring(0, 0, 3.0, 0.2)
DAMPER = JointDamper(0, 0.7)
FRICTION = JointFriction(0, 2.0, 0.1)
STOP = EndStop(0, 0, -0.5, 0.8, 100.0, 1e-2)
STOP_DAMPER = EndStopDamper(0, 0, -0.5, 0.8, 5.0, 1e-2)
BALL = BallSpring(0, 0, 2.5, 0.8, 4.0)
MOTOR = MotorEffort(0, 0, 4.0)
SERVO = ServoEffort(0, 0, 0, 3.0, 0.5, 2.0)


def at(q=(0.0,), u=(0.0,), signals=(), pose=None):
    """A state of one link, on which elements act."""
    known = Given(
        0.0,
        list(q),
        list(u),
        (),
        list(signals),
        [],
        [0.0] * len(u),
        (),
        Vec3.zero(),
        Surroundings(),
    )
    known.world.append(pose)
    known.velocities.append(Motion.zero())
    known.wrenches.append(Force.zero())
    return known


def efforts(element, q=(0.0,), u=(0.0,), signals=()):
    """What an element does to the joint; the same as its outputs."""
    known = at(q, u, signals)
    found = element.act(known)
    assert tuple(known.tau) == tuple(0.0 + effort for effort in found)
    return found


def states(element, seed, count=40):
    """Coordinates, speeds and coordinate rates of the element's joint."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        if isinstance(element, BallSpring):
            q, u = trees.quaternion(rng), rng.normal(size=3).tolist()
            yield q, u, [*Quaternion(*q).rate(Vec3(*u))]
        else:
            q, u = rng.normal(size=1).tolist(), rng.normal(size=1).tolist()
            yield q, u, u


@pytest.mark.parametrize("element", [SPRING, STOP, BALL])
def test_a_conservative_element_is_the_gradient_of_its_potential(element):
    assert element.conservative
    for q, u, rate in states(element, 1):
        V = element.potential(at(along(q, rate), u))
        known = at(q, u)
        power = np.dot(element.act(known), u)
        assert -slope(V) == pytest.approx(power, rel=1e-12, abs=1e-13)
        assert not V < 0.0
        assert known.power == 0.0  # what is stored does no work


@pytest.mark.parametrize("element", [DAMPER, FRICTION, STOP_DAMPER])
def test_losses_never_feed_energy_in(element):
    assert not element.conservative
    for q, u, _ in states(element, 2):
        known = at(q, u)
        assert np.dot(element.act(known), u) <= 0.0
        assert known.power == np.dot(known.tau, u)


def test_spring_damper_and_motor():
    assert efforts(SPRING, (1.2,)) == (pytest.approx(-3.0),)
    assert efforts(DAMPER, u=(2.0,)) == (pytest.approx(-1.4),)
    found = [efforts(MOTOR, signals=(x,))[0] for x in (-9.0, -1.0, 4.0, 5.0)]
    assert found == [-4.0, -1.0, 4.0, 4.0]
    assert efforts(MotorEffort(0, 0, math.inf), signals=(1e9,)) == (1e9,)


def test_servo_follows_position_and_rate_up_to_its_limit():
    assert efforts(SERVO, (0.4,), (1.0,), (0.9, 1.4)) == (pytest.approx(1.7),)
    assert efforts(SERVO, (0.4,), (1.0,), (9.0, 0.0)) == (2.0,)
    assert efforts(SERVO, (0.4,), (1.0,), (-9.0, 0.0)) == (-2.0,)


def test_friction_saturates_at_its_level_and_passes_zero_smoothly():
    level, speed = FRICTION.level, FRICTION.speed
    for u in (1.0, -1.0):
        (effort,) = efforts(FRICTION, u=(u,))
        assert effort == pytest.approx(-math.copysign(level, u), rel=1e-8)
    (at_rest,) = FRICTION.act(at(u=(Dual(0.0, np.ones(1)),)))
    assert at_rest.value == 0.0
    assert at_rest.tangent[0] == pytest.approx(-level / speed)


def test_stops_begin_without_corner_and_become_linear():
    low, high, stiffness, width = STOP.low, STOP.high, STOP.stiffness, STOP.width

    def push(q, rate=0.0):
        x = Dual(q, np.ones(1))
        known = at((x,), (rate,))
        return STOP.act(known)[0], STOP_DAMPER.act(known)[0]

    for edge in (low, 0.0, high):
        spring, loss = push(edge, 1.0)
        assert slope(spring) == 0.0
        assert not abs(spring) > 0.0
        assert not abs(loss) > 0.0
    # k (x - w) far inside, and stiffness k
    for q, sign in ((high + 1.0, -1.0), (low - 1.0, 1.0)):
        spring, loss = push(q, 1.0)
        assert spring.value == pytest.approx(sign * stiffness * (1.0 - width), rel=1e-3)
        assert spring.tangent[0] == pytest.approx(-stiffness, rel=1e-3)
        assert loss.value == pytest.approx(-STOP_DAMPER.damping, rel=2e-2)


def ball(q):
    return np.array(efforts(BallSpring(0, 0, 2.5, 2.5, 2.5), q, (0.0,) * 3))


def test_a_ball_spring_pulls_along_the_rotation_vector():
    rng = np.random.default_rng(3)
    for angle in (1e-12, 1e-8, 1e-3, 1.0, 3.0):
        axis = np.array(trees.unit(rng))
        q = [math.cos(angle / 2), *(math.sin(angle / 2) * axis)]
        expected = -2.5 * angle * axis
        np.testing.assert_allclose(ball(q), expected, rtol=1e-12, atol=0)
        # both quaternions, and any length, stand for the same attitude
        np.testing.assert_allclose(ball([-x for x in q]), expected, rtol=1e-12, atol=0)
        np.testing.assert_allclose(ball([1.9 * x for x in q]), expected, rtol=1e-12, atol=0)


def test_a_ball_spring_at_rest_is_linear():
    q = [Dual(1.0, np.zeros(3)), *(Dual(0.0, 0.5 * np.eye(3)[k]) for k in range(3))]
    found = BallSpring(0, 0, 2.5, 1.0, 4.0).act(at(q, (0.0,) * 3))
    expected = -np.diag([2.5, 1.0, 4.0])
    np.testing.assert_allclose([e.tangent for e in found], expected, rtol=1e-15)
    assert [e.value for e in found] == [0.0] * 3


@pytest.mark.parametrize("kind", [BodyForce, BodyTorque])
def test_world_directions_turn_against_the_body(kind):
    rng = np.random.default_rng(4)
    R = trees.rotation(rng)
    pose = Pose(Mat3.of(R.T.ravel().tolist()), Vec3(*trees.vector(rng, 1.0)))
    direction, point, size = np.array(trees.unit(rng)), trees.vector(rng, 1.0), 1.7
    tail = (None, Vec3(*point)) if kind is BodyForce else (None,)

    def wrench(in_world, axis):
        known = at(signals=(size,), pose=pose)
        assert kind(0, 0, in_world, Vec3(*axis), *tail).act(known) == (size,)
        return known.wrenches[0]

    there, here = wrench(True, direction), wrench(False, R.T @ direction)
    np.testing.assert_allclose([*there], [*here], rtol=0, atol=1e-15)
    part = there.f if kind is BodyForce else there.n
    np.testing.assert_allclose(R @ [*part], size * direction, rtol=0, atol=1e-15)
    if kind is BodyForce:
        np.testing.assert_allclose([*there.n], np.cross(point, [*there.f]), rtol=0, atol=1e-15)
