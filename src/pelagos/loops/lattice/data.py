"""Data of vortex lattices in a march: the wings, and the flow about them from step to step.

In a `Lattice`, fields with a lane as their first axis belong to the run in that lane. The others
are scratch.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.kernels.bundle import DIMENSIONS, Bundle, Int, Int1, Int2, Real1, Real2, Real3
from pelagos.mechanism.lattice import CIRCULATION, LOADS, MIRROR, TIME, LatticeTables

AGREED = 1e-6  # how near loads and motion of wings come, over their size; nearer with `rtol`
HISTORY = 10  # differences of earlier passes that the coupling learns from
PLACE = 18  # numbers of a body in what the program `wings` gives: see POSE and VELOCITY
POSE, ORIGIN, VELOCITY = 0, 9, 12  # axes by columns, origin; velocity in body axes
# behind the bodies: velocity of the undisturbed fluid, and its density
CURRENT, DENSITY, AROUND = 0, 3, 4


# Columns of the table of vortices: where one begins and ends, among the corners of the rings and
# behind them those of the wake; whose circulation it has, and whose is taken off, or -1: among
# those of the panels, behind them those of the panels an air step ago, then those of the wake.
BEGIN, END, PLUS, MINUS = range(4)


# Columns of the log of air steps: when one began, steps accepted before the march that agreed and
# until its end; then the state, circulations of panels, samples taken.
LOG_TIME, LOG_FIRST, LOG_LAST = range(3)
LOG_HEAD = 3


class Wings(Bundle):
    """Vortex lattices of a robot, the same in every lane: see `mechanism.lattice`."""

    table: Int2
    carriers: Int2
    panel_loads: Int1
    loaded: Int1
    stream: Int1
    around: Int  # row of CURRENT in what the program `wings` gives


class Vortices(Bundle):
    """All vortices of a flow as a list: see `lattice.vortex_list`."""

    aligned = True

    count: Int1  # (2,): those on the wings, and all
    table: Int2  # (vortex, 4): BEGIN ...
    ends: Real2  # (end, 3)
    strengths: Real1  # (circulation,)


class Lattice(Bundle):
    """Vortex lattices of one march. n panels, a sides down the chord, c corners."""

    aligned = True

    agreed: Real1  # (1,) how near loads and guess must come, over their size

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
    base_ticks: Real2  # (samplers, lane)
    base: Real2  # (n, lane)    /
    base_steps: Int1  # (lane,) steps that were accepted until then
    log: Real2  # (air steps, LOG_HEAD + n + panels + samplers) of lane 0, in turn; empty for none

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
    reach: Real3  # (lane, n, 3 sides) velocity at the sides per circulation
    wind: Real3  # (lane, 3, points) velocity by the wake at control points, fronts, afts
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
    vortices: Vortices
    points: Real2  # (3, points) where velocities are asked for, then the images of these
    field: Real2  # (3, points) velocities there
    moving: Real2  # (3, points) how these places move
    right: Real1  # (n,)
    local: Real2  # (3, sides) velocity that the sides meet
    bases: Real2  # (HISTORY, 12 bodies) \ orthonormal gaps, and their steps
    leads: Real2  # (HISTORY, 12 bodies) /


def wings_of(tables: LatticeTables, bodies: int, more: int = 0) -> Wings:
    """The lattices of a robot with so many bodies; more: rows of a state before what is held."""
    stream = tables.stream.copy()
    held = [row for row in (LOADS, TIME, CIRCULATION) if len(stream) and stream[row] >= 0]
    stream[held] += more
    return Wings(
        table=tables.table,
        carriers=tables.carriers,
        panel_loads=tables.panel_loads,
        loaded=tables.loaded,
        stream=stream,
        around=PLACE * (bodies + 1),
    )


def no_wings() -> Wings:
    return empty(Wings)  # type: ignore[no-any-return]


def lattice_for(
    tables: LatticeTables,
    state: int,
    samplers: int,
    lanes: int,
    agreed: float = AGREED,
    logged: int = 0,
) -> Lattice:
    """Room for the lattices of a robot with so many numbers in its state, in so many lanes, and for
    a log of so many air steps."""
    if not tables.count:
        return no_lattice()
    n, c = tables.panels, len(tables.carriers)
    sizes = flow_sizes(tables, lanes)
    points, sides = sizes["moving"][1], sizes["local"][1]
    sizes |= {
        **dict.fromkeys(("start", "count", "base_time", "base_h", "base_done"), (lanes,)),
        **dict.fromkeys(("base_stop", "base_steps"), (lanes,)),
        "log": (logged, LOG_HEAD + state + n + samplers if logged else 0),
        "base_ticks": (samplers, lanes),
        "base": (state, lanes),
        "looked": (lanes, c, 3),
        "pivots": (lanes, n),
        "free": (lanes, tables.sides),
        "matrix": (lanes, n, n),
        "reach": (lanes, n, 3 * sides),
        "wind": (lanes, 3, points),
        "rows": (lanes, tables.count),
    }
    own = {name: np.zeros(shape) for name, shape in sizes.items()}
    return Lattice(agreed=np.array([agreed]), vortices=_vortices_for(tables), **own)


def flow_sizes(tables: LatticeTables, lanes: int) -> dict[str, tuple[int, ...]]:
    """Shapes of what a flow has and what its derivatives have, too, by name."""
    n, a, c = tables.panels, tables.sides, len(tables.carriers)
    b, points, sides = 12 * len(tables.loaded), 2 * n + a, n + a
    seen = points * (2 if tables.stream[MIRROR] >= 0 else 1)

    def alike(names: str, *shape: int) -> dict[str, tuple[int, ...]]:
        return dict.fromkeys(names.split(), shape)

    return {
        **alike("passes size learnt", lanes),
        **alike("edges", lanes, c, 3),
        **alike("normals fronts middles chords", lanes, n, 3),
        **alike("areas circulation found", lanes, n),
        **alike("afts", lanes, a, 3),
        **alike("wake", lanes, tables.wake_corners, 3),
        **alike("shed", lanes, tables.wake_rings),
        **alike("now before guess answer last_guess last_gap", lanes, b),
        **alike("steps gaps", lanes, HISTORY, b),
        **alike("corners motion", c, 3),
        **alike("stream", 3),
        **alike("points field", 3, seen),
        **alike("moving", 3, points),
        **alike("right", n),
        **alike("local", 3, sides),
        **alike("bases leads", HISTORY, b),
    }


def _vortices_for(tables: LatticeTables) -> Vortices:
    """Room for all vortices of wings and wakes: at most two begin in a corner."""
    ends = len(tables.carriers) + tables.wake_corners
    return Vortices(
        count=np.zeros(2),
        table=np.zeros((2 * ends, 4)),
        ends=np.zeros((ends, 3)),
        strengths=np.zeros(2 * tables.panels + tables.wake_rings),
    )


def no_lattice() -> Lattice:
    """That of a robot without wings."""
    return Lattice(vortices=empty(Vortices), **empty_arrays(Lattice))


def empty(kind: type[Bundle]) -> Any:
    """A bundle of arrays without elements."""
    return kind(**empty_arrays(kind))


def empty_arrays(kind: type[Bundle]) -> dict[str, np.ndarray]:
    return {
        name: np.zeros((0,) * DIMENSIONS[word])
        for name, word in kind.fields.items()
        if word in DIMENSIONS
    }
