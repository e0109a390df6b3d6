"""Whatever stands in a model, it is read or refused; what is read survives a round trip."""

from __future__ import annotations

import json
import math

from hypothesis import given, settings
from hypothesis import strategies as st

from pelagos import model
from pelagos.errors import ModelError
from pelagos.joints.table import WORDS as JOINTS
from pelagos.language.signals.signal import KINDS as SIGNALS
from pelagos.model import Robot
from pelagos.model.actuators import KINDS as ACTUATORS
from pelagos.relations.table import KINDS as CONSTRAINTS

# time limits per example say more about the machine's other work than about the code
quick = settings(deadline=None, derandomize=True, max_examples=120)


def read_or_refuse(read) -> Robot | None:
    try:
        return read()
    except ModelError as refusal:
        problems = refusal.problems
    assert problems
    assert all(problem.message for problem in problems)
    return None


# --- anything at all


@given(st.text(max_size=200))
@quick
def test_any_text(text):
    read_or_refuse(lambda: model.loads(text))


@given(st.text("abn:{}[]-?,&*!|>'\"%@`#\n \t0.1e~<=", max_size=60))
@quick
def test_text_of_yaml_signs(text):
    read_or_refuse(lambda: model.loads(text))


@given(st.binary(max_size=100))
@settings(quick, max_examples=50)
def test_any_file(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(content)
    read_or_refuse(lambda: model.load(path))


KEYS = [
    *("pelagos", "name", "gravity", "parameters", "bodies", "actuators", "initial", "scenarios"),
    *("duration", "integrator", "references", "parent", "at", "joint", "mass", "com", "inertia"),
    *("shape", "density", "spatial_inertia", "position", "rpy", "quaternion", "axis", "angle"),
    *("box", "sphere", "mesh", "file", "time", "value", "input", "inputs", "dof", "limits"),
    *("stiffness", "a", "b", "world", "self", "", "rate", "body", "direction"),
    *JOINTS,
    *("constraints", "between", "to", "normal", "length", "joints", "baumgarte", "frequency"),
    *ACTUATORS,
    *CONSTRAINTS,
    *SIGNALS,
]
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["x", "-y", "a", "b", "world", "free", "30 deg", "t", "q[a]", "", "/", "."])
    | st.text(max_size=8)
)
anything = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5)
    ),
    max_leaves=25,
)


@given(st.dictionaries(st.sampled_from(KEYS), anything, max_size=8))
@quick
def test_any_words(words):
    read_or_refuse(lambda: Robot(**words))


@given(
    st.dictionaries(
        st.sampled_from("ab"), st.dictionaries(st.sampled_from(KEYS), anything), min_size=1
    ),
    st.dictionaries(
        st.sampled_from("ab"),
        st.dictionaries(
            st.sampled_from(ACTUATORS), st.dictionaries(st.sampled_from(KEYS), anything)
        ),
    ),
    st.dictionaries(
        st.sampled_from("cd"),
        st.dictionaries(
            st.sampled_from(CONSTRAINTS), st.dictionaries(st.sampled_from(KEYS), anything)
        ),
    ),
    anything,
    anything,
)
@settings(quick, max_examples=60)
def test_words_in_their_places(bodies, actuators, constraints, initial, scenarios):
    words = {"name": "a", "bodies": bodies, "actuators": actuators, "constraints": constraints}
    read_or_refuse(lambda: Robot(**words, initial=initial, scenarios={"s": scenarios}))


@given(st.sampled_from(KEYS), st.lists(st.sampled_from([*KEYS, "0", "2", "9"])), anything)
@quick
def test_any_value_at_any_path(first, rest, value):
    robot = model.load("cart-pole")
    read_or_refuse(lambda: robot.with_values({".".join([first, *rest]): value}))


# --- robots that must be read

sizes = st.floats(1e-3, 1e3)
coordinates = st.floats(-1e3, 1e3)
points = st.lists(coordinates, min_size=3, max_size=3)
axes = st.sampled_from(["x", "y", "z", "-x", "-y", "-z"]) | points.filter(
    lambda p: math.hypot(*p) > 1e-3
)
placements = points | st.fixed_dictionaries(
    {"position": points}, optional={"rpy": st.lists(st.floats(-7, 7), min_size=3, max_size=3)}
)
shapes = st.one_of(
    st.fixed_dictionaries({"sphere": sizes}),
    st.fixed_dictionaries({"box": st.lists(sizes, min_size=3, max_size=3)}),
    st.fixed_dictionaries(
        {"capsule": st.fixed_dictionaries({"radius": sizes, "length": sizes, "along": axes})}
    ),
)
resistances = st.fixed_dictionaries(
    {}, optional={"damping": st.floats(0, 10), "stiffness": st.floats(0, 10)}
)
hinges = st.one_of(
    st.sampled_from(["fixed", "spherical"]),
    st.builds(
        lambda kind, axis, rest: {kind: axis, **rest},
        st.sampled_from(["revolute", "prismatic", "planar"]),
        axes,
        resistances,
    ),
    st.builds(lambda rest: {"universal": ["x", "z"], **rest}, resistances),
)


@st.composite
def robots(draw):
    """Words of a random tree with sizes that depend on a parameter."""
    count = draw(st.integers(1, 6))
    bodies = {}
    for i in range(count):
        parent = draw(st.sampled_from(["world", *(f"b{j}" for j in range(i))]))
        bodies[f"b{i}"] = {
            "parent": parent,
            "at": draw(placements),
            "joint": draw(hinges),
            "shape": draw(shapes),
            "mass": f"m*{draw(sizes)!r}",
        }
    shuffled = draw(st.permutations(list(bodies)))
    linked = draw(st.sampled_from([[], ["weld"], ["ball", "hinge"], ["plane"], ["slider"]]))
    direction = {"hinge": "axis", "slider": "axis", "plane": "normal"}
    moving = bodies["b0"]["joint"] != "fixed"  # else it may be one with the world
    link = {"between": ["b0", "world"], "at": draw(placements)}
    return {
        "name": draw(st.text("aé水 :#'", max_size=5)),
        "parameters": {"m": draw(sizes)},
        "bodies": {name: bodies[name] for name in shuffled},
        "actuators": {"f": {"force": {"body": "b0", "direction": draw(axes), "input": "m*t"}}},
        "constraints": {
            kind: {kind: link | ({direction[kind]: draw(axes)} if kind in direction else {})}
            for kind in linked
            if moving
        },
        "scenarios": {"s": {"parameters": {"m": draw(sizes)}, "duration": draw(sizes)}},
    }


@given(robots())
@settings(quick, max_examples=40)
def test_valid_robots_survive_round_trips(words):
    robot = Robot(**words)
    assert Robot(**json.loads(json.dumps(robot.to_dict()))) == robot
    assert model.loads(json.dumps(robot.to_dict(), ensure_ascii=False)) == robot
    merged = robot.resolved("s")
    assert merged.parameters == robot.scenarios["s"].parameters
    assert Robot(**merged.to_dict()) == merged == merged.resolved("s")
    assert len(robot.written_state()[1]) == len(robot.speeds)
    place = {name: i for i, name in enumerate(robot.order)}
    assert all(place.get(body.parent, -1) < place[name] for name, body in robot.bodies.items())


@given(robots(), sizes)
@settings(quick, max_examples=20)
def test_changed_robots_equal_those_written_so(words, mass):
    changed = Robot(**words).with_values({"parameters.m": mass})
    assert changed == Robot(**{**words, "parameters": {"m": mass}})
