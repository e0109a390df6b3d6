"""Numbers that remember what was done to them.

A `Tape` is a list of operations; each takes earlier ones as its arguments, by index. Equations that
run on its `Number`s write it. Whatever is known by then never reaches the list: zeros and ones
fold, as do operations on plain floats, signs move outward, and an operation that is there already
is not written again.

A number never answers a question about its value, for it has none yet: comparisons give a
`Condition`, and only `where` can read that.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NoReturn

from pelagos.equations import scalars
from pelagos.tape.operations import COMMUTATIVE, OPERATIONS

INPUT, CONSTANT, ROW = "input", "constant", "row"


class Tape:
    """Operations in the order in which they can be done."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.arguments: list[tuple[int, ...]] = []  # indices of earlier operations
        self.inputs: list[str] = []  # labels; operation `input` k reads number k
        self.constants: list[float] = []  # operation `constant` k is this number
        self.tables: list[tuple[tuple[float, ...], ...]] = []  # read by the operation `row`
        self._known: dict[tuple, int] = {}
        self._tables: dict[tuple[tuple[float, ...], ...], int] = {}

    def __len__(self) -> int:
        return len(self.names)

    def input(self, label: str) -> Number:
        """A number that is known only when the program runs."""
        self.inputs.append(label)
        return Number(self, self._write(INPUT, (len(self.inputs) - 1,)))

    def row(self, labels: Iterable[str]) -> list[Number]:
        return [self.input(label) for label in labels]

    def operation(self, name: str, *arguments: int) -> int:
        """The index of an operation on earlier ones; written unless it is there."""
        found = self._known.get((name, *arguments))
        if found is None and name in COMMUTATIVE:
            found = self._known.get((name, arguments[1], arguments[0]))
        return self._write(name, arguments) if found is None else found

    def constant(self, value: float) -> int:
        """The index of a known number; 0.0 and -0.0 are two."""
        key = (CONSTANT, struct.pack("d", value))
        found = self._known.get(key)
        if found is None:
            self.constants.append(float(value))
            found = self._known[key] = self._append(CONSTANT, (len(self.constants) - 1,))
        return found

    def value(self, index: int) -> float | None:
        """A known number's value, else None."""
        if self.names[index] == CONSTANT:
            return self.constants[self.arguments[index][0]]
        return None

    def number(self, index: int) -> Number | float:
        """The result of an operation as the equations see it: a known one is a plain float."""
        value = self.value(index)
        return Number(self, index) if value is None else value

    def table(self, table: Sequence[Sequence[float]]) -> int:
        """The number of a table for the operation `row`; equal tables are kept once."""
        rows = tuple(tuple(float(x) for x in row) for row in table)
        number = self._tables.setdefault(rows, len(self.tables))
        if number == len(self.tables):
            self.tables.append(rows)
        return number

    def _write(self, name: str, arguments: tuple[int, ...]) -> int:
        index = self._known[(name, *arguments)] = self._append(name, arguments)
        return index

    def _append(self, name: str, arguments: tuple[int, ...]) -> int:
        self.names.append(name)
        self.arguments.append(arguments)
        return len(self.names) - 1

    def operands(self, index: int) -> tuple[int, ...]:
        """The operations that one depends on."""
        name = self.names[index]
        if name in (INPUT, CONSTANT):
            return ()
        return self.arguments[index][2:] if name == ROW else self.arguments[index]

    def needed(self, outputs: Iterable[Any], known: Collection[int] = ()) -> list[int]:
        """The operations that outputs depend on, in order; nothing else has to be done.

        known: operations whose results are there, whatever these depend on.
        """
        alive = bytearray(len(self.names))
        waiting = [o.index for o in outputs if isinstance(o, Number)]
        while waiting:
            index = waiting.pop()
            if not alive[index]:
                alive[index] = 1
                if index not in known:
                    waiting += self.operands(index)
        return [index for index, needed in enumerate(alive) if needed]


