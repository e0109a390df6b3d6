"""Numbers and tables as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def aligned(rows: Iterable[Sequence[str]], indent: str = "  ") -> list[str]:
    """Lines with columns as wide as their widest entry; the last one is free."""
    lines = [list(row) for row in rows]
    if not lines:
        return []
    widths = [max(len(row[i]) for row in lines) for i in range(len(lines[0]) - 1)]
    return [(indent + "  ".join([*map(str.ljust, row, widths), row[-1]])).rstrip() for row in lines]


def number(value: float) -> str:
    """A number as people write it."""
    return f"{value:.6g}"


def vector(values: Iterable[float]) -> str:
    """Numbers in brackets."""
    return "[" + ", ".join(number(value) for value in values) + "]"


def axis(values: Iterable[float]) -> str:
    """'y' or '-y' for an axis of the frame, numbers for others."""
    found = [float(value) for value in values]
    for i, name in enumerate("xyz"):
        for sign, mark in ((1.0, ""), (-1.0, "-")):
            if found == [sign * (k == i) for k in range(3)]:
                return mark + name
    return vector(found)


def numbered(names: Iterable[str]) -> list[str]:
    """Each name once: those that came before, but for capitals, get a number behind."""
    found: list[str] = []
    taken: set[str] = set()
    for name in names:
        given, k = name, 2
        while given.lower() in taken:
            given, k = f"{name}_{k}", k + 1
        taken.add(given.lower())
        found.append(given)
    return found
