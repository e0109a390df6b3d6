"""LLVM code of one function as it is written: instructions, blocks, variables."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import Any

from pelagos.kernels.code_values import (
    INT,
    REAL,
    CodeNumber,
    Several,
    TranslationError,
    assembled,
    is_several,
    kind_of,
    listed,
    number,
    parts,
    taken_apart,
)


class Writer:
    """Lines of a function. Variables live in memory until LLVM takes them from there."""

    def __init__(self, module: Any, names: Mapping[str, Any]):
        self.module = module  # the other functions
        self.names = names  # what is known outside
        self.lines: list[str] = []
        self.open = True  # whether the present block goes on
        self._variables: dict[str, tuple[Any, list[str]]] = {}  # kind, places
        self._room: list[str] = []  # memory for variables
        self._count = 0

    def text(self, head: str) -> str:
        return "\n".join((head, *self._room, *self.lines, "}"))

    # --- instructions and blocks

    def say(self, line: str) -> None:
        self.lines.append(f"  {line}")

    def new(self, kind: str, expression: str) -> CodeNumber:
        name = f"%{self.unused('v')}"
        self.say(f"{name} = {expression}")
        return CodeNumber(kind, name)

    def call(self, name: str, kind: str, *arguments: CodeNumber) -> CodeNumber:
        """A function of LLVM."""
        taken = ", ".join(a.kind for a in arguments)
        self.module.declared[name] = f"declare {kind} @{name}({taken})"
        return self.new(kind, f"call {kind} @{name}({listed(arguments)})")

    def select(self, condition: CodeNumber, x: CodeNumber, y: CodeNumber) -> CodeNumber:
        return self.new(x.kind, f"select {listed((condition, x, y))}")

    def unused(self, first: str = "b") -> str:
        """A name that nothing has: of a block, unless said otherwise."""
        self._count += 1
        return f"{first}{self._count}"

    def begin(self, label: str) -> None:
        """A block; the one before goes on here unless it ended."""
        if self.open:
            self.say(f"br label %{label}")
        self.lines.append(f"{label}:")
        self.open = True

    def go(self, label: str) -> None:
        self.say(f"br label %{label}")
        self.open = False

    def branch(self, condition: CodeNumber, yes: str, no: str) -> None:
        self.say(f"br i1 {condition.text}, label %{yes}, label %{no}")
        self.open = False

    # --- variables

    def set(self, name: str, value: Any) -> None:
        if name not in self._variables:
            kind = kind_of(value)
            places = [f"%{name}.{i}.at" for i in range(len(parts(kind)))]
            self._room += [f"  {p} = alloca {k}" for p, k in zip(places, parts(kind), strict=True)]
            self._variables[name] = kind, places
        kind, places = self._variables[name]
        texts = taken_apart(self.fitted(value, kind))
        for part, text, place in zip(parts(kind), texts, places, strict=True):
            self.say(f"store {part} {text}, ptr {place}")

    def get(self, name: str) -> Any:
        """A variable, or what is known outside by this name."""
        if name in self._variables:
            kind, places = self._variables[name]
            pairs = zip(parts(kind), places, strict=True)
            return assembled(kind, (self.new(k, f"load {k}, ptr {p}").text for k, p in pairs))
        return self.names[name] if name in self.names else getattr(builtins, name)

    def fitted(self, value: Any, kind: Any) -> Any:
        """A value of some kind; ints become floats where these are wanted."""
        if isinstance(kind, Several) and is_several(value):
            return tuple(self.fitted(v, k) for v, k in zip(value, kind.kinds, strict=True))
        value = self.converted(value, REAL) if kind == REAL else value
        if kind_of(value) != kind:
            raise TranslationError(f"{kind_of(value)} where {kind} was expected")
        return value

    def converted(self, value: Any, kind: str) -> CodeNumber:
        """An int as a float, if that is the kind."""
        if kind == REAL and isinstance(value, int) and not isinstance(value, bool):
            return number(float(value))
        value = number(value)
        if value.kind == INT and kind == REAL:
            return self.new(REAL, f"sitofp i64 {value.text} to double")
        return value

    # --- tuples as results of functions

    def joined(self, value: tuple) -> str:
        """All parts of a tuple as one value of LLVM."""
        whole, texts = returned(kind_of(value)), taken_apart(value)
        result = "poison"
        for i, (part, text) in enumerate(zip(parts(kind_of(value)), texts, strict=True)):
            result = self.new(whole, f"insertvalue {whole} {result}, {part} {text}, {i}").text
        return result

    def parted(self, kind: Any, result: str) -> Any:
        """The result of a function, from what LLVM has."""
        if not isinstance(kind, Several):
            return assembled(kind, iter((result,)))
        whole = f"{returned(kind)} {result}"
        texts = (self.new(k, f"extractvalue {whole}, {i}").text for i, k in enumerate(parts(kind)))
        return assembled(kind, texts)


def returned(kind: Any) -> str:
    """The LLVM type of a function's result."""
    return f"{{{', '.join(parts(kind))}}}" if isinstance(kind, Several) else parts(kind)[0]
