"""The default march: explicit, and implicit where a robot proves stiff."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.integrators.tableaux import DOPRI5
from pelagos.march.auto import _largest, limited_by_stability
from pelagos.march.engine import engine_of
from pelagos.march.implicit import StiffMarch
from pelagos.march.implicit_algebra import Elimination
from pelagos.march.settings import settings_for
from tests.trees import random_robot

RULER = {"E": 2e11, "section": {"rectangle": [0.03, 0.002]}, "density": 7850}


def ruler(**words):
    return pl.beam(1.0, 12, bending="y", **RULER, **words)


def test_a_stiff_damper_makes_the_march_implicit():
    """Its largest eigenvalue of -4e5/s lets dopri5 take 8 microseconds at most."""
    robot = ruler(damping=0.05)
    run = pl.simulate(robot, duration=0.3)
    assert run.outcome.finished
    assert "radau from t = 0.0" in run.outcome.message
    assert run.outcome.steps < 12_000
    assert np.isfinite(run.arrays["q"]).all()
    fine = pl.simulate(robot, duration=0.3, integrator="dopri5", rtol=1e-9)
    assert fine.outcome.steps > 30_000
    # allowed is 1e-6 of an angle of up to 0.1 rad in every step
    np.testing.assert_allclose(run.arrays["q"], fine.arrays["q"], atol=1e-7)
    np.testing.assert_allclose(run.arrays["position"], fine.arrays["position"], atol=1e-7)


def test_an_undamped_beam_stays_explicit():
    """Its fast oscillations are real motion, which any method must follow."""
    run = pl.simulate(ruler(), duration=0.6)
    assert run.outcome.finished
    assert run.outcome.message == ""
    assert run.outcome.steps > 4000  # it was asked
    explicit = pl.simulate(ruler(), duration=0.6, integrator="dopri5")
    assert np.array_equal(run.arrays["q"], explicit.arrays["q"])


@pytest.mark.parametrize(
    ("z", "limited"),
    [(-3.3, True), (-2.0, False), (0.5j, False), (3.0j, True), (-1 + 1j, False), (3.0, False)],
)
def test_the_border_of_stability(z, limited):
    """dopri5 is stable down to -3.3 and far from 3j; growth is no stiffness."""
    block = np.array([[z.real, -z.imag], [z.imag, z.real]]) if isinstance(z, complex) else [[z]]
    matrix = np.zeros((5, 5))
    matrix[: len(block), : len(block)] = np.array(block) / 1e-3
    assert limited_by_stability(DOPRI5, 1e-3, matrix) is limited


def test_the_largest_eigenvalue():
    rng = np.random.default_rng(3)
    basis = rng.normal(size=(30, 30))
    values = np.append(-np.linspace(1, 50, 28), [0, 0])
    matrix = np.diag(values)
    matrix[28:, 28:] = [[-10, -100], [100, -10]]
    found = _largest(basis @ matrix @ np.linalg.inv(basis))
    assert found.real == pytest.approx(-10, rel=1e-6)
    assert abs(found.imag) == pytest.approx(100, rel=1e-6)
    assert _largest(np.zeros((3, 3))) == 0
    assert _largest(np.full((3, 3), np.nan)) == 0


@pytest.mark.parametrize("seed", range(4))
def test_eliminating_coordinates_solves_the_same_equations(seed):
    rng = np.random.default_rng(seed)
    engine = engine_of(random_robot(seed, 9))
    settings = settings_for(engine.robot.robot, integrator="radau", **dict.fromkeys(
        ("duration", "every", "rtol", "atol", "step", "max_steps")))  # fmt: skip
    march = StiffMarch(engine, settings)
    y = engine.initial() + 0.3 * rng.normal(size=engine.size)
    jacobian = march.jacobian(0.0, y)
    algebra = Elimination(engine.robot)
    for c in (40.0, 30.0 + 20.0j):
        matrix, b = c * np.eye(len(y)) - jacobian, rng.normal(size=len(y)) * c
        found = algebra.solve(algebra.factor(matrix), b)
        np.testing.assert_allclose(matrix @ found, b, rtol=1e-9, atol=1e-9 * abs(c))
