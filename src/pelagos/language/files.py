"""Files that a model refers to: meshes and tables, in the model's folder or in a package."""

from __future__ import annotations

import os
from pathlib import Path

from pelagos.language import packages, scope
from pelagos.language.words import refusal

LARGEST_FILE = 200_000_000  # bytes


def find(name: str, endings: tuple[str, ...]) -> Path:
    """The existing file of that name, relative to the model file, or at `package://name/...`."""
    here = scope.current()
    folder = (here.folder or Path.cwd()).resolve()
    if "\0" in name or not name.strip():
        raise refusal("this is no file name", "name a file beside the model file", "file")
    try:
        packed = packages.locate(name, here) if name.startswith(packages.MARK) else None
        path = packed or (folder / name).resolve()
        found = path.is_file()
        size = path.stat().st_size if found else 0
    except (OSError, RuntimeError) as error:
        raise refusal(f"the file cannot be used: {error}", "check the name", "file") from None
    if name.startswith(packages.MARK) and packed is None:
        raise refusal(
            "no package has this file",
            f"name its folder by --package NAME=DIR or in {packages.PATHS}",
            "file",
        )
    if not here.allow_outside and packed is None and not path.is_relative_to(folder):
        raise refusal(
            "the file lies outside of the model's folder",
            "copy it beside the model file, or allow it with --allow-outside",
            "file",
        )
    if not found:
        raise refusal("there is no such file", f"looked for it in {folder}", "file")
    if path.suffix.lower() not in endings:
        raise refusal(
            f"files of this kind are not read here: {path.suffix or 'no ending'}",
            "use " + " or ".join(endings),
        )
    if size > LARGEST_FILE:
        raise refusal(f"the file has {size} bytes, at most {LARGEST_FILE} are read", "thin it out")
    return path


def below(folder: str, name: str) -> str:
    """A name relative to a folder, made relative to where the folder stands; others stay."""
    fixed = name.startswith(packages.MARK) or os.path.isabs(name)
    return name if fixed else folder + name
