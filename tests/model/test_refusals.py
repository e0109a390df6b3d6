"""Bad models: all problems at once, each with its line, its key, the value and a remedy."""

from __future__ import annotations

import time

import pytest

from pelagos import model
from pelagos.errors import ModelError

MANY = """\
pelagos: 1
name: 3
parameters: {L: 1 m, 2x: 3, bad: .nan}
bodies:
  hull: {mass: -1, inertia: [1, 1, 3], colour: red}
  arm:
    parent: hul
    joint: {revolute: w, dampin: 2}
    mass: 1 m
  a: {parent: b, joint: fixed}
  b: {parent: a, joint: fixed}
  wrist:
    parent: hull
    joint: {universal: [x, y]}
    com: [bad, 0, 1e16]
actuators:
  motor: {motor: {joint: elbow}}
  wrist-servo: {servo: {joint: wrist, stiffness: 1}}
  moved: {motion: {joint: wrist, dof: 1, input: "q[wrist.3]"}}
  push: {force: {body: hull, direction: x, frame: wrld}}
  odd: {spring: {joint: arm}}
initial:
  hull: {angle: 3}
  wrist: {position: [1, 2, 3]}
  nobody: {rate: 1}
scenarios:
  go:
    duration: -3
    inputs: {moter: 3, push: "sin(T)"}
    initial: {hull: {rpy: [1, 2]}}
    parameters: {M: 3}
  "no no": {}
integrator: {method: euler, rtol: 0}
duration: soon
gravty: [0, 0, 1]
"""

EXPECTED = [
    # line, key, found, message, remedy
    (2, "name", "3", "text is needed", "quotes"),
    (3, "parameters.2x", "", "cannot be the name of a parameter", "letters"),
    (3, "parameters.bad", "NaN", "not finite", "ordinary number"),
    (5, "bodies.hull.mass", "-1", "the value -1 is below 0", "0 or more"),
    (5, "bodies.hull.inertia", "[1, 1, 3]", "principal values are 1, 1, 3", "about the com"),
    (5, "bodies.hull.colour", '"red"', "unknown key", "did you mean color?"),
    (7, "bodies.arm.parent", '"hul"', "no such body", "did you mean hull?"),
    (8, "bodies.arm.joint.revolute", '"w"', "unknown axis", "x, y, z"),
    (8, "bodies.arm.joint.dampin", "2", "unknown key", "did you mean damping"),
    (9, "bodies.arm.mass", '"1 m"', "a length stands where a mass belongs", "kg"),
    (10, "bodies.a.parent", '"b"', "in a circle: a -> b -> a", "the parent world"),
    (15, "bodies.wrist.com.2", "1e+16", "exceeds 1e+15", "SI"),
    (17, "actuators.motor.motor.joint", '"elbow"', "no such body", "choose from hull"),
    (18, "actuators.wrist-servo.servo.dof", "", "which degree of freedom", "1, 2"),
    (19, "actuators.moved.motion.input", '"q[wrist.3]"', "no q[wrist.3]", "wrist.2 or wrist.1"),
    (19, "actuators.moved.motion.input", '"q[wrist.3]"', "cannot depend on", "servo"),
    (19, "actuators.moved.motion", "", "in part, without 2", "every degree of freedom"),
    (20, "actuators.push.force.frame", '"wrld"', "must be body, world", "did you mean world?"),
    (21, "actuators.odd.spring", '{"joint": "arm"}', "unknown key", "choose from motor, servo"),
    (23, "initial.hull.angle", "3.0", "a free joint has no angle", "give position, rpy"),
    (24, "initial.wrist.position", "[1.0, 2.0, 3.0]", "3 numbers for the universal", "give 2"),
    (25, "initial.nobody", "", "no such body", "choose from hull"),
    (28, "scenarios.go.duration", "-3", "-3 is not positive", "above 0"),
    (29, "scenarios.go.inputs.moter", "", "no such actuator", "did you mean motor"),
    (29, "scenarios.go.inputs.push", '"sin(T)"', "unknown name 'T'", "did you mean t"),
    (30, "scenarios.go.initial.hull.rpy", "[1, 2]", "this one has 2", "give 3"),
    (31, "scenarios.go.parameters.M", "", "no such parameter", "choose from L"),
    (32, "scenarios.no no", '"no no"', "cannot be a name", "letters"),
    (
        33,
        "integrator.method",
        '"euler"',
        "must be auto, dopri5, dop853, kutta-merson",
        "choose from auto",
    ),
    (33, "integrator.rtol", "0", "not positive", "above 0"),
    (34, "duration", '"soon"', "unknown name 'soon'", "choose from L"),
    (35, "gravty", "[0, 0, 1]", "unknown key", "did you mean gravity?"),
]


