"""Compiled code on disk: one folder per version of the sources, numba and the CPU.

numba's own cache does not notice an edit in a callee of another file. Here the folder's name is a
hash of every source that takes part, so an edit opens a new folder; old folders are pruned. Where
the user's cache folder cannot be written, a private folder under the system's temporary one is
used; where that fails too, nothing is cached and runs still work.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import caching

KEEP = 3  # folders of older sources that stay for switching between versions
_SOURCES = ("equations", "kernels", "compiled")


def compiled(function: Callable | None = None, *, name: str | None = None) -> Any:
    """`numba.njit` for kernels: no GIL, IEEE division, and this module's disk cache."""

    def decorate(f: Callable) -> Any:
        dispatcher = numba.njit(nogil=True, error_model="numpy")(f)
        if folder() is not None:
            dispatcher._cache = _Cache(f, name or f.__qualname__)
        return dispatcher

    return decorate if function is None else decorate(function)


@cache
def folder() -> Path | None:
    """The cache folder in use, made and pruned on first call; None if none can be written."""
    key = _key()
    for base in _bases():
        path = base / key
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.TemporaryFile(dir=path):
                pass
        except OSError:
            continue
        if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
            continue  # never load code that somebody else may have written
        os.utime(path)
        _prune(base)
        return path
    return None


def is_warm() -> bool:
    """Whether an earlier run left compiled code here."""
    path = folder()
    return path is not None and any(path.glob("*.nbi"))


def _bases() -> list[Path]:
    chosen = os.environ.get("PELAGOS_CACHE_DIR")
    if chosen:
        return [Path(chosen)]
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Caches"
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    user = os.getuid() if hasattr(os, "getuid") else "user"
    return [home / "pelagos", Path(tempfile.gettempdir()) / f"pelagos-{user}"]


def _key() -> str:
    digest = hashlib.sha256()
    root = Path(__file__).resolve().parent.parent
    for package in _SOURCES:
        for source in sorted((root / package).rglob("*.py")):
            digest.update(source.relative_to(root).as_posix().encode())
            digest.update(source.read_bytes())
    cpu = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    for fact in (numba.__version__, sys.version, cpu):
        digest.update(fact.encode())
    return digest.hexdigest()[:24]


def _prune(base: Path) -> None:
    try:
        folders = sorted((p for p in base.iterdir() if p.is_dir()), key=lambda p: p.stat().st_mtime)
    except OSError:
        return
    for old in folders[: -KEEP - 1]:
        shutil.rmtree(old, ignore_errors=True)


class _Locator:
    """Tells numba where to keep a function's files; the folder's name already holds the stamp."""

    def __init__(self, function: Callable, name: str):
        self._name = name.replace("<", "").replace(">", "")

    def ensure_cache_path(self) -> None:
        folder().mkdir(parents=True, exist_ok=True)  # type: ignore[union-attr]

    def get_cache_path(self) -> str:
        return str(folder())

    def get_source_stamp(self) -> str:
        return "by folder"

    def get_disambiguator(self) -> str:
        return self._name


class _Implementation(caching.CompileResultCacheImpl):
    def __init__(self, function: Callable, name: str):
        self._lineno = 0
        self._locator = _Locator(function, name)
        self._filename_base = self.get_filename_base(name, self._locator.get_disambiguator())

    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        return abiflags


class _Cache(caching.FunctionCache):
    """numba's function cache with a fixed name and place instead of a guess from the source file."""

    def __init__(self, function: Callable, name: str):
        self._name = name
        self._py_func = function
        self._impl = _Implementation(function, name)
        self._cache_path = self._impl.locator.get_cache_path()
        self._index_name = f"{name}.nbi"
        self._cache_file = caching.IndexDataCacheFile(
            cache_path=self._cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=self._impl.locator.get_source_stamp(),
        )
        self.enable()

    def _index_key(self, signature: Any, codegen: Any) -> tuple:
        """Signature and CPU; closures are told apart by name, their contents by the folder."""
        return signature, codegen.magic_tuple()
