"""Force laws: potentials, signs, limits and smoothness, each by itself."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pelagos.equations.elements import (
    BODY_LAWS,
    JOINT_LAWS,
    BallSpring,
    BodyForce,
    BodyTorque,
    Damper,
    Friction,
    Motor,
    Servo,
    Spring,
    Stop,
    StopDamper,
    WorldForce,
    WorldTorque,
    law_code,
)
from pelagos.mathematics.algebra import Mat3, Quaternion, Vec3
from pelagos.mathematics.dual import Dual
from pelagos.mathematics.inertia import Pose
from tests import trees
from tests.twins import along, slope

# Parameters of every joint law, in the order of its `parameters`.
NUMBERS = {
    Spring: (3.0, 0.2),
    Damper: (0.7,),
    Friction: (2.0, 0.1),
    Stop: (-0.5, 0.8, 100.0, 1e-2),
    StopDamper: (-0.5, 0.8, 5.0, 1e-2),
    BallSpring: (2.5, 0.8, 4.0),
    Motor: (4.0,),
    Servo: (3.0, 0.5, 2.0),
}
LAWS = [pytest.param(law, id=type(law).__name__) for law in JOINT_LAWS]


def states(law, seed, count=40):
    """Coordinates, speeds and coordinate rates of the law's joint."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        u = rng.normal(size=law.nv).tolist()
        if law.nq == 4:
            q = trees.quaternion(rng)
            yield q, u, [*Quaternion(*q).rate(Vec3(*u))]
        else:
            yield rng.normal(size=law.nq).tolist(), u, u[: law.nq]


@pytest.mark.parametrize("law", LAWS)
def test_a_conservative_law_is_the_gradient_of_its_potential(law):
    if not law.conservative:
        assert not hasattr(law, "potential")
        return
    numbers = NUMBERS[type(law)]
    for q, u, rate in states(law, 1):
        V = law.potential(numbers, along(q, rate))
        power = np.dot(law.efforts(numbers, q, u, ()), u)
        assert -slope(V) == pytest.approx(power, rel=1e-12, abs=1e-13)
        assert not V < 0.0


@pytest.mark.parametrize("law", [Damper(), Friction(), StopDamper()])
def test_losses_never_feed_energy_in(law):
    for q, u, _ in states(law, 2):
        assert np.dot(law.efforts(NUMBERS[type(law)], q, u, ()), u) <= 0.0


@pytest.mark.parametrize("law", LAWS)
def test_every_law_is_tested_and_found_by_its_code(law):
    assert len(NUMBERS[type(law)]) == len(law.parameters)
    assert JOINT_LAWS[law_code(type(law))] is law


@pytest.mark.parametrize("law", BODY_LAWS)
def test_body_laws_are_found_by_their_codes(law):
    assert BODY_LAWS[law_code(type(law))] is law


def test_spring_damper_and_motor():
    assert Spring().efforts((3.0, 0.2), (1.2,), (), ()) == (pytest.approx(-3.0),)
    assert Damper().efforts((0.7,), (), (2.0,), ()) == (pytest.approx(-1.4),)
    motor = Motor()
    efforts = [motor.efforts((4.0,), (), (0.0,), (x,))[0] for x in (-9.0, -1.0, 4.0, 5.0)]
    assert efforts == [-4.0, -1.0, 4.0, 4.0]
    assert motor.efforts((math.inf,), (), (0.0,), (1e9,)) == (1e9,)


def test_servo_follows_position_and_rate_up_to_its_limit():
    servo, numbers = Servo(), (3.0, 0.5, 2.0)
    assert servo.efforts(numbers, (0.4,), (1.0,), (0.9, 1.4)) == (pytest.approx(1.7),)
    assert servo.efforts(numbers, (0.4,), (1.0,), (9.0, 0.0)) == (2.0,)
    assert servo.efforts(numbers, (0.4,), (1.0,), (-9.0, 0.0)) == (-2.0,)


def test_friction_saturates_at_its_level_and_passes_zero_smoothly():
    friction, (level, speed) = Friction(), (2.0, 0.1)
    for u in (1.0, -1.0):
        (effort,) = friction.efforts((level, speed), (), (u,), ())
        assert effort == pytest.approx(-math.copysign(level, u), rel=1e-8)
    (at_rest,) = friction.efforts((level, speed), (), (Dual(0.0, np.ones(1)),), ())
    assert at_rest.value == 0.0
    assert at_rest.tangent[0] == pytest.approx(-level / speed)


def test_stops_begin_without_corner_and_become_linear():
    low, high, stiffness, width = numbers = NUMBERS[Stop]
    stop, damper = Stop(), StopDamper()

    def push(q, rate=0.0):
        x = Dual(q, np.ones(1))
        spring = stop.efforts(numbers, (x,), (), ())[0]
        return spring, damper.efforts(NUMBERS[StopDamper], (x,), (rate,), ())[0]

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
        assert loss.value == pytest.approx(-NUMBERS[StopDamper][2], rel=2e-2)


def ball(q):
    return np.array(BallSpring().efforts((2.5, 2.5, 2.5), q, (), ()))


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
    efforts = BallSpring().efforts((2.5, 1.0, 4.0), q, (), ())
    expected = -np.diag([2.5, 1.0, 4.0])
    np.testing.assert_allclose([e.tangent for e in efforts], expected, rtol=1e-15)
    assert [e.value for e in efforts] == [0.0] * 3


@pytest.mark.parametrize(("body", "world"), [(BodyForce, WorldForce), (BodyTorque, WorldTorque)])
def test_world_directions_turn_against_the_body(body, world):
    rng = np.random.default_rng(4)
    R = trees.rotation(rng)
    pose = Pose(Mat3.of(R.T.ravel().tolist()), Vec3(*trees.vector(rng, 1.0)))
    direction, point, size = np.array(trees.unit(rng)), trees.vector(rng, 1.0), 1.7
    tail = point if body is BodyForce else []
    there = world().wrench([*direction, *tail], [size], pose)
    here = body().wrench([*(R.T @ direction), *tail], [size], pose)
    np.testing.assert_allclose([*there], [*here], rtol=0, atol=1e-15)
    part = there.f if body is BodyForce else there.n
    np.testing.assert_allclose(R @ [*part], size * direction, rtol=0, atol=1e-15)
    if body is BodyForce:
        np.testing.assert_allclose([*there.n], np.cross(point, [*there.f]), rtol=0, atol=1e-15)
