"""Efforts on any of two welded bodies move both, whichever of them the recursion hangs."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl

BODY = {"mass": 1, "inertia": [1, 1, 1]}


@pytest.mark.parametrize("method", ["newton-euler", "kane", "moving-frame", "udwadia-kalaba"])
def test_a_wrench_on_either_body_moves_the_pair(method):
    robot = pl.Robot(
        name="pair",
        gravity=[0, 0, 0],
        bodies={"a": BODY, "b": BODY},
        docks={"weld": {"from": "a", "to": "b"}},
    )
    q, u = robot.initial_state()
    for k, effort in enumerate(np.eye(12)):
        found = pl.acceleration(robot, q, u, tau=effort, method=method)
        both = np.zeros(12)
        both[[k % 6, 6 + k % 6]] = 0.5  # half of the double mass, or inertia, each
        assert found == pytest.approx(both, abs=1e-14)
