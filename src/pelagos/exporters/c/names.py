"""Names and texts of a model as C may have them.

Names come from model files, and may hold anything: what becomes an identifier has letters, digits
and underscores alone, and a text in a comment cannot end it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pelagos.text import numbered

LONGEST = 60  # letters of an identifier


def identifier(text: str) -> str:
    """A name that begins with a letter; never one that C keeps for itself: see `prefix`."""
    found = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_")[:LONGEST].strip("_")
    if not found:
        return "x"
    return found if found[0].isalpha() else f"r{found}"


def prefix(name: str) -> str:
    """What all functions of a robot begin with: a word follows, so it is no word of C."""
    return identifier(name).lower()


def distinct(names: Iterable[str]) -> list[str]:
    """Identifiers of names, with numbers behind those that would be the same."""
    return numbered([identifier(name) for name in names])


def remark(text: str) -> str:
    """Text for a comment, in one line of plain characters; without stars none ends or begins."""
    return re.sub(r"[^A-Za-z0-9 .,:;=<>()\[\]^%+/'_-]+", "_", text)
