"""Values of compiled loops while their code is written: numbers, arrays, bundles, tuples."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from pelagos.kernels.bundle import DIMENSIONS, Bundle

INT, REAL, FLAG, NOTHING = "i64", "double", "i1", "void"
WORDS = {"Int": INT, "Real": REAL, "Flag": FLAG}


class CodeNumber(NamedTuple):
    """A scalar or a vector: its LLVM type and its name in the code."""

    kind: str
    text: str


class Array(NamedTuple):
    element: str
    pointer: str
    shape: tuple[CodeNumber, ...]


class CodeTable(NamedTuple):
    """A bundle: a pointer to its table."""

    bundle: type[Bundle]
    pointer: str


# What functions are made for. The kind of a number is its LLVM type, that of a bundle its class.


class ArrayKind(NamedTuple):
    element: str
    dimensions: int


class Several(NamedTuple):
    """Of a tuple."""

    kinds: tuple[Any, ...]


class Intrinsic:
    """A function of the code that writes instructions itself: `write(body, *values)`."""

    def __init__(self, write: Callable[..., CodeNumber | CodeTable | None]):
        self.write = write
        self.__doc__ = write.__doc__


class TranslationError(TypeError):
    """A function that is not written as `kernels.translate` says."""


def is_several(value: Any) -> bool:
    return isinstance(value, tuple) and not isinstance(value, CodeNumber | Array | CodeTable)


def kind_of(value: Any) -> Any:
    if is_several(value):
        return Several(tuple(map(kind_of, value)))
    if isinstance(value, Array):
        return ArrayKind(value.element, len(value.shape))
    return value.bundle if isinstance(value, CodeTable) else number(value).kind


def kind_named(word: str, names: Mapping[str, Any]) -> Any:
    """The kind that a word of a signature or of a field stands for; bundles by name."""
    if word in WORDS:
        return WORDS[word]
    if word in DIMENSIONS:
        return ArrayKind(REAL if word.startswith("Real") else INT, DIMENSIONS[word])
    if word not in names:
        raise TranslationError(f"there is no bundle {word} in the module")
    return names[word]


def parts(kind: Any) -> list[str]:
    """The LLVM types that a value of some kind is passed as."""
    if isinstance(kind, Several):
        return [part for one in kind.kinds for part in parts(one)]
    if isinstance(kind, ArrayKind):
        return ["ptr", *["i64"] * kind.dimensions]
    return [kind] if isinstance(kind, str) else ["ptr"]


def assembled(kind: Any, texts: Iterator[str]) -> Any:
    """The value of some kind from its parts."""
    if isinstance(kind, Several):
        return tuple(assembled(one, texts) for one in kind.kinds)
    if isinstance(kind, ArrayKind):
        pointer = next(texts)
        shape = tuple(CodeNumber(INT, next(texts)) for _ in range(kind.dimensions))
        return Array(kind.element, pointer, shape)
    return CodeNumber(kind, next(texts)) if isinstance(kind, str) else CodeTable(kind, next(texts))


def taken_apart(value: Any) -> list[str]:
    """The parts of a value."""
    if is_several(value):
        return [text for one in value for text in taken_apart(one)]
    if isinstance(value, Array):
        return [value.pointer, *(extent.text for extent in value.shape)]
    return [value.pointer] if isinstance(value, CodeTable) else [number(value).text]


def listed(value: Any) -> str:
    """The parts of a value with their types, as calls want them."""
    pairs = zip(parts(kind_of(value)), taken_apart(value), strict=True)
    return ", ".join(f"{part} {text}" for part, text in pairs)


def number(x: Any) -> CodeNumber:
    """A value of the code, or a number that is known."""
    if isinstance(x, CodeNumber):
        return x
    if isinstance(x, bool):
        return CodeNumber(FLAG, "true" if x else "false")
    if isinstance(x, int):
        return CodeNumber(INT, str(x))
    if isinstance(x, float):
        return CodeNumber(REAL, f"0x{struct.unpack('>Q', struct.pack('>d', x))[0]:016X}")
    raise TranslationError(f"{x!r} is no number")
