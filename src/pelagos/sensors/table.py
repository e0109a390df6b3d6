"""All kinds of sensors, found from the files of this package: everything else asks here."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

import pelagos.sensors
from pelagos.sensors.contract import SensorWords

_FRAME = ("delivery", "section", "table")  # these import what stands here


@cache
def kinds() -> dict[str, type[SensorWords]]:
    """Their words by the keys that stand for them."""
    names = [m.name for m in pkgutil.walk_packages(pelagos.sensors.__path__, "pelagos.sensors.")]
    frame = {f"pelagos.sensors.{name}" for name in _FRAME}
    found = [
        words
        for module in map(importlib.import_module, sorted(set(names) - frame))
        for words in vars(module).values()
        if isinstance(words, type)
        and issubclass(words, SensorWords)
        and words.__module__ == module.__name__
        and words.key
    ]
    for words in found:
        if not words.outputs:
            raise TypeError(f"{words.__module__}: {words.__name__} has no outputs")
    return {words.key: words for words in sorted(found, key=lambda words: words.key)}
