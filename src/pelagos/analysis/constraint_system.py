"""The equations of Udwadia and Kalaba at a state, as matrices to look at."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pelagos.analysis.queries import AnyRobot, Vector, one_state
from pelagos.equations.constrained_system import RANK_TOLERANCE, System, constrained_system
from pelagos.march.engine import engine_of
from pelagos.march.settings import read_robot
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import Compiled

_RATES = ("u", "v", "w", "p", "q", "r")


@dataclass(frozen=True)
class ConstraintSystem:
    """M a = Q + A'f with A a = b. Body axes; `columns` and `rows` say what is what."""

    columns: tuple[str, ...]  # `hull.u` ... `hull.r`; `arm.rotor` for rotors, as wheels
    rows: tuple[str, ...]  # `arm` for each row of a joint, `loop.x` for those of constraints
    M: np.ndarray  # block-diagonal
    Q: np.ndarray  # applied forces, less those of inertia at constant speeds
    A: np.ndarray
    b: np.ndarray
    accelerations: np.ndarray  # a
    multipliers: np.ndarray  # f; of least norm over the constraints where it is not unique
    forces: np.ndarray  # A'f
    rank: int  # of A, by singular values
    udot: np.ndarray  # joint accelerations


def constraint_system(
    robot: AnyRobot,
    q: Vector = None,
    u: Vector = None,
    t: float = 0.0,
    tolerance: float = RANK_TOLERANCE,
) -> ConstraintSystem:
    """Every body free, joints and constraints as rows of A a = b, solved by the pseudo-inverse.

    Without q and u at the state that `acceleration` takes.

    Singular values below `tolerance` times the largest count as zero. This is dense and meant for
    study; `acceleration(..., method="udwadia-kalaba")` has the same answer in less time.

    Examples:
        >>> s = pl.constraint_system("double-pendulum", q=[0.1, 0.2], u=[0.0, 0.0])
        >>> s.A.shape, s.rank
        ((10, 12), 10)
        >>> bool(np.allclose(s.M @ s.accelerations, s.Q + s.forces))
        True
    """
    engine = engine_of(read_robot(robot, None))
    compiled = engine.robot
    state = one_state(engine, q, u, t)[0].tolist()
    end = compiled.nq + compiled.nv
    found = constrained_system(
        mechanism_of(compiled, np.array(state[end:])),
        float(t),
        state[: compiled.nq],
        state[compiled.nq : end],
        closures=compiled.constraints.closures,
        tolerance=tolerance,
    )
    turn = _turn(compiled, len(found.Q))
    return ConstraintSystem(
        columns=_columns(compiled, found),
        rows=_rows(compiled, found),
        M=turn @ found.M @ turn.T,
        Q=turn @ found.Q,
        A=found.A @ turn.T,
        b=found.b,
        accelerations=turn @ found.accelerations,
        multipliers=found.multipliers,
        forces=turn @ (found.A.T @ found.multipliers),
        rank=found.rank,
        udot=found.udot,
    )


def _turn(robot: Compiled, size: int) -> np.ndarray:
    """From joint-aligned axes to the user's; wheels stay as they are."""
    turn = np.eye(size)
    for b, align in enumerate(robot.align):
        turn[6 * b : 6 * b + 6, 6 * b : 6 * b + 6] = np.kron(np.eye(2), align)
    return turn


def _columns(robot: Compiled, found: System) -> tuple[str, ...]:
    wheels = [c.wheel for c in found.conditions if c.wheel is not None]
    bodies = [f"{name}.{rate}" for name in robot.names for rate in _RATES]
    return (*bodies, *(f"{robot.robot.speeds[v]}.rotor" for v in wheels))


def _rows(robot: Compiled, found: System) -> tuple[str, ...]:
    joints = []
    for c in found.conditions:
        if c.wheel is not None:
            joints.append(f"{robot.robot.speeds[c.wheel]}.rotor")
        elif c.link is not None:
            joints.append(robot.names[c.link])
    return (*joints, *robot.constraints.row_names)
