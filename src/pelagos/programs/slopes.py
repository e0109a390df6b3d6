"""Derivatives of the rates of a robot: exact, compiled, all of them at a state at once.

The rates of speeds and auxiliary states are a + R f, where the forces f of loose constraint rows
solve G f = w (`equations.affine`). With h = a + R f and g = w - G f as functions of the state and
of forces that are held,

    d rates = dh + R G^+ dg,

so one program with the outputs h and g has all that is needed, and the pseudo-inverse is taken at
the state alone. Where rows are redundant this holds along the manifold of the constraints.

Displacements are expressed like the speeds: along s coordinates move by N(q) s, as qdot = N(q) u.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pelagos.equations import motion
from pelagos.equations.affine import Affine
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.equations.restoration import restoration
from pelagos.lazy import cached_property
from pelagos.mechanism.robot import Compiled
from pelagos.programs.forces import Forces, forces_of
from pelagos.programs.tracing import Trace
from pelagos.tape.jacobian import Jacobian
from pelagos.tape.numbers import Number

if TYPE_CHECKING:
    from pelagos.programs.robot import Programs


@dataclass(frozen=True)
class Slopes:
    """At one state; rows are speeds, then auxiliary states."""

    rates: np.ndarray  # (rows,): udot and the rates of auxiliary states
    s: np.ndarray  # (rows, nv): by displacements
    u: np.ndarray  # (rows, nv)
    states: np.ndarray  # (rows, auxiliary states)
    tau: np.ndarray  # (rows, nv): by efforts at the joints
    inputs: np.ndarray  # (rows, inputs): by inputs of the actuators that `inputs_of` names


class Gaps(NamedTuple):
    """All rows of the constraints at a state, and how their rates change."""

    residuals: np.ndarray  # (rows,)
    rates: np.ndarray  # (rows,)
    s: np.ndarray  # (rows, nv): of the rates, by displacements
    J: np.ndarray  # (rows, nv): by speeds, which is that of the residuals by displacements


def inputs_of(robot: Compiled) -> list[str]:
    """Actuators whose inputs derivatives are taken by: prescribed motions have none, and thrusters
    only in robots that were compiled with their inputs nudged."""
    own = {*_channels(robot), *robot.input_slots}
    return [n for n, a in robot.robot.actuators.items() if a.kind != "motion" and n in own]


def _channels(robot: Compiled) -> dict[str, int]:
    """Channels of the actuators whose input arrives as it is."""
    found = {}
    for name, place in zip(robot.actuators, robot.elements.actuation, strict=True):
        element = None if place.element is None else robot.elements.all[place.element]
        if element is not None and element.takes_input:
            found[name] = next(iter(element.heard))
    return found


def balance(m: Mechanism, known: Given, answer: Affine, forces: Sequence[Any]) -> tuple[list, list]:
    """h = a + R f, of all rates, and g = w - G f, for given forces f of the loose rows."""
    h = motion.rates(m, known, answer)
    for row, force in enumerate(forces):
        effects = motion.rates_per_force(m, answer, row)
        h = [rate + force * effect for rate, effect in zip(h, effects, strict=True)]
    g = []
    for wanted, entries in zip(answer.wanted, answer.gram, strict=True):
        for entry, force in zip(entries, forces, strict=True):
            wanted = wanted - entry * force
        g.append(wanted)
    return h, g


def displaced(trace: Trace) -> list[dict[int, Any]]:
    """How coordinates move along each displacement: columns of N(q)."""
    found = []
    for link in trace.m.links:
        q = trace.x[link.q]
        for k in range(link.joint.nv):
            unit = [1.0 if i == k else 0.0 for i in range(link.joint.nv)]
            rates = zip(q, link.joint.rates(q, unit), strict=True)
            found.append({x.index: r for x, r in rates if isinstance(r, Number) or r != 0.0})
    return found


class DerivativePrograms:
    """The programs of derivatives of a robot at given states: made when they are first asked."""

    def __init__(self, programs: Programs):
        self._programs, self._robot = programs, programs.robot
        self._ends = np.cumsum([0, *self.widths])

    @property
    def widths(self) -> tuple[int, ...]:
        """Numbers of columns, in the order of the fields of `Slopes`."""
        robot = self._robot
        return robot.nv, robot.nv, robot.states.count, robot.nv, len(inputs_of(robot))

    def slopes(
        self, t: float, x: np.ndarray, p: np.ndarray, tau: np.ndarray | None = None
    ) -> Slopes:
        """All derivatives at the state x (with work), under efforts tau at the joints."""
        n, nq = self._robot.size - self._robot.nq - 1, self._robot.nq
        forces = self.forces(t, x, p, tau)
        values, found = self._jacobian(t, self._given(x, tau, forces), p)
        if forces is not None:
            found = found[:n] + forces.effects(found[n:])[nq:-1]
        parts = [found[:, a:b] for a, b in zip(self._ends, self._ends[1:], strict=False)]
        return Slopes(values[:n], *parts)

    def direction(
        self, t: float, x: np.ndarray, p: np.ndarray, tau: np.ndarray, moves: np.ndarray
    ) -> np.ndarray:
        """The derivative of the rates along a row of displacements, speeds, ..., inputs."""
        n, nq = self._robot.size - self._robot.nq - 1, self._robot.nq
        forces = self.forces(t, x, p, tau)
        found = self._direction.seeded(t, self._given(x, tau, forces), p, moves)
        return found if forces is None else found[:n] + forces.effects(found[n:])[nq:-1]

    def gradient(
        self, t: float, x: np.ndarray, p: np.ndarray, tau: np.ndarray, weights: np.ndarray
    ) -> np.ndarray:
        """The derivatives of weights . rates, in the order of the fields of `Slopes`.

        Weights of g are those that a change of the forces has on the rates: G^+ R^T w.
        """
        forces = self.forces(t, x, p, tau)
        if forces is not None:
            whole = np.concatenate([np.zeros(self._robot.nq), weights, [0.0]])
            weights = np.concatenate([weights, forces.weights(whole)])
        return self._gradient.seeded(t, self._given(x, tau, forces), p, weights)

    def forces(
        self, t: float, x: np.ndarray, p: np.ndarray, tau: np.ndarray | None = None
    ) -> Forces | None:
        """Of loose constraint rows at a state; None for a robot without."""
        programs = self._programs
        if not programs.loose_rows:
            return None
        name = "rates" if tau is None else "pushed"
        asked = x if tau is None else np.concatenate([x, tau])
        y = programs.run(name, np.array([t]), asked[None], p, by_signals=False)[0]
        return forces_of(programs.rates_layout, y, self._robot)

    def gaps(self, t: float, x: np.ndarray, p: np.ndarray) -> Gaps:
        """Constraints at a state."""
        rows, nv = self._robot.constraints.rows, self._robot.nv
        values, slopes = self._gaps(t, x, p)
        return Gaps(values[rows:], values[:rows], slopes[:, :nv], slopes[:, nv:])

    def _given(self, x: np.ndarray, tau: np.ndarray | None, forces: Forces | None) -> np.ndarray:
        """The row of inputs: state, efforts, inputs as they are, forces."""
        tau = np.zeros(self._robot.nv) if tau is None else tau
        nudges = np.zeros(len(_channels(self._robot)))
        return np.concatenate([x, tau, nudges, () if forces is None else forces.f])

    # the programs

    @cached_property
    def _jacobian(self) -> Jacobian:
        return self._made()

    @cached_property
    def _direction(self) -> Jacobian:
        return self._made(forward=True)

    @cached_property
    def _gradient(self) -> Jacobian:
        return self._made(forward=False)

    def _made(self, forward: bool | None = None) -> Jacobian:
        """d(h, g) by everything that a rate may depend on."""
        programs, nv = self._programs, self._robot.nv
        nudged = _channels(self._robot)
        trace = programs.trace(nv + len(nudged) + programs.loose_rows)
        tau, nudges = trace.further[:nv], trace.further[nv : nv + len(nudged)]
        m, known = motion.known_at(
            trace.m, trace.t, trace.x, False, tau, dict(zip(nudged.values(), nudges, strict=True))
        )
        held = programs.row_forces(trace.further[nv + len(nudged) :])
        h, g = balance(m, known, programs.formulation(m, known, trace.loops), held)
        inputs = dict(zip(nudged, nudges, strict=True))
        inputs |= {n: trace.p[programs.value_place(k)] for n, k in self._slots.items()}
        moved = [*trace.x[self._robot.nq : -1], *tau, *(inputs[n] for n in inputs_of(self._robot))]
        columns = [*displaced(trace), *({x.index: 1.0} for x in moved)]
        outputs = [*h[self._robot.nq : -1], *(g[row] for row in programs.order)]
        return Jacobian(trace.tape, trace.rows, outputs, columns, forward)

    @property
    def _slots(self) -> dict[str, int]:
        """Inputs that programs read because they do not arrive as they are."""
        names = set(inputs_of(self._robot)) - set(_channels(self._robot))
        return {n: slot for n, slot in self._robot.input_slots.items() if n in names}

    @cached_property
    def _gaps(self) -> Jacobian:
        trace = self._programs.trace()
        m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals=False)
        found = restoration(m, known, trace.loops)
        speeds = trace.x[self._robot.nq : self._robot.nq + self._robot.nv]
        columns = [*displaced(trace), *({x.index: 1.0} for x in speeds)]
        return Jacobian(trace.tape, trace.rows, found.rates, columns, beside=found.residuals)
