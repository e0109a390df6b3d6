"""All kinds of sensors, found from the files of this package: everything else asks here."""

from __future__ import annotations

from functools import cache

import pelagos.sensors
from pelagos.elements.table import modules_of, words_in
from pelagos.sensors.contract import SensorWords

_FRAME = ("delivery", "section", "table")  # these import what stands here


@cache
def kinds() -> dict[str, type[SensorWords]]:
    """Their words by the keys that stand for them."""
    found = words_in(modules_of(pelagos.sensors, _FRAME), SensorWords)
    for words in found:
        if not words.outputs:
            raise TypeError(f"{words.__module__}: {words.__name__} has no outputs")
    return {words.key: words for words in sorted(found, key=lambda words: words.key)}