class Number:
    """The result of an operation of a tape; a stand-in for a float in any equation."""

    __slots__ = ("index", "tape")
    # numpy scalars and arrays leave mixed arithmetic to this class
    __array_ufunc__ = None

    def __init__(self, tape: Tape, index: int):
        self.tape = tape
        self.index = index

    def __repr__(self) -> str:
        return f"Number({self.tape.names[self.index]} {self.index})"

    def __bool__(self) -> NoReturn:
        raise TypeError("a tape number has no value yet: use where(), not if")

    __float__ = __int__ = __bool__

    def __add__(self, other: Any) -> Number | float:
        tape = self.tape
        if isinstance(other, Number):
            a, b = self.index, other.index
            if tape.names[b] == "neg":
                if tape.names[a] == "neg":
                    return -_emit(tape, "add", tape.arguments[a][0], tape.arguments[b][0])
                return _difference(tape, a, tape.arguments[b][0])
            if tape.names[a] == "neg":
                return _difference(tape, b, tape.arguments[a][0])
            return _emit(tape, "add", a, b)
        if isinstance(other, float | int):
            return self if other == 0.0 else _emit(tape, "add", self.index, tape.constant(other))
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other: Any) -> Number | float:
        tape = self.tape
        if isinstance(other, Number):
            a, b = self.index, other.index
            if tape.names[b] == "neg":
                return self + Number(tape, tape.arguments[b][0])
            if tape.names[a] == "neg":
                return -_emit(tape, "add", tape.arguments[a][0], b)
            return _difference(tape, a, b)
        if isinstance(other, float | int):
            return self if other == 0.0 else _emit(tape, "sub", self.index, tape.constant(other))
        return NotImplemented

    def __rsub__(self, other: Any) -> Number | float:
        if isinstance(other, float | int):
            if other == 0.0:
                return -self
            tape = self.tape
            if tape.names[self.index] == "neg":
                return Number(tape, tape.arguments[self.index][0]) + other
            return _emit(tape, "sub", tape.constant(other), self.index)
        return NotImplemented

    def __mul__(self, other: Any) -> Number | float:
        tape = self.tape
        if isinstance(other, Number):
            return _sign_outward("mul", self, other.index)
        if isinstance(other, float | int):
            if other == 0.0:
                return 0.0
            if other == 1.0:
                return self
            if other < 0.0:
                return -(self * -other)
            return _sign_outward("mul", self, tape.constant(other))
        return NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Number | float:
        tape = self.tape
        if isinstance(other, Number):
            return _sign_outward("div", self, other.index)
        if isinstance(other, float | int):
            if other != 0.0 and abs(math.frexp(other)[0]) == 0.5:
                return self * (1.0 / other)  # exact for powers of two
            return _emit(tape, "div", self.index, tape.constant(other))
        return NotImplemented

    def __rtruediv__(self, other: Any) -> Number | float:
        if isinstance(other, float | int):
            if other == 0.0:
                return 0.0
            if other < 0.0:
                return -(-other / self)
            tape = self.tape
            sign, b = _unsigned(tape, self.index)
            ratio = _emit(tape, "div", tape.constant(other), b)
            return ratio if sign > 0 else -ratio
        return NotImplemented

    def __neg__(self) -> Number:
        tape = self.tape
        if tape.names[self.index] == "neg":
            return Number(tape, tape.arguments[self.index][0])
        return _emit(tape, "neg", self.index)

    def __pow__(self, exponent: Any) -> Any:
        return scalars.power(self, exponent)

    def __abs__(self) -> Number:
        sign_free = _unsigned(self.tape, self.index)[1]
        return _emit(self.tape, "abs", sign_free)

    def __lt__(self, other: Any) -> Condition:
        return _compare("lt", self, other)

    def __le__(self, other: Any) -> Condition:
        return _compare("le", self, other)

    def __gt__(self, other: Any) -> Condition:
        return _compare("lt", other, self)

    def __ge__(self, other: Any) -> Condition:
        return _compare("le", other, self)

    def equals(self, other: Any) -> Condition:
        """The condition of equal values; == is identity, as for dual numbers."""
        return _compare("eq", self, other)

    # The functions that `equations.scalars` looks for; an argument of atan2 may be a float.

    @staticmethod
    def apply_atan2(y: Any, x: Any) -> Number:
        tape = _tape_of(y, x)
        return _emit(tape, "atan2", _index(tape, y), _index(tape, x))

    @staticmethod
    def apply_abs(x: Number) -> Number:
        return abs(x)

    @staticmethod
    def apply_lookup(table: Sequence[Sequence[float]], x: Number) -> list[Any]:
        """The row of a table that holds at x: the last one that begins there or before."""
        tape = x.tape
        number = tape.table(table)
        columns = range(len(table[0]))
        return [Number(tape, tape.operation(ROW, number, k, x.index)) for k in columns]


