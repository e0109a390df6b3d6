"""Alike instructions of a program side by side: which of them vectors may do at once.

Where a program repeats itself (`tape.machine.repeats`) the same instruction of all repeats is a
series: numbers 0, 1, ... of an array, as the x of all nodes of a tether. A series may be done by
vectors if the operands of its numbers are such arrays as well, or one number for all:

- of another series, numbers k, or k + 1, or k - 1: those of a neighbour;
- inputs with equal gaps between them, which are an array of their own;
- constants.

At the ends of an array may stand numbers from elsewhere, as at the ends of a tether: they are put
there before the array is read. A series whose numbers follow from each other, such as a sum, or
whose operands are all over the place is none: its instructions are done one by one, as are those
which no series has. What is done to a number is the same as ever, so the bits are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pelagos.tape.instructions import Program
from pelagos.tape.machine.lanes import WIDTHS
from pelagos.tape.machine.listed import ANYWHERE, CODES, FIXED, operands_of
from pelagos.tape.machine.repeats import Repeat, repeats
from pelagos.tape.numbers import CONSTANT, INPUT

TAKEN = "taken"  # the name of a series of inputs
MULTIPLES = (1, 2, 3, 4, 6)  # of a period, of which one tells x from y and z
SHORTEST = max(WIDTHS)  # numbers of an array: as many as a vector may have
STRANGERS = 8  # one of so many numbers of an array may come from elsewhere, and four in any case


class Slice(NamedTuple):
    """Numbers of a series from one on, which may be before its first: an operand of another."""

    series: int
    first: int


class One(NamedTuple):
    """The same number for all."""

    instruction: int


class Constants(NamedTuple):
    values: tuple[bytes, ...]


Operand = Slice | One | Constants


class Family(NamedTuple):
    """Inputs with equal gaps: row of memory, place of the first, gap, how many."""

    row: int
    place: int
    gap: int
    length: int


class InstructionSeries:
    """An instruction of all repeats."""

    def __init__(self, name: str, members: np.ndarray, family: Family | None = None):
        self.name, self.members, self.family = name, members, family
        self.operands: list[Operand] = []
        self.strangers: dict[int, int] = {}  # place -> instruction that stands there

    @property
    def count(self) -> int:
        return self.family.length if self.family else len(self.members)

    @property
    def in_place(self) -> bool:
        """Inputs side by side that are read where they are."""
        return self.family is not None and self.family.gap == 1 and not self.strangers

    def strangers_in(self, first: int, count: int) -> list[tuple[int, int]]:
        """Places and instructions of those that a slice has."""
        return [(k, i) for k, i in self.strangers.items() if first <= k < first + count]


class SeriesPlan:
    """All series of a program."""

    def __init__(self, program: Program, sizes: Sequence[int], least: float = 0.0):
        """sizes: how the inputs are divided into rows of memory.

        least: share of the instructions below which it is not worth while to look for any.
        """
        self.program = program
        self.instructions = program.instructions
        codes = np.fromiter((CODES[i[0]] for i in self.instructions), np.int64)
        self.operands = _constants_first(operands_of(self.instructions, codes), codes)
        self.does = ~np.isin(codes, [CODES[name] for name in ANYWHERE])
        self.places = [(row, k) for row, size in enumerate(sizes) for k in range(size)]
        self.series = [
            InstructionSeries(self.instructions[int(members[0])][0], members)
            for members in self._columns(codes)
        ]
        self._row, self._place = self._inputs()
        while self.saved >= least * self.does.sum() and self._without_misfits():
            pass

    def _inputs(self) -> tuple[np.ndarray, np.ndarray]:
        """Row of memory and place there of each instruction that is an input; else -1."""
        found = np.full((2, len(self.instructions)), -1)
        for k, (name, *rest) in enumerate(self.instructions):
            if name == INPUT:
                found[:, k] = self.places[rest[0]]
        return found[0], found[1]

    def outputs(self) -> list[int]:
        """Outputs that series give, those of one after the other."""
        places: dict[int, list[int]] = {}
        for output, index in enumerate(self.program.outputs):
            places.setdefault(index, []).append(output)
        return [o for s in self.series for i in s.members.tolist() for o in places.get(i, ())]

    def inputs(self, row: int) -> list[int]:
        """Places of inputs in a row that series take, those of one after the other."""
        own = [s.family for s in self.series if s.family and s.family.row == row]
        return [f.place + f.gap * k for f in own for k in range(f.length)]

    @property
    def saved(self) -> int:
        """Instructions that vectors do."""
        return sum(len(s.members) for s in self.series if not s.family)

    @property
    def single(self) -> int:
        """Instructions that are done one by one."""
        return int(self.does.sum()) - self.saved

    def _columns(self, codes: np.ndarray) -> list[np.ndarray]:
        """Instructions of possible series."""
        rows = np.flatnonzero(self.does)
        row = np.cumsum(self.does) - 1
        there = self.operands >= 0
        sources = np.where(there & self.does[self.operands], row[self.operands], -1)[rows]
        found = []
        for repeat in repeats(_alike(self.instructions, codes)[rows], sources):
            start, period, times = self._regular(repeat, rows)
            members = rows[start : start + period * times].reshape(times, period)
            found += [np.ascontiguousarray(members[:, k]) for k in range(period)]
        return found

    def _regular(self, repeat: Repeat, rows: np.ndarray) -> Repeat:
        """With the multiple of the period by which most operands have equal gaps."""
        best, most = repeat, -1.0
        for factor in MULTIPLES:
            start, period, count = repeat.start, repeat.period * factor, repeat.times // factor
            if count < max(SHORTEST, repeat.times // 4):
                break
            members = rows[start : start + period * count].reshape(count, period)
            gaps = np.diff(self.operands[members], axis=0)
            share = float(np.mean((gaps == gaps[count // 2]).mean(axis=0) > 0.8))
            if share > most + 0.01:
                best, most = Repeat(start, period, count), share
        return best

    def _without_misfits(self) -> bool:
        """Tell the operands of all series; whether some had to go."""
        self.series = [s for s in self.series if not s.family]
        total = len(self.instructions)
        self.of = np.full(total, -1)  # series of each instruction
        self.at = np.zeros(total, dtype=np.int64)  # and its number there
        for k, s in enumerate(self.series):
            self.of[s.members], self.at[s.members] = k, np.arange(s.count)
            s.strangers = {}
        own = len(self.series)
        self._add_families()
        good = [self._tell(k) for k in range(own)]
        if all(good):
            good = self._without_circles(own)
        self.series = [s for k, s in enumerate(self.series) if k >= own or good[k]]
        return not all(good)

    def _add_families(self) -> None:
        """Series of inputs, of any that are read with equal gaps and overlap."""
        spans: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
        for s in self.series:
            for refs in self._tuples(s):
                found = self._gap(refs)
                if found:
                    row, gap, places = found
                    key = row, gap, int(places[0]) % gap
                    spans.setdefault(key, []).append((int(places.min()), int(places.max())))
        self._families: dict[tuple[int, int], list[tuple[Family, int]]] = {}
        for (row, gap, _), read in spans.items():
            for low, high in _merged(read):
                family = Family(row, low, gap, (high - low) // gap + 1)
                self._families.setdefault((row, gap), []).append((family, len(self.series)))
                self.series.append(InstructionSeries(TAKEN, np.zeros(0, np.int64), family))

    def _tuples(self, s: InstructionSeries) -> list[np.ndarray]:
        """Operands of all its numbers, one after the other."""
        operands = self.operands[s.members]
        return [operands[:, j] for j in range(3) if operands[0, j] >= 0]

    def _gap(self, refs: np.ndarray) -> tuple[int, int, np.ndarray] | None:
        """Row and gap of operands that are mostly inputs with equal gaps; places of these."""
        middle = len(refs) // 2
        row, place = int(self._row[refs[middle]]), int(self._place[refs[middle]])
        gap = int(self._place[refs[middle + 1]]) - place
        if row < 0 or gap <= 0 or self._row[refs[middle + 1]] != row:
            return None
        wanted = place + gap * (np.arange(len(refs)) - middle)
        fits = (self._row[refs] == row) & (self._place[refs] == wanted)
        enough = _enough(fits) and len(refs) - np.argmax(fits) - np.argmax(fits[::-1]) >= SHORTEST
        return (row, gap, wanted[fits]) if enough else None

    def _tell(self, k: int) -> bool:
        """Say what the operands of a series are; False if they are no arrays."""
        s = self.series[k]
        s.operands = []
        for refs in self._tuples(s):
            operand = self._operand(k, refs)
            if operand is None:
                return False
            s.operands.append(operand)
        return True

    def _operand(self, k: int, refs: np.ndarray) -> Operand | None:
        if (refs == refs[0]).all():
            return None if self.of[refs[0]] == k else One(int(refs[0]))
        constants = [self.instructions[ref] for ref in refs.tolist()]
        if all(name == CONSTANT for name, *_ in constants):
            return Constants(tuple(value for _, value in constants))
        found = self._gap(refs)
        if found:
            row, gap, places = found
            family, series = self._family(row, gap, int(places[0]))
            own = (self._row[refs] == row) & ((self._place[refs] - family.place) % gap == 0)
            return self._slice(
                refs, series, np.where(own, (self._place[refs] - family.place) // gap, -1)
            )
        of = int(self.of[refs[len(refs) // 2]])
        if of < 0 or of == k:
            return None
        return self._slice(refs, of, np.where(self.of[refs] == of, self.at[refs], -1))

    def _family(self, row: int, gap: int, place: int) -> tuple[Family, int]:
        """The inputs that have a place, and which series they are."""
        for family, series in self._families[row, gap]:
            number, apart = divmod(place - family.place, gap)
            if not apart and 0 <= number < family.length:
                return family, series
        raise KeyError(place)

    def _slice(self, refs: np.ndarray, series: int, at: np.ndarray) -> Slice | None:
        """The slice of a series that has most operands, with all others beyond its ends.

        at: which of its numbers each operand is, or -1.
        """
        middle, s = len(refs) // 2, self.series[series]
        first = int(at[middle]) - middle
        places = first + np.arange(len(refs))
        fits = (at == places) & (at >= 0)
        if not _enough(fits):
            return None
        for place, ref in zip(places[~fits].tolist(), refs[~fits].tolist(), strict=True):
            if 0 <= place < s.count or s.strangers.setdefault(place, ref) != ref:
                return None
        return Slice(series, first)

    def _without_circles(self, own: int) -> list[bool]:
        """Which series are not needed to find themselves: on no circle, nor between two."""
        total = len(self.instructions)
        unit = np.where(self.of >= 0, total + self.of, np.arange(total))
        there = self.operands >= 0
        reader = np.broadcast_to(unit[:, None], there.shape)[there]
        edges = reader, unit[self.operands[there]]
        on = np.ones(total + len(self.series), dtype=bool)
        for waits, until in (edges, edges[::-1]):  # what is read goes first, then who reads
            on &= ~_peeled(waits, until, len(on))
        return (~on[total : total + own]).tolist()


def _peeled(waits: np.ndarray, until: np.ndarray, count: int) -> np.ndarray:
    """Which of so many units can go, each as soon as all have gone that it waits for."""
    left = np.bincount(waits, minlength=count).tolist()
    order = np.argsort(until, kind="stable")
    starts = np.searchsorted(until[order], np.arange(count + 1)).tolist()
    others = waits[order].tolist()
    waiting = [unit for unit in range(count) if not left[unit]]
    gone = np.zeros(count, dtype=bool)
    while waiting:
        unit = waiting.pop()
        gone[unit] = True
        for other in others[starts[unit] : starts[unit + 1]]:
            left[other] -= 1
            if not left[other]:
                waiting.append(other)
    return gone


def _alike(instructions: Sequence[tuple], codes: np.ndarray) -> np.ndarray:
    """Codes that differ where instructions read other tables, or other columns of one, too."""
    found, known = codes.copy(), dict[tuple, int]()
    for name, fixed in FIXED.items():
        for k in np.flatnonzero(codes == CODES[name]).tolist():
            key = instructions[k][: 1 + fixed]
            found[k] = len(CODES) + known.setdefault(key, len(known))
    return found


def _constants_first(operands: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """Of two factors or terms, whose order does not matter: the tape has them as they came."""
    a, b = operands[:, 0].copy(), operands[:, 1].copy()
    constant = codes == CODES[CONSTANT]
    swapped = np.isin(codes, [CODES[name] for name in ("mul", "add", "fma")])
    swapped &= constant[b] & ~constant[a]
    operands[:, 0], operands[:, 1] = np.where(swapped, b, a), np.where(swapped, a, b)
    return operands


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Overlapping spans as one."""
    found: list[tuple[int, int]] = []
    for low, high in sorted(spans):
        if found and low <= found[-1][1]:
            found[-1] = found[-1][0], max(high, found[-1][1])
        else:
            found.append((low, high))
    return found


def _enough(fits: np.ndarray) -> bool:
    """Whether few numbers of an array come from elsewhere."""
    return int((~fits).sum()) <= max(4, len(fits) // STRANGERS)
