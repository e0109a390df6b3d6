"""Closed meshes that the surface cuts: convex hulls, other shapes and metacentres."""

from __future__ import annotations

import math

import numpy as np
import pytest
import trimesh
from scipy.spatial import ConvexHull

import pelagos as pl
from pelagos.elements.body.waterline import mesh_hull
from pelagos.mathematics.algebra import Vec3

RHO, G = 1000.0, 9.81
LENGTH, BEAM, HEIGHT = 1.0, 0.6, 0.4
TIGHT = {"rtol": 1e-10, "atol": 1e-12}


def box():
    return trimesh.creation.box((LENGTH, BEAM, HEIGHT))


def cut_by_hull(mesh, n, e):
    """Wet volume and first moment of a convex body from the hull of what is below the plane."""
    depth = e - mesh.vertices @ n
    points = [mesh.vertices[depth >= 0]]
    for i, j in mesh.edges_unique:
        if depth[i] * depth[j] < 0:
            part = depth[i] / (depth[i] - depth[j])
            points.append([mesh.vertices[i] + part * (mesh.vertices[j] - mesh.vertices[i])])
    points = np.vstack(points)
    middle, volume, first = points.mean(axis=0), 0.0, np.zeros(3)
    for corners in ConvexHull(points, qhull_options="QJ").simplices:
        part = abs(np.linalg.det(points[corners] - middle)) / 6
        volume, first = volume + part, first + part * (points[corners].sum(axis=0) + middle) / 4
    return volume, first


@pytest.mark.parametrize("mesh", [box(), trimesh.creation.icosphere(2, 0.5)], ids=["box", "ball"])
def test_a_cut_against_convex_hulls_and_its_own_slopes(mesh):
    hull, draw, step = mesh_hull(mesh.vertices, mesh.faces), np.random.default_rng(5), 1e-6

    def volume(n, e):
        return hull.cut(Vec3(*n), e).volume

    for _ in range(8):
        n = draw.normal(size=3)
        n /= np.linalg.norm(n)
        e, turn = draw.uniform(-0.2, 0.2), np.cross(n, draw.normal(size=3))
        found = hull.cut(Vec3(*n), e)
        wet, first = cut_by_hull(mesh, n, e)
        assert found.volume == pytest.approx(wet, abs=1e-9)
        np.testing.assert_allclose([*found.first], first, atol=1e-9)
        slope = (volume(n, e + step) - volume(n, e - step)) / (2 * step)
        assert found.area == pytest.approx(slope, abs=1e-8)
        slope = (volume(n + step * turn, e) - volume(n - step * turn, e)) / (2 * step)
        assert -np.dot([*found.plane], turn) == pytest.approx(slope, abs=1e-8)
    assert volume(n, 5.0) == pytest.approx(mesh.volume, rel=1e-12)
    assert volume(n, -5.0) == 0.0


def test_vertices_and_faces_in_the_waterplane():
    """A plane through corners, edges and a whole face: the half below, whatever it touches."""
    mesh = box()
    hull = mesh_hull(mesh.vertices, mesh.faces)
    diagonal = np.array([0.0, HEIGHT, BEAM]) / math.hypot(HEIGHT, BEAM)
    assert hull.cut(Vec3(*diagonal), 0.0).volume == pytest.approx(mesh.volume / 2, rel=1e-12)
    up = Vec3(0.0, 0.0, 1.0)
    assert hull.cut(up, HEIGHT / 2).volume == pytest.approx(mesh.volume, rel=1e-12)
    assert hull.cut(up, -HEIGHT / 2).volume == pytest.approx(0.0, abs=1e-15)


def test_spheres_of_more_and_more_triangles():
    """The cap of a ball, with an error that falls by four when triangles are halved in size."""
    r, h = 0.5, 0.35
    cap, errors = math.pi * h * h * (3 * r - h) / 3, []
    for level in (1, 2, 3):
        mesh = trimesh.creation.icosphere(level, r)
        errors.append(cap - mesh_hull(mesh.vertices, mesh.faces).cut(Vec3(0, 0, 1), h - r).volume)
    ratios = np.array(errors[:-1]) / errors[1:]
    np.testing.assert_allclose(ratios, 4.0, rtol=0.1)


@pytest.fixture
def barge(tmp_path, monkeypatch):
    """A floating box as a mesh, or as a shape, with its mass centre at a height over the keel."""
    box().export(tmp_path / "barge.obj", digits=17)
    monkeypatch.chdir(tmp_path)

    def made(draught, kg, *, mesh=True, roll=0.0, **words):
        mass, low = RHO * LENGTH * BEAM * draught, kg - HEIGHT / 2
        shape = {"mesh": {"file": "barge.obj"}} if mesh else {"box": [LENGTH, BEAM, HEIGHT]}
        shape["at"] = {"position": [0, 0, -low]}
        body = {
            "joint": "free", "shape": shape, "mass": mass, "com": [0, 0, 0], "drag": False,
            "inertia": [4.0, 11.0, 13.0], "buoyancy": "floating",
            "added_mass": [0, 0, 0, 1.5, 0, 0],
        } | words.pop("body", {})  # fmt: skip
        start = {"position": [0, 0, kg - draught], "rpy": [roll, 0, 0]}
        return pl.Robot(
            name="barge",
            bodies={"barge": body},
            water={"density": RHO} | words.pop("water", {}),
            initial={"barge": start},
            duration=4.0,
        )

    return made


def metacentric_height(draught, kg):
    return draught / 2 + BEAM**2 / (12 * draught) - kg


