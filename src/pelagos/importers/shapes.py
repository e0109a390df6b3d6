"""Which of a link's shapes are kept: one that touches, and all that are to be seen."""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.importers.source import XmlSource
from pelagos.language.xml_text import Tag

Held = tuple[Tag, dict[str, Any]]  # a collision or visual, and its shape in words


def kept(touched: list[Held], seen: list[Held], source: XmlSource) -> dict[str, Any]:
    """The `shape` of a body, of its collisions if they have one, and the `visual`, if it differs.

    Of several the first simple one is kept for the shape; a link without collisions has the first
    closed shape that it shows. All that can be read are kept to be seen. Visuals without any size,
    which some files have in place of none, are left out.
    """
    sized = [one for one in seen if _has_size(one[1])]
    if len(sized) < len(seen):
        source.note("left out", "visual shapes of no size")
    parts = [words for _, words in sized]
    first = next((words["color"] for words in parts if "color" in words), None)
    # the colour of the first is that of the body
    parts = [{k: v for k, v in p.items() if (k, v) != ("color", first)} for p in parts]
    solid = [(holder, plain) for holder, words in sized if (plain := _solid(words))]
    simple = [one for one in (*touched, *solid) if "mesh" not in one[1]]
    shape = next(iter([*simple, *touched, *solid]), None)
    found: dict[str, Any] = {} if shape is None else {"shape": shape[1]}
    for holder, words in touched:
        if shape is not None and words != shape[1]:
            source.note("left out, one shape per link is kept", f"{holder.name} shapes")
    if parts and parts != [found.get("shape")]:
        found["visual"] = parts
    return found


def _solid(words: dict[str, Any]) -> dict[str, Any]:
    """What is seen as a shape with a volume; nothing if it is no closed surface."""
    plain = {key: value for key, value in words.items() if key not in ("color", "opacity")}
    if "mesh" in plain and "volume" not in plain["mesh"]:
        return {}
    return plain


def _has_size(words: dict[str, Any]) -> bool:
    """Whether no length of a simple shape is zero."""
    for key in ("box", "sphere", "ellipsoid", "cylinder", "capsule"):
        given = words.get(key, 1.0)
        sizes = [given[k] for k in ("radius", "length")] if isinstance(given, dict) else given
        if np.any(np.asarray(sizes) == 0.0):
            return False
    return True
