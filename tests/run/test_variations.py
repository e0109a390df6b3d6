"""Variations of a robot are made from what they have in common; they must not show it.

Each is compared with the same robot read from its words and flattened without any help: all
arrays, to the bit, and what is refused, word for word.
"""

from __future__ import annotations

import copy
import dataclasses
import zlib

import numpy as np
import pytest

import pelagos as pl
from pelagos.elements.actuator.force import PointForce
from pelagos.elements.body.immersion import ImmersedLink
from pelagos.errors import ModelError
from pelagos.identify.names import numbers_below
from pelagos.language import scope as scopes
from pelagos.march.engines import alike
from pelagos.mathematics.algebra import Mat3, Vec3
from pelagos.mathematics.inertia import Inertia, Pose
from pelagos.mechanism.robot import Compiled, compile_robot
from pelagos.mechanism.structure import structural_parts, structure
from pelagos.model import builtin_names
from pelagos.model.paths.edits import set_value
from pelagos.run.variations import Variations
from tests.dressed import dressed_robot

# every kind of number: robot, scenario, path, values
KINDS = {
    "mass": ("bluerov", None, "parameters.m", (7.0, 7.5)),
    "inertia": ("bluerov", None, "bodies.hull.inertia.2", (0.2, 0.25)),
    "added mass": ("bluerov", None, "bodies.hull.added_mass.0", (2.0, 3.0)),
    "drag": ("bluerov", "straight-1700", "bodies.hull.drag.quadratic.0", (30.0, 40.0)),
    "thruster": ("bluerov", "straight-1700", "parameters.a0", (0.4, 0.5)),
    "one thruster": ("bluerov", None, "actuators.thruster2.thruster.health", (0.5, 1.0)),
    "pulse curve": (
        *("bluerov", None, "actuators.thruster1.thruster.pwm.power.coefficient"),
        (55.0, 60.0),  # 60 is that of the other thrusters, which share the number
    ),
    "gain in an expression": ("bluerov", "straight-1700", "parameters.hold", (0.0, 1.0)),
    "parameter of a gait": ("eel", "serpenoid", "parameters.amplitude", (0.2, 0.3)),
    "joint spring": ("cantilever", None, "parameters.E", (1e9, 2e9)),
    "joint damper": ("solar-arm", None, "bodies.elbow.joint.damping", (0.0, 5.0)),
    "density of the water": ("maarco", "yaw", "water.density", (990.0, 1030.0)),
    "current": ("bluerov", "straight-1700", "water.current", ([0.3, 0, 0], [0, 0.1, 0])),
    "input of a scenario": ("maarco", "yaw", "scenarios.yaw.inputs.thrust2", (8.0, 12.0)),
    "initial state": ("bluerov", "free-1700", "initial.hull.position", ([0, 0, 1], [1, 0, 0])),
    "place of a joint": ("rov-arm", None, "bodies.forearm.at.0", (0.2, 0.3)),
    "axis of a joint": ("double-pendulum", None, "bodies.upper.joint.revolute", ("y", [0, 1, 1])),
    "part of a module": ("bluerov-pair", "straight-1700", "parameters.port.m", (7.0, 7.5)),
    "shorthand": ("snake20", None, "parameters.mass", (0.5, 2.0)),
    "gravity": ("chain20", None, "gravity.2", (-1.6, -9.0)),
    "loop": ("four-bar", None, "gravity.1", (-1.6, -9.0)),
}


def same(one, other, where="robot"):
    """All numbers of two compiled robots, to the bit."""
    assert type(one) is type(other), where
    if dataclasses.is_dataclass(one):
        for field in dataclasses.fields(one):
            if field.name not in ("robot", "kept"):
                name = field.name
                same(getattr(one, name), getattr(other, name), f"{where}.{name}")
    elif isinstance(one, np.ndarray):
        assert (one.dtype, one.shape) == (other.dtype, other.shape), where
        assert one.tobytes() == other.tobytes(), where
    elif isinstance(one, tuple | Vec3 | Mat3 | Inertia | Pose):
        for k, (part, there) in enumerate(zip(one, other, strict=True)):
            same(part, there, f"{where}[{k}]")
    else:
        assert repr(one) == repr(other), where


