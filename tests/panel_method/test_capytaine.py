"""Against Capytaine, where it is installed; see benchmarks/hydro_capytaine.py."""

import numpy as np
import pytest

from benchmarks import hydro_solids as solids
from benchmarks.hydro_capytaine import in_capytaine
from benchmarks.hydro_edges import FOR_CAPYTAINE, bodies
from tests.panel_method.test_edges import added


def test_capytaine_has_the_same_of_a_sphere():
    pytest.importorskip("capytaine", reason="it wants pandas < 3: an environment of its own")
    ball = solids.ellipsoid((1, 1, 1), 3, same_volume=True)
    assert in_capytaine(ball, "direct")[0, 0] == pytest.approx(added(ball)[0], rel=0.01)


@pytest.mark.parametrize(
    "body",
    [body for body in bodies() if body.name in ("cube", "cylinder 2.5", "square plate, 0.1 thick")],
    ids=lambda body: body.name,
)
def test_capytaine_has_the_same_of_bodies_with_edges(body):
    """All motions, pitch as well, on its own graded panels, and nothing extrapolated."""
    pytest.importorskip("capytaine", reason="it wants pandas < 3: an environment of its own")
    _, own = body.own(3)
    _, other = body.capytaine(FOR_CAPYTAINE)
    motions = list(body.motions)
    assert other[motions] == pytest.approx(own[motions], rel=0.01)
    np.testing.assert_array_less(0, own[motions])
