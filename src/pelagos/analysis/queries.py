"""Questions to the equations of motion at given states; one state or many at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.march.attitudes import with_unit_quaternions
from pelagos.march.engine import Engine, check_method, engine_of
from pelagos.march.samples.facts import Facts, variables_of
from pelagos.march.settings import read_robot
from pelagos.mechanism.objects import laid_anew
from pelagos.model.robot import Robot

AnyRobot = Robot | str | Path
Vector = Any  # whatever numpy takes for an array


@dataclass(frozen=True)
class Energy:
    """Energies in joules."""

    kinetic: float
    potential: float

    @property
    def total(self) -> float:
        return self.kinetic + self.potential


def acceleration(
    robot: AnyRobot,
    q: Vector = None,
    u: Vector = None,
    tau: Vector | None = None,
    t: float = 0.0,
    method: str = "newton-euler",
) -> np.ndarray:
    """udot at the state (q, u) and time t; tau are joint efforts beside the robot's own forces.

    Prescribed joints accelerate as their signals say at t, whatever tau is. Without q and u they
    are where these say, too, and all others as at the start (docs/conventions.md, Given states).
    q and u may have a leading dimension of states; so has the answer then.

    Examples:
        >>> pl.acceleration("pendulum", q=[0.1], u=[0.0]).round(3)
        array([-1.469])
        >>> many = np.array([[0.1], [0.2], [0.3]])
        >>> pl.acceleration("pendulum", many, 0 * many).shape
        (3, 1)
    """
    check_method(method)
    engine = engine_of(read_robot(robot, None), method)
    states, many = _states(engine, q, u, t)
    efforts = None if tau is None else _rows(tau, len(states), engine.robot.nv, "tau")
    found = engine.accelerations(np.full(len(states), float(t)), _with_work(states), efforts)
    return found if many else found[0]


def inverse_dynamics(
    robot: AnyRobot, q: Vector, u: Vector, udot: Vector, t: float = 0.0
) -> np.ndarray:
    """Joint efforts, beside the robot's own forces, that make it accelerate with udot.

    Of prescribed joints, too, udot is the given one; q and u may be None, see `acceleration`.

    Examples:
        >>> q, u = [0.1, 0.2], [0.0, 0.0]
        >>> tau = pl.inverse_dynamics("double-pendulum", q, u, udot=[1.0, 0.0])
        >>> pl.acceleration("double-pendulum", q, u, tau=tau).round(9) + 0.0
        array([1., 0.])
    """
    engine = engine_of(read_robot(robot, None))
    states, many = _states(engine, q, u, t)
    wanted = _rows(udot, len(states), engine.robot.nv, "udot")
    found = engine.efforts(np.full(len(states), float(t)), _with_work(states), wanted)
    return found if many else found[0]


def mass_matrix(robot: AnyRobot, q: Vector) -> np.ndarray:
    """M(q) with kinetic energy u'Mu/2: the efforts per unit acceleration, of all joints.

    Examples:
        >>> pl.mass_matrix("double-pendulum", q=[0.0, 0.0]).round(3)
        array([[2.667, 0.833],
               [0.833, 0.333]])
    """
    engine = engine_of(read_robot(robot, None))
    nv = engine.robot.nv
    states = _with_work(np.tile(one_state(engine, q, np.zeros(nv)), (nv, 1)))
    found = engine.run("inertial", 0.0, np.hstack([states, np.eye(nv)]))
    return 0.5 * (found + found.T)


def bias_forces(robot: AnyRobot, q: Vector = None, u: Vector = None, t: float = 0.0) -> np.ndarray:
    """h(q, u, t) in M udot + h = tau: everything but the acceleration, all forces included.

    Examples:
        >>> q, u = [0.1, 0.2], [1.0, -1.0]
        >>> M, h = pl.mass_matrix("double-pendulum", q), pl.bias_forces("double-pendulum", q, u)
        >>> udot = pl.acceleration("double-pendulum", q, u)
        >>> bool(np.allclose(M @ udot + h, 0.0))
        True
    """
    engine = engine_of(read_robot(robot, None))
    return inverse_dynamics(robot, q, u, np.zeros(engine.robot.nv), t)


def energy(robot: AnyRobot, q: Vector = None, u: Vector = None, t: float = 0.0) -> Energy:
    """Kinetic and potential energy; without q and u where prescribed joints are at t.

    Examples:
        >>> pl.energy("pendulum", q=[0.0], u=[0.0]).kinetic
        0.0
        >>> round(pl.energy("pendulum", q=[0.0], u=[2.0]).kinetic, 3)
        0.667
    """
    facts = _facts(robot, q, u, t)
    return Energy(float(facts["kinetic_energy"]), float(facts["potential_energy"]))


def momentum(robot: AnyRobot, q: Vector = None, u: Vector = None, t: float = 0.0) -> np.ndarray:
    """Linear and angular momentum about the world's origin, in world axes: six numbers.

    Without q and u, where prescribed joints are at t.

    Examples:
        >>> q, u = [0, 0, 0, 1, 0, 0, 0], [2.0, 0, 0, 0, 0, 0]
        >>> pl.momentum("free-body", q, u)[:3].round(6).tolist()  # mass times velocity
        [0.756, 0.0, 0.0]
    """
    facts = _facts(robot, q, u, t)
    return np.concatenate([facts["linear_momentum"], facts["angular_momentum"]])


def poses(
    robot: AnyRobot, q: Vector = None, t: float = 0.0
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """World position and orientation (quaternion w x y z) of every body frame, by name.

    Without q, where prescribed joints are at t.

    Examples:
        >>> position, orientation = pl.poses("double-pendulum", q=[0.0, 0.0])["lower"]
        >>> (position + 0.0).round(3).tolist(), orientation.round(3).tolist()
        ([0.0, 0.0, -1.0], [1.0, 0.0, 0.0, 0.0])
    """
    engine = engine_of(read_robot(robot, None))
    facts = _facts(robot, q, None if q is None else np.zeros(engine.robot.nv), t)
    pairs = zip(facts["position"], facts["orientation"], strict=True)
    return dict(zip(engine.robot.names, pairs, strict=True))


def jacobians(robot: AnyRobot, q: Vector) -> dict[str, np.ndarray]:
    """6 x nv per body: velocity of the body frame (linear, then angular; body axes) per speed.

    Examples:
        >>> J = pl.jacobians("double-pendulum", q=[0.1, 0.2])["lower"]
        >>> J.shape
        (6, 2)
        >>> (J @ [1.0, 1.0]).round(3) + 0.0
        array([-0.98 ,  0.   , -0.199,  0.   ,  2.   ,  0.   ])
    """
    engine = engine_of(read_robot(robot, None))
    compiled = engine.robot
    states = np.tile(_with_work(one_state(engine, q, np.zeros(compiled.nv))), (compiled.nv, 1))
    states[:, compiled.nq : compiled.nq + compiled.nv] = np.eye(compiled.nv)
    found = engine.run("places", 0.0, states, by_signals=False)[:, : 18 * (compiled.nb + 1)]
    places = found.reshape(compiled.nv, compiled.nb + 1, 18)  # the world's first
    columns = np.moveaxis(places[:, 1:, 12:], 0, -1)  # velocities per unit of each speed
    turn = [np.kron(np.eye(2), align) for align in compiled.align]
    return {name: turn[b] @ columns[b] for b, name in enumerate(compiled.names)}


def _facts(robot: AnyRobot, q: Vector, u: Vector, t: float) -> Facts:
    engine = engine_of(read_robot(robot, None))
    states = one_state(engine, q, u, t)
    times = np.full(len(states), float(t))
    seen = engine.observe(times, _with_work(states), 0, given=True)
    return Facts(variables_of(engine.robot, times, seen), engine.robot.robot)


def _with_work(states: np.ndarray) -> np.ndarray:
    """Rows as programs take them: with the work done so far, which nothing asks for."""
    return np.column_stack([states, np.zeros(len(states))])


def one_state(engine: Engine, q: Vector, u: Vector, t: float = 0.0) -> np.ndarray:
    """A single row, for questions that are answered one state at a time."""
    states, many = _states(engine, q, u, t)
    if many:
        raise PelagosError(
            f"q: shape {np.shape(q)} where one state is asked for\n    ask for each state by itself"
        )
    return states


def _states(engine: Engine, q: Vector, u: Vector, t: float) -> tuple[np.ndarray, bool]:
    """(state, n) rows without work, and whether more than one was asked for.

    Auxiliary states have their initial values; tethers are at rest between their ends. Without q
    and u it is the state at the start, with prescribed joints where they are at t.
    """
    if not np.isfinite(float(t)):
        raise PelagosError(f"t: {t!r} is no time\n    give a finite number of seconds")
    if q is None and u is None:
        return _laid(engine, engine.prescribed(float(t))[None, :-1], t), False
    if q is None or u is None:
        missing, other = ("q", "u") if q is None else ("u", "q")
        raise PelagosError(f"{missing}: missing beside {other}\n    give both, or neither")
    coordinates = np.asarray(q, dtype=float)
    rows = np.atleast_2d(coordinates)
    nq, nv = engine.robot.nq, engine.robot.nv
    states = np.tile(engine.robot.start[:-1], (len(rows), 1))
    states[:, :nq] = _rows(q, len(rows), nq, "q")
    states[:, nq : nq + nv] = _rows(u, len(rows), nv, "u")
    states = with_unit_quaternions(engine.robot, states, "q")
    return _laid(engine, states, t), coordinates.ndim == 2


def _laid(engine: Engine, states: np.ndarray, t: float) -> np.ndarray:
    """Rows with tethers at rest where their ends are not those of the start."""
    robot = engine.robot
    if not any(element.implicit for element in robot.elements.all):
        return states
    return np.stack([laid_anew(robot, x, robot.start[:-1], t) for x in states])


def _rows(values: Vector, count: int, width: int, name: str) -> np.ndarray:
    """One row per state, checked."""
    rows = np.atleast_2d(np.asarray(values, dtype=float))
    if rows.shape[-1] != width:
        raise PelagosError(
            f"{name}: {rows.shape[-1]} numbers where the robot has {width}\n"
            f"    give {width}, in the order `pelagos info` shows"
        )
    if rows.ndim > 2 or len(rows) not in (1, count):
        raise PelagosError(
            f"{name}: shape {np.shape(values)} beside {count} states in q\n"
            f"    give {width} numbers, or a row of them per state"
        )
    if not np.isfinite(rows).all():
        raise PelagosError(f"{name}: has a number that is not finite\n    give ordinary ones")
    return np.broadcast_to(rows, (count, width))
