"""Coefficients of shapes: closed forms, limits, published tables, and sources on panels."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pelagos.model import Placement, Shape
from pelagos.model import hydrodynamics as hydro
from tests import panels

sizes = st.floats(0.05, 20.0)


def volume(a, b, c):
    return 4 / 3 * math.pi * a * b * c


def factors(a, b, c):
    """Added mass over displaced mass, and over displaced inertia."""
    matrix, mass = np.diag(hydro.ellipsoid(a, b, c)), volume(a, b, c)
    inertia = mass / 5 * np.array([b * b + c * c, a * a + c * c, a * a + b * b])
    return matrix[:3] / mass, matrix[3:] / inertia


def spheroid(ratio):
    """Lamb's closed forms for a spheroid of semi-axes ratio, 1, 1 (1932, article 114)."""
    if ratio > 1:
        e = math.sqrt(1 - 1 / ratio**2)
        log = math.log((1 + e) / (1 - e))
        alpha = 2 * (1 - e * e) / e**3 * (log / 2 - e)
        beta = 1 / e**2 - (1 - e * e) / (2 * e**3) * log
    else:
        e = math.sqrt(1 - ratio**2)
        alpha = 2 / e**3 * (e - math.sqrt(1 - e * e) * math.asin(e))
        beta = 1 / e**3 * (math.sqrt(1 - e * e) * math.asin(e) - e * (1 - e * e))
    return alpha, beta


@pytest.mark.parametrize("ratio", [1e-3, 0.1, 0.5, 0.9, 1.1, 2, 5, 100])
def test_spheroids_have_lambs_closed_forms(ratio):
    alpha, beta = spheroid(ratio)
    assert hydro.lamb_integrals(ratio, 1, 1) == pytest.approx((alpha, beta, beta), rel=1e-9)
    linear, angular = factors(ratio, 1, 1)
    assert linear == pytest.approx([alpha / (2 - alpha), *2 * [beta / (2 - beta)]], rel=1e-8)
    top = (1 - ratio**2) ** 2 * (alpha - beta)
    down = 2 * (1 - ratio**2) + (1 + ratio**2) * (beta - alpha)
    assert angular == pytest.approx([0, *2 * [top / down / (1 + ratio**2)]], rel=1e-6)


def test_a_table_of_lamb():
    """Inertia coefficients of prolate spheroids, Lamb (1932), article 115, as printed."""
    for ratio, along, across, turning in [
        (1.5, 0.305, 0.621, 0.094),
        (2.0, 0.209, 0.702, 0.240),
        (2.99, 0.122, 0.803, 0.465),
        (3.99, 0.082, 0.860, 0.608),
        (6.01, 0.045, 0.918, 0.764),
        (8.01, 0.029, 0.945, 0.840),
        (9.97, 0.021, 0.960, 0.883),
    ]:
        linear, angular = factors(ratio, 1, 1)
        assert linear[:2] == pytest.approx([along, across], abs=2.5e-3)
        assert angular[1] == pytest.approx(turning, abs=2.5e-3)


def test_the_spheroid_of_donohue():
    linear, angular = factors(2, 1, 1)
    assert linear == pytest.approx([0.2100, 0.7042, 0.7042], abs=5e-5)
    assert angular == pytest.approx([0, 0.2394, 0.2394], abs=5e-5)


def test_limits_of_ellipsoids():
    linear, angular = factors(1, 1, 1)
    assert linear == pytest.approx([0.5] * 3, rel=1e-14)
    assert not angular.any()
    # long: strips of C_a = 1, nothing along
    linear, angular = factors(1e4, 1, 1)
    assert linear == pytest.approx([0, 1, 1], abs=1e-6)
    assert angular[1:] == pytest.approx([1, 1], abs=1e-6)
    # flat: the disc
    disc = np.diag(hydro.ellipsoid(2, 2, 1e-9))
    assert disc[2] == pytest.approx(8 / 3 * 2**3, rel=1e-8)
    assert disc[3:5] == pytest.approx(2 * [16 / 45 * 2**5], rel=1e-8)
    # long and elliptic in section: rho pi b^2 across a, and rho pi (b^2 - a^2)^2 / 8, per length
    length = 2e5
    section = np.diag(hydro.ellipsoid(0.3, 0.7, length / 2))
    assert section[:2] == pytest.approx(
        [math.pi * 0.7**2 * length * 2 / 3, math.pi * 0.3**2 * length * 2 / 3], rel=1e-5
    )
    # the section shrinks with s = sqrt(1 - x^2): the mean of s^4 is 8/15
    assert section[5] == pytest.approx(
        math.pi / 8 * (0.7**2 - 0.3**2) ** 2 * length * 8 / 15, rel=1e-5
    )


@given(sizes, sizes, sizes)
def test_ellipsoids_in_general(a, b, c):
    alphas = hydro.lamb_integrals(a, b, c)
    assert sum(alphas) == pytest.approx(2, rel=1e-13)
    matrix = np.diag(hydro.ellipsoid(a, b, c))
    assert (matrix >= 0).all()
    turned = np.diag(hydro.ellipsoid(b, c, a))
    assert turned == pytest.approx(matrix[[1, 2, 0, 4, 5, 3]], rel=1e-10)
    assert np.diag(hydro.ellipsoid(2 * a, 2 * b, 2 * c)) == pytest.approx(
        matrix * np.repeat([8, 32], 3), rel=1e-10
    )


