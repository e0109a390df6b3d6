"""Coefficients of drag laid over others: those of a fragment over those of a model.

A towing tank gives the drag along one axis. Its names take the places of the same entries, however
these are written: as tables, or as names with other bars or with the other sign.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pelagos.elements.table import kinds
from pelagos.language.matrix6 import derivative

_TABLES = {"linear": "linear", "square": "quadratic"}


def written_alike(below: Mapping[str, Any], above: Mapping[str, Any]) -> Mapping[str, Any]:
    """The drag above in the form of that below, so that the two merge key by key."""
    names = {key: above[key] for key in above if _place(key) is not None}
    tables = [key for key in _TABLES.values() if key in below]
    known = {_place(key): key for key in below if _place(key) is not None}
    if not names or not (tables or known):
        return above
    magnitudes = above.get("sign") == "magnitude"
    result = {key: v for key, v in above.items() if key not in names and key != "sign"}
    for name, value in names.items():
        place = _place(name)
        assert place is not None
        if tables:
            key = _TABLES[place[0]]
            table = result.get(key, below.get(key, [0.0] * 6))
            entry = value if magnitudes else _negative(value)
            result[key] = _with_entry(table, *place[1:], entry)
        else:
            same = magnitudes == (below.get("sign") == "magnitude")
            result[known.get(place, name)] = value if same else _negative(value)
    return result


def not_by_entries(words: Any) -> str:
    """What drag is, if no single coefficient can be laid over it; else empty."""
    if isinstance(words, Mapping):
        laws = [key for key in kinds("drag") if key in words]
        return f"that of {laws[0]!r}" if laws else ""
    if isinstance(words, list):
        return f"a list of {len(words)} laws"
    return repr(words) if words in (True, "shape") else ""


def has_names(words: Any) -> bool:
    """Whether drag is given by names such as X_u."""
    return isinstance(words, Mapping) and any(_place(key) is not None for key in words)


def _place(name: Any) -> tuple[str, int, int] | None:
    """Linear or square, row and column of a name of SNAME; None for other keys."""
    place = derivative(name) if isinstance(name, str) else None
    return None if place is None or place[0] == "rate" else place


def _negative(value: Any) -> Any:
    return f"-({value})" if isinstance(value, str) else -value


def _with_entry(table: Any, row: int, column: int, value: Any) -> Any:
    """A copy of six numbers, or of six rows, with another entry."""
    if not isinstance(table, list) or len(table) != 6:
        return table  # is refused when it is read
    if not any(isinstance(item, list) for item in table):
        if row == column:
            return [value if i == row else item for i, item in enumerate(table)]
        table = [[x if i == j else 0.0 for j in range(6)] for i, x in enumerate(table)]
    rows = [list(item) if isinstance(item, list) else item for item in table]
    if isinstance(rows[row], list) and len(rows[row]) == 6:
        rows[row][column] = value
    return rows
