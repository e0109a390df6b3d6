"""Plain text on a terminal: tables, numbers, JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import click

from pelagos.text import aligned

Facts = dict[str, Any]  # what is printed, or given as JSON


def print_json(data: Any) -> None:
    """Machine-readable output, on its own."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def print_table(rows: Iterable[Sequence[str]], indent: str = "  ") -> None:
    """Columns as wide as their widest entry; the last one is free."""
    for line in aligned(rows, indent):
        click.echo(line)


def plural(count: int, word: str, words: str = "") -> str:
    """'1 body', '2 bodies'."""
    return f"{count} {word if count == 1 else words or word + 's'}"


def span(seconds: float) -> str:
    """A time in the unit in which it has few digits."""
    for factor, unit in ((1e9, "ns"), (1e6, "us"), (1e3, "ms")):
        if seconds * factor < 1000.0:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds:.3g} s"
