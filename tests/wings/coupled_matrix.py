"""One air step of a robot and its lattice as a matrix, for small motions about its initial state.

Equations (12) and (15) of docs/theory/lifting-surfaces.md.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import expm

import pelagos as pl
from pelagos.analysis.lattice_matrices import lattice_matrices
from pelagos.analysis.queries import one_state
from pelagos.march.engine import engine_of


def eigenvalues(robot):
    """In 1/s, the fastest growing first; none beyond what an air step resolves."""
    flow, structure = lattice_matrices(robot), pl.linearize(robot, *robot.initial_state())
    nv, bodies, dt = len(robot.speeds), len(flow.bound) // 6, flow.step
    n, m = 2 * nv, 6 * bodies
    A = structure.A[:n, :n]
    # held states of a body: its wrench and the rate of that
    B = np.hstack([structure.A[:n, n + 12 * b : n + 12 * b + 6] for b in range(bodies)])
    whole = np.zeros((n + 2 * m, n + 2 * m))
    whole[:n] = np.hstack([A, B, np.zeros((n, m))])
    whole[n : n + m, n + m :] = np.eye(m) / dt
    step = expm(whole * dt)
    free, level, ramp = step[:n, :n], step[:n, n : n + m], step[:n, n + m :]
    J = twists(robot, bodies)
    through = np.hstack([flow.turned @ J, flow.moved @ J])
    g, s = len(flow.influence), len(flow.drift)
    rate = level @ flow.pressed / dt
    after = np.block([
        [np.eye(n), -(ramp @ flow.bound + rate), np.zeros((n, s))],
        [through, flow.influence, flow.wake],
        [np.zeros((s, n + g)), np.eye(s)],
    ])  # fmt: skip
    before = np.block([
        [free, (level - ramp) @ flow.bound - rate, np.zeros((n, s))],
        [np.zeros((g, n + g + s))],
        [np.zeros((s, n)), flow.shed, flow.drift],
    ])  # fmt: skip
    roots = np.linalg.eigvals(np.linalg.solve(after, before)).astype(complex)
    found = np.log(roots[np.abs(roots) > 1e-3]) / dt
    return sorted(found[np.abs(found.imag) < 0.9 * np.pi / dt], key=lambda root: -root.real)


def twists(robot, bodies):
    """World velocity of the wing's bodies per speed, (6 bodies, nv)."""
    engine, (q, _) = engine_of(robot), robot.initial_state()
    columns = []
    for u in np.eye(len(robot.speeds)):
        seen = engine.observe(np.zeros(1), one_state(engine, q, u), 0)
        rows = engine.robot.lattice.loaded - 1
        axes = seen.poses[0, rows, :9].reshape(-1, 3, 3)
        own = seen.velocities[0, rows].reshape(bodies, 2, 3)
        columns.append(np.einsum("bpk,bkw->bpw", own, axes).ravel())
    return np.array(columns).T
