"""What the flow about wings needs beside its own numbers for derivatives.

Fields with the name of one of `lattice.data.Lattice` are how that one moves, or weights of it.
"""

from __future__ import annotations

import numpy as np

from pelagos.kernels.bundle import Bundle, Int, Int1, Int2, Real1, Real2, Real3
from pelagos.loops.lattice.data import AROUND, PLACE, empty_arrays, flow_sizes
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


class FlowWeights(Bundle):
    """Weights on their way back through the flow, in one lane, and where that was on the way there.

    Rows of `states` and the like are air steps between two checkpoints: how each of them began.
    """

    aligned = True

    reverse: Int  # program: weights of what the program `wings` gives, to those of a state
    times: Real1  # (air steps + 1,): when they begin
    states: Real2  # (air steps + 1, n): with the loads that were found to agree
    circulations: Real2  # (air steps + 1, n)
    ticks: Real2  # (air steps + 1, samplers)
    first_steps: Int1  # (air steps + 1,): the first of their steps; behind the last one's
    wakes: Real3  # (air steps, wake corners, 3) \  as long as these were rebuilt
    sheds: Real2  # (air steps, wake rings)       |
    rows: Int2  # (air steps, wings)             /

    # of the flow and its loads where the way back has come to
    circulation: Real1  # (n,)
    wake: Real2  # (wake corners, 3)
    shed: Real1  # (wake rings,)
    now: Real1  # (12 bodies,)
    before: Real1  # (12 bodies,)
    corner_gradient: Real2  # (c, 6)

    # of loads that the flow gives: guessed, and what comes of that; see `lattice.mixing`
    passes: Int1  # (1,)
    size: Real1  # (1,)
    guess: Real2  # (1, 12 bodies)
    answer: Real2  # (1, 12 bodies)
    last_guess: Real2  # (1, 12 bodies)
    last_gap: Real2  # (1, 12 bodies)
    steps: Real3  # (1, HISTORY, 12 bodies)
    gaps: Real3  # (1, HISTORY, 12 bodies)
    learnt: Int1  # (1,)
    bases: Real2  # (HISTORY, 12 bodies)
    leads: Real2  # (HISTORY, 12 bodies)
    latest: Real1  # (12 bodies,) \ as they agreed in the air steps behind
    earlier: Real1  # (12 bodies,) /
    kept_weights: Real1  # (n - 1,) \  before the air step under way
    kept_gradient: Real1  # (moved,) |
    kept_integral: Real1  # (1,)     /
    uncoupled: Int1  # (1,): 1 if weights did not agree

    # within one solution of the flow
    circulation_before: Real1  # (n,)
    wake_before: Real2  # (wake corners, 3)
    shed_before: Real1  # (wake rings,)
    places: Real1  # (what the program `wings` gives,)
    corner_places: Real2  # (c, 6)
    normals: Real3  # (1, n, 3)
    areas: Real2  # (1, n)
    fronts: Real3  # (1, n, 3)
    afts: Real3  # (1, a, 3)
    middles: Real3  # (1, n, 3)
    chords: Real3  # (1, n, 3)
    edges: Real3  # (1, c, 3)
    found: Real2  # (1, n)
    ends: Real2  # (end of vortices, 3)
    strengths: Real1  # (circulation of vortices,)
    corners: Real2  # (c, 3)
    motion: Real2  # (c, 3)
    stream: Real1  # (3,)
    points: Real2  # (3, points)
    field: Real2  # (3, points)
    moving: Real2  # (3, points)
    parts: Real2  # (7, points): see `vortices.weigh_segment`
    right: Real1  # (n,)
    local: Real2  # (3, sides)


def flow_weights_for(tables: LatticeTables, bodies: int, state: int, moved: int) -> dict:
    """Room for weights of a robot with so many bodies and numbers in its state; by name, without
    the air steps."""
    sizes = flow_sizes(tables, 1)
    for name in ("circulation", "wake", "shed", "now", "before"):
        sizes[name] = sizes[name][1:]
    for name in ("circulation", "wake", "shed"):
        sizes[f"{name}_before"] = sizes[name]
    sizes["latest"] = sizes["earlier"] = sizes["now"]
    corners = len(tables.carriers)
    sizes["corner_gradient"] = sizes["corner_places"] = (corners, 6)
    sizes["kept_weights"], sizes["kept_gradient"] = (state - 1,), (moved,)
    sizes["kept_integral"] = sizes["uncoupled"] = (1,)
    sizes["places"] = (PLACE * (bodies + 1) + AROUND,)
    sizes["ends"] = (corners + tables.wake_corners, 3)
    sizes["strengths"] = (2 * tables.panels + tables.wake_rings,)
    sizes["parts"] = (7, sizes["points"][1])
    return {name: np.zeros(sizes[name]) for name in FlowWeights.fields if name in sizes}
