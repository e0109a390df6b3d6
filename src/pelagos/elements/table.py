"""All kinds of elements, found from the files of this package: everything else asks here."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Collection, Iterable
from functools import cache
from types import ModuleType
from typing import Any, TypeVar

import pelagos.elements
from pelagos.elements.contract import ElementWords

Kind = TypeVar("Kind")


@cache
def modules() -> tuple[ModuleType, ...]:
    """Every module below `pelagos.elements`, by name."""
    return modules_of(pelagos.elements, ("table",))


def modules_of(package: ModuleType, frame: Collection[str]) -> tuple[ModuleType, ...]:
    """Every module below a package, by name, but those of its frame, which ask for the others."""
    found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    names = {m.name for m in found} - {f"{package.__name__}.{name}" for name in frame}
    return tuple(importlib.import_module(name) for name in sorted(names))


def words_in(modules: Iterable[ModuleType], base: type[Kind]) -> list[type[Kind]]:
    """Classes of words with a key that stand in modules themselves."""
    return [
        words
        for module in modules
        for words in vars(module).values()
        if isinstance(words, type)
        and issubclass(words, base)
        and words.__module__ == module.__name__
        and words.key  # type: ignore[attr-defined]
    ]


@cache
def kinds(place: str) -> dict[str, type[Any]]:
    """The words of a place by their keys: "drag", "lift", "actuator", "joint" or "section"."""
    found = [words for words in words_in(modules(), ElementWords) if words.place == place]
    ordered = sorted(found, key=lambda words: (words.order, words.key))
    return {words.key: words for words in ordered}
