"""Compile a group of entries and write the object files: the one place where numba works.

Entries are compiled by as many processes as there are cores; each takes the next entry that nobody
has taken. Calls between entries stay open until `kernels.library` loads the files, so the order is
free.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import llvmlite.binding as llvm
from numba.core.dispatcher import Dispatcher

from pelagos.kernels import cache
from pelagos.kernels.entry import ENTRIES, Entry
from pelagos.kernels.library import ALONE, GROUPS

MOST_PROCESSES = 4  # beyond that the largest entry decides


def build(folder: Path, group: str) -> None:
    """Object files of a group's entries, then the manifest that makes them count."""
    own = Path(tempfile.mkdtemp(dir=folder))  # builds at the same time do not mix files
    helpers = [_helper(own, group) for _ in range(min(os.cpu_count() or 1, MOST_PROCESSES) - 1)]
    try:
        compile_share(own, group)
    finally:
        for helper in helpers:
            helper.wait()
    rows = []
    for entry in _entries_of(group):
        named = own / f"{entry.symbol}.name"
        if not named.exists():  # a helper was stopped
            _compile(entry, own)
        file = own / f"{entry.symbol}.o"
        rows.append((entry.symbol, named.read_text(), file.relative_to(folder).as_posix()))
    if folder == cache.folder() and cache.key() != cache.KEY:  # edited: not of this version
        raise OSError("the sources changed during the build")
    manifest = own / f"{group}.json"
    manifest.write_text(json.dumps(rows))
    os.replace(manifest, folder / manifest.name)


def compile_share(own: Path, group: str) -> None:
    """Compile the entries that no other process has taken yet."""
    for entry in _entries_of(group):
        try:
            (own / f"{entry.symbol}.taken").touch(exist_ok=False)
        except FileExistsError:
            continue
        _compile(entry, own)


def _compile(entry: Entry, own: Path) -> None:
    name, code = entry.object_code()
    (own / f"{entry.symbol}.o").write_bytes(code)
    (own / f"{entry.symbol}.name").write_text(name)


def _helper(own: Path, group: str) -> subprocess.Popen:
    """Another process that compiles a share."""
    source = str(Path(__file__).resolve().parents[2])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([source, *sys.path])}
    command = [sys.executable, "-m", "pelagos.kernels.build", os.fspath(own), group]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, env=environment, stdin=quiet, stdout=quiet, stderr=quiet)


def _entries_of(group: str) -> list[Entry]:
    """The entries a group adds to the core, callees first."""
    if group not in ALONE:
        for module in GROUPS["core"]:
            importlib.import_module(f"pelagos.kernels.{module}")
    for module in GROUPS[group]:
        importlib.import_module(f"pelagos.kernels.{module}")
    if group == "core":  # with all that its modules import
        others = {f"pelagos.kernels.{module}" for name in ALONE for module in GROUPS[name]}
        members = [entry for entry in ENTRIES if _module(entry) not in others]
    else:
        own = {f"pelagos.kernels.{module}" for module in GROUPS[group]}
        members = [entry for entry in ENTRIES if _module(entry) in own]
    for entry in ENTRIES:
        # numba's own linker wants an address for every symbol; nothing is called here
        llvm.add_symbol(entry.symbol, _SOMEWHERE)
    return [entry for entry in _callees_first(members) if entry in members]


_SOMEWHERE = 0x1000


def _module(entry: Entry) -> str:
    return entry.symbol.rpartition(".")[0]


def _callees_first(entries: list[Entry]) -> list[Entry]:
    ordered: dict[Entry, None] = {}

    def visit(entry: Entry) -> None:
        for callee in _called_by(entry.dispatcher.py_func):
            if callee not in ordered and callee is not entry:
                visit(callee)
        ordered[entry] = None

    for entry in entries:
        visit(entry)
    return list(ordered)


def _called_by(function: Callable, seen: frozenset = frozenset()) -> Iterator[Entry]:
    """The entries that a function, or an inlined function it calls, refers to by name."""
    for name in function.__code__.co_names:  # attributes are among them, hence `seen`
        value = function.__globals__.get(name)
        if isinstance(value, Entry):
            yield value
        elif isinstance(value, Dispatcher) and value not in seen:
            yield from _called_by(value.py_func, seen | {value})


if __name__ == "__main__":
    compile_share(Path(sys.argv[1]), sys.argv[2])
