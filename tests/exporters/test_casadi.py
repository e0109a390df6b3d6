"""CasADi functions: the same numbers as the engine's, and finite slopes."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import pelagos as pl
from pelagos.march.engine import engine_of

H = 1e-3
LAGGING = """
name: lagging
bodies:
  hull: {mass: 10, inertia: [1, 2, 3], joint: free}
actuators:
  ahead: {thruster: {body: hull, at: [0, 0.1, 0], direction: x, command: thrust,
          limits: [-40, 40], lag: 0.2}}
  turn: {torque: {body: hull, direction: z,
         input: {table: {time: [0, 0.2, 1], value: [0, 0.4, -0.2]}}}}
"""


def relative(found, expected):
    return np.abs(np.array(found).ravel() - expected).max() / np.abs(expected).max()


@pytest.mark.parametrize(
    ("name", "scenario", "paths"),
    [
        ("rov-arm", "current", ["bodies.hull.mass", "bodies.hull.com.0"]),
        ("four-bar", "release", ["bodies.coupler.mass"]),  # rows that repeat each other
        ("bicycle", "sway", []),  # wheels
        ("lagging", None, []),
    ],
)
def test_equal_to_the_engine(name, scenario, paths):
    pytest.importorskip("casadi")
    robot = (pl.loads(LAGGING) if name == "lagging" else pl.load(name)).resolved(scenario)
    found = pl.casadi(robot, inputs=(), parameters=paths)
    changed = {path: 1.2 * p for path, p in zip(found.parameters, found.p0, strict=True)}
    p = [*changed.values()]
    robot = robot.with_values(changed)
    rng, t, x = np.random.default_rng(7), 0.25, found.x0.copy()
    engine = engine_of(robot)
    nq, nv = engine.robot.nq, engine.robot.nv
    if not engine.programs.loose_rows:
        x += 0.1 * rng.normal(size=len(x))
    for k in engine.robot.quaternions:
        x[k : k + 4] /= np.linalg.norm(x[k : k + 4])
    times, state, tau = np.array([t]), np.append(x, 0.0)[None], rng.normal(size=nv)
    rates = engine.rates(times, state, by_signals=True)[0, :-1]
    assert relative(found.rates(t, x, [], p), rates) < 1e-12
    pushed = engine.rates(times, state, tau[None])[0, nq : nq + nv]
    assert relative(found.acceleration(t, x, [], tau, p), pushed) < 1e-12
    efforts = engine.efforts(times, state, tau[None])[0]
    assert relative(found.inverse_dynamics(t, x, [], tau, p), efforts) < 1e-12
    session = pl.Session(robot, integrator="rk4", step=H, lands=True)
    session.set_state(x[:nq], x[nq : nq + nv], x[nq + nv :], time=t)
    session.advance(t + H)
    assert relative(found.step(t, H, x, [], p), session._march.state[:-1]) < 1e-12


@pytest.mark.parametrize("name", ["bluerov-heavy", "rov-arm"])
def test_slopes_at_rest_are_those_of_the_engine(name):
    """Drag has a length below a root, which is zero at rest."""
    pytest.importorskip("casadi")
    found = pl.casadi(name)
    slopes = found.rates.factory("slopes", ["t", "x", "in", "p"], ["jac:dx:x", "jac:dx:in"])
    a, b = (np.array(part) for part in slopes(0.0, found.x0, found.in0, found.p0))
    engine = engine_of(pl.load(name))
    numbers = engine.variants.numbers[0]
    expected = engine.programs.state_slopes(0.0, np.append(found.x0, 0.0), numbers)[:-1, :-1]
    assert np.abs(a - expected).max() < 1e-12 * np.abs(expected).max()
    assert np.all(np.isfinite(b))


def test_without_casadi(monkeypatch):
    monkeypatch.setitem(sys.modules, "casadi", None)
    with pytest.raises(pl.PelagosError, match=r"pelagos\[casadi\]"):
        pl.casadi("pendulum")


def test_refusals(monkeypatch):
    pytest.importorskip("casadi")
    with pytest.raises(pl.PelagosError, match="vortex lattice"):
        pl.casadi("wing")
    monkeypatch.setattr("pelagos.exporters.casadi_functions.MOST", 1000)
    with pytest.raises(pl.PelagosError, match="too many for CasADi"):
        pl.casadi("rov-arm")
    monkeypatch.setattr("pelagos.exporters.casadi_tape.MOST_ROWS", 2)
    with pytest.raises(pl.PelagosError, match="too long for CasADi"):
        pl.casadi(pl.loads(LAGGING), inputs=())
