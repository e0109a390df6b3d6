"""Meshes touch by their convex hulls: what is kept of them, and closed forms of prisms."""

from __future__ import annotations

import math

import numpy as np
import pytest
import trimesh

import pelagos as pl
from pelagos.elements.contact.polyhedra import HullSurface
from pelagos.elements.contact.shapes import PlacedShape
from pelagos.errors import ModelError
from pelagos.language.geometry.convex import kept_hull, polyhedron
from pelagos.language.shapes import Shape
from pelagos.mathematics.algebra import Vec3
from tests.contact.made import alone, assert_momentum_is_kept, fault, outputs, two

BOX = [0.25, 0.5, 0.125]  # without rounding in an STL file
TETRAHEDRON = [[0.125, 0, -0.125], [-0.125, 0.125, -0.125], [-0.125, -0.125, -0.125], [0, 0, 0.25]]


@pytest.fixture
def meshes(tmp_path, monkeypatch):
    """A function that writes a mesh, and gives the shape that takes it by some corners."""
    monkeypatch.chdir(tmp_path)

    def shape(mesh, hull, name="m.stl"):
        mesh.export(name)
        return {"mesh": {"file": name, "hull": hull}}

    return shape


def prism(corners, radius, length=0.25):
    """Along y, with a corner below."""
    turns = math.pi / 2 + 2 * math.pi * np.arange(corners) / corners
    ring = radius * np.stack([np.cos(turns), 0 * turns, -np.sin(turns)], axis=1)
    points = np.concatenate([ring + np.array([0, s * length / 2, 0]) for s in (-1, 1)])
    return trimesh.convex.convex_hull(points)


def ball(radius=0.125):
    return trimesh.creation.icosphere(subdivisions=3, radius=radius)


def test_a_box_as_a_mesh_is_the_box(meshes):
    """It slides, tumbles and stops as the shape does."""
    start = {"position": [0, 0, 0.3], "rpy": [0.5, 0.3, 0], "velocity": [1, 0, 0]}
    words = {"plane": True, "friction": 0.4, "stiffness": 1e4}
    runs = [
        pl.simulate(alone(shape, start, words), duration=0.5)
        for shape in ({"box": BOX}, meshes(trimesh.creation.box(BOX), 24))
    ]
    assert outputs(runs[0], "touch.friction").max() > 5.0
    np.testing.assert_allclose(*(run.arrays["q"][-1] for run in runs), atol=1e-6)
    assert max(map(fault, runs)) < 1e-6


@pytest.mark.parametrize("over", [-1.0, 1.0])
def test_a_prism_tips_over_its_edge_where_its_centre_passes_that(meshes, over):
    """Three equal sides: the centre is above the lower edge at 60 degrees."""
    angle = math.radians(60 + over)
    normal = np.array([math.sin(angle), 0.0, math.cos(angle)])
    shape = meshes(prism(3, 0.2).apply_transform(np.diag([-1, 1, -1, 1])), 6)
    inner = 0.1  # of the centre over a side
    start = {"position": (inner * normal).tolist(), "rpy": [0, angle, 0]}
    robot = alone(shape, start, {"plane": {"normal": normal.tolist()}, "friction": 4.0})
    run = pl.simulate(robot, duration=0.8)
    w, _, y, _ = run.arrays["orientation"][-1, 0]
    turned = 2 * math.degrees(math.atan2(y, w)) - math.degrees(angle)
    assert turned > 10.0 if over > 0 else abs(turned) < 0.1


def test_a_hexagonal_prism_keeps_11_of_17_parts_of_its_turning_at_each_edge(meshes):
    """It turns about an edge until the next one hits (International Physics Olympiad 1998)."""
    radius, gravity = 0.2, 9.81
    side = radius * math.sqrt(3) / 2
    # stands on an edge, and falls on the side beyond that
    start = {
        "position": [0, 0, radius],
        "angular_velocity": [0, 1.0, 0],
        "velocity": [radius, 0, 0],
    }
    shape = meshes(prism(6, radius), 12)
    words = {"plane": True, "friction": 3.0, "damping": 100.0}
    run = pl.simulate(alone(shape, start, words), duration=0.5)
    inertia = 17 / 12 * radius**2  # about an edge, per mass
    speed, height = run.arrays["angular_velocity"][:, 0, 1], run.arrays["position"][:, 0, 2]
    hit = int(np.argmin(height[:400]))
    # while it turns about an edge this is the speed that it has, or had, on its side
    low = np.sqrt(np.maximum(speed**2 + 2 * gravity * (height - side) / inertia, 0.0))
    before = math.sqrt(1.0 + 2 * gravity * (radius - side) / inertia)
    assert low[hit - 20] == pytest.approx(before, rel=2e-3)
    assert low[hit + 40] == pytest.approx(11 / 17 * before, rel=5e-3)
    assert fault(run) < 1e-6


def test_hulls_that_hit_each_other_keep_momentum_and_the_books(meshes):
    tetrahedron = trimesh.convex.convex_hull(TETRAHEDRON)
    shapes = meshes(tetrahedron, 4, "t.stl"), meshes(ball(), 10, "b.stl")
    start = {
        "a": {"position": [-0.45, 0, 0], "velocity": [2, 0, 0], "angular_velocity": [1, 2, 3]},
        "b": {"position": [0, 0.03, 0.02], "rpy": [1, 0.4, 0.1]},
    }
    run = pl.simulate(two(*shapes, start, {"damping": 0.1}), duration=0.4)
    assert_momentum_is_kept(run)
    assert outputs(run, "hit.load").max() > 100.0
    assert fault(run) < 1e-6


