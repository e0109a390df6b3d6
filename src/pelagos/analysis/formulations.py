"""The equations of motion as Kane and as the moving frame method write them, to look at.

Both stand for the tree of joints: the forces of constraints beyond it are not among theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pelagos.analysis.queries import AnyRobot, Vector, one_state
from pelagos.equations import kane as kane_equations
from pelagos.equations import mechanism
from pelagos.equations import moving_frame as frame_equations
from pelagos.errors import PelagosError
from pelagos.language.suggest import did_you_mean
from pelagos.march.engine import engine_of
from pelagos.march.settings import read_robot
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import Compiled


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
    """M* du/dt + N* u = F*, from X = B u. `rows` and `speeds` say what is what."""

    rows: tuple[str, ...]  # `arm.u` ... `arm.r` of every body
    speeds: tuple[str, ...]  # prescribed ones included
    u: np.ndarray
    E: dict[str, np.ndarray]  # by body, 4 x 4: its frame in the world
    Omega: dict[str, np.ndarray]  # by body, 4 x 4: E^-1 dE/dt
    B: np.ndarray
    Bdot: np.ndarray
    M: np.ndarray  # block-diagonal
    D: np.ndarray  # block-diagonal
    Q: np.ndarray  # wrenches on the bodies
    M_star: np.ndarray  # B'MB, and inertias of rotors
    N_star: np.ndarray  # B'(M Bdot + D M B)
    F_star: np.ndarray  # B'Q, and efforts at the joints


def kane(robot: AnyRobot, q: Vector = None, u: Vector = None, t: float = 0.0) -> Kane:
    """Partial velocities and generalised forces at a state; without q and u, see `acceleration`.

    Examples:
        >>> found = pl.kane("double-pendulum", q=[0.1, 0.2], u=[0.0, 0.0])
        >>> found.partial_velocities["lower"].shape
        (6, 2)
        >>> udot = np.linalg.solve(found.mass, found.active_forces - found.remainder)
        >>> bool(np.allclose(udot, pl.acceleration("double-pendulum", [0.1, 0.2], [0.0, 0.0])))
        True
    """
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
        remainders={n: turns[n] @ np.array([*body.moving.remainder]) for n, body in named.items()},
        remainder_rates={n: turns[n] @ np.array([*b.acceleration]) for n, b in named.items()},
        active_forces=np.array(found.active),
        mass=np.array(found.mass).reshape(len(found.free), len(found.free)),
        remainder=np.array(found.remainder),
    )


def moving_frame(
    robot: AnyRobot, q: Vector = None, u: Vector = None, t: float = 0.0, *, at: str = "frames"
) -> MovingFrame:
    """B, its rate, and the matrices made of them, at a state; without q and u, see `acceleration`.

    at: "frames", rows are the velocity of a body's frame and its angular velocity, both in its own
    axes; "mass-centres", the velocity of its mass centre in world axes and its angular velocity in
    its own, as in Kvalvik et al. 2019. M*, F* and N* u are the same for both, N* is not.

    Examples:
        >>> found = pl.moving_frame("double-pendulum", q=[0.1, 0.2], u=[1.0, -1.0])
        >>> found.B.shape, found.M_star.shape
        ((12, 2), (2, 2))
        >>> bool(np.allclose(found.M_star, pl.mass_matrix("double-pendulum", [0.1, 0.2])))
        True
    """
    if at not in ("frames", "mass-centres"):
        remedy = did_you_mean(at, ("frames", "mass-centres"))
        raise PelagosError(f"at: {at!r} is no choice\n    {remedy}")
    compiled, m, known = _given(robot, q, u, t)
    bodies = frame_equations.frames(m, known)
    star = frame_equations.star(m, known, bodies)
    nv, turns = compiled.nv, _turns(compiled)
    columns = [{j: b.motion() for j, b in body.columns.items()} for body in bodies]
    rates = [{j: b.motion() for j, b in body.rates.items()} for body in bodies]
    inertias = [np.array([[*link.inertia.column(k)] for k in range(6)]) for link in known.links]
    velocities = [body.omega.motion() for body in bodies]
    found = MovingFrame(
        rows=tuple(f"{name}.{rate}" for name in compiled.names for rate in "uvwpqr"),
        speeds=tuple(compiled.robot.speeds),
        u=np.array(known.u),
        E=_connections(compiled, known),
        Omega={
            name: _rate_of_frame(turn @ np.array([*V]))
            for name, turn, V in zip(compiled.names, turns, velocities, strict=True)
        },
        B=_stack(turns, [_columns(c, range(nv)) for c in columns]),
        Bdot=_stack(turns, [_columns(r, range(nv)) for r in rates]),
        M=_diagonal(turns, inertias),
        D=_diagonal(turns, [_turning(V) for V in velocities]),
        Q=_stack(turns, [np.array([*wrench]) for wrench in known.wrenches]),
        M_star=np.array(star.mass).reshape(nv, nv),
        N_star=np.array(frame_equations.n_star(known, bodies)).reshape(nv, nv),
        F_star=np.array(star.forces),
    )
    return found if at == "frames" else _at_mass_centres(compiled, found)


def _at_mass_centres(compiled: Compiled, found: MovingFrame) -> MovingFrame:
    """The same equations for X = (velocity of the mass centre in the world, angular velocity)."""
    T, rate, inverse, turning = (np.zeros_like(found.M) for _ in range(4))
    E, Omega = {}, {}
    for b, name in enumerate(compiled.names):
        body = compiled.robot.bodies[name]
        if body.spatial_inertia is not None or body.added_mass is not None:
            raise PelagosError(
                f"bodies.{name}: its 6 x 6 inertia has no mass centre\n"
                '    ask for the matrices at="frames"'
            )
        own = slice(6 * b, 6 * b + 6)
        R, c = found.E[name][:3, :3], _cross(np.array(body.com))
        w = found.Omega[name][:3, :3]
        nothing, one = np.zeros((3, 3)), np.eye(3)
        T[own, own] = np.block([[R, -R @ c], [nothing, one]])
        rate[own, own] = np.block([[R @ w, -R @ w @ c], [nothing, nothing]])
        inverse[own, own] = np.block([[R.T, c], [nothing, one]])
        turning[own, own] = np.block([[nothing, nothing], [nothing, w]])
        to_centre = np.eye(4)
        to_centre[:3, 3] = body.com
        E[name] = found.E[name] @ to_centre
        Omega[name] = np.linalg.inv(to_centre) @ found.Omega[name] @ to_centre
    B, Bdot = T @ found.B, rate @ found.B + T @ found.Bdot
    M = inverse.T @ found.M @ inverse
    return replace(
        found,
        rows=tuple(f"{n}.{r}" for n in compiled.names for r in ("x", "y", "z", "p", "q", "r")),
        E=E,
        Omega=Omega,
        B=B,
        Bdot=Bdot,
        M=M,
        D=turning,
        Q=inverse.T @ found.Q,
        N_star=B.T @ (M @ Bdot + turning @ M @ B),
    )


def _given(
    robot: AnyRobot, q: Vector, u: Vector, t: float
) -> tuple[Compiled, mechanism.Mechanism, mechanism.Given]:
    """The robot in plain Python, and what is known at the state."""
    engine = engine_of(read_robot(robot, None))
    compiled, state = engine.robot, one_state(engine, q, u, t)[0].tolist()
    nq, end = compiled.nq, compiled.nq + compiled.nv
    m = mechanism_of(compiled, np.array(state[end:]))
    known = mechanism.given(m, float(t), state[:nq], state[nq:end])
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
    v, w = (_cross(np.array([*part])) for part in (velocity.v, velocity.w))
    return np.block([[w, np.zeros((3, 3))], [v, w]])


def _rate_of_frame(velocity: np.ndarray) -> np.ndarray:
    """Omega = E^-1 dE/dt of a frame that moves with (v, w) in its own axes."""
    found = np.zeros((4, 4))
    found[:3, :3], found[:3, 3] = _cross(velocity[3:]), velocity[:3]
    return found


def _cross(v: np.ndarray) -> np.ndarray:
    """The matrix of v x."""
    return np.cross(v, np.eye(3)).T


def _connections(robot: Compiled, known: mechanism.Given) -> dict[str, np.ndarray]:
    """E of every body's own frame in the world."""
    found = {}
    for name, align, pose in zip(robot.names, robot.align, known.world, strict=True):
        E = np.eye(4)
        E[:3, :3] = np.column_stack([[*pose.R.a], [*pose.R.b], [*pose.R.c]]) @ align.T
        E[:3, 3] = [*pose.p]
        found[name] = E
    return found
