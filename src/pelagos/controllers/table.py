"""All kinds of controllers, found from the files of this package: everything else asks here."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

import pelagos.controllers
from pelagos.controllers.contract import ControllerWords

_FRAME = ("section", "table")  # these import what stands here


@cache
def kinds() -> dict[str, type[ControllerWords]]:
    """Their words by the keys that stand for them."""
    path = pelagos.controllers.__path__
    names = [m.name for m in pkgutil.walk_packages(path, "pelagos.controllers.")]
    frame = {f"pelagos.controllers.{name}" for name in _FRAME}
    found = [
        words
        for module in map(importlib.import_module, sorted(set(names) - frame))
        for words in vars(module).values()
        if isinstance(words, type)
        and issubclass(words, ControllerWords)
        and words.__module__ == module.__name__
        and words.key
    ]
    return {words.key: words for words in sorted(found, key=lambda words: words.key)}
