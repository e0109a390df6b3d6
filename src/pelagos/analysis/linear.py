"""Linearisation of the equations of motion, exact by compiled derivatives (`programs.slopes`).

The state of the linear system is (s, u): s are small displacements expressed like the speeds (for a
free joint in body axes, linear then angular), so attitude needs no extra coordinate. Auxiliary
states follow, sampled ones held. With
qdot = N(q) u, a displacement moves the coordinates by N(q) s, and

    ds/dt = delta u - u x s          (the cross product only for spherical and free joints)
    du/dt = (d udot/d s) s + (d udot/d u) delta u + (d udot/d input) delta input.

Of a robot with closed loops, s and u are those of independent speeds; `closed_linear` says how. One
that rolls without slipping has more displacements than speeds.
Prescribed joints have none: they keep to their motion.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from pelagos.analysis.closed_linear import Freedoms, freedoms
from pelagos.analysis.queries import AnyRobot, one_state
from pelagos.elements.actuator.motor import MotorEffort
from pelagos.elements.actuator.servo import ServoEffort
from pelagos.errors import PelagosError
from pelagos.joints.table import KINDS
from pelagos.language.suggest import listing
from pelagos.march.engine import Engine
from pelagos.march.settings import read_robot
from pelagos.mechanism.robot import Compiled, compile_robot
from pelagos.mechanism.tree import KIND, V_START
from pelagos.model.robot import Robot
from pelagos.programs.numbers import ordinary
from pelagos.programs.robot import Programs
from pelagos.programs.slopes import inputs_of

_EARLIER: deque[Programs] = deque(maxlen=8)  # programs of robots before


@dataclass(frozen=True)
class Linearization:
    """dx/dt = A x + B input, x = (s, u, auxiliary states), n numbers."""

    A: np.ndarray  # (n, n)
    B: np.ndarray  # (n, inputs): inputs of the actuators, prescribed motions excepted
    B_effort: np.ndarray  # (n, nv): efforts added at the joints
    udot: np.ndarray  # (nv,) accelerations at the point itself
    rates: np.ndarray  # (auxiliary states,) their rates there
    shifts: np.ndarray  # (nv, displacements in x): how those displace all joints
    basis: np.ndarray  # (nv, speeds in x): how those move all joints, which differ from them where
    # loops are closed or motions prescribed; the same as shifts unless something rolls
    carried: np.ndarray  # (nv, displacements in x): speeds that these ask for in motion
    states: tuple[str, ...]
    inputs: tuple[str, ...]

    def to_control(self) -> Any:
        """The system as a `StateSpace` of python-control; needs pelagos[control]."""
        from pelagos.analysis.systems.python_control import state_space

        return state_space(self)


def linearize(
    robot: AnyRobot, q: Any = None, u: Any = None, t: float = 0.0, *, states: Any = None
) -> Linearization:
    """Exact A and B at the state (q, u) and time t.

    Without q and u at the state that `acceleration` takes. A robot with closed loops or docks must
    keep them closed there, with q and u; its A is that of its independent speeds, in motion as at
    rest. Wheels that roll leave more displacements in x than speeds. Prescribed joints do not
    deviate from their motion: they are no states of x.
    A belongs to this state. Its eigenvalues tell of a steady motion if it stays the same as that
    goes on: not of a free body that spins, as a disc that rolls, whose axes turn with it; put the
    wheel on a joint of a body that does not spin.
    states: auxiliary ones, their initial values unless told.

    Examples:
        >>> system = pl.linearize("pendulum", q=[0.0], u=[0.0])
        >>> system.A.round(3)
        array([[  0.   ,   1.   ],
               [-14.715,   0.   ]])
    """
    engine = differentiated(read_robot(robot, None))
    check_free(engine.robot.robot, "linearize")
    state = one_state(engine, q, u, t)[0]
    if states is not None:
        state[engine.robot.nq + engine.robot.nv :] = _auxiliary(engine.robot, states)
    return linear_at(engine, t, np.append(state, 0.0))


def _auxiliary(robot: Compiled, given: Any) -> np.ndarray:
    """Auxiliary states, checked."""
    labels = robot.states.labels
    try:
        found = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        found = np.full(1, np.nan)
    if found.shape != (len(labels),) or not np.isfinite(found).all():
        raise PelagosError(
            f"linearize: states are {given!r}\n    give {len(labels)} finite numbers: "
            f"{listing(labels) or 'this robot has no auxiliary states'}"
        )
    return found


@lru_cache(maxsize=16)
def differentiated(robot: Robot) -> Engine:
    """The engine of a robot whose programs know the inputs of all actuators.

    They read every number that is not special (`programs.numbers`), so that robots which differ in
    numbers have one program.
    """
    thrusters = {n for n, a in robot.actuators.items() if a.kind == "thruster"}
    compiled = compile_robot(robot, nudged=thrusters)  # these inputs do not arrive as they are
    engine = Engine([compiled], earlier=[*_EARLIER], read=ordinary(compiled))
    if engine.programs not in _EARLIER:
        _EARLIER.appendleft(engine.programs)
    return engine


def linear_at(engine: Engine, t: float, x: np.ndarray, variant: int = 0) -> Linearization:
    """The linear system of a `differentiated` engine about a state."""
    robot, p = engine.robot, engine.variants.numbers[variant]
    nq, nv, ns = robot.nq, robot.nv, robot.states.count
    slopes = engine.programs.derivatives.slopes(t, x, p)
    held = {int(speed) for _, speed, _ in robot.elements.driven}
    free = [v for v in range(nv) if v not in held]
    turning = carrying(robot, x[nq : nq + nv])
    if robot.constraints.rows:
        gaps = engine.programs.derivatives.gaps(t, x, p)
        own = freedoms(gaps, robot.constraints.rate_only, free, _pushed_speeds(robot))
        by_place = slopes.s @ own.shifts + slopes.u @ own.carried
        by_speed, turning = slopes.u @ own.basis, turning @ own.shifts
    else:
        unit = np.eye(nv)[:, free]
        own = Freedoms(free, free, unit, unit, np.zeros((nv, len(free))))
        by_place, by_speed, turning = slopes.s[:, free], slopes.u[:, free], turning[:, free]
    g, f = len(own.places), len(own.speeds)
    rows = [*own.speeds, *range(nv, nv + ns)]  # of the slopes
    A = np.zeros((g + f + ns, g + f + ns))
    A[:g, :g] = (own.carried - turning)[own.places]
    A[:g, g : g + f] = own.basis[own.places]
    A[g:, :g] = by_place[rows]
    A[g:, g : g + f] = by_speed[rows]
    A[g:, g + f :] = slopes.states[rows]
    labels = robot.robot.speeds
    return Linearization(
        A=A,
        B=np.vstack([np.zeros((g, slopes.inputs.shape[1])), slopes.inputs[rows]]),
        B_effort=np.vstack([np.zeros((g, nv)), slopes.tau[rows]]),
        udot=slopes.rates[:nv],
        rates=slopes.rates[nv:],
        shifts=own.shifts,
        basis=own.basis,
        carried=own.carried,
        states=(
            *(f"s[{labels[v]}]" for v in own.places),
            *(f"u[{labels[v]}]" for v in own.speeds),
            *robot.states.labels,
        ),
        inputs=tuple(inputs_of(robot)),
    )


def check_free(robot: Robot, question: str) -> None:
    """Refuse a robot whose every joint is prescribed."""
    if robot.prescribed and len(robot.prescribed) == len(robot.speeds):
        raise PelagosError(
            f"{question}: all {len(robot.speeds)} degrees of freedom of {robot.name} are "
            "prescribed, so nothing is left that could move otherwise\n"
            "    put motors or servos in place of the motions"
        )


def check_lines(robot: Robot, question: str) -> None:
    """Refuse tethers where their nodes would stay as coordinates change."""
    lines = [name for name, words in robot.elements.items() if words.stiff]
    if lines:
        raise PelagosError(
            f"{question}: {lines[0]} of {robot.name} has nodes that move by themselves, which "
            "coordinates and speeds do not tell\n    simulate until it rests and take `linearize` "
            "there, with states; `acceleration` and `energy` lay it at rest between its ends"
        )


def _pushed_speeds(robot: Compiled) -> set[int]:
    """Speeds of joints with actuators."""
    places = [place.element for place in robot.elements.actuation if place.element is not None]
    efforts = (robot.elements.all[k] for k in places)
    return {element.u for element in efforts if isinstance(element, MotorEffort | ServoEffort)}


def carrying(robot: Compiled, u: np.ndarray) -> np.ndarray:
    """The matrix of s -> u x s of all joints whose displacements turn with the body."""
    found = np.zeros((robot.nv, robot.nv))
    for code, start in robot.tree[:, [KIND, V_START]].tolist():
        turning = KINDS[code].turning
        if turning is None:
            continue
        turn = slice(start + turning.u, start + turning.u + 3)
        found[turn, turn] = _skew(u[turn])
        if turning.place is not None:
            first = start + turning.place[1]
            shift = slice(first, first + 3)
            found[shift, shift], found[shift, turn] = _skew(u[turn]), _skew(u[shift])
    return found


def _skew(w: np.ndarray) -> np.ndarray:
    """The matrix of a -> w x a."""
    x, y, z = w.tolist()
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
