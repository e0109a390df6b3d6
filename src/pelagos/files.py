"""The one way in which files are read: regular ones only, and no more of them than is sensible.

A pipe would wait for ever for somebody to write, a device never end. The file that was opened is
the one that is looked at, so that nothing can be put in its place in between.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from pelagos.errors import PelagosError

LARGEST_TEXT = 200_000_000  # bytes
LARGEST_LOG = 2_000_000_000
_BLOCK = 1 << 20
_DIRECT = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class UnreadableError(PelagosError):
    """A file that is not read: why, what was found, and what to do about it."""

    def __init__(
        self, path: str | os.PathLike[str], reason: str, remedy: str, found: str = ""
    ) -> None:
        shown = f"{reason} (found {found})" if found else reason
        super().__init__(f"{str(path)[:300]}: {shown}\n    {remedy}")
        self.path, self.reason, self.remedy, self.found = path, reason, remedy, found

    def __reduce__(self) -> tuple[type[UnreadableError], tuple[str, str, str, str]]:
        """Travels between processes as a whole."""
        return UnreadableError, (str(self.path), self.reason, self.remedy, self.found)


def read_bytes(path: str | os.PathLike[str], most: int = LARGEST_TEXT) -> bytes:
    """The content of a regular file of at most so many bytes."""
    try:
        with open(os.open(path, _DIRECT), "rb") as file:
            facts = os.fstat(file.fileno())
            if not stat.S_ISREG(facts.st_mode):
                raise UnreadableError(path, f"is {_kind(facts.st_mode)}", "name a file")
            _check_size(path, facts.st_size, most)
            content = file.read(facts.st_size)
            while block := file.read(_BLOCK):  # it grows, or is one of the system's without a size
                content += block
                _check_size(path, len(content), most)
    except FileNotFoundError:
        raise UnreadableError(path, "no such file", "check the name") from None
    except IsADirectoryError:  # here opening says so, elsewhere the status
        raise UnreadableError(path, "is a folder", "name a file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        remedy = "check the name and its permissions"
        raise UnreadableError(path, f"cannot be read: {reason}", remedy) from None
    return content


def read_text(path: str | os.PathLike[str], most: int = LARGEST_TEXT) -> str:
    """The text of a regular file in UTF-8, without the mark that some editors begin it with."""
    try:
        text = read_bytes(path, most).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise UnreadableError(
            path, f"line {line} is not text in UTF-8", "save the file as UTF-8"
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def check(path: str | os.PathLike[str], most: int = LARGEST_LOG) -> Path:
    """The path of a regular file, for readers that open files themselves."""
    try:
        facts = os.stat(path)
    except FileNotFoundError:
        raise UnreadableError(path, "no such file", "check the name") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableError(path, f"cannot be read: {reason}", "check the name") from None
    if not stat.S_ISREG(facts.st_mode):
        raise UnreadableError(path, f"is {_kind(facts.st_mode)}", "name a file")
    _check_size(path, facts.st_size, most)
    return Path(path)


def _check_size(path: str | os.PathLike[str], size: int, most: int) -> None:
    if size > most:
        reason = f"the file is larger than {most / 1e6:g} MB"
        raise UnreadableError(path, reason, "thin it out, or split it", f"{size / 1e6:.1f} MB")


def _kind(mode: int) -> str:
    """What is no regular file, in words."""
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device or socket"
