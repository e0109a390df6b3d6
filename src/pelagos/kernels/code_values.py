"""Values of compiled loops while their code is written: numbers, arrays, bundles."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from pelagos.kernels.bundle import DIMENSIONS, Bundle

INT, REAL, FLAG, NOTHING = "i64", "double", "i1", "void"
WORDS = {"Int": INT, "Real": REAL, "Flag": FLAG}


class Number(NamedTuple):
    """A scalar or a vector: its LLVM type and its name in the code."""

    kind: str
    text: str


class Array(NamedTuple):
    element: str
    pointer: str
    shape: tuple[Number, ...]


class Table(NamedTuple):
    """A bundle: a pointer to its table."""

    bundle: type[Bundle]
    pointer: str


class Intrinsic:
    """A function of the code that writes instructions itself: `write(body, *values)`."""

    def __init__(self, write: Callable[..., Number | None]):
        self.write = write
        self.__doc__ = write.__doc__


class TranslationError(TypeError):
    """A function that is not written as `kernels.translate` says."""


def kind_of(value: Any) -> Any:
    """What functions are made for: types of numbers, arrays and bundles."""
    if isinstance(value, Array):
        return (value.element, len(value.shape))
    return value.bundle if isinstance(value, Table) else number(value).kind


def kind_named(word: str, names: dict[str, Any]) -> Any:
    """The kind that a word of a signature stands for; bundles by their names in a module."""
    if word in WORDS:
        return WORDS[word]
    if word in DIMENSIONS:
        return (REAL if word.startswith("Real") else INT, DIMENSIONS[word])
    return names.get(word) or Bundle.kinds[word]


def parts(kind: Any) -> list[str]:
    """The LLVM types that a value of some kind is passed as."""
    if isinstance(kind, tuple):
        return ["ptr", *["i64"] * kind[1]]
    return [kind] if isinstance(kind, str) else ["ptr"]


def assembled(kind: Any, texts: Sequence[str]) -> Any:
    """The value of some kind from its parts."""
    if isinstance(kind, tuple):
        return Array(kind[0], texts[0], tuple(Number(INT, t) for t in texts[1:]))
    return Number(kind, texts[0]) if isinstance(kind, str) else Table(kind, texts[0])


def taken_apart(value: Any) -> list[str]:
    if isinstance(value, Array):
        return [value.pointer, *(extent.text for extent in value.shape)]
    return [value.pointer] if isinstance(value, Table) else [number(value).text]


def number(x: Any) -> Number:
    """A value of the code, or a number that is known."""
    if isinstance(x, Number):
        return x
    if isinstance(x, bool):
        return Number(FLAG, "true" if x else "false")
    if isinstance(x, int):
        return Number(INT, str(x))
    if isinstance(x, float):
        return Number(REAL, f"0x{struct.unpack('>Q', struct.pack('>d', x))[0]:016X}")
    raise TranslationError(f"{x!r} is no number")
