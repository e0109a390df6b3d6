"""Formats in which `pelagos export` writes results and robots: one file each, found by its name.

A module `xyz.py` writes files that end in .xyz: its first line says what they are, and
`write(run, path, progress)` writes one of a result, and gives lines on what it left out. Formats
of robots have `text(robot)` instead, which gives the file and lines on what is lost in it. Those of
programs have `programs(robot, scenario, path, progress, **options)`; `OPTIONS` names these.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pelagos.errors import PelagosError

if TYPE_CHECKING:
    from pelagos.model.robot import Robot
    from pelagos.progress import Progress
    from pelagos.result import Run

Write = Callable[["Run", Path, "Progress | None"], Iterable[str]]
Text = Callable[["Robot"], "tuple[str, list[str]]"]
WritePrograms = Callable[..., Iterable[str]]


@cache
def formats() -> dict[str, str]:
    """Ending -> what such files are; no module is imported for that."""
    found = {}
    for file in sorted(resources.files(__package__).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".py") and not file.name.startswith("_"):
            with file.open(encoding="utf-8") as text:
                found[f".{file.name.removesuffix('.py')}"] = text.readline().strip().strip('"')
    return found


def writer_of(path: Path) -> Write:
    """What writes results to files of this ending."""
    write: Write = _module(path).write
    return write


def text_of_robot(path: Path) -> Text | None:
    """What writes robots to files of this ending; None for formats of results."""
    text: Text | None = getattr(_module(path), "text", None)
    return text


def programs_of_robot(path: Path) -> tuple[WritePrograms, tuple[str, ...]] | None:
    """What writes programs of robots to files of this ending, and its options; None for others."""
    module = _module(path)
    write: WritePrograms | None = getattr(module, "programs", None)
    return None if write is None else (write, module.OPTIONS)


def files_beside(path: Path) -> list[Path]:
    """Files that are written beside one of this ending."""
    return [path.with_suffix(ending) for ending in getattr(_module(path), "BESIDE", ())]


def _module(path: Path) -> Any:
    ending = path.suffix.lower()
    if ending not in formats():
        found = f"ends in {path.suffix}" if path.suffix else "has no ending"
        known = ", ".join(formats())
        raise PelagosError(f"{path}: {found}, which is no format to export to\n    use {known}")
    return importlib.import_module(f"{__package__}.{ending[1:]}")
