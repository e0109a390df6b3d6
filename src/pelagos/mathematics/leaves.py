"""The numbers inside of plain objects: listed, replaced, and what is left without them.

Floats are numbers, and so are vectors, matrices and inertias of these. They stand in dataclasses
and tuples, which may hold each other. Everything else (whole numbers, names, functions, None) is
structure: two objects that differ in numbers alone have the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from pelagos.mathematics.algebra import _Numbers

Of = Callable[[Any], Any]


def numbers_of(part: Any) -> list[float]:
    """All numbers of an object, in a fixed order."""
    found: list[float] = []
    _list(part, found)
    return found


def _list(part: Any, found: list[float]) -> None:
    if isinstance(part, float):
        found.append(part)
    elif isinstance(part, _Numbers):
        found.extend(part)
    elif isinstance(part, tuple):
        for item in part:
            _list(item, found)
    elif is_dataclass(part):
        for name in _names(type(part)):
            _list(getattr(part, name), found)


def mapped(part: Any, of: Of) -> Any:
    """The same object with of(number) for every number, called in the order of `numbers_of`."""
    if isinstance(part, float):
        return of(part)
    if isinstance(part, _Numbers):
        return type(part).of([of(number) for number in part])
    if isinstance(part, tuple):
        items = [mapped(item, of) for item in part]
        return type(part)(*items) if hasattr(part, "_fields") else tuple(items)
    if is_dataclass(part):
        changed = {name: mapped(getattr(part, name), of) for name in _names(type(part))}
        return type(part)(**changed)
    return part


def structure_of(part: Any) -> Hashable:
    """Equal for objects that differ in numbers alone."""
    if isinstance(part, float):
        return float
    if isinstance(part, _Numbers):
        return type(part)
    if isinstance(part, tuple):
        return type(part), tuple(structure_of(item) for item in part)
    if is_dataclass(part):
        return type(part), tuple(structure_of(getattr(part, n)) for n in _names(type(part)))
    return part  # type: ignore[no-any-return]


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
