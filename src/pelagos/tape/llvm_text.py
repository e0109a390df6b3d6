"""Programs as LLVM assembly with any number of lanes.

A function reads the inputs from rows of memory and writes the outputs to another, each number
`lanes` times side by side: that many states at once. No instruction carries a fast-math flag.
`tape.llvm_rows` wraps it for arrays as users have them.
"""

from __future__ import annotations

import itertools
import math
import struct
from collections.abc import Sequence

from pelagos.tape.instructions import BITS, CONDITIONS, Program
from pelagos.tape.numbers import CONSTANT, INPUT

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
}

LONGEST = 16_000  # instructions that stay in one piece: about a second to compile
PIECE = 4_000  # of a longer program
_ANYWHERE = frozenset((CONSTANT, "word", INPUT))  # not passed on: written where they are used

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
    for so many numbers in each lane.
    Long programs are cut into pieces that pass numbers on in memory: the time to compile a piece
    grows faster than its length.
    """
    pieces = Pieces(program)
    pointers = [f"%a{i}" for i in range(len(sizes))] + ["%y", "%s"]
    passed = ", ".join(f"ptr {pointer}" for pointer in pointers)
    taken = ", ".join(f"ptr noalias {pointer}" for pointer in pointers)
    lines = [
        f"define void @{name}({taken}) noinline {{",
        *(f"  call void @{name}_{i}({passed})" for i in range(len(pieces.ranges))),
        "  ret void\n}",
    ]
    for i in range(len(pieces.ranges)):
        body = _Piece(program, k, sizes, pieces, i).lines
        lines += [f"define internal void @{name}_{i}({taken}) noinline {{", *body, "  ret void\n}"]
    if program.tables:
        lines += [*(_table(i, rows) for i, rows in enumerate(program.tables)), _PLACE]
    return "\n".join(lines), pieces.size


def declarations(k: Kinds) -> str:
    """The functions of LLVM that programs call."""
    count = {"fma": 3, "copysign": 2}
    return "\n".join(
        f"declare {k.number} @llvm.{name}.{k.suffix}({', '.join([k.number] * count.get(name, 1))})"
        for name in _INTRINSICS.values()
    )


class Pieces:
    """Where a program is cut, and the slots of memory for what passes a cut."""

    def __init__(self, program: Program):
        length = len(program.instructions)
        count = 1 if length <= LONGEST else math.ceil(length / PIECE)
        cuts = [length * i // count for i in range(count + 1)]
        self.ranges = [range(a, b) for a, b in itertools.pairwise(cuts)]
        self.slots: dict[int, int] = {}  # instruction -> slot
        self.reads: list[list[int]] = [[] for _ in self.ranges]  # what a piece has from earlier
        self._find(program)

    def _find(self, program: Program) -> None:
        last: dict[int, int] = {}  # instruction -> the last piece that reads it
        for piece, indices in enumerate(self.ranges):
            needed = {
                a
                for index in indices
                for a in program.operands(index)
                if a < indices.start and program.instructions[a][0] not in _ANYWHERE
            }
            self.reads[piece] = sorted(needed)
            last.update(dict.fromkeys(needed, piece))
        self.size = 0
        free: list[int] = []
        expiring: list[list[int]] = [[] for _ in self.ranges]
        for piece, indices in enumerate(self.ranges):
            for index in (i for i in indices if i in last):
                if not free:
                    free.append(self.size)
                    self.size += 1
                self.slots[index] = free.pop()
                expiring[last[index]].append(index)
            free += [self.slots[index] for index in expiring[piece]]


class _Piece:
    """The lines of a piece of a program, one or two per instruction."""

    def __init__(
        self, program: Program, k: Kinds, sizes: Sequence[int], pieces: Pieces, piece: int
    ):
        self.k = k
        self.program = program
        self.places = [(row, i) for row, size in enumerate(sizes) for i in range(size)]
        self.tables = program.tables
        self.lines: list[str] = []
        self.operand: dict[int, str] = {}
        wanted: dict[int, list[int]] = {}
        for i, index in enumerate(program.outputs):
            wanted.setdefault(index, []).append(i)
        for index in pieces.reads[piece]:
            self._fetch(index, pieces.slots[index])
        for index in pieces.ranges[piece]:
            self._instruction(index)
            if index in pieces.slots:
                self._keep(index, pieces.slots[index])
            for i in wanted.get(index, ()):
                self._store(k.number, self._find(index), "%y", i)

    def _find(self, index: int) -> str:
        """An operand; constants and inputs are written where they are used."""
        if index not in self.operand:
            self._instruction(index)
        return self.operand[index]

    def _instruction(self, index: int) -> None:
        name, *rest = self.program.instructions[index]
        if name == CONSTANT:
            self.operand[index] = self.k.constant(struct.unpack("<d", rest[0])[0])
        elif name == "word":
            self.operand[index] = self.k.word(rest[0])
        else:
            self._write(f"%v{index}", name, rest)
            self.operand[index] = f"%v{index}"

    def _keep(self, index: int, slot: int) -> None:
        """Leave a value to later pieces."""
        k, v, name = self.k, self.operand[index], self.program.instructions[index][0]
        if name in CONDITIONS:
            self._say(f"{v}k = zext {k.condition} {v} to {k.bits}")
            v = f"{v}k"
        kind = k.bits if name in CONDITIONS or name in BITS else k.number
        self._store(kind, v, "%s", slot)

    def _fetch(self, index: int, slot: int) -> None:
        """Take a value from an earlier piece."""
        k, v, name = self.k, f"%v{index}", self.program.instructions[index][0]
        self.operand[index] = v
        if name in CONDITIONS:
            self._load(f"{v}k", k.bits, "%s", slot)
            self._say(f"{v} = trunc {k.bits} {v}k to {k.condition}")
        else:
            self._load(v, k.bits if name in BITS else k.number, "%s", slot)

    def _input(self, v: str, number: int) -> None:
        k, (row, place) = self.k, self.places[number]
        if number >= self.program.common:
            self._load(v, k.number, f"%a{row}", place)
            return
        self._say(f"{v}_ = getelementptr double, ptr %a{row}, i64 {place}")
        if k.lanes == 1:
            self._say(f"{v} = load double, ptr {v}_, align 8")
            return
        self._say(f"{v}_0 = load double, ptr {v}_, align 8")
        self._say(f"{v}_1 = insertelement {k.number} poison, double {v}_0, i64 0")
        order = f"<{k.lanes} x i32> zeroinitializer"
        self._say(f"{v} = shufflevector {k.number} {v}_1, {k.number} poison, {order}")

    def _load(self, v: str, kind: str, row: str, number: int) -> None:
        self._say(f"{v}_ = getelementptr double, ptr {row}, i64 {number * self.k.lanes}")
        self._say(f"{v} = load {kind}, ptr {v}_, align 8")

    def _store(self, kind: str, value: str, row: str, number: int) -> None:
        address = f"{row}{number}"
        self._say(f"{address} = getelementptr double, ptr {row}, i64 {number * self.k.lanes}")
        self._say(f"store {kind} {value}, ptr {address}, align 8")

    def _say(self, line: str) -> None:
        self.lines.append(f"  {line}")

    def _write(self, v: str, name: str, rest: list[int]) -> None:
        if name == INPUT:
            self._input(v, rest[0])
        elif name == "place":
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


def _table(index: int, rows: Sequence[Sequence[float]]) -> str:
    numbers = [f"double {_hexadecimal(x)}" for row in rows for x in row]
    return f"@table{index} = private constant [{len(numbers)} x double] [{', '.join(numbers)}]"


def _hexadecimal(x: float) -> str:
    return f"0x{struct.unpack('<Q', struct.pack('<d', x))[0]:016X}"
