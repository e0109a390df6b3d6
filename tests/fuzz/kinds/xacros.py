"""Macros: elements, names, parameters and expressions damaged, and bombs."""

from __future__ import annotations

import random
from pathlib import Path
from xml.etree import ElementTree

import pelagos as pl
from tests.fuzz.elements import write_damaged
from tests.fuzz.kinds.models import simulate

ROBOT = """<robot name="quad" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="mass" default="2.5"/>
  <xacro:property name="L" value="0.3"/>
  <xacro:property name="r" value="${L/10}"/>
  <xacro:property name="use_feet" value="true"/>
  <xacro:macro name="inertial_rod" params="m *origin">
    <inertial><xacro:insert_block name="origin"/><mass value="${m}"/>
      <inertia ixx="${m*(3*r**2+L**2)/12}" iyy="${m*(3*r**2+L**2)/12}" izz="${m*r**2/2}"
        ixy="0" ixz="0" iyz="0"/></inertial>
  </xacro:macro>
  <xacro:macro name="leg" params="prefix x y reflect:=1 **more">
    <link name="${prefix}_leg"><xacro:inertial_rod m="${0.4}"><origin xyz="0 0 ${-L/2}"/>
      </xacro:inertial_rod>
    <xacro:insert_block name="more"/></link>
    <joint name="${prefix}_hip" type="revolute"><parent link="base"/>
      <child link="${prefix}_leg"/>
      <origin xyz="${x} ${y} 0" rpy="0 0 ${radians(90) if reflect == 1 else 0}"/>
        <axis xyz="0 1 0"/>
      <limit lower="${-pi/2}" upper="${pi/2}" effort="10" velocity="1"/></joint>
    <xacro:if value="${use_feet and prefix != 'rr'}">
      <link name="${prefix}_foot"/><joint name="${prefix}_ankle" type="fixed">
        <parent link="${prefix}_leg"/><child link="${prefix}_foot"/></joint>
    </xacro:if>
    <transmission name="t_${prefix}"><joint name="${prefix}_hip"/></transmission>
  </xacro:macro>
  <link name="base"><inertial><mass value="$(arg mass)"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <xacro:leg prefix="fl" x="${L}" y="${L/2}"><v><visual><geometry><sphere radius="${r}"/>
    </geometry></visual></v></xacro:leg>
  <xacro:leg prefix="rr" x="${-L}" y="${-L/2}" reflect="-1"><v/></xacro:leg>
  <xacro:unless value="$(eval mass > 3)"><link name="tail"/><joint name="t" type="fixed">
    <parent link="base"/><child link="tail"/></joint></xacro:unless>
</robot>"""
BOMBS = [
    '<robot><xacro:macro name="a" params=""><xacro:a/><xacro:a/></xacro:macro><xacro:a/></robot>',
    '<robot><xacro:include filename="robot.xacro"/></robot>',
    '<robot><xacro:include filename="/etc/passwd"/></robot>',
    '<robot><xacro:property name="a" value="${a}${a}"/><link name="${a}"/></robot>',
    '<robot><link name="${' + "(" * 3000 + '"/></robot>',
    '<robot><link name="${9**9**9**9}"/></robot>',
    "<robot>"
    + "".join(
        f'<xacro:property name="p{k}" value="${{p{k - 1}}}${{p{k - 1}}}"/>' for k in range(60)
    )
    + '<link name="${p59}"/></robot>',
]


def prepare(folder: Path) -> ElementTree.Element:
    simulate(random.Random(0), pl.load("double-pendulum"))  # compiles, if need be
    ElementTree.register_namespace("xacro", "http://www.ros.org/wiki/xacro")
    return ElementTree.fromstring(ROBOT)


def attempt(rng: random.Random, folder: Path, sound: ElementTree.Element) -> None:
    place = folder / "robot.xacro"
    write_damaged(rng, place, ROBOT, sound, BOMBS)
    simulate(rng, pl.load(place))
