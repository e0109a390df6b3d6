"""SDF files: elements, texts, poses and plugins damaged, and bombs."""

from __future__ import annotations

import random
from pathlib import Path
from xml.etree import ElementTree

import pelagos as pl
from tests.fuzz.elements import write_damaged
from tests.fuzz.kinds.models import simulate

ROBOT = """<sdf version="1.10">
  <model name="rov">
    <pose>1 2 -3 0 0 0.5</pose>
    <link name="hull">
      <pose>0.1 0 0 0.1 0 0</pose>
      <inertial>
        <pose>0.01 0 -0.02 0.1 0.2 0.3</pose>
        <mass>11.5</mass>
        <inertia><ixx>0.2</ixx><iyy>0.25</iyy><izz>0.3</izz><ixy>0.01</ixy><ixz>-0.02</ixz>
          <iyz>0.005</iyz></inertia>
        <fluid_added_mass><xx>5.5</xx><yy>12.7</yy><zz>14.6</zz><pp>0.12</pp><qq>0.13</qq>
          <rr>0.14</rr><yr>0.1</yr></fluid_added_mass>
      </inertial>
      <collision name="c"><geometry><box><size>0.46 0.34 0.25</size></box></geometry>
        </collision>
    </link>
    <link name="upper">
      <pose relative_to="shoulder">0.02 0.01 0 0 0 0.2</pose>
      <inertial><pose>0.15 0 0 0 0 0</pose><mass>0.8</mass><inertia><ixx>0.001</ixx>
        <iyy>0.006</iyy><izz>0.006</izz></inertia></inertial>
      <collision name="c"><pose>0.15 0 0 0 1.57 0</pose><geometry><cylinder>
        <radius>0.02</radius><length>0.3</length></cylinder></geometry></collision>
    </link>
    <link name="prop">
      <pose relative_to="hull">-0.3 0.05 0.02 0 0 0</pose>
      <inertial><mass>0.05</mass><inertia><ixx>1e-5</ixx><iyy>1e-5</iyy><izz>1e-5</izz>
        </inertia></inertial>
    </link>
    <joint name="shoulder" type="revolute">
      <pose relative_to="hull">0.2 0 -0.1 0 0.3 0.1</pose>
      <parent>hull</parent><child>upper</child>
      <axis><xyz>0 1 0.2</xyz><limit><lower>-1.5</lower><upper>1.5</upper></limit><dynamics>
        <damping>0.05</damping></dynamics></axis>
    </joint>
    <joint name="spin" type="revolute"><parent>hull</parent><child>prop</child><axis>
      <xyz>1 0 0</xyz></axis></joint>
    <plugin filename="gz-sim-hydrodynamics-system" name="gz::sim::systems::Hydrodynamics">
      <link_name>hull</link_name><water_density>1025</water_density>
      <xU>-4</xU><yV>-6</yV><zW>-5</zW><xUabsU>-18</xUabsU><yVabsV>-22</yVabsV>
        <zWabsW>-37</zWabsW><kP>-0.1</kP><mQ>-0.1</mQ><nR>-0.1</nR>
    </plugin>
    <plugin filename="gz-sim-thruster-system" name="gz::sim::systems::Thruster">
      <joint_name>spin</joint_name><thrust_coefficient>0.004422</thrust_coefficient>
        <propeller_diameter>0.1</propeller_diameter><use_angvel_cmd>true</use_angvel_cmd>
    </plugin>
    <model name="in"><pose relative_to="hull">0 0 1 0 0 0</pose>
      <link name="p"><inertial><mass>1</mass></inertial></link></model>
    <joint name="k" type="ball"><parent>hull</parent><child>in::p</child></joint>
    <joint name="l" type="fixed"><parent>upper</parent><child>in::p</child></joint>
  </model>
</sdf>"""
BOMBS = [
    '<!DOCTYPE r [<!ENTITY a "aaaa">]><sdf version="1.9"><model name="&a;"/></sdf>',
    '<sdf version="1.9"><model name="m"><include><uri>robot.sdf</uri></include></model></sdf>',
    '<sdf><world name="w">' + '<model name="m"/>' * 20_000 + "</world></sdf>",
    "<sdf>" + "<model>" * 200_000,
    '<sdf><model name="m">' + '<frame name="f" attached_to="f"/>' * 3 + "</model></sdf>",
]


def prepare(folder: Path) -> ElementTree.Element:
    simulate(random.Random(0), pl.load("double-pendulum"))  # compiles, if need be
    return ElementTree.fromstring(ROBOT)


def attempt(rng: random.Random, folder: Path, sound: ElementTree.Element) -> None:
    place = folder / "robot.sdf"
    write_damaged(rng, place, ROBOT, sound, BOMBS)
    simulate(rng, pl.load(place))
