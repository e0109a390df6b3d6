"""Added mass near a plane, by images: exact spheres, Lagrange's equations, energy, formulations."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import ModelError
from tests.panel_method.solids import ellipsoid

METHODS = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")
DENSITY = 1000.0
BALL = {"shape": {"sphere": 0.5}, "density": 1000.0, "drag": False}
EGG = {
    "shape": {
        "ellipsoid": [0.5, 0.3, 0.2],
        "at": {"position": [0.05, 0.02, -0.03], "rpy": [0.2, 0.3, 0.1]},
    },
    "density": 1100.0,
    "drag": False,
}
FLOOR = {"body": "body", "normal": "z", "at": [0, 0, 0]}
SLOPE = {"body": "body", "normal": [0.1, 0.2, 1.0], "at": [0, 0, -1.0]}


def robot(body=BALL, walls=(FLOOR,), height=1.0, **words):
    named = {f"w{k}": wall for k, wall in enumerate(walls)}
    words = {"gravity": [0, 0, 0], "water": {"density": DENSITY}} | words
    words.setdefault("initial", {"body": {"position": [0, 0, height]}})
    return pl.Robot(name="near", bodies={"body": body}, walls=named, **words)


def added(height, plane=FLOOR, **words):
    """Added mass across and along a plane over that of open water."""
    near, far = (
        robot(height=height, walls=(plane,), **words),
        robot(height=height, walls=(), **words),
    )
    q, _ = near.initial_state()
    M = np.diag(pl.mass_matrix(near, q) - pl.mass_matrix(far, q))
    half = 0.5 * DENSITY * 4 / 3 * math.pi * 0.5**3
    return 1.0 + M[2] / half, 1.0 + M[0] / half


def exact(ratio, across, sign=1.0, orders=30):
    """The same of a sphere of radius 1 at h = ratio, by all multipoles and their images.

    The potential is that of motion in the sphere's terms a_n r^-(n+1) P_n^m, m = 0 across the plane
    and 1 along it, and of their mirror images at c = 2 h, of which each is
    sum_n C(n+k, n+m) c^-(n+k+1) r^n P_n^m about the sphere (Hobson 1931). The normal
    velocity on the sphere is P_1's, and a_1 = (M_A + rho V) / (4 pi rho): equal spheres that move
    as mirror images, Hicks 1880; Lamb 1932, art. 98.
    """
    m, c, n = (0 if across else 1), 2.0 * ratio, range(1, orders + 1)
    C = np.array([[math.comb(i + k, i + m) / c ** (i + k + 1) for k in n] for i in n])
    A = np.diag([i + 1.0 for i in n]) - sign * np.array(n)[:, None] * C
    a = np.linalg.solve(A, np.eye(orders)[0])
    return 6.0 * a[0] - 2.0


def test_a_sphere_near_a_wall_is_that_of_all_multipoles():
    """Left out are quadrupoles, of order (a / 2h)^8; at 1.1 radii, 3 % in all."""
    assert exact(1e3, True) == pytest.approx(1.0, abs=1e-8)
    for ratio in (1.1, 1.3, 1.6, 2.0, 3.0):
        for found, across in zip(added(0.5 * ratio), (True, False), strict=True):
            assert found == pytest.approx(exact(ratio, across), abs=25 * (0.5 / ratio) ** 8)
    across, along = added(0.5 * 1.1)
    assert across == pytest.approx(exact(1.1, True), rel=0.04)
    assert along == pytest.approx(exact(1.1, False), rel=0.02)
    assert added(0.5 * 1.05) == pytest.approx((across, along), rel=1e-12)


def test_far_away_the_first_order_of_lamb_is_left():
    ratio = 20.0
    across, along = added(0.5 * ratio)
    assert across - 1.0 == pytest.approx(3 / 8 / ratio**3, rel=1e-4)
    assert along - 1.0 == pytest.approx(3 / 16 / ratio**3, rel=1e-4)
    assert added(1e6) == pytest.approx((1.0, 1.0), abs=1e-15)


def test_a_free_surface_takes_what_a_wall_gives():
    """The sign of the image is the other; slow motions feel a lid."""
    words = {"gravity": [0, 0, -9.81], "water": {"density": DENSITY, "surface": 0.0, "depth": 3.0}}
    for ratio in (1.2, 2.0, 3.0):
        free = added(-0.5 * ratio, {"body": "body", "plane": "surface"}, **words)
        for found, across in zip(free, (True, False), strict=True):
            assert found == pytest.approx(exact(ratio, across, -1.0), abs=25 * (0.5 / ratio) ** 8)
            assert found < 1.0
        lid = added(-0.5 * ratio, {"body": "body", "plane": "surface", "rigid": True}, **words)
        assert lid == pytest.approx(added(0.5 * ratio), rel=1e-13)
    bed = added(0.8 - 3.0, {"body": "body", "plane": "bed"}, **words)
    assert bed == pytest.approx(added(0.8), rel=1e-12)


def still_energy(system, q, u):
    return 0.5 * u @ pl.mass_matrix(system, q) @ u


def displaced(q, k, step):
    """The pose after a small motion along or about a body axis: left-invariant, by hand."""
    w, x, y, z = q[3:]
    R = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    found = np.array(q)
    if k < 3:
        found[:3] += step * R[:, k]
        return found
    v = np.zeros(3)
    v[k - 3] = math.sin(step / 2)
    c = math.cos(step / 2)
    found[3] = w * c - np.dot(q[4:], v)
    found[4:] = w * v + c * np.array(q[4:]) + np.cross(q[4:], v)
    return found


@pytest.mark.parametrize("body", [BALL, EGG])
def test_the_forces_are_those_of_lagrange(body):
    """Poincare's form by differences of the energy: d/dt (M u) + u x* M u = dT/d(place)."""
    system = robot(body, (SLOPE,), 0.1)
    rng = np.random.default_rng(4)
    q = np.array([0.1, 0.2, -0.25, *rng.normal(size=4)])
    q[3:] /= np.linalg.norm(q[3:])
    u, step = rng.normal(size=6), 1e-4

    def slope(of):
        turns = range(6)
        return np.array(
            [(of(displaced(q, k, step)) - of(displaced(q, k, -step))) / (2 * step) for k in turns]
        )

    M = pl.mass_matrix(system, q)
    M_rate = np.tensordot(u, slope(lambda at: pl.mass_matrix(system, at)), 1)
    p, v, w = M @ u, u[:3], u[3:]
    bias = np.concatenate([np.cross(w, p[:3]), np.cross(w, p[3:]) + np.cross(v, p[:3])])
    force = slope(lambda at: still_energy(system, at, u)) - M_rate @ u - bias
    np.testing.assert_allclose(pl.acceleration(system, q, u), np.linalg.solve(M, force), atol=1e-7)
    assert np.abs(M_rate).max() > 2.0


