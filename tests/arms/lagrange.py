"""The arm of Kane and Levinson 1985 by SymPy, from its energies in closed form.

Coordinates (Q3, Q1, Q2): hub, beam, slider. Axes 1, 2, 3 of the beam as in the textbook.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import sympy
from sympy.physics import mechanics as me

# g, LA ... k6 and the targets are those of the model file; moments of inertia stand here once more
MOMENTS = {"A1": 11, "B": (7, 6, 2), "C": (5, 4, 1), "D": (2, 2.5, 1.5)}
D12, D23, D31 = 0.3, 0.35, -0.5


def energies(P, q, rates):
    """K and V by the velocities of the mass centres in axes of the beam."""
    _, q1, q2 = q
    s, r1, r2 = rates
    c1, s1 = sympy.cos(q1), sympy.sin(q1)
    w1, w2, w3 = s * c1, r1, s * s1
    reach = P["LB"] + q2
    v_C = (reach * w2, -reach * w1, r2)
    p1, p2, p3 = P["p1"], P["p2"], P["p3"]
    v_D = (v_C[0] + w2 * p3 - w3 * p2, v_C[1] + w3 * p1 - w1 * p3, v_C[2] + w1 * p2 - w2 * p1)
    twice = MOMENTS["A1"] * s**2 + P["mB"] * P["LB"] ** 2 * (w1**2 + w2**2)
    twice += P["mC"] * sum(v**2 for v in v_C) + P["mD"] * sum(v**2 for v in v_D)
    for body in "BCD":
        twice += sum(J * w**2 for J, w in zip(MOMENTS[body], (w1, w2, w3), strict=True))
    twice += 2 * (D12 * w1 * w2 + D23 * w2 * w3 + D31 * w3 * w1)
    along = P["mB"] * P["LB"] + P["mC"] * reach + P["mD"] * (reach + p3)
    return twice / 2, P["g"] * (along * s1 + P["mD"] * p1 * c1)


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


@cache
def equations(parameters: tuple[tuple[str, float], ...]):
    """Mass matrix and forcing without the motors, as a function of (q, u)."""
    q = me.dynamicsymbols("q:3")
    rates = [x.diff() for x in q]
    K, V = energies(dict(parameters), q, rates)
    method = me.LagrangesMethod(K - V, q)
    method.form_lagranges_equations()
    u = sympy.symbols("u:3")
    plain = [x.subs(dict(zip(rates, u, strict=True))) for x in (method.mass_matrix, method.forcing)]
    return sympy.lambdify([*q, *u], plain, cse=True)


def accelerations(P, q, u, tau):
    mass, forcing = equations(tuple(P.items()))(*q, *u)
    return np.linalg.solve(np.array(mass, dtype=float), np.array(forcing, float)[:, 0] + tau)
