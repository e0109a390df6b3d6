"""All kinds of elements, found from the files of this package: everything else asks here."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import ModuleType
from typing import Any

import pelagos.elements
from pelagos.elements.contract import ElementWords


@cache
def modules() -> tuple[ModuleType, ...]:
    """Every module below `pelagos.elements`, by name."""
    found = pkgutil.walk_packages(pelagos.elements.__path__, "pelagos.elements.")
    names = sorted(m.name for m in found if m.name != __name__)
    return tuple(importlib.import_module(name) for name in names)


@cache
def kinds(place: str) -> dict[str, type[Any]]:
    """The words of a place by their keys: "drag", "lift", "actuator", "joint" or "section"."""
    found = [
        words
        for module in modules()
        for words in vars(module).values()
        if isinstance(words, type)
        and issubclass(words, ElementWords)
        and words.__module__ == module.__name__
        and words.key
        and words.place == place
    ]
    ordered = sorted(found, key=lambda words: (words.order, words.key))
    return {words.key: words for words in ordered}
