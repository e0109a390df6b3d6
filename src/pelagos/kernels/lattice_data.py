"""Data of vortex lattices in a march: the flow about wings, remembered from step to step.

Fields with a lane as their first axis belong to the run in that lane. The others are scratch.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.kernels.bundle import Bundle, Int1, Int2, Real1, Real2, Real3
from pelagos.kernels.lanes import WIDTH

SEGMENT = 7  # numbers of a straight vortex: start, end, strength
HISTORY = 10  # differences of earlier passes that the coupling learns from


class Lattice(Bundle):
    """Vortex lattices of one marcher. n panels, a sides down the chord, c corners."""

    aligned = True

    # the air step under way
    start: Real1  # (lane,) when the flow began
    count: Int1  # (lane,) solutions of it so far
    passes: Int1  # (lane,) times that the step was marched
    size: Real1  # (lane,) a length, against which moments are measured
    looked: Real3  # (lane, c, 3) corners where the influence was taken
    base_time: Real1  # (lane,) \ the march at the start of the step, to which it returns
    base_h: Real1  # (lane,)     |
    base_done: Int1  # (lane,)   |
    base_stop: Int1  # (lane,)   |
    base_ticks: Int2  # (samplers, lane)
    base: Real2  # (n, lane)    /

    # the surface
    normals: Real3  # (lane, n, 3)
    areas: Real2  # (lane, n)
    fronts: Real3  # (lane, n, 3) front side of every ring
    afts: Real3  # (lane, a, 3) sides down the chord
    free: Real2  # (lane, a) 0 for sides in the mirror, which their images cancel
    middles: Real3  # (lane, n, 3) where forces act: the middle of the front sides
    chords: Real3  # (lane, n, 3) from the middle of a panel's front to that of its rear edge
    edges: Real3  # (lane, c, 3) corners of the rings
    matrix: Real3  # (lane, n, n) normal velocity per circulation, factored
    pivots: Int2  # (lane, n)
    reach: Real3  # (lane, 3 sides, n) velocity at the sides per circulation
    wind: Real3  # (lane, points, 3) velocity by the wake at control points, fronts, afts
    circulation: Real2  # (lane, n) at the last air step
    found: Real2  # (lane, n) in this pass

    # the wake, newest row first
    wake: Real3  # (lane, wake corners, 3)
    shed: Real2  # (lane, wake rings)
    rows: Int2  # (lane, wings) rings along the wake

    # loads of all loaded bodies: wrenches with the circulation, then with its rate
    now: Real2  # (lane, 12 bodies) at the start of the step
    before: Real2  # (lane, 12 bodies) one step earlier
    guess: Real2  # (lane, 12 bodies) that the step was marched with
    answer: Real2  # (lane, 12 bodies) that the flow makes of its end
    last_guess: Real2  # (lane, 12 bodies) \ of the pass before
    last_gap: Real2  # (lane, 12 bodies)   /
    steps: Real3  # (lane, HISTORY, 12 bodies) \ differences from pass to pass: guesses, gaps
    gaps: Real3  # (lane, HISTORY, 12 bodies)  /
    learnt: Int1  # (lane,) differences noted so far

    # scratch
    corners: Real2  # (c, 3)
    motion: Real2  # (c, 3) their velocities
    stream: Real1  # (3,) velocity of the undisturbed flow
    segment: Real3  # (1, SEGMENT, lanes) one vortex
    ends: Real2  # (2, 3) where it begins and ends
    points: Real3  # (groups, 3, lanes) where velocities are asked for, lanes are points
    field: Real3  # (groups, 3, lanes) velocities there
    moving: Real2  # (points, 3) how these places move
    right: Real1  # (n,)
    local: Real2  # (sides, 3) velocity that the sides meet
    bases: Real2  # (HISTORY, 12 bodies) \ orthonormal gaps, and their steps
    leads: Real2  # (HISTORY, 12 bodies) /


def lattice_for(tables: Any, state: int, samplers: int) -> Lattice:
    """Room for the lattices of a compiled robot with so many numbers in its state."""
    n, a, c = tables.panels, tables.sides, len(tables.carriers)
    b, points, sides = 12 * len(tables.loaded), 2 * n + a, n + a
    mirrored = 2 if len(tables.stream) and tables.stream[0] >= 0 else 1
    groups = mirrored * -(-points // WIDTH)
    sizes: dict[str, tuple[int, ...]] = {
        **dict.fromkeys(("start", "count", "passes", "size", "base_time", "base_h"), (WIDTH,)),
        **dict.fromkeys(("base_done", "base_stop", "learnt"), (WIDTH,)),
        "looked": (WIDTH, c, 3),
        "base_ticks": (samplers, WIDTH),
        "base": (state, WIDTH),
        **dict.fromkeys(("normals", "fronts", "middles", "chords"), (WIDTH, n, 3)),
        **dict.fromkeys(("areas", "circulation", "found", "pivots"), (WIDTH, n)),
        "afts": (WIDTH, a, 3),
        "free": (WIDTH, a),
        "edges": (WIDTH, c, 3),
        "matrix": (WIDTH, n, n),
        "reach": (WIDTH, 3 * sides, n),
        "wind": (WIDTH, points, 3),
        "wake": (WIDTH, tables.wake_corners, 3),
        "shed": (WIDTH, tables.wake_rings),
        "rows": (WIDTH, tables.count),
        **dict.fromkeys(("now", "before", "guess", "answer", "last_guess", "last_gap"), (WIDTH, b)),
        **dict.fromkeys(("steps", "gaps"), (WIDTH, HISTORY, b)),
        **dict.fromkeys(("corners", "motion"), (c, 3)),
        "stream": (3,),
        "segment": (1, SEGMENT, WIDTH),
        "ends": (2, 3),
        **dict.fromkeys(("points", "field"), (groups, 3, WIDTH)),
        "moving": (points, 3),
        "right": (n,),
        "local": (sides, 3),
        **dict.fromkeys(("bases", "leads"), (HISTORY, b)),
    }
    return Lattice(**{name: np.zeros(sizes[name]) for name in Lattice.fields})


def no_lattice() -> Lattice:
    """That of a robot without wings."""
    ones = {"Int1": 1, "Real1": 1, "Int2": 2, "Real2": 2, "Real3": 3}
    return Lattice(**{name: np.zeros((0,) * ones[word]) for name, word in Lattice.fields.items()})
