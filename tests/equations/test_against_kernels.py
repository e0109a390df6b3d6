"""Constraints beyond the tree in plain equations against the compiled loops."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos.compiled.layout import ROW, STATE
from pelagos.equations import newton_euler
from pelagos.equations.observation import joint_wrenches, observed_rows
from pelagos.equations.restoration import restoration, weld_impulses
from pelagos.kernels import library, questions
from pelagos.kernels.replies import ROUNDING
from pelagos.run.engine import Engine
from tests.loop_cases import LOOPS, RAFTS, TIME, WELDED, Case, case_of
from tests.rafts import raft
from tests.twins import relative

RESIDUAL = ROW["residual"].start
ROBOTS = {
    **LOOPS,
    **{name: build for name, build in WELDED.items() if name != "carrying"},
    **RAFTS,
    "large raft": lambda: raft(3, 4, seed=1),
}


class Compiled:
    """The engine of a case, and its state."""

    def __init__(self, case: Case):
        self.engine = Engine([case.compiled])
        self.lanes, self.work = self.engine.scratch()
        x = case.compiled.start.copy()
        x[: len(case.q) + len(case.u)] = [*case.q, *case.u]
        self.states = questions.States(times=np.array([TIME]), x=x[None])

    def rates(self) -> np.ndarray:
        found = questions.Rates(dx=np.zeros((1, self.engine.size)))
        library.rates(self.engine.asking, self.lanes, self.work, self.states, found)
        return found.dx[0]

    def restored(self) -> questions.Restored:
        """After no step of the coordinates, one of the speeds."""
        rows = self.engine.robot.constraints.rows
        found = questions.room_to_restore(self.engine.size, rows, 0)
        library.restore(self.engine.asking, self.lanes, self.work, self.states, found)
        return found


@pytest.mark.parametrize("name", ROBOTS)
def test_accelerations_forces_efforts_and_reactions(name):
    case = case_of(ROBOTS[name]())
    compiled, nq, nv = Compiled(case), case.compiled.nq, case.compiled.nv
    dx, work = compiled.rates(), compiled.work
    known, m = case.known(), case.mechanism
    found = newton_euler.affine(m, known, case.loops)
    n, rows = len(found.wanted), case.compiled.constraints.rows
    G, span = np.array(found.gram).reshape(n, n), np.array(found.span)
    immovable = np.diag(G) <= ROUNDING * span
    G[immovable], G[:, immovable] = 0.0, 0.0
    assert relative(G, work.gram[: n * n, 0].reshape(n, n)) < 1e-13
    assert relative(found.wanted, work.wanted[:n, 0]) < 1e-12
    units = np.array([unit.udot for unit in found.units]).reshape(n, nv)
    assert relative(units, work.replies[: n * nv, 0].reshape(n, nv)) < 1e-13
    seen = observed_rows(m, known, case.loops, work.row_forces[:n, 0].tolist())
    assert relative(seen.udot, dx[nq : nq + nv]) < 1e-11
    assert relative(seen.forces, work.row_forces[:rows, 0]) < 1e-12
    assert relative(seen.residuals, work.rows[:rows, RESIDUAL, 0]) < 1e-14
    efforts = [work.tau[v, 0] for v in seen.efforts]
    assert relative(list(seen.efforts.values()), efforts) < 1e-11
    work.time[:] = TIME
    work.x[: compiled.engine.size] = compiled.states.x[0][:, None]
    compiled.engine.method.reactions(compiled.engine.asking, compiled.lanes, work)
    wrenches = joint_wrenches(m, known, case.loops, seen.udot, seen.forces)
    expected = work.state[1:, STATE["push"].span, 0]
    assert relative([list(wrench) for wrench in wrenches], expected) < 1e-12


@pytest.mark.parametrize("name", ROBOTS)
def test_restoration(name):
    case = case_of(ROBOTS[name]())
    nq, nv = case.compiled.nq, case.compiled.nv
    compiled = Compiled(case)
    before = compiled.restored()
    known, m = case.known(), case.mechanism
    found = restoration(m, known, case.loops)
    f = before.impulses[: len(found.gram)].tolist()
    assert relative(weld_impulses(m, known, case.loops, f), before.impulses) < 1e-12
    change = np.array(found.move_speed) + sum(
        (x * np.array(reply) for x, reply in zip(f, found.replies, strict=True)), np.zeros(nv)
    )
    assert relative(change, before.x[nq : nq + nv, 0] - np.array(case.u)) < 1e-12
    assert relative(found.residuals, before.residuals) < 1e-14
