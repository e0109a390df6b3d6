"""URDF: the same robot as Pinocchio reads, and refusals that name the line."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos import model
from pelagos.errors import ModelError

ROV = """<?xml version="1.0"?>
<robot name="rov">
  <material name="orange"><color rgba="1 0.5 0 1"/></material>
  <link name="hull">
    <inertial>
      <origin xyz="0.01 0 -0.02" rpy="0.1 0.2 0.3"/>
      <mass value="11.5"/>
      <inertia ixx="0.2" iyy="0.25" izz="0.3" ixy="0.01" ixz="-0.02" iyz="0.005"/>
    </inertial>
    <visual>
      <geometry><mesh filename="package://rov/hull.stl"/></geometry>
      <material name="orange"/>
    </visual>
    <collision>
      <origin xyz="0 0 0.01"/>
      <geometry><box size="0.46 0.34 0.25"/></geometry>
    </collision>
  </link>
  <link name="upper">
    <inertial>
      <origin xyz="0.15 0 0"/>
      <mass value="0.8"/>
      <inertia ixx="0.001" iyy="0.006" izz="0.006" ixy="0" ixz="0" iyz="0"/>
    </inertial>
    <visual>
      <origin xyz="0.15 0 0" rpy="0 1.5707963267948966 0"/>
      <geometry><cylinder radius="0.02" length="0.3"/></geometry>
    </visual>
  </link>
  <link name="lower">
    <inertial>
      <origin xyz="0.1 0 0" rpy="0 0 0.5"/>
      <mass value="0.5"/>
      <inertia ixx="0.001" iyy="0.003" izz="0.003" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
  <link name="finger">
    <inertial>
      <mass value="0.1"/>
      <inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
  <link name="tool"/>
  <joint name="shoulder" type="revolute">
    <parent link="hull"/><child link="upper"/>
    <origin xyz="0.2 0 -0.1" rpy="0 0.3 0.1"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="1.5" effort="10" velocity="2"/>
    <dynamics damping="0.05" friction="0.01"/>
  </joint>
  <joint name="elbow" type="continuous">
    <parent link="upper"/><child link="lower"/>
    <origin xyz="0.3 0 0" rpy="0.2 0 0"/>
    <axis xyz="0 0.6 0.8"/>
  </joint>
  <joint name="slide" type="prismatic">
    <parent link="lower"/><child link="finger"/>
    <origin xyz="0.2 0 0" rpy="0 0 0.4"/>
    <axis xyz="1 0 0"/>
    <limit lower="0" upper="0.1" effort="1" velocity="1"/>
  </joint>
  <joint name="flange" type="fixed">
    <parent link="finger"/><child link="tool"/><origin xyz="0.02 0 0"/>
  </joint>
  <gazebo reference="upper"><material>Gazebo/Orange</material></gazebo>
