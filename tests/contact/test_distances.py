"""Signed distances of surfaces against sampled ones, and their gradients against differences."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh
from scipy.interpolate import RectBivariateSpline

from pelagos.elements.contact.height_map import NodeTable, Terrain
from pelagos.elements.contact.surfaces import (
    BallSurface,
    BoxSurface,
    DrumSurface,
    EggSurface,
    HalfSpace,
    PillSurface,
)
from pelagos.elements.contact.world import HeightMap
from pelagos.mathematics.algebra import Vec3
from tests.contact.made import hills

SURFACES = {
    "ball": (BallSurface(0.3), trimesh.creation.icosphere(subdivisions=4, radius=0.3)),
    "box": (BoxSurface(Vec3(0.3, 0.2, 0.1)), trimesh.creation.box([0.6, 0.4, 0.2])),
    "drum": (DrumSurface(0.25, 0.15), trimesh.creation.cylinder(0.15, 0.5, sections=128)),
    "pill": (PillSurface(0.2, 0.15), trimesh.creation.capsule(0.4, 0.15, count=[64, 64])),
}


def slopes(distance, x, h=1e-6):
    """Central differences."""
    steps = np.eye(3) * h
    return np.array([(distance(x + s) - distance(x - s)) / (2 * h) for s in steps])


def terrain():
    return HeightMap(**hills()).terrain(1.0)


@pytest.mark.parametrize("name", SURFACES)
def test_distances_are_those_of_a_fine_mesh(name):
    surface, mesh = SURFACES[name]
    rng = np.random.default_rng(1)
    points = rng.uniform(-0.5, 0.5, (40, 3))
    _, nearest, _ = trimesh.proximity.closest_point_naive(mesh, points)
    # all of these are convex
    heights = np.einsum(
        "pfk,fk->pf", points[:, None] - mesh.triangles[None, :, 0], mesh.face_normals
    )
    inside = heights.max(axis=1) < 0.0
    found = np.array([surface.distance(Vec3(*p))[0] for p in points.tolist()])
    np.testing.assert_allclose(found, np.where(inside, -nearest, nearest), atol=1.5e-3)


@pytest.mark.parametrize("where", ["inside", "outside"])
def test_the_foot_on_an_ellipsoid_lies_on_it_and_the_way_is_along_its_normal(where):
    half, rng = np.array([0.5, 0.3, 0.2]), np.random.default_rng(2)
    surface = EggSurface(Vec3(*half))
    for _ in range(50):
        normal = rng.normal(size=3)
        normal /= np.linalg.norm(normal)
        foot = half**2 * normal / np.linalg.norm(half * normal)
        # no deeper than the smallest radius of curvature
        way = rng.uniform(0.0, 0.8) if where == "outside" else -rng.uniform(0.0, 0.07)
        d, g = surface.distance(Vec3(*(foot + way * normal)))
        assert d == pytest.approx(way, abs=1e-9)
        np.testing.assert_allclose([*g], normal, atol=1e-7)


@pytest.mark.parametrize("name", [*SURFACES, "egg", "plane", "terrain"])
def test_gradients_are_those_of_the_distance(name):
    others = {"egg": EggSurface(Vec3(0.5, 0.3, 0.2)), "plane": HalfSpace(), "terrain": terrain()}
    surface = others[name] if name in others else SURFACES[name][0]
    rng = np.random.default_rng(3)
    for x in rng.uniform(-0.6, 0.6, (30, 3)):
        _, g = surface.distance(Vec3(*x))
        expected = slopes(lambda p: surface.distance(Vec3(*p))[0], x)
        np.testing.assert_allclose([*g], expected, atol=2e-6)


def test_a_map_goes_through_its_nodes_and_bends_smoothly_between():
    x = np.linspace(-1, 1, 41)
    heights = np.sin(2 * x)[:, None] + np.cos(3 * x)[None, :]
    found = Terrain(-1.0, -1.0, 0.05, 0.05, 1.0, 41, 41, NodeTable.of(heights))
    assert found.height(0.25, -0.5)[0] == pytest.approx(np.sin(-1.0) + np.cos(0.75), abs=1e-12)
    spline = RectBivariateSpline(x, x, heights)
    for px, py in np.random.default_rng(4).uniform(-0.9, 0.9, (30, 2)):
        h, (hx, hy), _ = found.height(px, py)
        assert h == pytest.approx(float(spline(py, px)[0, 0]), abs=2e-4)
        assert hx == pytest.approx(float(spline(py, px, dy=1)[0, 0]), abs=2e-2)
        assert hy == pytest.approx(float(spline(py, px, dx=1)[0, 0]), abs=2e-2)


def test_beyond_its_edge_a_map_goes_on_level():
    surface = terrain()
    h, slopes_there, _ = surface.height(5.0, 0.3)
    assert h == pytest.approx(surface.height(3.0, 0.3)[0], abs=1e-12)
    assert slopes_there[0] == 0.0


def test_where_z_is_down_heights_are_up():
    up, down = terrain(), HeightMap(**hills()).terrain(-1.0)
    d, g = up.distance(Vec3(0.3, 0.4, 0.5))
    same, turned = down.distance(Vec3(0.3, 0.4, -0.5))
    assert same == pytest.approx(d, abs=1e-15)
    np.testing.assert_allclose([*turned], [g.x, g.y, -g.z], atol=1e-15)