def test_carlsons_integral_against_quadrature():
    """Gauss-Legendre after t = z tan(x)^2, which leaves a smooth integrand."""
    angle, weight = np.polynomial.legendre.leggauss(100)
    angle, weight = (angle + 1) * math.pi / 4, weight * math.pi / 4
    ss, cc = np.sin(angle) ** 2, np.cos(angle) ** 2
    for x, y, z in [(1, 2, 3), (0.1, 5, 2), (4, 4, 0.5)]:
        root = np.sqrt((z * ss + x * cc) * (z * ss + y * cc) * z)
        wanted = 3 * np.sum(weight * np.sqrt(ss) * cc / root)
        assert hydro.carlson_rd(x, y, z) == pytest.approx(wanted, rel=1e-12)


# --- other shapes


def diagonal(**words):
    ends = words.pop("ends", "none")
    return np.diag(hydro.added_mass(Shape(**words), ends).matrix)


def test_sphere_is_half_of_its_volume():
    assert diagonal(sphere=0.3) == pytest.approx([volume(0.3, 0.3, 0.3) / 2] * 3 + [0] * 3)
    assert diagonal(sphere=0.3) == pytest.approx(diagonal(ellipsoid=[0.3] * 3))


def test_cylinders_are_strips():
    r, l = 0.1, 2.0
    strips = math.pi * r * r * l
    turning = strips * l * l / 12
    rod = {"radius": r, "length": l, "along": "x"}
    assert diagonal(cylinder=rod) == pytest.approx([0, strips, strips, 0, turning, turning])
    ends = [diagonal(cylinder=rod, ends=ends)[0] for ends in hydro.ENDS]
    assert ends == pytest.approx([0, 4 * r**3, 2 / 3 * math.pi * r**3])


def test_capsules_go_from_the_sphere_to_strips():
    short = diagonal(capsule={"radius": 0.2, "length": 1e-9})
    assert short == pytest.approx(diagonal(sphere=0.2), abs=1e-9)
    long = diagonal(capsule={"radius": 0.2, "length": 1000})
    assert long[[0, 3]] == pytest.approx(
        diagonal(cylinder={"radius": 0.2, "length": 1000})[[0, 3]], rel=2e-3
    )


def test_boxes_have_the_published_values():
    """Square prisms and plates of DNV-RP-H103 (2011), table A-2."""
    for length, factor in [(1, 0.68), (2, 0.36), (5, 0.15), (10, 0.08)]:
        assert diagonal(box=[length, 1, 1])[0] == pytest.approx(factor * length)
    for long, factor in [(1, 0.579), (2, 0.757), (10, 0.947)]:
        thin = diagonal(box=[1e-9, 1, long])[0]
        assert thin == pytest.approx(math.pi / 4 * long * factor, rel=1e-6)


@pytest.mark.parametrize(
    ("edges", "count", "linear", "turning"),
    [((1, 1, 1), 6, 0.05, 0.1), ((3, 1, 1), 12, 0.1, 0.2), ((2, 1, 0.2), 12, 0.3, 0.3)],
)
def test_boxes_against_panels(edges, count, linear, turning):
    wanted = np.diag(panels.added_mass(*panels.box(edges, count)))
    found = diagonal(box=edges)
    assert found[:3] == pytest.approx(wanted[:3], rel=linear)
    assert found[3:] == pytest.approx(wanted[3:], rel=turning)


def test_rounds_against_panels():
    s = np.linspace(0, math.pi, 17)
    wanted = np.diag(panels.added_mass(*panels.revolved(-2 * np.cos(s), np.sin(s), 20)))
    assert diagonal(ellipsoid=[1, 1, 2])[:5] == pytest.approx(wanted[:5], rel=0.1)
    arc = np.linspace(0, math.pi / 2, 6)
    middle = np.linspace(-3, 3, 13)
    z = np.concatenate([-3 - np.cos(arc), middle[1:], 3 + np.sin(arc[1:])])
    radius = np.concatenate([np.sin(arc), np.ones(12), np.cos(arc[1:])])
    wanted = np.diag(panels.added_mass(*panels.revolved(z, radius, 16)))
    found = diagonal(capsule={"radius": 1, "length": 6})
    assert found[:2] == pytest.approx(wanted[:2], rel=0.1)
    assert found[2] == pytest.approx(wanted[2], rel=0.3)
    assert found[3:5] == pytest.approx(wanted[3:5], rel=0.2)


def test_other_bodies_count_as_ellipsoids():
    ellipsoid = Shape(ellipsoid=[0.5, 0.2, 0.1])
    _, semi = hydro.principal_ellipsoid(ellipsoid)
    assert sorted(semi) == pytest.approx([0.1, 0.2, 0.5])
    mesh = {"file": "x.stl", "volume": ellipsoid.volume, "centroid": [0, 0, 0]}
    mesh["inertia"] = ellipsoid.inertia_per_density.tolist()
    assert diagonal(mesh=mesh) == pytest.approx(diagonal(ellipsoid=[0.5, 0.2, 0.1]))


# --- other reference points


def test_kinetic_energy_does_not_depend_on_the_reference_point():
    rng = np.random.default_rng(1)
    matrix = rng.normal(size=(6, 6))
    matrix = matrix @ matrix.T
    frame = Placement(position=[0.3, -0.2, 0.5], rpy=[0.4, -0.7, 1.1])
    v, w = rng.normal(size=3), rng.normal(size=3)
    there = np.concatenate([frame.R.T @ (v + np.cross(w, frame.p)), frame.R.T @ w])
    here = np.concatenate([v, w])
    shifted = hydro.about_origin(matrix, frame)
    assert here @ shifted @ here == pytest.approx(there @ matrix @ there)
    assert (shifted == shifted.T).all()
