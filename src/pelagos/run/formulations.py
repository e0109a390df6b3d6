"""The equations of motion as Kane and as the moving frame method write them, to look at.

Both stand for the tree of joints: the forces of constraints beyond it are not among theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.compiled.mechanism import mechanism_of
from pelagos.compiled.robot import Compiled
from pelagos.equations import kane as kane_equations
from pelagos.equations import mechanism
from pelagos.equations import moving_frame as frame_equations
from pelagos.errors import PelagosError
from pelagos.model.suggest import did_you_mean
from pelagos.run.engine import engine_of
from pelagos.run.settings import read_robot
from pelagos.run.study import AnyRobot, Vector, one_state


@dataclass(frozen=True)
class Kane:
    """F_r + F*_r = 0 for the speeds that are not prescribed. Six numbers: linear, then angular.

    A body moves with V = partial_velocities @ u + remainders, in its own axes.
    """

    speeds: tuple[str, ...]  # labels of the generalised speeds u_r
    u: np.ndarray
    partial_velocities: dict[str, np.ndarray]  # by body, 6 x n: v_r above w_r
    remainders: dict[str, np.ndarray]  # by body: (v_t, w_t), from prescribed joints
    remainder_rates: dict[str, np.ndarray]  # by body: dV/dt when all du_r/dt are zero
    active_forces: np.ndarray  # F_r
    mass: np.ndarray  # \ F*_r = -(mass du/dt + remainder)
    remainder: np.ndarray  # /

    def inertia_forces(self, udot: Vector) -> np.ndarray:
        """F*_r for accelerations of the generalised speeds."""
        return -(self.mass @ np.asarray(udot, dtype=float) + self.remainder)

    def at(self, body: str, point: Vector) -> np.ndarray:
        """Partial velocities of a point of a body (its axes): 3 x n, v_r + w_r x point."""
        if body not in self.partial_velocities:
            remedy = did_you_mean(body, self.partial_velocities)
            raise PelagosError(f"body: there is no {body!r}\n    {remedy}")
        v, w = np.split(self.partial_velocities[body], 2)
        return v + np.cross(w, np.asarray(point, dtype=float), axisa=0, axisc=0)


@dataclass(frozen=True)
class MovingFrame:
    """M* du/dt + N* u = F*, from X = B u. `rows` and `speeds` say what is what; body axes."""

    rows: tuple[str, ...]  # `arm.u` ... `arm.r` of every body
    speeds: tuple[str, ...]  # prescribed ones included
    u: np.ndarray
    E: dict[str, np.ndarray]  # by body, 4 x 4: its frame in the world
    B: np.ndarray
    Bdot: np.ndarray
    M: np.ndarray  # block-diagonal
    D: np.ndarray  # block-diagonal
    Q: np.ndarray  # wrenches on the bodies
    M_star: np.ndarray  # B'MB, and inertias of rotors
    N_star: np.ndarray  # B'(M Bdot + D M B)
    F_star: np.ndarray  # B'Q, and efforts at the joints


def kane(robot: AnyRobot, q: Vector, u: Vector, t: float = 0.0) -> Kane:
    """Partial velocities and generalised forces at a state."""
    compiled, m, known = _given(robot, q, u, t)
    bodies = kane_equations.partials(m, known)
    found = kane_equations.equations(m, known, bodies)
    turns = dict(zip(compiled.names, _turns(compiled), strict=True))
    named = dict(zip(compiled.names, bodies, strict=True))
    return Kane(
        speeds=tuple(compiled.robot.speeds[r] for r in found.free),
        u=np.array([known.u[r] for r in found.free]),
        partial_velocities={
            n: turns[n] @ _columns(body.columns, found.free) for n, body in named.items()
        },
        remainders={n: turns[n] @ np.array([*body.remainder]) for n, body in named.items()},
        remainder_rates={n: turns[n] @ np.array([*b.acceleration]) for n, b in named.items()},
        active_forces=np.array(found.active),
        mass=np.array(found.mass).reshape(len(found.free), -1),
        remainder=np.array(found.remainder),
    )


def moving_frame(robot: AnyRobot, q: Vector, u: Vector, t: float = 0.0) -> MovingFrame:
    """B, its rate, and the matrices made of them, at a state."""
    compiled, m, known = _given(robot, q, u, t)
    bodies = frame_equations.frames(m, known)
    star = frame_equations.star(m, known, bodies)
    nv, turns = compiled.nv, _turns(compiled)
    columns = [{j: b.motion() for j, b in body.columns.items()} for body in bodies]
    rates = [{j: b.motion() for j, b in body.rates.items()} for body in bodies]
    inertias = [np.array([[*link.inertia.column(k)] for k in range(6)]) for link in m.links]
    velocities = [body.omega.motion() for body in bodies]
    return MovingFrame(
        rows=tuple(f"{name}.{rate}" for name in compiled.names for rate in "uvwpqr"),
        speeds=tuple(compiled.robot.speeds),
        u=np.array(known.u),
        E=_connections(compiled, known),
        B=_stack(turns, [_columns(c, range(nv)) for c in columns]),
        Bdot=_stack(turns, [_columns(r, range(nv)) for r in rates]),
        M=_diagonal(turns, inertias),
        D=_diagonal(turns, [_turning(V) for V in velocities]),
        Q=_stack(turns, [np.array([*wrench]) for wrench in known.wrenches]),
        M_star=np.array(star.mass).reshape(nv, nv),
        N_star=np.array(star.velocity).reshape(nv, nv),
        F_star=np.array(star.forces),
    )


def _given(
    robot: AnyRobot, q: Vector, u: Vector, t: float
) -> tuple[Compiled, mechanism.Mechanism, mechanism.Given]:
    """The robot in plain Python, and what is known at the state."""
    engine = engine_of(read_robot(robot, None))
    compiled, state = engine.robot, one_state(engine, q, u)[0].tolist()
    m = mechanism_of(compiled)
    known = mechanism.given(m, float(t), state[: compiled.nq], state[compiled.nq :])
    return compiled, m, known


def _turns(robot: Compiled) -> list[np.ndarray]:
    """From joint-aligned axes to the user's, 6 x 6 for each body."""
    return [np.kron(np.eye(2), align) for align in robot.align]


