"""The scene: what is drawn of a robot, and that a result alone is enough for it."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pelagos import model, result
from pelagos.errors import PelagosError
from pelagos.live import stage
from pelagos.result.euler import rotate
from pelagos.run import simulate
from pelagos.view import build, colors, currents, forms, movie
from tests.view.conftest import WORDS, make_run


def test_shapes_stand_where_the_model_says():
    words = {
        "box": {"box": [1, 2, 3]},
        "ball": {"sphere": 0.5},
        "egg": {"ellipsoid": [1, 2, 3]},
        "pipe": {"cylinder": {"radius": 0.1, "length": 2, "along": "x"}},
        "pill": {"capsule": {"radius": 0.1, "length": 2}, "at": {"position": [1, 2, 3]}},
    }
    made = {}
    for name, shape in words.items():
        body = {"mass": 1, "shape": shape}
        made[name] = forms.of_shape(model.Robot(name="x", bodies={"b": body}).bodies["b"].shape)
    assert made["box"]["kind"] == "box"
    assert made["box"]["size"] == [1, 2, 3]
    assert made["ball"]["kind"] == made["egg"]["kind"] == "ellipsoid"
    assert made["ball"]["size"] == [0.5] * 3
    assert made["pill"]["position"] == [1, 2, 3]
    # rods lie along their own z
    ends, radius = forms.balls(made["pipe"])
    assert np.allclose(np.abs(ends), [[1, 0, 0], [1, 0, 0]])
    assert radius == 0.1


def test_a_slender_body_without_shape_is_drawn_as_its_rod(run):
    arm = build([run]).actors[0].parts[1]
    rod = arm.forms[0]
    assert rod["kind"] == "capsule"
    assert rod["size"][1] == pytest.approx(0.5, rel=1e-6)  # from m l^2 / 12
    ends, _ = forms.balls(rod)
    assert np.allclose(sorted(ends[:, 2]), [0, 0.5], atol=1e-6)
    assert [one["kind"] for one in arm.forms] == ["capsule", "cylinder"]  # rod and hinge pin
    assert np.allclose(arm.forms[1]["quaternion"][2:], 0, atol=1e-12)  # pin along y: a turn about x


def test_equal_box_has_the_inertia():
    body = model.Robot(
        name="x",
        bodies={"b": {"mass": 3, "shape": {"box": [0.2, 0.5, 1.1], "at": {"rpy": [1, 2, 3]}}}},
    ).bodies["b"]
    edges, axes = forms.equal_box(body.mass, np.array(body.inertia))
    assert np.allclose(sorted(edges), [0.2, 0.5, 1.1])
    assert np.linalg.det(axes) == pytest.approx(1)


def test_colours_come_from_the_model_or_a_palette(run):
    parts = build([run]).actors[0].parts
    assert parts[0].color == "#cc3311"
    assert parts[1].color == colors.PALETTE[1]
    assert colors.parse("Teal") == colors.NAMES["teal"]
    assert colors.parse("#1aF") == "#11aaff"
    assert colors.parse("no colour") is None
    assert len(set(colors.palette(40))) == 40


def test_up_is_against_gravity(make):
    assert build([make()]).up == [0, 0, 1]
    ned = make(words=WORDS.replace("bodies:", "gravity: [0, 0, 9.81]\nbodies:", 1))
    assert build([ned]).up == [0, 0, -1]
    none = make(words=WORDS.replace("bodies:", "gravity: [0, 0, 0]\nbodies:", 1))
    assert build([none]).up == [0, 0, 1]


def test_the_floor_lies_below_everything(run):
    scene = build([run])
    assert scene.floor < 0.2 - 0.3  # lowest: a corner's ball around the hull
    assert scene.radius > 0.8
    assert scene.look == "bench"


def test_arrows_and_paths(run):
    actor = build([run]).actors[0]
    jet, elbow = actor.arrows
    assert (jet.kind, jet.body, jet.at, jet.largest) == ("force", 0, [-0.3, 0, 0], 20)
    assert (elbow.kind, elbow.body, elbow.direction) == ("torque", 1, [0, 1, 0])
    assert [path["body"] for path in actor.paths] == [0, 2]


def test_runs_are_told_apart_by_what_differs(make):
    runs = [make(scenario="tour"), make(scenario=None)]
    assert [a.label for a in build(runs).actors] == ["run 1", "run 2"]
    assert [a.label for a in build(runs, ["a", "b"]).actors] == ["a", "b"]
    with pytest.raises(PelagosError, match="labels: 1 for 2 runs"):
        build(runs, ["a"])


def test_bodies_without_anything_are_still_seen():
    point = {"mass": 1, "inertia": [0, 0, 0], "com": [0, 0, -0.1]}
    words = {"a": {"joint": {"prismatic": "z"}}, "b": {"parent": "a", "joint": "fixed", **point}}
    robot = model.Robot(name="x", bodies=words)
    for name in robot.order:
        assert forms.of_bare_body(robot, name, 1.0)


def test_a_run_without_samples_is_refused(make):
    with pytest.raises(PelagosError, match="no samples"):
        build([make(time=[])])


def test_samples_that_are_no_numbers_are_left_out(make):
    run = make()
    arrays = {name: np.array(run.arrays[name]) for name in run.arrays}
    arrays["position"][150:] = np.nan
    scene = build([result.Run(run.header, run.outcome, arrays)])
    assert scene.end == pytest.approx(run.arrays["time"][149])


def test_a_page_needs_no_engine_and_no_model_file(tmp_path):
    make_run(tmp_path / "a.nc")
    code = f"""
