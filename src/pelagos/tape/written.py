"""The operations of a tape as they are written down: names and indices, nothing twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from pelagos.tape.operations import COMMUTATIVE

INPUT, CONSTANT, ROW = "input", "constant", "row"


class Operations:
    """A list of operations; each is written once."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.arguments: list[tuple[int, ...]] = []  # indices of earlier operations
        self.inputs: list[str] = []  # labels; operation `input` k reads number k
        self.constants: list[float] = []  # operation `constant` k is this number
        self.tables: list[tuple[tuple[float, ...], ...]] = []  # read by the operation `row`
        self._tables: dict[tuple[tuple[float, ...], ...], int] = {}
        self._seen: dict[int, tuple[Sequence[Sequence[float]], int]] = {}  # tables by identity
        self._constants: dict[float | str, int] = {}
        # by name, then by arguments: where an operation stands
        self._known: dict[str, dict[tuple[int, ...], int]] = defaultdict(dict)
        self.sums, self.products = self._known["add"], self._known["mul"]
        self.differences, self.negatives = self._known["sub"], self._known["neg"]

    def __len__(self) -> int:
        return len(self.names)

    def operation(self, name: str, *arguments: int) -> int:
        """The index of an operation on earlier ones; written unless it is there."""
        if name in COMMUTATIVE and arguments[0] > arguments[1]:
            if name != "add" or not any(self.names[a] == "mul" for a in arguments):
                arguments = arguments[1], arguments[0]
        known = self._known[name]
        found = known.get(arguments)
        if found is None:
            found = known[arguments] = self._append(name, arguments)
        return found

    def constant(self, value: float) -> int:
        """The index of a known number; 0.0 and -0.0 are two."""
        key = value if value and value == value else str(float(value))
        found = self._constants.get(key)
        if found is None:
            self.constants.append(float(value))
            found = self._constants[key] = self._append(CONSTANT, (len(self.constants) - 1,))
        return found

    def value(self, index: int) -> float | None:
        """A known number's value, else None."""
        if self.names[index] == CONSTANT:
            return self.constants[self.arguments[index][0]]
        return None

    def table(self, table: Sequence[Sequence[float]]) -> int:
        """The number of a table for the operation `row`; equal tables are kept once."""
        if id(table) in self._seen:
            return self._seen[id(table)][1]
        rows = tuple(tuple(float(x) for x in row) for row in table)
        number = self._tables.setdefault(rows, len(self.tables))
        if number == len(self.tables):
            self.tables.append(rows)
        self._seen[id(table)] = table, number
        return number

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