@pytest.fixture(scope="module")
def many():
    with pytest.raises(ModelError) as caught:
        model.loads(MANY, "many.yaml")
    return caught.value


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda e: f"{e[1]} {e[3]}"[:40])
def test_every_problem_is_named(many, expected):
    line, key, found, message, remedy = expected
    fitting = [p for p in many.problems if p.key == key and message in p.message]
    assert fitting, [p.message for p in many.problems if p.key == key]
    (problem,) = fitting
    assert (problem.file, problem.line, problem.found) == ("many.yaml", line, found)
    assert remedy in problem.remedy


def test_nothing_else_is_said(many):
    known = {(key, message) for _, key, _, message, _ in EXPECTED}
    extra = [p for p in many.problems if not any(p.key == k and m in p.message for k, m in known)]
    assert extra == []
    assert len(many.problems) == len(EXPECTED)
    assert [p.line for p in many.problems] == sorted(p.line for p in many.problems)


def test_the_text_shows_place_value_and_remedy(many):
    text = str(many)
    assert text.startswith(f"{len(many.problems)} problems in the model\n")
    assert (
        "many.yaml:5: bodies.hull.mass: the value -1 is below 0 (found -1)\n    use 0 or more"
        in text
    )
    assert "Traceback" not in text


@pytest.mark.parametrize(
    ("bodies", "key", "message", "remedy"),
    [
        ("{}", "bodies", "at least one body", "add a body"),
        ("[1]", "bodies", "a mapping is needed, this is a list", "names"),
        ("{a: 3}", "bodies.a", "a mapping is needed, this is a number", "keys and values"),
        ("{a: }", "bodies.a", "a mapping is needed, this is empty", "keys and values"),
        ("{world: {}}", "bodies.world", "world is the fixed frame", "another name"),
        ("{a..b: {}}", "bodies.a..b", "cannot be a name", "letters"),
        ("{a: {parent: a, joint: fixed}}", "bodies.a.parent", "circle: a -> a", "world"),
        ("{a: {parent: 3, joint: fixed}}", "bodies.a.parent", "text is needed", "quotes"),
        ("{a: {}, b: {parent: a, joint: free}}", "bodies.b.joint", "hangs on the world", "remove"),
        ("{a: {}, b: {parent: a}}", "bodies.b", "the joint to the parent 'a' is missing", "fixed"),
        ("{a: {mass: .inf}}", "bodies.a.mass", "not finite", "ordinary"),
        ("{a: {mass: true}}", "bodies.a.mass", "true or false", "write a number"),
        ("{a: {joint: {fixed: 7}}}", "bodies.a.joint.fixed", "true or false is needed", "true"),
    ],
)
def test_bad_bodies(refused, bodies, key, message, remedy):
    problem = refused(f"name: a\nbodies: {bodies}")[key]
    assert problem.line == 2
    assert message in problem.message
    assert remedy in problem.remedy


