"""Steps of the methods: identities between them that none of the methods used to find them."""

from __future__ import annotations

import pytest
import sympy

import pelagos as pl
from pelagos.errors import PelagosError
from pelagos.symbolic import equations_of_motion
from pelagos.symbolic.steps import written
from tests.symbolic.mechanics import assert_equal, real

METHODS = ["newton-euler", "kane", "moving-frame", "udwadia-kalaba"]
RAISED = {  # a prescribed turntable, a tilted hinge, a slider; axes that are not the joints' own
    "name": "raised arm",
    "parameters": {"m": 2.0, "l": 0.7},
    "bodies": {
        "table": {"joint": {"revolute": "z"}, "mass": 3, "inertia": [1, 1, 2]},
        "arm": {
            "parent": "table",
            "at": {"position": [0.2, 0, 0.5], "rpy": [0, "30 deg", 0]},
            "joint": {"revolute": "x"},
            "mass": "m",
            "com": [0, "l/2", 0],
            "inertia": ["m*l^2/12", "m*l^2/24", "m*l^2/12"],
        },
        "hand": {
            "parent": "arm",
            "at": [0, "l", 0],
            "joint": {"prismatic": "y", "armature": 0.1},
            "mass": 0.5,
            "inertia": [0.01, 0.02, 0.03],
        },
    },
    "actuators": {"turn": {"motion": {"joint": "table", "input": "0.3*t + 0.1*sin(t)"}}},
}


@pytest.fixture(scope="module")
def found():
    """One robot by three methods, with all their steps."""
    robot = pl.Robot(**RAISED)
    return {m: equations_of_motion(robot, method=m, steps=True) for m in METHODS[:3]}


def of(equations, letter):
    return [step.value for step in equations.steps if step.letter == letter]


def rate(matrix, e):
    """d/dt by the chain rule."""
    total = sympy.zeros(*matrix.shape)
    for q, qdot in zip(e.coordinates, e.kinematics, strict=True):
        total += matrix.diff(q) * qdot
    return total


def test_bdot_is_the_rate_of_b_and_columns_are_partial_velocities(found):
    e, kane = found["moving-frame"], found["kane"]
    (B,), (Bdot,) = of(e, "B"), of(e, "Bdot")
    u = sympy.Matrix(e.speeds)
    assert_equal(Bdot, rate(B, e))
    X = sympy.Matrix.vstack(*of(found["newton-euler"], "v"))
    assert_equal(B * u, X)
    for b, V in enumerate(of(kane, "V_r")):
        assert V.cols == b  # the turntable is prescribed
        for column, speed in enumerate(e.speeds[1 : 1 + b]):
            assert_equal(V[:, column], X[6 * b : 6 * b + 6, :].diff(speed))


def test_connections_are_rotations_and_give_omega(found):
    """E^-1 dE/dt of a joint, carried along, is the velocity of the body."""
    e = found["moving-frame"]
    outer = sympy.zeros(4, 4)
    for E, V in zip(of(e, "E"), of(found["newton-euler"], "v"), strict=True):
        assert_equal(E[:3, :3].T * E[:3, :3], sympy.eye(3))
        omega = E.inv() * outer * E + E.inv() * rate(E, e)
        v, w = omega[:3, 3], sympy.Matrix([omega[2, 1], omega[0, 2], omega[1, 0]])
        assert_equal(sympy.Matrix.vstack(v, w), V)
        outer = omega


def test_star_matrices_are_products(found):
    e = found["moving-frame"]
    (B,), (Bdot,), (Q,) = of(e, "B"), of(e, "Bdot"), of(e, "Q")
    M, D = sympy.diag(*of(e, "M")), sympy.diag(*of(e, "D"))
    rotors = sympy.diag(0, 0, sympy.Rational(1, 10))
    assert_equal(of(e, "M*")[0], B.T * M * B + rotors)
    assert_equal(of(e, "N*")[0], B.T * (M * Bdot + D * M * B))
    assert_equal(of(e, "F*")[0], B.T * Q)


