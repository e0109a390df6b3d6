"""The plain-Python evaluation on floats, dual numbers and symbols."""

from __future__ import annotations

import numpy as np
import pytest
import sympy

from pelagos.elements.actuator.motor import MotorEffort
from pelagos.equations import mechanism as mech
from pelagos.equations import newton_euler
from pelagos.joints.table import BY_WORD
from pelagos.mathematics.algebra import Mat3, Sym3, Vec3
from pelagos.mathematics.dual import Dual
from pelagos.mathematics.inertia import Inertia, Pose
from tests.dressed import dressed_robot
from tests.trees import random_state
from tests.twins import along, energies, relative, slope, twin

SEEDS = range(8)


def double_pendulum(m1, m2, l1, l2, g):
    """Point masses on massless rods; z of every frame along the hinge, x along the hanging rod."""
    hinge = BY_WORD["revolute"]
    links = []
    for k, (name, mass, length, at) in enumerate([("one", m1, l1, 0.0), ("two", m2, l2, l1)]):
        com = Vec3(length, 0.0, 0.0)
        links.append(
            mech.Link(
                name=name,
                joint=hinge,
                parent=None if k == 0 else k - 1,
                placement=Pose(Mat3.identity(), Vec3(at, 0.0, 0.0)),
                inertia=Inertia.rigid(mass, com, Sym3.zero()),
                mass=mass,
                moment=mass * com,
                q=slice(k, k + 1),
                u=slice(k, k + 1),
                driven=False,
            )
        )
    nothing = {"elements": (), "driven": ()}
    program = {"instructions": (), "values": (), "tables": (), "channels": ()}
    return mech.Mechanism(
        links=tuple(links), gravity=Vec3(g, 0.0, 0.0), rotor=(0.0, 0.0), **nothing, **program
    )


def lagrange(m1, m2, l1, l2, g, q, u, udot):
    """Generalised efforts of the double pendulum from its Lagrangian (relative angles)."""
    q1, q2 = q
    a1, a2 = q1, q1 + q2
    w1, w2 = u[0], u[0] + u[1]
    T = m1 * (l1 * w1) ** 2 / 2 + m2 / 2 * (
        (l1 * w1) ** 2 + (l2 * w2) ** 2 + 2 * l1 * l2 * w1 * w2 * sympy.cos(a1 - a2)
    )
    V = -m1 * g * l1 * sympy.cos(a1) - m2 * g * (l1 * sympy.cos(a1) + l2 * sympy.cos(a2))
    efforts = []
    for x, rate in zip(q, u, strict=True):
        p = sympy.diff(T, rate)
        p_rate = sum(sympy.diff(p, y) * dy for y, dy in zip([*q, *u], [*u, *udot], strict=True))
        efforts.append(p_rate - sympy.diff(T - V, x))
    return efforts


def test_symbols_give_lagranges_equations():
    constants = sympy.symbols("m1 m2 l1 l2 g", positive=True)
    q, u, udot = (sympy.symbols(f"{x}1 {x}2", real=True) for x in ("q", "u", "a"))
    m = double_pendulum(*constants)
    efforts = newton_euler.inverse_dynamics(m, 0.0, q, u, udot)
    for ours, theirs in zip(efforts, lagrange(*constants, q, u, udot), strict=True):
        assert sympy.simplify(ours - theirs) == 0
    # forward dynamics, put into Lagrange's equations, needs no effort
    found = newton_euler.forward_dynamics(m, 0.0, q, u)
    numbers = dict(zip([*constants, *q, *u], np.linspace(0.4, 1.9, 9), strict=True))
    left = lagrange(*constants, q, u, udot)
    solved = {a: f.subs(numbers) for a, f in zip(udot, found, strict=True)}
    assert max(abs(x.subs(numbers).subs(solved)) for x in left) < 1e-13


@pytest.mark.parametrize("seed", SEEDS)
def test_forward_is_the_inverse_of_inverse(seed):
    robot = dressed_robot(seed, 1 + 2 * seed, spatial=seed % 2 == 1)
    m, (q, u) = twin(robot), random_state(robot, seed)
    wanted = np.random.default_rng(seed).normal(size=len(u)).tolist()
    for _, speed, channel in m.driven:
        # at a prescribed joint the acceleration is given, the effort found
        wanted[speed] = mech.given(m, 0.3, q, u).signals[channel + 2]
    tau = newton_euler.inverse_dynamics(m, 0.3, q, u, wanted)
    for _, speed, _ in m.driven:
        tau[speed] = 0.0
    assert relative(newton_euler.forward_dynamics(m, 0.3, q, u, tau), wanted) < 1e-11


@pytest.mark.parametrize("seed", SEEDS)
def test_power_is_the_rate_of_energy(seed):
    """Without losses and actuators the total energy of the exact motion has no derivative."""
    robot = dressed_robot(
        seed, 1 + seed, losses=False, actuators=False, motions=False, spatial=seed % 2 == 1
    )
    m, (q, u) = twin(robot), random_state(robot, seed)
    q_rate = mech.coordinate_rates(m, q.tolist(), u.tolist())
    u_rate = newton_euler.forward_dynamics(m, 0.0, q.tolist(), u.tolist())
    T, V = energies(m, 0.0, along(q, q_rate), along(u, u_rate))
    assert slope(T) + slope(V) == pytest.approx(0.0, abs=1e-12 * (1.0 + abs(slope(T))))
    assert len(u) == 0 or abs(slope(T)) > 1e-3  # the parts do change


def test_nudges_act_like_inputs():
    """A nudge of an input channel has the slope that changing the signal's constant has."""
    robot = dressed_robot(2, 5, motions=False)
    m, (q, u) = twin(robot), random_state(robot, 2)
    channel = next(e for e in m.elements if isinstance(e, MotorEffort)).channel
    exact = newton_euler.forward_dynamics(m, 0.1, q, u, nudges={channel: Dual(0.0, np.ones(1))})
    h = 1e-3
    plus, minus = (
        newton_euler.forward_dynamics(m, 0.1, q, u, nudges={channel: s * h}) for s in (1, -1)
    )
    # linear in an unlimited motor's input: the difference quotient is exact
    slopes = (np.array(plus) - np.array(minus)) / (2 * h)
    assert relative([slope(a) for a in exact], slopes) < 1e-11
