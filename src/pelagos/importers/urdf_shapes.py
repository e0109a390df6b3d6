"""The shape of a URDF link: one is kept, and the others are named in a note."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from pelagos.importers.urdf_source import UrdfSource
from pelagos.language import packages, scope
from pelagos.language.files import below
from pelagos.language.shapes import Mesh
from pelagos.language.xml_text import Tag

_MESH = {"file", "scale", "volume", "centroid", "inertia", "sha256"}


def shape_of(link: Tag, source: UrdfSource) -> dict[str, Any] | None:
    """The first simple shape, collisions before visuals, else the first mesh that can be used."""
    found = [
        (holder, tag)
        for holder in (*link.all("collision"), *link.all("visual"))
        for geometry in holder.all("geometry")[:1]
        for tag in geometry.children
    ]
    simple = ((h, t, _simple(t, source)) for h, t in found if t.name != "mesh")
    meshes = ((h, t, _mesh(t, source)) for h, t in found if t.name == "mesh")
    kept = next((one for several in (simple, meshes) for one in several if one[2]), None)
    if kept is None:
        return None
    for holder, tag in found:
        if tag.attributes != kept[1].attributes or tag.name != kept[1].name:
            source.note("left out, one shape per link is kept", f"{holder.name} shapes")
    return {**kept[2], "at": source.origin(kept[0])}


def _simple(tag: Tag, source: UrdfSource) -> dict[str, Any]:
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


def _mesh(tag: Tag, source: UrdfSource) -> dict[str, Any]:
    """A mesh as words, measured; nothing if it cannot be used."""
    name = tag.attributes.get("filename", "")
    scale = source.numbers(tag, "scale", [1.0, 1.0, 1.0])
    if len(set(scale)) != 1:
        source.note("left out, a mesh with a scale of its own along each axis", _short(name))
        return {}
    here = scope.current()
    local = _place(name, here)
    # names inside modules are relative to the module's own folder, which is put before them later
    key = below(here.module_folder, local), scale[0]
    if key not in source.meshes:
        source.meshes[key] = _measured(*key)
    found = source.meshes[key]
    if isinstance(found, str):
        source.note(f"left out, a mesh: {found}", _short(name))
        return {}
    return {"mesh": {**found, "file": local}}


def _measured(file: str, scale: float) -> dict[str, Any] | str:
    """The words of a mesh with what was measured, or why it cannot be used."""
    try:
        found = Mesh(file=file, scale=scale).model_dump(mode="json", include=_MESH)
        Mesh(**found)
    except ValidationError as error:
        facts = error.errors(include_url=False)[0]
        return str(facts.get("ctx", {}).get("message", facts["msg"]))
    except PydanticCustomError as error:
        return str((error.context or {})["message"])
    return found


def _place(name: str, here: scope.Scope) -> str:
    """The name as the words have it: below the model's folder, or as the package's address."""
    name = name.removeprefix("file://")
    if not name.startswith(packages.MARK):
        return name
    try:
        path = packages.locate(name, here)
    except (OSError, ValueError):
        return name
    outermost = (here.folder or Path.cwd()).resolve()
    if path is None or not path.is_relative_to(outermost):
        return name
    return os.path.relpath(path, packages.own_folder(here)).replace(os.sep, "/")


def _short(name: str) -> str:
    return name.rpartition("/")[2] or name
