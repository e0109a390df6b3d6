"""A program as C functions of the time t, the state x, further numbers z and the robot's numbers n.

One long function takes a compiler minutes, so a program is cut into pieces of some hundred lines.
What a later piece reads is kept in an array, whose places are used again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.errors import PelagosError
from pelagos.tape.numbers import Number, Tape
from pelagos.tape.operations import CONDITIONS
from pelagos.tape.writing import OPERATORS, CodeWords, Writing
from pelagos.tape.written import CONSTANT, INPUT

PIECE = 800  # operations of one function
MOST = 400_000  # operations of a program: some 20 MB of C

C99 = CodeWords(
    "exported programs",
    {
        **OPERATORS,
        "eq": "{0}=={1}",
        "abs": "fabs({0})",
        "sign": "SIGN({0})",
        "atan2": "atan2({0},{1})",
        **{
            name: f"{name}({{0}})"
            for name in (
                *("floor", "sqrt", "exp", "log", "tanh"),
                *("sin", "cos", "tan", "asin", "acos", "atan"),
            )
        },
    },
    row="ROW(TABLE_{0},{2})[{1}]",
)


@dataclass(frozen=True)
class CFunction:
    """Text of a program, and what it uses."""

    text: str
    operations: int
    outputs: int


def reader(states: int, size: int, further: int) -> Callable[[int], str]:
    """How inputs of a robot's program are read: t, x (states, then the work), z, n."""

    def read(k: int) -> str:
        if k == 0:
            return "t"
        if k <= states:
            return f"x[{k - 1}]"
        if k <= size:
            raise PelagosError("a program reads the work, or states that do not flow")
        if k <= size + further:
            return f"z[{k - 1 - size}]"
        return f"n[{k - 1 - size - further}]"

    return read


def c_function(
    name: str,
    tape: Tape,
    outputs: Sequence[Any],
    read: Callable[[int], str],
    known: Collection[int] | None = None,
    also: str = "",
) -> CFunction:
    """`static void name(double t, const double *x, const double *z, const double *n, double *y)`.

    known: operations whose results stand in an array c, in this order, which is one more argument.
    """
    places = {index: k for k, index in enumerate(known or ())}
    steps = [
        index
        for index in tape.needed(outputs, places)
        if tape.names[index] not in (INPUT, CONSTANT) and index not in places
    ]
    if len(steps) > MOST:
        raise PelagosError(
            f"{name}: {len(steps):,} operations are too many for a C file\n"
            f"    choose a smaller robot, of up to {MOST:,}"
        )
    writer = _Pieces(name, tape, outputs, read, places)
    text = writer.whole(steps, f"{'' if known is None else 'const double *c, '}{also}")
    return CFunction(text, len(steps), len(outputs))


ARGUMENTS = "double t, const double *x, const double *z, const double *n, "
UNUSED = "(void)t; (void)x; (void)z; (void)n;"


class _Pieces(Writing):
    """Writes pieces one after the other."""

    def __init__(
        self,
        name: str,
        tape: Tape,
        outputs: Sequence[Any],
        read: Callable[[int], str],
        known: dict[int, int],
    ):
        super().__init__(tape, C99, read)
        self._name, self._outputs, self._known = name, outputs, known
        self._kept: dict[int, int] = {}  # operation -> its place among what is kept
        self._here: set[int] = set()  # operations of this piece so far

    def number(self, index: int) -> str:
        if index in self._known:
            return self._truth(index, f"c[{self._known[index]}]")
        return super().number(index)

    def named(self, index: int) -> str:
        if index in self._here:
            return f"v{index}"
        return self._truth(index, f"w[{self._kept[index]}]")

    def _truth(self, index: int, place: str) -> str:
        return f"({place}!=0.0)" if self._tape.names[index] in CONDITIONS else place

    def whole(self, steps: Sequence[int], more: str) -> str:
        pieces = [steps[k : k + PIECE] for k in range(0, len(steps), PIECE)] or [[]]
        last = self._last_readers(pieces)
        ends: list[list[int]] = [[] for _ in pieces]  # by piece: places that nobody reads after it
        free: list[int] = []
        count = 0
        texts, alone = [], len(pieces) == 1
        given = ARGUMENTS + more
        for k, piece in enumerate(pieces):
            self._here = set()
            lines = [self._line(index) for index in piece]
            for index in piece:
                if last.get(index, k) > k:
                    place = free.pop() if free else count
                    count += place == count
                    self._kept[index] = place
                    ends[last[index]].append(place)
                    lines.append(f"w[{place}]=v{index};")
            lines += self._results(piece, k == len(pieces) - 1)
            free += ends[k]
            if not alone:
                head = f"static void {self._name}_{k}({given}double *w, double *y)"
                texts.append(_body(head, [*lines, "(void)w; (void)y;"], more))
            else:
                texts.append(
                    _body(f"static void {self._name}({given}double *y)", [*lines, "(void)y;"], more)
                )
        if not alone:
            passed = (
                "t, x, z, n, " + ("c, " if "*c" in more else "") + ("s, " if "*s" in more else "")
            )
            lines = [f"double w[{max(count, 1)}];"]
            lines += [f"{self._name}_{k}({passed}w, y);" for k in range(len(pieces))]
            texts.append(_body(f"static void {self._name}({given}double *y)", lines, more))
        return "\n".join([*self._tables(), *texts]).replace("TABLE_", f"{self._name}_table_")

    def _line(self, index: int) -> str:
        kind = "int" if self._tape.names[index] in CONDITIONS else "double"
        text = f"const {kind} v{index}={self.operation(index)};"
        self._here.add(index)
        return text

    def _results(self, piece: Sequence[int], is_last: bool) -> list[str]:
        """Outputs are written where they are computed; those that no piece computes at the end."""
        inside = set(piece)
        lines = []
        for k, output in enumerate(self._outputs):
            index = output.index if isinstance(output, Number) else None
            done_here = index in inside
            by_nobody = index is None or index in self._known
            by_nobody = by_nobody or self._tape.names[index] in (INPUT, CONSTANT)  # type: ignore[index]
            if done_here or (is_last and by_nobody):
                lines.append(f"y[{k}]={self.output(output)};")
        return lines

    def _last_readers(self, pieces: Sequence[Sequence[int]]) -> dict[int, int]:
        """Of each operation that a later piece reads, or its own: the last piece that does."""
        last: dict[int, int] = {}
        for k, piece in enumerate(pieces):
            for index in piece:
                for operand in self._tape.operands(index):
                    last[operand] = k
        return last

    def _tables(self) -> list[str]:
        found = []
        for k in sorted(self.tables):
            rows = self._tape.tables[k]
            entries = ",\n".join("{" + ",".join(map(C99.literal, row)) + "}" for row in rows)
            size = f"[{len(rows)}][{len(rows[0])}]"
            found.append(f"static const double TABLE_{k}{size}={{\n{entries}}};")
        return found


def _body(head: str, lines: Sequence[str], more: str) -> str:
    unused = UNUSED + (" (void)c;" if "*c" in more else "") + (" (void)s;" if "*s" in more else "")
    return "\n".join([head, "{", *lines, unused, "}"])
