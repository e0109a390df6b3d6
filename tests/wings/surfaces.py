"""Corners of a wing's lattice and their velocities, from the positions of bodies in a run."""

from __future__ import annotations

import numpy as np


def rotation(q):
    w, x, y, z = q
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ])  # fmt: skip


def stations(wing, root_in_mirror):
    """(body, place along its span) of every column of corners, two for one between bodies."""
    found, count = [], wing.panels.span
    for b, (body, span) in enumerate(zip(wing.bodies, wing.spans, strict=True)):
        root = 0.25 if b == 0 and not root_in_mirror else 0.0
        tip = 0.25 if b == len(wing.bodies) - 1 else 0.0
        own = [[(body, span * (root + j) / (count + root + tip))] for j in range(count + 1)]
        if found:
            own[0] += found.pop()
        found += own
    return found


def corners(run, wing, sample, root_in_mirror=True):
    """Corners and their velocities, (chordwise + 1, spanwise + 1, 3) each."""
    bodies = list(run.header.bodies)
    aft, along = np.array(wing.aft), np.array(wing.along)
    rows, columns = wing.panels.chord + 1, stations(wing, root_in_mirror)
    places, motion = np.zeros((2, rows, len(columns), 3))
    for i in range(rows):
        x = (i / (rows - 1) - wing.elastic_axis) * wing.chord
        for j, ends in enumerate(columns):
            for body, y in ends:
                b = bodies.index(body)
                R = rotation(run.arrays["orientation"][sample, b])
                r = R @ (x * aft + y * along)
                w = R @ run.arrays["angular_velocity"][sample, b]
                places[i, j] += (run.arrays["position"][sample, b] + r) / len(ends)
                motion[i, j] += (run.arrays["velocity"][sample, b] + np.cross(w, r)) / len(ends)
    return places, motion
