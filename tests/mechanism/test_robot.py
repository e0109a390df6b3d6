"""From words to arrays: frames, inertias, order and element tables."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos.elements.actuator.motor import MotorEffort
from pelagos.elements.actuator.servo import ServoEffort
from pelagos.elements.joint.damper import JointDamper
from pelagos.elements.joint.friction import JointFriction
from pelagos.elements.joint.spring import BallSpring, JointSpring
from pelagos.elements.joint.stop import EndStop, EndStopDamper
from pelagos.mechanism.layout import BODY
from pelagos.mechanism.robot import body_inertia, compile_robot
from pelagos.mechanism.tree import PARENT, Q_START, V_START
from pelagos.model import Robot, load
from tests.arrays import array, body_matrix
from tests.dressed import dressed_robot
from tests.trees import random_robot

SEEDS = range(6)


@pytest.mark.parametrize("seed", SEEDS)
def test_bodies_come_after_their_parents(seed):
    compiled = compile_robot(random_robot(seed, 12))
    parents = compiled.tree[:, PARENT]
    assert np.all(parents < 1 + np.arange(compiled.nb))
    assert compiled.names == compiled.robot.order
    for b, name in enumerate(compiled.names):
        parent = compiled.robot.bodies[name].parent
        assert ("world", *compiled.names)[parents[b]] == parent


@pytest.mark.parametrize("seed", SEEDS)
def test_coordinates_and_speeds_are_counted_once(seed):
    compiled = compile_robot(random_robot(seed, 12))
    joints = [compiled.robot.bodies[name].joint for name in compiled.names]
    assert (
        compiled.tree[:, Q_START].tolist() == np.cumsum([0, *(j.nq for j in joints)])[:-1].tolist()
    )
    assert (
        compiled.tree[:, V_START].tolist() == np.cumsum([0, *(j.nv for j in joints)])[:-1].tolist()
    )
    assert compiled.nq == len(compiled.robot.coordinates) == len(compiled.q0)
    assert compiled.nv == len(compiled.robot.speeds) == len(compiled.u0)
    for start in compiled.quaternions:
        labels = compiled.robot.coordinates[start : start + 4]
        assert [label.rsplit(".")[-1] for label in labels] == ["qw", "qx", "qy", "qz"]


@pytest.mark.parametrize("seed", SEEDS)
def test_aligned_axes_are_a_right_handed_frame_along_the_joint(seed):
    robot = random_robot(seed, 12)
    for body in robot.bodies.values():
        axes = body.joint.aligned_axes
        np.testing.assert_allclose(axes.T @ axes, np.eye(3), rtol=0, atol=1e-15)
        assert np.linalg.det(axes) == pytest.approx(1.0)
        for given, column in zip(body.joint.axes, (2, 0), strict=False):
            np.testing.assert_allclose(axes[:, column], given, rtol=0, atol=1e-15)


@pytest.mark.parametrize(("normal", "x", "y"), [("z", "x", "y"), ("x", "y", "z"), ("y", "z", "x")])
def test_planar_axes_follow_cyclically(normal, x, y):
    """Normal z: displacements along x, y; normal x: y, z; normal y: z, x."""
    body = {"joint": {"planar": normal}, "mass": 1.0, "inertia": [1, 1, 1]}
    axes = Robot(name="p", bodies={"b": body}).bodies["b"].joint.aligned_axes
    unit = dict(zip("xyz", np.eye(3), strict=True))
    np.testing.assert_array_equal(axes.T, [unit[x], unit[y], unit[normal]])


@pytest.mark.parametrize("spatial", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_inertias_are_turned_into_the_aligned_frame(seed, spatial):
    robot = random_robot(seed, 5, spatial=spatial)
    for body in robot.bodies.values():
        align = body.joint.aligned_axes
        turn = np.kron(np.eye(2), align)
        own = body_matrix(body)
        expected = turn.T @ own @ turn
        np.testing.assert_allclose(array(body_inertia(body, align)), expected, rtol=0, atol=1e-14)


def test_gravity_weighs_the_mass_and_not_the_inertia():
    """A body with a 6x6 inertia of its own weighs what `mass` says, nothing by default."""
    root = np.diag([2.0, 3.0, 4.0, 1.0, 1.0, 1.0]).tolist()
    robot = Robot(name="s", bodies={"b": {"spatial_inertia": root}})
    assert compile_robot(robot).bodies[0, BODY["mass"].start] == 0.0
    heavy = Robot(name="s", bodies={"b": {"spatial_inertia": root, "mass": 5, "com": [0, 0, 1]}})
    row = compile_robot(heavy).bodies[0]
    assert row[BODY["mass"].start] == 5.0
    np.testing.assert_array_equal(row[BODY["moment"].span], [0, 0, 5])


def test_fields_fill_a_row_without_gap_or_overlap():
    layout = BODY
    spans = sorted((f.start, f.start + f.size) for f in layout.fields.values())
    assert spans[0][0] == 0
    assert all(a[1] == b[0] for a, b in zip(spans, spans[1:], strict=False))
    assert spans[-1][1] == layout.size
    assert all(f.meaning and f.unit for f in layout.fields.values())


def test_elements_of_a_dressed_robot():
    robot = dressed_robot(4, 25)
    compiled = compile_robot(robot)
    found = {type(element) for element in compiled.elements.all}
    assert {JointSpring, JointDamper, JointFriction, EndStop, EndStopDamper, BallSpring} <= found
    assert {MotorEffort, ServoEffort} <= found
    places = dict(zip(robot.actuators, compiled.elements.actuation, strict=True))
    for name, actuator in robot.actuators.items():
        place = places[name]
        assert (place.element is None) == (actuator.kind == "motion")
        if place.element is not None:
            element = compiled.elements.all[place.element]
            on_joint = isinstance(element, MotorEffort | ServoEffort)
            assert on_joint == (actuator.kind in ("motor", "servo"))


def test_a_robot_without_forces_has_no_elements():
    elements = compile_robot(load("free-body")).elements
    assert elements.all == ()
    assert elements.driven.shape == (0, 3)
