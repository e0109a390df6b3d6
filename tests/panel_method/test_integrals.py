"""Integrals over pairs of triangles against rules of many points, and against each other."""

import numpy as np
import pytest

from pelagos.loops.panels import library
from pelagos.loops.panels.data import NearPairs, PanelPairs
from pelagos.panel_method.near import _with_itself
from pelagos.panel_method.quadrature import outer_rules, seven_points, split
from pelagos.panel_method.surface import PanelSurface

TESTED = np.array([[0.0, 0.0, 0.0], [1.0, 0.1, 0.0], [0.2, 0.8, 0.1]])
SOURCES = {
    "above": TESTED + np.array([0.1, 0.0, 0.6]),
    "beside": np.array([[1.3, 0.2, 0.3], [2.0, 0.5, -0.4], [1.4, 1.2, 0.2]]),
    "far": TESTED + np.array([3.0, 1.0, 2.0]),
}


def exact(tested: np.ndarray, source: np.ndarray) -> tuple[float, np.ndarray]:
    surface = PanelSurface(np.concatenate([tested, source]), np.arange(6).reshape(2, 3))
    panels = PanelPairs(
        points=np.zeros((1, 3, 3)),
        normals=surface.normals[:1],
        areas=surface.areas[:1],
        corners=tested[None],
        sources=np.zeros((9, 1)),
        source_areas=surface.areas[1:],
        source_corners=source[None],
    )
    near = NearPairs(
        first=np.array([0, 1]), source=np.array([0]), single=np.zeros(1), moments=np.zeros((1, 12))
    )
    library.exact(panels, near, outer_rules(), 0, 1)
    return near.single[0], near.moments[0].reshape(4, 3)


def by_points(tested: np.ndarray, source: np.ndarray, parts: int) -> tuple[float, np.ndarray]:
    """Both integrals by many points each."""
    hats, weights = split(*seven_points(), parts)
    one, two = hats @ tested, hats @ source
    areas = [np.linalg.norm(np.cross(c[1] - c[0], c[2] - c[0])) / 2 for c in (tested, source)]
    normal = np.cross(tested[1] - tested[0], tested[2] - tested[0]) / (2 * areas[0])
    apart = two[None] - one[:, None]
    r = np.linalg.norm(apart, axis=2)
    both = areas[0] * areas[1]
    tested_hats, source_hats = weights[:, None] * hats, weights[:, None] * hats
    single = both * weights @ (1 / r) @ source_hats
    slopes = both * (tested_hats.T @ ((apart @ normal) / r**3) @ source_hats)
    return float(single.sum()), np.vstack([single, slopes])


@pytest.mark.parametrize("name", SOURCES)
def test_exact_integrals_are_those_of_many_points(name):
    single, moments = exact(TESTED, SOURCES[name])
    other_single, other_moments = by_points(TESTED, SOURCES[name], 10)
    assert single == pytest.approx(other_single, rel=1e-5)
    np.testing.assert_allclose(moments, other_moments, rtol=1e-4, atol=1e-6)


def test_a_triangle_with_itself_is_the_limit_of_its_own_potential():
    whole = _with_itself(TESTED[None])[0]
    assert exact(TESTED, TESTED)[0] == pytest.approx(whole, rel=1e-3)


def test_touching_triangles_do_not_care_which_is_integrated_exactly():
    other = np.array([TESTED[1], TESTED[0], [0.6, -0.7, 0.4]])
    assert exact(TESTED, other)[0] == pytest.approx(exact(other, TESTED)[0], rel=3e-4)
