"""Shapes of a URDF link: one that touches, and all that are to be seen, with their colours."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import numpy as np
from pydantic import ValidationError

from pelagos.importers.meshes import mesh_words, seen_mesh_words
from pelagos.importers.shapes import Held, kept
from pelagos.importers.source import XmlSource
from pelagos.language.shapes import Shape
from pelagos.language.xml_text import Tag

Reader = Callable[[str, list[float], XmlSource], dict[str, Any]]  # of meshes


def shapes_of(link: Tag, source: XmlSource, paint: Callable[[Tag], str | None]) -> dict[str, Any]:
    """The `shape` of a link, and its `visual` if that differs; paint: the colour of a visual."""
    touched = _readable(link.all("collision"), source, mesh_words)
    seen = _readable(link.all("visual"), source, seen_mesh_words)
    painted = [(tag, words | _color(paint(tag))) for tag, words in seen]
    return kept(touched, painted, source)


def _color(found: str | None) -> dict[str, Any]:
    return {"color": found} if found else {}


def _readable(holders: list[Tag], source: XmlSource, read: Reader) -> list[Held]:
    """Holders whose shape can be read, with it."""
    found = []
    for holder in holders:
        for tag in (tag for geometry in holder.all("geometry")[:1] for tag in geometry.children):
            words = _mesh(tag, source, read) if tag.name == "mesh" else _simple(tag, source)
            if words:
                found.append((holder, {**words, "at": source.origin(holder)}))
    return found


def displaced(link: Tag, source: XmlSource) -> tuple[float, list[float]] | None:
    """What all collisions displace, and its centre; None if nothing."""
    total, moment = 0.0, np.zeros(3)
    for holder in link.all("collision"):
        for tag in (tag for geometry in holder.all("geometry")[:1] for tag in geometry.children):
            words = _mesh(tag, source) if tag.name == "mesh" else _simple(tag, source)
            with contextlib.suppress(ValidationError):  # is refused where the shape is read
                if words:
                    shape = Shape(**{**words, "at": source.origin(holder)})
                    total += shape.volume
                    moment += shape.volume * shape.centroid
    return (total, (moment / total).tolist()) if total > 0 else None


def _simple(tag: Tag, source: XmlSource) -> dict[str, Any]:
    """A shape as words; nothing if it is not known."""
    if tag.name == "box":
        return {"box": source.numbers(tag, "size", [0.0, 0.0, 0.0])}
    if tag.name == "sphere":
        return {"sphere": source.number(tag, "radius", 0.0)}
    if tag.name in ("cylinder", "capsule"):
        sizes = {word: source.number(tag, word, 0.0) for word in ("radius", "length")}
        return {tag.name: {**sizes, "along": "z"}}
    source.note("left out", f"<{tag.name}> shapes")
    return {}


def _mesh(tag: Tag, source: XmlSource, read: Reader = mesh_words) -> dict[str, Any]:
    """A mesh as words; nothing if it cannot be used."""
    scale = source.numbers(tag, "scale", [1.0, 1.0, 1.0])
    return read(tag.attributes.get("filename", ""), scale, source)
