"""SDF files read as a second reading builds them with Pinocchio, and what they say beside that."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from benchmarks import sdf

pytestmark = [pytest.mark.peers, pytest.mark.filterwarnings("ignore::pelagos.ModelWarning")]


def test_our_files_equal_pinocchio():
    pytest.importorskip("pinocchio")
    found = {one.file: one for one in sdf.examined(sdf.OWN)}
    refused = {name for name, one in found.items() if one.robot is None}
    assert refused == {"sdf/screw.sdf"}
    apart = {name for name, one in found.items() if one.robot and one.difference is None}
    assert apart == {"sdf/nested.sdf"}
    errors = [one.difference for one in found.values() if one.difference is not None]
    assert len(errors) == 4
    assert max(errors) <= sdf.LIMIT


def test_what_is_not_in_the_tree():
    robot = pl.load(sdf.OWN / "four-bar.sdf")
    assert pl.mobility(robot).degrees_of_freedom == 1
    world = pl.load(sdf.OWN / "world.sdf")
    assert world.water.density == 1025
    q, _ = world.initial_state()
    assert q[list(world.coordinates).index("gripper.right")] == pytest.approx(0.01)
    nested = pl.load(sdf.OWN / "nested.sdf")
    np.testing.assert_allclose(nested.bodies["tool.head"].at.p, [0.2, 0, 0], atol=1e-15)
