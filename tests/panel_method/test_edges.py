"""Bodies with sharp edges by a second way, which shares nothing with the panels of ours."""

import numpy as np
import pytest

from benchmarks import hydro_solids as solids
from benchmarks.hydro_edges import limit
from pelagos.panel_method.galerkin import solve
from tests import rectangles, rings
from tests.panel_method.solids import motions


def added(surface):
    flow = solve(surface, motions(surface))
    return np.diag(flow.single + flow.double)


def test_three_meshes_say_where_they_go():
    found = limit([5 + 3 * h**1.5 for h in (1.0, 0.5, 0.25)])
    assert found.ratio == pytest.approx(2**1.5)
    assert found.value == pytest.approx(5)


def without_size(coarse, fine):
    """From panels and panels half as wide, for errors of the second order."""
    return fine + (fine - coarse) / 3


@pytest.mark.parametrize(
    ("edges", "cells", "motions"),
    [((1, 1, 1), (4, 4, 4), (0, 4)), ((0.1, 1, 1), (2, 6, 6), (0, 1, 4))],
    ids=["cube", "plate"],
)
def test_boxes_by_sources_on_rectangles(edges, cells, motions):
    """Along, across and in pitch."""
    own = added(solids.box(*edges, tuple(3 * n for n in cells)))
    for motion in motions:
        found = [rectangles.box(edges, [k * n for n in cells], motion) for k in (1, 2)]
        assert own[motion] == pytest.approx(without_size(*found), rel=0.004)


def test_cylinders_by_rings_of_sources():
    own = added(solids.cylinder(0.5, 2.5, 28, 20, 8))
    coarse, fine = (
        np.array(rings.added_mass(*rings.cylinder(2.5, n))) / (8, 8, 32) for n in (12, 24)
    )
    assert own[[0, 1, 4]] == pytest.approx(without_size(coarse, fine), rel=0.002)
