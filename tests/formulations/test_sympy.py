"""A chain of three links in three dimensions against SymPy's own Kane method."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
import sympy
from sympy.physics import mechanics as me

import pelagos as pl
from tests.trees import random_state

# joint axis, joint in the parent, mass, mass centre, moments and products of inertia about it
LINKS = {
    "base": (
        "z",
        (0.1, -0.2, 0.3),
        1.3,
        (0.05, 0.1, -0.02),
        (0.03, 0.04, 0.05, 0.004, -0.003, 0.002),
    ),
    "middle": (
        "y",
        (0.0, 0.4, 0.1),
        0.9,
        (0.2, 0.0, 0.03),
        (0.02, 0.03, 0.025, -0.001, 0.002, 0.003),
    ),
    "tip": ("x", (0.5, 0.0, -0.1), 0.6, (0.1, 0.15, 0.0), (0.01, 0.012, 0.015, 0.001, 0.0, -0.002)),
}
GRAVITY = (1.0, -2.0, -9.0)


def robot():
    bodies, parent = {}, "world"
    for name, (axis, at, mass, com, inertia) in LINKS.items():
        bodies[name] = {
            "parent": parent, "at": list(at), "joint": {"revolute": axis},
            "mass": mass, "com": list(com), "inertia": list(inertia),
        }  # fmt: skip
        parent = name
    return pl.Robot(name="three links", gravity=list(GRAVITY), bodies=bodies)


@cache
def kanes_method():
    """Mass matrix and forcing of u as functions of (q, u)."""
    q, u = me.dynamicsymbols("q:3"), me.dynamicsymbols("u:3")
    N = frame = me.ReferenceFrame("N")
    point = me.Point("O")
    point.set_vel(N, 0)
    bodies, loads = [], []
    for k, (name, (axis, at, mass, com, inertia)) in enumerate(LINKS.items()):
        outer, along = frame, getattr(frame, axis)
        frame = outer.orientnew(name, "Axis", (q[k], along))
        frame.set_ang_vel(outer, u[k] * along)
        hinge = point.locatenew(f"{name} hinge", _vector(outer, at))
        hinge.v2pt_theory(point, N, outer)
        centre = hinge.locatenew(f"{name} centre", _vector(frame, com))
        centre.v2pt_theory(hinge, N, frame)
        xx, yy, zz, xy, xz, yz = inertia
        about = me.inertia(frame, xx, yy, zz, xy, yz, xz)
        bodies.append(me.RigidBody(name, centre, frame, mass, (about, centre)))
        loads.append((centre, mass * _vector(N, GRAVITY)))
        point = hinge
    rates = [x.diff(me.dynamicsymbols._t) - y for x, y in zip(q, u, strict=True)]
    method = me.KanesMethod(N, q, u, kd_eqs=rates)
    method.kanes_equations(bodies, loads)
    arguments = [*q, *u]
    return sympy.lambdify(arguments, [method.mass_matrix, method.forcing], cse=True)


def _vector(frame, components):
    return sum((c * e for c, e in zip(components, frame, strict=True)), me.Vector(0))


@pytest.mark.parametrize("method", ["newton-euler", "kane", "moving-frame", "udwadia-kalaba"])
def test_accelerations(method):
    chain = robot()
    for seed in range(5):
        q, u = random_state(chain, seed)
        mass, forcing = (np.array(x, dtype=float) for x in kanes_method()(*q, *u))
        theirs = np.linalg.solve(mass, forcing)[:, 0]
        ours = pl.acceleration(chain, q, u, method=method)
        np.testing.assert_allclose(ours, theirs, rtol=1e-11, atol=1e-11)


def test_generalised_forces():
    """Mass matrix and active less remaining inertia forces, entry by entry."""
    chain = robot()
    q, u = random_state(chain, 9)
    mass, forcing = (np.array(x, dtype=float) for x in kanes_method()(*q, *u))
    found = pl.kane(chain, q, u)
    np.testing.assert_allclose(found.mass, mass, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(found.active_forces - found.remainder, forcing[:, 0], rtol=1e-11)
