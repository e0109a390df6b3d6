"""A program as arrays, one row per instruction that does something.

Constants, words and inputs are no rows: they are told where they are operands.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

import numpy as np

from pelagos.tape.instructions import BITS, CONDITIONS, FIRST_OPERAND, Program
from pelagos.tape.machine.order import depth_first
from pelagos.tape.numbers import CONSTANT, INPUT

# kinds of operands; inputs of row r are of the kind INPUTS + r
NUMBER, PATTERN, CONDITION, CONSTANTS, WORDS, INPUTS = range(6)
ANYWHERE = frozenset((CONSTANT, "word", INPUT))

_NAMES = (
    *("add", "sub", "mul", "div", "neg", "abs", "sqrt", "floor", "fma", "copysign", "select"),
    *("lt", "le", "eq", "and", "not", "bits", "number", "iadd", "isub", "iand", "ixor", "shl"),
    *("ashr", "odd", "negative", "place", "entry", CONSTANT, "word", INPUT),
    *("lshr", "rotl"),
)
CODES = {name: code for code, name in enumerate(_NAMES)}
_OF_TABLES = [CODES["place"], CODES["entry"]]
_OPERANDS = {"fma": 3, "select": 3}
_OPERANDS |= dict.fromkeys(("abs", "neg", "sqrt", "floor", "not", "bits", "number", "odd"), 1)
FIXED = {"place": 1, "entry": 2}  # entries that are no operands: table and column
_OPERANDS |= {"negative": 1, "place": 1, "entry": 1, **dict.fromkeys(ANYWHERE, 0)}
_COUNT = np.array([_OPERANDS.get(name, 2) for name in _NAMES])
_KIND = np.array(
    [PATTERN if n in BITS else CONDITION if n in CONDITIONS else NUMBER for n in _NAMES]
)


class Listed:
    """Columns of a program, in the order in which its instructions are done (`order`)."""

    def __init__(self, program: Program, sizes: Sequence[int]):
        """sizes: how the inputs are divided into rows of memory."""
        self.program = program
        instructions = program.instructions
        codes = np.fromiter((CODES[i[0]] for i in instructions), np.int64, len(instructions))
        done = _COUNT[codes] > 0
        rows = np.flatnonzero(done)
        row = np.cumsum(done) - 1  # of each instruction
        operands = operands_of(instructions, codes)[done]
        kinds, values = _anywhere(program, sizes, codes)
        there = operands >= 0
        own = there & done[operands]
        # operands that are rows; else ~kind, or nothing
        sources = np.where(own, row[operands], np.where(there, ~kinds[operands], -1))
        outputs = np.array(program.outputs, dtype=np.int64)
        order = depth_first(codes[done], sources, row[outputs[done[outputs]]])
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        own, sources = own[order], sources[order]
        self.codes = codes[done][order]
        self.kinds = _KIND[self.codes]
        self.none = ~there[order]
        self.sources = np.where(own, place[np.where(own, sources, 0)], sources)
        self.source_kinds = np.where(own, self.kinds[np.where(own, self.sources, 0)], ~sources)
        # bits of constants, words, places of inputs
        self.values = np.where(self.none | own, 0, values[operands[order]])
        self.fixed = _fixed(instructions, codes, rows)[order]
        # outputs that are no rows, and which instructions they are
        plain = np.flatnonzero(~done[outputs])
        self.plain = list(zip(plain.tolist(), outputs[plain].tolist(), strict=True))
        # outputs by row: `outputs[output_starts[r]:][:output_counts[r]]`
        computed = np.flatnonzero(done[outputs])
        at = place[row[outputs[computed]]]
        self.outputs = computed[np.argsort(at, kind="stable")]
        self.output_counts = np.bincount(at, minlength=len(order))
        self.output_starts = np.cumsum(self.output_counts) - self.output_counts


def _fixed(instructions: Sequence[tuple], codes: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Table and column of instructions that read tables, else zeros."""
    found = np.zeros((len(rows), 2), dtype=np.int64)
    for k in np.flatnonzero(np.isin(codes[rows], _OF_TABLES)).tolist():
        fixed = instructions[rows[k]][1:-1]
        found[k, : len(fixed)] = fixed
    return found


def operands_of(instructions: Sequence[tuple], codes: np.ndarray) -> np.ndarray:
    """Instructions that each reads: three columns, -1 where there are fewer."""
    found = np.full((len(instructions), 3), -1, dtype=np.int64)
    counts = _COUNT[codes]
    shifted = np.isin(codes, _OF_TABLES)
    for count, places in ((1, itemgetter(1)), (2, itemgetter(1, 2)), (3, itemgetter(1, 2, 3))):
        which = np.flatnonzero((counts == count) & ~shifted)
        if len(which):
            chosen = list(map(places, map(instructions.__getitem__, which.tolist())))
            found[which, :count] = np.array(chosen, dtype=np.int64).reshape(-1, count)
    for k in np.flatnonzero(shifted).tolist():
        found[k, 0] = instructions[k][FIRST_OPERAND[instructions[k][0]] + 1]
    return found


def _anywhere(
    program: Program, sizes: Sequence[int], codes: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Kind and value of each constant, word and input."""
    kinds, values = np.zeros(len(codes), np.int64), np.zeros(len(codes), np.int64)
    places = [(row, i) for row, size in enumerate(sizes) for i in range(size)]
    for k in np.flatnonzero(_COUNT[codes] == 0).tolist():
        name, value = program.instructions[k]
        if name == CONSTANT:
            kinds[k], values[k] = CONSTANTS, int.from_bytes(value, "little", signed=True)
        elif name == "word":
            kinds[k], values[k] = WORDS, value
        else:
            row, values[k] = places[value]
            kinds[k] = INPUTS + row
    return kinds, values
