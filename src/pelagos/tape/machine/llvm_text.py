"""Programs as LLVM assembly with any number of lanes.

A function reads the inputs from rows of memory and writes the outputs to another, each number
`lanes` times side by side: that many states at once. No instruction carries a fast-math flag.
`tape.machine.llvm_rows` wraps it for arrays as users have them.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np

from pelagos.tape.instructions import BITS, CONDITIONS, Program
from pelagos.tape.machine.blocks import Block, BlockPlan, Place
from pelagos.tape.machine.listed import CONDITION, CONSTANTS, FIXED, INPUTS, NUMBER, WORDS
from pelagos.tape.machine.llvm_instructions import (
    InstructionLines,
    Kinds,
    hexadecimal,
    load_number,
    store_number,
)
from pelagos.tape.machine.series_text import SeriesLines, plan_of
from pelagos.tape.numbers import CONSTANT

_ESCAPED = [f"\\{byte:02X}" for byte in range(256)]

# The row of a table (ordered by the first of its columns) that holds at x: by halves.
_PLACE = """
define internal i64 @place(ptr %table, i64 %rows, i64 %columns, double %x) noinline {
start:
  br label %head
head:
  %low = phi i64 [ 0, %start ], [ %next_low, %body ]
  %high = phi i64 [ %rows, %start ], [ %next_high, %body ]
  %gap = sub i64 %high, %low
  %more = icmp sgt i64 %gap, 1
  br i1 %more, label %body, label %end
body:
  %half = lshr i64 %gap, 1
  %middle = add i64 %low, %half
  %offset = mul i64 %middle, %columns
  %address = getelementptr double, ptr %table, i64 %offset
  %begin = load double, ptr %address, align 8
  %past = fcmp oge double %x, %begin
  %next_low = select i1 %past, i64 %middle, i64 %low
  %next_high = select i1 %past, i64 %high, i64 %middle
  br label %head
end:
  ret i64 %low
}
"""


def function(name: str, program: Program, k: Kinds, sizes: Sequence[int]) -> tuple[str, int]:
    """`void NAME(double *a0, double *a1, ..., double *y, double *s)`, and the size of s.

    The inputs are divided into rows of these sizes, one pointer each: number i of lane j is
    a0[i * lanes + j]. A first row that is the same in all lanes is a0[i]. The scratch s has room
    for so many numbers in each lane. Long programs are calls of blocks (`tape.machine.blocks`); for
    one lane, those of many alike parts are loops over these (`tape.machine.series`).
    """
    pointers = [*(f"%a{i}" for i in range(len(sizes))), "%y", "%s"]
    signature = _signature(f"define void @{name}", pointers)
    series = plan_of(program, sizes) if k.lanes == 1 else None
    if series is not None:
        written = SeriesLines(name, series)
        lines, size = [signature, *written.lines, "  ret void\n}", *written.globals], written.size
    else:
        lines, size = _blocks(name, program, k, sizes, pointers)
        lines.insert(0, signature)
    if program.tables:
        lines += [*(_table(i, rows) for i, rows in enumerate(program.tables)), _PLACE]
    return "\n".join(lines), size


def _blocks(
    name: str, program: Program, k: Kinds, sizes: Sequence[int], pointers: Sequence[str]
) -> tuple[list[str], int]:
    """What follows the signature of a program that is made of blocks."""
    plan, lines = BlockPlan(program, sizes), []
    if len(plan.blocks) == 1 == len(plan.calls):
        lines += BlockLines(plan.blocks[0], k, program).lines
        tables = []
    else:
        lines += _calls(name, plan, pointers)
        tables = _tables(name, plan, k)
    lines += _plain_outputs(program, plan, k, sizes)
    lines.append("  ret void\n}")
    if tables:
        for i, block in enumerate(plan.blocks):
            lines.append(_signature(f"define internal void @{name}_{i}", [*pointers, "%i", "%c"]))
            lines += [*BlockLines(block, k, program).lines, "  ret void\n}"]
    return [*lines, *tables], plan.size


def _signature(start: str, pointers: Sequence[str]) -> str:
    taken = ", ".join(f"ptr noalias {pointer}" for pointer in pointers)
    return f"{start}({taken}) noinline {{\nstart:"


def _calls(name: str, plan: BlockPlan, pointers: Sequence[str]) -> list[str]:
    """One call after the other, from a table: code, and where its places and constants begin."""
    passed = ", ".join(f"ptr {pointer}" for pointer in pointers)
    entry = "{ ptr, i32, i32 }"
    return f"""
  br label %head
head:
  %n = phi i64 [ 0, %start ], [ %next, %head ]
  %code_at = getelementptr {entry}, ptr @{name}_calls, i64 %n, i32 0
  %places_at = getelementptr {entry}, ptr @{name}_calls, i64 %n, i32 1
  %constants_at = getelementptr {entry}, ptr @{name}_calls, i64 %n, i32 2
  %code = load ptr, ptr %code_at, align 8
  %places = load i32, ptr %places_at, align 4
  %constants = load i32, ptr %constants_at, align 4
  %i = getelementptr i32, ptr @{name}_places, i32 %places
  %c = getelementptr double, ptr @{name}_constants, i32 %constants
  call void %code({passed}, ptr %i, ptr %c)
  %next = add i64 %n, 1
  %more = icmp slt i64 %next, {len(plan.calls)}
  br i1 %more, label %head, label %end