def alone(robot, scenario, values) -> Compiled:
    """The variation without any help: all words are read, all parts flattened."""
    words = copy.deepcopy(robot._words)
    for path, value in values.items():
        words = set_value(words, path, value, robot)
    with scopes.within(robot.scope):
        again = pl.Robot(**words).resolved(scenario)
        return compile_robot(pl.Robot(**again.to_dict()))


def varied(robot, first, scenario, values) -> Compiled:
    variant = robot.with_values(values).resolved(scenario, first.robot)
    return compile_robot(variant, like=first)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_number(kind):
    name, scenario, path, values = KINDS[kind]
    robot = pl.load(name)
    first = compile_robot(robot.resolved(scenario))
    start = copy.deepcopy(first.bodies), first.values.copy()
    for value in (*values, values[0]):
        found = varied(robot, first, scenario, {path: value})
        same(found, alone(robot, scenario, {path: value}))
        assert found.robot.hash == robot.with_values({path: value}).resolved(scenario).hash
    np.testing.assert_array_equal(first.bodies, start[0])  # the first one is left as it was
    np.testing.assert_array_equal(first.values, start[1])


@pytest.mark.parametrize("name", [*builtin_names(), "dressed"])
def test_any_number_of_any_robot(name):
    """Numbers drawn from all there are, changed, refused, and changed into zero."""
    robot = dressed_robot(3, 9) if name == "dressed" else pl.load(name)
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    scenario = next(iter(robot.scenarios), None)
    first = compile_robot(robot.resolved(scenario))
    places = list(numbers_below(robot._words))
    for path in rng.choice(places, size=min(4, len(places)), replace=False).tolist():
        for value in (round(float(rng.uniform(0.2, 2.0)), 3), 0.0):
            try:
                found = varied(robot, first, scenario, {path: value})
            except ModelError as error:
                with pytest.raises(ModelError) as other:
                    alone(robot, scenario, {path: value})
                messages = [(p.message, p.remedy) for p in error.problems]
                assert messages == [(p.message, p.remedy) for p in other.value.problems], path
                continue
            same(found, alone(robot, scenario, {path: value}), path)


def test_what_a_mass_does_not_reach_is_shared():
    """Neither read nor flattened again: the same objects."""
    robot = pl.load("maarco")
    first = compile_robot(robot.resolved("yaw"))
    found = compile_robot(first.robot.with_values({"bodies.chassis.mass": 9.0}), like=first)
    assert found.robot.water is first.robot.water
    chassis, before = found.robot.bodies["chassis"], first.robot.bodies["chassis"]
    assert chassis.mass == 9.0 != before.mass
    for key in ("joint", "at", "shape", "buoyancy", "added_mass", "drag"):
        assert getattr(chassis, key) is getattr(before, key), key
    for part, other in zip(structural_parts(found), structural_parts(first), strict=True):
        assert part is other
    same(found, alone(robot, "yaw", {"bodies.chassis.mass": 9.0}))


def test_what_a_density_does_not_reach_is_shared():
    first = compile_robot(pl.load("maarco").resolved("yaw"))
    found = compile_robot(first.robot.with_values({"water.density": 990.0}), like=first)
    assert found.tree is first.tree
    pairs = list(zip(found.elements.all, first.elements.all, strict=True))
    assert any(isinstance(element, ImmersedLink) for element, _ in pairs)
    for element, before in pairs:
        assert element is before or isinstance(element, ImmersedLink)
    assert structure(found) == structure(first)


