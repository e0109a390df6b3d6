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
from pelagos.tape.machine.listed import CONDITION, CONSTANTS, INPUTS, NUMBER, WORDS
from pelagos.tape.numbers import CONSTANT

_BINARY = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
_INTRINSICS = {"abs": "fabs", **{name: name for name in ("sqrt", "floor", "fma", "copysign")}}
_COMPARISONS = {"lt": "olt", "le": "ole", "eq": "oeq"}
_INTEGER = {
    "iadd": "add",
    "isub": "sub",
    "iand": "and",
    "ixor": "xor",
    "shl": "shl",
    "ashr": "ashr",
    "lshr": "lshr",
}

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


class Kinds:
    """Names of types and constants for a number of lanes; one lane is a plain double."""

    def __init__(self, lanes: int):
        self.lanes = lanes
        self.number = self._lanes_of("double")
        self.bits = self._lanes_of("i64")
        self.condition = self._lanes_of("i1")
        self.suffix = f"v{lanes}f64" if lanes > 1 else "f64"

    def constant(self, x: float) -> str:
        return self.all("double", _hexadecimal(x))

    def word(self, x: int) -> str:
        return self.all("i64", str(x))

    def all(self, kind: str, text: str) -> str:
        """A constant in every lane."""
        return f"splat ({kind} {text})" if self.lanes > 1 else text

    def _lanes_of(self, kind: str) -> str:
        return f"<{self.lanes} x {kind}>" if self.lanes > 1 else kind


def function(name: str, program: Program, k: Kinds, sizes: Sequence[int]) -> tuple[str, int]:
    """`void NAME(double *a0, double *a1, ..., double *y, double *s)`, and the size of s.

    The inputs are divided into rows of these sizes, one pointer each: number i of lane j is
    a0[i * lanes + j]. A first row that is the same in all lanes is a0[i]. The scratch s has room
    for so many numbers in each lane. Long programs are calls of blocks: see `tape.machine.blocks`.
    """
    plan = BlockPlan(program, sizes)
    pointers = [*(f"%a{i}" for i in range(len(sizes))), "%y", "%s"]
    lines = [_signature(f"define void @{name}", pointers)]
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
    lines += tables
    if program.tables:
        lines += [*(_table(i, rows) for i, rows in enumerate(program.tables)), _PLACE]
    return "\n".join(lines), plan.size


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


def declarations(k: Kinds) -> str:
    """The functions of LLVM that programs call, and the mark of numbers that nobody changes."""
    count = {"fma": 3, "copysign": 2}
    lines = [
        f"declare {k.number} @llvm.{name}.{k.suffix}({', '.join([k.number] * count.get(name, 1))})"
        for name in _INTRINSICS.values()
    ]
    lines.append(f"declare {k.bits} {_rotation(k)}({', '.join([k.bits] * 3)})")
    return "\n".join([*lines, "!0 = !{}"])


def _rotation(k: Kinds) -> str:
    """The upper half of two words side by side, shifted: of a word beside itself, its rotation."""
    return f"@llvm.fshl.{k.suffix.replace('f', 'i')}"