</robot>
"""
MASS = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>'


def read(text):
    return model.loads(text, "rov.urdf")


def robot(*parts):
    return read(f'<robot name="r">{"".join(parts)}</robot>')


def link(name, inside=MASS):
    return f'<link name="{name}">{inside}</link>'


def joint(name, parent, child, kind="revolute", inside=""):
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<joint name="{name}" type="{kind}">{ends}{inside}</joint>'


def test_words():
    rov = read(ROV)
    assert rov.name == "rov"
    assert list(rov.bodies) == ["hull", "upper", "lower", "finger", "tool"]
    hull, upper = rov.bodies["hull"], rov.bodies["upper"]
    assert (hull.joint.kind, hull.color) == ("free", "#ff8000")
    assert hull.shape.box == (0.46, 0.34, 0.25)
    assert hull.shape.at.position == (0, 0, 0.01)
    assert upper.joint.limits == ((-1.5, 1.5),)
    assert (upper.joint.damping, upper.joint.coulomb) == ((0.05,), (0.01,))
    assert np.allclose(upper.shape.at.R @ upper.shape.cylinder.along, [1, 0, 0])
    assert rov.bodies["lower"].joint.limits == (None,)
    assert rov.bodies["tool"].mass == 0
    for what in ("<material> of <gazebo>", "effort limits (2)", "velocity limits (2)"):
        assert any(what in note for note in rov.notes)
    assert rov.description == "read from rov.urdf"


def test_accelerations_equal_to_pinocchio():
    """Turned inertial frames, tilted axes and every moving joint; to rounding."""
    pin = pytest.importorskip("pinocchio")
    text = ROV.replace('<dynamics damping="0.05" friction="0.01"/>', "")
    theirs = pin.buildModelFromXML(text, pin.JointModelFreeFlyer())
    rov, rng = read(text), np.random.default_rng(1)
    order = [theirs.getJointId(name) for name in ("shoulder", "elbow", "slide")]
    for _ in range(10):
        quaternion = rng.normal(size=4)
        quaternion /= np.linalg.norm(quaternion)
        # within the limits, whose stops would push
        q = np.concatenate([rng.normal(size=3), quaternion, rng.uniform(0.01, 0.09, size=3)])
        u, tau = rng.normal(size=9), rng.normal(size=9)
        q_pin, u_pin, tau_pin = pin.neutral(theirs), np.empty(9), np.empty(9)
        q_pin[:7] = [*q[:3], *quaternion[1:], quaternion[0]]
        u_pin[:6], tau_pin[:6] = u[:6], tau[:6]
        for k, j in enumerate(order):
            at = theirs.idx_qs[j]
            # a continuous joint has cosine and sine
            angle = [np.cos(q[7 + k]), np.sin(q[7 + k])] if theirs.nqs[j] == 2 else [q[7 + k]]
            q_pin[at : at + len(angle)] = angle
            u_pin[theirs.idx_vs[j]], tau_pin[theirs.idx_vs[j]] = u[6 + k], tau[6 + k]
        found = pin.aba(theirs, theirs.createData(), q_pin, u_pin, tau_pin)
        expected = np.concatenate([found[:6], [found[theirs.idx_vs[j]] for j in order]])
        ours = pl.acceleration(rov, q, u, tau)
        assert np.max(np.abs(ours - expected)) < 1e-11 * np.max(np.abs(expected))


def test_roots():
    hinge = joint("j", "base", "arm")
    assert robot(link("base"), link("arm"), hinge).bodies["base"].joint.kind == "free"
    assert robot(link("base", ""), link("arm"), hinge).bodies["base"].joint.kind == "fixed"
    on_world = robot(link("world", ""), link("arm"), joint("j", "world", "arm", "floating"))
    assert list(on_world.bodies) == ["arm"]
    assert on_world.bodies["arm"].joint.kind == "free"


def test_a_joint_that_mimics_another():
    mimic = '<axis xyz="0 0 1"/><mimic joint="a" multiplier="-2" offset="0.1"/>'
    geared = robot(
        link("base", ""),
        link("one"),
        link("two"),
        joint("a", "base", "one", "continuous", '<axis xyz="0 0 1"/>'),
        joint("b", "base", "two", "continuous", mimic),
    )
    gear = geared.constraints["b-mimic"].gear
    assert dict(gear.joints) == {"two": 1.0, "one": 2.0}
    # two = -2 one + 0.1, so both unit inertias share the efforts by the lever -2
    udot = pl.acceleration(geared, [0.3, -0.5], [0, 0], [1.0, 0.0])
    assert np.allclose(udot, [1 / 5, -2 / 5], rtol=1e-12)


def test_water_beside_the_file(tmp_path):
    """A model includes the file and adds what URDF cannot say."""
    (tmp_path / "rov.urdf").write_text(ROV)
    side = tmp_path / "wet.yaml"
    side.write_text(
        "pelagos: 1\ninclude: rov.urdf\nname: wet\nwater: {density: 1025}\n"
        "bodies:\n  hull: {added_mass: {surge: 5.5, sway: 12.7, heave: 14.6}}\n"
        "  upper: {drag: false}\n"
    )
    wet = pl.load(side)
    assert wet.name == "wet"
    assert wet.bodies["hull"].added_mass[0][0] == 5.5
    assert wet.bodies["upper"].volume == pytest.approx(np.pi * 0.02**2 * 0.3)
    dry = pl.mass_matrix(pl.load(tmp_path / "rov.urdf"), wet.initial_state()[0])
    added = pl.mass_matrix(wet, wet.initial_state()[0]) - dry
    assert added[2, 2] > 14.6


def test_a_module_of_a_larger_robot(tmp_path):
    (tmp_path / "arms").mkdir()
    (tmp_path / "arms" / "rov.urdf").write_text(ROV)
    (tmp_path / "pair.yaml").write_text(
        "pelagos: 1\nname: pair\nmodules:\n  port: {file: arms/rov.urdf}\n"
        "  starboard: {file: arms/rov.urdf, at: [0, 2, 0]}\n"
    )
    pair = pl.load(tmp_path / "pair.yaml")
    assert "port.upper" in pair.bodies
    assert pair.bodies["starboard.upper"].parent == "starboard.hull"


def test_meshes(tmp_path):
    trimesh = pytest.importorskip("trimesh")
    (tmp_path / "parts").mkdir()
    trimesh.creation.box((1, 2, 3)).export(tmp_path / "parts" / "box.stl")
    mesh = '<visual><geometry><mesh filename="{}" scale="{}"/></geometry></visual>'
    words = [
        (1, mesh.format("package://any/parts/box.stl", "0.1 0.1 0.1")),
        (2, mesh.format("parts/box.stl", "1 2 1")),
        (3, mesh.format("parts/box.dae", "1 1 1")),
        (4, mesh.format("../../secret.stl", "1 1 1")),
    ]
    links = "".join(link(f"l{k}", MASS + shape) for k, shape in words)
    (tmp_path / "r.urdf").write_text(f'<robot name="r">{links}</robot>')
    found = pl.load(tmp_path / "r.urdf")
    assert found.bodies["l1"].shape.mesh.solid().volume == pytest.approx(6e-3)
    for name in ("l2", "l3", "l4"):
        assert found.bodies[name].shape is None
    assert found.bodies["l2"].visual[0].mesh.scale == (1, 2, 1)  # is seen, though not felt
    assert sum("mesh" in note for note in found.notes) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<robot", "rov.urdf:1: this is not XML"),
        ('<robot name="r" xmlns:xacro="x"><xacro:leg/></robot>', "unknown macro 'leg'"),
        ('<!DOCTYPE r [<!ENTITY a "b">]><robot name="r"/>', "declarations are not read"),
        ("<robot>" + "<a>" * 100 + "</a>" * 100 + "</robot>", "nested more than 64 deep"),
        ('<robot name="r"><link name="a"/><link name="a"/></robot>', "two links have this name"),
        (f'<robot name="r">{link("a")}{joint("j", "a", "b")}</robot>', "must be a link"),
        (
            f'<robot name="r">{link("a")}{link("b")}{joint("j", "a", "b", "ball")}</robot>',
            "no such type of joint",
        ),
        (
            f'<robot name="r">{link("a")}{link("b")}{joint("j", "a", "b")}{joint("k", "a", "b")}'
            "</robot>",
            "a second joint leads to the link b",
        ),
        (
            '<robot name="r">\n<link name="a"><inertial><mass value="1 kg"/></inertial></link>'
            "</robot>",
            "rov.urdf:2: <mass>: value of <mass> must be a number",
        ),
        (
            f'<robot name="r">\n{link("a", MASS.replace("1", "-1", 1))}</robot>',
            "rov.urdf:2: bodies.a.mass",
        ),
    ],
)
def test_refusals(text, said):
    with pytest.raises(ModelError) as caught:
        read(text)
    assert said in str(caught.value)


def test_all_problems_at_once():
    with pytest.raises(ModelError) as caught:
        robot(link("a"), joint("j", "a", "b"), joint("k", "c", "a", "ball"))
    assert len(caught.value.problems) >= 2
