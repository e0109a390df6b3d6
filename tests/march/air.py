"""Wings without a march: the loops of the flow alone, called with states that a test gives."""

from __future__ import annotations

import numpy as np

from pelagos.loops import data, library
from pelagos.loops.lattice.data import lattice_for, wings_of
from pelagos.mechanism.lattice import LOADS, TIME
from pelagos.mechanism.robot import compile_robot
from pelagos.programs.numbers import flat, numbers_of
from pelagos.programs.robot import Programs

MOST_PASSES = 60  # of an air step, see `loops.lattice.coupling`


class Flight:
    """A robot in some lanes, each from a time of its own; `fly` takes one air step."""

    def __init__(self, robot, starts, idle=()):
        lanes = len(starts)
        self.robot = compile_robot(robot)
        tables, n = self.robot.lattice, self.robot.size
        numbers = numbers_of([self.robot])
        self._programs = Programs(self.robot, numbers, "newton-euler")
        places = self._programs.native("wings", lanes)
        self.model = data.plain_model(
            places=places.address,
            size=n,
            nq=self.robot.nq,
            nv=self.robot.nv,
            scratch=places.scratch,
            results=places.outputs,
            wings=wings_of(tables, self.robot.nb),
        )
        variants = data.variants_of(
            numbers.read(flat(self.robot)[None]),
            tables.corner_places[None],
            np.array([[tables.step]]),
        )
        self.lanes = data.lanes_like(variants, lanes)
        self.work = data.work_for(self.model, lanes)
        self.runs = data.allocate(
            np.repeat(self.robot.start[None], lanes, 0), np.zeros(lanes, np.int64), 1
        )
        self.m = data.lane_state_for(
            n, lanes, 1, 0, lanes, lattice=lattice_for(tables, n, 0, lanes)
        )
        self.air, self.busy = self.m.lattice, [k for k in range(lanes) if k not in idle]
        self.m.run[self.busy] = self.busy
        self.m.t[:], self.m.y[:] = starts, self.robot.start[:, None]
        self.runs.done[:], self.m.fresh[:] = 1, 1
        self._couple()

    def _couple(self):
        library.couple(self.model, self.lanes, self.work, self.runs, self.m)

    def fly(self, move=lambda y, time: y):
        """March all lanes through an air step: `move` gives a lane's state at its end."""
        m, wanted = self.m, self.air.count + 1
        for _ in range(MOST_PASSES + 1):
            waiting = [k for k in self.busy if m.run[k] >= 0 and self.air.count[k] < wanted[k]]
            if not waiting:
                return
            m.fresh[:] = 0
            for k in waiting:
                m.y[:, k] = move(m.y[:, k].copy(), m.air[k])
                m.t[k], m.fresh[k] = m.air[k], 1
            self._couple()
        raise AssertionError("an air step did not end")

    def loads(self, lane):
        """Wrenches (body, 6) on the loaded bodies at the last air step."""
        return self.air.now[lane].reshape(2, -1, 6).sum(axis=0)

    def held(self, lane, time):
        """The same as the bodies feel them, from the state."""
        first, bodies = self.robot.lattice.stream[LOADS], len(self.robot.lattice.loaded)
        held = self.m.y[first : first + 12 * bodies, lane].reshape(bodies, 2, 6)
        level, rate = held[:, 0], held[:, 1]
        return level + rate * (time - self.m.y[self.robot.lattice.stream[TIME], lane])
