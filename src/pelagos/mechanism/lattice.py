"""Wings with a vortex lattice as tables: corners of panels on the bodies that carry them.

All lattices of a robot are solved together. Corners, panels and sides are counted wing by wing, in
each row by row from the leading edge, each row from the root. A corner between two bodies lies half
way between the places that both give it; elsewhere both are the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.mechanism.programs import Programmer
from pelagos.model.checks.wings import air_step, wake_rows
from pelagos.model.robot import Robot
from pelagos.model.wings import LOAD_TIME, Wing, lattice_states

# Columns of the table of wings: panels along chord and span; first corner, panel, side down the
# chord, corner of the wake and ring of the wake; rows of rings that the wake has at most.
CHORD, SPAN, CORNER, PANEL, AFT, WAKE, SHED, ROWS = range(8)
COLUMNS = 8
# Entries of `stream`: axis of the mirror or -1; first channel of the current or -1; elements of the
# state vector: first load, their time, first circulation or -1.
MIRROR, CURRENT, LOADS, TIME, CIRCULATION = range(5)

TIP = 0.25  # of a panel: how far the lattice ends before a free tip (Hough 1973)
IN_PLANE = 1e-6  # of a chord: how near to the mirror a root must be to end there


@dataclass(frozen=True)
class LatticeTables:
    """Vortex lattices of a robot; all tables are empty for most."""

    table: np.ndarray  # int (wings, COLUMNS)
    carriers: np.ndarray  # int (corners, 2): rows of the bodies that place a corner
    corner_places: np.ndarray  # (corners, 6): where each of the two has it, joint-aligned axes
    panel_loads: np.ndarray  # int (panels,): which of the loaded bodies carries a panel
    loaded: np.ndarray  # int (bodies,): rows of the bodies that are loaded
    stream: np.ndarray  # int (5,): MIRROR ...
    step: float  # s, between solutions of the flow

    @property
    def count(self) -> int:
        return len(self.table)

    @property
    def panels(self) -> int:
        return len(self.panel_loads)

    @property
    def sides(self) -> int:
        """Sides down the chord."""
        return int(np.sum(self.table[:, CHORD] * (self.table[:, SPAN] + 1)))

    @property
    def wake_corners(self) -> int:
        return int(np.sum((self.table[:, ROWS] + 1) * (self.table[:, SPAN] + 1)))

    @property
    def wake_rings(self) -> int:
        return int(np.sum(self.table[:, ROWS] * self.table[:, SPAN]))


def collect_lattices(
    robot: Robot,
    rows: Mapping[str, int],
    align: Mapping[str, np.ndarray],
    programmer: Programmer,
    first: int,
) -> LatticeTables:
    """Flatten the lattices of a robot, whose held states begin at element `first`."""
    wings = [wing for wing in robot.wings.values() if wing.is_lattice]
    flow = next((law for law in robot.laws if law.kind == "flow"), None)
    if wings and flow is not None:
        raise PelagosError(
            f"flow: {flow.name} moves the fluid, and the wake of a vortex lattice drifts in a "
            "uniform current\n    remove the flow, or use method: strip"
        )
    step = air_step(wings, robot.water, robot.parameters)
    table = np.zeros((len(wings), COLUMNS), dtype=np.int64)
    carriers: list[tuple[int, int]] = []
    places: list[np.ndarray] = []
    loads: list[int] = []
    loaded: list[int] = []
    sides = wake = rings = 0
    for w, wing in enumerate(wings):
        chordwise, spanwise = wing.panels.chord, wing.panels.span * len(wing.bodies)
        assert robot.water is not None  # checked on reading
        kept = wake_rows(wing, robot.water, robot.parameters, step)
        starts = (len(carriers), len(loads), sides, wake, rings)
        table[w] = (chordwise, spanwise, *starts, kept)
        corners = _corners(robot, wing)
        for i in range(chordwise + 1):
            x = (i / chordwise - wing.elastic_axis) * wing.chord
            for ends in corners:
                carriers.append((rows[ends[0][0]], rows[ends[1][0]]))
                own = (align[b].T @ _point(wing, x, y) for b, y in ends)
                places.append(np.concatenate([*own]))
        owners = [len(loaded) + b for b in range(len(wing.bodies)) for _ in range(wing.panels.span)]
        loads += owners * chordwise
        loaded += [rows[body] for body in wing.bodies]
        sides += chordwise * (spanwise + 1)
        wake += (kept + 1) * (spanwise + 1)
        rings += kept * spanwise
    return LatticeTables(
        table=table,
        carriers=np.array(carriers, dtype=np.int64).reshape(-1, 2),
        corner_places=np.array(places).reshape(-1, 6),
        panel_loads=np.array(loads, dtype=np.int64),
        loaded=np.array(loaded, dtype=np.int64),
        stream=_stream(robot, programmer, first) if wings else np.zeros(0, dtype=np.int64),
        step=step,
    )


def surroundings(tables: LatticeTables, density: Any, signals: Sequence[Any]) -> list:
    """What wings are in: velocity of the undisturbed fluid, world axes, and its density."""
    first = int(tables.stream[CURRENT])
    return [*(signals[first : first + 3] if first >= 0 else (0.0,) * 3), density]


def _point(wing: Wing, x: float, y: float) -> np.ndarray:
    """A point of the planform in the axes of its body: x aft, y along the span."""
    return x * np.array(wing.aft) + y * np.array(wing.along)


Ends = tuple[tuple[str, float], tuple[str, float]]


def _corners(robot: Robot, wing: Wing) -> list[Ends]:
    """The corners of one row: two bodies each, with places along their spans."""
    found: list[Ends] = []
    count = wing.panels.span
    for b, (body, span) in enumerate(zip(wing.bodies, wing.spans, strict=True)):
        root = TIP if b == 0 and not _ends_in_mirror(robot, wing) else 0.0
        tip = TIP if b == len(wing.bodies) - 1 else 0.0
        edges = [span * (root + j) / (count + root + tip) for j in range(count + 1)]
        stations: list[Ends] = [((body, y), (body, y)) for y in edges]
        if found:
            stations[0] = (found.pop()[1], stations[0][0])
        found += stations
    return found


def _ends_in_mirror(robot: Robot, wing: Wing) -> bool:
    """Whether the root is held in the mirror's plane: its chord lies there, and its body hangs on
    the world."""
    body = robot.bodies[wing.bodies[0]]
    if wing.mirror == "none" or body.parent != "world" or body.joint.mechanics.in_world:
        return False
    axis = "xyz".index(wing.mirror)
    at = np.array(body.at.p)[axis]
    along = (np.array(body.at.R) @ np.array(wing.aft))[axis]
    return max(abs(at), abs(along) * wing.chord) <= IN_PLANE * wing.chord


def _stream(robot: Robot, programmer: Programmer, first: int) -> np.ndarray:
    wing = next(wing for wing in robot.wings.values() if wing.is_lattice)
    mirror = -1 if wing.mirror == "none" else "xyz".index(wing.mirror)
    assert robot.water is not None  # checked on reading
    nodes = [signal.node for signal in robot.water.current_signals or ()]
    channels = [programmer.channel(node) for node in nodes]
    labels = lattice_states(robot.wings)
    time = first + labels.index(LOAD_TIME)
    circulation = time + 1 if len(labels) > time + 1 - first else -1
    return np.array([mirror, channels[0] if channels else -1, first, time, circulation])