@pytest.mark.parametrize(
    ("actuator", "key", "message", "remedy"),
    [
        ("{motor: {joint: hull}}", "motor.joint", "cannot drive a free joint", "force or torque"),
        ("{servo: {joint: ball, stiffness: 1}}", "servo.joint", "a spherical joint", "revolute"),
        ("{motion: {joint: ball}}", "motion.joint", "cannot drive a spherical joint", "planar"),
        ("{motor: {joint: welded}}", "motor.joint", "cannot drive a fixed joint", "revolute"),
        ("{motor: {joint: arm, dof: 1}}", "motor.dof", "no such degree", "one degree of freedom"),
        ("{motor: {joint: wrist, dof: 0}}", "motor.dof", "no such degree", "choose from 1, 2"),
        ("{motor: {joint: ball, dof: x}}", "motor.dof", "no such degree", "choose from p, q, r"),
        ("{motor: {joint: arm, limit: 0}}", "motor.limit", "not positive", "above 0"),
        ("{servo: {joint: arm, stiffness: -1}}", "servo.stiffness", "below 0", "0 or more"),
        ("{servo: {joint: arm}}", "servo.stiffness", "required", "add stiffness"),
        ("{motor: {}}", "motor.joint", "required", "add joint"),
        ("{force: {body: world, direction: x}}", "force.body", "no such body", "can move"),
        ("{force: {body: arm, direction: x}, motor: {joint: arm}}", "", "motor and force", "one"),
        ("{}", "", "no kind", "motor, servo, motion"),
        ("{motor: {joint: arm, input: {sin: 3}}}", "motor.input.sin", "unknown key", "sine"),
    ],
)
def test_bad_actuators(refused, actuator, key, message, remedy):
    text = f"""
name: a
bodies:
  hull: {{mass: 1, inertia: [1, 1, 1]}}
  arm: {{joint: {{revolute: y}}}}
  wrist: {{joint: {{universal: [x, y]}}}}
  ball: {{joint: spherical}}
  welded: {{joint: fixed}}
actuators:
  it: {actuator}
"""
    problem = refused(text)[f"actuators.it.{key}".rstrip(".")]
    assert problem.line == 10
    assert message in problem.message
    assert remedy in problem.remedy


def test_two_motions_of_one_joint(refused):
    text = """
name: a
bodies: {arm: {joint: {revolute: y}}}
actuators:
  one: {motion: {joint: arm}}
  two: {motion: {joint: arm}}
"""
    problem = refused(text)["actuators.two"]
    assert "'one' prescribes the motion of 'arm' already" in problem.message


def test_a_scenario_is_checked_with_its_parameters(refused):
    text = """
name: a
parameters: {m: 1}
bodies:
  hull: {mass: m, inertia: [1, 1, 1]}
scenarios:
  light: {parameters: {m: -2}}
"""
    problem = refused(text)["bodies.hull.mass"]
    assert problem.message == "in scenario light: the value -2 is below 0"
    assert problem.line == 5


def test_several_circles_and_what_hangs_on_them(refused):
    text = "name: a\nbodies:\n" + "".join(
        f"  {name}: {{parent: {parent}, joint: fixed}}\n"
        for name, parent in [("a", "b"), ("b", "a"), ("c", "a"), ("d", "d"), ("e", "world")]
    )
    with pytest.raises(ModelError) as caught:
        model.loads(text)
    assert [p.key for p in caught.value.problems] == ["bodies.a.parent", "bodies.d.parent"]


def test_missing_models_suggest_built_in_ones(refused, tmp_path):
    for name, remedy in [("pendulun", "did you mean pendulum"), ("zzz", "bluerov")]:
        problem = refused(name, model.load)[""]
        assert problem.file == name
        assert remedy in problem.remedy
    binary = tmp_path / "a.yaml"
    binary.write_bytes(b"\xff\xfe\x00a")
    assert "not text" in refused(binary, model.load)[""].message
    assert refused(tmp_path, model.load)[""].message == "is a folder"
    assert refused("a\0b", model.load)
    assert refused("x" * 5000, model.load)


