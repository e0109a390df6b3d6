"""Single instructions as LLVM assembly, on plain doubles or on vectors of them.

No instruction carries a fast-math flag.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

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


class Kinds:
    """Names of types and constants for a number of lanes; one lane is a plain double."""

    def __init__(self, lanes: int):
        self.lanes = lanes
        self.number = self._lanes_of("double")
        self.bits = self._lanes_of("i64")
        self.condition = self._lanes_of("i1")
        self.suffix = f"v{lanes}f64" if lanes > 1 else "f64"

    def constant(self, x: float) -> str:
        return self.all("double", hexadecimal(x))

    def word(self, x: int) -> str:
        return self.all("i64", str(x))

    def all(self, kind: str, text: str) -> str:
        """A constant in every lane."""
        return f"splat ({kind} {text})" if self.lanes > 1 else text

    def _lanes_of(self, kind: str) -> str:
        return f"<{self.lanes} x {kind}>" if self.lanes > 1 else kind


def declarations(*kinds: Kinds) -> str:
    """The functions of LLVM that programs call, and the mark of numbers that nobody changes."""
    count = {"fma": 3, "copysign": 2}
    lines: dict[str, None] = {}  # in order
    for k in kinds:
        for name in _INTRINSICS.values():
            taken = ", ".join([k.number] * count.get(name, 1))
            lines[f"declare {k.number} @llvm.{name}.{k.suffix}({taken})"] = None
        lines[f"declare {k.bits} {_rotation(k)}({', '.join([k.bits] * 3)})"] = None
    return "\n".join([*lines, "!0 = !{}"])


def _rotation(k: Kinds) -> str:
    """The upper half of two words side by side, shifted: of a word beside itself, its rotation."""
    return f"@llvm.fshl.{k.suffix.replace('f', 'i')}"


class AssemblyLines:
    """Lines of a function that are written one after another; what they give is numbered."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._count = 0

    def _new(self, expression: str) -> str:
        self._count += 1
        self._say(f"%t{self._count} = {expression}")
        return f"%t{self._count}"

    def _say(self, line: str) -> None:
        self.lines.append(f"  {line}")


class InstructionLines(AssemblyLines):
    """Lines of assembly, one or two per instruction."""

    def __init__(self, k: Kinds, tables: Sequence[Sequence[Sequence[float]]]):
        super().__init__()
        self.k, self.tables = k, tables

    def write(self, v: str, name: str, fixed: Sequence[int], x: list[str]) -> None:
        """v: what an instruction makes of operands x; fixed: the table and column that it reads."""
        if name == "place":
            self._place(v, fixed[0], x[0])
        elif name == "entry":
            self._entry(v, fixed[0], fixed[1], x[0])
        else:
            self._say(f"{v} = {self._expression(name, x)}")

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


def hexadecimal(x: float) -> str:
    return f"0x{struct.unpack('<Q', struct.pack('<d', x))[0]:016X}"
