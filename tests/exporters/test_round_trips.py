"""Robots written as URDF and MJCF and read again: the same tree, and all that is lost is listed."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from benchmarks.trees import bare, random_state
from pelagos.exporters.mjcf import to_mjcf
from pelagos.exporters.urdf import to_urdf

WRITERS = {".urdf": to_urdf, ".xml": to_mjcf}
ROBOTS = ("arm", "3rpr-small", "bluerov-arm", "solar-arm", "four-bodies", "winch-pendulum")


GIMBAL = """
name: gimbal
bodies:
  ring: {joint: {revolute: [0, 1, 0.3]}, at: {position: [1, 0, 0], rpy: [0.4, 0.1, 0]}}
  yoke: {parent: ring, joint: {prismatic: x}, at: {position: [0, 0.2, 0], rpy: [0, 0.7, 0.5]}}
  rotor:
    parent: yoke
    joint: {revolute: [1, 0.5, 0]}
    at: {position: [0.1, 0, 0.3], rpy: [0.2, -0.6, 1]}
    mass: 2
    com: [0.1, 0.2, 0.3]
    inertia: [0.3, 0.4, 0.5]
"""


@pytest.mark.parametrize("ending", WRITERS)
@pytest.mark.parametrize("name", [*ROBOTS, "gimbal"])
def test_trees_come_back(name, ending):
    robot = pl.loads(GIMBAL) if name == "gimbal" else pl.load(name)
    text, lost = WRITERS[ending](robot)
    one = bare(robot)
    back = bare(pl.loads(text, f"robot{ending}").with_values({"gravity": list(robot.gravity)}))
    assert len(back.speeds) == len(one.speeds)
    q, u, udot = random_state(one, np.random.default_rng(3))
    tau = pl.inverse_dynamics(one, q, u, udot)
    again = pl.inverse_dynamics(back, q, u, udot)
    assert np.allclose(again, tau, rtol=0, atol=1e-9 * np.abs(tau).max())
    assert bool(lost) == (name != "gimbal")  # of which both say everything


def test_what_both_can_say_comes_back():
    robot = pl.loads("""
    name: geared
    bodies:
      base: {mass: 5, inertia: [1, 1, 1], color: "#336699", shape: {box: [1, 0.5, 0.2]}}
      arm:
        parent: base
        at: {position: [0.5, 0, 0], rpy: [0.1, 0.2, 0.3]}
        joint: {revolute: [0, 1, 0.5], damping: 0.3, coulomb: 0.2, limits: [-1, 2], name: elbow}
        mass: 1
        com: [0.2, 0, 0.1]
        inertia: [0.1, 0.2, 0.25, 0.01, 0.02, 0.03]
        shape: {cylinder: {radius: 0.1, length: 0.4, along: x}, at: [0.2, 0, 0]}
      rod: {parent: arm, at: [0.4, 0, 0], joint: {prismatic: x}, mass: 0.4, inertia: [1, 1, 1]}
    constraints: {coupled: {gear: {joints: {rod: 2, arm: -1}, value: 0.5}}}
    actuators: {turn: {motor: {joint: arm, limit: 12}}}
    initial: {arm: {angle: 0.3}, rod: {position: 0.4}}
    """)
    for ending, write in WRITERS.items():
        text, lost = write(robot)
        back = pl.loads(text, f"robot{ending}")
        assert back.name == "geared"
        arm, ours = back.bodies["arm"], robot.bodies["arm"]
        for key in ("damping", "coulomb", "limits", "name"):
            assert getattr(arm.joint, key) == getattr(ours.joint, key)
        assert np.allclose(arm.inertia, ours.inertia, rtol=1e-15)
        assert np.allclose(arm.at.R, ours.at.R, atol=1e-15)
        (gear,) = back.constraints.values()
        ratio = gear.law.joints["arm"] / gear.law.joints["rod"]
        assert (ratio, gear.law.value.constant) == (-0.5, 0.25)
        (motor,) = back.actuators.values()
        assert (motor.law.joint, motor.law.limit) == ("arm", 12)
        assert back.bodies["base"].color == "#336699"
        assert back.bodies["base"].shape.box == (1, 0.5, 0.2)
        along = arm.shape.at.R @ arm.shape.cylinder.along
        assert np.allclose(np.abs(along), [1, 0, 0], atol=1e-12)
        assert any("initial state" in line for line in lost)


def test_springs_and_constraints_of_mjcf_come_back():
    robot = pl.loads("""
    name: hung
    gravity: [0, 0, -1.6]
    bodies:
      a: {mass: 2, inertia: [1, 1, 1]}
      b:
        mass: 2
        inertia: [1, 1, 1]
        joint: {universal: [x, y], stiffness: [3, 4], rest: [0, 0.1]}
    springs: {s: {between: [a, world], at: [0, 0, 1], to: [0, 0, 4], stiffness: 9, rest: 2}}
    constraints: {pin: {ball: {between: [a, b], at: [1, 0, 0], to: [0, 1, 0]}}}
    actuators:
      push: {force: {body: a, at: [0, 1, 0], direction: [0, 0.6, 0.8], limits: [-3, 4]}}
      hold: {servo: {joint: b, dof: 2, stiffness: 5, damping: 1, limit: 6}}
    initial: {a: {position: [-1, 1, 0]}}
    """)
    text, lost = to_mjcf(robot)
    back = pl.loads(text, "robot.xml")
    assert back.gravity == (0, 0, -1.6)
    spring, ours = back.elements["s"], robot.elements["s"]
    assert (spring.at, spring.to, spring.stiffness, spring.rest) == (ours.at, ours.to, 9, 2)
    pin = back.constraints["pin"].law
    assert (pin.between, pin.at.position, pin.to.position) == (("a", "b"), (1, 0, 0), (0, 1, 0))
    push = back.actuators["push"].law
    assert np.allclose(push.direction, [0, 0.6, 0.8])
    assert push.limits == (-3, 4)
    hold = back.actuators["hold"].law
    assert (hold.joint, hold.stiffness, hold.damping, hold.limit) == ("b", 5, 1, 6)
    assert back.bodies["b"].joint.rest == (0.1,)
    assert back.initial["a"].position == (-1, 1, 0)
    assert any("soft" in line for line in lost)
