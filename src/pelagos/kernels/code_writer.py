"""LLVM code of one function as it is written: instructions, blocks, variables."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any

from pelagos.kernels.code_values import (
    INT,
    REAL,
    Number,
    TranslationError,
    assembled,
    kind_of,
    number,
    parts,
    taken_apart,
)


class Writer:
    """Lines of a function. Variables live in memory until LLVM takes them from there."""

    def __init__(self, module: Any, names: dict[str, Any]):
        self.module = module  # the other functions
        self.names = names  # what is known outside
        self.lines: list[str] = []
        self.open = True  # whether the present block goes on
        self._variables: dict[str, tuple[Any, list[str]]] = {}  # kind, places
        self._room: list[str] = []  # memory for variables
        self._count = 0

    def text(self, head: str) -> str:
        return "\n".join((head, *self._room, *self.lines, "}"))

    def say(self, line: str) -> None:
        self.lines.append(f"  {line}")

    def new(self, kind: str, expression: str) -> Number:
        self._count += 1
        self.say(f"%v{self._count} = {expression}")
        return Number(kind, f"%v{self._count}")

    def call(self, name: str, kind: str, *arguments: Number) -> Number:
        """A function of LLVM."""
        taken = ", ".join(a.kind for a in arguments)
        self.module.declared[name] = f"declare {kind} @{name}({taken})"
        return self.new(kind, f"call {kind} @{name}({listed(arguments)})")

    def label(self) -> str:
        self._count += 1
        return f"b{self._count}"

    def begin(self, label: str) -> None:
        """A block; the one before goes on here unless it ended."""
        if self.open:
            self.say(f"br label %{label}")
        self.lines.append(f"{label}:")
        self.open = True

    def go(self, label: str) -> None:
        self.say(f"br label %{label}")
        self.open = False

    def branch(self, condition: Number, yes: str, no: str) -> None:
        self.say(f"br i1 {condition.text}, label %{yes}, label %{no}")
        self.open = False

    def room(self, kind: str) -> str:
        """The address of memory for a number."""
        self._count += 1
        self._room.append(f"  %room{self._count} = alloca {kind}")
        return f"%room{self._count}"

    def set(self, name: str, value: Any) -> None:
        if name not in self._variables:
            kind = kind_of(value)
            places = [f"%{name}.{i}.at" for i in range(len(parts(kind)))]
            self._room += [f"  {p} = alloca {k}" for p, k in zip(places, parts(kind), strict=True)]
            self._variables[name] = kind, places
        kind, places = self._variables[name]
        value = self.converted(value, kind) if isinstance(kind, str) else value
        if kind_of(value) != kind:
            raise TranslationError(f"{name} is {kind}, not {kind_of(value)}")
        for part, text, place in zip(parts(kind), taken_apart(value), places, strict=True):
            self.say(f"store {part} {text}, ptr {place}")

    def get(self, name: str) -> Any:
        if name in self._variables:
            kind, places = self._variables[name]
            loaded = zip(parts(kind), places, strict=True)
            texts = [self.new(part, f"load {part}, ptr {place}").text for part, place in loaded]
            return assembled(kind, texts)
        if name in self.names:
            return self.names[name]
        return getattr(builtins, name)

    def converted(self, value: Any, kind: str) -> Number:
        """A number as another kind of number, where that is no loss."""
        if kind == REAL and isinstance(value, int) and not isinstance(value, bool):
            return number(float(value))
        value = number(value)
        if value.kind == INT and kind == REAL:
            return self.new(REAL, f"sitofp i64 {value.text} to double")
        return value


def listed(arguments: Sequence[Number]) -> str:
    return ", ".join(f"{a.kind} {a.text}" for a in arguments)
