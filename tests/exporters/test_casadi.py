"""CasADi functions: the same numbers as the engine's, and finite slopes."""

from __future__ import annotations

import ctypes
import sys

import numpy as np
import pytest

import pelagos as pl
from pelagos.exporters.compilers import compilers
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


def called(library, function, *given):
    """A function in CasADi's C, called as programs do that load it: pointers and work space."""
    import casadi as ca

    sizes = [ctypes.c_int() for _ in range(4)]
    getattr(library, f"{function.name()}_work")(*map(ctypes.byref, sizes))
    arguments, results, whole, real = (size.value for size in sizes)
    inputs = [np.asarray(value, dtype=float).ravel(order="F") for value in given]
    outputs = [np.zeros(max(1, function.nnz_out(k))) for k in range(function.n_out())]

    def table(arrays, size):
        places = [part.ctypes.data for part in arrays]
        return (ctypes.c_void_p * max(1, size))(*places)

    failed = getattr(library, function.name())(
        table(inputs, arguments),
        table(outputs, results),
        (ctypes.c_int * max(1, whole))(),
        (ctypes.c_double * max(1, real))(),
        None,
    )
    assert failed == 0
    found = []
    for k, values in enumerate(outputs):
        pattern = function.sparsity_out(k)
        found.append(np.array(ca.DM(pattern, values[: pattern.nnz()])))
    return found


@pytest.mark.skipif(not compilers(), reason="no C compiler")
def test_variational_equations_in_c(tmp_path, monkeypatch):
    """What acados makes of f_expl_expr: the rates, their forward and adjoint derivatives, as C with
    plain ints. A is that of the engine, B of `linearize`."""
    ca = pytest.importorskip("casadi")
    monkeypatch.chdir(tmp_path)  # CasADi writes into the folder at hand
    robot = pl.load("bluerov-heavy").resolved("climb")
    model = pl.casadi(robot, parameters=["bodies.hull.mass"])
    nx, nu = len(model.x0), len(model.in0)
    x, u, p = (ca.SX.sym(*word) for word in (("x", nx), ("u", nu), ("p", len(model.p0))))
    by_x, by_u, weight = ca.SX.sym("Sx", nx, nx), ca.SX.sym("Su", nx, nu), ca.SX.sym("w", nx)
    f = model.rates(0, x, u, p)
    slopes = ca.jtimes(f, x, by_x), ca.jacobian(f, u) + ca.jtimes(f, x, by_u)
    forward = ca.Function("forward", [x, by_x, by_u, u, p], [f, *slopes], {"cse": True})
    back = ca.jtimes(f, ca.vertcat(x, u), weight, True)
    adjoint = ca.Function("adjoint", [x, weight, u, p], [back], {"cse": True})
    code = ca.CodeGenerator("both.c", {"casadi_int": "int"})
    code.add(forward)
    code.add(adjoint)
    code.generate()
    compilers()[0].run(
        ["-std=c99", "-O0", "-shared", "-fPIC", "both.c", "-o", "both.so", "-lm"], tmp_path
    )
    library = ctypes.CDLL(str(tmp_path / "both.so"))
    rng = np.random.default_rng(2)
    at = model.x0 + 0.1 * rng.normal(size=nx)
    at[3:7] /= np.linalg.norm(at[3:7])
    seeds = rng.normal(size=(nx, nx)), rng.normal(size=(nx, nu)), rng.normal(size=nx)
    rates, along_x, along_u = called(library, forward, at, *seeds[:2], model.in0, model.p0)
    (returned,) = called(library, adjoint, at, seeds[2], model.in0, model.p0)
    engine, state = engine_of(robot), np.append(at, 0.0)
    nq, nv = engine.robot.nq, engine.robot.nv
    A = engine.programs.state_slopes(0.0, state, engine.variants.numbers[0])[:-1, :-1]
    B = np.vstack([np.zeros((nq, nu)), pl.linearize(robot, at[:nq], at[nq:]).B[nv:]])
    assert relative(rates, engine.rates(np.zeros(1), state[None])[0, :-1]) < 1e-12
    for found, expected in (
        (along_x, A @ seeds[0]),
        (along_u, B + A @ seeds[1]),
        (returned.ravel(), np.concatenate([seeds[2] @ A, seeds[2] @ B])),
    ):
        assert np.abs(found - expected).max() < 1e-12 * np.abs(expected).max()


def test_docked_vehicles_stay_docked_and_jumps_belong_to_one_step():
    """Steps long enough to part the vehicles, which end and begin where thrusters switch on."""
    pytest.importorskip("casadi")
    scenario, h, t = "turn-1700", 0.05, 2.95
    found = pl.casadi("bluerov-pair", scenario, inputs=())
    session = pl.Session("bluerov-pair", scenario, integrator="rk4", step=h, lands=True)
    session.set_state(u=0.3 * np.random.default_rng(1).normal(size=18), time=t)
    x = session._march.state[:-1].copy()
    for k in range(4):
        x = np.array(found.step(t + k * h, h, x, [], found.p0)).ravel()
    session.advance(t + 4 * h)
    assert relative(x, session._march.state[:-1]) < 1e-12


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
