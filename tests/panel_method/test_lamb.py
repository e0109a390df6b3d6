"""Ellipsoids of Lamb, with the order of convergence; symmetry; the energy of the potential."""

import numpy as np
import pytest

from pelagos.model.hydrodynamics.added_mass_of_shapes import ellipsoid as lamb
from pelagos.panel_method.galerkin import solve
from tests.panel_method.solids import ellipsoid, motions

AXES = [(1.0, 1.0, 1.0), (3.0, 0.5, 0.5), (1.0, 0.6, 0.3)]


def shares(axes, level, **words):
    """Errors of the diagonal, over the answer, where the answer is not zero."""
    surface = ellipsoid(axes, level, **words)
    flow = solve(surface, motions(surface))
    answer, found = np.diag(lamb(*axes)), np.diag(flow.single + flow.double)
    counts = answer > 1e-6 * answer.max()
    return (found[counts] / answer[counts]) - 1


@pytest.mark.parametrize(("axes", "level"), [(AXES[0], 3), (AXES[1], 3), (AXES[2], 4)])
def test_ellipsoids_of_lamb_with_at_most_5120_panels(axes, level):
    assert np.abs(shares(axes, level)).max() < 1e-3


def test_corners_on_the_surface_converge_with_the_square_of_their_distance():
    coarse, middle, fine = (shares(AXES[2], k, same_volume=False) for k in (1, 2, 3))
    np.testing.assert_allclose(np.log2(coarse / middle), 2, atol=0.3)
    np.testing.assert_allclose(np.log2(middle / fine), 2, atol=0.15)
    # Richardson's extrapolation, for the answer itself
    assert np.abs((4 * fine - middle) / 3).max() < 1e-3


def test_symmetric_and_positive_before_anything_is_evened():
    surface = ellipsoid(AXES[2], 3)
    flow = solve(surface, motions(surface))
    matrix = flow.single + flow.double
    assert np.abs(matrix - matrix.T).max() < 1e-14 * np.abs(matrix).max()
    assert np.linalg.eigvalsh(flow.single).min() > 0
    assert np.linalg.eigvalsh(flow.double).min() > 0


def test_kinetic_energy_is_that_of_the_potential():
    surface = ellipsoid(AXES[2], 3)
    velocity = np.array([0.3, -1.1, 0.4, 0.7, 0.2, -0.9])
    flow = solve(surface, motions(surface))
    of_matrix = velocity @ (flow.single + flow.double) @ velocity / 2
    # three points on the edges integrate a product of linear functions exactly
    at_middles = np.array([[0.5, 0.5, 0], [0, 0.5, 0.5], [0.5, 0, 0.5]])
    potential = (flow.potential @ velocity)[surface.faces] @ at_middles.T
    through = (motions(surface) @ velocity) @ at_middles.T
    of_potential = -((potential * through).mean(axis=1) * surface.areas).sum() / 2
    assert of_matrix == pytest.approx(of_potential, rel=1e-3)


def test_the_potential_of_a_sphere():
    surface = ellipsoid((1, 1, 1), 3)
    flow = solve(surface, motions(surface)[:, :, :3])
    np.testing.assert_allclose(flow.potential, -surface.vertices / 2, atol=2e-3)


def test_one_thread_and_two_give_the_same_bits():
    surface = ellipsoid((1.0, 0.6, 0.3), 2)
    one, two = (solve(surface, motions(surface), threads=k) for k in (1, 2))
    assert (one.single == two.single).all()
    np.testing.assert_allclose(one.double, two.double, rtol=1e-12, atol=1e-15)
