"""URDF files with transmissions, and with water and thrust by plugins and extensions."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import ModelError

MASS = (
    '<inertial><mass value="10"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
    '</inertial><collision><origin xyz="0 0 0.1"/><geometry><box size="0.5 0.2 0.1"/></geometry>'
    "</collision>"
)
QUARTER = 1.5707963267948966
COEFFICIENTS = "<water_density>1025</water_density><xDotU>-5</xDotU><xU>-4</xU><yVabsV>-9</yVabsV>"


def read(*parts, hull=""):
    base = f'<link name="hull">{MASS}{hull}</link>'
    return pl.loads(f'<robot name="r">{base}{"".join(parts)}</robot>', "r.urdf")


def limb(name="prop", kind="continuous", effort=""):
    limit = f'<limit lower="-1" upper="1" velocity="1" {effort}/>'
    return (
        f'<link name="{name}">{MASS}</link><joint name="{name}_joint" type="{kind}">'
        f'<parent link="hull"/><child link="{name}"/><origin xyz="-1 0 0" rpy="0 0 {QUARTER}"/>'
        f'<axis xyz="0 1 0"/>{limit}</joint>'
    )


def check_coefficients(robot):
    body = robot.bodies["hull"]
    assert robot.water.density == 1025
    assert body.added_mass[0][0] == 5
    (law,) = body.drag
    assert (law.linear[0][0], law.quadratic[1][1]) == (4, 9)
    assert body.volume == pytest.approx(0.01)
    assert np.allclose(body.cob, [0, 0, 0.1])


def test_an_extension_of_a_link():
    check_coefficients(read(hull=f"<hydrodynamics>{COEFFICIENTS}</hydrodynamics>"))


def test_plugins():
    names = 'filename="gz-sim-{0}-system" name="gz::sim::systems::{1}"'
    water = names.format("hydrodynamics", "Hydrodynamics")
    thrust = names.format("thruster", "Thruster")
    robot = read(
        limb(),
        f"<gazebo><plugin {water}><link_name>hull</link_name>{COEFFICIENTS}</plugin></gazebo>",
        f"<gazebo><plugin {thrust}><joint_name>prop_joint</joint_name>"
        "<max_thrust_cmd>30</max_thrust_cmd><min_thrust_cmd>-20</min_thrust_cmd></plugin></gazebo>",
    )
    check_coefficients(robot)
    assert not robot.bodies["prop"].drag
    law = robot.actuators["prop_joint"].law
    assert (law.body, law.command, law.limits, law.at) == ("hull", "thrust", (-20, 30), (-1, 0, 0))
    assert np.allclose(law.direction, [-1, 0, 0])
    with pytest.raises(ModelError, match="the joint of the thruster is not there"):
        read(f"<gazebo><plugin {thrust}><joint_name>x</joint_name></plugin></gazebo>")


def test_the_plugin_of_the_uuv_simulator():
    matrix = " ".join("5" if k == 0 else "0" for k in range(36))
    robot = read(
        '<gazebo><plugin name="uuv" filename="libuuv_underwater_object_ros_plugin.so">'
        '<fluid_density>1025</fluid_density><link name="hull"><volume>0.02</volume>'
        "<center_of_buoyancy>0 0 0.3</center_of_buoyancy><hydrodynamic_model><type>fossen</type>"
        f"<added_mass>{matrix}</added_mass><linear_damping>-4 0 0 0 0 0</linear_damping>"
        "<quadratic_damping>0 -9 0 0 0 0</quadratic_damping></hydrodynamic_model></link>"
        "</plugin></gazebo>"
    )
    body = robot.bodies["hull"]
    assert (robot.water.density, body.added_mass[0][0], body.volume) == (1025, 5, 0.02)
    assert body.cob == (0, 0, 0.3)
    (law,) = body.drag
    assert (law.linear[0][0], law.quadratic[1][1]) == (4, 9)


def test_a_positive_derivative_is_a_magnitude_and_drag_that_drives_is_refused():
    robot = read(hull="<hydrodynamics><xDotU>5</xDotU></hydrodynamics>")
    assert robot.bodies["hull"].added_mass[0][0] == 5
    assert any("taken as magnitudes: xDotU" in note for note in robot.notes)
    with pytest.raises(ModelError, match=r"bodies\.hull\.drag"):
        read(hull="<hydrodynamics><xU>4</xU></hydrodynamics>")


def test_transmissions():
    one = '<transmission name="t"><joint name="arm_joint"/><actuator name="m"/></transmission>'
    robot = read(limb("arm", "revolute", 'effort="12"'), limb("leg", "revolute", 'effort="5"'), one)
    assert list(robot.actuators) == ["arm_joint"]
    law = robot.actuators["arm_joint"].law
    assert (law.joint, law.limit) == ("arm", 12)
    assert any(note.endswith("velocity limits (2), effort limits") for note in robot.notes)
    gone = '<transmission name="t"><joint name="x"/></transmission>'
    assert any("do not move, left out: x" in note for note in read(gone).notes)
