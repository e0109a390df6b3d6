"""The robot: order, labels, initial state, scenarios, other values, round trips."""

from __future__ import annotations

import copy
import json
import math
import pickle

import numpy as np
import pytest
from pydantic import ValidationError

from pelagos import model
from pelagos.errors import ModelError
from pelagos.language.body_tree import parents_first
from pelagos.model import Robot


@pytest.fixture
def robot(words):
    return Robot(**words)


def body(**words):
    return {"mass": 1, "inertia": [1, 1, 1], **words}


# --- order and labels


def test_labels_of_every_kind():
    kinds = {
        "f": {"joint": "free"},
        "r": {"joint": {"revolute": "x"}},
        "p": {"joint": {"prismatic": "x"}},
        "s": {"joint": "spherical"},
        "u": {"joint": {"universal": ["x", "y"]}},
        "g": {"joint": {"planar": "z"}},
        "x": {"joint": "fixed"},
    }
    robot = Robot(name="k", bodies={name: body(**words) for name, words in kinds.items()})
    assert " ".join(robot.coordinates) == (
        "f.x f.y f.z f.qw f.qx f.qy f.qz r p s.qw s.qx s.qy s.qz u.1 u.2 g.x g.y g.angle"
    )
    assert " ".join(robot.speeds) == (
        "f.u f.v f.w f.p f.q f.r r p s.p s.q s.r u.1 u.2 g.x g.y g.angle"
    )
    q, u = robot.initial_state()
    assert (len(q), len(u)) == (len(robot.coordinates), len(robot.speeds))
    assert q.tolist() == [0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]


def test_order_puts_parents_first_and_is_stable():
    parents = {"d": "c", "a": "world", "c": "b", "b": "a", "e": "a"}
    bodies = {n: body(parent=p, joint={"revolute": "x"}) for n, p in parents.items()}
    assert Robot(name="o", bodies=bodies).order == ("a", "b", "c", "d", "e")
    sorted_already = {"a": "world", "c": "world", "b": "a", "d": "c"}
    assert parents_first(sorted_already) == ("a", "c", "b", "d")
    long = {f"b{i}": f"b{i + 1}" for i in range(5000)} | {"b5000": "world"}
    assert parents_first(long)[0] == "b5000"


# --- initial state and scenarios


def test_initial_state(robot):
    q, u = robot.written_state()
    half = math.sqrt(0.5)
    np.testing.assert_allclose(q, [0, 0, 0, half, 0, half, 0, math.radians(10), 0, 0])
    np.testing.assert_allclose(u, [0, 0, 0, 0, 0, 0, 1, 0, 0])
    q, u = robot.written_state("reach")
    np.testing.assert_allclose(q, [0, 0, 0, 1, 0, 0, 0, 0.2, 0, 0])
    np.testing.assert_allclose(u, [0, 0, 0, 0, 0, 0, 1, 0, 0])  # the rate stays


def test_initial_states_of_all_kinds():
    robot = Robot(
        name="i",
        bodies={
            "f": body(),
            "s": body(joint="spherical"),
            "u": body(joint={"universal": ["x", "y"]}),
            "g": body(joint={"planar": "z"}),
            "p": body(joint={"prismatic": "z"}),
        },
        initial={
            "f": {
                "position": [1, 2, "3 cm"],
                "quaternion": [0, 0, 0, 2],
                "velocity": [4, 5, 6],
                "angular_velocity": [7, 8, "9 rad/s"],
            },
            "s": {"rpy": [0, 0, "180 deg"], "angular_velocity": [1, 2, 3]},
            "u": {"position": [0.1, "90 deg"], "rate": [3, 4]},
            "g": {"position": [1, 2, 3], "rate": [4, 5, 6]},
            "p": {"position": "2 cm", "rate": 1},
        },
    )
    q, u = robot.initial_state()
    expected = [1, 2, 0.03, 0, 0, 0, 1, 0, 0, 0, 1, 0.1, math.pi / 2, 1, 2, 3, 0.02]
    np.testing.assert_allclose(q, expected, atol=1e-15)
    np.testing.assert_allclose(u, [4, 5, 6, 7, 8, 9, 1, 2, 3, 3, 4, 4, 5, 6, 1])


def test_a_scenario_takes_the_place_of_the_robots_own_settings(robot):
    merged = robot.resolved("reach")
    assert merged.duration == 3
    assert merged.gravity == (0, 0, 9.81)
    assert merged.integrator.rtol == 1e-8
    assert merged.parameters["L"] == 1.0
    assert merged.bodies["arm"].at.position == (1, 0, 0)
    assert merged.bodies["arm"].shape.cylinder.length == 1.0
    assert merged.actuators["elbow"].input.ramp.to == pytest.approx(math.pi / 3)
    assert merged.actuators["elbow"].servo.stiffness == robot.actuators["elbow"].servo.stiffness
    assert robot.resolved(None) is robot
    assert robot.duration == 10  # unchanged


