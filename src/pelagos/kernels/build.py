"""Compile a group of entries to object files: the one place where numba works.

Entries are compiled by as many processes as there are cores; each takes the next entry that nobody
has taken. Calls between entries stay open until `kernels.library` loads the code, so the order is
free.
"""

from __future__ import annotations

import dis
import importlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import llvmlite.binding as llvm
from numba.core.dispatcher import Dispatcher

from pelagos.beside import beside
from pelagos.kernels.entry import ENTRIES, Entry
from pelagos.kernels.library import GROUPS
from pelagos.kernels.packed import Code, packed, unpacked

MOST_PROCESSES = 4  # beyond that the largest entry decides


def build(group: str, folder: Path | None) -> list[Code]:
    """The machine code of a group's entries, callees first; helpers need a folder to hand it in."""
    if folder is None:
        return [_compiled(entry) for entry in _entries_of(group)]
    with beside(folder / group) as desk:
        desk.mkdir(mode=0o700)
        helpers = [
            _helper(desk, group) for _ in range(min(os.cpu_count() or 1, MOST_PROCESSES) - 1)
        ]
        try:
            compile_share(desk, group)
        finally:
            for helper in helpers:
                helper.wait()
        # what a helper that was stopped did not hand in is left to do
        return [_handed_in(entry, desk) or _compiled(entry) for entry in _entries_of(group)]


def compile_share(desk: Path, group: str) -> None:
    """Compile the entries that no other process has taken yet."""
    for entry in _entries_of(group):
        try:
            (desk / f"{entry.symbol}.taken").touch(exist_ok=False)
        except FileExistsError:
            continue
        unfinished = desk / f"{entry.symbol}.part"
        unfinished.write_bytes(packed([_compiled(entry)]))
        unfinished.replace(desk / entry.symbol)


def _compiled(entry: Entry) -> Code:
    return Code(entry.symbol, *entry.object_code())


def _handed_in(entry: Entry, desk: Path) -> Code | None:
    place = desk / entry.symbol
    return unpacked(place.read_bytes())[0] if place.exists() else None


def _helper(desk: Path, group: str) -> subprocess.Popen:
    """Another process that compiles a share."""
    source = str(Path(__file__).resolve().parents[2])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([source, *sys.path])}
    command = [sys.executable, "-m", "pelagos.kernels.build", os.fspath(desk), group]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, env=environment, stdin=quiet, stdout=quiet, stderr=quiet)


def _entries_of(group: str) -> list[Entry]:
    """The entries of a group, callees first."""
    for module in GROUPS[group]:
        importlib.import_module(f"pelagos.{module}")
    own = {f"pelagos.{module}" for module in GROUPS[group]}
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
    for instruction in dis.get_instructions(function):
        if instruction.opname != "LOAD_GLOBAL":
            continue
        value = function.__globals__.get(instruction.argval)
        if isinstance(value, Entry):
            yield value
        elif isinstance(value, Dispatcher) and value not in seen:
            yield from _called_by(value.py_func, seen | {value})


if __name__ == "__main__":
    compile_share(Path(sys.argv[1]), sys.argv[2])