import sys, pelagos
run = pelagos.open({str(tmp_path / "a.nc")!r})
run.view({str(tmp_path / "a.html")!r})
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"numba", "llvmlite", "scipy", "matplotlib", "av", "PIL", "pelagos.kernels"}
    assert not heavy & set(done.stdout.split())
    assert (tmp_path / "a.html").stat().st_size > 500_000


def test_water(make):
    wet = WORDS.replace(
        "bodies:", "water: {density: 1000, current: [0.3, 0, 0], surface: 1}\nbodies:", 1
    )
    scene = build([make(words=wet)])
    assert scene.look == "water"
    assert scene.current == [[0, 0.3, 0, 0]]
    assert scene.surface > 1  # never through the robot
    # a ball of water moves along with half its mass: the ellipsoid is a ball, 0.5^(1/3) as large
    head = scene.actors[0].parts[2].added
    assert np.allclose(head["size"], 0.08 * 0.5 ** (1 / 3), rtol=1e-6)
    deep = make(words=wet.replace("surface: 1", "surface: 100"))
    assert build([deep]).surface == 100
    dry = build([make()])
    assert (dry.surface, dry.current) == (None, [])
    assert dry.actors[0].parts[2].added is None


def test_a_current_that_swells_is_shown_as_it_is_at_each_time(make):
    ramp = "{ramp: {from: 0, to: 0.3, start: 1, end: 3}}"
    words = WORDS.replace("bodies:", f"water: {{current: [{ramp}, 0, 0.4]}}\nbodies:", 1)
    rows = build([make(words=words)]).current
    assert rows[0] == [0, 0, 0, 0.4]
    assert rows[-1] == [10, 0.3, 0, 0.4]  # up to the duration of the robot: a live run goes on
    assert currents.speed(rows, 2.0) == pytest.approx(np.hypot(0.15, 0.4), rel=1e-12)
    assert currents.speed(rows, 99.0) == pytest.approx(0.5, rel=1e-12)
    assert currents.speed([], 1.0) == 0
    still = WORDS.replace("bodies:", "water: {current: [0, 0, 0]}\nbodies:", 1)
    assert build([make(words=still)]).current == []


def test_a_shear_is_shown_with_the_height_where_it_holds(make):
    shear = "{shear: {velocity: [0.5, 0, 0], reference_depth: 20}}"
    words = WORDS.replace("bodies:", f"water: {{current: {shear}}}\nbodies:", 1)
    scene = build([make(words=words)])
    assert (scene.current, scene.current_at) == ([[0, 0.5, 0, 0]], "20 m over the bed")
    assert movie._stream(scene, 0.0) == ", current 0.5 m/s 20 m over the bed"
    assert build([make()]).current_at == ""


