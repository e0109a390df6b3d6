"""A compiled robot as the plain Python objects of `equations.mechanism`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pelagos.equations.mechanism import Link, Mechanism, Surroundings, as_prescribed, placed
from pelagos.joints.table import KINDS
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.inertia import Inertia, Pose
from pelagos.mechanism import tree as tr
from pelagos.mechanism.layout import BODY

if TYPE_CHECKING:
    from pelagos.equations.mechanism import Given
    from pelagos.mechanism.robot import Compiled

STAYED = 1e-9  # m: ends that moved by less are where they were


def mechanism_of(robot: Compiled, states: np.ndarray | None = None) -> Mechanism:
    """The robot with float numbers; auxiliary states, those before anything is laid by default."""
    states = robot.states.initial if states is None else states
    starts = robot.table_starts.tolist()
    rows = robot.tables.tolist()
    return Mechanism(
        links=tuple(_link(robot, b) for b in range(robot.nb)),
        gravity=Vec3(*robot.gravity.tolist()),
        rotor=tuple(robot.rotor.tolist()),
        elements=robot.elements.all,
        driven=tuple(tuple(row) for row in robot.elements.driven.tolist()),
        instructions=tuple(tuple(row) for row in robot.program[: robot.bodiless].tolist()),
        values=tuple(robot.values.tolist()),
        tables=tuple(rows[a:b] for a, b in zip(starts, starts[1:], strict=False)),
        channels=tuple(robot.channels.tolist()),
        water=Surroundings(robot.density, robot.surface, robot.flows),
        states=tuple(states.tolist()),
        rates=tuple(robot.states.first_rate + k for k in range(robot.states.continuous)),
    )


def _link(robot: Compiled, b: int) -> Link:
    row, entry = robot.bodies[b].tolist(), robot.tree[b].tolist()
    kind = KINDS[entry[tr.KIND]]
    joint = kind.with_numbers(row[BODY["joint"].span][: len(kind.numbers)])
    q, u, parent = entry[tr.Q_START], entry[tr.V_START], entry[tr.PARENT]
    return Link(
        name=robot.names[b],
        joint=joint,
        parent=None if parent == 0 else parent - 1,
        placement=Pose.of(row[BODY["placement"].span]),
        inertia=Inertia.of(row[BODY["inertia"].span]),
        mass=row[BODY["mass"].start],
        moment=Vec3(*row[BODY["moment"].span]),
        q=slice(q, q + joint.nq),
        u=slice(u, u + joint.nv),
        driven=bool(entry[tr.DRIVEN]),
    )


def with_rest(robot: Compiled, x: np.ndarray) -> np.ndarray:
    """A state at a start that was given, with elements at rest between its bodies."""
    if not any(element.implicit for element in robot.elements.all):
        return x
    nq, nv, found = robot.nq, robot.nv, x.copy()
    found[nq + nv : -1] = resting(robot, x[:nq], x[nq : nq + nv])
    return found


def laid_anew(robot: Compiled, x: np.ndarray, before: np.ndarray, t: float) -> np.ndarray:
    """A state at a time with elements at rest whose ends are not where they were before.

    Those whose ends stayed go on as they are.
    """
    lying = [element for element in robot.elements.all if element.implicit]
    if not lying:
        return x
    now, then = (_at(robot, state, t) for state in (x, before))
    found, first = x.copy(), robot.nq + robot.nv
    for element in lying:
        apart = np.subtract(element.held_at(now), element.held_at(then))
        if np.max(np.abs(apart), initial=0.0) > STAYED:
            for place, value in element.at_rest(now).items():
                found[first + place] = value
    return found


def _at(robot: Compiled, x: np.ndarray, t: float) -> Given:
    """Where all links are at a state."""
    nq, nv = robot.nq, robot.nv
    m = mechanism_of(robot, x[nq + nv : nq + nv + robot.states.count])
    return placed(m, t, x[:nq].tolist(), x[nq : nq + nv].tolist())


def resting(robot: Compiled, q: np.ndarray, u: np.ndarray) -> np.ndarray:
    """Auxiliary states at the start of a run that begins with q and u."""
    found = robot.states.initial
    lying = [element for element in robot.elements.all if element.implicit]
    if not lying:
        return found
    m = mechanism_of(robot)
    there = as_prescribed(m, 0.0, q.tolist(), u.tolist())
    at = placed(m, 0.0, *there)
    found = found.copy()
    for element in lying:
        for place, value in element.at_rest(at).items():
            found[place] = value
    return found
