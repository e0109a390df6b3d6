"""What the flow puts on wings, read off the states of a run."""

from __future__ import annotations

import numpy as np

from pelagos.compiled.lattice import CIRCULATION, LOADS, TIME
from pelagos.compiled.robot import Compiled
from pelagos.kernels.questions import Observed
from pelagos.model.wings import lattices_of


def wing_loads(robot: Compiled, times: np.ndarray, seen: Observed) -> tuple[np.ndarray, np.ndarray]:
    """Forces and moments (sample, wing, axis), world axes, about the origin of the first body."""
    wings = lattices_of(robot.robot.wings)
    forces = np.zeros((len(times), len(wings), 3))
    moments = np.zeros_like(forces)
    if not robot.lattice.count:
        return forces, moments
    lattice, first = robot.lattice, robot.lattice.stream[LOADS]
    bodies = len(lattice.loaded)
    held = seen.x[:, first : first + 12 * bodies].reshape(-1, bodies, 2, 6)
    elapsed = times - seen.x[:, lattice.stream[TIME]]
    wrenches = held[:, :, 0] + held[:, :, 1] * elapsed[:, None, None]
    origins = seen.poses[:, lattice.loaded - 1, 9:]
    start = 0
    for w, wing in enumerate(wings.values()):
        own = slice(start, start + len(wing.bodies))
        pushes, arms = wrenches[:, own, :3], origins[:, own] - origins[:, own][:, :1]
        forces[:, w] = pushes.sum(axis=1)
        moments[:, w] = (wrenches[:, own, 3:] + np.cross(arms, pushes)).sum(axis=1)
        start = own.stop
    return forces, moments


def circulations(robot: Compiled, seen: Observed) -> np.ndarray:
    """(sample, panel) at the last air step, where they are kept."""
    lattice = robot.lattice
    if not lattice.count or lattice.stream[CIRCULATION] < 0:
        return np.zeros((len(seen.x), 0))
    first = lattice.stream[CIRCULATION]
    return seen.x[:, first : first + lattice.panels]
