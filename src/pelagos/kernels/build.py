"""Compile every entry and write the object files: the one place where numba works."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from numba.core.dispatcher import Dispatcher

from pelagos.kernels import march, observe  # noqa: F401 (their import defines all entries)
from pelagos.kernels.entry import ENTRIES, Entry
from pelagos.kernels.library import MANIFEST


def build(folder: Path) -> None:
    """Object files of all entries, then the manifest that makes them count."""
    own = Path(tempfile.mkdtemp(dir=folder))  # processes that build at once do not mix files
    rows = []
    for entry in _callees_first():
        name, code = entry.object_code()
        file = own / f"{entry.symbol}.o"
        file.write_bytes(code)
        rows.append((entry.symbol, name, file.relative_to(folder).as_posix()))
    manifest = own / MANIFEST
    manifest.write_text(json.dumps(rows))
    os.replace(manifest, folder / MANIFEST)


def _callees_first() -> list[Entry]:
    ordered: dict[Entry, None] = {}

    def visit(entry: Entry) -> None:
        for callee in _called_by(entry.dispatcher.py_func):
            if callee not in ordered:
                visit(callee)
        ordered[entry] = None

    for entry in ENTRIES:
        visit(entry)
    return list(ordered)


def _called_by(function: Callable) -> Iterator[Entry]:
    """The entries that a function, or an inlined function it calls, refers to by name."""
    for name in function.__code__.co_names:
        value = function.__globals__.get(name)
        if isinstance(value, Entry):
            yield value
        elif isinstance(value, Dispatcher):
            yield from _called_by(value.py_func)
