"""Numbers that remember what was done to them.

A `Tape` is a list of operations; each takes earlier ones as its arguments, by index. Equations that
run on its `Number`s write it. Whatever is known by then never reaches the list: zeros and ones
fold, as do operations on plain floats, signs move outward, and an operation that is there already
is not written again.

A sum remembers the order of its terms where one is a product, for that decides which product it
takes in (see `tape.instructions`): such a sum is found again only in the same order, and of two
products the one with the minus sign keeps its place (`rsub`). So a sum comes out the same whether a
factor is known, and perhaps negative or equal to another, or is read when the program runs.

A number never answers a question about its value, for it has none yet: comparisons give a
`TapeCondition`, and only `where` can read that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NoReturn

from pelagos.mathematics import scalars
from pelagos.tape.operations import OPERATIONS
from pelagos.tape.written import CONSTANT, INPUT, ROW, Operations

_new = object.__new__


class Tape(Operations):
    """Operations in the order in which they can be done."""

    def input(self, label: str) -> Number:
        """A number that is known only when the program runs."""
        self.inputs.append(label)
        return Number(self, self._append(INPUT, (len(self.inputs) - 1,)))

    def row(self, labels: Iterable[str]) -> list[Number]:
        return [self.input(label) for label in labels]

    def number(self, index: int) -> Number | float:
        """The result of an operation as the equations see it: a known one is a plain float."""
        value = self.value(index)
        return Number(self, index) if value is None else value

    def needed(self, outputs: Iterable[Any], known: Collection[int] = ()) -> list[int]:
        """The operations that outputs depend on, in order; nothing else has to be done.

        known: operations whose results are there, whatever these depend on.
        """
        names, arguments = self.names, self.arguments
        wanted = [output.index for output in outputs if isinstance(output, Number)]
        alive = bytearray(len(names))
        for index in wanted:
            alive[index] = 1
        found = []
        for index in range(max(wanted, default=-1), -1, -1):
            if alive[index]:
                found.append(index)
                name = names[index]
                if name in (INPUT, CONSTANT) or index in known:
                    continue
                for a in arguments[index] if name != ROW else arguments[index][2:]:
                    alive[a] = 1
        found.reverse()
        return found


class Number:
    """The result of an operation of a tape; a stand-in for a float in any equation.

    Sums and products make up nearly all of a tape: they look up and write it themselves.
    """

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
        tape, a = self.tape, self.index
        if type(other) is Number:
            b, names = other.index, tape.names
            left, right = names[a], names[b]
            if left == "neg" or right == "neg":
                return _signed_sum(tape, a, b)
            terms = (b, a) if a > b and left != "mul" != right else (a, b)
        elif isinstance(other, float | int):
            if other == 0.0:
                return self
            terms = (a, tape.constant(other))
            if tape.names[a] == "neg":
                return _signed_sum(tape, *terms)
        else:
            return NotImplemented
        found = tape.sums.get(terms)
        if found is None:
            found = tape.sums[terms] = len(tape.names)
            tape.names.append("add")
            tape.arguments.append(terms)
        number = _new(Number)
        number.tape, number.index = tape, found
        return number

    __radd__ = __add__

    def __sub__(self, other: Any) -> Number | float:
        tape, a = self.tape, self.index
        if type(other) is Number:
            b, names = other.index, tape.names
            if names[b] == "neg":
                return self + Number(tape, tape.arguments[b][0])
            if names[a] == "neg":
                return -_emit(tape, "add", tape.arguments[a][0], b)
            if a == b:
                return 0.0
        elif isinstance(other, float | int):
            if other == 0.0:
                return self
            b = tape.constant(other)
            if tape.names[a] == "neg":
                return -_emit(tape, "add", tape.arguments[a][0], b)
        else:
            return NotImplemented
        terms = (a, b)
        found = tape.differences.get(terms)
        if found is None:
            found = tape.differences[terms] = len(tape.names)
            tape.names.append("sub")
            tape.arguments.append(terms)
        number = _new(Number)
        number.tape, number.index = tape, found
        return number

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
        tape, a = self.tape, self.index
        names = tape.names
        negative = names[a] == "neg"
        if negative:
            a = tape.arguments[a][0]
        if type(other) is Number:
            b = other.index
            if names[b] == "neg":
                b, negative = tape.arguments[b][0], not negative
        elif isinstance(other, float | int):
            if other == 0.0:
                return 0.0
            if other == 1.0:
                return self
            if other == -1.0:
                return -self
            # a constant takes the sign: bodies that differ in signs alone have code of one form
            b, negative = tape.constant(-other if negative else other), False
        else:
            return NotImplemented
        factors = (a, b) if a < b else (b, a)
        found = tape.products.get(factors)
        if found is None:
            found = tape.products[factors] = len(names)
            names.append("mul")
            tape.arguments.append(factors)
        number = _new(Number)
        number.tape, number.index = tape, found
        return -number if negative else number

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Number | float:
        tape = self.tape
        if type(other) is Number:
            return _quotient(tape, self.index, other.index)
        if isinstance(other, float | int):
            if other == 1.0:
                return self
            if other < 0.0:
                return -(self / -other)
            return _quotient(tape, self.index, tape.constant(other))
        return NotImplemented

    def __rtruediv__(self, other: Any) -> Number | float:
        if isinstance(other, float | int):
            if other == 0.0:
                return 0.0
            if other < 0.0:
                return -(-other / self)
            tape = self.tape
            return _quotient(tape, tape.constant(other), self.index)
        return NotImplemented

    def __neg__(self) -> Number:
        tape, a = self.tape, self.index
        if tape.names[a] == "neg":
            return Number(tape, tape.arguments[a][0])
        found = tape.negatives.get((a,))
        if found is None:
            found = tape.negatives[a,] = len(tape.names)
            tape.names.append("neg")
            tape.arguments.append((a,))
        number = _new(Number)
        number.tape, number.index = tape, found
        return number

    def __pow__(self, exponent: Any) -> Any:
        return scalars.power(self, exponent)

    def __abs__(self) -> Number:
        sign_free = _unsigned(self.tape, self.index)[1]
        return _emit(self.tape, "abs", sign_free)

    def __lt__(self, other: Any) -> TapeCondition:
        return _compare("lt", self, other)

    def __le__(self, other: Any) -> TapeCondition:
        return _compare("le", self, other)

    def __gt__(self, other: Any) -> TapeCondition:
        return _compare("lt", other, self)

    def __ge__(self, other: Any) -> TapeCondition:
        return _compare("le", other, self)

    def equals(self, other: Any) -> TapeCondition:
        """The condition of equal values; == is identity, as for dual numbers."""
        return _compare("eq", self, other)

    # The functions that `mathematics.scalars` and `randomness` look for; one of several arguments
    # may be a float.

    @staticmethod
    def apply_atan2(y: Any, x: Any) -> Number:
        tape = _tape_of(y, x)
        return _emit(tape, "atan2", _index(tape, y), _index(tape, x))

    @staticmethod
    def apply_uniforms(*arguments: Any) -> tuple[Number, ...]:
        return _drawn("uniform", "ab", arguments)

    @staticmethod
    def apply_normals(*arguments: Any) -> tuple[Number, ...]:
        return _drawn("normal", "abcd", arguments)

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


class TapeCondition:
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

    def __and__(self, other: TapeCondition | bool) -> TapeCondition | bool:
        if isinstance(other, bool):
            return self if other else False
        return TapeCondition(self.tape, self.tape.operation("and", self.index, other.index))

    __rand__ = __and__

    def __invert__(self) -> TapeCondition:
        tape = self.tape
        if tape.names[self.index] == "not":
            return TapeCondition(tape, tape.arguments[self.index][0])
        return TapeCondition(tape, tape.operation("not", self.index))


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


def _signed_sum(tape: Tape, a: int, b: int) -> Number | float:
    """a + b where one of them is, or both are, the negative of another operation."""
    left, right = tape.names[a] == "neg", tape.names[b] == "neg"
    a = tape.arguments[a][0] if left else a
    b = tape.arguments[b][0] if right else b
    if left and right:
        return -_emit(tape, "add", a, b)
    if a == b:
        return 0.0
    if right:
        return _emit(tape, "sub", a, b)
    if tape.names[a] == tape.names[b] == "mul":
        return _emit(tape, "rsub", a, b)
    return _emit(tape, "sub", b, a)


def _quotient(tape: Tape, a: int, b: int) -> Number:
    """A quotient of two numbers without their signs, and the sign of both."""
    sign_a, a = _unsigned(tape, a)
    sign_b, b = _unsigned(tape, b)
    found = _emit(tape, "div", a, b)
    return found if sign_a == sign_b else -found


def _unsigned(tape: Tape, index: int) -> tuple[int, int]:
    """A number as a sign and a number that is no negative of another."""
    if tape.names[index] == "neg":
        return -1, tape.arguments[index][0]
    return 1, index


def _compare(name: str, a: Any, b: Any) -> TapeCondition:
    tape = _tape_of(a, b)
    return TapeCondition(tape, tape.operation(name, _index(tape, a), _index(tape, b)))


def _index(tape: Tape, x: Any) -> int:
    return x.index if isinstance(x, Number) else tape.constant(x)


def _drawn(kind: str, which: str, arguments: Sequence[Any]) -> tuple[Number, ...]:
    """All random numbers of a seed, a stream and a counter."""
    tape = _tape_of(*arguments)
    indices = [_index(tape, x) for x in arguments]
    return tuple(_emit(tape, f"{kind}_{one}", *indices) for one in which)


def _tape_of(*numbers: Any) -> Tape:
    return next(x.tape for x in numbers if isinstance(x, Number))
