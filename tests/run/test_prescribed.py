"""Joints whose motion is prescribed: position, rate, acceleration, and the effort it takes."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pelagos as pl
from pelagos.model import Robot
from tests.dressed import DRIVABLE, dressed_robot, driven_speeds, released
from tests.trees import random_state
from tests.twins import rates, relative, seen

CASES = [(seed, bodies) for seed in range(12) for bodies in (1, 4, 9)]
T = 0.7


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_the_effort_makes_the_free_joint_move_alike(seed, bodies):
    """The effort found at a prescribed joint, applied to the joint set free, moves it alike."""
    robot = dressed_robot(seed, bodies, spatial=seed % 3 == 0)
    driven = driven_speeds(robot)
    q, u = random_state(robot, seed)
    facts = seen(robot, q, u, T)
    nq, nv = len(q), len(u)
    udot = facts.dx[0, nq : nq + nv]
    tau = np.zeros(nv)
    actuation = dict(zip(robot.actuators, facts.actuation[0], strict=True))
    for name, speed in driven.items():
        tau[speed] = actuation[name]
    assert relative(pl.acceleration(released(robot), q, u, tau, T), udot) < 1e-11
    # and inverse dynamics asks for the same effort
    efforts = pl.inverse_dynamics(robot, q, u, udot, T)
    assert relative(efforts, tau) < 1e-11


def test_the_cases_prescribe_every_kind_of_joint():
    robots = [dressed_robot(*case) for case in CASES]
    kinds = {
        robot.bodies[actuator.law.joint].joint.kind
        for robot in robots
        for actuator in robot.actuators.values()
        if actuator.kind == "motion"
    }
    assert kinds == set(DRIVABLE)


@pytest.mark.parametrize("integrator", ["dopri5", "rk4", "kutta-merson", "semi-implicit", "radau"])
def test_prescribed_joints_follow_their_signal_exactly(integrator):
    """Position, rate and acceleration are the signal's, whatever the integrator's error."""
    body = {"mass": 1.0, "com": [0.2, 0.1, 0.0], "inertia": [1, 1, 1]}
    robot = Robot(
        name="driven",
        bodies={
            "base": {**body, "joint": {"prismatic": "x"}},
            "arm": {**body, "parent": "base", "joint": {"revolute": "y"}},
        },
        actuators={
            "move": {"motion": {"joint": "base", "input": "0.3*sin(2*t) + t^3"}},
        },
    )
    run = pl.simulate(robot, duration=1.0, integrator=integrator, step=0.02, every=0.1)
    t = run.arrays["time"]
    base = robot.coordinates.index("base")
    expected = {
        "q": 0.3 * np.sin(2 * t) + t**3,
        "u": 0.6 * np.cos(2 * t) + 3 * t**2,
        "udot": -1.2 * np.sin(2 * t) + 6 * t,
    }
    for name, values in expected.items():
        np.testing.assert_allclose(run.arrays[name][:, base], values, rtol=0, atol=1e-14)
    np.testing.assert_allclose(run.arrays["position"][:, 0, 0], expected["q"], rtol=0, atol=1e-14)


def test_a_bead_on_a_rod_that_turns_evenly():
    """r'' = w^2 r: r0 cosh(w t), and the motor takes the Coriolis moment 2 m r r' w."""
    w, r0, m = 1.3, 0.2, 0.5
    robot = Robot(
        name="bead",
        gravity=[0, 0, 0],
        bodies={
            "rod": {"joint": {"revolute": "z"}, "mass": 1.0, "inertia": [1, 1, 1]},
            "bead": {
                "parent": "rod",
                "joint": {"prismatic": "x"},
                "mass": m,
                "inertia": [0.1, 0.1, 0.1],
            },
        },
        actuators={"spin": {"motion": {"joint": "rod", "input": f"{w}*t"}}},
        initial={"bead": {"position": r0}},
    )
    run = pl.simulate(robot, duration=2.0, rtol=1e-11, atol=1e-12, every=0.1)
    t = run.arrays["time"]
    r, rate = r0 * np.cosh(w * t), r0 * w * np.sinh(w * t)
    np.testing.assert_allclose(run.arrays["q"][:, 1], r, rtol=1e-9)
    np.testing.assert_allclose(run.arrays["u"][:, 1], rate, rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(run.arrays["actuation"][:, 0], 2 * m * r * rate * w, atol=1e-8)
    # all the energy gained was put in by the motor
    energy = run.arrays["kinetic_energy"]
    np.testing.assert_allclose(energy - energy[0], run.arrays["work"], rtol=0, atol=1e-9)


def test_a_motion_replaces_a_rotor_and_a_spring_at_its_joint():
    """The motor of a prescribed joint also turns the rotor and works against the spring there."""
    robot = Robot(
        name="stiff",
        gravity=[0, 0, 0],
        bodies={
            "wheel": {
                "joint": {"revolute": "z", "stiffness": 3.0, "damping": 0.2, "armature": 0.5},
                "mass": 1.0,
                "inertia": [1, 1, 2],
            }
        },
        actuators={"turn": {"motion": {"joint": "wheel", "input": "sin(2*t)"}}},
    )
    s, c = math.sin(2 * T), math.cos(2 * T)
    (effort,) = seen(robot, [s], [2 * c], T).actuation[0]
    assert effort == pytest.approx(2.5 * -4 * s + 3.0 * s + 0.2 * 2 * c, rel=1e-14)
    _, _, power = rates(robot, [s], [2 * c], T)
    # the spring's share is stored, not work
    assert power == pytest.approx((effort - 0.2 * 2 * c) * 2 * c, rel=1e-13)
