"""Macros of URDF files: what they give, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import ModelError
from pelagos.importers.xacro.values import Lookup, evaluate
from pelagos.language.units import ExpressionError

HEAD = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
MASS = (
    '<inertial><mass value="{}"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
    "</inertial>"
)
KNOWN = {"a": 2.0, "name": "left", "on": True, "side": -1.0}


def read(inside, file="r.xacro"):
    return pl.loads(f"{HEAD}{inside}</robot>", file)


def link(mass="1", name="a"):
    return f'<link name="{name}">{MASS.format(mass)}</link>'


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2*a + 1", 5),
        ("-a**2", -4),
        ("sin(pi/6) + math.cos(0)", 1.5),
        ("radians(180) - degrees(pi)", math.pi - 180),
        ("name", "left"),
        ("name + '_leg'", "left_leg"),
        ("'x' if a == 2 else 'y'", "x"),
        ("1 if name != 'left' else (2 if on else 3)", 2),
        ("not on or a > 1", True),
        ("(a > 1) and (a < 2)", False),
        ("side*a", -2),
        ("'a == b'", "a == b"),
    ],
)
def test_values(text, value):
    found = evaluate(text, Lookup(KNOWN.get, lambda: list(KNOWN)))
    assert found == pytest.approx(value) if isinstance(value, float) else found == value


@pytest.mark.parametrize(
    "text",
    ["", "b", "a[0]", "__import__('os')", "a.real", "lambda: 1", "name*2", "1/0", "(" * 60, "1 2"],
)
def test_what_is_no_value(text):
    with pytest.raises(ExpressionError):
        evaluate(text, Lookup(KNOWN.get, lambda: list(KNOWN)))


def test_properties_are_evaluated_where_they_are_used():
    robot = read(
        '<xacro:property name="m" value="${2*k}"/><xacro:property name="k" value="3"/>'
        + link("${m}")
    )
    assert robot.bodies["a"].mass == 6
    again = '<xacro:property name="m" value="1"/><xacro:property name="m" value="${m + 1}"/>'
    assert read(again + link("${m}")).bodies["a"].mass == 2


def test_macros_with_defaults_and_blocks():
    robot = read(
        '<xacro:property name="L" value="0.4"/>'
        + link()
        + f"""<xacro:macro name="arm" params="name parent:=a m:=^|5 *place **more">
          <link name="${{name}}">{MASS.format("${m}")}<xacro:insert_block name="more"/></link>
          <joint name="${{name}}_j" type="revolute"><parent link="${{parent}}"/>
            <child link="${{name}}"/><xacro:insert_block name="place"/><axis xyz="0 1 0"/>
            <limit lower="${{-pi/2}}" upper="${{pi/2}}" effort="1" velocity="1"/></joint>
        </xacro:macro>
        <xacro:arm name="one"><origin xyz="${{L}} 0 0"/><v><visual><geometry>
          <sphere radius="${{L/4}}"/></geometry></visual></v></xacro:arm>
        <xacro:property name="m" value="7"/>
        <xacro:arm name="two" parent="one"><origin rpy="0 0 ${{pi/2}}"/><v/></xacro:arm>"""
    )
    assert {name: body.mass for name, body in robot.bodies.items()} == {"a": 1, "one": 5, "two": 7}
    assert robot.bodies["one"].at.position == (0.4, 0, 0)
    assert robot.bodies["one"].shape.sphere == pytest.approx(0.1)
    assert robot.bodies["two"].parent == "one"
    assert np.allclose(robot.bodies["two"].joint.limits, [[-math.pi / 2, math.pi / 2]])


def test_conditions_and_arguments():
    text = '<xacro:arg name="heavy" default="{}"/>' + link()
    text += '<xacro:if value="$(arg heavy)">' + link("9", "b") + "</xacro:if>"
    text += '<xacro:unless value="${{a_is_on == 1}}">' + link("4", "c") + "</xacro:unless>"
    text = '<xacro:property name="a_is_on" value="1"/>' + text
    joints = '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>'
    robot = read(text.format("true") + joints)
    assert list(robot.bodies) == ["a", "b"]
    assert any("arguments at their defaults: heavy=true" in note for note in robot.notes)
    assert list(read(text.format("false")).bodies) == ["a"]


def test_files_that_are_included(tmp_path):
    (tmp_path / "parts.xacro").write_text(
        f'{HEAD}<xacro:macro name="box" params="m">\n{link("${m}")}</xacro:macro></robot>'
    )
    place = tmp_path / "robot.urdf.xacro"
    call = '<xacro:box m="${1 kg}"/>'
    place.write_text(f'{HEAD}<xacro:include filename="parts.xacro"/><xacro:box m="3"/></robot>')
    assert pl.load(place).bodies["a"].mass == 3
    wrong = '<xacro:box m="heavy"/>'
    place.write_text(f'{HEAD}<xacro:include filename="parts.xacro"/>{wrong}</robot>')
    with pytest.raises(ModelError, match=r"parts\.xacro:2: <mass>"):  # where the tag stands
        pl.load(place)
    place.write_text(f'{HEAD}<xacro:include filename="/etc/passwd"/>{call}</robot>')
    with pytest.raises(ModelError, match="outside of the model's folder"):
        pl.load(place)


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ('<xacro:leg x="1"/>', "unknown macro 'leg'"),
        (link("${b}"), "there is no property 'b'"),
        (link("${1 if}"), "there is no property 'if'"),
        (link("$(env HOME)"), "$(env ...) is not read"),
        (link("$(arg m)"), "the argument 'm' has no value"),
        ('<xacro:property name="p" value="${p}"/>' + link("${p}"), "leads back to itself"),
        (
            '<xacro:macro name="m" params=""><xacro:m/></xacro:macro><xacro:m/>',
            "call each other without end",
        ),
        (
            '<xacro:macro name="m" params="x"></xacro:macro><xacro:m/>',
            "the parameter 'x' of m is missing",
        ),
        (
            '<xacro:macro name="m" params="x"></xacro:macro><xacro:m x="1" y="2"/>',
            "has no parameter 'y'",
        ),
    ],
)
def test_refusals(inside, said):
    with pytest.raises(ModelError) as caught:
        read(inside)
    assert said in str(caught.value)
    assert "r.xacro:1" in str(caught.value)
