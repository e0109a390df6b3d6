"""The flow about a robot's wing as matrices, for small motions about a shape without lift."""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.aero.linear_lattice import LinearLattice, linear_lattice
from pelagos.analysis.queries import AnyRobot, one_state
from pelagos.errors import PelagosError
from pelagos.language.expressions import evaluate
from pelagos.march.engine import engine_of
from pelagos.march.settings import read_robot
from pelagos.mechanism.lattice import CHORD, ROWS, SPAN


def lattice_matrices(robot: AnyRobot, q: Any = None, velocity: Any = None) -> LinearLattice:
    """Matrices of the robot's one wing with a vortex lattice, see `aero.linear_lattice`.

    q: coordinates of the shape without lift, the initial ones unless told.
    velocity: of the flow along it, the current at the start unless told. Bodies are those of the
    wing, in its order; wrenches and twists stand in world axes at their origins.
    """
    engine = engine_of(read_robot(robot, None))
    compiled, described = engine.robot, engine.robot.robot
    tables = compiled.lattice
    if tables.count != 1:
        raise PelagosError(
            f"wings: {tables.count} have a vortex lattice\n    matrices are those of one"
        )
    wing = next(wing for wing in described.wings.values() if wing.is_lattice)
    assert described.water is not None  # checked on reading
    signals = described.water.current_signals or ()
    current = [evaluate(s.node, 0.0, {}, {}, described.parameters) for s in signals]
    flow = np.array(current or (0.0, 0.0, 0.0)) if velocity is None else np.asarray(velocity, float)
    start, _ = described.initial_state()
    state = one_state(engine, start if q is None else q, np.zeros(compiled.nv))
    poses = engine.observe(np.zeros(1), state, 0, given=True).poses[0]
    rows, columns = int(tables.table[0, CHORD]) + 1, int(tables.table[0, SPAN]) + 1
    ends = tables.corner_places.reshape(-1, 2, 3)
    axes, origins = poses[:, :9].reshape(-1, 3, 3), poses[:, 9:]
    body = tables.carriers - 1
    corners = np.mean(origins[body] + np.einsum("cei,ceiw->cew", ends, axes[body]), axis=1)
    carriers = np.zeros((columns, len(tables.loaded)))
    place = {int(row): k for k, row in enumerate(tables.loaded)}
    for j in range(columns):
        for row in tables.carriers[j]:
            carriers[j, place[int(row)]] += 0.5
    return linear_lattice(
        corners.reshape(rows, columns, 3),
        flow,
        origins[tables.loaded - 1],
        carriers,
        tables.panel_loads[: columns - 1],
        rows=int(tables.table[0, ROWS]),
        step=tables.step,
        density=described.water.density,
        mirror=None if wing.mirror == "none" else wing.mirror,
    )
