"""What bodies look like: parts, looks, skins, thrusters; and that mechanics knows nothing of it."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh

import pelagos as pl
from pelagos.errors import PelagosError
from pelagos.language.visuals.looks import look_names
from pelagos.panel_method.faults import winding
from pelagos.result.header import Header
from pelagos.view import build, meshes
from pelagos.view.drawn import solids
from pelagos.view.drawn.bodies import body_forms
from tests.panel_method.solids import of

BALL = {"mass": 1, "shape": {"sphere": 0.1}}


def robot_of(visual, **words):
    return pl.Robot(name="x", bodies={"b": {**BALL, "visual": visual}}, **words)


def form_of(part, **words):
    return body_forms(robot_of([part], **words))["b"][0]


def volume(mesh):
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    return float(np.sum(a * np.cross(b, c))) / 6


PARTS = [
    ({"cone": {"radius": 0.3, "length": 0.6}}, np.pi * 0.3**2 * 0.6 / 3),
    ({"cone": {"radius": 0.3, "top": 0.1, "length": 0.6}}, np.pi * 0.2 * (0.09 + 0.03 + 0.01)),
    ({"tube": {"radius": 0.3, "inner": 0.2, "length": 0.5}}, np.pi * (0.09 - 0.04) * 0.5),
    ({"torus": {"radius": 0.5, "thickness": 0.2}}, 2 * np.pi**2 * 0.5 * 0.1**2),
    ({"lathe": {"profile": [[0, -1], [0.2, -1], [0.2, 1], [0, 1]]}}, np.pi * 0.2**2 * 2),
    (
        {"plate": {"outline": [[0, 0], [2, 0], [2, 1], [1, 1], [1, 3], [0, 3]], "thickness": 0.1}},
        0.4,
    ),
]


@pytest.mark.parametrize(("part", "exact"), PARTS)
def test_parts_enclose_their_volume(part, exact):
    mesh = meshes.of(form_of(part))
    assert volume(mesh) == pytest.approx(exact, rel=0.03)  # rounds have 28 corners
    # each edge belongs to two triangles, once each way
    solid = trimesh.Trimesh(mesh.vertices, mesh.faces)
    solid.merge_vertices(merge_norm=True, merge_tex=True)
    assert solid.is_watertight


@pytest.mark.parametrize("turns", [3, -3])
def test_a_flight_winds_as_often_and_encloses_its_volume(turns):
    made = solids.flight(0.2, 0.1, 1.0, turns, 0.02)
    solid = trimesh.Trimesh(made["vertices"], made["faces"])
    assert solid.is_watertight
    # thickness along the axis times the ring, for whole turns; squares that wind are two triangles
    assert solid.volume == pytest.approx(abs(turns) * np.pi * (0.04 - 0.01) * 0.02, rel=0.08)


def test_blades_are_closed_and_push_along_the_axis():
    made = solids.blades(0.1, 3)
    solid = trimesh.Trimesh(made["vertices"], made["faces"])
    assert solid.is_watertight
    assert solid.volume > 0
    assert np.abs(solid.vertices[:, :2]).max() < 0.12


def test_a_propeller_has_a_hub_that_meets_its_blades():
    made = solids.propeller(0.1, 3)
    hub, *blades = trimesh.Trimesh(made["vertices"], made["faces"]).split()
    assert hub.is_watertight
    assert hub.volume > 0
    assert len(blades) == 3
    for blade in blades:
        inside = winding(of(hub), np.array(blade.vertices)) > 0.5
        assert inside.any()
        assert not inside.all()


def test_an_outline_that_crosses_itself_is_drawn_somehow():
    cross = solids.plate([[0, 0], [1, 1], [1, 0], [0, 1]], 0.1)
    assert np.array(cross["faces"]).max() < len(cross["vertices"])


@pytest.mark.parametrize(
    ("visual", "said"),
    [
        ([{"box": [1, 1, 1], "sphere": 1}], "the part has sphere and box"),
        ([{}], "the part has no form"),
        ([{"sphere": 1, "color": "no colour"}], "is no colour"),
        ([{"sphere": 1, "opacity": 0}], "an opacity of 0"),
        ([{"look": "blurov2"}], "there is no look"),
        ([{"look": "bluerov2", "size": 2}], "a look has no 'size'"),
        ([{"tube": {"radius": 1, "inner": 2, "length": 1}}], "the inner radius is not less"),
        (
            [{"helix": {"radius": 1, "inner": 0, "length": 1, "turns": 1e6, "thickness": 1}}],
            "turns",
        ),
        ([{"skin": {"to": "b", "width": [1, 1], "height": [1, 1]}}], "no descendant"),
        ([{"lathe": {"profile": [[-1, 0], [1, 1]]}}], "negative radius"),
        ([{"mesh": {"file": "none.stl"}}], "there is no such file"),
        ([{"sphere": 1}] * 401, "401 parts are more than 400"),
    ],
)
def test_refusals(visual, said):
    with pytest.raises(PelagosError, match=said):
        robot_of(visual)


PUSH = {"force": {"body": "b", "direction": "x"}}


@pytest.mark.parametrize(
    "where", [{"actuators": {"push": PUSH}}, {"scenarios": {"s": {"actuators": {"push": PUSH}}}}]
)
def test_parts_are_turned_by_actuators_there_are(where):
    turned = robot_of([{"sphere": 1, "turned_by": "push"}], **where)
    assert turned.bodies["b"].visual[0].turned_by == "push"
    with pytest.raises(PelagosError, match="no such actuator"):
        robot_of([{"sphere": 1, "turned_by": "psh"}], **where)


def test_without_actuators_nothing_turns():
    words = robot_of([{"sphere": 1, "turned_by": "push"}], actuators={"push": PUSH}).to_dict()
    assert "turns" in body_forms(pl.Robot(**words))["b"][0]
    assert "turns" not in body_forms(pl.Robot(**{**words, "actuators": {}}))["b"][0]


def test_looks_are_the_same_for_mechanics():
    plain = pl.Robot(name="x", bodies={"b": BALL})
    dressed = robot_of(["bluerov2", {"sphere": 0.2}])
    assert dressed == plain
    assert dressed.hash == plain.hash
    again = pl.Robot(**dressed.to_dict())
    assert len(again.bodies["b"].visual) == len(dressed.bodies["b"].visual) > 20
    # equal robots share an engine, and each result has its own looks
    for robot in (plain, dressed):
        run = pl.simulate(robot, duration=0.01)
        assert (run.robot.bodies["b"].visual is None) == (robot is plain)


@pytest.mark.parametrize("name", look_names())
def test_looks_can_be_placed_and_painted(name):
    at = {"position": [1, 2, 3], "rpy": [0, 0, np.pi / 2]}
    before = body_forms(robot_of([name]))["b"]
    after = body_forms(robot_of([{"look": name, "at": at, "paint": "red"}]))["b"]
    assert len(before) == len(after)
    x, y, z = before[0]["position"]
    assert after[0]["position"] == pytest.approx([1 - y, 2 + x, 3 + z])


def test_an_open_mesh_of_any_scale_travels_in_the_result(tmp_path):
    half = trimesh.creation.icosphere(radius=1.0)
    half.update_faces(half.triangles_center[:, 2] > 0)
    assert not half.is_watertight
    half.export(tmp_path / "half.ply")
    part = "{mesh: {file: half.ply, scale: [1, 2, -1]}}"
    body = f"{{mass: 1, inertia: [1, 1, 1], visual: [{part}]}}"
    (tmp_path / "m.yaml").write_text(f"name: m\nbodies: {{b: {body}}}\n")
    robot = pl.load(tmp_path / "m.yaml")
    header = Header.of(robot, scenario=None, method="", integrator={})
    (tmp_path / "half.ply").unlink()
    form = body_forms(pl.Robot(**header.robot), header.surfaces)["b"][0]
    vertices = np.array(form["vertices"])
    assert np.ptp(vertices, axis=0) == pytest.approx([2, 4, 1], rel=0.01)
    assert vertices[:, 2].max() < 1e-3
    # mirrored, its outside is still outside
    mesh = meshes.of(form)
    assert np.mean(np.sum(mesh.normals * mesh.vertices, axis=1)) > 0.5


def test_a_thruster_is_a_duct_with_a_propeller_that_turns_by_its_thrust():
    words = {"thruster": {"body": "b", "direction": "x", "at": [0.1, 0, 0], "command": "thrust"}}
    robot = robot_of([{"sphere": 0.1}], actuators={"push": words}, water={"density": 1000})
    run = pl.simulate(robot, duration=2, set={"actuators.push.thruster.input": "4*(t < 1)"})
    actor = build([run]).actors[0]
    turning = [one for one in actor.parts[0].forms if "turns" in one]
    assert [one["position"] for one in turning] == [[0.1, 0, 0]]
    largest = actor.largest(0)
    assert largest == 4
    times = np.linspace(0, 2, 401)
    found = actor.track.turned(0, largest, times)
    # against the sum of rates, as fine as the track has the thrust
    share = actor.track.at(times)[2][:, 0] / largest
    rates = 14.0 * np.sign(share) * np.sqrt(np.abs(share))
    summed = np.concatenate([[0], np.cumsum((rates[1:] + rates[:-1]) / 2 * np.diff(times))])
    assert found == pytest.approx(summed, abs=0.1)
    assert found[-1] == pytest.approx(14.0, abs=0.3)


def test_a_skin_goes_through_its_bodies():
    run = pl.simulate("eel", "serpenoid", duration=0.5)
    actor = build([run]).actors[0]
    (skin,) = actor.skins
    position, orientation, _ = (x[0] for x in actor.track.at(np.array([0.4])))
    centres, along, up, _ = skin.sections(position, orientation)
    assert np.abs(np.sum(along * up, axis=1)).max() < 1e-12
    inner = centres[3:-3:3]  # one section in the middle of every link
    assert len(inner) == len(position)
    assert np.linalg.norm(inner[0] - position[0]) < 1e-9  # the tail's frame is in its middle
    joints = (position[1:-1] + position[2:]) / 2  # links begin at their frames
    assert inner[1:-1] == pytest.approx(joints, abs=1e-9)
    vertices, normals = skin.surface(position, orientation)
    solid = trimesh.Trimesh(vertices, skin.faces, process=False)
    assert np.mean(np.sum(solid.face_normals * normals[skin.faces[:, 0]], axis=1)) > 0.8


def test_names_in_modules_follow(tmp_path):
    part = """name: part