def test_a_scenario_brings_other_actuators(words):
    """One takes the place of a motor, one stands beside it; both take inputs."""
    words["scenarios"]["hold"] = {
        "actuators": {
            "elbow": {"motion": {"joint": "arm", "input": "0.1*t"}},
            "twist": {"torque": {"body": "hull", "direction": "x"}},
        },
        "inputs": {"twist": 3, "push": 4},
    }
    robot = Robot(**words)
    held = robot.resolved("hold")
    assert [(n, a.kind) for n, a in held.actuators.items()] == [
        ("elbow", "motion"),
        ("roll", "motor"),
        ("push", "force"),
        ("twist", "torque"),
    ]
    assert held.actuators["twist"].input.constant == 3
    assert robot.actuators["elbow"].kind == "servo"
    assert held.resolved("hold") == held
    assert Robot(**robot.to_dict()).resolved("hold") == held


def test_actuators_of_scenarios_are_refused_with_the_robot(words, refused):
    words["scenarios"]["hold"] = {
        "actuators": {"lift": {"motor": {"joint": "hull"}}},
        "inputs": {"lfit": 3},
    }
    found = refused(json.dumps(words))
    assert found["scenarios.hold.inputs.lfit"].remedy == "did you mean lift?"
    del words["scenarios"]["hold"]["inputs"]
    found = refused(json.dumps(words))
    (problem,) = found.values()
    assert "in scenario hold: a motor cannot drive a free joint" in problem.message


def test_unknown_scenarios_list_the_choices(robot):
    with pytest.raises(ModelError) as caught:
        robot.scenario("reech")
    (problem,) = caught.value.problems
    assert problem.found == '"reech"'
    assert problem.remedy == "did you mean reach?"
    with pytest.raises(ModelError, match="no such scenario"):
        robot.resolved("x")


def test_driven_degrees_of_freedom(words):
    words["bodies"]["plate"] = body(joint={"planar": "z"})
    words["bodies"]["ball"] = body(joint="spherical")
    for name, target, dof, index in [
        ("a", "wrist", 1, 0),
        ("b", "wrist", "2", 1),
        ("c", "plate", "angle", 2),
        ("d", "plate", 0, 0),
        ("e", "ball", "q", 1),
        ("f", "arm", None, 0),
    ]:
        words["actuators"] = {name: {"motor": {"joint": target, "dof": dof}}}
        robot = Robot(**words | {"scenarios": {}})
        assert robot.driven_dof(name) == index
        assert robot.actuators[name].law.dof in (None, "1", "2", "angle", "x", "q")
    words["actuators"] = {"a": {"torque": {"body": "hull", "direction": "x"}}}
    with pytest.raises(ValueError, match="acts on a body"):
        Robot(**words | {"scenarios": {}}).driven_dof("a")


# --- other values


def test_with_values(robot):
    changed = robot.with_values(
        {
            "bodies.hull.mass": 12.1,
            "bodies.arm.joint.damping": "3 Nm",
            "bodies.arm.at.rpy.0": "0 deg",
            "integrator.rtol": 1e-9,
            "scenarios.reach.duration": 7,
            "gravity.2": 0,
            "bodies.hull.com.1": 0.5,
            "initial.wrist.position": [1, 2],
        }
    )
    assert changed.bodies["hull"].mass == 12.1
    assert changed.bodies["hull"].com == (0, 0.5, 0)
    assert changed.bodies["arm"].joint.damping == (3,)
    assert changed.bodies["arm"].at.rpy == (0, 0, 0)
    assert changed.integrator.rtol == 1e-9
    assert changed.scenarios["reach"].duration == 7
    assert changed.gravity == (0, 0, 0)
    assert changed.initial["wrist"].position == (1, 2)
    assert robot == Robot(**robot.to_dict())  # the first one did not change
    assert robot.bodies["hull"].mass == 10


def test_parameters_reach_everything_that_uses_them(robot):
    changed = robot.with_values({"parameters.L": 0.7, "parameters.k": 3})
    assert changed.bodies["arm"].at.position == (0.7, 0, 0)
    assert changed.bodies["arm"].shape.cylinder.length == 0.7
    assert changed.bodies["arm"].mass == pytest.approx(1.4 * robot.bodies["arm"].mass)
    assert changed.actuators["elbow"].servo.stiffness == 60
    assert changed.scenarios["reach"].parameters["L"] == 1.4


def test_unchanged_parts_are_taken_over(robot):
    changed = robot.with_values({"parameters.L": 0.7})
    assert changed.bodies["hull"] is robot.bodies["hull"]
    assert changed.bodies["arm"] is not robot.bodies["arm"]
    assert changed._scope.before == ()  # a long series of changes keeps one robot, not all
    # and a robot made so equals one made from scratch
    assert changed == Robot(**changed.to_dict())
    assert changed == Robot(**{**robot.to_dict(), "parameters": {"L": 0.7, "k": 2}})


