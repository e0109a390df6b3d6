"""The same mechanisms by hand in sympy.physics.mechanics, and a comparison at random numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import sympy
from sympy.physics.mechanics import (
    KanesMethod,
    LagrangesMethod,
    Point,
    ReferenceFrame,
    RigidBody,
    dynamicsymbols,
    inertia,
)


class Hand(NamedTuple):
    """What a textbook begins with: frames and bodies, the forces on them, coordinates."""

    frame: ReferenceFrame
    bodies: list
    loads: list
    q: list
    u: list
    potential: object


def real(*names):
    return [sympy.Symbol(name, real=True) for name in names]


def states(letter, labels):
    """Symbols of printed equations."""
    return real(*(f"{letter}_{label}" for label in labels))


def plain(expression, hand, labels):
    """SymPy's functions of time as the symbols of printed equations."""
    t = dynamicsymbols._t
    table = {}
    for q, u, label in zip(hand.q, hand.u, labels, strict=True):
        letters = states("q", [label]) + states("u", [label]) + states("udot", [label])
        pairs = [(q.diff(t, 2), letters[2]), (q.diff(t), letters[1]), (q, letters[0])]
        pairs += [(u.diff(t), letters[2]), (u, letters[1])]
        table.update(pairs)
    return expression.subs(table)


def by_kane(hand):
    t = dynamicsymbols._t
    kinematic = [u - q.diff(t) for q, u in zip(hand.q, hand.u, strict=True)]
    method = KanesMethod(hand.frame, q_ind=hand.q, u_ind=hand.u, kd_eqs=kinematic)
    active, inertia_forces = method.kanes_equations(hand.bodies, hand.loads)
    return method.mass_matrix, method.forcing, active, inertia_forces


def by_lagrange(hand):
    """Bodies' velocities must be in rates of the coordinates here."""
    t = dynamicsymbols._t
    rates = {u: q.diff(t) for q, u in zip(hand.q, hand.u, strict=True)}
    kinetic = sum(body.kinetic_energy(hand.frame) for body in hand.bodies).subs(rates)
    method = LagrangesMethod(kinetic - hand.potential, hand.q)
    method.form_lagranges_equations()
    return method.mass_matrix, method.forcing


def assert_equal(ours, theirs, seed=0):
    """At random numbers, to rounding."""
    ours, theirs = sympy.Matrix(ours), sympy.Matrix(theirs)
    assert ours.shape == theirs.shape
    letters = sorted({*ours.free_symbols, *theirs.free_symbols}, key=str)
    functions = [sympy.lambdify(letters, list(x), "math", cse=True) for x in (ours, theirs)]
    rng = np.random.default_rng(seed)
    for _ in range(4):
        numbers = rng.uniform(0.3, 1.4, len(letters))
        one, other = (np.array(f(*numbers), dtype=float) for f in functions)
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-10)


def _rod(name, frame, centre, mass, moment):
    """A slender rod along z of its frame."""
    return RigidBody(name, centre, frame, mass, (inertia(frame, moment, moment, 0), centre))


def double_pendulum():
    g, l, m = real("g", "length", "mass")
    q, u = dynamicsymbols("q1:3"), dynamicsymbols("u1:3")
    N, O = ReferenceFrame("N"), Point("O")
    O.set_vel(N, 0)
    A = N.orientnew("A", "Axis", [q[0], N.y])
    B = A.orientnew("B", "Axis", [q[1], A.y])
    A.set_ang_vel(N, u[0] * N.y)
    B.set_ang_vel(A, u[1] * A.y)
    hinge, upper = O.locatenew("P", -l * A.z), O.locatenew("U", -l / 2 * A.z)
    lower = hinge.locatenew("L", -l / 2 * B.z)
    for point, origin, frame in ((hinge, O, A), (upper, O, A), (lower, hinge, B)):
        point.v2pt_theory(origin, N, frame)
    bodies = [_rod("upper", A, upper, m, m * l**2 / 12), _rod("lower", B, lower, m, m * l**2 / 12)]
    height = upper.pos_from(O).dot(N.z) + lower.pos_from(O).dot(N.z)
    return Hand(N, bodies, [(upper, -m * g * N.z), (lower, -m * g * N.z)], q, u, m * g * height)


def cart_pole():
    g, half, pole = real("g", "half", "pole")
    q, u = dynamicsymbols("q1:3"), dynamicsymbols("u1:3")
    N, O = ReferenceFrame("N"), Point("O")
    O.set_vel(N, 0)
    B = N.orientnew("B", "Axis", [q[1], N.y])
    B.set_ang_vel(N, u[1] * N.y)
    cart = O.locatenew("C", q[0] * N.x)
    cart.set_vel(N, u[0] * N.x)
    centre = cart.locatenew("G", half * B.z)
    centre.v2pt_theory(cart, N, B)
    # the cart does not turn, so that its moments of inertia do not matter
    box = RigidBody("cart", cart, N, 1, (inertia(N, 1, 1, 1), cart))
    bodies = [box, _rod("pole", B, centre, pole, pole * half**2 / 3)]
    potential = pole * g * centre.pos_from(O).dot(N.z)
    return Hand(N, bodies, [(centre, -pole * g * N.z), (cart, -g * N.z)], q, u, potential)


def spatial_arm():
    """A turning column, a hinged rod on it and a mass that slides on a spring along the rod."""
    g, rod, mass, stiffness, length = real("g", "rod", "mass", "stiffness", "length")
    q, u = dynamicsymbols("q1:4"), dynamicsymbols("u1:4")
    N, O = ReferenceFrame("N"), Point("O")
    O.set_vel(N, 0)
    A = N.orientnew("A", "Axis", [q[0], N.z])
    B = A.orientnew("B", "Axis", [q[1], A.y])
    A.set_ang_vel(N, u[0] * N.z)
    B.set_ang_vel(A, u[1] * A.y)
    column = RigidBody("column", O, A, 1, (inertia(A, 1, 1, sympy.Rational(1, 2)), O))
    centre = O.locatenew("G", -length / 2 * B.z)
    centre.v2pt_theory(O, N, B)
    bead = O.locatenew("K", -(length / 2 + q[2]) * B.z)
    bead.set_vel(B, -u[2] * B.z)
    bead.v1pt_theory(O, N, B)
    small = RigidBody("bead", bead, B, mass, (inertia(B, 0, 0, 0), bead))
    bodies = [column, _rod("rod", B, centre, rod, rod * length**2 / 12), small]
    height = rod * g * centre.pos_from(O).dot(N.z) + mass * g * bead.pos_from(O).dot(N.z)
    loads = [
        (centre, -rod * g * N.z),
        (bead, -mass * g * N.z + stiffness * q[2] * B.z),
        (O, -g * N.z),
    ]
    return Hand(N, bodies, loads, q, u, height + stiffness * q[2] ** 2 / 2)


SPATIAL_ARM = {
    "name": "column, rod and bead",
    "parameters": {"length": 1.2, "rod": 0.8, "mass": 0.5, "stiffness": 30.0},
    "bodies": {
        "column": {"joint": {"revolute": "z"}, "mass": 1, "inertia": [1, 1, 0.5]},
        "rod": {
            "parent": "column",
            "joint": {"revolute": "y"},
            "mass": "rod",
            "com": [0, 0, "-length/2"],
            "inertia": ["rod*length^2/12", "rod*length^2/12", 0],
        },
        "bead": {
            "parent": "rod",
            "at": [0, 0, "-length/2"],
            "joint": {"prismatic": "-z", "stiffness": "stiffness"},
            "mass": "mass",
            "inertia": [0, 0, 0],
        },
    },
}
