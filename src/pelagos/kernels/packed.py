"""The machine code of a group of entries as one piece of bytes."""

from __future__ import annotations

import json
from typing import NamedTuple


class Code(NamedTuple):
    """An entry: its symbol, the name of its function in the object file, and that file's bytes."""

    symbol: str
    name: str
    code: bytes


def packed(entries: list[Code]) -> bytes:
    """A line that says what follows, then the object files."""
    index = json.dumps([(entry.symbol, entry.name, len(entry.code)) for entry in entries])
    return index.encode() + b"\n" + b"".join(entry.code for entry in entries)


def unpacked(data: bytes) -> list[Code]:
    index, _, rest = data.partition(b"\n")
    found, start = [], 0
    for symbol, name, size in json.loads(index):
        found.append(Code(symbol, name, rest[start : start + size]))
        start += size
    return found
