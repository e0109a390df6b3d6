"""Drag: its words, and what shapes give, compared with the cross-flow principle."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pelagos.elements.site import Axes
from pelagos.model import Robot, Shape
from pelagos.model.hydrodynamics.added_mass_of_shapes import interpolated
from pelagos.model.hydrodynamics.drag_of_shapes import ELLIPSOID, PRISM_ALONG, drag_of


def laws(drag, shape=None, **water):
    """The drag laws of one body, from words."""
    body = {"mass": 1, "inertia": [1, 1, 1], "drag": drag}
    if shape is not None:
        body["shape"] = shape
    robot = Robot(name="a", water={"density": 1000, **water}, bodies={"a": body})
    return robot.bodies["a"].drag


def force(found, v, w=(0, 0, 0), points=400):
    """Force and moment about the origin over rho/2, of laws written from their docstrings."""
    v, w = np.array(v, dtype=float), np.array(w, dtype=float)
    total = np.zeros(6)
    for law in found:
        axis, middle = np.array(law.axis), np.array(law.at)
        if law.kind == "strip":
            s = ((np.arange(points) + 0.5) / points - 0.5) * law.length
            places = middle + s[:, None] * axis
            across = 2 * law.radius * law.normal * law.length / points
            along = 2 * math.pi * law.radius * law.axial * law.length / points
        else:
            places = middle[None]
            across, along = law.normal * law.normal_area, law.axial * law.axial_area
        local = v + np.cross(w, places)
        axial = local @ axis
        normal = local - axial[:, None] * axis
        if law.kind != "strip" and law.form == "speed":
            speed = np.linalg.norm(local, axis=1)
            f = along * (speed * axial)[:, None] * axis + across * speed[:, None] * normal
        else:
            speed = np.linalg.norm(normal, axis=1)[:, None]
            f = along * (np.abs(axial) * axial)[:, None] * axis + across * speed * normal
        total -= np.concatenate([f.sum(0), np.cross(places, f).sum(0)])
    return total


# --- words


def test_matrices_and_diagonals():
    (law,) = laws({"linear": [4, 6, 5, 0.1, 0.2, 0.3], "quadratic": np.eye(6) * 7})
    assert law.kind == "matrix"
    assert np.diag(law.linear).tolist() == [4, 6, 5, 0.1, 0.2, 0.3]
    assert (np.array(law.quadratic) == 7 * np.eye(6)).all()


@pytest.mark.parametrize("name", ["X_|u|u", "X_u|u|", "X_uu"])
def test_sname_names(name):
    words = {"X_u": -4, name: -18, "N_r": -0.1, "Y_r": 0.02, "N_v": -0.03, "Y_v": -2}
    (printed,) = laws(words)
    linear, quadratic = np.array(printed.linear), np.array(printed.quadratic)
    assert (linear[0, 0], linear[5, 5], quadratic[0, 0]) == (4, 0.1, 18)
    assert (linear[1, 5], linear[5, 1]) == (-0.02, 0.03)  # not mirrored: drag need not be
    negated = {key: -value for key, value in words.items()}
    assert laws({**negated, "sign": "magnitude"}) == (printed,)


def test_a_frame_for_matrices_and_names():
    for words in ({"linear": [1] * 6}, {"X_u": -1}):
        (law,) = laws({**words, "at": [1, 2, 3]})
        assert law.at.position == (1, 2, 3)
        (law,) = laws(words)
        assert not law.at.p.any()


def test_several_laws():
    found = laws(
        [{"linear": [1] * 6}, {"strip": {"normal": 1.1}}, "shape"],
        {"cylinder": {"radius": 0.1, "length": 2}},
    )
    assert [law.kind for law in found] == ["matrix", "strip", "strip", "ellipsoid"]
    assert laws(
        {"linear": [1] * 6, "point": {"normal": 1}}, {"capsule": {"radius": 1, "length": 2}}
    )
    for nothing in (False, "none", []):
        assert laws(nothing, {"sphere": 1}) == ()


def test_laws_take_the_rest_from_the_shape():
    rod = {"cylinder": {"radius": 0.1, "length": 2, "along": "x"}}
    placed = {**rod, "at": {"position": [1, 2, 3], "rpy": [0, 0, "90 deg"]}}
    strip, point = laws([{"strip": {"normal": 1.1}}, {"point": {"normal": 1.1}}], placed)
    assert (strip.radius, strip.length, strip.at) == (0.1, 2, (1, 2, 3))
    assert strip.axis == pytest.approx((0, 1, 0))
    assert point.normal_area == pytest.approx(0.4)
    body = Axes(0, np.eye(3))
    assert point.element(body).axial == 0.0
    (law,) = laws({"ellipsoid": {"axial": 0.25, "normal": 1.2}}, {"ellipsoid": [1, 3, 2]})
    assert law.axis == (0, 1, 0)
    assert law.axial_area == pytest.approx(2 * math.pi)
    own = {
        "axial": 1,
        "normal": 2,
        "axial_area": 3,
        "normal_area": 4,
        "axis": "-z",
        "at": [1, 0, 0],
    }
    (law,) = laws({"ellipsoid": {**own, "form": "speed"}})
    assert (law.axial_area, law.axis, law.form) == (3, (0, 0, -1), "speed")


# --- shapes


def test_sphere_has_the_same_drag_in_all_directions():
    found, source = drag_of(Shape(sphere=0.5))
    rng = np.random.default_rng(2)
    for v in rng.normal(size=(5, 3)):
        wanted = -0.47 * math.pi / 4 * np.linalg.norm(v) * v
        assert force(found, v)[:3] == pytest.approx(wanted)
    assert not force(found, [0, 0, 0], [1, 2, 3]).any()
    assert "Clift" in source


def test_the_drag_of_spheres_is_on_the_standard_curve():
    """Clift and Gauvin (1971) at the Reynolds numbers that the tables of shapes are for."""

    def curve(reynolds):
        friction = 24 / reynolds * (1 + 0.15 * reynolds**0.687)
        return friction + 0.42 / (1 + 42500 * reynolds**-1.16)

    ends = curve(1e4), curve(1e5)
    assert ends == pytest.approx((0.42, 0.49), abs=0.005)  # as the source says
    assert ends[0] < 0.47 < ends[1]


def test_round_ellipsoids_have_the_drag_of_spheres():
    """Written so, or found from a mesh that is round but for its triangles."""
    sphere, _ = drag_of(Shape(sphere=0.5))
    v, w = [0.3, -0.4, 0.5], [1.0, 2.0, 3.0]
    for semi in ([0.5, 0.5, 0.5], [0.5, 0.5001, 0.4999]):
        found, _ = drag_of(Shape(ellipsoid=semi))
        assert force(found, v, w) == pytest.approx(force(sphere, v, w), rel=1e-3)
    exact, _ = drag_of(Shape(ellipsoid=[1.0, 0.2, 0.2]))
    found, _ = drag_of(Shape(ellipsoid=[1.0, 0.20001, 0.19999]))
    assert len(found) == len(exact) == 2
    assert force(found, v, w) == pytest.approx(force(exact, v, w), rel=1e-3, abs=1e-9)
    assert len(drag_of(Shape(ellipsoid=[1.0, 0.21, 0.19]))[0]) == 12


def faces(semi, coefficients, round_faces):
    """Forces and moments over rho/2 for unit motions, by adding up over projected areas."""
    n = 600
    x = ((np.arange(n) + 0.5) / n * 2 - 1)[:, None]
    y = x.T
    inside = (x**2 + y**2 <= 1) if round_faces else np.ones((n, n), dtype=bool)
    push, turn = np.zeros(3), np.zeros(3)
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        cell = coefficients[i] * 4 * semi[j] * semi[k] / n**2
        push[i] = cell * inside.sum()
        turn[j] += cell * (inside * np.abs(y * semi[k]) ** 3).sum()
        turn[k] += cell * (inside * np.abs(x * semi[j]) ** 3).sum()
    return push, turn


@pytest.mark.parametrize("kind", ["box", "ellipsoid"])
def test_faces_have_the_drag_of_the_cross_flow_principle(kind):
    semi = (0.5, 0.3, 0.2)
    table = PRISM_ALONG if kind == "box" else ELLIPSOID
    size = [2 * s for s in semi] if kind == "box" else semi
    found, _ = drag_of(Shape(**{kind: size}))
    ratios = [semi[i] / math.sqrt(semi[i - 1] * semi[i - 2]) for i in range(3)]
    push, turn = faces(semi, [interpolated(r, table) for r in ratios], kind == "ellipsoid")
    for i in range(3):
        unit = np.eye(3)[i]
        assert force(found, unit) == pytest.approx(
            [*(-push[i] * unit), 0, 0, 0], rel=2e-3, abs=1e-9
        )
        moment = force(found, [0, 0, 0], unit)
        assert moment == pytest.approx([0, 0, 0, *(-turn[i] * unit)], rel=2e-3, abs=1e-9)


def test_long_ellipsoids_have_the_drag_of_their_strips():
    a, b = 0.5, 0.1
    found, _ = drag_of(Shape(ellipsoid=[a, b, b]))
    x = np.linspace(-a, a, 20001)
    width = 2 * b * np.sqrt(1 - (x / a) ** 2)
    coefficient = interpolated(math.sqrt(b / a), ELLIPSOID)
    area, third = np.trapezoid(width, x), np.trapezoid(width * np.abs(x) ** 3, x)
    assert force(found, [0, 1, 1])[1] == pytest.approx(-coefficient * area * math.sqrt(2), rel=1e-4)
    assert force(found, [0, 0, 0], [0, 0, 1])[5] == pytest.approx(-coefficient * third, rel=1e-4)


def test_cylinders_and_capsules():
    rod = {"radius": 0.1, "length": 2.0, "along": "y"}
    found, source = drag_of(Shape(cylinder=rod, at=[0, 0, 1]))
    assert force(found, [1, 0, 0])[0] == pytest.approx(-0.82 * 0.4)
    assert force(found, [0, 1, 0])[1] == pytest.approx(-0.99 * math.pi * 0.01)
    assert "0.82" in source
    found, _ = drag_of(Shape(capsule=rod))
    outline = 2 * 0.1 * 2 + math.pi * 0.01
    assert force(found, [1, 0, 0])[0] == pytest.approx(-interpolated(11, ACROSS) * outline)


ACROSS = ((10.0, 0.82), (20.0, 0.91))


def test_drag_takes_energy():
    rng = np.random.default_rng(3)
    at = {"position": [0.1, -0.2, 0.3], "rpy": [0.3, 0.2, 0.1]}
    rod = {"radius": 0.1, "length": 1}
    for shape in ({"sphere": 1}, {"box": [1, 2, 3]}, {"ellipsoid": [1, 2, 3]}, {"capsule": rod}):
        found, _ = drag_of(Shape(**shape, at=at))
        for motion in rng.normal(size=(20, 6)):
            assert force(found, motion[:3], motion[3:], 50) @ motion < 0


# --- refusals


@pytest.mark.parametrize(
    ("drag", "key", "message", "remedy"),
    [
        ({"linear": [1, 1, -2, 0, 0, 0]}, "", "(heave, heave) is -2; the eig", "positive"),
        ({"linear": (np.eye(6) + 2 * np.eye(6, k=1)).tolist()}, "", "are -0.80", "positive"),
        ({"quadratic": [1, -3, 1, 1, 1, 1]}, "", "(sway, sway) is -3", "positive"),
        ({"X_u": 4}, "", "(surge, surge) is -4", "sign: magnitude"),
        ({"X_u": -4, "sign": "magnitude"}, "", "(surge, surge) is -4", "positive on"),
        ({"X_u": -4, "sign": "plus"}, ".sign", "must be fossen, magnitude", "choose from"),
        ({"X_uu": -4, "X_u|u|": -4}, ".X_u|u|", "given twice", "keep one"),
        ({"X_x": -4}, ".X_x", "unknown key", "X_"),
        ({"linear": [1, 2]}, ".linear", "this one has 2", "give 6"),
        ({"linear": [1] * 6, "X_u": -3}, "", "by linear and by X_u", "matrices or names"),
        ({"linear": [1] * 6, "sign": "magnitude"}, ".sign", "belongs to names", "remove"),
        ({"X_u": -4, "may_drive": "yes"}, ".may_drive", "true or false", ""),
        ({"strip": {"normal": 1}, "may_drive": True}, ".may_drive", "belongs to", "remove"),
        ({"strip": {"normal": 1}, "at": [0, 0, 0]}, ".at", "belongs to", "remove at"),
        ({"X_u": -4, "at": [1]}, ".at.position", "has 1", "give 3"),
        ({"X_u": 4}, "", "(surge, surge) is -4", "may_drive: true"),
        ({"strip": {"normal": -1}}, ".strip.normal", "-1 is below 0", "0 or more"),
        ({"strip": {"normal": 1, "radus": 1}}, ".strip.radus", "unknown key", "radius"),
        ({"strip": {"normal": 1}}, "", "axis and radius and length of the strip", "give axis"),
        ({"point": {"normal": 1, "form": "speed"}}, ".point.form", "must be cross-flow", "choose"),
        ({}, "", "no drag law", "false"),
        (3, "", "cannot be a number", "quadratic"),
        ("shape", "", "the body has none", "give the body a shape"),
    ],
)
def test_refusals(refused, drag, key, message, remedy):
    body = {"mass": 1, "inertia": [1, 1, 1], "drag": drag}
    words = {"name": "a", "water": {}, "bodies": {"a": body}}
    problems = refused(words, load=lambda words: Robot(**words))
    assert list(problems) == [f"bodies.a.drag{key}"]
    (problem,) = problems.values()
    assert message in problem.message
    assert remedy in problem.remedy


def test_quadratic_couplings_that_outweigh_the_diagonal(refused):
    matrix = np.eye(6)
    matrix[1, 5] = matrix[5, 1] = -0.9
    assert laws({"quadratic": matrix})  # 1 + t^3 - 0.9 (t^2 + t) >= 0
    matrix[1, 5] = matrix[5, 1] = -1.1
    words = {"name": "a", "water": {}}
    words["bodies"] = {"a": {"mass": 1, "inertia": [1, 1, 1], "drag": {"quadratic": matrix}}}
    problems = refused(words, load=lambda words: Robot(**words))
    assert "(yaw, sway) = -1.1" in problems["bodies.a.drag"].message
    matrix[5, 5] = 0
    matrix[1, 5] = 0
    matrix[5, 1] = -1e-3  # nothing resists yaw
    words["bodies"]["a"]["drag"]["quadratic"] = matrix
    assert refused(words, load=lambda words: Robot(**words))


def test_matrices_that_may_drive_are_taken_as_they_are():
    matrix = np.eye(6) + 2 * np.eye(6, k=1)
    [law] = laws({"linear": matrix, "quadratic": -matrix, "may_drive": True})
    np.testing.assert_array_equal(law.linear, matrix)
    np.testing.assert_array_equal(law.quadratic, -matrix)
    [law] = laws({"N_v": 3, "Y_v": -1, "N_r": -1, "may_drive": True})  # of the Munk moment, too
    assert law.linear[5][1] == -3


@pytest.mark.parametrize("turning", [1.0, 1e-3, 1e3])  # turning speeds in other units
def test_three_speeds_that_gain_energy_together(refused, turning):
    """With all off-diagonal entries -c the power of n equal speeds is n - n (n - 1) c."""
    units = np.diag([1, 1, 1, turning, turning, turning])

    def matrix(c, count):
        Q = np.eye(6)
        Q[:count, :count] -= c * (1 - np.eye(count))
        return units @ Q @ units**2

    assert laws({"quadratic": matrix(0.49, 3)})
    assert laws({"quadratic": matrix(0.19, 6)})
    for c, count in ((0.51, 3), (0.21, 6)):
        body = {"mass": 1, "inertia": [1, 1, 1], "drag": {"quadratic": matrix(c, count)}}
        words = {"name": "a", "water": {}, "bodies": {"a": body}}
        problems = refused(words, load=lambda words: Robot(**words))
        message = problems["bodies.a.drag"].message
        assert "would add energy" in message
        assert "(surge, heave)" in message


def test_drag_of_cylinders_knows_their_ends():
    """A piece of a long cylinder is a strip of a long one; round ends are those of ellipsoids."""
    sizes = {"radius": 0.5, "length": 2.0}
    (strip,), source = drag_of(Shape(cylinder={**sizes, "ends": "none"}))
    assert (strip.normal, strip.length) == (1.2, 2.0)
    assert "a long cylinder" in source
    flat, blunt = drag_of(Shape(cylinder=sizes))[0]
    rounded, ends = drag_of(Shape(cylinder={**sizes, "ends": "round"}))[0]
    assert rounded == flat
    assert (blunt.axial, ends.axial) == (0.85, dict(ELLIPSOID)[2.0])
