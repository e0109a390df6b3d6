"""All kinds of controllers, found from the files of this package: everything else asks here."""

from __future__ import annotations

from functools import cache

import pelagos.controllers
from pelagos.controllers.contract import ControllerWords
from pelagos.elements.table import modules_of, words_in

_FRAME = ("section", "table")  # these import what stands here


@cache
def kinds() -> dict[str, type[ControllerWords]]:
    """Their words by the keys that stand for them."""
    found = words_in(modules_of(pelagos.controllers, _FRAME), ControllerWords)
    return {words.key: words for words in sorted(found, key=lambda words: words.key)}
