"""Printed equations: against Lagrange, closed forms and the engine, and as programs."""

from __future__ import annotations

import sys

import pytest
import sympy

import pelagos as pl
from pelagos.analysis.random_states import random_states
from pelagos.march.engine import engine_of
from pelagos.symbolic import derive, equations_of_motion, motion
from tests.dressed import dressed_robot
from tests.twins import relative

METHODS = ["newton-euler", "kane", "moving-frame", "udwadia-kalaba"]
MINIMAL = METHODS[:3]


def symbols(*names):
    return [sympy.Symbol(name, real=True) for name in names]


def lagrange(T, V, q, u):
    """M and f of d/dt dT/du - dT/dq + dV/dq = 0."""
    momenta = [sympy.diff(T, rate) for rate in u]
    M = sympy.Matrix([[sympy.diff(p, rate) for rate in u] for p in momenta])
    f = [
        sympy.diff(T - V, c) - sum(sympy.diff(p, other) * r for other, r in zip(q, u, strict=True))
        for p, c in zip(momenta, q, strict=True)
    ]
    return M, sympy.Matrix(f)


def same(ours, theirs):
    return sympy.simplify(sympy.nsimplify(ours - theirs)) == sympy.zeros(*theirs.shape)


@pytest.mark.parametrize("method", MINIMAL)
def test_pendulum(method):
    g, length, mass, q, motor = symbols("g", "length", "mass", "q_rod", "motor")
    found = equations_of_motion("pendulum", method=method)
    assert same(found.mass_matrix, sympy.Matrix([mass * length**2 / 3]))
    assert same(found.forcing, sympy.Matrix([motor - mass * g * length * sympy.sin(q) / 2]))


@pytest.mark.parametrize("method", MINIMAL)
def test_double_pendulum_is_lagranges(method):
    g, l, m = symbols("g", "length", "mass")
    q, u = symbols("q_upper", "q_lower"), symbols("u_upper", "u_lower")
    a, w = (q[0], q[0] + q[1]), (u[0], u[0] + u[1])
    # speed of the lower rod's centre, squared
    square = l**2 * (w[0] ** 2 + w[1] ** 2 / 4 + w[0] * w[1] * sympy.cos(a[1] - a[0]))
    T = m * l**2 * w[0] ** 2 / 6 + m * square / 2 + m * l**2 * w[1] ** 2 / 24
    V = -m * g * l * (sympy.cos(a[0]) * sympy.Rational(3, 2) + sympy.cos(a[1]) / 2)
    M, f = lagrange(T, V, q, u)
    found = equations_of_motion("double-pendulum", method=method)
    assert same(found.mass_matrix, M)
    assert same(found.forcing, f)
    assert found.kinematics == sympy.Matrix(u)


@pytest.mark.parametrize("method", MINIMAL)
def test_cart_pole_is_lagranges(method):
    g, half, pole = symbols("g", "half", "pole")
    q, u = symbols("q_cart", "q_pole"), symbols("u_cart", "u_pole")
    x, z = half * sympy.sin(q[1]), half * sympy.cos(q[1])
    vx, vz = u[0] + sympy.diff(x, q[1]) * u[1], sympy.diff(z, q[1]) * u[1]
    T = (u[0] ** 2 + pole * (vx**2 + vz**2) + pole * half**2 / 3 * u[1] ** 2) / 2
    M, f = lagrange(T, pole * g * z, q, u)
    push, drive = symbols("push", "drive")
    force = sympy.Matrix([push + sympy.Min(10, sympy.Max(-10, drive)), 0])
    found = equations_of_motion("cart-pole", "balance", method=method)
    assert same(found.mass_matrix, M)
    assert same(found.forcing - force, f)
    assert found.inputs[push] == 0
    assert found.inputs[drive].coeff(q[1]) == pytest.approx(41.5)


def test_a_free_body_is_eulers():
    found = equations_of_motion("free-body", method="kane")
    p, q, r = found.speeds[3:]
    I = found.mass_matrix[3:, 3:]
    w = sympy.Matrix([p, q, r])
    assert sympy.simplify(found.forcing[3:, 0] + w.cross(I * w)) == sympy.zeros(3, 1)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("name", "scenario"), [("four-bar", "driven"), ("slider-crank", None), ("cart-pole", "push")]
)
def test_printed_programs_give_the_engines_rates(name, scenario, method):
    check_program(pl.load(name).resolved(scenario), method)