def test_kanes_forces_are_sums_over_bodies(found):
    e = found["kane"]
    active, inertia = sympy.zeros(2, 1), sympy.zeros(2, 1)
    for V, W, R in zip(of(e, "V_r"), of(e, "W"), of(e, "R*"), strict=True):
        count = V.cols
        active[:count, :] += V.T * W
        inertia[:count, :] += V.T * R
    inertia[1] -= sympy.Rational(1, 10) * e.accelerations[2]
    assert_equal(of(e, "F_r")[0], active)
    assert_equal(of(e, "F*_r")[0], inertia)
    udot = sympy.Matrix(e.accelerations[1:])
    assert_equal(of(e, "F_r")[0] + of(e, "F*_r")[0], e.forcing - e.mass_matrix * udot)


def test_newton_euler_balances_every_body(found):
    """Force in the joint, less what children take, weight, and mass times acceleration."""
    e, frames = found["newton-euler"], found["moving-frame"]
    needed, W, f = of(e, "N"), of(e, "W"), of(e, "f")[::-1]
    for b in range(3):
        carried = sympy.zeros(6, 1)
        if b < 2:
            E = of(frames, "E")[b + 1]
            R, p = E[:3, :3], E[:3, 3]
            force = R * f[b + 1][:3, :]
            carried = sympy.Matrix.vstack(force, R * f[b + 1][3:, :] + p.cross(force))
        assert_equal(f[b] - carried + W[b], needed[b])
    for v, a in zip(of(e, "v"), of(e, "a"), strict=True):
        total = rate(v, e)
        for u, udot in zip(e.speeds, e.accelerations, strict=True):
            total += v.diff(u) * udot
        assert_equal(a, total)


def test_pseudo_inverse_of_the_cart_pole():
    """Penrose's conditions, and the motion that follows from the forces."""
    e = equations_of_motion("cart-pole", method="udwadia-kalaba", steps=True)
    (G,), (plus,), (a_u,), (f,) = (of(e, letter) for letter in ("G", "G^+", "a_u", "f"))
    assert_equal(G * plus * G, G)
    assert_equal(plus * G * plus, plus)
    assert_equal((G * plus).T, G * plus)
    rows = [e.rows.index(name.split()[0]) + int(name.split()[1]) - 1 for name in e.steps[1].rows]
    entries = [e.unknowns.index(name) for name in e.steps[0].rows]
    M, A = e.mass_matrix.extract(entries, entries), e.jacobian.extract(rows, entries)
    assert_equal(M * a_u, e.forcing.extract(entries, [0]))
    assert_equal(A * (a_u + M.inv() * A.T * f), e.target.extract(rows, [0]))


def test_a_hinge_force_is_the_textbooks():
    """A rod let go: along it m (g cos + l u^2/2), across it m g sin/4 (hand calculation)."""
    e = equations_of_motion("pendulum", method="udwadia-kalaba", steps=True)
    g, l, m, q, u, motor = real("g", "length", "mass", "q_rod", "u_rod", "motor")
    (f,) = of(e, "f")
    found = sorted((x.subs(motor, 0) for x in f), key=lambda x: x.has(u))
    across, along = m * g * sympy.sin(q) / 4, m * (g * sympy.cos(q) + l * u**2 / 2)
    assert_equal([found[0] ** 2, found[1]], [across**2, along])


@pytest.mark.parametrize("method", METHODS)
def test_text_and_latex_show_them(method):
    e = equations_of_motion("pendulum", method=method, steps=True)
    text, latex = e.text(), e.latex()
    for step in e.steps:
        assert step.meaning in text
        assert f"% {step.meaning}" in latex
    assert latex.count(r"\[") == latex.count(r"\]")
    assert latex.count("{") == latex.count("}")


def test_long_steps_are_left_out_unless_asked_for(monkeypatch):
    monkeypatch.setattr(written, "SHORT", 5)
    e = equations_of_motion("pendulum", method="kane", steps=None)
    assert not e.steps
    assert "steps of kane left out" in e.text()
    monkeypatch.setattr(written, "LONGEST", 6)
    with pytest.raises(PelagosError, match=r"steps of pendulum have \d+ terms"):
        equations_of_motion("pendulum", method="kane", steps=True)


def test_wrong_steps_are_not_returned(monkeypatch):
    """A writer that drops a factor is found out."""
    sound = written.written
    monkeypatch.setattr(
        written,
        "written",
        lambda raw, matrix: tuple(
            type(s)(**{**vars(s), "value": s.value * 2}) if s.letter == "F_r" else s
            for s in sound(raw, matrix)
        ),
    )
    with pytest.raises(PelagosError, match=r"step F_r .* differs from the numbers"):
        equations_of_motion("pendulum", method="kane", steps=True)
