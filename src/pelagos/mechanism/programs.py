"""Signals as programs: expression trees flattened into instructions that share common parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pelagos.equations.program import CODES, COORDINATE, SPEED, TABLE, TIME, VALUE
from pelagos.language.expressions import (
    Const,
    Coordinate,
    Node,
    Op,
    Parameter,
    Speed,
    StateElement,
    Table,
    Time,
)
from pelagos.mechanism.conditions import FACTS, BodyNumber
from pelagos.mechanism.part_cache import PartCache

LARGEST_WHOLE_POWER = 16
TIMELY, STATE, BODIES = range(3)  # what is needed: time and parameters, q and u, or all bodies
Instruction = tuple[int, int, int, int]


@dataclass(frozen=True)
class External:
    """An input that is set from outside while a run goes on."""

    name: str


SEED = External("")  # the seed of the run, which is set from outside like an input


@dataclass(frozen=True)
class Written:
    """The program of all signals; the fields are those of a `Compiled` robot."""

    program: np.ndarray
    bodiless: int
    watched: np.ndarray
    channels: np.ndarray
    values: np.ndarray
    parameter_slots: dict[str, int]
    input_slots: dict[str, int]
    seed_slot: int  # -1: nobody draws
    tables: np.ndarray
    table_starts: np.ndarray


class Programmer:
    """Collects signals; equal subexpressions get one register.

    apart: constants that are equal by chance stay apart, so that each may move alone.
    """

    def __init__(
        self,
        coordinates: Sequence[str],
        speeds: Sequence[str],
        states: Sequence[str] = (),
        apart: bool = False,
    ):
        self._apart = apart
        self._coordinates = {label: i for i, label in enumerate(coordinates)}
        self._speeds = {label: i for i, label in enumerate(speeds)}
        # auxiliary states follow on the speeds
        self._states = {label: i for i, label in enumerate(states, len(speeds))}
        self._registers: dict[Instruction, int] = {}
        self._needs: list[int] = []  # per register: TIMELY, STATE or BODIES
        self._values: list[float] = []
        self._slots: dict[Any, int] = {}  # constants, parameters by name, External inputs
        self._tables: list[list[tuple[float, ...]]] = []
        self._table_numbers: dict[tuple, int] = {}
        self._channels: list[Node | External] = []
        self._watched: list[Node] = []
        self._labels = tuple(coordinates), tuple(speeds), tuple(states)
        self._alone = True

    def sibling(self) -> Programmer:
        """A programmer of another program that reads the same values and tables."""
        other = Programmer((), (), apart=self._apart)
        for name in ("_coordinates", "_speeds", "_states", "_values", "_slots"):
            setattr(other, name, getattr(self, name))
        other._tables, other._table_numbers = self._tables, self._table_numbers
        self._alone = False
        return other

    def instructions(self, shift: int) -> tuple[list[Instruction], list[int]]:
        """The program as it stands, its registers moved up by `shift`, and its channels."""
        channels = [self._register(node) for node in self._channels]
        place = {old: old + shift for old in range(len(self._needs))}
        return [_moved(i, place) for i in self._registers], [place[c] for c in channels]

    def channel(self, node: Node | External) -> int:
        """Add a signal; its number among the channels."""
        self._channels.append(node)
        return len(self._channels) - 1

    def draw(self) -> None:
        """Let the seed of the run be known."""
        self._slot(SEED, 0.0)

    def watch(self, node: Node) -> None:
        """Add a condition that is looked at after each step."""
        self._watched.append(node)

    def finish(self, parameters: Mapping[str, float], kept: PartCache | None = None) -> Written:
        """The program of all signals, with the values of the parameters."""
        if kept is None or not self._alone:
            written = self.write()
        else:
            names = [text for labels in self._labels for text in (*labels, "")]
            signals = len(self._watched), *self._watched, *self._channels
            written = kept.of(("signals", *names, *signals), self.write)
        values = written.values.copy()
        for name, slot in written.parameter_slots.items():
            values[slot] = parameters[name]
        return replace(written, values=values)

    def write(self) -> Written:
        """The program of the signals there are, time-only instructions first."""
        channels = [self._register(node) for node in self._channels]
        watched = [self._register(node) for node in self._watched]
        order = sorted(range(len(self._needs)), key=self._needs.__getitem__)
        place = {old: new for new, old in enumerate(order)}
        instructions = list(self._registers)
        program = [_moved(instructions[old], place) for old in order]
        starts = np.cumsum([0, *(len(rows) for rows in self._tables)])
        rows = [row for table in self._tables for row in table]
        slots = self._slots.items()
        return Written(
            program=np.array(program, dtype=np.int64).reshape(-1, 4),
            bodiless=len(order) - self._needs.count(BODIES),
            watched=np.array([place[r] for r in watched], dtype=np.int64),
            channels=np.array([place[r] for r in channels], dtype=np.int64),
            values=np.array(self._values, dtype=float),
            parameter_slots={key: slot for key, slot in slots if isinstance(key, str)},
            input_slots={
                key.name: s for key, s in slots if isinstance(key, External) and key != SEED
            },
            seed_slot=self._slots.get(SEED, -1),
            tables=np.array(rows, dtype=float).reshape(-1, 5),
            table_starts=starts.astype(np.int64),
        )

    def _register(self, node: Node | External) -> int:
        match node:
            case External():
                return self._emit(VALUE, (self._slot(node, 0.0),), TIMELY)
            case Const(value):
                key = (value, len(self._values)) if self._apart else value
                return self._emit(VALUE, (self._slot(key, value),), TIMELY)
            case Parameter(name):
                return self._emit(VALUE, (self._slot(name, 0.0),), TIMELY)
            case Time():
                return self._emit(TIME, (), TIMELY)
            case Coordinate(label):
                return self._emit(COORDINATE, (self._coordinates[label],), STATE)
            case BodyNumber():  # behind the state
                first = len(self._speeds) + len(self._states)
                place = first + FACTS * node.row + node.index
                return self._emit(SPEED, (place,), BODIES)
            case Speed(label):
                return self._emit(SPEED, (self._speeds[label],), STATE)
            case StateElement(label):
                return self._emit(SPEED, (self._states[label],), STATE)
            case Table():
                argument = self._register(node.arg)
                return self._emit(TABLE, (argument, self._table(node)), self._needs[argument])
            case Op("pow", (base, Const(exponent))) if _is_small_whole(exponent):
                return self._whole_power(self._register(base), int(exponent))
            case Op(name, arguments):
                return self._operation(name, *(self._register(a) for a in arguments))
        raise TypeError(f"not an expression: {node!r}")

    def _operation(self, name: str, *registers: int) -> int:
        # unused places repeat a register that is known by then; nobody looks at them
        places = (*registers, *registers[:1] * (3 - len(registers)))
        return self._emit(CODES[name], places, max(self._needs[r] for r in registers))

    def _whole_power(self, base: int, exponent: int) -> int:
        """Products instead of exp(b log a): exact signs, and defined for negative bases."""
        one = self._register(Const(1.0))
        result, square, count = one, base, abs(exponent)
        while count:
            if count & 1:
                result = square if result == one else self._operation("mul", result, square)
            count >>= 1
            square = self._operation("mul", square, square) if count else square
        return self._operation("div", one, result) if exponent < 0 else result

    def _slot(self, key: Any, value: float) -> int:
        if key not in self._slots:
            self._slots[key] = len(self._values)
            self._values.append(value)
        return self._slots[key]

    def _table(self, node: Table) -> int:
        key = (node.times, node.coefficients, node.order)
        if key not in self._table_numbers:
            self._table_numbers[key] = len(self._tables)
            self._tables.append(_table_rows(*key))
        return self._table_numbers[key]

    def _emit(self, operation: int, arguments: Sequence[int], needs: int) -> int:
        a, b, c = (*arguments, *[0] * (3 - len(arguments)))
        instruction = (operation, a, b, c)
        if instruction not in self._registers:
            self._registers[instruction] = len(self._registers)
            self._needs.append(needs)
        return self._registers[instruction]


def _moved(instruction: Instruction, place: Mapping[int, int]) -> Instruction:
    """The instruction with its registers renumbered; loads keep their indices."""
    operation, a, b, c = instruction
    if operation in (VALUE, TIME, COORDINATE, SPEED):
        return instruction
    if operation == TABLE:
        return operation, place[a], b, 0
    return operation, place[a], place[b], place[c]


def _is_small_whole(exponent: float) -> bool:
    return exponent == int(exponent) and abs(exponent) <= LARGEST_WHOLE_POWER


def _table_rows(
    times: Sequence[float], coefficients: Sequence[Sequence[float]], order: int
) -> list[tuple[float, ...]]:
    """Rows (start, c0..c3) of the order-th derivative, held (or zero) outside the knots."""
    first, end = float(coefficients[0][0]), coefficients[-1]
    last = first
    if len(times) > 1:
        h = times[-1] - times[-2]
        last = float(((end[3] * h + end[2]) * h + end[1]) * h + end[0])
    rows: list[tuple[float, ...]] = [(times[0], first if order == 0 else 0.0, 0.0, 0.0, 0.0)]
    for start, c in zip(times, coefficients, strict=False):
        for _ in range(order):
            c = (c[1], 2.0 * c[2], 3.0 * c[3], 0.0)
        rows.append((start, *c))
    rows.append((times[-1], last if order == 0 else 0.0, 0.0, 0.0, 0.0))
    return rows
