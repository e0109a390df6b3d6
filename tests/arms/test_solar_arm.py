"""An arm that unfolds a panel on a free satellite: nothing from outside, so momentum stays."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.programs.robot import FORMULATIONS
from tests.trees import random_state

ROBOT = pl.load("solar-arm")


@pytest.mark.parametrize("scenario", ["deploy", "track"])
def test_momentum_is_conserved(scenario):
    """It starts at rest: linear and angular momentum, and the mass centre, stay where they are."""
    run = pl.simulate(ROBOT, scenario, every=0.5, rtol=1e-9, atol=1e-11)
    a = run.arrays
    assert run.outcome.finished
    assert np.abs(a["linear_momentum"]).max() < 1e-10
    assert np.abs(a["angular_momentum"]).max() < 1e-10
    assert run.audit().energy_balance < 1e-8
    # the satellite has turned for good, although its momentum was zero all the time
    turned = 2 * np.arccos(min(1.0, abs(a["q"][-1, 3])))
    assert turned > np.deg2rad(5)


def test_panel_is_straight_in_the_end():
    run = pl.simulate(ROBOT, "deploy", every=1.0)
    leaf = list(ROBOT.order).index("root-leaf")
    leaves = run.arrays["orientation"][-1, leaf : leaf + 3]
    along = 1 - 2 * (leaves[:, 2] ** 2 + leaves[:, 3] ** 2)  # x of each leaf along the world's x
    across = 2 * (leaves[:, 1] * leaves[:, 2] + leaves[:, 0] * leaves[:, 3])
    turns = np.unwrap(2 * np.arctan2(across, along)) / 2  # the same up to half a turn
    assert np.ptp(turns) < np.deg2rad(0.5)


@pytest.mark.parametrize("method", FORMULATIONS)
def test_methods_agree(method):
    q, u = random_state(ROBOT, 4)
    ours = pl.acceleration(ROBOT, q, u, method=method)
    theirs = pl.acceleration(ROBOT, q, u)
    np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9 * np.abs(theirs).max())