def _function(name: str) -> Any:
    return staticmethod(lambda x: _emit(x.tape, name, x.index))


for _name in (
    "sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "exp", "log", "tanh", "floor", "sign",
):  # fmt: skip
    setattr(Number, f"apply_{_name}", _function(_name))


class Condition:
    """Something that holds or not, known only when the program runs."""

    __slots__ = ("index", "tape")

    def __init__(self, tape: Tape, index: int):
        self.tape = tape
        self.index = index

    def __bool__(self) -> NoReturn:
        raise TypeError("a condition on a tape is not decided yet: use where(), not if")

    def apply_where(self, x: Any, y: Any) -> Any:
        tape = self.tape
        a, b = _index(tape, x), _index(tape, y)
        return x if a == b else _emit(tape, "where", self.index, a, b)

    def __and__(self, other: Condition | bool) -> Condition | bool:
        if isinstance(other, bool):
            return self if other else False
        return Condition(self.tape, self.tape.operation("and", self.index, other.index))

    __rand__ = __and__

    def __invert__(self) -> Condition:
        tape = self.tape
        if tape.names[self.index] == "not":
            return Condition(tape, tape.arguments[self.index][0])
        return Condition(tape, tape.operation("not", self.index))


def run(tape: Tape, outputs: Sequence[Any], inputs: Sequence[float]) -> list[float]:
    """The outputs for given inputs, operation by operation in plain Python."""
    values: dict[int, Any] = {}
    for index in tape.needed(outputs):
        name, arguments = tape.names[index], tape.arguments[index]
        if name == INPUT:
            values[index] = float(inputs[arguments[0]])
        elif name == CONSTANT:
            values[index] = tape.constants[arguments[0]]
        elif name == ROW:
            table, column, x = arguments
            values[index] = scalars.lookup(tape.tables[table], values[x])[column]
        else:
            values[index] = OPERATIONS[name].evaluate(*(values[a] for a in arguments))
    return [values[o.index] if isinstance(o, Number) else float(o) for o in outputs]


def _emit(tape: Tape, name: str, *arguments: int) -> Number:
    return Number(tape, tape.operation(name, *arguments))


def _difference(tape: Tape, a: int, b: int) -> Number | float:
    return 0.0 if a == b else _emit(tape, "sub", a, b)


def _unsigned(tape: Tape, index: int) -> tuple[int, int]:
    """A number as a sign and a number that is no negative of another."""
    if tape.names[index] == "neg":
        return -1, tape.arguments[index][0]
    return 1, index


def _sign_outward(name: str, number: Number, other: int) -> Number:
    """A product or a quotient of two numbers without their signs, and the sign of both."""
    tape = number.tape
    sign_a, a = _unsigned(tape, number.index)
    sign_b, b = _unsigned(tape, other)
    found = _emit(tape, name, a, b)
    return found if sign_a == sign_b else -found


def _compare(name: str, a: Any, b: Any) -> Condition:
    tape = _tape_of(a, b)
    return Condition(tape, tape.operation(name, _index(tape, a), _index(tape, b)))


def _index(tape: Tape, x: Any) -> int:
    return x.index if isinstance(x, Number) else tape.constant(x)


def _tape_of(a: Any, b: Any) -> Tape:
    return a.tape if isinstance(a, Number) else b.tape
