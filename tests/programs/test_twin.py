"""Programs against the plain-Python run of the same equations: same numbers."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.elements.actuator.force import BodyForce
from pelagos.elements.actuator.motor import MotorEffort
from pelagos.elements.actuator.servo import ServoEffort
from pelagos.elements.actuator.torque import BodyTorque
from pelagos.equations import mechanism as mech
from pelagos.equations import newton_euler
from pelagos.joints.table import KINDS
from pelagos.language.expressions import evaluate
from pelagos.march.engine import engine_of
from pelagos.mechanism.robot import compile_robot
from pelagos.mechanism.tree import KIND
from pelagos.tape.machine.lanes import WIDTH
from tests.dressed import dressed_robot
from tests.signals import EDGES, POINTS, SIGNALS, robot_with
from tests.trees import random_state
from tests.twins import energies, rates, relative, seen, twin

pytestmark = pytest.mark.usefixtures("asked_once")

# Two orders of the same sums: rounding, grown by the condition of some tens of bodies.
ROUNDING = 1e-12
CASES = [(seed, n) for n, seeds in ((1, 12), (3, 12), (8, 8), (20, 3)) for seed in range(seeds)]
T = 0.3


def case(seed, bodies):
    robot = dressed_robot(seed, bodies, spatial=seed % 3 == 0)
    q, u = random_state(robot, seed)
    return robot, twin(robot), q, u


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_forward_dynamics(seed, bodies):
    robot, m, q, u = case(seed, bodies)
    tau = np.random.default_rng(seed).normal(size=len(u))
    ours = pl.acceleration(robot, q, u, tau, T)
    assert relative(ours, newton_euler.forward_dynamics(m, T, q, u, tau.tolist())) < ROUNDING


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_inverse_dynamics(seed, bodies):
    robot, m, q, u = case(seed, bodies)
    udot = np.random.default_rng(seed).normal(size=len(u))
    ours = pl.inverse_dynamics(robot, q, u, udot, T)
    assert relative(ours, newton_euler.inverse_dynamics(m, T, q, u, udot.tolist())) < ROUNDING


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_kinematics_and_energies(seed, bodies):
    robot, m, q, u = case(seed, bodies)
    facts, known = seen(robot, q, u, T), mech.given(m, T, q.tolist(), u.tolist())
    carried, _ = newton_euler.outward_sweep(known)
    assert relative(facts.x[0, : len(q)], known.q) < ROUNDING
    assert relative(facts.poses[0], [[*pose] for pose in known.world]) < ROUNDING
    assert relative(facts.velocities[0], [[*body.velocity] for body in carried]) < ROUNDING
    assert relative(facts.totals[0, :2], energies(m, T, q.tolist(), u.tolist())) < ROUNDING
    q_rate = mech.coordinate_rates(m, known.q, known.u)
    assert relative(rates(robot, q, u, T)[0], q_rate) < ROUNDING


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_actuation(seed, bodies):
    """What each actuator does: effort at a joint, input of a wrench, effort of a motion."""
    robot, m, q, u = case(seed, bodies)
    found = dict(zip(robot.actuators, seen(robot, q, u, T).actuation[0], strict=True))
    known = mech.given(m, T, q.tolist(), u.tolist())
    motions = {name: a for name, a in robot.actuators.items() if a.kind == "motion"}
    pairs = list(zip(m.elements, known.outputs, strict=True))
    efforts = [out[0] for e, out in pairs if isinstance(e, MotorEffort | ServoEffort)]
    wrenches = [known.signals[e.channel] for e, _ in pairs if isinstance(e, BodyForce | BodyTorque)]
    kinds = {name: a.kind for name, a in robot.actuators.items()}
    ours = [found[name] for name, kind in kinds.items() if kind in ("motor", "servo")]
    assert relative(ours, efforts) < ROUNDING
    ours = [found[name] for name, kind in kinds.items() if kind in ("force", "torque")]
    assert relative(ours, wrenches) < ROUNDING
    udot = pl.acceleration(robot, q, u, None, T)
    taken = newton_euler.inverse_dynamics(m, T, q, u, udot.tolist())
    speeds = {name: robot.speeds.index(label_of(a)) for name, a in motions.items()}
    assert relative([found[n] for n in motions], [taken[speeds[n]] for n in motions]) < ROUNDING


def label_of(actuator):
    """The speed that a motion drives."""
    law = actuator.law
    return law.joint if law.dof is None else f"{law.joint}.{law.dof}"


def test_the_cases_meet_every_joint():
    trees = [compile_robot(case(*one)[0]).tree for one in CASES]
    assert {int(code) for tree in trees for code in tree[:, KIND]} == set(range(len(KINDS)))


@pytest.mark.parametrize("count", [1, max(1, WIDTH - 1), WIDTH, WIDTH + 1, 3 * WIDTH + 2])
def test_lanes_do_not_change_a_bit(count):
    """A state gives the same bits alone and beside others, in whatever lane."""
    robot = dressed_robot(5, 9)
    states = [random_state(robot, seed) for seed in range(count)]
    q, u = (np.array(part) for part in zip(*states, strict=True))
    tau = np.random.default_rng(1).normal(size=u.shape)
    together = pl.acceleration(robot, q, u, tau, T)
    efforts = pl.inverse_dynamics(robot, q, u, together, T)
    for i in range(count):
        np.testing.assert_array_equal(pl.acceleration(robot, q[i], u[i], tau[i], T), together[i])
        alone = pl.inverse_dynamics(robot, q[i], u[i], together[i], T)
        np.testing.assert_array_equal(alone, efforts[i])


@pytest.mark.parametrize("t", sorted({t for t, _, _ in (*POINTS, *EDGES)}))
def test_every_signal_in_lanes(t):
    """All operations and tables in one robot, many states at once, each as the tree says."""
    robot = robot_with({f"s{i}": signal for i, signal in enumerate(SIGNALS)})
    states = [(q, u) for _, q, u in (*POINTS, *EDGES)]
    rows = np.array([[*q, *u, 0.0] for q, u in states])
    found = engine_of(robot).observe(np.full(len(rows), t), rows, 0).actuation
    for (q, u), row in zip(states, found, strict=True):
        here, there = (dict(zip("ab", x, strict=True)) for x in (q, u))
        for actuator, ours in zip(robot.actuators.values(), row.tolist(), strict=True):
            exact = evaluate(actuator.input.node, t, here, there, robot.parameters)
            # angles grow with t, and with them what their rounding leaves of sines
            near = pytest.approx(exact, rel=4e-15, abs=4e-15 * max(1.0, t), nan_ok=True)
            assert ours == near, actuator.input
