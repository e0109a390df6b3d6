"""Published problems in MuJoCo, Exudyn and Pinocchio, as far as these can state them.

Each gives the error of the problem's first figure, its steps and its time. MuJoCo closes loops by
soft constraints and steps by RK4; Exudyn (`published_exudyn.py`) takes planar mechanisms by the
generalised alpha method; Pinocchio has no integrator: scipy's DOP853 marches its accelerations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from scipy.integrate import solve_ivp

import pelagos as pl
from benchmarks import peers
from pelagos.model import Robot
from pelagos.problems.rigid import (
    andrews_squeezer,
    bricard,
    free_top,
    heavy_top,
    n_four_bar,
    nasa_tumbling_brick,
    simple_pendulum,
)

Array = np.ndarray


@dataclass(frozen=True)
class PeerResult:
    """What a peer made of a problem."""

    error: float
    unit: str
    steps: int
    seconds: float
    method: str


@dataclass(frozen=True)
class Question:
    """A problem as a robot, times, and what its coordinates and speeds should give there."""

    robot: Robot
    times: Array
    value: Callable[[Array, Array], Array]  # of q (time, n) and u
    answer: Array
    unit: str
    step: float  # of methods with a fixed one

    def error(self, q: Array, u: Array) -> float:
        return float(np.abs(self.value(q, u) - self.answer).max())


# --- the questions --------------------------------------------------------------------------------


def _pendulum() -> Question:
    # no engine takes a body without any inertia: a share of 1e-14 is lost in rounding
    light = {"bodies.bar.inertia": [1e-14] * 3}
    robot = simple_pendulum.SimplePendulum.robot().with_values(light)
    times = np.arange(0, 10.01, 0.1)
    swing = simple_pendulum.angle_from_vertical(times, np.pi / 2)
    answer = np.stack([-np.sin(swing), -np.cos(swing)], axis=1)
    return Question(robot, times, lambda q, _: np.hstack([np.cos(q), np.sin(q)]), answer, "m", 1e-3)


def _free_top() -> Question:
    robot = free_top.FreeTop.robot()
    inertia = np.diag(np.array(robot.bodies["top"].inertia)).copy()
    times = np.arange(0, 20.01, 0.1)
    motion = free_top.FreeTopMotion(inertia, robot.initial_state()[1])
    return Question(robot, times, lambda _, u: u, motion.angular_velocity(times), "rad/s", 1e-3)


def _brick() -> Question:
    robot = nasa_tumbling_brick.NasaTumblingBrick.robot()
    printed = np.array(nasa_tumbling_brick.PRINTED)
    return Question(
        robot, printed[:, 0], lambda _, u: np.degrees(u[:, 3:]), printed[:, 1:], "deg/s", 1e-3
    )


def _heavy_top() -> Question:
    robot, times = heavy_top.HeavyTop.robot(), np.arange(0, 1.001, 0.02)
    answer = heavy_top.closed_form(robot, np.eye(3), robot.initial_state()[1], times)

    def axis(q: Array, _: Array) -> Array:
        return np.array([peers.quaternion_to_rotation(one)[:, 1] for one in q])

    return Question(robot, times, axis, answer, "", 1e-4)


def _four_bar() -> Question:
    thin, times = n_four_bar.linkage(2), np.arange(0, 10.01, 0.05)
    # about their own axes, which has no part in the motion
    robot = thin.with_values({f"bodies.{n}.inertia": [1e-3, 1 / 12, 1 / 12] for n in thin.order})
    answer = n_four_bar.angle_of_parallelogram(2, times)
    return Question(robot, times, lambda q, _: q[:, 0], answer, "rad", 1e-3)


def _andrews() -> Question:
    robot = andrews_squeezer.AndrewsSqueezer.robot()
    place = [robot.coordinates.index(name) for name in andrews_squeezer.BODIES]
    answer = np.array([andrews_squeezer.ANGLES])
    return Question(robot, np.array([0.03]), lambda q, _: q[:, place], answer, "rad", 1e-6)


def _bricard() -> Question:
    robot, times = bricard.Bricard.robot(), np.arange(0, 10.01, 0.1)

    def place(q: Array, _: Array) -> Array:
        return np.array([bricard.inertia_and_height(a, b)[2][2].real for a, b in q[:, :2]])

    answer = place(bricard.hinge_motion(times).T, np.empty(0))
    return Question(robot, times, place, answer, "m", 1e-3)


QUESTIONS: dict[str, Callable[[], Question]] = {
    "andrews-squeezer": _andrews,
    "bricard": _bricard,
    "free-top": _free_top,
    "heavy-top": _heavy_top,
    "n-four-bar": _four_bar,
    "nasa-tumbling-brick": _brick,
    "simple-pendulum": _pendulum,
}
TREES = ("free-top", "heavy-top", "nasa-tumbling-brick", "simple-pendulum")
LOOPS = ("andrews-squeezer", "bricard", "n-four-bar")
PLANAR = ("andrews-squeezer", "n-four-bar", "simple-pendulum")


def constant_efforts(robot: Robot) -> dict[str, float]:
    """Efforts of motors by joint; other actuators, and inputs that change, are refused."""
    motors = {name: actuator.motor for name, actuator in robot.actuators.items()}
    if any(one is None or one.input.constant is None for one in motors.values()):
        raise ValueError(f"only motors with constant inputs are converted, not {robot.actuators}")
    return {one.joint: float(one.input.constant) for one in motors.values()}


def by_pelagos(question: Question) -> PeerResult:
    """The same by Pelagos with the settings of the model; a second run, which compiles nothing."""
    end = question.times[-1]
    every = float(np.diff(question.times, prepend=0.0).max())
    run = [pl.simulate(question.robot, duration=end, every=every) for _ in range(2)][-1]
    rows = [int(np.argmin(np.abs(run.arrays["time"] - time))) for time in question.times]
    error = question.error(run.arrays["q"][rows], run.arrays["u"][rows])
    settings, outcome = run.header.integrator, run.outcome
    method = f"{settings['method']}, {settings['rtol']:g}"
    return PeerResult(error, question.unit, outcome.steps, outcome.wall, method)


# --- MuJoCo ---------------------------------------------------------------------------------------


def by_mujoco(question: Question) -> PeerResult:
    """RK4 with a fixed step; loops are soft, as stiff as the step allows."""
    import mujoco as mj

    robot = question.robot
    own = peers.mujoco(robot, question.step, closed=bool(robot.constraints))
    model, data = own.model, own.data
    data.qpos[:], data.qvel[:] = own.state(*robot.initial_state())
    for joint, effort in constant_efforts(robot).items():
        data.qfrc_applied[robot.speeds.index(joint)] = effort
    found_q, found_u, steps, spent = [], [], 0, 0.0
    for time in question.times:
        count = round(time / question.step) - steps
        begun = perf_counter()
        if count:
            mj.mj_step(model, data, count)
        spent += perf_counter() - begun
        steps += count
        found_q.append(data.qpos.copy())
        found_u.append(own.speeds(data.qpos, data.qvel))
    error = question.error(np.array(found_q), np.array(found_u))
    return PeerResult(error, question.unit, steps, spent, f"RK4, {question.step:g} s")


# --- Pinocchio ------------------------------------------------------------------------------------


def by_pinocchio(question: Question) -> PeerResult:
    """Accelerations by `aba`, marched by scipy's DOP853 with the tolerances of the model."""
    robot = question.robot
    own, (q0, u0) = peers.pinocchio(robot), robot.initial_state()
    kind = robot.bodies[robot.order[0]].joint.kind
    turns = {"free": 3, "spherical": 0}.get(kind)  # where the quaternion begins

    def rates(_t: float, y: Array) -> Array:
        q, u = y[: len(q0)].copy(), y[len(q0) :]
        if turns is not None:
            q[turns : turns + 4] /= np.linalg.norm(q[turns : turns + 4])
        return np.concatenate([_coordinate_rates(q, u, turns), own.acceleration(q, u)])

    begun = perf_counter()
    found = solve_ivp(
        rates,
        (0, question.times[-1]),
        np.concatenate([q0, u0]),
        "DOP853",
        rtol=1e-12,
        atol=1e-14,
        dense_output=True,
    )
    spent = perf_counter() - begun
    states = found.sol(question.times).T
    error = question.error(states[:, : len(q0)], states[:, len(q0) :])
    return PeerResult(error, question.unit, len(found.t) - 1, spent, "scipy's DOP853, 1e-12")


def _coordinate_rates(q: Array, u: Array, turns: int | None) -> Array:
    """Rates of coordinates of one joint, see docs/conventions.md."""
    if turns is None:
        return u
    w, x, y, z = q[turns : turns + 4]
    a, b, c = u[-3:]
    spin = 0.5 * np.array(
        [
            -x * a - y * b - z * c,
            w * a + y * c - z * b,
            w * b + z * a - x * c,
            w * c + x * b - y * a,
        ]
    )
    if not turns:
        return spin
    return np.concatenate([peers.quaternion_to_rotation(q[3:7]) @ u[:3], spin])
