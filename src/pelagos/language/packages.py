"""Where `package://name/rest` lies: in folders that were named, or near the model file.

A package is looked for among those given by name (`--package NAME=DIR`), in the folders of
ROS_PACKAGE_PATH, and in the folders above the file; last, the rest may lie beside the file. A name
leads to files inside its package only, however its rest is written.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from pelagos.language.scope import Scope

MARK = "package://"
PATHS = "ROS_PACKAGE_PATH"


class Folders(dict[str, Path]):
    """Folders of packages by name, and which of them were asked for."""

    def __init__(self, folders: Mapping[str, str | Path]) -> None:
        super().__init__({name: Path(folder) for name, folder in folders.items()})
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> Path:
        self.asked.add(name)
        return super().__getitem__(name)


def locate(address: str, scope: Scope) -> Path | None:
    """The existing file at a package address; None if no package has it."""
    name, _, rest = address.removeprefix(MARK).partition("/")
    if not name or not rest or name in (".", ".."):
        return None
    for folder in _folders(name, scope):
        path = (folder / rest).resolve()
        if path.is_relative_to(folder.resolve()) and path.is_file():
            return path
    return None


def _folders(name: str, scope: Scope) -> Iterator[Path]:
    """Where a package may be, the likeliest first."""
    if name in scope.packages:
        yield scope.packages[name]
        return  # who names a folder means this one
    for text in os.environ.get(PATHS, "").split(os.pathsep):
        if text:
            yield from _named(Path(text), name)
    here = own_folder(scope)
    for above in (here, *here.parents):
        yield from _named(above, name)
    yield here


def _named(folder: Path, name: str) -> Iterator[Path]:
    """The folder itself if it has the package's name, and the one of that name in it."""
    if folder.name == name:
        yield folder
    yield folder / name


def own_folder(scope: Scope) -> Path:
    """The folder of the file that is being read: the model's, or that of a part of it."""
    return ((scope.folder or Path.cwd()) / scope.module_folder).resolve()
