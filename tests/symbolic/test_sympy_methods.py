"""Printed equations beside SymPy's KanesMethod and LagrangesMethod, mechanisms drawn by hand."""

from __future__ import annotations

import numpy as np
import pytest
import sympy
from sympy.physics.mechanics import KanesMethod, dynamicsymbols

import pelagos as pl
from pelagos.analysis.random_states import random_states
from pelagos.march.engine import engine_of
from pelagos.symbolic import equations_of_motion
from tests.symbolic import mechanics
from tests.symbolic.mechanics import assert_equal, by_kane, by_lagrange, plain

CASES = {
    "double-pendulum": (mechanics.double_pendulum, ("upper", "lower")),
    "cart-pole": (mechanics.cart_pole, ("cart", "pole")),
    "spatial-arm": (mechanics.spatial_arm, ("column", "rod", "bead")),
}


def ours(name, **options):
    robot = pl.Robot(**mechanics.SPATIAL_ARM) if name == "spatial-arm" else name
    return equations_of_motion(robot, **options)


def unforced(expression):
    """Inputs of actuators are zero in the drawings."""
    return expression.subs(dict.fromkeys(mechanics.real("push", "drive", "motor"), 0))


@pytest.mark.parametrize("name", CASES)
def test_kane(name):
    """M and f, and on the way F_r and F*_r."""
    draw, labels = CASES[name]
    hand = draw()
    theirs = [plain(part, hand, labels) for part in by_kane(hand)]
    found = ours(name, method="kane", steps=True)
    steps = {step.letter: step.value for step in found.steps}
    parts = (found.mass_matrix, found.forcing, steps["F_r"], steps["F*_r"])
    for one, other in zip(parts, theirs, strict=True):
        assert_equal(unforced(one), other)


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("double-pendulum", "newton-euler"),
        ("cart-pole", "moving-frame"),
        ("spatial-arm", "moving-frame"),
    ],
)
def test_lagrange(name, method):
    draw, labels = CASES[name]
    hand = draw()
    M, f = (plain(part, hand, labels) for part in by_lagrange(hand))
    found = ours(name, method=method)
    assert_equal(unforced(found.mass_matrix), M)
    assert_equal(unforced(found.forcing), f)


def test_four_bar_with_dependent_speeds():
    """KanesMethod with the loop as constraint: the same accelerations as the reduced equation."""
    g, per_metre, *lengths, ground = mechanics.real(
        "g", "per_metre", "crank", "coupler", "rocker", "ground"
    )
    t, q, u = dynamicsymbols._t, dynamicsymbols("q1:4"), dynamicsymbols("u1:4")
    N, O = mechanics.ReferenceFrame("N"), mechanics.Point("O")
    O.set_vel(N, 0)
    foot = O.locatenew("F", ground * N.x)
    foot.set_vel(N, 0)
    tips, bodies, loads = [], [], []
    angles = (q[0], q[0] + q[1], q[2])
    rates = (u[0], u[0] + u[1], u[2])
    for k, (length, angle, rate) in enumerate(zip(lengths, angles, rates, strict=True)):
        start = (O, tips[0] if tips else O, foot)[k]
        frame = N.orientnew(f"A{k}", "Axis", [-angle, N.y])
        frame.set_ang_vel(N, -rate * N.y)
        tip = start.locatenew(f"T{k}", length * frame.x)
        centre = start.locatenew(f"G{k}", length / 2 * frame.x)
        tip.v2pt_theory(start, N, frame)
        centre.v2pt_theory(start, N, frame)
        moment = per_metre * length**3 / 12
        tips.append(tip)
        inertia = (mechanics.inertia(frame, 0, moment, moment), centre)
        bodies.append(mechanics.RigidBody(f"B{k}", centre, frame, per_metre * length, inertia))
        loads.append((centre, -per_metre * length * g * N.z))
    gap = tips[1].pos_from(O) - tips[2].pos_from(O)
    closing = tips[1].vel(N) - tips[2].vel(N)
    method = KanesMethod(
        N,
        q_ind=[q[0]],
        u_ind=[u[0]],
        kd_eqs=[a - b.diff(t) for a, b in zip(u, q, strict=True)],
        q_dependent=q[1:],
        configuration_constraints=[gap.dot(N.x), gap.dot(N.z)],
        u_dependent=u[1:],
        velocity_constraints=[closing.dot(N.x), closing.dot(N.z)],
    )
    method.kanes_equations(bodies, loads)
    robot = pl.load("four-bar")
    letters = [*q, *u, g, per_metre, *lengths, ground]
    function = sympy.lambdify(letters, [*method.mass_matrix, *method.forcing], "math", cse=True)
    found = equations_of_motion(robot, method="kane").reduced
    assert found.independent == ("crank",)
    engine = engine_of(robot, "kane")
    _, states = random_states(engine, 3, 9)
    values = [9.81, *(robot.parameters[s.name] for s in (per_metre, *lengths, ground))]
    names = ("crank", "coupler", "rocker")
    symbols = [*mechanics.states("q", names), *mechanics.states("u", names)]
    fixed = dict(zip([g, per_metre, *lengths, ground], values, strict=True))
    for row in states:
        entries = np.array(function(*row[:6], *values))
        udot = np.linalg.solve(entries[:9].reshape(3, 3), entries[9:])
        at = {**dict(zip(symbols, row[:6], strict=True)), **fixed, mechanics.real("motor")[0]: 0}
        told = {letter: value.subs(at) for letter, value in found.letters.items()}
        m, f = (part[0].subs({**at, **told}) for part in (found.mass, found.force))
        assert float(f / m) == pytest.approx(udot[0], rel=1e-9)