def test_set_changes_values(refused, tmp_path):
    robot = model.load("pendulum", set=["parameters.length=2", "bodies.rod.joint.damping = 3 Nm"])
    assert robot.parameters["length"] == 2
    assert robot.bodies["rod"].joint.damping == (3,)
    assert model.load("pendulum", set={"gravity": [0, 0, 0]}).gravity == (0, 0, 0)
    for texts, message in [
        (["parameters.length"], "sets no value"),
        (["=3"], "sets no value"),
        (["duration=[1"], "not YAML"),
        (["duration={a: 1, a: 2}"], "given twice"),
        (["parameters.lenght=3"], "no 'lenght'"),
    ]:
        with pytest.raises(ModelError, match=message):
            model.load("pendulum", set=texts)


def test_errors_travel_between_processes(many):
    import pickle

    assert pickle.loads(pickle.dumps(many)).problems == many.problems


def test_large_models_are_read_and_refused_in_linear_time():
    count = 2000
    bodies = {
        f"b{i}": {"parent": f"b{i + 1}", "joint": {"revolute": "x"}} for i in range(count)
    } | {f"b{count}": {}}
    bodies["b0"] |= {"mass": 1, "inertia": [1, 1, 1]}
    start = time.process_time()
    assert model.Robot(name="long", bodies=bodies).order[-1] == "b0"
    good = time.process_time() - start
    for body in bodies.values():
        body["parent"] = "nobody"
    start = time.process_time()
    with pytest.raises(ModelError):
        model.Robot(name="long", bodies=bodies)
    assert time.process_time() - start < 10 * good + 2


def test_long_lists_of_problems_are_cut(refused):
    text = "name: a\nbodies:\n" + "".join(f"  b{i}: {{mas: 1}}\n" for i in range(150))
    with pytest.raises(ModelError) as caught:
        model.loads(text)
    assert len(caught.value.problems) == 150
    assert str(caught.value).endswith("... and 50 more")


@pytest.mark.parametrize(
    ("text", "key", "line", "remedy"),
    [
        ("name: a\nbodys:\n  hull:\n    joint: free\n", "bodys", 2, "did you mean bodies?"),
        ("name: a\nsprings:\n  s: {stifness: 1}\n", "springs.s.stifness", 3, "stiffness?"),
        ("name: a\nstate: {}\nwingz: {}\n", "wingz", 3, "did you mean wings?"),
        (
            "name: a\nactuators:\n  m:\n    motor: {joint: hull}\n    input: 3\n",
            "actuators.m.input",
            5,
            "it belongs below motor, as in motor: {input: ...}",
        ),
        (
            "name: a\nactuators: {m: {force: {body: hull}, direction: x}}\n",
            "actuators.m.direction",
            2,
            "it belongs below force, as in force: {direction: ...}",
        ),
    ],
)
def test_unknown_keys_are_found_and_led_home(refused, text, key, line, remedy):
    """At the line of the key, not of what stands below it."""
    problem = refused(text)[key]
    assert (problem.line, problem.message) == (line, "unknown key")
    assert remedy in problem.remedy


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("water: {waves: {spectrum: jonswap, height: 1, period: 9, foo: 1}}", "choose from"),
        (
            "water: {waves: {spectrum: jonswap, height: 1, period: 9, components: 9}}",
            "use 10 or more",
        ),
        ("integrator: {max_steps: 0}", "use more than 0"),
    ],
)
def test_bounds_and_unknown_keys_in_lists_have_remedies(line, said):
    text = f"pelagos: 1\nname: x\nbodies: {{a: {{mass: 1, inertia: [1, 1, 1]}}}}\n{line}\n"
    with pytest.raises(ModelError) as caught:
        model.loads(text, "one.yaml")
    (problem,) = caught.value.problems
    assert said in problem.remedy
    assert "Input should" not in problem.message


def test_a_colour_that_is_none_is_refused():
    text = "pelagos: 1\nname: x\nbodies: {a: {mass: 1, inertia: [1, 1, 1], color: nocolor}}\n"
    with pytest.raises(ModelError, match="'nocolor' is no colour"):
        model.loads(text, "one.yaml")
