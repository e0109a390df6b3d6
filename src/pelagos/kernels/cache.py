"""Where compiled code is kept: one folder per version of the sources, LLVM and the CPU.

The folder's name is a hash of every source that takes part, so an edit opens a new folder; old
folders are pruned. Where it lies is chosen by `native.places`; where no folder can be written, the
code lives for one process only.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import re
import shutil
import sys
from functools import cache
from pathlib import Path

import llvmlite.binding as llvm

from pelagos.native import places
from pelagos.native.objects import ObjectStore

KEEP = 3  # folders of other versions that stay
_SOURCES = ("kernels", "loops", "tape", "mechanism")


def store(more: str = "") -> ObjectStore | None:
    """The code of this version, or of what else it depends on; None if none can be kept."""
    place = folder()
    return None if place is None else ObjectStore(place, KEY + more)


@cache
def folder() -> Path | None:
    """The folder of this version, made and pruned on first call; None if there can be none."""
    found = places.folder(KEY)
    if found is not None:
        os.utime(found)
        _prune(found.parent)
    return found


def key() -> str:
    """A hash of everything the machine code depends on."""
    digest = hashlib.sha256()
    root = Path(__file__).resolve().parent.parent
    for package in _SOURCES:
        for source in sorted((root / package).rglob("*.py")):
            digest.update(source.relative_to(root).as_posix().encode())
            digest.update(source.read_bytes())
    cpu = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    for fact in (importlib.metadata.version("llvmlite"), sys.version, cpu):
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
