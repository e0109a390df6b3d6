"""What the flow about wings needs beside its own numbers for a tangent to go along.

Fields with the name of one of `lattice.data.Lattice` are how that one moves.
"""

from __future__ import annotations

import numpy as np

from pelagos.kernels.bundle import Bundle, Int, Int1, Real1, Real2, Real3
from pelagos.loops.lattice.data import empty_arrays, flow_sizes
from pelagos.mechanism.lattice import LatticeTables

# of the surface in this pass, in one lane at a time
SURFACE = ("normals", "areas", "fronts", "afts", "middles", "chords", "edges", "found")


class FlowTangent(Bundle):
    """Tangents of vortex lattices in one march. n panels, a sides down the chord, c corners."""

    aligned = True

    behind: Int  # rows of the state from what is held to its tangent

    # the air step under way
    settled: Int1  # (lane,) 1 where the flow agrees with the motion, and tangents go on
    passes: Int1  # (lane,) times that the step was marched since
    size: Real1  # (lane,) that of the lattice

    # the flow at the last air step
    circulation: Real2  # (lane, n)
    wake: Real3  # (lane, wake corners, 3)
    shed: Real2  # (lane, wake rings)

    # loads of all loaded bodies
    now: Real2  # (lane, 12 bodies)
    before: Real2  # (lane, 12 bodies)
    guess: Real2  # (lane, 12 bodies)
    answer: Real2  # (lane, 12 bodies)
    last_guess: Real2  # (lane, 12 bodies)
    last_gap: Real2  # (lane, 12 bodies)
    steps: Real3  # (lane, HISTORY, 12 bodies)
    gaps: Real3  # (lane, HISTORY, 12 bodies)
    learnt: Int1  # (lane,)

    # the surface
    normals: Real3  # (1, n, 3)
    areas: Real2  # (1, n)
    fronts: Real3  # (1, n, 3)
    afts: Real3  # (1, a, 3)
    middles: Real3  # (1, n, 3)
    chords: Real3  # (1, n, 3)
    edges: Real3  # (1, c, 3)
    found: Real2  # (1, n)

    # scratch
    ends: Real2  # (end of vortices, 3)
    strengths: Real1  # (circulation of vortices,)
    corners: Real2  # (c, 3)
    motion: Real2  # (c, 3)
    stream: Real1  # (3,)
    points: Real2  # (3, points)
    field: Real2  # (3, points)
    moving: Real2  # (3, points)
    right: Real1  # (n,)
    local: Real2  # (3, sides)
    bases: Real2  # (HISTORY, 12 bodies)
    leads: Real2  # (HISTORY, 12 bodies)


def flow_tangent_for(tables: LatticeTables, lanes: int, behind: int) -> FlowTangent:
    """Room for the tangents of a robot's lattices."""
    if not tables.count:
        return no_flow_tangent()
    sizes = flow_sizes(tables, lanes)
    sizes |= {name: (1, *sizes[name][1:]) for name in SURFACE}
    sizes["settled"] = (lanes,)
    sizes["ends"] = (len(tables.carriers) + tables.wake_corners, 3)
    sizes["strengths"] = (2 * tables.panels + tables.wake_rings,)
    fields = [name for name in FlowTangent.fields if name != "behind"]
    return FlowTangent(behind=behind, **{name: np.zeros(sizes[name]) for name in fields})


def no_flow_tangent() -> FlowTangent:
    """That of a march without wings, or without tangents."""
    return FlowTangent(**empty_arrays(FlowTangent))
