"""Where compiled code is kept: one folder per version of the sources, numba and the CPU.

The folder's name is a hash of every source that takes part, so an edit opens a new folder; old
folders are pruned. Where the user's cache folder cannot be written, or others can write it, a
private folder under the system's temporary one is used; where that fails too, the code lives for
one process only.
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

from pelagos.errors import PelagosError
from pelagos.kernels.lanes import WIDTH
from pelagos.native.folders import Unsafe, check, make, own_temporary
from pelagos.native.objects import ObjectStore

KEEP = 3  # folders of other versions that stay
_SOURCES = ("equations", "tape", "kernels", "compiled")


def store(more: str = "") -> ObjectStore | None:
    """The code of this version, or of what else it depends on; None if none can be kept."""
    place = folder()
    return None if place is None else ObjectStore(place, KEY + more)


@cache
def folder() -> Path | None:
    """The folder of this version, made and pruned on first call; None if there can be none."""
    chosen = os.environ.get("PELAGOS_CACHE_DIR")
    base = Path(chosen) if chosen else usual_base()
    if base is not None:
        try:
            return _opened(base)
        except Unsafe as reason:  # whoever can write the folder could have his code run
            if chosen:
                raise PelagosError(
                    f"PELAGOS_CACHE_DIR: {chosen}: no place for machine code: {reason}\n"
                    "    name a folder that only you can write, as are all above it"
                ) from None
        except OSError:
            pass
        if chosen:
            return None
    try:
        temporary = own_temporary("pelagos")
        return None if temporary is None else _opened(temporary)
    except OSError:
        return None


def _opened(base: Path) -> Path:
    """The folder of this version in a base; an OSError if it cannot be written, or by others."""
    path = base / KEY
    for place in (base, path):
        make(place)
        check(place)
    with tempfile.TemporaryFile(dir=path):
        pass
    os.utime(path)
    _prune(base)
    return path


def usual_base() -> Path | None:
    """Where programs of this system keep such things; None if no home folder is known."""
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        usual = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        usual = home / "Library" / "Caches"
    else:
        usual = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return usual / "pelagos"


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
