"""Joints called by names of their own, in every place where words mean a joint."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import ModelError

ARM = """\
name: arm
bodies:
  upper: {mass: 1, inertia: [1, 1, 1], com: [1, 0, 0], joint: {revolute: y, name: shoulder}}
  lower:
    {parent: upper, at: [1, 0, 0], mass: 1, inertia: [1, 1, 1], joint: {revolute: y, name: elbow}}
actuators:
  shoulder: {motor: {joint: %(shoulder)s, input: "2 * q[%(elbow)s] + u[%(shoulder)s]"}}
  elbow: {servo: {joint: %(elbow)s, stiffness: 3}}
constraints:
  pair: {gear: {joints: {%(shoulder)s: 1, %(elbow)s: 2}}}
initial:
  %(shoulder)s: {angle: 0.2}
scenarios:
  other:
    initial: {%(elbow)s: {angle: -0.1}}
    inputs: {elbow: "q[%(shoulder)s]"}
stop: {when: "q[%(elbow)s] > 1"}
"""
BODIES = {"shoulder": "upper", "elbow": "lower"}
JOINTS = {"shoulder": "shoulder", "elbow": "elbow"}


def arm(names=JOINTS, text=ARM):
    return pl.loads(text % names)


def test_the_robot_is_the_same():
    assert arm(JOINTS) == arm(BODIES)
    assert arm().initial_state("other")[0].tolist() == [0.2, -0.1]
    # an actuator that is called like the joint stays what it is
    assert list(arm().actuators) == ["shoulder", "elbow"]


@pytest.mark.parametrize(
    ("path", "body_path", "value"),
    [
        ("bodies.shoulder.joint.limits", "bodies.upper.joint.limits", [-1, 1]),
        ("bodies.shoulder.mass", "bodies.upper.mass", 3),
        ("initial.shoulder.angle", "initial.upper.angle", 0.1),
        ("initial.elbow.angle", "initial.lower.angle", 0.1),
        ("scenarios.other.initial.elbow.angle", "scenarios.other.initial.lower.angle", 0.3),
    ],
)
def test_paths(path, body_path, value):
    assert arm().with_values({path: value}) == arm(BODIES).with_values({body_path: value})


def test_in_modules(tmp_path):
    text = ARM.split("constraints:")[0] % JOINTS
    (tmp_path / "arm.yaml").write_text(text)
    outer = "name: two\nmodules: {left: {file: arm.yaml}}\ninitial: {left.shoulder: {angle: 0.3}}\n"
    (tmp_path / "two.yaml").write_text(outer)
    robot = pl.load(tmp_path / "two.yaml")
    assert robot.actuators["left.elbow"].servo.joint == "left.lower"
    assert robot.initial_state()[0].tolist() == [0.3, 0.0]
    changed = robot.with_values({"initial.left.upper.angle": 0.4, "bodies.left.elbow.mass": 2})
    assert changed.initial_state()[0].tolist() == [0.4, 0.0]
    assert changed.bodies["left.lower"].mass == 2


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("name: elbow", "name: shoulder", "the joints of upper and of lower have the same name"),
        ("name: elbow", "name: upper", "a body has this name"),
        ("initial:\n", "initial:\n  upper: {angle: 1}\n", "shoulder is the joint of upper"),
    ],
)
def test_refusals(old, new, message):
    with pytest.raises(ModelError, match=message):
        arm(text=ARM.replace(old, new))


def test_those_of_urdf_files(tmp_path):
    mass = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>'
    links = "".join(f'<link name="{name}">{mass}</link>' for name in ("base", "arm"))
    joint = '<joint name="j1" type="continuous"><parent link="base"/><child link="arm"/></joint>'
    (tmp_path / "r.urdf").write_text(f'<robot name="r">{links}{joint}</robot>')
    (tmp_path / "m.yaml").write_text(
        "name: m\ninclude: r.urdf\nactuators: {a: {motor: {joint: j1, input: 2}}}\n"
        "initial: {j1: {angle: 0.5}}\n"
    )
    robot = pl.load(tmp_path / "m.yaml", set=["bodies.base.joint=fixed"])
    assert robot.actuators["a"].motor.joint == "arm"
    assert robot.initial_state()[0].tolist() == [0.5]
    assert np.allclose(pl.acceleration(robot, [0.5], [0.0]), [2.0])
