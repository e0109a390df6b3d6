"""What the flow puts on wings, read off the states of a run."""

from __future__ import annotations

import numpy as np

from pelagos.elements.body.wing_section import WingSection
from pelagos.mechanism.lattice import CIRCULATION, LOADS, TIME
from pelagos.mechanism.robot import Compiled
from pelagos.programs.observed import Observed


def wing_loads(robot: Compiled, times: np.ndarray, seen: Observed) -> tuple[np.ndarray, np.ndarray]:
    """Forces and moments (sample, wing, axis), world axes, about the origin of the first body.

    Those on sections are without the added mass, which is part of the bodies.
    """
    wings = robot.robot.wings
    forces = np.zeros((len(times), len(wings), 3))
    moments = np.zeros_like(forces)
    lattice, strips = _on_lattices(robot, times, seen), _on_sections(robot, seen)
    place = [0, 0]
    for w, wing in enumerate(wings.values()):
        rows, wrenches = lattice if wing.is_lattice else strips
        start = place[wing.is_lattice]
        own = slice(start, start + len(wing.bodies))
        place[wing.is_lattice] = own.stop
        if not len(rows):
            continue
        origins, pushes = seen.poses[:, rows[own] - 1, 9:], wrenches[:, own, :3]
        forces[:, w] = pushes.sum(axis=1)
        arms = origins - origins[:, :1]
        moments[:, w] = (wrenches[:, own, 3:] + np.cross(arms, pushes)).sum(axis=1)
    return forces, moments


def _on_lattices(
    robot: Compiled, times: np.ndarray, seen: Observed
) -> tuple[np.ndarray, np.ndarray]:
    """Rows of the loaded bodies, and wrenches (sample, body, 6) at their origins, world axes."""
    lattice = robot.lattice
    if not lattice.count:
        return lattice.loaded, np.zeros((len(times), 0, 6))
    first, bodies = lattice.stream[LOADS], len(lattice.loaded)
    held = seen.x[:, first : first + 12 * bodies].reshape(len(times), bodies, 2, 6)
    elapsed = times - seen.x[:, lattice.stream[TIME]]
    return lattice.loaded, held[:, :, 0] + held[:, :, 1] * elapsed[:, None, None]


def _on_sections(robot: Compiled, seen: Observed) -> tuple[np.ndarray, np.ndarray]:
    """The same of wings by strip theory."""
    sections = robot.elements.of(WingSection)
    rows = np.array([section.link + 1 for section in sections], dtype=np.int64)
    shape = (len(seen.x), len(rows))
    axes = seen.poses[:, rows - 1, :9].reshape(*shape, 3, 3)
    own = seen.lifts.reshape(*shape, 2, 3)
    return rows, np.einsum("tbpk,tbkw->tbpw", own, axes).reshape(*shape, 6)


def circulations(robot: Compiled, seen: Observed) -> np.ndarray:
    """(sample, panel) at the last air step, where they are kept."""
    lattice = robot.lattice
    if not lattice.count or lattice.stream[CIRCULATION] < 0:
        return np.zeros((len(seen.x), 0))
    first = lattice.stream[CIRCULATION]
    return seen.x[:, first : first + lattice.panels]
