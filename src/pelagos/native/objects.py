"""Named pieces of machine code in a folder, each checked to the last bit before it is handed out.

Code that is damaged on its way to or from the disk does not fail, it does something else. So every
piece carries its size and a digest of itself, of its name and of the version it belongs to. What is
not whole, or not what it was, is as good as not there, and made anew. The digest is no seal: that
nobody else writes the folder is looked after by `folders`, each time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from pathlib import Path

from pelagos.beside import beside
from pelagos.native.folders import check, danger

_MAGIC = b"pelagos code 1\n\0"
_SIZE, _DIGEST = 8, 32  # bytes
_HEAD = len(_MAGIC) + _SIZE + _DIGEST
_SUFFIX = ".code"


class ObjectStore:
    """The pieces of one version in a folder."""

    def __init__(self, folder: Path, version: str) -> None:
        self.folder, self._version = folder, version

    def get(self, name: str) -> bytes | None:
        """What was put under a name, if it is whole and nobody else can have changed it."""
        place = self._place(name)
        try:
            if danger(self.folder) is not None:
                return None
            stored = place.read_bytes()
        except OSError:
            return None
        data = stored[_HEAD:]
        return data if stored[:_HEAD] == self._head(name, data) else None

    def put(self, name: str, data: bytes) -> None:
        """Keep something, on the disk before it counts. An OSError says that it is not kept."""
        place = self._place(name)
        check(self.folder)
        with beside(place) as new:
            with new.open("xb") as file:
                file.write(self._head(name, data) + data)
                file.flush()
                os.fsync(file.fileno())
            new.replace(place)
        _write_through(self.folder)

    def touch(self, name: str) -> None:
        """Note that a piece is in use: those that are not are removed first."""
        with contextlib.suppress(OSError):
            os.utime(self._place(name))

    def has_any(self, start: str) -> bool:
        """Whether there is something, whole or not, whose name begins so."""
        with contextlib.suppress(OSError):
            return any(p.name.startswith(start) for p in self.folder.glob(f"*{_SUFFIX}"))
        return False

    def _head(self, name: str, data: bytes) -> bytes:
        digest = hashlib.sha256(f"{self._version}\0{name}\0".encode() + data).digest()
        return _MAGIC + len(data).to_bytes(_SIZE, "little") + digest

    def _place(self, name: str) -> Path:
        if not re.fullmatch(r"\w[\w.-]*", name):
            raise ValueError(f"{name!r} is no name of a piece of code")
        return self.folder / f"{name}{_SUFFIX}"


def _write_through(folder: Path) -> None:
    """Let the new name reach the disk, where folders can be flushed."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
