"""Constraints as tables: which bodies, which frames on them, which input signals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pelagos.compiled.kept import Kept
from pelagos.compiled.programs import Programmer
from pelagos.equations.constraints import COUPLING, RELATION_CODES, RELATIONS
from pelagos.language.expressions import Node, differentiate
from pelagos.model.constraints import Constraint
from pelagos.model.robot import Robot

# Columns of the table of constraints.
CODE, SIDE_A, SIDE_B, FIRST_ROW, ROWS, CHANNEL = range(6)
TERMS = 6  # first of 4 pairs (coordinate, speed) of a coupling
COLUMNS = TERMS + 8

# Numbers of a constraint: frame on A (12), frame on B (12), factors (4), Baumgarte w and z.
FRAME_A, FRAME_B, FACTORS, FREQUENCY, DAMPING = 0, 12, 24, 28, 29
NUMBERS = 30


@dataclass(frozen=True)
class ConstraintTables:
    """All constraints of a robot."""

    names: tuple[str, ...]
    rows: int  # scalar rows in all
    table: np.ndarray  # int (n, COLUMNS)
    numbers: np.ndarray  # (n, NUMBERS), joint-aligned axes

    def arranged(self, order: Sequence[int]) -> ConstraintTables:
        """The same constraints in another order."""
        table, numbers = self.table[list(order)], self.numbers[list(order)]
        table[:, FIRST_ROW] = np.cumsum(table[:, ROWS]) - table[:, ROWS]
        return ConstraintTables(tuple(self.names[c] for c in order), self.rows, table, numbers)

    @property
    def row_names(self) -> tuple[str, ...]:
        """One label per row: `loop.x`, `loop.turn-y`, ..."""
        return _labels(zip(self.names, self.table[:, CODE].tolist(), strict=True))


def row_names(robot: Robot) -> tuple[str, ...]:
    """The same for all constraints of a robot, in their order there."""
    return _labels((name, code_of(c)) for name, c in robot.constraints.items())


def _labels(constraints: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    return tuple(f"{name}.{part}" for name, code in constraints for part in row_parts(code))


def code_of(constraint: Constraint) -> int:
    """COUPLING, or a place in RELATIONS."""
    return COUPLING if constraint.kind == "gear" else RELATION_CODES[constraint.kind]


def row_parts(code: int) -> tuple[str, ...]:
    """What each row of a constraint kind measures."""
    parts = ("x", "y", "z", "turn-x", "turn-y", "turn-z")
    if code == COUPLING:
        return ("value",)
    selected = getattr(RELATIONS[code], "selected", None)
    return ("length",) if selected is None else tuple(parts[k] for k in selected)


def collect_constraints(
    robot: Robot,
    constraints: Mapping[str, Constraint],
    rows: Mapping[str, int],
    align: Mapping[str, np.ndarray],
    programmer: Programmer,
    kept: Kept,
) -> ConstraintTables:
    """Flatten the constraints that are in force."""
    places = _places(robot)
    table = np.zeros((len(constraints), COLUMNS), dtype=np.int64)
    numbers = np.zeros((len(constraints), NUMBERS))
    first = 0
    for entry, values, constraint in zip(table, numbers, constraints.values(), strict=True):
        code = code_of(constraint)
        count = len(row_parts(code))
        entry[[CODE, FIRST_ROW, ROWS]] = code, first, count
        first += count
        if code == COUPLING:
            for k, (joint, factor) in enumerate(constraint.factors.items()):
                entry[TERMS + 2 * k : TERMS + 2 * k + 2] = places[joint]
                values[FACTORS + k] = factor
        else:
            entry[[SIDE_A, SIDE_B]] = rows[constraint.a], rows[constraint.b]
            values[FRAME_A : FRAME_A + 12] = _frame(constraint.frame_a, align[constraint.a])
            values[FRAME_B : FRAME_B + 12] = _frame(constraint.frame_b, align[constraint.b])
        if constraint.input is not None:
            entry[CHANNEL] = _channels(constraint.input.node, programmer, kept)
        values[[FREQUENCY, DAMPING]] = constraint.stabilisation
    return ConstraintTables(tuple(constraints), first, table, numbers)


def _places(robot: Robot) -> dict[str, tuple[int, int]]:
    """Where a coordinate is, and the speed that is its rate, for labels that name both."""
    speeds = {label: v for v, label in enumerate(robot.speeds)}
    return {n: (q, speeds[n]) for q, n in enumerate(robot.coordinates) if n in speeds}


def _frame(frame: tuple[np.ndarray, np.ndarray], align: np.ndarray) -> list[float]:
    """A frame (R, p) of the user's body axes, in joint-aligned axes."""
    R, p = align.T @ np.asarray(frame[0]), align.T @ np.asarray(frame[1])
    return [*R.T.ravel(), *p]


def _channels(node: Node, programmer: Programmer, kept: Kept) -> int:
    """A value, its rate and its acceleration on three channels; the first one's number."""
    rate = kept(differentiate, node)
    channel = programmer.channel(node)
    programmer.channel(rate)
    programmer.channel(kept(differentiate, rate))
    return channel
