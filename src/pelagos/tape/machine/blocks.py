"""Large programs: pieces of the same form are code once, the program is a list of calls of them.

A program is cut into pieces (`tape.machine.cuts`). Two pieces have the same form if the same
instructions do the same with each other's results; numbers that they have from elsewhere, constants
and inputs may differ. One `Block` is compiled for each form. What differs between its pieces is
read from a table when the block is called: the slots of memory where numbers from other pieces are
and where results go, constants, and which inputs and outputs are meant. What is the same for all of
them is written into the code; a form with one piece needs no table. So every program goes this way:
a small one is one block, and one without repetition consists of blocks that are called once.

The instructions are those of the program, so results have the same bits however it is cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from pelagos.tape.instructions import Program
from pelagos.tape.machine.cuts import cuts
from pelagos.tape.machine.listed import CODES, CONSTANTS, FIXED, INPUTS, WORDS, Listed

WHOLE = 6_000  # instructions that stay in one piece: as fast as blocks, and quickly compiled
# The shortest and the longest piece of a longer program. Where hardly two bodies are alike there is
# more code than MOST instructions: short pieces are compiled faster, and share some of it.
PIECES, MOST = ((256, 1024), (64, 256)), 40_000
_NAMES = list(CODES)


class Place(NamedTuple):
    """A whole number that is the same for all pieces of a form, or a column of their table."""

    value: int = 0
    column: int | None = None


class OperandSource(NamedTuple):
    """An operand that is no result of the piece itself."""

    kind: int  # see `tape.machine.listed`
    place: Place  # its slot, bits of a constant, a word, which number of a row of inputs


@dataclass
class Block:
    """A form of pieces."""

    instructions: list[tuple] = field(default_factory=list)  # operands: own ones, or ~source
    sources: list[OperandSource] = field(default_factory=list)
    kept: list[tuple[int, Place]] = field(default_factory=list)  # own instruction, slot
    outputs: list[tuple[int, Place]] = field(default_factory=list)  # own instruction, output
    # the table: a row for each piece
    places: list[np.ndarray] = field(default_factory=list)  # columns: slots, inputs, outputs
    constants: list[np.ndarray] = field(default_factory=list)  # columns, as bits
    common: set[int] = field(default_factory=set)  # columns of places that are not lane by lane


class BlockPlan:
    """A program as blocks, and the pieces that are done one after the other."""

    def __init__(self, program: Program, sizes: Sequence[int]):
        """sizes: how the inputs are divided into rows of memory."""
        listed = Listed(program, sizes)
        ends, forms = _forms(listed)
        slots = _Slots(listed, ends)
        self.plain = listed.plain  # outputs that are inputs or constants, and which these are
        self.blocks: list[Block] = []
        calls: dict[int, tuple[int, int]] = {}
        for pieces in forms:
            calls.update((k, (len(self.blocks), i)) for i, k in enumerate(pieces))
            starts = ends[np.array(pieces)]
            length = int(ends[pieces[0] + 1] - starts[0])
            self.blocks.append(_Former(listed, slots, starts, length).block)
        self.calls = [calls[k] for k in range(len(ends) - 1)]  # block, and which of its pieces
        self.size = slots.size


def _forms(listed: Listed) -> tuple[np.ndarray, list[list[int]]]:
    """Where pieces begin, and the end; pieces of the same form."""
    ends = np.array([0, len(listed.codes)])
    if ends[1] <= WHOLE:
        return ends, [[0]]
    for shortest, longest in PIECES:
        ends = cuts(listed.codes, listed.sources, shortest, longest)
        forms = _same(listed, ends)
        if sum(int(ends[k + 1] - ends[k]) for k, *_ in forms) <= MOST:
            break
    return ends, forms


def _same(listed: Listed, ends: np.ndarray) -> list[list[int]]:
    """Pieces of the same form."""
    begin = np.repeat(ends[:-1], np.diff(ends))[:, None]
    at = np.arange(len(listed.codes))[:, None]
    # operands: how far back within the piece, else of what kind; words belong to the form
    told = np.where(listed.sources >= begin, at - listed.sources, ~listed.source_kinds)
    words = np.where(listed.sources == ~WORDS, listed.values, 0)
    columns = [listed.codes[:, None], listed.fixed, told, words, listed.output_counts[:, None]]
    table = np.ascontiguousarray(np.hstack(columns), dtype=np.int64)
    forms: dict[bytes, list[int]] = {}
    for k, (start, stop) in enumerate(pairwise(ends.tolist())):
        forms.setdefault(table[start:stop].tobytes(), []).append(k)
    return list(forms.values())


class _Slots:
    """Memory for what passes from piece to piece; a slot is used again when its number is not."""

    def __init__(self, listed: Listed, ends: np.ndarray):
        piece = np.repeat(np.arange(len(ends) - 1), np.diff(ends))
        last = piece.copy()  # the last piece that reads a row
        read = listed.sources >= 0
        last[listed.sources[read]] = np.broadcast_to(piece[:, None], read.shape)[read]
        self.of_row = np.full(len(piece), -1, dtype=np.int64)
        self.size = 0
        passed = np.flatnonzero(last > piece)
        done: list[list[int]] = [[] for _ in ends]  # slots that are free after a piece
        free: list[int] = []
        before = 0
        for row, own, until in zip(passed, piece[passed], last[passed], strict=True):
            while before < own:
                free += done[before]
                before += 1
            if not free:
                free.append(self.size)
                self.size += 1
            slot = self.of_row[row] = free.pop()
            done[until].append(slot)
        self._waste: int | None = None

    @property
    def waste(self) -> int:
        """A slot that nobody reads."""
        if self._waste is None:
            self._waste, self.size = self.size, self.size + 1
        return self._waste


class _Former:
    """Writes the block of some pieces: rows from each of `starts` on."""

    def __init__(self, listed: Listed, slots: _Slots, starts: np.ndarray, length: int):
        self.listed, self.slots, self.starts = listed, slots, starts
        self.block = Block()
        self._places: dict[bytes, Place] = {}
        first = slice(starts[0], starts[0] + length)
        sources = listed.sources[first]
        own = sources >= starts[0]
        operands = np.where(own, sources - starts[0], 0)
        others = np.nonzero(~own & ~listed.none[first])
        operands[others] = [~k for k in self._sources(*others)]
        counts = (~listed.none[first]).sum(axis=1).tolist()
        codes, fixed = listed.codes[first].tolist(), listed.fixed[first].tolist()
        for code, count, row, more in zip(codes, counts, operands.tolist(), fixed, strict=True):
            name = _NAMES[code]
            words = more[: FIXED.get(name, 0)]
            self.block.instructions.append((name, *words, *row[:count]))
        self._keep(length)
        self._give(length)

    def _sources(self, rows: np.ndarray, operands: np.ndarray) -> list[int]:
        """The source of each operand; operands that are the same in all pieces share one."""
        if not len(rows):
            return []
        listed, found = self.listed, []
        at = self.starts[:, None] + rows
        given = listed.sources[at, operands]
        slots = self.slots.of_row[np.maximum(given, 0)]
        values = np.where(given >= 0, slots, listed.values[at, operands])
        kinds = listed.source_kinds[at[0], operands]
        same = (values == values[0]).all(axis=0)
        known: dict[tuple[int, Any], int] = {}
        columns = np.ascontiguousarray(values.T)
        bits = columns.view(np.dtype((np.void, columns.itemsize * len(values)))).ravel().tolist()
        for k, key in enumerate(zip(kinds.tolist(), bits, strict=True)):
            place = known.get(key)
            if place is None:
                place = known[key] = len(self.block.sources)
                source = OperandSource(key[0], self._place(key[0], columns[k], same[k]))
                self.block.sources.append(source)
            found.append(place)
        return found

    def _place(self, kind: int, column: np.ndarray, alike: bool) -> Place:
        if alike:
            return Place(int(column[0]))
        if kind == CONSTANTS:
            self.block.constants.append(column)
            return Place(column=len(self.block.constants) - 1)
        if kind == INPUTS and self.listed.program.common:
            self.block.common.add(len(self.block.places))
        self.block.places.append(column)
        return Place(column=len(self.block.places) - 1)

    def _keep(self, length: int) -> None:
        """Results that any of the pieces passes on."""
        slots = self.slots.of_row[self.starts[:, None] + np.arange(length)]
        passed = slots >= 0
        rows = np.flatnonzero(passed.any(axis=0))
        if not passed[:, rows].all():
            slots = np.where(passed, slots, self.slots.waste)
        self.block.kept += zip(rows.tolist(), self._of(slots[:, rows]), strict=True)

    def _give(self, length: int) -> None:
        """Results that are outputs."""
        listed = self.listed
        counts = listed.output_counts[self.starts[0] : self.starts[0] + length]
        rows = np.repeat(np.arange(length), counts)
        if len(rows):
            first = listed.output_starts[self.starts]
            which = first[:, None] + np.arange(len(rows))  # those of a piece follow each other
            self.block.outputs += zip(rows.tolist(), self._of(listed.outputs[which]), strict=True)

    def _of(self, columns: np.ndarray) -> list[Place]:
        """Where the numbers of all pieces are, of which each has a row here."""
        same = (columns == columns[0]).all(axis=0).tolist()
        return [self._place(-1, columns[:, k], alike) for k, alike in enumerate(same)]
