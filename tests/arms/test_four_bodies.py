"""Four bodies with ball joints: the corrected appendix A of Abdelaziz et al. 2004 and `pl.kane`."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

import pelagos as pl
from pelagos.programs.robot import FORMULATIONS
from tests.arms import appendix
from tests.trees import random_state

ROBOT = pl.load("four-bodies")
MADE = runpy.run_path(str(Path(__file__).parents[2] / "docs/scripts/four_bodies.py"))


def written_out(q, U):
    bodies = [ROBOT.bodies[name] for name in "ABCD"]
    known = MADE["values"](q)
    return appendix.matrices(
        [b.mass for b in bodies],
        [np.array(b.inertia) for b in bodies],
        [known[name] for name in ("L_a", "L_b^-", "L_b", "L_c^-", "L_c", "L_d^-")],
        [known[name] for name in ("R_{ab}", "R_{ac}", "R_{ad}")],
        U.reshape(5, 3),
    )


@pytest.mark.parametrize("seed", range(4))
def test_kane_is_the_corrected_appendix(seed):
    q, u = random_state(ROBOT, seed)
    A, B, U = MADE["by_kane"](q, u)
    expected_A, expected_B = written_out(q, U)
    np.testing.assert_allclose(A, expected_A, rtol=0, atol=1e-12 * np.abs(A).max())
    np.testing.assert_allclose(B, expected_B, rtol=0, atol=1e-12 * np.abs(B).max())
    np.testing.assert_allclose(MADE["matrix"](q), expected_A, rtol=0, atol=1e-12 * np.abs(A).max())
    assert np.linalg.eigvalsh(A).max() < 0


@pytest.mark.parametrize("method", FORMULATIONS)
def test_accelerations_of_the_appendix(method):
    """dU/dt = -A^-1 (F_r + B), here without forces."""
    q, u = random_state(ROBOT, 11)
    T, U, extra = MADE["own_speeds"](q, u)
    A, B = written_out(q, U)
    udot = pl.acceleration(ROBOT, q, u, method=method)
    np.testing.assert_allclose(T @ udot + extra, -np.linalg.solve(A, B), rtol=1e-9, atol=1e-9)


def test_the_page_has_the_numbers_of_the_program():
    for file, make in (("FORMULAS", "formulas"), ("NUMBERS", "numbers")):
        kept = MADE[file].read_text(encoding="utf-8")
        assert MADE[make]() == kept, "run python docs/scripts/four_bodies.py"
