"""Joints that move nothing are refused, where any position of theirs would do."""

from __future__ import annotations

import pytest

from pelagos.model import Robot

POINT = "mass: 1, inertia: [0, 0, 0]"
ROD = "mass: 1, inertia: [0, 1, 1]"
SOLID = "mass: 1, inertia: [1, 1, 1]"


@pytest.mark.parametrize(
    ("bodies", "key", "message", "remedy"),
    [
        ("{a: {}}", "a.mass", "free joint moves no mass", "give mass and inertia"),
        ("{a: {joint: {universal: [x, y]}}}", "a.mass", "no mass and no inertia", "armature"),
        (
            f"{{a: {{{SOLID}}}, b: {{parent: a, joint: {{revolute: x}}}}}}",
            "b.mass",
            "revolute joint moves no mass",
            "make the joint fixed",
        ),
        (
            "{a: {joint: fixed}, b: {parent: a, joint: spherical}, "
            "c: {parent: b, joint: {revolute: x}}}",
            "b.mass",
            "spherical joint moves no mass",
            "what it carries",
        ),
        (f"{{a: {{{POINT}}}}}", "a.inertia", "u[a.p] = 1, u[a.q] = 1, u[a.r] = 1", "thin rod"),
        (f"{{a: {{{ROD}}}}}", "a.inertia", "no inertia where u[a.p] = 1", "thin rod"),
        (
            f"{{a: {{joint: {{revolute: x}}, {ROD}}}}}",
            "a.inertia",
            "revolute joint moves no inertia where u[a] = 1",
            "armature",
        ),
        (
            f"{{a: {{joint: {{planar: z}}, {POINT}}}}}",
            "a.inertia",
            "where u[a.angle] = 1",
            "armature",
        ),
        (
            "{a: {joint: spherical}, "
            f"b: {{parent: a, at: {{position: [1, 2, 0], rpy: [1, 2, 3]}}, joint: fixed, "
            f"{POINT}}}}}",
            "a.inertia",
            "u[a.p] = ",
            "armature",
        ),
    ],
)
def test_joints_that_move_nothing(refused, bodies, key, message, remedy):
    problems = refused(f"name: a\nbodies: {bodies}")
    assert set(problems) == {f"bodies.{key}"}
    problem = problems[f"bodies.{key}"]
    assert problem.line == 2
    assert message in problem.message
    assert remedy in problem.remedy


def body(joint, parent="world", **words):
    return {"joint": joint, "parent": parent, **words}


POINT_MASS = {"mass": 1, "inertia": [0, 0, 0]}
HINGE = {"revolute": "y"}


@pytest.mark.parametrize(
    "bodies",
    [
        {"a": body(HINGE), "b": body(HINGE, "a", com=[1, 0, 0], **POINT_MASS)},
        {"a": body({"revolute": "y", "armature": 0.1})},
        {"a": body({"prismatic": "y"}, **POINT_MASS)},
        {"a": body("fixed"), "b": body("fixed", "a")},
        {"a": body(HINGE), "b": body("fixed", "a", at=[1, 0, 0], **POINT_MASS)},
        {
            "a": body("spherical"),
            "b": body("fixed", "a", at=[1, 0, 0], **POINT_MASS),
            "c": body("fixed", "b", at=[0, 1, 0], **POINT_MASS),
        },
    ],
)
def test_joints_that_move_something(bodies):
    assert Robot(name="a", bodies=bodies)


def test_prescribed_joints_need_no_mass():
    motion = {"motion": {"joint": "a", "input": "sin(t)"}}
    assert Robot(name="a", bodies={"a": body(HINGE)}, actuators={"m": motion})


def test_a_refused_mass_is_not_missed_as_well(refused):
    assert set(refused("name: a\nbodies: {a: {mass: -1}}")) == {"bodies.a.mass"}
    assert "below 0" in refused("name: a\nbodies: {a: {mass: -1}}")["bodies.a.mass"].message
