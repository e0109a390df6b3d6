"""Places of the world that a module names move with the module."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import pytest

import pelagos as pl
from pelagos import laws, model
from pelagos.elements.world_places import ImmovableError, NewPlace, moved
from pelagos.errors import ModelError

MOORED = """\
name: moored
parameters: {h: 1}
gravity: [0, 0, -9.81]
water: {density: 1000, surface: 20}
bodies:
  ball: {shape: {sphere: 0.1}, density: 1500}
initial: {ball: {position: [0.5, 0, 0.15], velocity: [1, 0.5, 0]}}
springs:
  cord: {between: [world, ball], at: [h, 0, 0], stiffness: 100}
  home: {between: [ball, world], stiffness: 20}
tethers:
  line: {between: [world, ball], at: [0, 0, 3*h], length: 4, segments: 3, diameter: 1 cm,
         line_density: 0.2, EA: 1 kN}
contacts:
  floor: {of: ball, plane: true, stiffness: 1e4}
  side: {of: ball, plane: {at: [0.65, 0, 0], normal: [-1, 0.2, 0]}, stiffness: 1e4}
walls:
  quay: {body: ball, normal: -x, at: [0.8, 0, 0]}
"""


@pytest.fixture
def folder(tmp_path):
    def write(text: str, **files: str) -> pl.Robot:
        for name, words in files.items():
            (tmp_path / f"{name}.yaml").write_text(words)
        (tmp_path / "outer.yaml").write_text(text)
        return model.load(tmp_path / "outer.yaml")

    return write


def test_a_module_runs_elsewhere_as_it_does_alone(folder):
    there = "{position: [7, -4, 0], rpy: [0, 0, 50 deg]}"
    nested = "name: outermost\nmodules:\n  o: {file: pair.yaml, at: [1, 2, 3]}\n"
    nested += "gravity: [0, 0, -9.81]\nwater: {density: 1000, surface: 23}\n"
    placed = folder(
        nested,
        moored=MOORED,
        pair=f"name: pair\nmodules:\n  p: {{file: moored.yaml, at: {there}}}\n",
    )
    alone = model.loads(MOORED)
    runs = [
        pl.simulate(robot, duration=0.4, rtol=1e-9, atol=1e-11, every=0.05)
        for robot in (alone, placed)
    ]
    turn = np.radians(50.0)
    R = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    start, end = np.asarray(runs[0].q)[0, :3], np.asarray(runs[0].q)[-1, :3]
    assert np.linalg.norm(end - start) > 0.05
    assert float(runs[0].outputs.sel(output="side.load").max()) > 1.0
    wanted = np.array([8, -2, 3]) + np.asarray(runs[0].q)[:, :3] @ R.T
    assert np.asarray(runs[1].q)[:, :3] == pytest.approx(wanted, abs=1e-7)


def test_what_follows_from_the_start_and_what_does_not(folder):
    """The second end of a distance is the world's origin unless given; a weld's is where it is."""
    words = (
        "name: a\nbodies: {hull: {mass: 1, inertia: [1, 1, 1]}}\n"
        "initial: {hull: {position: [0, 0, 2]}}\n"
        "constraints: {rod: {distance: {between: [hull, world]}}}\n"
    )
    robot = folder("name: o\nmodules: {p: {file: a.yaml, at: [3, 0, 0]}}\n", a=words)
    assert robot.constraints["p.rod"].law.to.position == (3, 0, 0)
    weld = words.replace("distance", "weld")
    robot = folder("name: o\nmodules: {p: {file: a.yaml, at: [3, 0, 0]}}\n", a=weld)
    assert robot.constraints["p.rod"].law.to.position == (3, 0, 2)


def test_sensors_and_screws(folder):
    words = """\
name: a
gravity: [0, 0, -9.81]
water: {density: 1000, surface: 20}
bodies:
  hull: {mass: 1, inertia: [1, 1, 1]}
  drum: {parent: hull, joint: {revolute: x}, mass: 1, inertia: [0.1, 0.1, 0.1]}
screws:
  d: {body: drum, radius: 5 cm, blade: 1 cm, length: 0.2, pitch: 0.1,
      ground: {point: [0, 0, -3], normal: [0, 1, 1], traction: 0.5}}
