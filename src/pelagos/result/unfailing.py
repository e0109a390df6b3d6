"""A file for HDF5 to write to that never fails while HDF5 looks on.

HDF5 does not survive a write that fails: on a full disk the library dies with the process when the
file is released. So it writes to an object of Python that takes everything. What the disk refuses
is held in memory until HDF5 has let go; then the refusal is raised, as an `OSError` like any other.
"""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterator
from typing import IO, Any


class Unfailing(io.RawIOBase):
    """What is written goes to `file`; from the first failure on, to memory."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__()
        self._file, self._at = file, 0
        self._size = os.fstat(file.fileno()).st_size
        self._held: list[tuple[int, bytes]] = []  # offset and bytes, in the order of writes
        self.refusal: OSError | None = None

    def write(self, data: Any) -> int:
        piece = bytes(data)
        if self.refusal is None:
            try:
                self._file.seek(self._at)
                put(self._file, piece)
            except OSError as error:
                self.refusal = error
        if self.refusal is not None:
            self._held.append((self._at, piece))
        self._at += len(piece)
        self._size = max(self._size, self._at)
        return len(piece)

    def readinto(self, buffer: Any) -> int:
        """What was written there, wherever it is now; zeros in between."""
        start, wanted = self._at, min(len(buffer), max(0, self._size - self._at))
        self._file.seek(start)
        found = bytearray((self._file.read(wanted) or b"").ljust(wanted, b"\0"))
        for offset, piece in self._held:
            first, last = max(offset, start), min(offset + len(piece), start + wanted)
            if first < last:
                found[first - start : last - start] = piece[first - offset : last - offset]
        buffer[:wanted] = found
        self._at += wanted
        return wanted

    def truncate(self, size: int | None = None) -> int:
        self._size = self._at if size is None else size
        if self.refusal is None:
            try:
                self._file.truncate(self._size)
            except OSError as error:
                self.refusal = error
        return self._size

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence]
        self._at = base + offset
        return self._at

    def tell(self) -> int:
        return self._at

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True


@contextlib.contextmanager
def unfailing(file: IO[bytes]) -> Iterator[Unfailing]:
    """A file for HDF5, which must close it within; what the disk refused is raised afterwards."""
    careful = Unfailing(file)
    yield careful
    if careful.refusal is not None:
        raise careful.refusal


def put(file: IO[bytes], data: Any) -> None:
    """Write all of it where the file stands, also where a call takes a part only."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]
