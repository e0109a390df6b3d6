"""URDF files: elements, attributes and numbers damaged, and bombs."""

from __future__ import annotations

import random
from pathlib import Path
from xml.etree import ElementTree

import pelagos as pl
from tests.fuzz.elements import write_damaged
from tests.fuzz.kinds.models import simulate

ROBOT = """<robot name="rov">
  <material name="orange"><color rgba="1 0.5 0 1"/></material>
  <link name="hull">
    <inertial>
      <origin xyz="0.01 0 -0.02" rpy="0.1 0.2 0.3"/>
      <mass value="11.5"/>
      <inertia ixx="0.2" iyy="0.25" izz="0.3" ixy="0.01" ixz="-0.02" iyz="0.005"/>
    </inertial>
    <visual><geometry><mesh filename="package://rov/hull.stl"/></geometry></visual>
    <collision><origin xyz="0 0 0.01"/><geometry><box size="0.46 0.34 0.25"/></geometry></collision>
  </link>
  <link name="upper">
    <inertial>
      <origin xyz="0.15 0 0"/><mass value="0.8"/>
      <inertia ixx="0.001" iyy="0.006" izz="0.006" ixy="0" ixz="0" iyz="0"/>
    </inertial>
    <visual>
      <origin xyz="0.15 0 0" rpy="0 1.57 0"/>
      <geometry><cylinder radius="0.02" length="0.3"/></geometry><material name="orange"/>
    </visual>
  </link>
  <link name="finger">
    <inertial>
      <mass value="0.1"/>
      <inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/>
    </inertial>
    <visual><geometry><sphere radius="0.01"/></geometry></visual>
  </link>
  <link name="tool"/>
  <joint name="shoulder" type="revolute">
    <parent link="hull"/><child link="upper"/>
    <origin xyz="0.2 0 -0.1" rpy="0 0.3 0.1"/><axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="1.5" effort="5" velocity="2"/>
    <dynamics damping="0.05" friction="0.01"/>
  </joint>
  <joint name="slide" type="prismatic">
    <parent link="upper"/><child link="finger"/>
    <axis xyz="1 0 0"/><limit lower="0" upper="0.1" effort="5" velocity="2"/>
    <mimic joint="shoulder" multiplier="0.1" offset="0.02"/>
  </joint>
  <joint name="grip" type="fixed"><parent link="finger"/><child link="tool"/></joint>
  <gazebo reference="hull"/>
</robot>"""
BOMBS = [
    '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><robot name="&b;"/>',
    '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot name="r">&x;</robot>',
    '<robot xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="/etc/passwd"/></robot>',
    "<robot>" + "<a>" * 200_000,
    "<robot " + " ".join(f'a{k}="1"' for k in range(50_000)) + "/>",
    '<robot name="r">' + '<link name="a"/>' * 50_000 + "</robot>",
]


def prepare(folder: Path) -> ElementTree.Element:
    simulate(random.Random(0), pl.load("double-pendulum"))  # compiles, if need be
    return ElementTree.fromstring(ROBOT)


def attempt(rng: random.Random, folder: Path, sound: ElementTree.Element) -> None:
    place = folder / "robot.urdf"
    write_damaged(rng, place, ROBOT, sound, BOMBS)
    simulate(rng, pl.load(place))
