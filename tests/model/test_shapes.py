"""Shapes: volume, centroid and inertia against triangle meshes, and meshes from files."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh

from pelagos import model
from pelagos.errors import ModelError
from pelagos.language import scope
from pelagos.language.scope import Scope
from pelagos.language.shapes import Shape

PLACE = {"position": [0.3, -0.2, 0.1], "rpy": [0.4, -0.5, 0.6]}


def fine(mesh):
    """The mesh at the shape's place."""
    at = model.Placement.model_validate(PLACE)
    transform = np.eye(4)
    transform[:3, :3], transform[:3, 3] = at.R, at.p
    return mesh.apply_transform(transform)


def sphere(radius=1.0):
    return trimesh.creation.icosphere(subdivisions=5, radius=radius)


def ellipsoid():
    mesh = sphere()
    mesh.vertices *= [0.1, 0.2, 0.3]
    return mesh


CASES = {
    "sphere": ({"sphere": 0.2}, lambda: sphere(0.2)),
    "ellipsoid": ({"ellipsoid": [0.1, 0.2, 0.3]}, ellipsoid),
    "box": ({"box": [0.1, 0.2, 0.3]}, lambda: trimesh.creation.box([0.1, 0.2, 0.3])),
    "cylinder": (
        {"cylinder": {"radius": 0.1, "length": 0.5}},
        lambda: trimesh.creation.cylinder(0.1, 0.5, sections=400),
    ),
    "capsule": (
        {"capsule": {"radius": 0.1, "length": 0.5, "along": "z"}},
        lambda: trimesh.creation.capsule(0.5, 0.1, count=[128, 128]),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_closed_forms_agree_with_meshes(name):
    words, make = CASES[name]
    shape, mesh = Shape.model_validate({**words, "at": PLACE}), fine(make())
    assert shape.kind == name
    assert shape.volume == pytest.approx(mesh.volume, rel=3e-3)
    np.testing.assert_allclose(shape.centroid, mesh.center_mass, atol=1e-9)
    inertia = shape.inertia_per_density
    np.testing.assert_allclose(inertia, mesh.moment_inertia, rtol=5e-3, atol=5e-3 * inertia.max())


def test_along_turns_a_rod():
    upright = Shape.model_validate({"cylinder": {"radius": 0.1, "length": 1}})
    lying = Shape.model_validate({"cylinder": {"radius": 0.1, "length": 1, "along": "x"}})
    a, _, c = np.diag(upright.inertia_per_density)
    np.testing.assert_allclose(np.diag(lying.inertia_per_density), [c, a, a], rtol=1e-14)


def test_a_ball_is_a_capsule_without_length_in_the_limit():
    ball = Shape.model_validate({"sphere": {"radius": 0.1}})
    capsule = Shape.model_validate({"capsule": {"radius": 0.1, "length": 1e-9}})
    np.testing.assert_allclose(capsule.inertia_per_density, ball.inertia_per_density, rtol=1e-7)


@pytest.fixture
def folder(tmp_path):
    box = trimesh.creation.box([0.1, 0.2, 0.3]).apply_translation([1, 0, 0])
    box.export(tmp_path / "box.stl")
    box.export(tmp_path / "box.obj")
    open_box = box.copy()
    open_box.update_faces(np.arange(len(box.faces)) > 0)
    open_box.export(tmp_path / "open.stl")
    (tmp_path / "junk.stl").write_bytes(b"this is not a mesh")
    (tmp_path / "box.dae").write_text("<x/>")
    return tmp_path


def robot_with(mesh, folder, **options):
    words = f"{{name: m, bodies: {{b: {{shape: {{mesh: {mesh}}}, density: 1000}}}}}}"
    (folder / "m.yaml").write_text(words)
    return model.load(folder / "m.yaml", **options)


@pytest.mark.parametrize("name", ["box.stl", "box.obj"])
def test_mesh_files(folder, name):
    body = robot_with(f"{{file: {name}, scale: 2}}", folder).bodies["b"]
    expected = Shape.model_validate({"box": [0.2, 0.4, 0.6]})
    assert body.mass == pytest.approx(48.0, rel=1e-6)
    np.testing.assert_allclose(body.com, [2, 0, 0], atol=1e-6)
    np.testing.assert_allclose(
        body.inertia, 1000 * expected.inertia_per_density, rtol=1e-5, atol=1e-6
    )


def test_a_dumped_robot_needs_no_mesh_file(folder):
    robot = robot_with("{file: box.stl}", folder)
    words = robot.to_dict()
    (folder / "box.stl").unlink()
    assert model.Robot(**words) == robot
    doubled = model.Robot(**words).with_values({"bodies.b.shape.mesh.scale": 2})
    assert doubled.bodies["b"].mass == pytest.approx(8 * robot.bodies["b"].mass)


def test_another_mesh_file_is_measured_again(folder):
    robot = robot_with("{file: box.stl}", folder)
    trimesh.creation.box([1, 1, 1]).export(folder / "cube.stl")
    with scope.within(Scope(folder=folder)):
        again = model.Robot(**robot.to_dict())
    changed = again.with_values({"bodies.b.shape.mesh.file": "cube.stl"})
    assert changed.bodies["b"].mass == pytest.approx(1000)


@pytest.mark.parametrize(
    ("mesh", "message", "remedy"),
    [
        ("{file: open.stl}", "not closed", "repair"),
        ("{file: junk.stl}", "cannot be read", "export"),
        ("{file: none.stl}", "no such file", "looked for it in"),
        ("{file: box.dae}", "not read here: .dae", ".stl or .obj"),
        ("{file: box.stl, volume: 1}", "belong together", "all three"),
        ("{file: ../box.stl}", "outside of the model's folder", "--allow-outside"),
        ("{file: /etc/passwd}", "outside of the model's folder", "--allow-outside"),
        ("{file: link.stl}", "outside of the model's folder", "--allow-outside"),
        ('{file: "a\\0b"}', "no file name", "name a file"),
        ("{file: box.stl, scale: 0}", "not positive", "above 0"),
    ],
)
def test_bad_meshes(folder, mesh, message, remedy):
    inner = folder / "inner"
    inner.mkdir()
    for file in folder.glob("*.*"):
        (inner / file.name).write_bytes(file.read_bytes())
    (inner / "link.stl").symlink_to(folder / "box.stl")
    with pytest.raises(ModelError) as caught:
        robot_with(mesh, inner)
    (problem,) = caught.value.problems
    assert problem.key.startswith("bodies.b.shape.mesh")
    assert problem.line == 1
    assert message in problem.message
    assert remedy in problem.remedy


def test_outside_files_can_be_allowed(folder):
    inner = folder / "inner"
    inner.mkdir()
    for name in ("../box.stl", str(folder / "box.stl")):
        assert robot_with(f"{{file: {name}}}", inner, allow_outside=True).bodies["b"].mass > 0