class BlockLines:
    """The lines of a block, one or two per instruction."""

    def __init__(self, block: Block, k: Kinds, program: Program):
        self.k, self.block = k, block
        self.tables, self.common = program.tables, program.common
        self.lines: list[str] = []
        self._source: list[str | None] = [None] * len(block.sources)
        self._count = 0
        kept: dict[int, list[tuple[str, Place]]] = {}
        for row, place in block.kept:
            kept.setdefault(row, []).append(("%s", place))
        for row, place in block.outputs:
            kept.setdefault(row, []).append(("%y", place))
        for index, (name, *rest) in enumerate(block.instructions):
            self._write(f"%v{index}", name, rest)
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

    def _say(self, line: str) -> None:
        self.lines.append(f"  {line}")

    def _write(self, v: str, name: str, rest: list[int]) -> None:
        if name == "place":
            self._place(v, rest[0], self._find(rest[1]))
        elif name == "entry":
            self._entry(v, rest[0], rest[1], self._find(rest[2]))
        else:
            self._say(f"{v} = {self._expression(name, [self._find(i) for i in rest])}")

    def _expression(self, name: str, x: list[str]) -> str:
        k = self.k
        if name in _BINARY:
            return f"{_BINARY[name]} {k.number} {x[0]}, {x[1]}"
        if name in _INTRINSICS:
            arguments = ", ".join(f"{k.number} {a}" for a in x)
            return f"call {k.number} @llvm.{_INTRINSICS[name]}.{k.suffix}({arguments})"
        if name in _COMPARISONS:
            return f"fcmp {_COMPARISONS[name]} {k.number} {x[0]}, {x[1]}"
        if name in _INTEGER:
            return f"{_INTEGER[name]} {k.bits} {x[0]}, {x[1]}"
        return {
            "rotl": lambda: (
                f"call {k.bits} {_rotation(k)}({k.bits} {x[0]}, {k.bits} {x[0]}, {k.bits} {x[1]})"
            ),
            "neg": lambda: f"fneg {k.number} {x[0]}",
            "select": lambda: f"select {k.condition} {x[0]}, {k.number} {x[1]}, {k.number} {x[2]}",
            "and": lambda: f"and {k.condition} {x[0]}, {x[1]}",
            "not": lambda: f"xor {k.condition} {x[0]}, {k.all('i1', 'true')}",
            "bits": lambda: f"bitcast {k.number} {x[0]} to {k.bits}",
            "number": lambda: f"bitcast {k.bits} {x[0]} to {k.number}",
            "odd": lambda: f"trunc {k.bits} {x[0]} to {k.condition}",
            "negative": lambda: f"icmp slt {k.bits} {x[0]}, {k.word(0)}",
        }[name]()

    def _place(self, v: str, table: int, x: str) -> None:
        """The row of a table that holds in each lane."""
        rows = f"ptr @table{table}, i64 {len(self.tables[table])}, i64 {len(self.tables[table][0])}"
        for lane in self._lanes(v, x, self.k.number):
            self._say(f"{v}_{lane}r = call i64 @place({rows}, double {v}_{lane})")
        self._gather(v, "i64", self.k.bits)

    def _entry(self, v: str, table: int, column: int, row: str) -> None:
        """One column of the row that holds in each lane."""
        for lane in self._lanes(v, row, self.k.bits):
            at = f"{v}_{lane}"
            self._say(f"{at}o = mul i64 {at}, {len(self.tables[table][0])}")
            self._say(f"{at}c = add i64 {at}o, {column}")
            self._say(f"{at}p = getelementptr double, ptr @table{table}, i64 {at}c")
            self._say(f"{at}r = load double, ptr {at}p, align 8")
        self._gather(v, "double", self.k.number)

    def _lanes(self, v: str, x: str, kind: str) -> list[int]:
        """Write `v_LANE` for every lane of x."""
        for lane in range(self.k.lanes):
            if self.k.lanes > 1:
                self._say(f"{v}_{lane} = extractelement {kind} {x}, i64 {lane}")
            else:
                self._say(f"{v}_{lane} = freeze {kind} {x}")
        return list(range(self.k.lanes))

    def _gather(self, v: str, kind: str, vector: str) -> None:
        """Put `v_LANEr` of all lanes together as v."""
        if self.k.lanes == 1:
            self._say(f"{v} = freeze {kind} {v}_0r")
            return
        so_far = "poison"
        for lane in range(self.k.lanes):
            name = v if lane == self.k.lanes - 1 else f"{v}_{lane}g"
            self._say(f"{name} = insertelement {vector} {so_far}, {kind} {v}_{lane}r, i64 {lane}")
            so_far = name


def load_number(k: Kinds, v: str, row: str, place: int, common: bool) -> list[str]:
    """v: a number from a row of memory; common: the same in all lanes."""
    if not common:
        return [
            f"  {v}_ = getelementptr double, ptr {row}, i64 {place * k.lanes}",
            f"  {v} = load {k.number}, ptr {v}_, align 8, !invariant.load !0",
        ]
    one = v if k.lanes == 1 else f"{v}_0"
    lines = [
        f"  {v}_ = getelementptr double, ptr {row}, i64 {place}",
        f"  {one} = load double, ptr {v}_, align 8, !invariant.load !0",
    ]
    if k.lanes > 1:
        order = f"<{k.lanes} x i32> zeroinitializer"
        lines += [
            f"  {v}_1 = insertelement {k.number} poison, double {v}_0, i64 0",
            f"  {v} = shufflevector {k.number} {v}_1, {k.number} poison, {order}",
        ]
    return lines


def store_number(k: Kinds, kind: str, value: str, row: str, place: int, address: str) -> list[str]:
    return [
        f"  {address} = getelementptr double, ptr {row}, i64 {place * k.lanes}",
        f"  store {kind} {value}, ptr {address}, align 8",
    ]


def _table(index: int, rows: Sequence[Sequence[float]]) -> str:
    numbers = [f"double {_hexadecimal(x)}" for row in rows for x in row]
    return f"@table{index} = private constant [{len(numbers)} x double] [{', '.join(numbers)}]"


def _hexadecimal(x: float) -> str:
    return f"0x{struct.unpack('<Q', struct.pack('<d', x))[0]:016X}"