@pytest.mark.parametrize("seed", [1, 5])
def test_random_robots_with_everything(seed):
    """Springs, friction, stops, servos, prescribed joints, tables."""
    check_program(dressed_robot(seed, 1 + seed % 3), "kane")


def check_program(robot, method):
    """Rates at states that the equations were not compared at."""
    found = equations_of_motion(robot, method=method)
    assert found.error < 1e-10
    names: dict = {}
    exec(compile(found.python(), "printed", "exec"), names)
    engine = engine_of(robot, method)
    times, states = random_states(engine, 4, 77)
    seen = engine.observe(times, states, 0)
    ours = [names["rhs"](t, x[:-1]) for t, x in zip(times, seen.x, strict=True)]
    assert relative(ours, seen.dx[:, :-1]) < 1e-10


def test_parameters_keep_their_names_only_where_all_numbers_follow():
    words = {
        "name": "rod",
        "parameters": {"length": 2.0, "base": 1.0},
        "bodies": {
            "rod": {
                "joint": {"revolute": "y"},
                "mass": "3*length",
                "com": ["length + base", 0, 0],
                "inertia": [0, "length^3/4", "length^3/4"],
            }
        },
    }
    found = equations_of_motion(pl.Robot(**words))
    assert {str(symbol) for symbol in found.mass_matrix.free_symbols} == set()
    assert found.mass_matrix[0] == 3 * 2 * 9 + 2
    words["bodies"]["rod"]["com"] = ["length/2", 0, 0]
    found = equations_of_motion(pl.Robot(**words))
    length = sympy.Symbol("length", real=True)
    assert sympy.expand(found.mass_matrix[0]) == length**3


def test_text_and_latex():
    found = equations_of_motion("double-pendulum", method="moving-frame")
    text = found.text()
    assert "M[lower, lower] = length^2*mass/3" in text
    assert "qdot[upper] = u_upper" in text
    assert "g = 9.81" in text
    latex = found.latex()
    assert latex.count(r"\[") == latex.count(r"\]") == 5
    assert r"q_{\mathrm{lower}}" in latex
    wide = equations_of_motion("double-pendulum", method="udwadia-kalaba").latex()
    assert r"\[ A_{\mathrm{upper 1}, \mathrm{upper.w}} = 1 \]" in wide


def test_water():
    """Drag has roots of long sums: they are named, and defined before they are used."""
    robot = pl.load("wet-double-pendulum")
    check_program(robot, "kane")
    found = equations_of_motion(robot)
    defined = set()
    for symbol, x in found.auxiliary.items():
        assert not {s for s in x.free_symbols if s in found.auxiliary} - defined
        defined.add(symbol)
    assert defined & found.forcing.free_symbols


def test_long_equations_are_refused_with_their_number(monkeypatch):
    monkeypatch.setattr(motion, "LONGEST", 5)
    with pytest.raises(pl.PelagosError, match=r"have \d+ terms.*up to about 5"):
        equations_of_motion("double-pendulum")


def test_large_robots_are_refused_with_their_number():
    with pytest.raises(pl.PelagosError, match=r"20 degrees of freedom.*up to about 8"):
        equations_of_motion("chain20")


def test_wrong_equations_are_not_returned(monkeypatch):
    def wrong(m, state):
        M, f = derive.by_kane(m, state)
        return M, [1.000001 * f[0], *f[1:]]

    monkeypatch.setitem(derive.MINIMAL, "kane", wrong)
    with pytest.raises(pl.PelagosError, match="differ from the engine"):
        equations_of_motion("double-pendulum", method="kane")


def test_without_sympy(monkeypatch):
    monkeypatch.setitem(sys.modules, "sympy", None)
    with pytest.raises(pl.PelagosError, match=r"pelagos\[symbolic\]"):
        equations_of_motion("pendulum")


def test_long_tables_are_refused():
    words = pl.load("pendulum").to_dict()
    table = {"time": list(range(40)), "value": [0.1] * 40}
    words["actuators"]["motor"]["motor"]["input"] = {"table": table}
    with pytest.raises(pl.PelagosError, match="table of 4"):
        equations_of_motion(pl.Robot(**words))