def test_the_period_of_roll(barge):
    """omega^2 = rho g V GM / (I + A)."""
    draught, kg = 0.2, 0.15
    spring = RHO * G * LENGTH * BEAM * draught * metacentric_height(draught, kg)
    omega = math.sqrt(spring / (4.0 + 1.5))
    found = np.linalg.eigvals(pl.linearize(barge(draught, kg)).A)
    assert np.abs(found - 1j * omega).min() < 1e-6 * omega
    period = 2 * math.pi / omega
    robot = barge(draught, kg, roll=1e-3)
    run = pl.simulate(robot, duration=period, every=period / 4, **TIGHT)
    expected = 1e-3 * omega * np.array([0, -1, 0, 1, 0])
    np.testing.assert_allclose(run.arrays["u"][:, 3], expected, atol=1e-7)


def test_it_capsizes_where_the_metacentre_is_below_the_mass_centre(barge):
    """Either side of GM = 0; beyond it a wall-sided hull comes to rest at the angle of loll."""
    draught = 0.2
    upright = draught / 2 + BEAM**2 / (12 * draught)  # KM
    for gm, mesh in ((1e-6, True), (-1e-6, True), (1e-6, False), (-1e-6, False)):
        A = pl.linearize(barge(draught, upright - gm, mesh=mesh)).A
        growth = np.linalg.eigvals(A).real.max()
        spring = RHO * G * LENGTH * BEAM * draught * abs(gm)
        want = 0.0 if gm > 0 else math.sqrt(spring / 5.5)
        assert growth == pytest.approx(want, abs=1e-4)
    heel = {}
    for gm in (4e-3, -4e-3):
        run = pl.simulate(barge(draught, upright - gm, roll=0.01), duration=30.0, every=0.1)
        heel[gm] = np.abs(2 * np.arcsin(run.arrays["orientation"][:, 0, 1])).max()
    loll = math.atan(math.sqrt(2 * 4e-3 * 12 * draught / BEAM**2))
    assert heel[4e-3] < 0.0101
    assert loll < heel[-4e-3] < 2 * loll
    robot = barge(draught, upright + 4e-3)
    q, u = robot.initial_state()
    q[3:7] = [math.cos(loll / 2), math.sin(loll / 2), 0, 0]
    # walls keep the waterline where it crosses the middle of the hull
    q[2] = (upright + 4e-3 - draught) * math.cos(loll)
    np.testing.assert_allclose(pl.acceleration(robot, q, u), 0.0, atol=1e-10)


def test_a_mesh_is_the_shape_it_shows(barge):
    """The same motion, with books that close."""
    runs = [
        pl.simulate(barge(0.2, 0.2, mesh=mesh, roll=0.15), duration=2.0, every=0.1, **TIGHT)
        for mesh in (True, False)
    ]
    np.testing.assert_allclose(runs[0].arrays["q"], runs[1].arrays["q"], atol=1e-8)
    for run in runs:
        assert run.audit().energy_error < 1e-6 * run.arrays["kinetic_energy"].max()


def test_a_crossing_barge_rolls_with_what_is_wet(barge):
    """Half of the added mass at half the height; a box is cut as a mesh is."""
    draught, kg = 0.2, 0.15
    spring = RHO * G * LENGTH * BEAM * draught * metacentric_height(draught, kg)
    A = pl.linearize(barge(draught, kg, mesh=False, water={"crossing": True})).A
    omega = math.sqrt(spring / (4.0 + 0.5 * 1.5))
    assert np.abs(np.linalg.eigvals(A) - 1j * omega).min() < 1e-6 * omega


def test_what_is_no_hull_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mesh = box()
    mesh.update_faces(np.arange(len(mesh.faces)) != 3)
    mesh.export(tmp_path / "open.obj")
    trimesh.creation.icosphere(4, 0.5).export(tmp_path / "fine.obj")
    words = {"joint": "free", "mass": 100.0, "inertia": [1, 1, 1], "com": [0, 0, 0]}

    def floats(**mesh):
        body = words | {"shape": {"mesh": mesh}, "buoyancy": "floating"}
        return pl.Robot(name="float", bodies={"hull": body}, water={"density": RHO})

    with pytest.raises(pl.ModelError, match=r"not closed.*3 edges do not join two triangles"):
        floats(file="open.obj")
    with pytest.raises(pl.ModelError, match=r"5120 triangles.*2000 are allowed"):
        floats(file="fine.obj")
    measured = {"volume": 0.24, "centroid": [0, 0, 0], "inertia": [1, 1, 1]}
    with pytest.raises(pl.ModelError, match="not closed"):
        floats(file="open.obj", **measured)
    box().export(tmp_path / "box.obj", digits=17)
    floats(file="box.obj", **measured)
    with pytest.raises(pl.ModelError, match=r"0\.3 m3.*encloses 0\.24 m3"):
        floats(file="box.obj", **measured | {"volume": 0.3})


def test_a_result_opens_without_its_mesh(barge, tmp_path):
    """Reading a robot again needs no file; simulating it does, and the same one."""
    run = pl.simulate(barge(0.2, 0.15), duration=0.1)
    run.save(tmp_path / "run.nc")
    (tmp_path / "barge.obj").unlink()
    again = pl.open(tmp_path / "run.nc").robot
    with pytest.raises(pl.PelagosError, match=r"bodies\.barge\.shape.*barge\.obj"):
        pl.simulate(again, duration=0.1)
    trimesh.creation.box((1.0, 1.0, 1.0)).export(tmp_path / "barge.obj")
    with pytest.raises(pl.PelagosError, match="another one than when"):
        pl.simulate(again, duration=0.1)
