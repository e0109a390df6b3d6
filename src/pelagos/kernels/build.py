"""Compile every entry and write the object files: the one place where numba works."""

from __future__ import annotations

import importlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from numba.core.dispatcher import Dispatcher

from pelagos.kernels.entry import ENTRIES, Entry
from pelagos.kernels.library import GROUPS


def build(folder: Path, group: str) -> None:
    """Object files of a group's entries, then the manifest that makes them count."""
    own = Path(tempfile.mkdtemp(dir=folder))  # processes that build at once do not mix files
    rows = []
    for entry in _entries_of(group):
        name, code = entry.object_code()
        file = own / f"{entry.symbol}.o"
        file.write_bytes(code)
        rows.append((entry.symbol, name, file.relative_to(folder).as_posix()))
    manifest = own / f"{group}.json"
    manifest.write_text(json.dumps(rows))
    os.replace(manifest, folder / manifest.name)


def _entries_of(group: str) -> list[Entry]:
    """The entries a group adds to the core, callees first."""
    for module in GROUPS["core"]:
        importlib.import_module(f"pelagos.kernels.{module}")
    core = _callees_first(list(ENTRIES))
    if group == "core":
        return core
    for module in GROUPS[group]:
        importlib.import_module(f"pelagos.kernels.{module}")
    own = {f"pelagos.kernels.{module}" for module in GROUPS[group]}
    members = [entry for entry in ENTRIES if entry.symbol.rpartition(".")[0] in own]
    return [entry for entry in _callees_first(members) if entry in members]


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