def test_distances_of_a_hull_are_those_of_its_faces_edges_and_corners():
    body = polyhedron(kept_hull(np.asarray(ball().vertices), 12).corners)
    mesh, surface = trimesh.convex.convex_hull(body.corners), HullSurface.of(body)
    points = np.random.default_rng(7).uniform(-0.16, 0.16, (60, 3))
    _, apart, _ = trimesh.proximity.closest_point_naive(mesh, points)
    inside = (points @ body.normals.T < body.offsets).all(axis=1)
    assert 3 < inside.sum() < 57
    for x, far, within in zip(points, apart, inside, strict=True):
        d, g = surface.distance(Vec3(*x))
        assert d == pytest.approx(-far if within else far, abs=1e-12)
        steps = np.eye(3) * 1e-7
        slopes = [
            (surface.distance(Vec3(*(x + s)))[0] - surface.distance(Vec3(*(x - s)))[0]) / 2e-7
            for s in steps
        ]
        np.testing.assert_allclose([*g], slopes, atol=1e-5)
        d, _ = surface.inside(Vec3(*x))
        assert d == pytest.approx(-far) if within else 0.0 < d <= far + 1e-12


def test_an_ellipsoid_touches_a_cylinder_where_its_prism_lies():
    """Flats of the prism are as far inside of the cylinder as its corners are outside."""
    rod = PlacedShape.of(Shape(cylinder={"radius": 0.1, "length": 0.3}), np.eye(3))
    prism = rod.surface_for(Shape(ellipsoid=[0.3, 0.2, 0.1]))
    turns = np.linspace(0, 2 * math.pi, 257)
    off = [prism.distance(Vec3(0.1 * math.cos(a), 0.1 * math.sin(a), 0.0))[0] for a in turns]
    assert max(off) == pytest.approx(-min(off), rel=0.02)
    assert max(off) < 0.0025 * 0.1
    assert prism.distance(Vec3(0.02, 0.01, 0.4))[0] == pytest.approx(0.25)


def test_few_corners_keep_most_of_a_body():
    points = np.asarray(ball().vertices)
    volumes = [polyhedron(kept_hull(points, n).corners).volume for n in (4, 8, 16, 32, 64)]
    assert sorted(volumes) == volumes
    assert volumes[-1] > 0.9 * ball().volume
    cube = np.asarray(trimesh.creation.box(BOX).subdivide().vertices)
    kept = polyhedron(kept_hull(cube, 64).corners)
    assert (len(kept.corners), len(kept.normals), len(kept.edges)) == (8, 6, 12)


def test_the_words_of_a_robot_hold_its_hull_and_need_no_file(meshes, tmp_path):
    shape = meshes(ball(), 10)
    robot = alone(shape, {"position": [0, 0, 1]}, {"plane": True, "friction": 0.5})
    assert len(robot.to_dict()["bodies"]["body"]["shape"]["mesh"]["corners"]) == 10
    fewer = robot.with_values({"bodies.body.shape.mesh.hull": 6})
    assert len(fewer.bodies["body"].shape.mesh.corners) == 6
    plain = pl.Robot(name="p", bodies={"body": {"mass": 1, "shape": {"mesh": {"file": "m.stl"}}}})
    measured = {"file", "volume", "centroid", "inertia", "sha256"}
    assert plain.to_dict()["bodies"]["body"]["shape"]["mesh"].keys() == measured
    (tmp_path / "m.stl").unlink()
    again = pl.Robot(**robot.to_dict())
    assert again.hash == robot.hash
    assert again.bodies["body"].shape.mesh.corners == robot.bodies["body"].shape.mesh.corners


def test_what_a_hull_fills_and_leaves_out_is_told(meshes):
    from pelagos.model.checks.start_notes import start_notes

    ring = meshes(trimesh.creation.annulus(0.1, 0.2, 0.1), 12)
    robot = alone(ring, {"position": [0, 0, 1]}, {"plane": True})
    share = 100 * (4 / 3 - 1)  # the hole is a quarter of the disc
    notes = "\n".join(start_notes(robot))
    assert f"encloses {share:.2f} % more than the mesh" in notes
    assert "the 12 corners of body enclose" in notes
    told = [*robot.elements["touch"].told_on(robot.bodies)]
    assert "12 corners keep" in told[1]


@pytest.mark.parametrize(
    ("mesh", "said"),
    [
        ({}, "the mesh of body has no hull to touch with"),
        ({"hull": 3}, "a hull has 4 to 64 corners"),
        ({"hull": 12.5}, "a whole number is needed"),
        ({"corners": TETRAHEDRON}, "corners and hull_volume are those of a hull"),
        ({"hull": 4, "corners": TETRAHEDRON}, "belong together"),
        ({"hull": 4, "corners": [[0, 0, 0]] * 4, "hull_volume": 1}, "its corners lie in a plane"),
        (
            {"hull": 4, "corners": [*TETRAHEDRON, [0, 0, 0]], "hull_volume": 1},
            "5 corners are given",
        ),
        (
            {"hull": 5, "corners": [*TETRAHEDRON, [0, 0, 0]], "hull_volume": 1},
            "1 of its corners are",
        ),
    ],
)
def test_hulls_that_are_none_are_refused(meshes, mesh, said):
    meshes(ball(), None)
    with pytest.raises(ModelError, match=said):
        alone({"mesh": {"file": "m.stl", **mesh}}, {"position": [0, 0, 1]}, {"plane": True})
