"""Tables of a signal: reading the columns of a CSV file, and cubics between the knots."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

import numpy as np

from pelagos.files import UnreadableError, read_text
from pelagos.language.files import LARGEST_FILE, find
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import refusal, to_number

Cubic = tuple[float, float, float, float]
LARGEST_TABLE = 1_000_000  # rows


def pieces(times: Sequence[float], values: Sequence[float], kind: str) -> tuple[Cubic, ...]:
    """Per interval the cubic c0 + c1 x + c2 x^2 + c3 x^3 from its left knot."""
    t, y = np.asarray(times), np.asarray(values)
    zero = np.zeros(len(t) - 1)
    width = np.diff(t)
    slope = np.diff(y) / width
    if kind == "hold":
        columns = [y[:-1], zero, zero, zero]
    elif kind == "linear":
        columns = [y[:-1], slope, zero, zero]
    else:
        bend = _bends(width, slope)
        columns = [
            y[:-1],
            slope - width * (2 * bend[:-1] + bend[1:]) / 6,
            bend[:-1] / 2,
            np.diff(bend) / (6 * width),
        ]
    return tuple((a, b, c, d) for a, b, c, d in np.stack(columns, axis=1).tolist())


def _bends(width: Any, slope: Any) -> Any:
    """Second derivatives at the knots of the natural spline (tridiagonal, Thomas's algorithm)."""
    n = len(width)
    bend = np.zeros(n + 1)
    if n == 1:
        return bend
    diagonal = 2 * (width[:-1] + width[1:])
    right = 6 * np.diff(slope)
    # eliminate downwards
    for i in range(1, n - 1):
        factor = width[i] / diagonal[i - 1]
        diagonal[i] -= factor * width[i]
        right[i] -= factor * right[i - 1]
    # substitute upwards; the ends of a natural spline are straight
    for i in range(n - 2, -1, -1):
        bend[i + 1] = (right[i] - width[i + 1] * bend[i + 2]) / diagonal[i]
    return bend


def read_columns(name: str, columns: Sequence[str | int]) -> list[list[float]]:
    """The named (or numbered, from 0) columns of a CSV file with a heading line."""
    path = find(name, (".csv", ".txt"))
    try:
        rows = csv.reader(io.StringIO(read_text(path, LARGEST_FILE)))
        heading = [item.strip() for item in next(rows, [])]
        places = [_place(column, heading) for column in columns]
        found: list[list[float]] = [[] for _ in columns]
        for number, row in enumerate(rows, start=2):
            if row:
                _append(found, row, places, number)
    except UnreadableError as error:
        raise refusal(f"the file cannot be read: {error.reason}", error.remedy) from None
    except csv.Error as error:
        raise refusal(f"the file cannot be read: {error}", "save it as CSV in UTF-8") from None
    return found


def _append(found: list[list[float]], row: list[str], places: list[int], number: int) -> None:
    if len(found[0]) >= LARGEST_TABLE:
        raise refusal(f"the file has more than {LARGEST_TABLE} rows", "thin it out")
    for column, place in zip(found, places, strict=True):
        try:
            column.append(to_number(float(row[place])))
        except (IndexError, ValueError):
            shown = row[place][:30] if place < len(row) else "nothing"
            raise refusal(
                f"line {number} of the file holds {shown!r} in column {place + 1}",
                "every line below the heading must hold ordinary numbers",
            ) from None


def _place(column: str | int, heading: list[str]) -> int:
    if isinstance(column, int):
        if 0 <= column < len(heading):
            return column
        raise refusal(f"there is no column {column}", f"columns are 0 to {len(heading) - 1}")
    if column in heading:
        return heading.index(column)
    raise refusal(f"there is no column {column!r}", did_you_mean(column, heading))