def test_an_actuator_that_asks_for_the_density_is_built_for_each(monkeypatch):
    asked = []
    build = PointForce.build

    def build_in_water(self, site):
        asked.append(site.density)
        return build(self, site)

    monkeypatch.setattr(PointForce, "build", build_in_water)
    first = compile_robot(pl.load("remus100"))
    for density in (990.0, 1010.0):
        compile_robot(first.robot.with_values({"water.density": density}), like=first)
        assert asked[-1] == density


def test_springs_of_their_own_are_shared_unless_they_change():
    cord = {"between": ["world", "upper"], "stiffness": 20.0}
    robot = pl.load("double-pendulum").with_elements(springs={"cord": cord})
    first = compile_robot(robot)
    found = compile_robot(robot.with_values({"bodies.upper.mass": 2.0}), like=first)
    assert found.elements is first.elements
    path = {"springs.cord.stiffness": 30.0}
    found = compile_robot(robot.with_values(path), like=first)
    same(found, alone(robot, None, path))
    assert not np.array_equal(found.element_numbers, first.element_numbers)


def test_points_on_the_ground_are_shared():
    robot = pl.load("snake-ground")
    first = compile_robot(robot)
    body = next(iter(robot.bodies))
    found = compile_robot(robot.with_values({f"bodies.{body}.mass": 2.0}), like=first)
    assert found.elements is first.elements
    found = compile_robot(robot.with_values({"ground.height": -0.5}), like=first)
    same(found, alone(robot, None, {"ground.height": -0.5}))
    assert found.elements is not first.elements


def test_variants_with_the_same_joints_and_other_laws_march_apart():
    """A drag matrix that is diagonal in one of them has a law of its own."""
    robot = pl.load("bluerov")
    entry = np.zeros((6, 6)).tolist()
    for k in range(6):
        entry[k][k] = 10.0
    robot = robot.with_values({"bodies.hull.drag": {"quadratic": entry}})
    first = compile_robot(robot)
    values = (0.0, 0.5, 0.0, 0.7)
    path = "bodies.hull.drag.quadratic.0.1"
    made = [compile_robot(robot.with_values({path: v}), like=first) for v in values]
    assert all(variant.tree is first.tree for variant in made)
    assert sorted(map(list, alike(made))) == [[0, 2], [1, 3]]


def test_a_mass_that_is_drawn_too_small_is_refused_as_alone():
    robot = pl.load("maarco")
    masses = np.linspace(9.0, 10.0, 40)
    masses[23] = -1.0
    path = "bodies.chassis.mass"
    with pytest.raises(ModelError) as one:
        pl.simulate_batch(robot, "yaw", vary={path: masses}, duration=0.1, keep=["q"])
    with pytest.raises(ModelError) as other:
        alone(robot, "yaw", {path: -1.0})
    assert str(one.value) == str(other.value)
    runs = pl.simulate_batch(
        robot, "yaw", vary={path: masses}, duration=0.1, keep=["q"], strict=False
    )
    assert [k for k, o in enumerate(runs.outcomes) if o.code == "refused"] == [23]


def test_parameters_of_inputs_are_put_in_place_only_where_nothing_else_uses_them():
    """A mass that a parameter raises beyond a threshold looks the same below it."""
    words = {
        "name": "slider",
        "parameters": {"p": 1.0, "push": 1.0},
        "bodies": {"b": {"joint": {"prismatic": "x"}, "mass": "max(p, 3)", "inertia": [1, 1, 1]}},
        "actuators": {"motor": {"motor": {"joint": "b", "input": "p*push*t"}}},
    }
    robot = pl.Robot(**words)
    p = np.array([5.0, 4.0, 1.0])
    found = Variations(robot, None, {"parameters.p": p})
    assert [found[k].robot.bodies["b"].mass for k in range(3)] == [5.0, 4.0, 3.0]
    found = Variations(robot, None, {"parameters.push": p})
    assert all(found[k].tree is found[0].tree for k in range(3))  # nothing was made
    for k, value in enumerate(p):
        same(found[k], alone(robot, None, {"parameters.push": float(value)}))
