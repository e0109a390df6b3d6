"""The machine code of a group of loops as one piece of bytes."""

from __future__ import annotations

import json
from typing import NamedTuple


class Code(NamedTuple):
    """An object file, and the functions in it."""

    symbols: list[str]
    file: bytes


def packed(code: Code) -> bytes:
    """A line that says what is in the file, then the file."""
    return json.dumps(code.symbols).encode() + b"\n" + code.file


def unpacked(data: bytes) -> Code:
    index, _, file = data.partition(b"\n")
    return Code(json.loads(index), file)
