"""How runs fail, and methods of their own kind: symplectic steps, prescribed joints, order."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos.loops import data
from pelagos.mathematics.scalars import sqrt
from tests.march.systems import SYSTEMS, System, march, pendulum

WIDTHS = (1, 4, 8)
ORDERS = {"rk4": 4, "kutta-merson": 4, "dopri5": 5, "dop853": 8}


@pytest.mark.parametrize("lanes", WIDTHS)
@pytest.mark.parametrize("integrator", ["dopri5", "rk4"])
def test_what_is_not_finite_is_named(lanes, integrator):
    """The rate of element 1 has no value for t > 0.5."""
    system = System([0.0, 1.0, 0.0], lambda t, x, p: [x[1], sqrt(0.5 - t), 0.0])
    runs = march(system, lanes, integrator=integrator)
    assert runs.outcome[0] == data.NON_FINITE
    assert runs.bad[0] == 3 + 1
    assert 0.4 < runs.time[0] <= 0.5 + 1e-9
    assert np.all(np.isfinite(runs.last))


@pytest.mark.parametrize("lanes", WIDTHS)
def test_a_step_that_becomes_too_small(lanes):
    """x' = x² from 1: infinite at t = 1; the element that grows is named."""
    system = System([0.0, 1.0, 0.0], lambda t, x, p: [0.0, x[1] * x[1], 0.0])
    runs = march(system, lanes, samples=[0.0, 2.0], starts=[system.start, [0.0, 0.1, 0.0]])
    assert runs.outcome[0] in (data.STEP_TOO_SMALL, data.NON_FINITE)
    assert runs.bad[0] in (1, 3 + 1)
    assert runs.time[0] == pytest.approx(1.0, abs=1e-5)
    assert runs.outcome[1] == data.FINISHED


@pytest.mark.parametrize("lanes", WIDTHS)
@pytest.mark.parametrize("integrator", ["dopri5", "rk4"])
def test_step_limit(lanes, integrator):
    runs = march(SYSTEMS["chaos"], lanes, integrator=integrator, max_steps=17)
    assert runs.outcome[0] == data.STEP_LIMIT
    assert runs.steps[0, 0] + runs.steps[0, 1] == 17


@pytest.mark.parametrize("lanes", WIDTHS)
def test_symplectic_steps(lanes):
    """Speeds first, then coordinates by the new speeds; here written out."""
    system = System(
        [2.0, 0.0, 0.0], pendulum, [9.81], shift=lambda t, x, p: [x[3]],
        words={"nq": 1, "nv": 1},
    )  # fmt: skip
    runs = march(system, lanes, integrator="semi-implicit", step=0.01, samples=[0.0, 0.5])
    q, u = 2.0, 0.0
    for _ in range(50):
        u += 0.01 * -9.81 * np.sin(q)
        q += 0.01 * u
    np.testing.assert_allclose(runs.out[0, -1, :2], [q, u], rtol=1e-11)


@pytest.mark.parametrize("lanes", WIDTHS)
@pytest.mark.parametrize("integrator", ["dopri5", "dop853", "kutta-merson"])
def test_the_work_of_prescribed_joints_is_under_control(lanes, integrator):
    """With nothing but prescribed joints only their work says how long steps may be."""
    system = System(
        [0.0, 0.0, 0.0], lambda t, x, p: [0.0, 0.0, 1.0 / (1.01 - t)],
        words={"nq": 1, "nv": 1, "driven": np.array([[0, 0]])},
    )  # fmt: skip
    runs = march(system, lanes, integrator=integrator, rtol=1e-8, atol=1e-8)
    assert runs.out[0, -1, 2] == pytest.approx(np.log(101.0), rel=1e-6)
    free = System(system.start, system.rates, words={"nq": 1, "nv": 1})
    assert march(free, lanes, integrator=integrator).steps[0, 0] < runs.steps[0, 0]


@pytest.mark.parametrize("integrator", ORDERS)
def test_order(integrator):
    """Halving the step divides the error by 2^order."""
    system, longest = SYSTEMS["pendulum"], 0.2 if integrator == "dop853" else 0.05
    words = {"method": {"adaptive": False}, "samples": [0.0, 1.0]}
    truth = march(system, 1, integrator="dop853", step=0.004, **words).out[0, -1]
    errors = [
        np.abs(march(system, 1, integrator=integrator, step=h, **words).out[0, -1] - truth).max()
        for h in (longest, longest / 2)
    ]
    assert errors[1] > 1e-13
    # between long steps and rounding there is less room for an order of 8
    off = 1.0 if integrator == "dop853" else 0.5
    assert np.log2(errors[0] / errors[1]) == pytest.approx(ORDERS[integrator], abs=off)


@pytest.mark.parametrize("lanes", WIDTHS)
def test_quaternions_stay_on_the_sphere(lanes):
    runs = march(SYSTEMS["spinning"], lanes, samples=np.linspace(0.0, 5.0, 41))
    lengths = np.linalg.norm(runs.out[0, :, :4], axis=1)
    np.testing.assert_allclose(lengths, 1.0, rtol=0, atol=4e-16)
    assert abs(np.linalg.norm(runs.last[0, :4]) - 1.0) < 4e-16
