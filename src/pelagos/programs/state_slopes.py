"""The Jacobian of the rates by the numbers of the state itself, as implicit methods need it.

Coordinates are taken one by one here, quaternions by their four numbers. Every qdot depends on
the coordinates and speeds of its own joint alone: those few entries are written out, and gradients
are taken of the other rates (see `programs.slopes`). Nothing depends on the work done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.equations import motion
from pelagos.programs.forces import forces_of
from pelagos.programs.slopes import balance
from pelagos.tape.derivatives import pullback
from pelagos.tape.function import Function
from pelagos.tape.jacobian import Jacobian

if TYPE_CHECKING:
    from pelagos.programs.robot import Programs


class StateSlopes:
    """Of one robot in a march: prescribed joints follow their signals and have no slopes."""

    def __init__(self, programs: Programs):
        self._programs, self._robot = programs, programs.robot
        self._dynamic = self._jacobian()
        self._places, self._kinematic = self._entries()

    def __call__(self, t: float, x: np.ndarray, p: np.ndarray) -> np.ndarray:
        """d rates / d x, (n, n)."""
        nq, n = self._robot.nq, self._robot.size
        found = np.zeros((n, n))
        found[self._places] = self._kinematic(t, x, p)
        forces, given = None, x
        if self._programs.loose_rows:
            y = self._programs.run("rates", np.array([t]), x[None], p, by_signals=True)[0]
            forces = forces_of(self._programs.rates_layout, y, self._robot)
            given = np.concatenate([x, forces.f])
        slopes = self._dynamic(t, given, p)[1]
        found[nq:, :-1] = slopes[: n - nq]
        if forces is not None:
            found[:, :-1] += forces.effects(slopes[n - nq :])
        return found

    def _jacobian(self) -> Jacobian:
        programs, nq = self._programs, self._robot.nq
        trace = programs.trace(programs.loose_rows)
        m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals=True)
        held = programs.row_forces(trace.further)
        h, g = balance(m, known, programs.formulation(m, known, trace.loops), held)
        outputs = motion.without_prescribed(m, h)[nq:] + [g[row] for row in programs.order]
        columns = [{x.index: 1.0} for x in trace.x[:-1]]
        return Jacobian(trace.tape, trace.rows, outputs, columns)

    def _entries(self) -> tuple[Any, Function]:
        """Places of the slopes of coordinates, and the program that gives them."""
        trace = self._programs.trace()
        speeds = trace.x[self._robot.nq :]
        rows, columns, entries = [], [], []
        for link in trace.m.links:
            own = [*trace.x[link.q], *speeds[link.u]]
            at = [*range(link.q.start, link.q.stop)]
            at += [self._robot.nq + v for v in range(link.u.start, link.u.stop)]
            rates = link.joint.rates(own[: link.joint.nq], own[link.joint.nq :])
            for row, rate in zip(at, () if link.driven else rates, strict=False):
                gradient = pullback(trace.tape, [rate], [1.0])
                for column, x in zip(at, own, strict=True):
                    if x.index in gradient:
                        rows.append(row)
                        columns.append(column)
                        entries.append(gradient[x.index])
        return (rows, columns), Function(trace.tape, trace.rows, entries, 1)
