"""Names beside a file, to write it as a whole and then rename it."""

from __future__ import annotations

import contextlib
import glob
import os
import platform
import re
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def beside(path: Path) -> Iterator[Path]:
    """A hidden name beside `path` for a file or a folder, which is gone afterwards.

    What processes left there that were killed meanwhile is removed.
    """
    host = re.sub(r"\W", "-", platform.node())
    own = f"{os.getpid()}-{threading.get_native_id()}"
    mine = path.with_name(f".{path.name}.{host}.{own}.tmp")
    for left in path.parent.glob(f".{glob.escape(path.name)}.{host}.*.tmp"):
        process = left.suffixes[-2][1:].partition("-")[0]
        if left == mine or not _is_alive(process):
            _remove(left)
    try:
        yield mine
    finally:
        _remove(mine)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def _is_alive(process: str) -> bool:
    """Whether there is a process of that number on this machine, or none can be asked for."""
    if sys.platform == "win32" or not process.isdigit():
        return True
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
