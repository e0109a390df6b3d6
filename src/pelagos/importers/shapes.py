"""Which of a link's shapes are kept: one that touches, and one to be seen."""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.importers.source import XmlSource
from pelagos.language.xml_text import Tag

Held = tuple[Tag, dict[str, Any]]  # a collision or visual, and its shape in words


def kept(touched: list[Held], seen: list[Held], source: XmlSource) -> dict[str, Any]:
    """The `shape` of a body, of its collisions if they have one, and the `visual`, if it differs.

    Of several the first simple one is kept for the shape, and the first that can be read to be
    seen; a link without collisions has the shape that it shows. Visuals without any size, which
    some files have in place of none, are left out.
    """
    sized = [one for one in seen if _has_size(one[1])]
    if len(sized) < len(seen):
        source.note("left out", "visual shapes of no size")
    seen = sized
    simple = [one for one in (*touched, *seen) if "mesh" not in one[1]]
    shape = next(iter([*simple, *touched, *seen]), None)
    if shape is None:
        return {}
    visual = next(iter(seen), None)
    chosen = [one for one in (shape, visual) if one is not None]
    for holder, words in (*touched, *seen):
        if all(words != one[1] for one in chosen):
            source.note("left out, one shape per link is kept", f"{holder.name} shapes")
    found = {"shape": shape[1]}
    if visual is not None and visual[1] != shape[1]:
        found["visual"] = visual[1]
    return found


def _has_size(words: dict[str, Any]) -> bool:
    """Whether no length of a simple shape is zero."""
    for key in ("box", "sphere", "ellipsoid", "cylinder", "capsule"):
        given = words.get(key, 1.0)
        sizes = [given[k] for k in ("radius", "length")] if isinstance(given, dict) else given
        if np.any(np.asarray(sizes) == 0.0):
            return False
    return True
