"""Linearisation of the equations of motion, exact by dual numbers.

The state of the linear system is (s, u): s are small displacements expressed like the speeds (for a
free joint in body axes, linear then angular), so attitude needs no extra coordinate. With
qdot = N(q) u, a displacement moves the coordinates by N(q) s, and

    ds/dt = delta u - u x s          (the cross product only for spherical and free joints)
    du/dt = (d udot/d s) s + (d udot/d u) delta u + (d udot/d input) delta input.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.compiled.elements import BODY_ELEMENT, CHANNEL, JOINT_ELEMENT
from pelagos.compiled.mechanism import mechanism_of
from pelagos.compiled.robot import Compiled
from pelagos.equations import mechanism as mech
from pelagos.equations import newton_euler
from pelagos.equations.algebra import Motion, Vec3
from pelagos.equations.dual import Dual
from pelagos.equations.joints import Free, Spherical
from pelagos.errors import PelagosError
from pelagos.run.engine import engine_of
from pelagos.run.settings import read_robot
from pelagos.run.study import AnyRobot, one_state


@dataclass(frozen=True)
class Linearization:
    """dx/dt = A x + B input, x = (s, u)."""

    A: np.ndarray  # (2 nv, 2 nv)
    B: np.ndarray  # (2 nv, inputs): inputs of the actuators, prescribed motions excepted
    B_effort: np.ndarray  # (2 nv, nv): efforts added at the joints
    udot: np.ndarray  # (nv,) accelerations at the point itself
    states: tuple[str, ...]
    inputs: tuple[str, ...]


def linearize(robot: AnyRobot, q: Any, u: Any, t: float = 0.0) -> Linearization:
    """Exact A and B at the state (q, u) and time t."""
    engine = engine_of(read_robot(robot, None))
    compiled, state = engine.robot, one_state(engine, q, u)[0].tolist()
    if compiled.constraints.rows:
        raise PelagosError(
            f"linearize: the constraints {', '.join(compiled.constraints.names)} leave fewer "
            "freedoms than the joints have\n"
            "    remove them, or take difference quotients of acceleration()"
        )
    m = mechanism_of(compiled)
    nv = compiled.nv
    actuators = _input_channels(compiled)
    count = 2 * nv + len(actuators) + nv
    seed = np.eye(count)
    q0, u0 = state[: compiled.nq], state[compiled.nq :]
    shifts = [mech.coordinate_rates(m, q0, list(e)) for e in np.eye(nv)]
    q_dual = [
        Dual(value, _embed([float(s[i]) for s in shifts], count)) for i, value in enumerate(q0)
    ]
    u_dual = [Dual(value, seed[nv + i]) for i, value in enumerate(u0)]
    nudges = {channel: Dual(0.0, seed[2 * nv + k]) for k, (_, channel) in enumerate(actuators)}
    efforts = [Dual(0.0, seed[2 * nv + len(actuators) + i]) for i in range(nv)]
    udot = newton_euler.forward_dynamics(m, t, q_dual, u_dual, efforts, nudges)

    slopes = np.array([a.tangent if isinstance(a, Dual) else np.zeros(count) for a in udot])
    slopes = slopes.reshape(nv, count)
    top = np.hstack([-_carrying(m, u0, nv), np.eye(nv)])
    A = np.vstack([top, slopes[:, : 2 * nv]])
    split = 2 * nv + len(actuators)
    pad = np.zeros_like
    speeds = compiled.robot.speeds
    return Linearization(
        A=A,
        B=np.vstack([pad(slopes[:, 2 * nv : split]), slopes[:, 2 * nv : split]]),
        B_effort=np.vstack([pad(slopes[:, split:]), slopes[:, split:]]),
        udot=np.array([a.value if isinstance(a, Dual) else float(a) for a in udot]),
        states=(*(f"s[{label}]" for label in speeds), *(f"u[{label}]" for label in speeds)),
        inputs=tuple(name for name, _ in actuators),
    )


def _embed(values: list[float], count: int) -> np.ndarray:
    tangent = np.zeros(count)
    tangent[: len(values)] = values
    return tangent


def _input_channels(robot: Compiled) -> list[tuple[str, int]]:
    """Actuators with an input that can be varied, and the channel it arrives on."""
    e = robot.elements
    tables = {JOINT_ELEMENT: e.joint, BODY_ELEMENT: e.body}
    return [
        (name, int(tables[int(place)][index, CHANNEL]))
        for name, (place, index) in zip(robot.actuators, e.outputs, strict=True)
        if int(place) in tables
    ]


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
