"""The arm of Kane and Levinson 1985, exercise 3.15: Lagrange's equations from position vectors.

Nothing of the model file is read but its parameters. Abdelaziz et al. 2004, section 3.1: A turns
about a vertical axis fixed in N; at P, B turns relative to A about a horizontal axis perpendicular
to the axis of A; C slides on B and holds D. Unit vectors as in the textbook: 1 is up, 3 runs
along A from O to A* and P, 2 is the axis of B. SymPy differentiates the vectors, written in axes of
N. Coordinates (Q3, Q1, Q2): hub, beam, slider.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import sympy
from sympy.physics import mechanics as me

# g, LA ... k6 and the targets are those of the model file; moments of inertia stand here once more
A1, A2, A3 = 11, 8, 8
MOMENTS = {
    "A": sympy.diag(A1, A2, A3),
    "B": sympy.diag(7, 6, 2),
    "C": sympy.diag(5, 4, 1),
    "D": sympy.Matrix([[2, 0.3, -0.5], [0.3, 2.5, 0.35], [-0.5, 0.35, 1.5]]),
}


def turned(axis: int, angle) -> sympy.Matrix:
    """Right-handed rotation about axis 1 or 2: its columns are the turned unit vectors."""
    c, s = sympy.cos(angle), sympy.sin(angle)
    if axis == 1:
        return sympy.Matrix([[1, 0, 0], [0, c, -s], [0, s, c]])
    return sympy.Matrix([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def places(P, q) -> dict[str, tuple[sympy.Matrix, sympy.Matrix]]:
    """By body: its axes and the position of its mass centre from O, in axes of N."""
    Q3, Q1, Q2 = q
    in_A = turned(1, Q3)
    in_B = in_A * turned(2, Q1)
    a3, b3 = in_A[:, 2], in_B[:, 2]
    B = P["LP"] * a3 + P["LB"] * b3
    C = B + Q2 * b3
    D = C + in_B * sympy.Matrix([P["p1"], P["p2"], P["p3"]])
    return {"A": (in_A, P["LA"] * a3), "B": (in_B, B), "C": (in_B, C), "D": (in_B, D)}


@cache
def lagrangian(parameters: tuple[tuple[str, float], ...]):
    """q, rates, kinetic and potential energy."""
    P = dict(parameters)
    q = me.dynamicsymbols("q:3")
    rates = [x.diff() for x in q]
    K = V = sympy.Integer(0)
    for body, (axes, position) in places(P, q).items():
        velocity = position.diff(me.dynamicsymbols._t)
        spin = sympy.simplify(axes.T * axes.diff(me.dynamicsymbols._t))  # skew, in body axes
        w = sympy.Matrix([spin[2, 1], spin[0, 2], spin[1, 0]])
        K += (P[f"m{body}"] * velocity.dot(velocity) + w.dot(MOMENTS[body] * w)) / 2
        V += P[f"m{body}"] * P["g"] * position[0]
    return q, rates, K, V


@cache
def energies(parameters: tuple[tuple[str, float], ...]):
    """(K, V) as a function of (q, u)."""
    q, rates, K, V = lagrangian(parameters)
    u = sympy.symbols("u:3")
    return sympy.lambdify([*q, *u], [K.subs(dict(zip(rates, u, strict=True))), V], cse=True)


@cache
def equations(parameters: tuple[tuple[str, float], ...]):
    """Mass matrix and forcing without the motors, as a function of (q, u)."""
    q, rates, K, V = lagrangian(parameters)
    method = me.LagrangesMethod(K - V, q)
    method.form_lagranges_equations()
    u = sympy.symbols("u:3")
    plain = [x.subs(dict(zip(rates, u, strict=True))) for x in (method.mass_matrix, method.forcing)]
    return sympy.lambdify([*q, *u], plain, cse=True)


def mass_matrix(P, q):
    return np.array(equations(tuple(P.items()))(*q, 0, 0, 0)[0], dtype=float)


def accelerations(P, q, u, tau):
    mass, forcing = equations(tuple(P.items()))(*q, *u)
    return np.linalg.solve(np.array(mass, dtype=float), np.array(forcing, float)[:, 0] + tau)


def control(P, q, u):
    """T1, T2, F3: position and rate fed back; the weight is the slope of V."""
    Q3, Q1, Q2 = q
    along = P["mB"] * P["LB"] + P["mC"] * (P["LB"] + Q2) + P["mD"] * (P["LB"] + Q2 + P["p3"])
    weight = P["g"] * (along * np.cos(Q1) - P["mD"] * P["p1"] * np.sin(Q1))
    return np.array(
        [
            -P["k1"] * (Q3 - P["Q3t"]) - P["k2"] * u[0],
            -P["k3"] * (Q1 - P["Q1t"]) - P["k4"] * u[1] + weight,
            -P["k5"] * (Q2 - P["Q2t"]) - P["k6"] * u[2] + P["g"] * (P["mC"] + P["mD"]) * np.sin(Q1),
        ]
    )


def textbook_energies(P, q, u):
    """K and V in closed form, as in exercise 10.10, by speeds of the mass centres along axes of B.

    A third way, without derivatives: radii from the vertical axis, LA, LP + LB cos Q1 .., by u1.
    """
    _, Q1, Q2 = q
    u1, u2, u3 = u
    c, s = np.cos(Q1), np.sin(Q1)
    w = np.array([u1 * c, u2, u1 * s])  # of B, C and D along b1, b2, b3
    way = P["LB"] + Q2
    beyond = way + P["p3"]
    v_B = (P["LB"] * u2, -(P["LP"] + P["LB"] * c) * u1)
    v_C = (way * u2, -(P["LP"] + way * c) * u1, u3)
    v_D = (
        beyond * u2 - P["p2"] * s * u1,
        -(P["LP"] + beyond * c - P["p1"] * s) * u1,
        P["p2"] * c * u1 - P["p1"] * u2 + u3,
    )
    twice = A1 * u1**2 + P["mA"] * (P["LA"] * u1) ** 2
    for body, v in (("B", v_B), ("C", v_C), ("D", v_D)):
        twice += P[f"m{body}"] * np.dot(v, v) + w @ np.array(MOMENTS[body], dtype=float) @ w
    along = P["mB"] * P["LB"] + P["mC"] * way + P["mD"] * beyond
    return twice / 2, P["g"] * (along * s + P["mD"] * P["p1"] * c)
