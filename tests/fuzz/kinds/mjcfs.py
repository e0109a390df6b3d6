"""MJCF files: elements, attributes, classes and numbers damaged, and bombs."""

from __future__ import annotations

import random
from pathlib import Path
from xml.etree import ElementTree

import pelagos as pl
from tests.fuzz.elements import write_damaged
from tests.fuzz.kinds.models import simulate

ROBOT = """<mujoco model="fish">
  <compiler angle="degree" eulerseq="zyx" boundmass="0.01"/>
  <option gravity="0 0 -9.81"/>
  <default><geom density="900"/><joint damping="0.1"/>
    <default class="fin"><geom size="0.02 0.05 0.01" type="box"/><joint stiffness="2"/>
      </default>
  </default>
  <worldbody>
    <site name="hook" pos="0 0 1"/>
    <body name="trunk" pos="0 0 0.5" euler="10 0 20">
      <freejoint name="root"/><geom name="g" type="ellipsoid" size="0.2 0.1 0.08"/>
      <site name="eye" pos="0.1 0 0"/>
      <body name="tail" pos="-0.2 0 0" childclass="fin">
        <joint name="yaw" axis="0 0 1" range="-40 40" ref="5"/>
        <joint name="pitch" axis="0 1 0" pos="0.01 0 0"/>
        <geom fromto="0 0 0 -0.2 0 0" type="capsule" size="0.03"/>
        <frame pos="-0.2 0 0"><body name="tip"><joint type="ball"/><geom/></body></frame>
      </body>
      <body name="fin" pos="0 0.1 0">
        <inertial pos="0 0 0" mass="0.1" diaginertia="1e-4 1e-4 1e-4"/>
        <joint name="flap" type="slide" axis="0 1 0" springref="0.1"/></body>
    </body>
  </worldbody>
  <tendon><spatial name="cord" stiffness="3" springlength="0 0.2"><site site="hook"/>
    <site site="eye"/></spatial>
    <fixed name="sum"><joint joint="yaw" coef="2"/><joint joint="flap"/></fixed></tendon>
  <equality><joint joint1="yaw" joint2="flap" polycoef="0 0.5 0 0 0"/>
    <connect body1="fin" body2="trunk" anchor="0 0 0" active="false"/></equality>
  <actuator><motor name="m" joint="yaw" gear="2" ctrlrange="-1 1"/>
    <position name="p" joint="flap" kp="5" kv="1"/>
    <general joint="pitch" biastype="affine" gainprm="3" biasprm="0 -1 -1"/>
    <motor name="f" site="eye" gear="1 0 0 0 0 0"/></actuator>
  <keyframe><key name="k" qpos="0 0 1 1 0 0 0 0.1 0.2 1 0 0 0 0.05" ctrl="1 0 0 2"/></keyframe>
</mujoco>"""
BOMBS = [
    '<!DOCTYPE r [<!ENTITY a "aaaa">]><mujoco model="&a;"/>',
    '<mujoco><include file="robot.xml"/></mujoco>',
    '<mujoco><include file="/etc/passwd"/></mujoco>',
    "<mujoco>" + "<default>" * 200_000,
    "<mujoco><worldbody>" + '<body name="a"/>' * 20_000 + "</worldbody></mujoco>",
]


def prepare(folder: Path) -> ElementTree.Element:
    simulate(random.Random(0), pl.load("double-pendulum"))  # compiles, if need be
    return ElementTree.fromstring(ROBOT)


def attempt(rng: random.Random, folder: Path, sound: ElementTree.Element) -> None:
    place = folder / "robot.xml"
    write_damaged(rng, place, ROBOT, sound, BOMBS)
    simulate(rng, pl.load(place))
