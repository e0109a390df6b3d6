"""Linearisation of the equations of motion, exact by dual numbers.

The state of the linear system is (s, u): s are small displacements expressed like the speeds (for a
free joint in body axes, linear then angular), so attitude needs no extra coordinate. Auxiliary
states follow, sampled ones held. With
qdot = N(q) u, a displacement moves the coordinates by N(q) s, and

    ds/dt = delta u - u x s          (the cross product only for spherical and free joints)
    du/dt = (d udot/d s) s + (d udot/d u) delta u + (d udot/d input) delta input.

Of a robot with closed loops, s and u are those of independent speeds; `closed_linear` says how.
Prescribed joints have none: they keep to their motion.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pelagos.compiled.closures import closures_of
from pelagos.compiled.elements import BODY_ELEMENT, CHANNEL, JOINT_ELEMENT, SPEED
from pelagos.compiled.mechanism import mechanism_of
from pelagos.compiled.robot import Compiled, compile_robot
from pelagos.equations import mechanism as mech
from pelagos.equations import newton_euler
from pelagos.equations.algebra import Motion, Vec3
from pelagos.equations.dual import Dual
from pelagos.equations.joints import Free, Spherical
from pelagos.errors import PelagosError
from pelagos.model.robot import Robot
from pelagos.run.closed_linear import closed_dynamics
from pelagos.run.engine import engine_of
from pelagos.run.settings import read_robot
from pelagos.run.study import AnyRobot, one_state


@dataclass(frozen=True)
class Linearization:
    """dx/dt = A x + B input, x = (s, u, auxiliary states), n numbers."""

    A: np.ndarray  # (n, n)
    B: np.ndarray  # (n, inputs): inputs of the actuators, prescribed motions excepted
    B_effort: np.ndarray  # (n, nv): efforts added at the joints
    udot: np.ndarray  # (nv,) accelerations at the point itself
    rates: np.ndarray  # (auxiliary states,) their rates there
    basis: np.ndarray  # (nv, speeds in x): how those move all joints, which differ from them where
    # loops are closed or motions prescribed
    carried: np.ndarray  # (nv, speeds in x): speeds that displacements ask for in motion
    states: tuple[str, ...]
    inputs: tuple[str, ...]


def linearize(
    robot: AnyRobot, q: Any = None, u: Any = None, t: float = 0.0, *, states: Any = None
) -> Linearization:
    """Exact A and B at the state (q, u) and time t.

    Without q and u at the state that `acceleration` takes. A robot with closed loops or docks must
    keep them closed there, with q and u; its A is that of its independent speeds, in motion as at
    rest. Prescribed joints do not deviate from their motion: they are no states of x.
    states: auxiliary ones, their initial values unless told.
    """
    engine = engine_of(read_robot(robot, None))
    compiled, state = engine.robot, one_state(engine, q, u, t)[0].tolist()
    check_free(compiled.robot, "linearize")
    thrusters = {n for n, a in compiled.robot.actuators.items() if a.kind == "thruster"}
    if thrusters:  # their inputs do not arrive as they are
        compiled = compile_robot(compiled.robot, nudged=thrusters)
    m = mechanism_of(compiled)
    nq, nv, ns = compiled.nq, compiled.nv, compiled.states.count
    actuators = [n for n, a in compiled.robot.actuators.items() if a.kind != "motion"]
    n, count = 2 * nv + ns, 2 * nv + ns + len(actuators) + nv
    seed = np.eye(count)
    q0, u0 = state[:nq], state[nq : nq + nv]
    s0 = state[nq + nv :] if states is None else np.asarray(states, dtype=float).tolist()
    shifts = [mech.coordinate_rates(m, q0, list(e)) for e in np.eye(nv)]
    q_dual = [
        Dual(value, _embed([float(s[i]) for s in shifts], count)) for i, value in enumerate(q0)
    ]
    u_dual = [Dual(value, seed[nv + i]) for i, value in enumerate(u0)]
    inputs = {name: Dual(0.0, seed[n + k]) for k, name in enumerate(actuators)}
    values = list(m.values)
    for name, slot in compiled.input_slots.items():
        values[slot] = inputs[name]
    channels = _input_channels(compiled)
    nudges = {channels[name]: inputs[name] for name in actuators if name in channels}
    s_dual = tuple(Dual(value, seed[2 * nv + i]) for i, value in enumerate(s0))
    m = replace(m, values=tuple(values), states=s_dual)
    efforts = [Dual(0.0, seed[n + len(actuators) + i]) for i in range(nv)]
    known = mech.given(m, t, q_dual, u_dual, efforts, nudges)
    held = {int(speed) for _, speed, _ in compiled.elements.driven}
    chosen = [v for v in range(nv) if v not in held]
    basis, carried = np.eye(nv)[:, chosen], np.zeros((nv, len(chosen)))
    if compiled.constraints.rows:
        pushed = _pushed_speeds(compiled)
        closures = closures_of(compiled)
        udot, chosen, basis, carried = closed_dynamics(m, known, closures, pushed, count)
    else:
        udot = newton_euler.forward_dynamics(m, t, q_dual, u_dual, efforts, nudges)
    rates = mech.state_rates(m, known)

    slopes = np.array([_tangent(a, count) for a in (*udot, *rates)]).reshape(nv + ns, count)
    split, speeds = n + len(actuators), compiled.robot.speeds
    still = np.zeros((nv, count - n))
    top = np.hstack([-_carrying(m, u0, nv), np.eye(nv), np.zeros((nv, ns)), still])
    whole = np.vstack([top, slopes])
    kept = [*chosen, *(nv + v for v in chosen), *range(2 * nv, n)]
    spread = np.zeros((n, len(kept)))
    spread[:nv, : len(chosen)] = spread[nv : 2 * nv, len(chosen) : 2 * len(chosen)] = basis
    spread[nv : 2 * nv, : len(chosen)] = carried
    spread[2 * nv :, 2 * len(chosen) :] = np.eye(ns)
    labels = [speeds[v] for v in chosen]
    return Linearization(
        A=whole[kept, :n] @ spread,
        B=whole[kept, n:split],
        B_effort=whole[kept, split:],
        udot=np.array([_value(a) for a in udot]),
        rates=np.array([_value(a) for a in rates], dtype=float),
        basis=basis,
        carried=carried,
        states=(
            *(f"s[{label}]" for label in labels),
            *(f"u[{label}]" for label in labels),
            *compiled.states.labels,
        ),
        inputs=tuple(actuators),
    )


def check_free(robot: Robot, question: str) -> None:
    """Refuse a robot whose every joint is prescribed."""
    if robot.prescribed and len(robot.prescribed) == len(robot.speeds):
        raise PelagosError(
            f"{question}: all {len(robot.speeds)} degrees of freedom of {robot.name} are "
            "prescribed, so nothing is left that could move otherwise\n"
            "    put motors or servos in place of the motions"
        )


def _value(number: Any) -> float:
    return number.value if isinstance(number, Dual) else float(number)


def _tangent(number: Any, count: int) -> np.ndarray:
    return number.tangent if isinstance(number, Dual) else np.zeros(count)


def _embed(values: list[float], count: int) -> np.ndarray:
    tangent = np.zeros(count)
    tangent[: len(values)] = values
    return tangent


def _input_channels(robot: Compiled) -> dict[str, int]:
    """The channels of the actuators whose input arrives as it is."""
    e = robot.elements
    tables = {JOINT_ELEMENT: e.joint, BODY_ELEMENT: e.body}
    return {
        name: int(tables[int(place)][index, CHANNEL])
        for name, (place, index) in zip(robot.actuators, e.outputs, strict=True)
        if int(place) in tables
    }


def _pushed_speeds(robot: Compiled) -> set[int]:
    """Speeds of joints with actuators."""
    e = robot.elements
    return {int(e.joint[i, SPEED]) for place, i in e.outputs.tolist() if place == JOINT_ELEMENT}


def _carrying(m: mech.Mechanism, u: list[float], nv: int) -> np.ndarray:
    """The matrix of s -> u x s of all joints whose displacements turn with the body."""
    carrying = np.zeros((nv, nv))
    for link in m.links:
        start = link.u.start
        if isinstance(link.joint, Free):
            velocity = Motion.of(u[link.u])
            for k in range(6):
                carrying[start : start + 6, start + k] = [*velocity.cross(Motion.unit(k))]
        elif isinstance(link.joint, Spherical):
            w = Vec3(*u[link.u])
            for k in range(3):
                axis = Vec3(*np.eye(3)[k].tolist())
                carrying[start : start + 3, start + k] = [*w.cross(axis)]
    return carrying
