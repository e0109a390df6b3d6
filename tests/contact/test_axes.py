"""Axes of capsules and long cylinders at boxes and hulls."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.spatial.transform import Rotation

import pelagos as pl
from pelagos.elements.contact.polyhedra import HullSurface
from pelagos.elements.contact.shapes import PlacedShape
from pelagos.elements.contact.spines import BARREL, SpineAtFaces
from pelagos.language.geometry.convex import polyhedron
from pelagos.language.shapes import Shape
from pelagos.mathematics.algebra import Mat3, Vec3
from pelagos.mathematics.inertia import Pose
from tests.contact.made import GRAVITY, SHAPES, fault, outputs, two

RADIUS, LENGTH = 0.05, 0.3
STONE = 0.13 * Rotation.random(9, rng=np.random.default_rng(4)).as_matrix()[:, :, 2]
SURFACES = {
    "box": PlacedShape.of(Shape(box=[0.25, 0.3, 0.2]), np.eye(3)).surface,
    "hull": HullSurface.of(polyhedron(tuple(map(tuple, STONE.tolist())))),
}
AXIS = SpineAtFaces(Vec3(0.0, 0.0, -LENGTH / 2), Vec3(0.0, 0.0, LENGTH), RADIUS)


def felt(surface, R, p):
    (found,) = AXIS.felt(Pose(Mat3.of(R.T.ravel().tolist()), Vec3(*p.tolist())), surface)
    return found


def poses(surface, count):
    """Random ones, from deep inside to beyond touch; every third lies almost along a face."""
    rng = np.random.default_rng(7)
    for k, turn in enumerate(Rotation.random(count, rng=rng)):
        way = rng.normal(size=3)
        p = way / np.linalg.norm(way) * rng.uniform(0.02, 0.22)
        if k % 3 == 0:
            face = surface.planes[k % len(surface.planes)]
            n, z = np.array([*face.normal]), turn.as_matrix()[:, 2]
            lies = z - (1 - 10 ** rng.uniform(-9, -2)) * n.dot(z) * n
            turn = Rotation.align_vectors([lies], [[0, 0, 1]])[0]
            p += (face.offset + 0.97 * RADIUS - n.dot(p)) * n
        yield turn.as_matrix(), p


@pytest.mark.parametrize("name", SURFACES)
def test_the_place_is_the_lowest_of_the_barrelled_axis(name):
    surface = SURFACES[name]
    for R, p in poses(surface, 30):

        def raised(t, R=R, p=p):
            x = p + (t - 0.5) * LENGTH * R[:, 2]
            return float(surface.distance(Vec3(*x))[0]) + BARREL * RADIUS * (t - 0.5) ** 2

        options = {"xatol": 1e-9}
        lowest = minimize_scalar(raised, bounds=(0, 1), method="bounded", options=options).fun
        expected = min(lowest, raised(0.0), raised(1.0))
        np.testing.assert_allclose(felt(surface, R, p).distance, expected, atol=1e-9)


@pytest.mark.parametrize("name", SURFACES)
def test_gradients_are_those_of_the_distance_whatever_moves(name):
    surface, h = SURFACES[name], 1e-8
    for R, p in poses(surface, 12):
        found = felt(surface, R, p)
        g, arm = np.array([*found.gradient]), np.array([*found.point]) - p
        for x in h * np.eye(3):
            ahead, behind = (felt(surface, R, p + s * x).distance for s in (1, -1))
            np.testing.assert_allclose((ahead - behind) / (2 * h), g.dot(x) / h, atol=1e-5)
            turns = [Rotation.from_rotvec(s * x).as_matrix() for s in (1, -1)]
            ahead, behind = (felt(surface, turn @ R, p).distance for turn in turns)
            moment = np.cross(arm, g).dot(x) / h
            np.testing.assert_allclose((ahead - behind) / (2 * h), moment, atol=1e-5)


def test_the_books_close_where_an_axis_meets_edges():
    """Of 72 random hits the one that was open the most, by 15 %, with secants."""
    rng = np.random.default_rng(1)
    for _ in range(7):
        rpy = rng.uniform(-1, 1, 3) * [3, 1.2, 3]
        place, spin = [0, *rng.uniform(-0.06, 0.06, 2)], rng.uniform(-4, 4, 3)
    start = {
        "a": {"position": [-0.5, 0, 0], "velocity": [2, 0, 0], "angular_velocity": spin.tolist()},
        "b": {"position": place, "rpy": rpy.tolist()},
    }
    contact = {"friction": 0.5, "damping": 0.1}
    run = pl.simulate(two(SHAPES["rod"], SHAPES["box"], start, contact), duration=0.4)
    assert outputs(run, "hit.load").max() > 10.0
    assert fault(run) < 1e-6


@pytest.mark.parametrize(("length", "turning"), [(0.3, 1e-3), (0.8, 0.1)])
def test_a_capsule_that_falls_flat_stays_there(length, turning):
    """Within the top of a box at rest; across all of it it goes on to rock a little on its barrel,
    where an exact axis would jump from edge to edge."""
    pill = {"capsule": {"radius": RADIUS, "length": length, "along": "y"}}
    robot = pl.Robot(
        name="lies",
        gravity=[0, 0, -GRAVITY],
        bodies={
            "table": {"mass": 5, "shape": {"box": [0.5, 0.5, 0.2]}, "joint": "fixed"},
            "pill": {"mass": 1, "shape": pill},
        },
        initial={"pill": {"position": [0, 0.02, 0.152], "angular_velocity": [0.2, 0, 0.3]}},
        contacts={"lies": {"of": "pill", "against": "table", "friction": 0.5, "damping": 2.0}},
    )
    run = pl.simulate(robot, duration=1.2)
    late = run.arrays["time"] > 0.8
    assert math.isclose(outputs(run, "lies.load")[late].mean(), GRAVITY, rel_tol=0.02)
    assert np.abs(run.arrays["angular_velocity"][late, 1, :2]).max() < turning
    assert np.abs(run.arrays["position"][late, 1, 2] - 0.15).max() < 3e-5
    assert fault(run) < 1e-6