def test_the_surface_stays_where_bodies_float_in_it(make):
    words = WORDS.replace("bodies:", "water: {surface: 0.25}\nbodies:", 1)
    wet = "shape: {sphere: 0.08}\n"
    floating = words.replace(wet, f"{wet}    buoyancy: floating\n")
    scene = build([make(words=floating)])
    assert (scene.surface, scene.afloat) == (0.25, True)
    below = build([make(words=words)])
    assert below.surface > 1
    assert not below.afloat
    # live there is room all around, but the surface does not leave what floats
    for text, level in ((floating, 0.25), (words, below.surface)):
        run = make(words=text)
        facts = {name: values[0] for name, values in run.arrays.items()}
        shown = stage.scene_of(run.header, facts, None)
        assert (shown.surface == level) is shown.afloat


def test_a_line_that_is_paid_out_ends_at_its_load():
    run = simulate("winch-pendulum", "hoist", duration=2.0, set={"parameters.length": 4.0})
    actor = build([run]).actors[0]
    (line,) = actor.lines
    position, orientation, _ = actor.track.at(run.arrays["time"])
    start = position[:, line.store] + rotate(orientation[:, line.store], np.array(line.at))
    out = np.linalg.norm(position[:, line.body] - start, axis=1)
    assert np.allclose(start, 0, atol=1e-9)
    paid = run.arrays["q"][:, run.header.coordinates.index("load")]
    assert np.allclose(out, 4.0 + paid, atol=1e-3)


def test_meshes_travel_in_the_result(tmp_path):
    trimesh = pytest.importorskip("trimesh")
    ball = trimesh.creation.icosphere(subdivisions=5)  # 20480 triangles
    (tmp_path / "model").mkdir()
    ball.export(tmp_path / "model" / "ball.stl")
    words = WORDS.replace("{sphere: 0.08}", "{mesh: {file: ball.stl, scale: 0.08}}")
    path = tmp_path / "model" / "a.yaml"
    path.write_text(words)
    run = make_run(tmp_path / "a.nc", words=model.load(path))
    shutil.rmtree(tmp_path / "model")
    head = build([result.open(run.path)]).actors[0].parts[2].forms[0]
    assert head["kind"] == "mesh"
    vertices = np.array(head["vertices"])
    assert 500 < len(head["faces"]) <= 3000
    assert np.allclose(np.linalg.norm(vertices, axis=1), 0.08, rtol=0.02)
    solid = trimesh.Trimesh(vertices, head["faces"])
    assert solid.volume == pytest.approx(4 / 3 * np.pi * 0.08**3, rel=0.03)


def test_a_mesh_that_is_gone_is_shown_as_an_egg(tmp_path):
    mesh = {"file": "gone.stl", "volume": 1, "centroid": [0, 0, 1], "inertia": [1, 1, 1]}
    robot = model.Robot(name="x", bodies={"b": {"mass": 1, "shape": {"mesh": mesh}}})
    shown = forms.of_shape(robot.bodies["b"].shape)
    assert shown["kind"] == "ellipsoid"
    assert shown["position"] == [0, 0, 1]


def test_scenes_are_plain_data(run):
    scene = build([run])
    assert dataclasses.asdict(scene.actors[0].parts[0])["forms"][0]["kind"] == "box"


def test_the_scene_of_the_demonstration():
    """Modules of one model are separate robots on the stage: one path per free body and chain."""
    path = Path(__file__).parents[2] / "examples" / "reef.yaml"
    if not path.exists():
        pytest.skip("examples not here")
    robot = model.load(path).resolved("visit")
    assert {name.split(".")[0] for name in robot.bodies} == {"arm", "eel", "pair"}
    assert robot.parameters["eel.offset"] == pytest.approx(np.deg2rad(4.5))


def test_springs_are_lines_between_points_of_bodies():
    from tests.elements.test_spring import changed

    robot = changed(between=["world", "b"], at=[0.1, 0.2, 0.3], to=[0.0, 0.0, -0.1])
    (line,) = build([simulate(robot, duration=0.1)]).actors[0].lines
    assert (line.store, line.at) == (-1, [0.1, 0.2, 0.3])
    assert (line.body, line.to) == (1, [0.0, 0.0, -0.1])
