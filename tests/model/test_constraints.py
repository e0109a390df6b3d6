"""Constraints: frames, defaults from the initial state, round trips, refusals."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from pelagos import model
from pelagos.errors import ModelError
from pelagos.language.expressions import evaluate
from pelagos.language.placement import rotation, to_quaternion, turn
from pelagos.model import Robot
from pelagos.model.start import Start
from pelagos.relations.table import KINDS

SOLID = {"mass": 1, "inertia": [1, 1, 1]}
BODIES = {
    "hull": {**SOLID},
    "arm": {**SOLID, "parent": "hull", "at": [1, 0, 0], "joint": {"revolute": "y"}},
    "hand": {**SOLID, "parent": "arm", "at": {"rpy": [0.1, 0.2, 0.3]}, "joint": "fixed"},
    "wrist": {**SOLID, "parent": "arm", "joint": {"universal": ["x", "y"]}},
    "ball": {**SOLID, "at": [0, 0, 1], "joint": "spherical"},
    "cart": {**SOLID, "joint": {"prismatic": [0, 3, 4]}},
    "puck": {**SOLID, "at": [0, 2, 0], "joint": {"planar": "x"}},
    "post": {**SOLID, "joint": "fixed"},
}
INITIAL = {
    "hull": {"position": [1, 2, 3], "rpy": [0.3, -0.4, 0.5]},
    "arm": {"angle": "40 deg"},
    "wrist": {"position": [0.2, -0.7]},
    "ball": {"quaternion": [1, 2, 3, 4]},
    "cart": {"position": 5},
    "puck": {"position": [1, 2, 0.5]},
}


def robot(**constraints) -> Robot:
    return Robot(
        name="c",
        parameters={"L": 2},
        bodies=BODIES,
        initial=INITIAL,
        constraints=constraints,
        scenarios={"bent": {"initial": {"arm": {"angle": 0}}, "parameters": {"L": 3}}},
    )


def one(kind: str, **words):
    return robot(it={kind: words}).constraints["it"]


def start_of(robot: Robot) -> Start:
    return Start(robot.bodies, robot.initial, robot.actuators, robot.parameters)


# --- frames


@pytest.mark.parametrize(
    ("kind", "key"), [("hinge", "axis"), ("slider", "axis"), ("plane", "normal")]
)
@pytest.mark.parametrize("axis", ["x", "-y", "z", [1, 2, 2]])
def test_z_of_both_frames_is_the_axis(kind, key, axis):
    at = {"position": [1, 2, 3], "rpy": ["90 deg", 0, 0]}
    found = one(kind, between=["hull", "world"], at=at, to={"rpy": [0, 0, 1]}, **{key: axis})
    for (R, p), words in zip(found.frames, (at, {"rpy": [0, 0, 1]}), strict=True):
        placement = model.Placement(**words)
        np.testing.assert_allclose(R[:, 2], placement.R @ getattr(found.law, key), atol=1e-15)
        np.testing.assert_allclose(R.T @ R, np.eye(3), atol=1e-15)
        assert np.linalg.det(R) == pytest.approx(1)
        np.testing.assert_array_equal(p, placement.p)


def test_what_the_engine_asks_for():
    found = one("hinge", between=["arm", "ball"], axis="z")
    assert (found.kind, found.bodies) == ("hinge", ("arm", "ball"))
    assert (found.signals, found.factors) == ({}, {})
    assert found.law.stabilisation == (0.0, 1.0)
    found = one("ball", between=["world", "arm"], baumgarte={"frequency": 20, "damping": 0.7})
    assert found.bodies == ("world", "arm")
    assert found.law.stabilisation == (20.0, 0.7)
    found = one("gear", joints={"arm": 1, "wrist.2": "-L", "puck.angle": 0.5}, value="L*sin(t)")
    assert found.factors == {"arm": 1, "wrist.2": -2, "puck.angle": 0.5}
    assert evaluate(found.law.value.node, 1.0, parameters={"L": 2}) == pytest.approx(
        2 * math.sin(1)
    )


# --- defaults


@pytest.mark.parametrize("kind", ["weld", "ball"])
@pytest.mark.parametrize("other", ["world", *BODIES])
def test_without_to_the_frames_coincide_at_the_start(kind, other):
    if other in ("arm", "hand"):
        return
    at = {"position": [0.1, 0.2, 0.3], "rpy": [1, 2, 3]}
    linked = robot(it={kind: {"between": ["hand", other], "at": at}})
    found, start = linked.constraints["it"], start_of(linked)
    (R, p), (R_b, p_b) = found.frames
    np.testing.assert_allclose(start.point("hand", p), start.point(other, p_b), atol=2e-15)
    np.testing.assert_allclose(start.pose("hand")[0] @ R, start.pose(other)[0] @ R_b, atol=1e-15)


def test_poses_at_the_start_of_every_joint():
    start = start_of(robot())
    np.testing.assert_allclose(start.pose("cart")[1], [0, 3, 4])
    np.testing.assert_allclose(start.pose("puck")[1], [0, 3, 2])  # x: in-plane axes y and z
    np.testing.assert_allclose(start.pose("puck")[0], turn((1, 0, 0), 0.5), atol=1e-15)
    np.testing.assert_allclose(start.pose("ball")[1], [0, 0, 1])
    np.testing.assert_allclose(
        start.pose("ball")[0], rotation(tuple(np.array([1, 2, 3, 4]) / math.sqrt(30))), atol=1e-15
    )
    R, p = start.pose("hull")
    np.testing.assert_allclose(R, model.Placement(rpy=(0.3, -0.4, 0.5)).R)
    np.testing.assert_allclose(p, [1, 2, 3])
    arm = R @ turn((0, 1, 0), math.radians(40))
    np.testing.assert_allclose(start.pose("arm")[0], arm, atol=1e-15)
    np.testing.assert_allclose(start.pose("arm")[1], p + R[:, 0])
    wrist = arm @ turn((1, 0, 0), 0.2) @ turn((0, 1, 0), -0.7)
    np.testing.assert_allclose(start.pose("wrist")[0], wrist, atol=1e-15)


def test_prescribed_joints_start_where_their_motion_does():
    moved = Robot(
        name="m",
        bodies={"a": {"joint": {"revolute": "z"}}},
        actuators={"m": {"motion": {"joint": "a", "input": "0.5 + t"}}},
        constraints={
            "rod": {"distance": {"between": ["a", "world"], "at": [1, 0, 0], "to": [1, 0, 0]}},
            "gear": {"gear": {"joints": {"a": 3}}},
        },
    )
    assert moved.constraints["rod"].law.length.node.value == pytest.approx(2 * math.sin(0.25))
    assert moved.constraints["gear"].law.value.node.value == pytest.approx(1.5)


def test_length_and_value_are_those_of_the_start():
    found = one("distance", between=["world", "cart"], at=[0, 3, 0])
    assert found.law.length.node.value == pytest.approx(4)
    np.testing.assert_array_equal(found.frames[1][1], [0, 0, 0])
    found = one("gear", joints={"arm": 2, "wrist.1": 10, "puck.y": -1})
    assert found.law.value.node.value == pytest.approx(2 * math.radians(40) + 2 - 2)


def test_defaults_follow_the_scenario_and_other_values():
    linked = robot(
        rod={"distance": {"between": ["world", "hand"]}},
        dock={"weld": {"between": ["hand", "world"]}},
        gear={"gear": {"joints": {"arm": 1}}},
        rope={"distance": {"between": ["world", "cart"], "length": "L"}},
    )
    bent = linked.resolved("bent")
    assert bent.constraints["gear"].law.value.node.value == 0
    assert bent.constraints["dock"] != linked.constraints["dock"]
    assert evaluate(bent.constraints["rope"].law.length.node, parameters=bent.parameters) == 3
    moved = linked.with_values({"initial.hull.position": [0, 0, 9]})
    assert moved.constraints["rod"].law.length.node.value == pytest.approx(
        np.linalg.norm([0, 0, 9] + start_of(linked).pose("hull")[0][:, 0])
    )
    assert moved.with_values({"initial.hull.position": [1, 2, 3]}) == linked


def test_rotations_to_quaternions_and_back():
    rng = np.random.default_rng(1)
    for _ in range(50):
        q = rng.normal(size=4)
        q /= np.linalg.norm(q)
        back = np.array(to_quaternion(rotation(tuple(q))))
        np.testing.assert_allclose(back * np.sign(back @ q), q, atol=1e-15)
    for half_turn in np.eye(3):
        R = 2 * np.outer(half_turn, half_turn) - np.eye(3)
        np.testing.assert_allclose(np.abs(to_quaternion(R)), [0, *half_turn])


# --- the words again


def every_kind() -> Robot:
    words = {"between": ["arm", "ball"], "at": {"position": [0, "L", 0], "rpy": [0, 1, 0]}}
    return robot(
        **{kind: {kind: dict(words)} for kind in ("weld", "ball", "attitude", "distance")},
        upright={"upright": {**words, "axis": "z"}},
        hinge={"hinge": {**words, "axis": "-x", "to": [1, 2, 3]}},
        slider={"slider": {**words, "axis": [1, 1, 0]}},
        plane={"plane": {**words, "normal": "y", "baumgarte": {"frequency": 5}}},
        gear={"gear": {"joints": {"arm": 1, "wrist.1": "L"}}},
        rolling={"rolling": {**words, "at": [0, 0, -3], "normal": "z", "axis": "y", "radius": "L"}},
        skate={"skate": {**words, "normal": "z", "axis": "x"}},
        held={"hold": {"body": "hull", "axes": ["z", "roll", "pitch"]}},
    )


def test_round_trips():
    linked = every_kind()
    # a hold stands for others
    assert {c.kind for c in linked.constraints.values()} == set(KINDS) - {"hold"}
    assert {"held-z", "held-upright"} <= linked.constraints.keys()
    words = json.loads(json.dumps(linked.to_dict()))
    assert words["constraints"]["gear"] == {"gear": {"joints": {"arm": 1, "wrist.1": "L"}}}
    assert Robot(**words) == linked
    assert Robot(**words).constraints == linked.constraints
    merged = linked.resolved("bent")
    assert Robot(**merged.to_dict()) == merged


def test_the_hash_sees_constraints():
    given = one("distance", between=["world", "cart"], length=5)
    assert (
        robot(it={"distance": {"between": ["world", "cart"]}}).hash
        == robot(it=given.model_dump(mode="json", exclude_none=True)).hash
    )
    assert robot().hash != robot(it={"distance": {"between": ["world", "cart"]}}).hash


def test_other_values():
    linked = every_kind()
    changed = linked.with_values(
        {
            "constraints.distance.distance.length": "L + 20 cm",
            "constraints.gear.gear.value": 3,
            "constraints.gear.gear.joints.arm": -1,
            "constraints.hinge.hinge.to.1": 7,
            "constraints.plane.plane.baumgarte.frequency": 9,
            "constraints.ball.ball.at.position.0": 4,
        }
    ).constraints
    assert evaluate(changed["distance"].law.length.node, parameters={"L": 2}) == 2.2
    assert changed["gear"].law.value.node.value == 3
    assert changed["gear"].factors["arm"] == -1
    assert changed["hinge"].frames[1][1].tolist() == [1, 7, 3]
    assert changed["plane"].law.stabilisation == (9, 1)
    assert changed["ball"].frames[0][1].tolist() == [4, 2, 0]
    with pytest.raises(ModelError, match="did you mean hinge"):
        linked.with_values({"constraints.hing.hinge.axis": "x"})


def test_lengths_from_a_file_are_kept(tmp_path):
    (tmp_path / "length.csv").write_text("t,l\n0,5\n1,6\n2,5\n")
    text = """