def test_a_ball_that_slides_past_a_wall_is_drawn_to_it():
    """T_h = v^2 / 2 dM/dh, and energy and momentum along the wall are kept all the way."""
    state = {"position": [0, 0, 0.8], "velocity": [2.0, 0, 0]}
    system = robot(initial={"body": state})
    run = pl.simulate(system, duration=2.0, rtol=1e-10, atol=1e-12)
    energy, work = run.arrays["kinetic_energy"], run.arrays["work"]
    np.testing.assert_allclose(energy, energy[0], rtol=1e-8)
    np.testing.assert_array_equal(work, 0.0)
    np.testing.assert_allclose(run.arrays["linear_momentum"][:, 0], 2.0 * _mass(0.8), rtol=1e-8)
    distance, force = run.arrays["outputs"].T
    assert run.header.outputs == ("w0.distance", "w0.force")
    assert force[0] == pytest.approx(0.5 * 4.0 * (_mass(0.8 + 1e-5) - _mass(0.8 - 1e-5)) / 2e-5)
    assert distance[-1] < 0.78
    np.testing.assert_allclose(distance, run.arrays["position"][:, 0, 2], rtol=1e-15)


def _mass(height):
    """Of the ball and its added mass, along the wall: by the dipole and its image."""
    volume = 4 / 3 * math.pi * 0.5**3
    k = 1.0 / (32 * math.pi * height**3)
    return DENSITY * 1.5 * volume / (1 - 1.5 * volume * k)


@pytest.mark.parametrize("current", [None, [0.4, -0.3, 0.0]])
def test_all_formulations_agree(current):
    """Of an arm with an ellipsoid at its end between two planes, in a current too."""
    hull = {"shape": {"sphere": 0.4}, "density": 1000.0}
    arm = {"parent": "hull", "joint": {"revolute": [0, 1, 0.3]}, "at": [0.6, 0, 0], **EGG}
    walls = {
        "floor": {"body": "arm", "normal": "z", "at": [0, 0, -1.5]},
        "side": {"body": "arm", "normal": [-1, 0.2, 0], "at": [1.6, 0, 0]},
        "hull": {"body": "hull", "normal": "z", "at": [0, 0, -1.5]},
    }
    water = {"density": DENSITY} | ({} if current is None else {"current": current})
    system = pl.Robot(name="two", bodies={"hull": hull, "arm": arm}, walls=walls, water=water)
    q, u = system.initial_state()
    u = u + np.random.default_rng(2).normal(size=len(u))
    found = [pl.acceleration(system, q, u, method=method) for method in METHODS]
    for other in found[1:]:
        np.testing.assert_allclose(other, found[0], rtol=1e-10, atol=1e-10)


