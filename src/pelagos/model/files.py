"""Files that a model refers to: meshes and tables, which stay inside the model's folder."""

from __future__ import annotations

from pathlib import Path

from pelagos.model import scope
from pelagos.model.words import refusal

LARGEST_FILE = 200_000_000  # bytes


def find(name: str, endings: tuple[str, ...]) -> Path:
    """The existing file of that name, relative to the model file."""
    here = scope.current()
    folder = (here.folder or Path.cwd()).resolve()
    if "\0" in name or not name.strip():
        raise refusal("this is no file name", "name a file beside the model file", "file")
    try:
        path = (folder / name).resolve()
        found = path.is_file()
        size = path.stat().st_size if found else 0
    except (OSError, RuntimeError) as error:
        raise refusal(f"the file cannot be used: {error}", "check the name", "file") from None
    if not here.allow_outside and not path.is_relative_to(folder):
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
