"""The default march: explicit, and implicit where a robot proves stiff."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.integrators.dopri5 import METHOD as DOPRI5
from pelagos.march.auto import largest_eigenvalue, limited_by_stability
from pelagos.march.engine import engine_of
from pelagos.march.implicit.algebra import Elimination
from pelagos.march.implicit.march import StiffMarch
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


def test_a_motion_that_is_not_there_hides_no_stiff_damper():
    """Torsion has by far the largest eigenvalue and does not move; bending limits the steps."""
    robot = pl.beam(1.0, 12, **RULER, G=7.7e10, torsion=True, damping=0.05)
    run = pl.simulate(robot, duration=0.2)
    assert "radau from t = 0.0" in run.outcome.message


def test_an_undamped_beam_goes_on_by_a_method_of_higher_order():
    """Its fast oscillations are real motion, which any method must follow; dop853 does for less."""
    run = pl.simulate(ruler(), duration=1.5)
    assert run.outcome.finished
    assert "by dop853 from t = 0." in run.outcome.message
    lower = pl.simulate(ruler(), duration=1.5, integrator="dopri5")
    assert run.outcome.evaluations < 0.9 * lower.outcome.evaluations
    # samples before and after the change are all there, in order and as accurate
    assert np.array_equal(run.arrays["time"], lower.arrays["time"])
    fine = pl.simulate(ruler(), duration=1.5, integrator="dop853", rtol=1e-10)
    for name in ("q", "position"):
        off = np.abs(run.arrays[name] - fine.arrays[name]).max()
        assert off < 2 * np.abs(lower.arrays[name] - fine.arrays[name]).max()
    again = pl.simulate(ruler(), duration=1.5)
    assert np.array_equal(run.arrays["u"], again.arrays["u"])


def test_what_dop853_does_not_follow_for_less_stays_with_dopri5():
    """Corners of an input every millisecond keep steps short whatever the order."""
    times = np.arange(0.0, 5.001, 1e-3)
    zigzag = {"time": times.tolist(), "value": (np.arange(len(times)) % 2.0).tolist()}
    push = {"push": {"table": {**zigzag, "interpolation": "linear"}}}
    robot = pl.Robot(
        name="cart",
        bodies={"cart": {"joint": {"prismatic": "x"}, "mass": 1.0, "inertia": [1, 1, 1]}},
        actuators={"push": {"motor": {"joint": "cart"}}},
        scenarios={"zigzag": {"duration": 5.0, "inputs": push}},
    )
    run = pl.simulate(robot, "zigzag")
    assert run.outcome.steps > 4000
    assert run.outcome.message == ""
    lower = pl.simulate(robot, "zigzag", integrator="dopri5")
    assert np.array_equal(run.arrays["q"], lower.arrays["q"])


@pytest.mark.parametrize(
    ("z", "limited"),
    [(-3.3, True), (-2.0, False), (0.5j, False), (3.0j, True), (-1 + 1j, False), (3.0, False)],
)
def test_the_border_of_stability(z, limited):
    """dopri5 is stable down to -3.3 and far from 3j; growth is no stiffness."""
    assert limited_by_stability(DOPRI5, complex(z)) is limited


def test_the_largest_eigenvalue():
    rng = np.random.default_rng(3)
    basis = rng.normal(size=(30, 30))
    values = np.append(-np.linspace(1, 50, 28), [0, 0])
    matrix = np.diag(values)
    matrix[28:, 28:] = [[-10, -100], [100, -10]]
    whole = basis @ matrix @ np.linalg.inv(basis)
    found = largest_eigenvalue(whole.dot, np.ones(30))
    assert found.real == pytest.approx(-10, rel=1e-6)
    assert abs(found.imag) == pytest.approx(100, rel=1e-6)
    assert largest_eigenvalue(np.zeros((3, 3)).dot, np.ones(3)) == 0
    assert largest_eigenvalue(np.full((3, 3), np.nan).dot, np.ones(3)) == 0
    # what does not move does not count
    assert largest_eigenvalue(np.diag([-1.0, -5.0, -9.0]).dot, np.array([1.0, 1.0, 0.0])) == (
        pytest.approx(-5.0)
    )


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
