"""The condensed program against the whole least-squares problem, and its solver against another."""

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from pelagos.errors import PelagosError
from pelagos.predictive.condensing import Costs, Stages, condensed, root_of
from pelagos.predictive.solver import SOLVERS, BoundedProgram

pytest.importorskip("casadi")
N, n, m, f = 5, 3, 2, 2


def random_stages(seed=0):
    rng = np.random.default_rng(seed)
    A, E = (np.eye(n) + 0.3 * rng.normal(size=(N, n, n)) for _ in range(2))
    B, c, e = (rng.normal(size=(N, n, k)) for k in (m, 1, 1))
    v, rest, before = rng.normal(size=(N, m)), rng.normal(size=(N, m)), rng.normal(size=m)
    D, K = rng.normal(size=(N, n, f)), rng.normal(size=(N, m, f))
    return Stages(A, B, D, c[..., 0], E, e[..., 0], v, rest, K, before)


def weights(seed=1):
    rng = np.random.default_rng(seed)
    squares = [rng.normal(size=(k, k)) for k in (n, n, m, m)]
    return [own @ own.T for own in squares]


def cost(stages, matrices, start, dv):
    """The sum as it stands, interval by interval."""
    Q, P, R, S = matrices
    dx, dd, total, before, states = start[:n], start[n:], 0.0, stages.before, []
    for k in range(N):
        v = stages.v[k] + dv[k]
        rest = stages.rest[k] + stages.K[k] @ dd
        total += (v - rest) @ R @ (v - rest) + (v - before) @ S @ (v - before)
        dx = stages.A[k] @ dx + stages.B[k] @ dv[k] + stages.D[k] @ dd + stages.c[k]
        error, before = stages.e[k] + stages.E[k] @ dx, v
        total += error @ (P if k == N - 1 else Q) @ error
        states.append(dx)
    return total, np.array(states)


def test_cost_and_states_are_those_of_the_sum():
    stages, matrices, rng = random_stages(), weights(), np.random.default_rng(2)
    program = condensed(stages, Costs(N, *matrices))
    for _ in range(5):
        start, dv = rng.normal(size=n + f), rng.normal(size=(N, m))
        total, states = cost(stages, matrices, start, dv)
        assert program.cost(start, dv.ravel()) == pytest.approx(total, rel=1e-12)
        assert program.states(start, dv.ravel()) == pytest.approx(states, rel=1e-11, abs=1e-11)


def test_the_gradient_is_half_the_slope_of_the_cost():
    stages, matrices = random_stages(), weights()
    program, start = condensed(stages, Costs(N, *matrices)), np.array([0.3, -1.0, 0.4, 0.7, -0.2])
    slopes = []
    for unit in np.eye(N * m):
        up, down = (cost(stages, matrices, start, s * unit.reshape(N, m))[0] for s in (0.5, -0.5))
        slopes.append(up - down)  # exact, as the cost is a square
    assert program.gradient(start) == pytest.approx(0.5 * np.array(slopes), rel=1e-10)


def test_roots_leave_out_what_has_no_weight():
    own = np.diag([4.0, 0.0, 9.0])
    assert root_of(own).shape == (2, 3)
    assert root_of(own).T @ root_of(own) == pytest.approx(own)
    assert root_of(np.zeros((2, 2))).shape == (0, 2)


@pytest.mark.parametrize("name", [name for name in SOLVERS if name != "qpoases"])  # it prints
def test_solutions_within_bounds_are_those_of_scipy(name):
    rng = np.random.default_rng(3)
    L = rng.normal(size=(12, 8))
    H, g = L.T @ L, rng.normal(size=8)
    low, high = -0.05 * np.ones(8), 0.08 * np.ones(8)
    found, said = BoundedProgram(name, 8).solve(H, g, low, high)
    other = lsq_linear(L, -np.linalg.pinv(L.T) @ g, (low, high), tol=1e-14).x
    assert said == "solved"
    assert found == pytest.approx(other, abs=1e-6)
    assert np.sum(np.isclose(found, low) | np.isclose(found, high)) >= 2


def test_bounds_that_do_not_matter_are_not_asked():
    H, g = np.diag([2.0, 4.0]), np.array([1.0, -2.0])
    program = BoundedProgram("daqp", 2)
    program._solve = None  # would fail
    found, _ = program.solve(H, g, np.full(2, -1.0), np.full(2, 1.0))
    assert found == pytest.approx([-0.5, 0.5], rel=1e-15)


def test_a_solver_that_is_not_there_is_refused(monkeypatch):
    with pytest.raises(PelagosError, match=r"no solver 'dapq'\n.*daqp"):
        BoundedProgram("dapq", 2)
    monkeypatch.setitem(__import__("sys").modules, "casadi", None)
    with pytest.raises(PelagosError, match=r"pelagos\[casadi\]"):
        BoundedProgram("daqp", 2)
