"""Added masses of mesh files for models, kept on disk: a model with a mesh loads slowly only once.

A file in the cache is named by all that the numbers depend on: the content of the mesh, the options
and the sources of the method. What is not as this module writes it is computed anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.files import UnreadableError, read_bytes, read_text
from pelagos.native import places
from pelagos.panel_method.mesh_file import LARGEST_FILE

_SOURCES = ("panel_method", "loops/panels")
_LARGEST = 100_000  # bytes
_KEPT = 200  # files


def added_mass_of_mesh(path: Path, options: dict[str, Any]) -> tuple[np.ndarray, str]:
    """For a density of one, about the mesh's origin; and where it comes from."""
    digest = hashlib.sha256(read_bytes(path, LARGEST_FILE))
    digest.update(path.suffix.lower().encode())
    digest.update(json.dumps(options, sort_keys=True).encode())
    digest.update(_version().encode())
    folder = places.folder("added-mass")
    place = None if folder is None else folder / f"{digest.hexdigest()[:40]}.json"
    found = None if place is None else _read(place)
    if found is not None:
        return found
    found = _computed(path, options)
    if place is not None:
        with contextlib.suppress(OSError):
            _write(place, *found)
    return found


def _computed(path: Path, options: dict[str, Any]) -> tuple[np.ndarray, str]:
    from pelagos.panel_method.hydro import hydro
    from pelagos.panel_method.words import source

    if sys.stderr.isatty():
        print(f"computing the added mass of {path.name} ...", file=sys.stderr, flush=True)  # noqa: T201
    result = hydro(path, density=1.0, **options)
    matrix = result.added_mass if result.frame is None else result.frame.value
    return (matrix + matrix.T) / 2, source(result)


@cache
def _version() -> str:
    """A hash of the method's own sources."""
    digest = hashlib.sha256()
    root = Path(__file__).resolve().parent.parent
    for package in _SOURCES:
        for file in sorted((root / package).glob("*.py")):
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()


def _read(place: Path) -> tuple[np.ndarray, str] | None:
    try:
        words = json.loads(read_text(place, _LARGEST))
        matrix, source = np.array(words["matrix"], dtype=float), words["source"]
    except (UnreadableError, ValueError, KeyError, TypeError):
        return None
    sound = matrix.shape == (6, 6) and bool(np.isfinite(matrix).all()) and isinstance(source, str)
    return (matrix, source) if sound else None


def _write(place: Path, matrix: np.ndarray, source: str) -> None:
    """Whole or not at all; the oldest go when there are many."""
    text = json.dumps({"matrix": matrix.tolist(), "source": source})
    with tempfile.NamedTemporaryFile(
        "w", dir=place.parent, delete=False, encoding="utf-8", suffix=".tmp"
    ) as file:
        file.write(text)
    os.replace(file.name, place)
    others = sorted(place.parent.glob("*.json"), key=lambda p: p.stat().st_mtime)
    for old in others[:-_KEPT]:
        old.unlink(missing_ok=True)