def _columns(motions: dict[int, Any], speeds: Sequence[int]) -> np.ndarray:
    """6 x n; zeros for speeds that do not move the body."""
    found = np.zeros((6, len(speeds)))
    for k, speed in enumerate(speeds):
        if speed in motions:
            found[:, k] = [*motions[speed]]
    return found


def _stack(turns: list[np.ndarray], blocks: list[np.ndarray]) -> np.ndarray:
    return np.concatenate([turn @ block for turn, block in zip(turns, blocks, strict=True)])


def _diagonal(turns: list[np.ndarray], blocks: list[np.ndarray]) -> np.ndarray:
    found = np.zeros((6 * len(blocks), 6 * len(blocks)))
    for b, (turn, block) in enumerate(zip(turns, blocks, strict=True)):
        found[6 * b : 6 * b + 6, 6 * b : 6 * b + 6] = turn @ block @ turn.T
    return found


def _turning(velocity: Any) -> np.ndarray:
    """D of one body: [[w~, 0], [v~, w~]]."""
    v, w = (np.cross([*part], np.eye(3)).T for part in (velocity.v, velocity.w))
    return np.block([[w, np.zeros((3, 3))], [v, w]])


def _connections(robot: Compiled, known: mechanism.Given) -> dict[str, np.ndarray]:
    """E of every body's own frame in the world."""
    found = {}
    for name, align, pose in zip(robot.names, robot.align, known.world, strict=True):
        E = np.eye(4)
        E[:3, :3] = np.column_stack([[*pose.R.a], [*pose.R.b], [*pose.R.c]]) @ align.T
        E[:3, 3] = [*pose.p]
        found[name] = E
    return found