bodies:
  hull:
    mass: 1
    shape: {sphere: 0.1}
    visual:
      - {propeller: {radius: 0.1, along: x}, turned_by: push, name: blades}
      - {look: gripper}
actuators: {push: {force: {body: hull, direction: x}}}
"""
    (tmp_path / "part.yaml").write_text(part)
    (tmp_path / "whole.yaml").write_text("name: w\nmodules: {one: part.yaml, two: part.yaml}\n")
    robot = pl.load(tmp_path / "whole.yaml")
    first = robot.bodies["two.hull"].visual[0]
    assert (first.turned_by, first.name) == ("two.push", "blades")


def test_marks_of_sensors_stand_where_they_are():
    sensors = {"d": {"depth": {"body": "b", "at": [0, 0, 0.05], "rate": 10}}}
    robot = robot_of([{"sphere": 0.1}], sensors=sensors, water={"density": 1000})
    drawn = body_forms(robot)["b"]
    assert drawn[1]["position"] == [0, 0, 0.05]
    assert drawn[1]["size"][0] < 0.01


def test_pages_have_equal_surfaces_once(tmp_path):
    run = pl.simulate("bluerov-heavy", "surge", duration=0.1)
    text = run.view(tmp_path / "a.html").read_text()
    assert len(text) < 1_500_000
    assert text.count('"turns":') == 8
    assert text.count('"vertices":{') < 8