def test_a_current_along_the_wall_is_a_shift():
    """Where all is seen from the water, nothing tells that it moves."""
    shift = np.array([0.7, -0.4, 0.0])
    start = {"position": [0, 0, 0.9], "velocity": [0.3, 0.2, -0.1], "rpy": [0.3, 0.4, 0.5]}
    resting = robot(EGG, (FLOOR,), initial={"body": start | {"angular_velocity": [0.1, 0.4, -0.3]}})
    q, u = resting.initial_state()
    moving = robot(EGG, (FLOOR,), water={"density": DENSITY, "current": shift.tolist()})
    R = _rotation(q[3:7])
    moved = np.array(u)
    moved[:3] += R.T @ shift
    a, b = pl.acceleration(resting, q, u), pl.acceleration(moving, q, moved)
    # the shift is constant in the world, so in body axes it turns
    turning = -np.cross(u[3:], R.T @ shift)
    np.testing.assert_allclose(b, a + np.concatenate([turning, np.zeros(3)]), atol=1e-12)


def _rotation(quaternion):
    axes = [displaced([0, 0, 0, *quaternion], k, 1.0)[:3] for k in range(3)]
    return np.array(axes).T


def test_without_density_nothing_changes():
    near = robot(EGG, (SLOPE,), 0.1, water={"density": 0.0})
    q, u = near.initial_state()
    u = u + 1.0
    far = robot(EGG, (), 0.1, water={"density": 0.0})
    np.testing.assert_array_equal(pl.acceleration(near, q, u), pl.acceleration(far, q, u))


def test_another_shape_of_a_variation_has_its_own_image():
    """Elements that ask for the words of bodies are made anew for these."""
    system = robot(height=1.2)
    larger = system.with_values({"bodies.body.shape.sphere": 0.7})
    again = robot({**BALL, "shape": {"sphere": 0.7}}, height=1.2)
    q, u = system.initial_state()
    u = u + 1.0
    pl.acceleration(system, q, u)
    np.testing.assert_array_equal(pl.acceleration(larger, q, u), pl.acceleration(again, q, u))
    varied = {"bodies.body.shape.sphere": [0.5, 0.7]}
    batch = pl.simulate_batch(system, vary=varied, initial=([q, q], [u, u]), duration=0.1)
    alone = pl.simulate_batch(again, n=1, initial=([q], [u]), duration=0.1)
    np.testing.assert_array_equal(batch.arrays["q"][1], alone.arrays["q"][0])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"body": "body"}, "a wall needs normal"),
        ({"body": "body", "normal": "z"}, "a wall needs at"),
        ({"body": "body", "plane": "bed"}, "the water has no bed: gravity is not given"),
        ({**FLOOR, "plane": "bed"}, "the place of the bed follows from the water"),
        ({**FLOOR, "rigid": True}, "a wall is always rigid"),
        ({**FLOOR, "body": "none"}, "there is no such body"),
        ({**FLOOR, "normal": "-z"}, "the body starts in the wall: its centre is -1 m from it"),
    ],
)
def test_planes_that_are_refused(words, said):
    with pytest.raises(ModelError, match=said):
        robot(walls=(words,))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"shape": {"box": [1, 1, 1]}}, "images are those of a sphere or an ellipsoid"),
        ({"added_mass": [1, 1, 1, 0, 0, 0]}, "the added mass of the body is not that of its shape"),
        ({"added_mass": False}, "the added mass of the body is not that of its shape"),
        ({"added_mass_form": "acceleration"}, "images need added_mass_form: kirchhoff"),
    ],
)
def test_bodies_that_are_refused(body, said):
    with pytest.raises(ModelError, match=said):
        robot({**BALL, **body})


def test_bodies_that_may_cross_the_surface_are_refused():
    words = {"gravity": [0, 0, -9.81], "water": {"crossing": True}, "height": -1.0}
    robot(walls=(), **words)
    deep = {"body": "body", "normal": "z", "at": [0, 0, -2]}
    with pytest.raises(ModelError, match="bodies may cross the surface"):
        robot(walls=(deep,), **words)


def test_water_is_needed():
    dry = {"shape": {"sphere": 0.5}, "density": 1000.0}
    with pytest.raises(ModelError, match="the robot is not in water"):
        robot(dry, water=None)


def test_the_image_of_an_ellipsoid_is_that_of_the_panel_method():
    """At two half-lengths from a wall dipoles say a tenth more than panels of the whole flow."""
    hull = ellipsoid((0.5, 0.3, 0.2), 2)
    mesh = (hull.vertices, hull.faces)
    open_water, beside = (
        pl.hydro(mesh, density=DENSITY, panels=100, mirror=plane, estimate=False).added_mass
        for plane in (None, "z>-1")
    )
    body = {"shape": {"ellipsoid": [0.5, 0.3, 0.2]}, "density": 1000.0, "drag": False}
    near, far = (robot(body=body, walls=walls) for walls in ((FLOOR,), ()))
    q, _ = near.initial_state()
    image = np.diag(pl.mass_matrix(near, q) - pl.mass_matrix(far, q))[:3]
    panels = np.diag(beside - open_water)[:3]
    np.testing.assert_allclose(image, panels, rtol=0.12)
    assert (abs(image - panels) < 1e-3 * np.diag(open_water)[:3]).all()
