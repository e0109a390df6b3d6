"""Meshes of imported files: found, measured, and used as shapes if they are closed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from pelagos.importers.source import XmlSource
from pelagos.language import packages, scope
from pelagos.language.files import below
from pelagos.language.shapes import Mesh
from pelagos.language.visuals.parts import VisualMesh

_MESH = {"file", "scale", "volume", "centroid", "inertia", "sha256"}


def mesh_words(name: str, scale: list[float], source: XmlSource) -> dict[str, Any]:
    """A mesh as words, measured; nothing, and a note, if it cannot be used."""
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


def seen_mesh_words(name: str, scale: list[float], source: XmlSource) -> dict[str, Any]:
    """A mesh that is only seen, in words: it may be open, and scaled by axes."""
    here = scope.current()
    local = _place(name, here)
    file = below(here.module_folder, local)
    if len(set(scale)) == 1:
        key = file, scale[0]
        if key not in source.meshes:
            source.meshes[key] = _measured(*key)
        found = source.meshes[key]
        if not isinstance(found, str):
            return {"mesh": {**found, "file": local}}
    try:
        seen = VisualMesh.model_validate({"file": file, "scale": scale})
    except ValidationError as error:
        facts = error.errors(include_url=False)[0]
        said = str(facts.get("ctx", {}).get("message", facts["msg"]))
        source.note(f"left out, a mesh: {said}", _short(name))
        return {}
    return {"mesh": {"file": local, "scale": scale, "sha256": seen.sha256}}


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
