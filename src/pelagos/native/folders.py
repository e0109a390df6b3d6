"""Folders from which code may be loaded: those that nobody but this user and root can change.

Whoever can write a folder can put other files into it; whoever can write one above it can put
another folder in its place. So all folders on the way are looked at, and all links as well. A
folder that everybody writes but where each may only remove what is his own, such as /tmp, is a
place for folders of one's own, not for files.
"""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_MOST_LINKS = 40


class Unsafe(PermissionError):  # noqa: N818
    """Others could change what is in a folder."""


def check(path: Path) -> None:
    """Refuse a folder that others can change."""
    reason = danger(path)
    if reason is not None:
        raise Unsafe(reason)


def danger(path: Path) -> str | None:
    """Why somebody else could change what is in a folder; None if nobody can, or it is missing."""
    if not hasattr(os, "getuid"):  # a system with other rules
        return None
    whole = path if path.is_absolute() else Path.cwd() / path
    at, left, links = Path(whole.anchor), list(reversed(whole.parts[1:])), 0
    while left:
        part = left.pop()
        if part == "..":
            at = at.parent
            continue
        here = at / part
        try:
            facts = os.lstat(here)
        except FileNotFoundError:
            return None
        if facts.st_uid not in (0, os.getuid()):
            return f"{here} belongs to another user"
        if stat.S_ISLNK(facts.st_mode):
            links += 1
            if _is_shared(at) or links > _MOST_LINKS:
                return f"{here} is a link that others could have made"
            target = Path(os.readlink(here))
            at = Path(target.anchor) if target.is_absolute() else at
            left += reversed(target.parts[1:] if target.is_absolute() else target.parts)
            continue
        if facts.st_mode & _OTHERS and not facts.st_mode & stat.S_ISVTX:
            return f"{here} can be written by others; `chmod go-w` it"
        at = here
    return f"{at} is shared by all users; name a folder in it" if _is_shared(at) else None


def _is_shared(folder: Path) -> bool:
    return bool(os.lstat(folder).st_mode & _OTHERS)


def make(path: Path) -> None:
    """A folder for this user alone, with those above it that are missing."""
    if not path.is_dir():
        make(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)


def own_temporary(prefix: str) -> Path | None:
    """A folder of this user in the system's temporary one: that of last time, or a new one."""
    user = os.getuid() if hasattr(os, "getuid") else "user"
    try:
        root = Path(tempfile.gettempdir())
        for found in sorted(root.glob(f"{prefix}-{user}-*")):
            if found.is_dir() and not found.is_symlink() and danger(found) is None:
                return found
        made = Path(tempfile.mkdtemp(prefix=f"{prefix}-{user}-"))
        if danger(made) is None:
            return made
        made.rmdir()
    except OSError:
        pass
    return None
