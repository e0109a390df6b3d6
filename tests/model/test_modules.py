"""Models inside models: names, places, arrangements, docks, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos import model
from pelagos.errors import ModelError
from pelagos.model import Robot
from pelagos.model.expansion.renaming import Renaming

ARM = """\
name: arm
gravity: [0, 0, 9.81]
parameters: {L: 0.5, k: 2*L, form: 3}
bodies:
  base: {mass: 3, inertia: [1, 1, 1], com: [L, 0, 0]}
  rod:
    parent: base
    at: [L, 0, 0]
    joint: {revolute: y, damping: k}
    mass: 1e-1 kg
    inertia: [k, k, k]
  post:
    at: {position: [0, 0, L], rpy: [0, 30 deg, 0]}
    joint: {prismatic: z}
    mass: 1
    inertia: [0, 0, 0]
actuators:
  elbow: {servo: {joint: rod, stiffness: k, input: "where(q[rod] < u[base.u], k*sin(t), 1 rad)"}}
  push: {force: {body: base, direction: x, frame: body}}
constraints:
  rope: {distance: {between: [world, rod], at: [0, 0, 3]}}
  gear: {gear: {joints: {rod: 1, post: L}}}
initial:
  base: {position: [1, 0, 0], rpy: [0, 0, 10 deg], velocity: [0, 0, L]}
  rod: {angle: 0.1}
scenarios:
  swing:
    description: to and fro
    duration: 7
    inputs: {elbow: "sin(t)*L"}
    initial: {rod: {angle: 0.3}, base: {position: [2, 0, 0]}}
    parameters: {L: 2*L}
"""


@pytest.fixture
def folder(tmp_path):
    """A folder with arm.yaml and what else is written."""
    (tmp_path / "arm.yaml").write_text(ARM)

    def write(text: str, name: str = "pair.yaml", **options) -> Robot:
        place = tmp_path / name
        place.parent.mkdir(exist_ok=True)
        place.write_text(text)
        return model.load(place, **options)

    return write


PAIR = """\
name: pair
parameters: {gap: 0.4}
modules:
  left: {file: arm.yaml, at: {position: [0, -gap, 0], rpy: [0, 0, 90 deg]}}
  right: {file: arm.yaml, at: [0, gap, 0], set: {parameters.L: gap/2, bodies.rod.mass: gap}}
bodies:
  bar: {mass: 1, inertia: [1, 1, 1]}
docks:
  join: {from: left.base, to: bar, at: [0, 0.1, 0]}
scenarios:
  both: {description: both swing, modules: swing}
  one:
    description: one swings, and its elbow otherwise
    modules: {right: swing}
    inputs: {right.elbow: 2}
    initial: {right.base: {position: [5, 6, 7]}}