name: winch
duration: 2
bodies: {cart: {joint: {prismatic: x}, mass: 1, inertia: [1, 1, 1]}}
initial: {cart: {position: 5}}
constraints:
  rope: {distance: {between: [world, cart], length: {table: {file: length.csv}}}}
"""
    (tmp_path / "winch.yaml").write_text(text)
    winch = model.load(tmp_path / "winch.yaml")
    assert Robot(**winch.to_dict()) == winch
    assert winch.to_dict()["constraints"]["rope"]["distance"]["length"]["table"]["value"] == [
        5,
        6,
        5,
    ]


# --- refusals


@pytest.mark.parametrize(
    ("constraint", "key", "message", "remedy"),
    [
        ("{}", "", "no kind", "weld, ball, hinge"),
        (
            "{ball: {between: [arm, ball]}, weld: {between: [arm, ball]}}",
            "",
            "weld and ball",
            "one",
        ),
        ("{rope: {}}", "rope", "unknown key", "choose from weld"),
        ("{ball: {}}", "ball.between", "required", "add between"),
        ("{ball: {between: arm}}", "ball.between", "this is text", "[one, other]"),
        ("{ball: {between: [arm]}}", "ball.between", "a list of 1", "[one, other]"),
        ("{ball: {between: [arm, 3]}}", "ball.between", "two bodies", "[one, other]"),
        ("{ball: {between: [arm, bal]}}", "ball.between", "no such body", "did you mean ball"),
        ("{ball: {between: [arm, arm]}}", "ball.between", "'arm' to itself", "two bodies"),
        ("{weld: {between: [world, world]}}", "weld.between", "'world' to itself", "two bodies"),
        ("{weld: {between: [arm, hand]}}", "weld.between", "one rigid body", "can move"),
        ("{weld: {between: [post, world]}}", "weld.between", "only fixed joints", "can move"),
        ("{hinge: {between: [arm, ball]}}", "hinge.axis", "required", "add axis"),
        ("{hinge: {between: [arm, ball], axis: [0, 0, 0]}}", "hinge.axis", "length zero", "[0, 0,"),
        ("{hinge: {between: [arm, ball], axis: w}}", "hinge.axis", "unknown axis", "x, y, z"),
        ("{weld: {between: [arm, ball], axis: x}}", "weld.axis", "unknown key", "between"),
        ("{ball: {between: [arm, ball], at: [1, 2]}}", "ball.at.position", "has 2", "3 numbers"),
        (
            "{ball: {between: [arm, ball], baumgarte: {frequency: 0}}}",
            "ball.baumgarte.frequency",
            "0 is not positive",
            "above 0",
        ),
        (
            "{ball: {between: [arm, ball], baumgarte: {frequency: 1, damping: -1}}}",
            "ball.baumgarte.damping",
            "-1 is below 0",
            "0 or more",
        ),
        ("{gear: {joints: {}}}", "gear.joints", "couples 0 coordinates", "1 to 4"),
        (
            "{gear: {joints: {arm: 1, cart: 1, puck.x: 1, puck.y: 1, puck.angle: 1}}}",
            "gear.joints",
            "couples 5 coordinates",
            "1 to 4",
        ),
        ("{gear: {joints: {arm: 0}}}", "gear.joints", "factor of 'arm' is 0", "remove"),
        ("{gear: {joints: [arm]}}", "gear.joints", "a mapping is needed", "keys and values"),
        ("{gear: {joints: {arn: 1}}}", "gear.joints.arn", "no such joint", "did you mean arm"),
        ("{gear: {joints: {hull.x: 1}}}", "gear.joints.hull.x", "a free joint", "revolute"),
        ("{gear: {joints: {ball: 1}}}", "gear.joints.ball", "a spherical joint", "prismatic"),
        ("{gear: {joints: {post: 1}}}", "gear.joints.post", "a fixed joint", "revolute"),
        ("{gear: {joints: {wrist: 1}}}", "gear.joints.wrist", "which coordinate", "wrist.1"),
        ("{gear: {joints: {wrist.3: 1}}}", "gear.joints.wrist.3", "no such", "wrist.2"),
        ("{gear: {joints: {arm.1: 1}}}", "gear.joints.arm.1", "one coordinate", "write arm"),
        ("{gear: {joints: {arm: 1}, value: 'u[arm]'}}", "gear.value", "cannot depend", "t and"),
        ("{gear: {joints: {arm: 1}, value: 'q[arn]'}}", "gear.value", "cannot depend", "t and"),
        (
            "{gear: {joints: {arm: 1}, value: {step: {at: 1, after: 2}}}}",
            "gear.value",
            "jumps by 2 at t = 1 s",
            "smooth",
        ),
        (
            "{distance: {between: [arm, ball], length: 0}}",
            "distance.length",
            "the length is 0 m at t = 0 s",
            "positive",
        ),
        (
            "{distance: {between: [arm, ball], length: '2 - t'}}",
            "distance.length",
            "the length is 0 m at t = 2 s",
            "positive",
        ),
        (
            "{distance: {between: [arm, ball], length: 'sqrt(0*t - 1)'}}",
            "distance.length",
            "the length is nan m",
            "positive",
        ),
        (
            "{distance: {between: [arm, ball], length: 'abs(q[arm])'}}",
            "distance.length",
            "cannot depend",
            "t and parameters",
        ),
        (
            "{distance: {between: [world, post]}}",
            "distance.between",
            "one rigid body",
            "can move",
        ),
        (
            "{distance: {between: [world, ball], at: [0, 0, 1]}}",
            "distance",
            "coincide at the start: a distance of 0 m",
            "ball constraint",
        ),
    ],
)
def test_refusals(refused, constraint, key, message, remedy):
    words = {"name": "c", "bodies": BODIES, "constraints": {"it": "HERE"}}
    text = json.dumps(words).replace('"it": "HERE"', f'\n"it": {constraint}\n')
    problem = refused(text)[f"constraints.it.{key}".rstrip(".")]
    assert problem.line == 2
    assert message in problem.message
    assert remedy in problem.remedy


def test_a_start_that_is_no_number(refused):
    problem = refused("""
name: a
bodies: {a: {joint: {revolute: y}}}
actuators: {m: {motion: {joint: a, input: "log(t)"}}}
constraints:
  g: {gear: {joints: {a: 1}}}
""")["constraints.g.gear"]
    assert "no finite position" in problem.message
    assert "t = 0" in problem.remedy


def test_scenarios_are_checked_with_their_initial_state(refused):
    problem = refused("""
name: a
bodies: {a: {joint: {prismatic: x}, mass: 1, inertia: [1, 1, 1]}}
initial: {a: {position: 1}}
constraints:
  rod: {distance: {between: [world, a]}}
scenarios:
  shut: {initial: {a: {position: 0}}}
""")["constraints.rod.distance"]
    assert problem.message.startswith("in scenario shut: the points on 'world' and 'a' coincide")
    assert problem.line == 6
