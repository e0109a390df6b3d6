"""Against Capytaine, where it is installed; see benchmarks/hydro_capytaine.py."""

import numpy as np
import pytest

from benchmarks import hydro_solids as solids
from benchmarks.hydro_capytaine import in_capytaine, settled
from pelagos.panel_method.galerkin import solve
from tests.panel_method.solids import motions


def test_three_meshes_say_order_and_limit():
    found = settled([5 + 3 * h**1.5 for h in (1.0, 0.5, 0.25)])
    assert found.order == pytest.approx(1.5)
    assert found.limit == pytest.approx(5)
    assert settled([1.0, 1.1, 1.2]).limit is None
    assert settled([1.0, 1.1, 1.0]).limit is None


@pytest.mark.parametrize(
    "meshes",
    [
        [solids.box(1, 1, 1, (n, n, n)) for n in (3, 6, 12)],
        [solids.cylinder(0.5, 2.0, 7 * n, 4 * n, 2 * n) for n in (1, 2, 4)],
    ],
    ids=["cube", "cylinder"],
)
def test_capytaine_goes_to_the_same(meshes):
    pytest.importorskip("capytaine", reason="it wants pandas < 3: an environment of its own")
    others = [np.diag(in_capytaine(mesh)) for mesh in meshes]
    flow = solve(meshes[-1], motions(meshes[-1]))
    own = np.diag(flow.single + flow.double)
    for k in (0, 1):
        limit = settled([float(other[k]) for other in others]).limit
        assert limit is not None
        assert own[k] == pytest.approx(limit, rel=0.01)