@pytest.mark.parametrize(
    ("path", "message", "remedy"),
    [
        ("bodies.hul.mass", "no 'hul' in bodies", "did you mean hull?"),
        ("bodies.hull.mas", "unknown key", "did you mean mass?"),
        ("bodis.hull.mass", "unknown key", "did you mean bodies?"),
        ("parameters.M", "no 'M' in parameters", "choose from L, k"),
        ("scenarios.reech.duration", "no 'reech' in scenarios", "did you mean reach?"),
        ("bodies.arm.at.rpy.3", "is a list of 3, it has no '3'", "0 to 2"),
        ("bodies.arm.at.rpy.x", "is a list of 3, it has no 'x'", "0 to 2"),
        ("bodies.hull.mass.x", "bodies.hull.mass has nothing below it", "as a whole"),
        ("bodies..mass", "this is no path", "bodies.hull.mass"),
        ("a" + ".a" * 200, "this is no path", "bodies.hull.mass"),
        ("", "this is no path", "bodies.hull.mass"),
    ],
)
def test_bad_paths(robot, path, message, remedy):
    with pytest.raises(ModelError) as caught:
        robot.with_values({path: 1})
    problem = caught.value.problems[0]
    assert problem.key.split(".")[0] == path.split(".")[0]
    assert message in problem.message
    assert remedy in problem.remedy


def test_empty_and_deep_values_are_refused(robot):
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    for value, message in [(None, "mapping is needed"), (deep, "nested more than 64 deep")]:
        with pytest.raises(ModelError, match=message):
            robot.with_values({"initial.wrist": value})


def test_bad_values_are_refused_as_if_written_so(robot):
    with pytest.raises(ModelError) as caught:
        robot.with_values({"bodies.hull.mass": -3, "parameters.L": math.nan})
    assert {p.key: p.found for p in caught.value.problems} == {
        "bodies.hull.mass": "-3",
        "parameters.L": "NaN",
    }


# --- round trips


def test_words_survive_json(robot):
    again = Robot(**json.loads(json.dumps(robot.to_dict(), allow_nan=False)))
    assert again == robot
    assert again.hash == robot.hash
    assert again.to_dict() == robot.to_dict()
    # parameters are still alive
    assert again.with_values({"parameters.L": 1}) == robot.with_values({"parameters.L": 1})


def test_words_are_not_shared(words):
    before = copy.deepcopy(words)
    robot = Robot(**words)
    words["bodies"]["hull"]["mass"] = 99
    robot.to_dict()["bodies"]["hull"]["mass"] = 98
    assert robot.to_dict() == before


def test_hash_is_of_values_not_of_spelling(words):
    one = Robot(**words)
    words["initial"]["arm"]["angle"] = math.radians(10)
    words["bodies"]["hull"]["mass"] = "10 kg"
    assert Robot(**words).hash == one.hash
    words["bodies"]["hull"]["mass"] = "10.001 kg"
    assert Robot(**words).hash != one.hash
    assert len(one.hash) == 64


def test_words_that_come_later_leave_hashes_as_they_are():
    push = {"force": {"body": "ball", "direction": "x", "input": 2.0}}
    turn = {"torque": {"body": "ball", "direction": "z"}}
    robot = Robot(
        name="kept",
        bodies={"ball": {"mass": 1, "joint": "free", "shape": {"sphere": 0.1}}},
        actuators={"push": push},
        water={"density": 1000.0},
        scenarios={"more": {"actuators": {"turn": turn}}},
    )
    # results on disk name robots by these
    assert robot.hash == "e5a5cc9dc20f00d735af502ada391ef76e0065f06537ee4aed49b73f06dac859"


def test_numpy_values_are_words(words):
    expected = Robot(**words)
    words["bodies"]["hull"]["inertia"] = np.diag([1, 2, 2.5])
    words["bodies"]["hull"]["mass"] = np.float32(10)
    words["gravity"] = (0, 0, np.float64(-9.81))
    assert Robot(**words) == expected


def test_robots_are_frozen_and_travel(robot):
    with pytest.raises(ValidationError):
        robot.name = "other"
    again = pickle.loads(pickle.dumps(robot))
    assert again == robot
    assert hash(again) == hash(robot)
    assert again.with_values({"duration": 3}).duration == 3


def test_table_files_are_written_out(tmp_path, words):
    (tmp_path / "a.csv").write_text("t,x\n0,1\n2,3\n")
    table = {"table": {"file": "a.csv", "time": "t", "value": "x"}}
    words["actuators"]["push"]["force"]["input"] = table
    words["scenarios"]["reach"]["inputs"]["push"] = table
    drag = {"force": {"body": "hull", "direction": "x", "input": table}}
    words["scenarios"]["reach"]["actuators"] = {"drag": drag}
    (tmp_path / "m.yaml").write_text(json.dumps(words))
    robot = model.load(tmp_path / "m.yaml")
    (tmp_path / "a.csv").unlink()
    again = Robot(**json.loads(json.dumps(robot.to_dict())))
    assert again == robot
    assert again.resolved("reach") == robot.resolved("reach")
    # another file is read in the same columns
    (tmp_path / "b.csv").write_text("x,t\n7,0\n8,2\n")
    changed = robot.with_values({"actuators.push.force.input.table.file": "b.csv"})
    assert changed.actuators["push"].input.table.value == (7, 8)