sensors:
  gauge: {wave_gauge: {rate: 10, at: [1, 0, 0]}}
  net: {lbl: {rate: 1, body: hull, transponders: {a: [1, 2, 3], b: {at: [1, 0, 0]}}}}
  fix: {usbl: {rate: 1, body: world, at: [0, 1, 0], target: hull}}
"""
    there = "{position: [10, 4, 0], rpy: [0, 0, 90 deg]}"
    robot = folder(f"name: o\nmodules: {{p: {{file: a.yaml, at: {there}}}}}\n", a=words)
    sensors = {name: words.law for name, words in robot.sensors.items()}
    assert sensors["p.gauge"].at == pytest.approx((10, 5, 0))
    assert sensors["p.net"].transponders["a"].at == pytest.approx((8, 5, 3))
    assert sensors["p.net"].transponders["b"].at == pytest.approx((10, 5, 0))
    assert sensors["p.fix"].at.p == pytest.approx([9, 4, 0])
    ground = robot.elements["p.d"].ground
    assert ground.point == pytest.approx((10, 4, -3))
    assert ground.normal == pytest.approx((-(0.5**0.5), 0, 0.5**0.5))


ON_HULL = "name: o\nbodies: {hull: {mass: 9, inertia: [1, 1, 1]}}\n"
ON_HULL += "modules: {p: {file: a.yaml, on: hull, at: [1, 0, 0]}}\n"
ARM = "name: a\nbodies: {arm: {joint: {revolute: y}, mass: 1, inertia: [1, 1, 1], "
ARM += "shape: {sphere: 0.1}}}\n"


def test_on_a_body_that_body_is_the_world(folder):
    words = ARM + "springs: {s: {between: [world, arm], at: [0, 0, 2], stiffness: 3}}\n"
    words += "constraints: {c: {distance: {between: [arm, world], to: [0, 0, 4], length: 4}}}\n"
    robot = folder(ON_HULL, a=words)
    spring = robot.elements["p.s"]
    assert (spring.between, spring.at) == (("hull", "p.arm"), (1, 0, 2))
    rod = robot.constraints["p.c"].law
    assert (rod.between, rod.to.position) == (("p.arm", "hull"), (1, 0, 4))


HEIGHTS = "height_map: {origin: [-1, -1], spacing: [1, 1], heights: [[-2, -2], [-2, -2]]}"


@pytest.mark.parametrize(
    ("outer", "rest", "message"),
    [
        (ON_HULL, "contacts: {c: {of: arm, plane: true}}\n", "plane.at: this is a place of the"),
        (
            ON_HULL.replace("on: hull, at: [1, 0, 0]", "at: {rpy: [0, 0, 90 deg]}"),
            f"contacts: {{c: {{of: arm, {HEIGHTS}}}}}\n",
            "along the axes of the world, and its module is turned",
        ),
    ],
)
def test_what_cannot_go_there_is_refused(folder, outer, rest, message):
    with pytest.raises(ModelError, match=message):
        folder(outer, a=ARM + rest)


def test_a_height_map_moves_with_a_module_that_is_not_turned(folder):
    outer = ON_HULL.replace("on: hull, at: [1, 0, 0]", "at: [4, 5, 6]")
    robot = folder(outer, a=ARM + f"contacts: {{c: {{of: arm, {HEIGHTS}}}}}\n")
    assert robot.elements["p.c"].height_map.at == (4, 5, 6)


def test_own_elements_say_which_of_their_words_are_places(folder):
    class Vane(laws.ElementWords):
        place = "section"
        key = "vanes"
        body: laws.BodyName
        holds: laws.BodyOrWorld
        at: laws.Point = (0.0, 0.0, 0.0)

        def build(self, site):
            yield from ()

    class MarkedVane(Vane):
        at: Annotated[laws.PointOf, laws.PlaceOf("holds")] = (0.0, 0.0, 0.0)

    words = {"body": "arm", "holds": "world"}
    with pytest.raises(ImmovableError, match="holds names the world"):
        moved(Vane, words, NewPlace([[1, 0, 0]], None))
    found = moved(MarkedVane, words, NewPlace([[1, 0, 0]], None))
    assert MarkedVane.model_validate(found).at == (1, 0, 0)
