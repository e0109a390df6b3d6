"""Several bodies, walls and the free surface against image doublets in closed form."""

import numpy as np
import pytest
import trimesh

import pelagos as pl
from tests.panel_method.solids import box, ellipsoid


def two_spheres(a: float, b: float, apart: float) -> tuple[float, float, float]:
    """Added masses along the line of centres for a density of one: own, own of b, coupling.

    Doublets of one sphere have images in the other (Hicks 1880; Lamb, Hydrodynamics, art. 138), and
    a sphere with doublets of total strength m inside resists as 4 pi m, less its own volume.
    """

    def moving(a, b):
        inside, place, strength, total = [a**3 / 2, 0.0], 0.0, a**3 / 2, [0.0, 0.0]
        total[0] += inside[0]
        here = 0
        for _ in range(60):
            centre_apart = apart - place
            radius = b if here == 0 else a
            strength = -strength * (radius / centre_apart) ** 3
            place = radius**2 / centre_apart
            here = 1 - here
            total[here] += strength
        return 4 * np.pi * total[0] - 4 / 3 * np.pi * a**3, 4 * np.pi * total[1]

    own, coupling = moving(a, b)
    return own, moving(b, a)[0], coupling


def ball(radius, x=0.0, level=3):
    surface = ellipsoid((radius,) * 3, level)
    return surface.vertices + np.array([x, 0.0, 0.0]), surface.faces


def test_two_spheres():
    found = pl.hydro([ball(1.0), ball(0.7, 2.1)], density=1.0, panels=100, estimate=False)
    own, other, coupling = two_spheres(1.0, 0.7, 2.1)
    assert own > 2 / 3 * np.pi * 1.01  # near enough to matter
    assert found.added_mass[0, 0] == pytest.approx(own, rel=1e-3)
    assert found.added_mass[6, 6] == pytest.approx(other, rel=1e-3)
    assert found.added_mass[0, 6] == pytest.approx(coupling, rel=3e-3)
    assert found.asymmetry < 1e-13


@pytest.mark.parametrize(("words", "sign"), [({"mirror": "x<1.3"}, -1), ({"surface": "x<1.3"}, 1)])
def test_a_sphere_beside_a_plane_is_one_of_two(words, sign):
    own, _, coupling = two_spheres(1.0, 1.0, 2.6)
    found = pl.hydro(ball(1.0), density=1.0, panels=100, estimate=False, **words)
    assert found.added_mass[0, 0] == pytest.approx(own + sign * coupling, rel=1e-3)


def test_half_a_sphere_in_the_surface_has_half_its_added_mass():
    """Heaving quickly, its image moves the same way: half of the sphere in unbounded water."""
    found = pl.hydro(ball(1.0), density=1.0, surface="z<0", panels=900, estimate=False)
    assert found.added_mass[2, 2] == pytest.approx(np.pi / 3, rel=3e-3)
    body = found.bodies[0]
    assert body.properties.volume == pytest.approx(2 / 3 * np.pi, rel=1e-3)
    assert body.waterplane.area == pytest.approx(np.pi, rel=5e-3)
    np.testing.assert_allclose(body.waterplane.second_moments, np.pi / 4, rtol=1e-2)
    np.testing.assert_allclose(body.properties.centre, [0, 0, -3 / 8], atol=2e-3)
    assert body.drag is None


def test_half_a_body_in_a_mirror_is_half_of_the_whole():
    brick = trimesh.creation.box((1.0, 0.6, 0.4))
    whole = pl.hydro(brick, density=1.0, panels=1200, estimate=False)
    half = pl.hydro(brick, density=1.0, panels=600, mirror="y>0", estimate=False)
    for k in (0, 2, 4):  # motions that the mirror repeats
        assert half.added_mass[k, k] == pytest.approx(whole.added_mass[k, k] / 2, rel=6e-3)


def test_the_origin_moves_as_that_of_a_rigid_body():
    box = trimesh.creation.box((1.0, 0.6, 0.4))
    about, apart = (pl.hydro(box, density=1.0, panels=300, estimate=False, at=at)
                    for at in ((0, 0, 0), (0.3, -0.2, 0.5)))  # fmt: skip
    lever = -np.array([0.3, -0.2, 0.5])
    move = np.eye(6)
    move[:3, 3:] = [[0, lever[2], -lever[1]], [-lever[2], 0, lever[0]], [lever[1], -lever[0], 0]]
    np.testing.assert_allclose(apart.added_mass, move.T @ about.added_mass @ move, atol=1e-10)


@pytest.mark.parametrize(("size", "said"), [(0.9, "cut or touch"), (0.2, "inside of the other")])
def test_bodies_that_overlap_are_refused(size, said):
    one, two = box(1, 1, 1), box(size, size, size)
    two.apply_translation((0.2, 0.1, 0.15))
    with pytest.raises(pl.PelagosError, match=said):
        pl.hydro([one, two], panels=100, estimate=False)
