"""Wings without a march: the loops of the flow alone, called with states that a test gives."""

from __future__ import annotations

import ctypes
from dataclasses import replace
from functools import cache

import llvmlite.binding as llvm
import numpy as np

from pelagos.compiled.lattice import LOADS, TIME, surroundings
from pelagos.compiled.mechanism import mechanism_of
from pelagos.compiled.robot import Compiled, compile_robot
from pelagos.equations import mechanism
from pelagos.equations.algebra import Motion
from pelagos.equations.inertia import Pose
from pelagos.kernels import build, library
from pelagos.kernels.entry import ENTRIES
from pelagos.march import data
from pelagos.march.lattice import MOST_PASSES
from pelagos.march.lattice_data import lattice_for, wings_of
from pelagos.tape.instructions import program_of
from pelagos.tape.native import Native
from pelagos.tape.numbers import Tape


@cache
def couple():
    """`march.lattice.couple`, compiled in this process."""
    own = [entry for entry in ENTRIES if entry.symbol.startswith("pelagos.march.")]
    for entry in ENTRIES:
        llvm.add_symbol(entry.symbol, build._SOMEWHERE)
    ordered = [entry for entry in build._callees_first(own) if entry in own]
    address = library._linked([build._compiled(e) for e in ordered])["pelagos.march.lattice.couple"]
    call = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 7)(address)

    def asked(*bundles):
        result, error = ctypes.c_int64(0), ctypes.c_void_p()
        assert call(ctypes.byref(result), ctypes.byref(error), *(b.address for b in bundles)) == 0

    return asked


def places(robot: Compiled, lanes: int) -> Native:
    """Where the world and all bodies are and how they move, and what surrounds the wings."""
    tape = Tape()
    t, x = tape.input("t"), tape.row(f"x[{k}]" for k in range(robot.size))
    split = robot.nq + robot.nv
    m = replace(mechanism_of(robot), states=tuple(x[split:-1]))
    q, u = mechanism.as_prescribed(m, t, x[: robot.nq], x[robot.nq : split])
    known = mechanism.given(m, t, q, u)
    outputs = [*Pose.identity(), *Motion.zero()]
    for pose, velocity in zip(known.world, known.velocities, strict=True):
        outputs += [*pose, *velocity]
    outputs += surroundings(robot.lattice, robot.fluid.density, known.signals)
    return Native(program_of(tape, outputs), lanes, (1, robot.size, 0))


class Flight:
    """A robot in some lanes, each from a time of its own; `fly` takes one air step."""

    def __init__(self, robot, starts, idle=()):
        lanes = len(starts)
        self.robot = compile_robot(robot)
        tables, n = self.robot.lattice, self.robot.size
        self._program = places(self.robot, lanes)
        outputs = 18 * (self.robot.nb + 1) + 4
        self.model = data.plain_model(
            places=self._program.address,
            size=n,
            nq=self.robot.nq,
            nv=self.robot.nv,
            scratch=self._program.scratch,
            results=outputs,
            wings=wings_of(tables, self.robot.nb),
        )
        variants = data.variants_of(
            np.zeros((1, 0)), tables.corner_places[None], np.array([[tables.step]])
        )
        self.lanes = data.lanes_like(variants, lanes)
        self.work = data.work_for(self.model, lanes)
        self.runs = data.room_for(
            np.repeat(self.robot.start[None], lanes, 0), np.zeros(lanes, np.int64), 1
        )
        self.m = data.marcher_for(n, lanes, 1, 0, lanes, lattice=lattice_for(tables, n, 0, lanes))
        self.air, self.busy = self.m.lattice, [k for k in range(lanes) if k not in idle]
        self.m.run[self.busy] = self.busy
        self.m.t[:], self.m.y[:] = starts, self.robot.start[:, None]
        self.runs.done[:], self.m.fresh[:] = 1, 1
        self._couple()

    def _couple(self):
        couple()(self.model, self.lanes, self.work, self.runs, self.m)

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
