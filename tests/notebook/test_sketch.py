"""The small picture of a robot, against closed forms."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
from PIL import Image

import pelagos as pl
from pelagos.notebook.robot import _still
from pelagos.view import build, meshes
from pelagos.view.cameras import Cameraman
from pelagos.view.forms import form
from pelagos.view.meshes import TriangleMesh
from pelagos.view.sketch import _Canvas, _simple, png, sketch

SIZE = (240, 160)


def ball(radius, at, color):
    shape = {"ellipsoid": [radius, radius, radius]}
    return {
        "mass": 1,
        "inertia": [1, 1, 1],
        "at": at,
        "joint": "fixed",
        "shape": shape,
        "color": color,
    }


def drawn(bodies):
    robot = pl.Robot(name="balls", bodies=bodies)
    scene = build([_still(robot, *robot.initial_state())])
    image = np.array(Image.open(io.BytesIO(sketch(scene, SIZE))), dtype=float)
    return scene, image


def test_a_ball_is_as_large_as_its_cone():
    """In the middle of the picture: pi f^2 r^2 / (d^2 - r^2) pixels."""
    scene, image = drawn({"one": ball(0.4, [0, 0, 0], "red")})
    camera = Cameraman(scene, "orbit", SIZE).camera(np.zeros((1, 3)))
    d = np.linalg.norm(camera.eye)
    expected = np.pi * camera.focal**2 * 0.16 / (d**2 - 0.16)
    red = image[..., 0] - image[..., 1] > 20
    found = red.sum()
    assert abs(found / expected - 1) < 0.03  # it has 28 corners around
    rows, columns = np.nonzero(red)
    assert abs(rows.mean() - SIZE[1] / 2) < 1
    assert abs(columns.mean() - SIZE[0] / 2) < 1


def test_what_is_nearer_hides_what_is_behind():
    scene, _ = drawn({"one": ball(0.4, [0, 0, 0], "red")})
    camera = Cameraman(scene, "orbit", SIZE).camera(np.zeros((1, 3)))
    one = meshes.of(form("ellipsoid", (0.1, 0.1, 0.1), (0, 0, 0)))
    line = camera.eye / np.linalg.norm(camera.eye)
    near, far = (replace(one, vertices=one.vertices + s * line) for s in (0.3, -0.3))
    red, blue = np.array([1.0, 0, 0]), np.array([0, 0, 1.0])
    for pairs in ([(near, red), (far, blue)], [(far, blue), (near, red)]):
        canvas = _Canvas(camera, SIZE, np.array([0, 0, 1.0]), ("#000000", "#000000"))
        for mesh, color in pairs:
            canvas.draw(mesh, color)
        middle = canvas.image[SIZE[1] // 2, SIZE[0] // 2]
        assert middle[0] > 0.3
        assert middle[2] == 0


def test_png_is_what_others_read():
    pixels = np.random.default_rng(1).integers(0, 256, (7, 5, 3)).astype(np.uint8)
    np.testing.assert_array_equal(np.array(Image.open(io.BytesIO(png(pixels)))), pixels)


def test_fine_meshes_are_drawn_by_their_hull():
    rng = np.random.default_rng(2)
    points = rng.normal(size=(30000, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    inner = np.concatenate([points[:300], 0.1 * points[300:]])
    faces = np.arange(30000).reshape(-1, 3)
    found = _simple(TriangleMesh(inner, inner, faces))
    a, b, c = (found.vertices[found.faces[:, k]] for k in range(3))
    volume = np.sum(a * np.cross(b, c)) / 6  # counter-clockwise from outside: positive
    assert 0.85 * 4.18879 < volume < 4.18879
