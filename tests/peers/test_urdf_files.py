"""URDF files of other people (`pip install example-robot-data`), read as Pinocchio reads them."""

from __future__ import annotations

import pytest

from benchmarks import urdf

pytestmark = [pytest.mark.peers, pytest.mark.slow]


@pytest.mark.filterwarnings("default")
def test_almost_all_load_and_equal_pinocchio():
    pytest.importorskip("pinocchio")
    folder = urdf.installed()
    if folder is None:
        pytest.skip("example-robot-data (131 MB) is not installed")
    found = list(urdf.examined(folder))
    assert len(found) >= 69
    refused = {f.file for f in found if f.robot is None}
    # one file is empty, one has negative inertia that moves
    assert refused <= {
        "ur_description/urdf/ur3.urdf",
        "romeo_description/urdf/romeo_laas_small.urdf",
    }
    loaded = [f for f in found if f.robot is not None]
    assert all(f.difference is not None for f in loaded)
    assert max(f.difference for f in loaded) <= urdf.LIMIT
