"""Tables as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def aligned(rows: Iterable[Sequence[str]], indent: str = "  ") -> list[str]:
    """Lines with columns as wide as their widest entry; the last one is free."""
    lines = [list(row) for row in rows]
    if not lines:
        return []
    widths = [max(len(row[i]) for row in lines) for i in range(len(lines[0]) - 1)]
    return [(indent + "  ".join([*map(str.ljust, row, widths), row[-1]])).rstrip() for row in lines]
