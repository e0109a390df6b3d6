"""A tape as plain instructions: what every processor has, and nothing that it may choose.

`Program` lists what one IEEE operation each does to doubles, to their bits and to conditions.
Functions are written out (`tape.elementary`), a sum takes a product among its terms as a fused
multiply-add, and what is there already or unused is left out. All of that is decided here, so every
number of lanes and every processor that has fused multiply-add gives the same bits.

A sum takes in its right term if that is a product, else its left term if that is one. The tape
keeps the order of terms for it, whatever their signs. So a sum comes out the same whether a number
of the robot is known when the tape is made, and folds, or is read when the program runs. For the
same reason sums of such numbers alone are rounded as they are written, and a quotient is never
taken in, not even one by a power of two. What remains are numbers that take a term or a factor away
where they fold, which are 0, 1 and -1, equal ones whose difference vanishes, and conditions.

| instruction                            | takes                 | gives     |
| -------------------------------------- | --------------------- | --------- |
| input k, constant x                    |                       | number    |
| add sub mul div neg abs sqrt floor fma | numbers               | number    |
| copysign                               | size, sign            | number    |
| select                                 | condition, two numbers | number   |
| lt le eq                               | numbers               | condition |
| and not                                | conditions            | condition |
| bits, number                           | number, bits          | the other |
| word x                                 |                       | bits      |
| iadd isub iand ixor shl ashr lshr rotl | bits                  | bits      |
| odd, negative                          | bits                  | condition |
| place t                                | number                | bits      |
| entry t k                              | bits                  | number    |

`place` finds the row of table t that holds at a number, `entry` reads column k of that row.
"""

from __future__ import annotations

import math
import struct
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from pelagos.tape import operations
from pelagos.tape.collector import paused
from pelagos.tape.numbers import CONSTANT, INPUT, ROW, Number, Tape
from pelagos.tape.values import FUNCTIONS, Value

Instruction = tuple  # (name, *operands): indices of earlier instructions, except as listed above


class Program:
    """Instructions in order, and which of them are the outputs."""

    def __init__(self, inputs: int, tables: Sequence[Any] = (), common: int = 0):
        self.inputs = inputs  # how many numbers it reads
        self.common = common  # how many of these, the first ones, are the same in all lanes
        self.tables = tuple(tables)
        self.instructions: list[Instruction] = []
        self.outputs: list[int] = []
        self._known: dict[Instruction, int] = {}

    def add(self, *instruction: Any) -> int:
        """The index of an instruction; written unless it is there."""
        index = self._known.setdefault(instruction, len(self.instructions))
        if index == len(self.instructions):
            self.instructions.append(instruction)
        return index

    def append(self, instruction: Instruction) -> int:
        """The index of an instruction that is not there yet."""
        self.instructions.append(instruction)
        return len(self.instructions) - 1

    def constant(self, x: float) -> int:
        return self.add(CONSTANT, struct.pack("<d", x))  # by its bits: -0.0 is not 0.0

    def operands(self, index: int) -> tuple[int, ...]:
        """The instructions that one depends on."""
        name, *rest = self.instructions[index]
        return tuple(rest[FIRST_OPERAND.get(name, 0) :])

    def counts(self) -> Counter[str]:
        """How many instructions there are of each name."""
        return Counter(name for name, *_ in self.instructions)

    def without_unused(self) -> Program:
        """The same outputs from the instructions that they need."""
        alive = bytearray(len(self.instructions))
        waiting = list(self.outputs)
        while waiting:
            index = waiting.pop()
            if not alive[index]:
                alive[index] = 1
                waiting += self.operands(index)
        kept = Program(self.inputs, self.tables, self.common)
        place: dict[int, int] = {}
        for index, instruction in enumerate(self.instructions):
            if alive[index]:
                name, *rest = instruction
                first = FIRST_OPERAND.get(name, 0)
                place[index] = kept.add(name, *rest[:first], *(place[i] for i in rest[first:]))
        kept.outputs = [place[index] for index in self.outputs]
        return kept


# what instructions give, unless it is a number
CONDITIONS = operations.CONDITIONS | {"odd", "negative"}
BITS = frozenset(
    ("word", "bits", "iadd", "isub", "iand", "ixor", "shl", "ashr", "lshr", "rotl", "place")
)
# how many entries of an instruction are no operands
FIRST_OPERAND = {INPUT: 1, CONSTANT: 1, "word": 1, "place": 1, "entry": 2}
_SUMS = frozenset(("add", "sub", "rsub"))


def program_of(tape: Tape, outputs: Sequence[Any], numbers: Collection[int] = ()) -> Program:
    """The instructions that compute the outputs from all inputs of a tape.

    numbers: which of the inputs are numbers of the robot, rather than its state.
    """
    inputs = {i: i for i in range(len(tape.inputs))}
    return _Writer(tape, outputs, inputs, numbers, {}).program


def rest_of_program(
    tape: Tape, outputs: Sequence[Any], given: Sequence[int], inputs: Sequence[int]
) -> Program:
    """The instructions that are left when some operations are done already.

    It reads the results of these, the same in all lanes, then some of the inputs of the tape;
    outputs depend on no others.
    """
    place = {number: len(given) + k for k, number in enumerate(inputs)}
    known = {operation: k for k, operation in enumerate(given)}
    return _Writer(tape, outputs, place, (), known).program


