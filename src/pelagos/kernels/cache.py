"""Where compiled code is kept: one folder per version of the sources, numba and the CPU.

The folder's name is a hash of every source that takes part, so an edit opens a new folder; old
folders are pruned. Where the user's cache folder cannot be written, a private folder under the
system's temporary one is used; where that fails too, the code lives for one process only.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import re
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path

import llvmlite.binding as llvm

from pelagos.kernels.lanes import WIDTH

KEEP = 3  # folders of other versions that stay
_SOURCES = ("equations", "tape", "kernels", "compiled")


@cache
def folder() -> Path | None:
    """The folder of this version, made and pruned on first call; None if none can be written."""
    for base in bases():
        path = base / KEY
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.TemporaryFile(dir=path):
                pass
        except OSError:
            continue
        if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
            continue  # never run code that somebody else may have written
        os.utime(path)
        _prune(base)
        return path
    return None


def bases() -> list[Path]:
    """Folders to try, in order."""
    chosen = os.environ.get("PELAGOS_CACHE_DIR")
    if chosen:
        return [Path(chosen)]
    user = os.getuid() if hasattr(os, "getuid") else "user"
    temporary = Path(tempfile.gettempdir()) / f"pelagos-{user}"
    try:
        home = Path.home()
    except RuntimeError:  # no home folder known
        return [temporary]
    if sys.platform == "win32":
        usual = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        usual = home / "Library" / "Caches"
    else:
        usual = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return [usual / "pelagos", temporary]


def key() -> str:
    """A hash of everything the machine code depends on."""
    digest = hashlib.sha256()
    root = Path(__file__).resolve().parent.parent
    for package in _SOURCES:
        for source in sorted((root / package).rglob("*.py")):
            digest.update(source.relative_to(root).as_posix().encode())
            digest.update(source.read_bytes())
    cpu = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()} {WIDTH}"
    for fact in (importlib.metadata.version("numba"), sys.version, cpu):
        digest.update(fact.encode())
    return digest.hexdigest()[:24]


def _prune(base: Path) -> None:
    """Remove the oldest folders of ours; whatever else lies beside them is not our business."""
    try:
        ours = (p for p in base.iterdir() if re.fullmatch("[0-9a-f]{24}", p.name) and p.is_dir())
        folders = sorted(ours, key=lambda p: p.stat().st_mtime)
    except OSError:
        return
    for old in folders[: -KEEP - 1]:
        shutil.rmtree(old, ignore_errors=True)


KEY = key()  # of the sources as this process imports them
