"""Coefficients of shapes: closed forms, limits, published tables, and sources on panels."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pelagos.model import Placement, Shape
from pelagos.model.hydrodynamics import added_mass_of_shapes as hydro
from tests import panels, rectangles, rings

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
    return np.diag(hydro.added_mass(Shape(**words)).matrix)


def test_sphere_is_half_of_its_volume():
    assert diagonal(sphere=0.3) == pytest.approx([volume(0.3, 0.3, 0.3) / 2] * 3 + [0] * 3)
    assert diagonal(sphere=0.3) == pytest.approx(diagonal(ellipsoid=[0.3] * 3))


def rod(kind, ratio, r=1.0, **words):
    """Added mass along, across and about a diameter, of a rod along z."""
    sizes = {"radius": r, "length": 2 * r * ratio, **words}
    across, _, along, turning, _, spin = diagonal(**{kind: sizes})
    assert spin == 0
    return along, across, turning


def strips(ratio):
    """What strip theory gives a rod of radius one: across, and about a diameter."""
    length = 2 * ratio
    return math.pi * length, math.pi * length**3 / 12


def test_cylinders_have_the_published_values():
    """Across: DNV-RP-H103 (2011), table A-2, circular cylinders of finite length."""
    for ratio, factor in [(1.2, 0.62), (2.5, 0.78), (5.0, 0.90), (9.0, 0.96)]:
        assert rod("cylinder", ratio)[1] == pytest.approx(factor * strips(ratio)[0], rel=1e-12)


def test_cylinders_go_from_the_disc_to_strips():
    # the disc: Lamb (1932), 8/3 rho a^3 along its axis; nothing in its plane
    along, across, turning = rod("cylinder", 1e-7, r=2.0)
    assert along == pytest.approx(8 / 3 * 2**3, rel=1e-5)
    assert across == pytest.approx(0, abs=1e-10)
    assert turning == pytest.approx(16 / 45 * 2**5, rel=1e-5)
    # long: the ends take away a fixed length, so strips are missed by a share of 1 / length
    assert rod("cylinder", 1e6)[1:] == pytest.approx(strips(1e6), rel=3e-6)


def test_a_piece_of_a_long_cylinder_is_a_strip():
    ratio = 1.3
    wanted = (0, *strips(ratio))
    assert rod("cylinder", ratio, ends="none") == pytest.approx(wanted, rel=1e-14)
    own = Shape(cylinder={"radius": 1, "length": 2 * ratio})
    asked = np.diag(hydro.added_mass(own, "none").matrix)
    assert asked[[2, 0, 3]] == pytest.approx(wanted, rel=1e-14)
    rounded = rod("cylinder", ratio, ends="round")
    assert rounded == pytest.approx((2 / 3 * math.pi, *rod("cylinder", ratio)[1:]), rel=1e-14)


def test_capsules_go_from_the_sphere_to_strips():
    short = diagonal(capsule={"radius": 0.2, "length": 1e-9})
    assert short == pytest.approx(diagonal(sphere=0.2), abs=1e-9)
    assert rod("capsule", 1e6)[1:] == pytest.approx(strips(1e6), rel=3e-6)


def test_rings_of_sources_against_lamb():
    """The way to the tables, on bodies with closed forms; flat panels err by half a percent."""
    for semi in (0.5, 1.0, 2.0):
        angle = np.linspace(0, math.pi, 81)
        found = rings.added_mass(-semi * np.cos(angle), np.sin(angle))
        wanted = np.diag(hydro.ellipsoid(1, 1, semi))[[2, 0, 3]]
        assert found == pytest.approx(wanted, rel=0.008, abs=1e-12)


def potential_flow(profile, ratio, order):
    """From rings of two widths, for errors that go with a power of the width."""
    coarse, fine = (np.array(rings.added_mass(*profile(ratio, n))) for n in (12, 24))
    return fine + (fine - coarse) / (2**order - 1)


@pytest.mark.parametrize("ratio", [0.03, 0.13, 0.36, 0.67, 0.92])
def test_short_cylinders_against_rings_of_sources(ratio):
    """Between the rows of the tables."""
    wanted = potential_flow(rings.cylinder, ratio, 2)
    assert rod("cylinder", ratio) == pytest.approx(wanted, rel=0.004)


@pytest.mark.parametrize(
    ("ratio", "above"), [(1.2, -0.004), (2.5, 0.004), (5.0, 0.026), (9.0, 0.033), (30.0, 0.010)]
)
def test_long_cylinders_against_rings_of_sources(ratio, above):
    """Along and turning agree; across, the published rows are `above` potential flow."""
    along, across, turning = potential_flow(rings.cylinder, ratio, 2)
    found = rod("cylinder", ratio)
    assert found[::2] == pytest.approx((along, turning), rel=0.002)
    assert found[1] / across - 1 == pytest.approx(above, abs=0.001)


def test_cylinders_against_flat_panels():
    """A second way to the same flow: panels all around, whose coarse mesh errs by some 7 %."""
    z, radius = rings.cylinder(1.2, 6)
    wanted = np.diag(panels.added_mass(*panels.revolved(z, radius, 24)))
    assert rod("cylinder", 1.2) == pytest.approx(wanted[[2, 0, 3]], rel=0.08)


@pytest.mark.parametrize("ratio", [0.15, 0.6, 2.5, 5.0, 10.0])
def test_capsules_against_rings_of_sources(ratio):
    """On round ends the error of flat rings is of first order in their width."""
    wanted = potential_flow(rings.capsule, ratio, 1)
    assert rod("capsule", ratio) == pytest.approx(wanted, rel=0.006)


@given(st.floats(1e-6, 1e6), st.sampled_from(["cylinder", "capsule"]))
def test_rods_of_any_length(ratio, kind):
    shorter, longer = rod(kind, ratio), rod(kind, 1.01 * ratio)
    assert all(math.isfinite(entry) and entry >= 0 for entry in shorter)
    # along and across more water comes with more length; strips are the most that there is across
    assert longer[0] >= shorter[0] * (1 - 1e-12)
    assert longer[1] > shorter[1]
    ball = 2 / 3 * math.pi if kind == "capsule" else 0.0
    assert shorter[1] <= strips(ratio)[0] + ball * (1 + 1e-12)


def test_tables_of_rods_are_joined_smoothly():
    """No kink and no overshoot: steps of 1 % change each entry by steps that hardly differ."""
    ratios = np.geomspace(0.01, 100, 1000)
    for kind in ("cylinder", "capsule"):
        logs = np.log([rod(kind, ratio) for ratio in ratios])
        slopes = np.diff(logs, axis=0) / np.diff(np.log(ratios))[:, None]
        assert np.abs(np.diff(slopes, axis=0)).max() < 0.1


def test_boxes_have_the_published_values():
    """Square prisms and plates of DNV-RP-H103 (2011), table A-2."""
    for length, factor in [(1, 0.68), (2, 0.36), (5, 0.15), (10, 0.08)]:
        assert diagonal(box=[length, 1, 1])[0] == pytest.approx(factor * length)
    for long, factor in [(1, 0.579), (2, 0.757), (10, 0.947)]:
        thin = diagonal(box=[1e-9, 1, long])[0]
        assert thin == pytest.approx(math.pi / 4 * long * factor, rel=1e-6)


def test_plates_of_the_table_are_potential_flow():
    """DNV-RP-H103 (2011), table A-2, found again by vortex rings."""
    rows = [(1, 12), (1.5, 8), (2, 8), (3, 8), (4, 4), (5, 4), (8, 4), (10, 4)]
    for long, count in rows:
        found = diagonal(box=[1e-9, 1, long])[0] / (math.pi / 4 * long)
        wanted = rectangles.plate(long, (count, 2 * count, 3 * count))
        assert found == pytest.approx(wanted, rel=0.0025)


def test_sections_of_the_table_are_potential_flow():
    """DNV-RP-H103 (2011), table A-1, found again by a conformal map: on boxes of no ends."""
    for ratio, factor in hydro._SECTION[1:]:
        assert factor == pytest.approx(rectangles.section(ratio), rel=0.006)
    assert rectangles.section(1.0) == pytest.approx(1.51, rel=0.003)  # DNV's square


@pytest.mark.parametrize(("length", "above"), [(1, 0.065), (2, 0.077), (5, 0.073), (10, 0.12)])
def test_prisms_of_the_table_are_above_potential_flow(length, above):
    """DNV-RP-H103 (2011), table A-2, against sources on rectangles; a cube has 0.638."""
    found = diagonal(box=[length, 1, 1])[0] / length
    assert found / rectangles.prism(length) - 1 == pytest.approx(above, abs=0.006)


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
    assert found[:5] == pytest.approx(wanted[:5], rel=0.1)


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