end:""".split("\n")[1:]


def _tables(name: str, plan: BlockPlan, k: Kinds) -> list[str]:
    """The calls, and the tables of all blocks one after the other, in bytes."""
    places: list[bytes] = []
    constants: list[bytes] = []
    starts: list[tuple[int, ...]] = []
    place = constant = 0
    for block in plan.blocks:
        scale = [8 if c in block.common else 8 * k.lanes for c in range(len(block.places))]
        own = [column * s for column, s in zip(block.places, scale, strict=True)]
        starts.append((place, len(own), constant, len(block.constants)))
        for columns, kind, found in ((own, "<i4", places), (block.constants, "<i8", constants)):
            if columns:
                found.append(np.column_stack(columns).astype(kind).tobytes())
        place += sum(map(len, own))
        constant += sum(map(len, block.constants))
    entries = []
    for number, piece in plan.calls:
        p, p_width, c, c_width = starts[number]
        numbers = f"i32 {p + piece * p_width}, i32 {c + piece * c_width}"
        entries.append(f"{{ ptr, i32, i32 }} {{ ptr @{name}_{number}, {numbers} }}")
    return [
        _bytes(f"{name}_places", b"".join(places)),
        _bytes(f"{name}_constants", b"".join(constants)),
        f"@{name}_calls = private constant [{len(entries)} x {{ ptr, i32, i32 }}] "
        f"[{', '.join(entries)}]",
    ]


def _bytes(name: str, data: bytes) -> str:
    text = "".join(map(_ESCAPED.__getitem__, data))
    return f'@{name} = private constant [{len(data)} x i8] c"{text}", align 64'


def _plain_outputs(program: Program, plan: BlockPlan, k: Kinds, sizes: Sequence[int]) -> list[str]:
    """Outputs that are inputs or constants."""
    lines: list[str] = []
    places = [(row, i) for row, size in enumerate(sizes) for i in range(size)]
    for output, index in plan.plain:
        kind, value = program.instructions[index]
        if kind == CONSTANT:
            v = k.constant(struct.unpack("<d", value)[0])
        else:
            row, place = places[value]
            v = f"%x{output}"
            lines += load_number(k, v, f"%a{row}", place, value < program.common)
        lines += store_number(k, k.number, v, "%y", output, f"%z{output}")
    return lines


class BlockLines(InstructionLines):
    """The lines of a block, one or two per instruction."""

    def __init__(self, block: Block, k: Kinds, program: Program):
        super().__init__(k, program.tables)
        self.block, self.common = block, program.common
        self._source: list[str | None] = [None] * len(block.sources)
        kept: dict[int, list[tuple[str, Place]]] = {}
        for row, place in block.kept:
            kept.setdefault(row, []).append(("%s", place))
        for row, place in block.outputs:
            kept.setdefault(row, []).append(("%y", place))
        for index, (name, *rest) in enumerate(block.instructions):
            fixed = FIXED.get(name, 0)
            self.write(f"%v{index}", name, rest[:fixed], [self._find(i) for i in rest[fixed:]])
            if index in kept:
                self._keep(index, name, kept[index])

    def _find(self, operand: int) -> str:
        """An operand; what is no result of the block is read where it is used first."""
        if operand >= 0:
            return f"%v{operand}"
        found = self._source[~operand]
        if found is None:
            found = self._source[~operand] = self._read(~operand)
        return found

    def _read(self, number: int) -> str:
        source, k, v = self.block.sources[number], self.k, f"%e{number}"
        value, column = source.place.value, source.place.column
        if source.kind == CONSTANTS:
            if column is None:
                return k.constant(struct.unpack("<d", struct.pack("<q", value))[0])
            self.lines += load_number(k, v, "%c", column, True)
        elif source.kind == WORDS:
            return k.word(value)
        elif source.kind >= INPUTS:
            common = source.kind == INPUTS and self.common > 0
            row = f"%a{source.kind - INPUTS}"
            if column is None:
                self.lines += load_number(k, v, row, value, common)
            else:
                self._offset(f"{v}o", column)
                self._say(f"{v}p = getelementptr i8, ptr {row}, i64 {v}o")
                self.lines += load_number(k, v, f"{v}p", 0, common)
        else:
            kind = k.number if source.kind == NUMBER else k.bits
            loaded = f"{v}k" if source.kind == CONDITION else v
            address = self._address("%s", source.place, f"{v}p")
            self._say(f"{loaded} = load {kind}, ptr {address}, align 8, !invariant.load !0")
            if source.kind == CONDITION:
                self._say(f"{v} = trunc {k.bits} {v}k to {k.condition}")
        return v

    def _keep(self, index: int, name: str, places: Sequence[tuple[str, Place]]) -> None:
        """Leave a result to later blocks, or as an output."""
        k, v = self.k, f"%v{index}"
        kind = k.bits if name in CONDITIONS or name in BITS else k.number
        if name in CONDITIONS:
            self._say(f"{v}k = zext {k.condition} {v} to {k.bits}")
            v = f"{v}k"
        for row, place in places:
            self._count += 1
            address = self._address(row, place, f"%k{self._count}")
            self._say(f"store {kind} {v}, ptr {address}, align 8")

    def _address(self, row: str, place: Place, name: str) -> str:
        if place.column is None:
            self._say(f"{name} = getelementptr double, ptr {row}, i64 {place.value * self.k.lanes}")
        else:
            self._offset(f"{name}o", place.column)
            self._say(f"{name} = getelementptr i8, ptr {row}, i64 {name}o")
        return name

    def _offset(self, name: str, column: int) -> None:
        """An entry of the table of places."""
        self._say(f"{name}a = getelementptr i32, ptr %i, i64 {column}")
        self._say(f"{name}b = load i32, ptr {name}a, align 4, !invariant.load !0")
        self._say(f"{name} = zext i32 {name}b to i64")


def _table(index: int, rows: Sequence[Sequence[float]]) -> str:
    numbers = [f"double {hexadecimal(x)}" for row in rows for x in row]
    return f"@table{index} = private constant [{len(numbers)} x double] [{', '.join(numbers)}]"