class _Writer:
    """Goes over a tape: back to find what is needed and which product a sum takes in, then forth.

    What a function is made of is written where the first function of that argument stands, for all
    of them; so nothing is written that is there already or that nobody reads.
    """

    def __init__(
        self,
        tape: Tape,
        outputs: Sequence[Any],
        inputs: Mapping[int, int],  # of the tape -> of the program
        numbers: Collection[int],
        given: Mapping[int, int],  # operation -> input of the program that is its result
    ):
        self.tape, self.inputs, self.given = tape, inputs, given
        self.program = Program(len(inputs) + len(given), tape.tables, common=len(given))
        self.settled = _settled(tape, numbers)
        self.fused: dict[int, int] = {}  # sum -> the product that it takes in
        # functions that are needed, by arguments: name -> operation
        self.functions: dict[tuple[int, ...], dict[str, int]] = {}
        self.place = [-1] * len(tape)  # of an operation: its instruction
        with paused():
            for index in self._needed(outputs):
                if self.place[index] < 0:
                    self._write(index)
        self.program.outputs = [
            self.place[o.index] if isinstance(o, Number) else self.program.constant(o)
            for o in outputs
        ]

    def _needed(self, outputs: Sequence[Any]) -> list[int]:
        """The operations that get instructions, in order."""
        names, arguments = self.tape.names, self.tape.arguments
        alive = bytearray(len(names))
        for output in outputs:
            if isinstance(output, Number):
                alive[output.index] = 1
        found = []
        for index in range(len(names) - 1, -1, -1):
            if not alive[index]:
                continue
            found.append(index)
            name = names[index]
            if name == "mul":
                a, b = arguments[index]
                if index not in self.given:
                    alive[a] = alive[b] = 1
            elif name in (INPUT, CONSTANT) or index in self.given:
                continue
            elif name in _SUMS:
                self._take_in(index, alive)
            else:
                for a in self.tape.operands(index):
                    alive[a] = 1
                if name in FUNCTIONS:
                    self.functions.setdefault(arguments[index], {})[name] = index
        found.reverse()
        return found

    def _take_in(self, index: int, alive: bytearray) -> None:
        """The right term of a sum is taken in if it is a product, else the left one if it is."""
        left, right = self.tape.arguments[index]
        for term, other in ((right, left), (left, right)):
            if self.tape.names[term] == "mul" and not self.settled[term]:
                self.fused[index] = term
                a, b = self.tape.arguments[term]
                alive[a] = alive[b] = alive[other] = 1
                return
        alive[left] = alive[right] = 1

    def _write(self, index: int) -> None:
        name, arguments = self.tape.names[index], self.tape.arguments[index]
        place, program = self.place, self.program
        if index in self.given:
            place[index] = program.add(INPUT, self.given[index])
        elif name == "mul":
            a, b = arguments
            place[index] = program.append(("mul", place[a], place[b]))
        elif name in _SUMS:
            left, right = arguments
            place[index] = self._sum(name, left, right, self.fused.get(index))
        elif name == INPUT:
            place[index] = program.add(INPUT, self.inputs[arguments[0]])
        elif name == CONSTANT:
            place[index] = program.constant(self.tape.constants[arguments[0]])
        elif name == "neg":
            place[index] = program.add("neg", place[arguments[0]])
        elif name == "div":
            place[index] = self._quotient(*arguments)
        elif name in FUNCTIONS:
            self._functions(arguments)
        elif name == ROW:
            table, column, x = arguments
            row = program.add("place", table, place[x])
            place[index] = program.append(("entry", table, column, row))
        else:
            name = "select" if name == "where" else name
            place[index] = program.append((name, *(place[a] for a in arguments)))

    def _sum(self, name: str, left: int, right: int, product: int | None) -> int:
        """left + right, left - right or right - left; a product is not rounded by itself."""
        place, program = self.place, self.program
        if product is None:
            if name == "rsub":
                name, left, right = "sub", right, left
            return program.append((name, place[left], place[right]))
        factor, other = (place[a] for a in self.tape.arguments[product])
        addend = place[left if product == right else right]
        if name != "add":
            if (name == "sub") == (product == right):  # the product has the minus sign
                factor = program.add("neg", factor)
            else:
                addend = program.add("neg", addend)
        return program.append(("fma", factor, other, addend))

    def _quotient(self, a: int, b: int) -> int:
        """A division by a power of two is a product, which is as exact."""
        place, program, divisor = self.place, self.program, self.tape.value(b)
        if divisor is not None and abs(math.frexp(divisor)[0]) == 0.5:
            reciprocal = 1.0 / divisor
            if math.isfinite(reciprocal):
                return program.append(("mul", place[a], program.constant(reciprocal)))
        return program.append(("div", place[a], place[b]))

    def _functions(self, arguments: tuple[int, ...]) -> None:
        """All functions of some arguments that are needed."""
        wanted = self.functions[arguments]
        pattern = _pattern(tuple(sorted(wanted)), len(arguments))
        program, places = self.program, []
        for name, *rest in pattern.instructions:
            if name == INPUT:
                places.append(self.place[arguments[rest[0]]])
            elif name in FIRST_OPERAND:
                places.append(program.add(name, *rest))
            else:
                places.append(program.append((name, *(places[k] for k in rest))))
        for name, output in zip(sorted(wanted), pattern.outputs, strict=True):
            self.place[wanted[name]] = places[output]


def _settled(tape: Tape, numbers: Collection[int]) -> bytearray:
    """Which operations depend on numbers of the robot alone; constants fold anyway."""
    settled = bytearray(len(tape))
    if len(numbers) == 0:
        return settled
    for index, name in enumerate(tape.names):
        if name == INPUT:
            settled[index] = tape.arguments[index][0] in numbers
        else:
            settled[index] = all(settled[a] for a in tape.operands(index))
    return settled


@cache
def _pattern(names: tuple[str, ...], arguments: int) -> Program:
    """The instructions of functions of the same arguments, which are its inputs."""
    program = Program(arguments)
    numbers = [Value(program, program.add(INPUT, k)) for k in range(arguments)]
    program.outputs = [FUNCTIONS[name](*numbers).index for name in names]
    return program.without_unused()
