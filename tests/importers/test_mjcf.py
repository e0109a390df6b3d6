"""MJCF files as words: what is read, what is told, what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import ModelError
from tests.importers.mjcf_set import BRANCHED

BODIES = """<mujoco><compiler angle="radian"/><worldbody>
  <site name="hook" pos="0 0 2"/>
  <body name="a" pos="0 0 1"><joint name="ja" axis="0 1 0" ref="0.5"/><geom size="0.1"/>
    <site name="sa" pos="0.1 0 0"/>
    <body name="b" pos="0.5 0 0"><joint name="jb" axis="0 1 0"/><geom size="0.1"/>
      <site name="sb" pos="0 0 0.1" zaxis="1 0 0"/></body></body>
  <body name="c" pos="1 0 1"><joint name="jc" type="slide" pos="0 0 0.3"/><geom size="0.1"/></body>
</worldbody>%s</mujoco>"""


def read(text, file="robot.xml"):
    return pl.loads(text, file)


def told(robot, text):
    return [note for note in robot.notes if text in note]


def test_one_body_per_joint():
    robot = read(BRANCHED)
    assert list(robot.bodies) == ["base", "yaw", "pitch", "arm", "hand", "body4", "tip"]
    kinds = [body.joint.kind for body in robot.bodies.values()]
    assert kinds[:5] == ["free", "revolute", "revolute", "prismatic", "spherical"]
    assert robot.bodies["yaw"].mass == robot.bodies["pitch"].mass == 0
    assert robot.gravity == (0.5, -1, -9)
    start = robot.initial["base"]
    assert start.position == (0.1, 0.2, 1)
    yaw, pitch, arm = (robot.bodies[name].joint for name in ("yaw", "pitch", "arm"))
    assert np.allclose(yaw.limits[0], np.radians([-90, 90]))
    assert yaw.armature == (0.02,)
    assert np.allclose(pitch.rest, np.radians(5))  # springref - ref
    assert np.allclose(arm.rest, -0.05)
    assert told(robot, "left out: geoms of the world")


def test_tendons_and_equalities():
    robot = read(
        BODIES
        % """<tendon>
          <spatial name="cord" stiffness="30" damping="2" springlength="0 0.4">
            <site site="hook"/><site site="sa"/></spatial>
          <spatial name="rod" stiffness="9"><site site="sa"/><site site="sb"/></spatial>
          <spatial name="bent" stiffness="9">
            <site site="hook"/><site site="sa"/><site site="sb"/></spatial>
          <fixed name="sum"><joint joint="ja" coef="2"/><joint joint="jb" coef="-1"/></fixed>
        </tendon>
        <equality>
          <connect name="pin" body1="b" body2="c" anchor="0.5 0 0"/>
          <weld name="held" site1="sb" site2="hook" active="false"/>
          <joint name="geared" joint1="jc" joint2="jb" polycoef="0.1 0.5 0 0 0"/>
          <tendon name="kept" tendon1="sum"/>
          <joint name="bowed" joint1="jc" joint2="jb" polycoef="0 1 3"/>
        </equality>"""
    )
    cord = robot.elements["cord"]
    assert (cord.between, cord.to, cord.rest) == (("world", "a"), (0.1, 0, 0), 0.4)
    assert cord.tension_only
    rod = robot.elements["rod"]  # slack where the file shows it
    assert rod.rest == pytest.approx(np.linalg.norm([0.4, 0, 0.1]))
    assert told(robot, "no straight line between two sites: bent")
    laws = {name: one.law for name, one in robot.constraints.items()}
    assert list(laws) == ["pin", "held", "geared", "kept"]
    # c's body is at its joint, 0.3 above the origin that the file gives it
    assert np.allclose(laws["pin"].to.p, [0, 0, -0.3])
    assert laws["held"].active is False
    assert laws["geared"].joints == {"c": 1, "b": -0.5}
    assert laws["geared"].value.constant == 0.1
    assert laws["kept"].joints == {"a": 2, "b": -1}
    assert told(robot, "an equality of higher order: bowed")


def test_actuators_and_keyframes():
    robot = read(
        BODIES
        % """<default><motor ctrlrange="-2 2"/></default>
        <actuator>
          <motor name="turn" joint="jb" gear="5"/>
          <position name="hold" joint="ja" kp="7" kv="0.5" gear="2"/>
          <velocity name="brake" joint="jc" kv="3"/>
          <motor name="push" site="sb" gear="0 0 4 0 0 0"/>
          <muscle name="flesh" joint="jb"/>
          <general name="slow" joint="jb" dyntype="filter" gainprm="3"/>
        </actuator>
        <keyframe>
          <key name="home" qpos="0.7 -0.2 0.3" qvel="1 0 0" ctrl="0.5 1 0 2 0 1"/>
        </keyframe>"""
    )
    laws = {name: one.law for name, one in robot.actuators.items()}
    assert (laws["turn"].joint, laws["turn"].limit) == ("b", 10)
    assert (laws["hold"].stiffness, laws["hold"].damping) == (28, 2)
    assert laws["hold"].input.constant == -0.5  # the file's zero is at -ref
    assert np.allclose(laws["push"].direction, [1, 0, 0])
    assert laws["push"].limits == (-8, 8)
    assert told(robot, "read with its control at zero: brake")
    assert told(robot, "another kind: flesh")
    assert told(robot, "without the lag of its activation: slow")
    home = robot.scenarios["home"]
    assert home.initial["a"].angle == pytest.approx(0.2)
    assert home.initial["a"].rate == (1,)
    assert home.inputs["turn"].constant == 2.5
    assert home.inputs["hold"].constant == 0.5
    assert pl.simulate(robot, "home", duration=0.1).outcome.code == "finished"


def test_files_that_are_included(tmp_path):
    (tmp_path / "parts").mkdir()
    part = '<mujocoinclude><geom size="0.1"/></mujocoinclude>'
    (tmp_path / "parts" / "ball.xml").write_text(part)
    text = '<mujoco><worldbody><body name="a"><freejoint/><include file="{}"/></body></worldbody>'
    place = tmp_path / "robot.xml"
    place.write_text(text.format("parts/ball.xml") + "</mujoco>")
    assert pl.load(place).bodies["a"].mass == pytest.approx(4000 / 3 * np.pi * 1e-3)
    for name, said in (
        ("robot.xml", "take each other in"),
        ("../other.xml", "outside of the model's folder"),
        ("none.xml", "no such file"),
    ):
        place.write_text(text.format(name) + "</mujoco>")
        with pytest.raises(ModelError, match=said):
            pl.load(place)


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ('<body><joint type="screw"/><geom size="1"/></body>', "there is no such joint"),
        ('<body><joint axis="0 0 0"/><geom size="1"/></body>', "length zero"),
        ('<body><freejoint/><geom type="box" size="1 2"/></body>', "a box has 3 sizes"),
        ('<body><freejoint/><geom type="mesh" mesh="m"/></body>', "no such mesh"),
        ('<body><freejoint/><geom size="-1"/></body>', "a geom cannot be read"),
        ('<body class="x" pos="1 2"><freejoint/><geom size="1"/></body>', "pos of <body> has 3"),
        ('<body><joint class="x"/><geom size="1"/></body>', "no such class of defaults"),
        ('<body><replicate count="3"/><geom size="1"/></body>', "<replicate> is not read"),
        (
            '<body><body><freejoint/><geom size="1"/></body><geom size="1"/></body>',
            "a free joint belongs to a body of the world",
        ),
    ],
)
def test_refusals(inside, said):
    with pytest.raises(ModelError) as caught:
        read(f"<mujoco>\n<worldbody>{inside}</worldbody></mujoco>")
    assert said in str(caught.value)
    assert "robot.xml:2" in str(caught.value)
