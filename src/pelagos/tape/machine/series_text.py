"""Programs that repeat themselves as LLVM assembly: loops of vectors over alike instructions.

For one lane. A loop takes as many numbers of its series at once as a vector has, the last time
those at the end, of which some may be done twice. What other loops or single instructions read is
left in the scratch, the numbers of a series side by side.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import pairwise

from pelagos.tape.instructions import BITS, CONDITIONS, Program
from pelagos.tape.machine.lanes import width
from pelagos.tape.machine.listed import FIXED
from pelagos.tape.machine.llvm_instructions import (
    AssemblyLines,
    InstructionLines,
    Kinds,
    hexadecimal,
)
from pelagos.tape.machine.series import TAKEN, One, Operand, SeriesPlan, Slice
from pelagos.tape.machine.series_order import SeriesOrder
from pelagos.tape.machine.shuffles import interleaved, spaced
from pelagos.tape.numbers import CONSTANT, INPUT

LEAST, SHARE = 600, 0.4  # instructions that vectors must take over: so many, of all so much
MOST_SINGLE = 6_000  # instructions outside: more are compiled faster as blocks
PLAIN = Kinds(1)


def plan_of(program: Program, sizes: Sequence[int]) -> SeriesPlan | None:
    """The series of a program; None if they would not pay."""
    if len(program.instructions) < LEAST:
        return None
    plan = SeriesPlan(program, sizes, SHARE)
    pays = plan.saved >= max(LEAST, SHARE * (plan.saved + plan.single))
    return plan if pays and plan.single <= MOST_SINGLE else None


class SeriesLines(AssemblyLines):
    """The lines of a function between its signature and `ret`, its globals, its scratch."""

    def __init__(self, name: str, plan: SeriesPlan):
        super().__init__()
        self.name, self.plan, self.order = name, plan, SeriesOrder(plan)
        self.k = Kinds(width())
        self.globals: list[str] = []
        tables = plan.program.tables
        self._one, self._many = InstructionLines(PLAIN, tables), InstructionLines(self.k, tables)
        self._one.lines = self._many.lines = self.lines
        self._found: dict[int, str] = {}  # single numbers, by instruction
        self._placed: set[tuple[int, int]] = set()  # strangers that stand in their places
        self._label = "start"
        self._outputs: dict[int, list[int]] = {}
        for output, index in enumerate(plan.program.outputs):
            self._outputs.setdefault(index, []).append(output)
        self._given = {k: g for k in range(len(plan.series)) if (g := self._given_by(k))}
        self._thirds = {k: t for step in self.order.steps for t in self._triples(step) for k in t}
        self._slots()
        for step in self.order.steps:
            if isinstance(step, int):
                self._single(step)
            else:
                self._loop(step)
        self._other_outputs()

    def _given_by(self, series: int) -> tuple[int, int] | None:
        """First output and gap, where those of a series have equal gaps."""
        places = [self._outputs.get(i, []) for i in self.plan.series[series].members.tolist()]
        if not places or any(len(p) != 1 for p in places):
            return None
        gaps = {b[0] - a[0] for a, b in pairwise(places)}
        return (places[0][0], gaps.pop()) if len(gaps) == 1 else None

    def _triples(self, step: int | list[int]) -> list[tuple[int, int, int]]:
        """Series of a loop whose outputs alternate, three by three, as x, y and z."""
        firsts = {}
        for k in step if isinstance(step, list) else []:
            if k in self._given and self._given[k][1] == 3:
                firsts[self._given[k][0]] = k
        found = []
        for first in sorted(firsts):
            if {first, first + 1, first + 2} <= set(firsts):
                x, y, z = (firsts.pop(first + shift) for shift in range(3))
                found.append((x, y, z))
        return found

    def _slots(self) -> None:
        """Memory for the numbers of series that somebody else reads."""
        plan = self.plan
        read: set[int] = set()
        for step in self.order.steps:
            if isinstance(step, int):
                read |= {int(plan.of[i]) for i in plan.operands[step].tolist() if i >= 0}
        for k, s in enumerate(plan.series):
            for operand in s.operands:
                if isinstance(operand, One):
                    read.add(int(plan.of[operand.instruction]))
                elif isinstance(operand, Slice) and not self._beside(k, operand):
                    read.add(operand.series)
            read |= {int(plan.of[i]) for i in s.strangers.values()}
            if any(i in self._outputs for i in s.members.tolist()) and not self._is_given(k):
                read.add(k)
        self.size = 0
        self.slot: dict[int, int] = {}  # of number 0
        for k, s in enumerate(plan.series):
            if k in read and not s.in_place:
                low, high = min([0, *s.strangers]), max([s.count - 1, *s.strangers])
                self.slot[k] = self.size - low
                self.size += high - low + 1

    def _is_given(self, series: int) -> bool:
        """Whether its loop writes the outputs."""
        return series in self._thirds or self._given.get(series, (0, 0))[1] == 1

    def _beside(self, series: int, operand: Slice) -> bool:
        """Whether the loop of a series has an operand at hand."""
        own, other = self.plan.series[series], self.plan.series[operand.series]
        same = self.order.loop_of.get(series) == self.order.loop_of.get(operand.series, -1)
        return same and operand.first == 0 and own.count == other.count

    # single numbers

    def _single(self, index: int) -> None:
        name, *rest = self.plan.instructions[index]
        fixed = FIXED.get(name, 0)
        self._one.write(f"%v{index}", name, rest[:fixed], [self._find(i) for i in rest[fixed:]])
        self._found[index] = f"%v{index}"
        for output in self._outputs.get(index, ()):
            self._store(PLAIN, name, f"%v{index}", self._at("%y", output))

    def _find(self, index: int) -> str:
        """A number; one of a series is read where that has left it."""
        if index not in self._found:
            self._found[index] = self._read(index)
        return self._found[index]

    def _read(self, index: int) -> str:
        name, *rest = self.plan.instructions[index]
        if name == CONSTANT:
            return PLAIN.constant(struct.unpack("<d", rest[0])[0])
        if name == "word":
            return PLAIN.word(rest[0])
        if name == INPUT:
            row, place = self.plan.places[rest[0]]
            at = self._at(f"%a{row}", place)
            return self._new(f"load double, ptr {at}, align 8, !invariant.load !0")
        series, number = int(self.plan.of[index]), int(self.plan.at[index])
        return self._load(PLAIN, name, self._at("%s", self.slot[series] + number))

    # loops

    def _loop(self, series: list[int]) -> None:
        """All numbers of some series."""
        count, lanes, n = self.plan.series[series[0]].count, self.k.lanes, self._count
        for number in series:
            self._put_strangers(number)
        known = {number: self._spread(number) for number in series}
        k, loop = f"%k{n}", f"loop{n}"
        self._count += 1
        self._say(f"br label %{loop}")
        self.lines.append(f"{loop}:")
        self._say(f"{k} = phi i64 [ 0, %{self._label} ], [ %next{n}, %{loop} ]")
        for number in series:
            self._numbers(number, k, known[number])
        self._give(series, k)
        self._say(f"%more{n} = add i64 {k}, {lanes}")
        self._say(f"%past{n} = icmp sgt i64 %more{n}, {count - lanes}")
        self._say(f"%next{n} = select i1 %past{n}, i64 {count - lanes}, i64 %more{n}")
        self._say(f"%done{n} = icmp eq i64 {k}, {count - lanes}")
        self._label = f"after{n}"
        self._say(f"br i1 %done{n}, label %{self._label}, label %{loop}")
        self.lines.append(f"{self._label}:")

    def _put_strangers(self, series: int) -> None:
        """Numbers from elsewhere into the arrays that a series reads."""
        own = self.plan.series[series]
        for operand in own.operands:
            if isinstance(operand, Slice):
                other = self.plan.series[operand.series]
                for place, index in other.strangers_in(operand.first, own.count):
                    if (operand.series, place) not in self._placed:
                        self._placed.add((operand.series, place))
                        at = self._at("%s", self.slot[operand.series] + place)
                        self._store(PLAIN, self._name_of(index), self._find(index), at)

    def _name_of(self, index: int) -> str:
        return self.plan.instructions[index][0]

    def _spread(self, series: int) -> dict[int, str]:
        """Operands that are the same for all numbers, as vectors, by instruction."""
        found = {}
        for operand in self.plan.series[series].operands:
            if isinstance(operand, One):
                name, *rest = self.plan.instructions[operand.instruction]
                if name == CONSTANT:
                    found[operand.instruction] = self.k.constant(struct.unpack("<d", rest[0])[0])
                elif name == "word":
                    found[operand.instruction] = self.k.word(rest[0])
                else:
                    kinds = [self._kind(k, name) for k in (self.k, PLAIN)]
                    x = self._find(operand.instruction)
                    one = self._new(f"insertelement {kinds[0]} poison, {kinds[1]} {x}, i64 0")
                    order = f"<{self.k.lanes} x i32> zeroinitializer"
                    found[operand.instruction] = self._new(
                        f"shufflevector {kinds[0]} {one}, {kinds[0]} poison, {order}"
                    )
        return found

    def _numbers(self, series: int, k: str, known: dict[int, str]) -> None:
        """The numbers of a series from k on, in the scratch too if others read them."""
        s = self.plan.series[series]
        if s.family:
            row, place, gap, _ = s.family
            start = self._new(f"mul i64 {k}, {gap}") if gap > 1 else k
            start = self._at(self._at(f"%a{row}", place), start)
            self._say(f"%w{series} = freeze {self.k.number} {self._spaced(start, gap)}")
        else:
            first = self.plan.instructions[int(s.members[0])]
            fixed = first[1 : 1 + FIXED.get(s.name, 0)]
            x = [self._operand(series, operand, k, known) for operand in s.operands]
            self._many.write(f"%w{series}", s.name, fixed, x)
        if series in self.slot:
            at = self._at(self._at("%s", self.slot[series]), k)
            self._store(self.k, s.name, f"%w{series}", at)

    def _spaced(self, start: str, gap: int) -> str:
        return spaced(self._new, start, gap, self.k.lanes)

    def _operand(self, series: int, operand: Operand, k: str, known: dict[int, str]) -> str:
        if isinstance(operand, One):
            return known[operand.instruction]
        if isinstance(operand, Slice):
            s, first = self.plan.series[operand.series], operand.first
            if self._beside(series, operand):
                return f"%w{operand.series}"
            if s.in_place:
                assert s.family
                at = self._at(self._at(f"%a{s.family.row}", s.family.place + first), k)
            else:
                at = self._at(self._at("%s", self.slot[operand.series] + first), k)
            return self._load(self.k, s.name, at)
        values = ", ".join(
            f"double {hexadecimal(struct.unpack('<d', x)[0])}" for x in operand.values
        )
        table = f"@{self.name}_constants{len(self.globals)}"
        self.globals.append(
            f"{table} = private constant [{len(operand.values)} x double] [{values}]"
        )
        return self._load(self.k, CONSTANT, self._at(table, k))

    def _give(self, series: list[int], k: str) -> None:
        """Outputs of a loop."""
        for number in series:
            if number in self._thirds:
                triple = self._thirds[number]
                if number == triple[0]:
                    parts = interleaved(self._new, [f"%w{i}" for i in triple], self.k.lanes)
                    start = self._at(self._at("%y", self._given[number][0]), f"mul i64 {k}, 3")
                    for i, part in enumerate(parts):
                        self._store(self.k, TAKEN, part, self._at(start, i * self.k.lanes))
            elif self._is_given(number):
                at = self._at(self._at("%y", self._given[number][0]), k)
                self._store(self.k, self.plan.series[number].name, f"%w{number}", at)

    # outputs that no loop and no single instruction writes

    def _other_outputs(self) -> None:
        """Constants, inputs, numbers of series: several at once where they stand side by side."""
        copied: list[tuple[int, str, int]] = []  # output, from which row, place there
        for output, index in enumerate(self.plan.program.outputs):
            name, *rest = self.plan.instructions[index]
            series = int(self.plan.of[index])
            if name == INPUT:
                row, place = self.plan.places[rest[0]]
                copied.append((output, f"%a{row}", place))
            elif name == CONSTANT:
                self._store(PLAIN, name, self._find(index), self._at("%y", output))
            elif series >= 0 and not self._is_given(series):
                copied.append((output, "%s", self.slot[series] + int(self.plan.at[index])))
        first = 0
        while first < len(copied):
            output, row, place = copied[first]
            run = [(output + k, row, place + k) for k in range(self.k.lanes)]
            k = self.k if copied[first : first + self.k.lanes] == run else PLAIN
            x = self._load(k, TAKEN, self._at(row, place))
            self._store(k, TAKEN, x, self._at("%y", output))
            first += k.lanes

    # memory

    def _kind(self, k: Kinds, name: str) -> str:
        return k.condition if name in CONDITIONS else k.bits if name in BITS else k.number

    def _load(self, k: Kinds, name: str, at: str) -> str:
        kind = k.bits if name in CONDITIONS else self._kind(k, name)
        found = self._new(f"load {kind}, ptr {at}, align 8")
        return self._new(f"trunc {kind} {found} to {k.condition}") if name in CONDITIONS else found

    def _store(self, k: Kinds, name: str, x: str, at: str) -> None:
        kind = self._kind(k, name)
        if name in CONDITIONS:
            x, kind = self._new(f"zext {kind} {x} to {k.bits}"), k.bits
        self._say(f"store {kind} {x}, ptr {at}, align 8")

    def _at(self, pointer: str, place: int | str) -> str:
        """The address of a number; its place is a number, a name or an expression."""
        if isinstance(place, str) and not place.startswith("%"):
            place = self._new(place)
        return self._new(f"getelementptr double, ptr {pointer}, i64 {place}")