"""


def test_names_become_unique_and_expressions_follow(folder):
    robot = folder(PAIR)
    parts = ("base", "rod", "post")
    assert robot.order == (*(f"left.{n}" for n in parts), *(f"right.{n}" for n in parts), "bar")
    assert robot.coordinates[:2] == ("left.base.x", "left.base.y")
    assert "right.rod" in robot.coordinates
    assert robot.bodies["left.rod"].parent == "left.base"
    text = robot.actuators["right.elbow"].input.expression
    assert text == "where(q[right.rod] < u[right.base.u], right.k*sin(t), 1 rad)"
    assert robot.actuators["left.push"].law.body == "left.base"
    assert robot.constraints["left.rope"].bodies == ("world", "left.rod")
    assert robot.constraints["left.gear"].factors == {"left.rod": 1.0, "left.post": 0.5}
    # the world is the modules', where the model says nothing
    assert robot.gravity == (0, 0, 9.81)


def test_values_are_set_in_the_names_of_the_including_model(folder):
    robot = folder(PAIR)
    assert robot.parameters["left.L"] == 0.5
    assert robot.parameters["right.L"] == 0.2
    assert robot.parameters["right.k"] == 0.4
    assert robot.bodies["right.rod"].mass == 0.4
    assert robot.bodies["right.rod"].joint.damping == (0.4,)
    other = robot.with_values({"parameters.gap": 1})
    assert other.parameters["right.k"] == 1
    assert other.initial_state()[0][1] == pytest.approx(0.0, abs=1)


def turn(z):
    return np.array([[np.cos(z), -np.sin(z), 0], [np.sin(z), np.cos(z), 0], [0, 0, 1]])


def test_modules_stand_where_they_are_put(folder):
    robot = folder(PAIR)
    q, u = robot.written_state()
    assert q[:3] == pytest.approx(turn(np.pi / 2) @ [1, 0, 0] + [0, -0.4, 0], abs=1e-15)
    assert q[3:7] == pytest.approx([np.cos(np.pi * 5 / 18), 0, 0, np.sin(np.pi * 5 / 18)])
    assert u[:3] == pytest.approx([0, 0, 0.5])  # in the body's own axes
    post = robot.bodies["left.post"].at
    assert post.p == pytest.approx([0, -0.4, 0.5])
    alone = model.loads(ARM).bodies["post"].at
    assert pytest.approx(turn(np.pi / 2) @ alone.R, abs=1e-15) == post.R
    rope = robot.constraints["right.rope"].law.at
    assert rope.p == pytest.approx([0, 0.4, 3])


def test_scenarios_of_modules(folder):
    robot = folder(PAIR)
    both = robot.resolved("both")
    assert robot.scenarios["both"].duration == 7
    assert both.parameters["left.L"] == 1
    assert both.initial["left.rod"].angle == both.initial["right.rod"].angle == 0.3
    # a position in the module stands in the module's place, one of the model in the world
    assert both.initial["left.base"].position == pytest.approx((0, 1.6, 0), abs=1e-15)
    one = robot.resolved("one")
    assert one.initial["right.base"].position == (5, 6, 7)
    assert one.actuators["right.elbow"].input.constant == 2
    assert one.initial["left.rod"].angle == 0.1


def test_a_flat_model_reads_as_the_same(folder):
    robot = folder(PAIR)
    assert Robot(**robot.to_dict()) == robot
    assert "modules" not in robot.to_dict()


@pytest.mark.parametrize("path", ["modules.left.bodies.rod.mass", "bodies.left.rod.mass"])
def test_paths_reach_into_modules(folder, path):
    robot = folder(PAIR)
    for given in (robot, Robot(**robot.to_dict())):
        changed = given.with_values({path: 9})
        assert changed.bodies["left.rod"].mass == 9
        assert changed.bodies["right.rod"].mass == 0.4
    assert folder(PAIR, set=[f"{path}=8"]).bodies["left.rod"].mass == 8
    moved = robot.with_values({"modules.right.at": [0, 2, 0]})
    assert moved.bodies["right.post"].at.p[1] == 2
    assert robot.with_values({"initial.left.rod.angle": 1}).initial["left.rod"].angle == 1
    with pytest.raises(ModelError, match=r"did you mean left\.rod"):
        robot.with_values({"bodies.left.rot.mass": 1})


def test_grids_chains_and_rings(folder):
    text = "name: many\nmodules:\n  raft: {{file: arm.yaml, {}}}\n"
    grid = folder(text.format("grid: [2, 3], spacing: [2, 3], dock: {body: base}"))
    names = [f"r{i}c{j}" for i in (1, 2) for j in (1, 2, 3)]
    assert [n for n in grid.order if n.endswith("base")] == [f"{n}.base" for n in names]
    docks = {n: c for n, c in grid.constraints.items() if c.kind == "weld"}
    assert len(docks) == 7
    assert docks["r1c1-r2c1"].bodies == ("r1c1.base", "r2c1.base")
    q = dict(zip(grid.coordinates, grid.initial_state()[0], strict=True))
    assert (q["r2c3.base.x"], q["r2c3.base.y"]) == (1 - 2, 6)

    corner = "spacing: {position: [1, 0, 0], rpy: [0, 0, 90 deg]}, dock: {body: base}"
    robot = folder(text.format(f"chain: 4, closed: true, {corner}"))
    assert [n for n in robot.constraints if "-" in n] == [
        "raft1-raft2", "raft2-raft3", "raft3-raft4", "raft4-raft1",
    ]  # fmt: skip
    posts = [robot.bodies[f"raft{i}.post"].at.p for i in (1, 2, 3, 4)]
    assert np.array(posts) == pytest.approx(
        np.array([[0, 0, 0.5], [1, 0, 0.5], [1, 1, 0.5], [0, 1, 0.5]]), abs=1e-15
    )
    assert Robot(**robot.to_dict()) == robot
    row = folder(text.format('repeat: 3, spacing: [0, 1, 0], names: "a{index}"'))
    assert "a3.rod" in row.bodies
    assert not [n for n in row.constraints if "-" in n]


def test_long_chains_can_be_written_and_read(folder):
    text = (
        "name: c\nmodules: {m: {file: arm.yaml, chain: 80, spacing: [1, 0, 0], dock: {body: base}}}"
    )
    robot = folder(text)
    assert Robot(**robot.to_dict()) == robot


def test_docks_with_points_and_attitudes():
    words = {"mass": 1, "inertia": [1, 1, 1]}
    robot = Robot(
        name="d",
        bodies={"a": words, "b": words},
        initial={"b": {"position": [1, 2, 3]}},
        docks={
            "as-they-stand": {"from": "a", "to": "b", "at": [1, 0, 0]},
            "turned": {
                "from": "a", "to": "b", "at": [1, 0, 0], "onto": [0, 1, 0],
                "attitude": [0, 0, "90 deg"],
            },
            "hinge": {"from": "a", "to": "b", "kind": "hinge", "axis": "y"},
        },
    )  # fmt: skip
    assert robot.constraints["as-they-stand"].law.to.p == pytest.approx([0, -2, -3])
    turned = robot.constraints["turned"]
    (R_a, p_a), (R_b, p_b) = turned.frames
    assert R_a @ R_b.T == pytest.approx(turn(np.pi / 2), abs=1e-15)  # of b in a
    assert (list(p_a), list(p_b)) == ([1, 0, 0], [0, 1, 0])
    assert robot.constraints["hinge"].law.axis == (0, 1, 0)


def test_docks_may_wait_for_an_event():
    words = {"mass": 1, "inertia": [1, 1, 1]}
    robot = Robot(
        name="d",
        bodies={"a": words, "b": words},
        modules={"m": {"file": "bluerov", "chain": 2, "spacing": [1, 0, 0],
                       "dock": {"active": False}}},
        docks={"nose": {"from": "a", "to": "b", "active": False}},
        events={"meet": {"when": {"distance": "nose", "below": 0.1}, "dock": "nose"}},
    )  # fmt: skip
    assert {name: c.active for name, c in robot.constraints.items()} == {
        "m1-m2": False, "nose": False,
    }  # fmt: skip


def test_nested_modules_and_a_module_on_a_body(folder, tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "arm.yaml").write_text(
        ARM.split("constraints:")[0]
        .replace("  base: {", "  base: {joint: {revolute: z}, ")
        .replace("u[base.u]", "u[base]")
    )
    inner = "name: inner\nmodules: {a: {file: arm.yaml, at: [0, 0, 1]}}\nparameters: {x: 2}\n"
    (tmp_path / "parts" / "inner.yaml").write_text(inner)
    robot = folder(
        "name: outer\nbodies: {hull: {mass: 1, inertia: [1, 1, 1]}}\n"
        "modules:\n"
        "  one: {file: parts/inner.yaml, on: hull, at: [1, 0, 0], set: {parameters.a.L: 7}}\n"
    )
    assert set(robot.bodies) == {"one.a.base", "one.a.rod", "one.a.post", "hull"}
    assert robot.bodies["one.a.base"].parent == "hull"
    assert robot.bodies["one.a.base"].at.position == (1, 0, 1)
    assert robot.parameters["one.a.L"] == 7
    assert robot.actuators["one.a.elbow"].input.expression.startswith("where(q[one.a.rod]")
    assert (
        robot.with_values({"modules.one.modules.a.bodies.rod.mass": 5}).bodies["one.a.rod"].mass
        == 5
    )


def problems(load, *args):
    with pytest.raises(ModelError) as caught:
        load(*args)
    return caught.value.problems


def test_problems_name_the_file_and_line_of_the_module(folder, tmp_path):
    text = ARM.replace("mass: 3", "mass: -3").replace("2*L}", "2*L, Z: 1}")
    (tmp_path / "bad.yaml").write_text(
        text.replace("k*sin", "kk*sin").replace("name: arm", "nam: a")
    )
    found = problems(
        folder,
        "name: p\nmodules:\n  m: {file: bad.yaml, grid: [2, 2], spacing: [1, 1]}\n"
        "  n: {file: arm.yaml, set: {parameters.Q: 1}}\n"
        "bodies: {bar: {mass: -1}}\n",
    )
    places = {(p.file.rpartition("/")[2], p.line, p.key) for p in found}
    assert ("bad.yaml", 5, "bodies.base.mass") in places
    assert ("bad.yaml", 18, "actuators.elbow.servo.input") in places
    assert ("bad.yaml", 1, "nam") in places
    assert ("pair.yaml", 5, "bodies.bar.mass") in places
    assert ("pair.yaml", 4, "modules.n.set.parameters.Q") in places
    assert len([p for p in found if p.key == "bodies.base.mass"]) == 1  # of four instances


def test_overlays_and_set_values_are_found_in_the_including_file(folder):
    found = problems(
        folder,
        "name: p\nmodules: {m: {file: arm.yaml, set: {bodies.rod.mass: -2}}}\n"
        "bodies:\n  m.base:\n    mass: -1\n",
    )
    assert {(p.line, p.key) for p in found} == {
        (5, "bodies.m.base.mass"),
        (2, "modules.m.set.bodies.rod.mass"),
    }


def test_files_that_include_themselves_are_refused(folder, tmp_path):
    (tmp_path / "b.yaml").write_text("name: b\nmodules: {x: {file: a.yaml}}\n")
    (found,) = problems(folder, "name: a\nmodules: {y: {file: b.yaml}}\n", "a.yaml")
    assert "a.yaml -> " in found.message
    assert found.message.count("a.yaml") == 2
    (found,) = problems(folder, "name: a\nmodules: {y: {file: a.yaml}}\n", "a.yaml")
    assert "includes itself" in found.message


@pytest.mark.parametrize(
    ("entry", "key", "message"),
    [
        ("{file: ../arm.yaml}", "modules.m.file", "outside of the model's folder"),
        ("{file: none.yaml}", "modules.m.file", "no such file"),
        ("{file: arm.yaml, at: [1, 2]}", "modules.m.at.position", "3 numbers"),
        ("{file: arm.yaml, grid: [2, 2]}", "modules.m.spacing", "how far apart"),
        ("{file: arm.yaml, grid: [2, 2], chain: 3}", "modules.m", "grid are given"),
        ("{file: arm.yaml, grid: [0, 2], spacing: [1, 1]}", "modules.m.grid.0", "1"),
        ("{file: arm.yaml, spacing: [1, 1, 1]}", "modules.m.spacing", "this is one"),
        (
            "{file: arm.yaml, repeat: 2, spacing: [1, 1, 1], dock: {bdy: base}}",
            "modules.m.dock.bdy",
            "unknown key",
        ),
        ("{file: arm.yaml, repeat: 2, spacing: [1, 1]}", "modules.m.spacing.position", "3 numbers"),
        ("{file: arm.yaml, repeat: 3, spacing: [1, 1, 1], names: a}", "modules.m.names", "same"),
        ("{file: arm.yaml, closed: true}", "modules.m.closed", "only a chain"),
        ("{fil: arm.yaml}", "modules.m.fil", "unknown key"),
        ("{file: arm.yaml, repeat: 100000, spacing: [1, 0, 0]}", "modules.m", "values"),
        ("7", "modules.m", "mapping"),
    ],
)
def test_bad_entries(folder, entry, key, message):
    text = f"name: p\nbodies: {{a: {{mass: 1, inertia: [1, 1, 1]}}}}\nmodules:\n  m: {entry}\n"
    found = {p.key: p for p in problems(folder, text)}
    assert message in found[key].message
    assert found[key].line == 4


@pytest.mark.parametrize(
    ("rest", "key", "message"),
    [
        ("docks: {d: {from: m.bas, to: bar}}", "docks.d", "no such body"),
        ("docks: {d: {from: m.base, to: bar, kind: glue}}", "docks.d.kind", "must be"),
        ("docks: {d: {from: m.base, to: bar, kind: hinge}}", "docks.d", "required"),
        ("docks: {d: {from: m.base}}", "docks.d.to", "required"),
        ("docks: 3", "docks", "mapping"),
        ("scenarios: {s: {modules: swim}}", "scenarios.s.modules", "no module has"),
        ("scenarios: {s: {modules: {m: swim}}}", "scenarios.s.modules", "has no such"),
        ("scenarios: {s: {modules: {k: swing}}}", "scenarios.s.modules.k", "no such module"),
        ("parameters: {kg: 3}", "parameters.kg", "is a unit"),
        ("scenarios: {s: {inputs: {m.elbo: 1}}}", "scenarios.s.inputs.m.elbo", "no such actuator"),
    ],
)
def test_bad_docks_and_scenarios(folder, rest, key, message):
    text = "name: p\nmodules: {m: arm.yaml}\nbodies: {bar: {mass: 1, inertia: [1, 1, 1]}}\n"
    found = {p.key: p for p in problems(folder, text + rest)}
    assert message in found[key].message
    assert found[key].line == 4


def test_modules_that_cannot_be_read_hide_nothing_else(folder):
    text = "name: p\nmodules: {m: none.yaml}\nbodies: {bar: {mass: -1}}\n"
    text += "docks: {d: {from: m.hull, to: bar}}"
    found = {p.key for p in problems(folder, text)}
    assert found == {"modules.m.file", "bodies.bar.mass"}


def test_labels_stay_apart(folder):
    text = "name: p\nbodies: {m: {mass: 1, inertia: [1, 1, 1]}}\nmodules: {m: {file: x.yaml}}\n"
    folder("name: x\nbodies: {x: {joint: {revolute: y}, mass: 1, inertia: [1, 1, 1]}}", "x.yaml")
    assert any("'m.x' would be a label" in p.message for p in problems(folder, text))


def test_texts_that_are_no_expressions_stay():
    rename = Renaming("m.", {"form", "y", "m", "e"})
    words = {"drag": {"point": {"form": "form", "axis": "y", "normal": "2*form + 1e-3"}}}
    assert rename.expressions(words)["drag"]["point"] == {
        "form": "form", "axis": "y", "normal": "2*m.form + 1e-3",
    }  # fmt: skip
    table = {"table": {"file": "a.csv", "time": "y", "value": "m", "interpolation": "hold"}}
    assert rename.expressions(table) == table
    assert rename.text("3 kg*m + sin(e) + q[ 'arm' ] + unknown") == (
        "3 kg*m.m + sin(m.e) + q[m.arm] + m.unknown"
    )


def test_states_controllers_and_actuators_of_scenarios_follow(folder, tmp_path):
    (tmp_path / "rov.yaml").write_text(
        "name: rov\nparameters: {k: 2}\n"
        "bodies: {hull: {mass: 1, inertia: [1, 1, 1]}}\n"
        "actuators: {push: {force: {body: hull, direction: x, input: 's[lag] + s[keep.output]'}}}\n"
        "states: {lag: {initial: k, rate: '(k*q[hull.x] - s[lag])/k'}}\n"
        "controllers:\n"
        "  keep: {measure: 'q[hull.x]', rate: 10, kp: k, actuator: push}\n"
        "  level: {measure: depth, body: hull, rate: 10, kp: 1, actuator: push}\n"
        "scenarios:\n"
        "  other: {description: d, actuators: {push: {torque: {body: hull, direction: z}}}}\n"
    )
    robot = folder("name: p\nmodules: {a: rov.yaml, b: {file: rov.yaml, at: [0, 1, 0]}}\n"
                   "scenarios: {o: {description: d, modules: {b: other}}}\n")  # fmt: skip
    assert robot.actuators["b.push"].input.expression == "s[b.lag] + s[b.keep.output]"
    assert robot.states["b.lag"].rate.expression == "(b.k*q[b.hull.x] - s[b.lag])/b.k"
    assert robot.states["b.lag"].initial == 2
    keep, level = robot.controllers["b.keep"], robot.controllers["a.level"]
    assert (keep.actuator, keep.measure.expression, keep.kp) == ("b.push", "q[b.hull.x]", 2)
    assert (level.measure, level.body, level.axis) == ("depth", "a.hull", None)
    assert robot.scenarios["o"].actuators["b.push"].torque.body == "b.hull"
    assert Robot(**robot.to_dict()) == robot


def test_events_follow(folder, tmp_path):
    (tmp_path / "pair.yaml").write_text(
        """\
name: pair
bodies:
  a: {mass: 1, inertia: [1, 1, 1]}
  b: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}
constraints:
  clamp: {weld: {between: [a, b], active: false}}
events:
  meet: {when: {distance: clamp, below: 0.1}, dock: clamp, capture: here}
  part: {when: "distance[a, b] > 3 - pos[a.x]", undock: clamp}
"""
    )
    robot = folder("name: two\nmodules: {left: {file: pair.yaml}}\n", "two.yaml")
    meet, part = robot.events["left.meet"], robot.events["left.part"]
    assert meet.dock == "left.clamp"
    assert meet.when.distance == ("left.clamp",)
    assert meet.capture == "here"
    assert part.undock == "left.clamp"
    assert part.when.expression == "distance[left.a, left.b] > 3 - pos[left.a.x]"
