"""Grids of heights from files: Esri ASCII grids (.asc), and tables with coordinates (.csv)."""

from __future__ import annotations

import csv
import io
from typing import NamedTuple

import numpy as np

from pelagos.files import UnreadableError, read_text
from pelagos.language.files import find
from pelagos.language.words import refusal

MOST_NODES = 100_000
LARGEST_GRID = 20_000_000  # bytes
FARTHEST, SMALLEST = 1e7, 1e-4  # m: coordinates and heights; spacing
EVEN = 1e-6  # of the spacing: how evenly coordinates must stand
REMEDY = "a .csv has x in its first line, y in its first column; a .asc is an Esri ASCII grid"
FILL = "fill the holes (gdal_fillnodata, scipy.interpolate.griddata), or cut the map down"
_HEAD = ("ncols", "nrows", "xllcorner", "yllcorner", "xllcenter", "yllcenter", "cellsize")


class HeightGrid(NamedTuple):
    """Heights at even steps; rows along y, columns along x."""

    origin: tuple[float, float]
    spacing: tuple[float, float]
    heights: np.ndarray


def read_grid(name: str) -> HeightGrid:
    """The grid of a file beside the model."""
    path = find(name, (".asc", ".csv"))
    try:
        text = read_text(path, LARGEST_GRID)
    except UnreadableError as error:
        raise refusal(f"the file cannot be read: {error.reason}", error.remedy) from None
    grid = _esri(text) if path.suffix.lower() == ".asc" else _table(text)
    check_grid(grid)
    return grid


def check_grid(grid: HeightGrid) -> None:
    """Refuse what is no whole grid."""
    heights = grid.heights
    for key, found, least in (("origin", grid.origin, 0.0), ("spacing", grid.spacing, SMALLEST)):
        if not all(least <= abs(number) <= FARTHEST for number in found):
            message = f"the {key} of the map, {found[0]:g} and {found[1]:g} m, makes no sense"
            raise refusal(
                message, f"check the unit; between {least:g} and {FARTHEST:g} m are taken"
            )
    if heights.ndim != 2 or min(heights.shape) < 2:
        raise refusal(
            "the map has less than two lines or columns", f"give a grid of heights; {REMEDY}"
        )
    if heights.size > MOST_NODES:
        message = f"the map has {heights.size} heights, at most {MOST_NODES} are taken"
        raise refusal(message, "thin it out, or cut it down to where bodies come")
    holes = np.argwhere(~(np.abs(heights) <= FARTHEST))
    if len(holes):
        row, column = holes[0]
        x = grid.origin[0] + column * grid.spacing[0]
        y = grid.origin[1] + row * grid.spacing[1]
        message = (
            f"{len(holes)} of the map's {heights.size} heights are missing, "
            f"one of them at x = {x:g}, y = {y:g}"
        )
        raise refusal(message, FILL)


def _esri(text: str) -> HeightGrid:
    """Lines from the largest y on, below a head of words and numbers."""
    head: dict[str, float] = {}
    lines = text.split("\n")
    first = 0
    for line in lines:
        words = line.split()
        if len(words) != 2 or words[0].lower() not in (*_HEAD, "nodata_value"):
            break
        head[words[0].lower()] = _number(words[1])
        first += 1
    cell = head.get("cellsize", np.nan)
    for key in ("ncols", "nrows"):
        if not 1 <= head.get(key, np.nan) <= MOST_NODES:
            message = f"the head of the grid gives no {key} between 1 and {MOST_NODES}"
            raise refusal(message, f"export it again; {REMEDY}")
    if not cell > 0:
        raise refusal(
            "the head of the grid gives no cellsize above 0", f"export it again; {REMEDY}"
        )
    origin = []
    for axis in "xy":
        corner, centre = head.get(f"{axis}llcorner"), head.get(f"{axis}llcenter")
        if corner is None and centre is None:
            raise refusal(f"the head of the grid gives no {axis}llcorner", "export it again")
        origin.append(corner + cell / 2 if centre is None else centre)  # type: ignore[operator]
    numbers = np.array([_number(w) for line in lines[first:] for w in line.split()])
    rows, columns = int(head["nrows"]), int(head["ncols"])
    if len(numbers) != rows * columns:
        message = f"the grid has {len(numbers)} heights, its head says {rows} times {columns}"
        raise refusal(message, "export it again")
    numbers[numbers == head.get("nodata_value", np.nan)] = np.nan
    heights = numbers.reshape(rows, columns)[::-1]
    return HeightGrid((origin[0], origin[1]), (cell, cell), heights)


def _table(text: str) -> HeightGrid:
    """x in the first line, y in the first column, heights where they meet."""
    try:
        lines = [line for line in csv.reader(io.StringIO(text)) if line]
    except csv.Error as error:
        raise refusal(f"the file cannot be read: {error}", "save it as CSV in UTF-8") from None
    if len(lines) < 3 or len(lines[0]) < 3:
        raise refusal("the file holds no grid of two lines and columns", REMEDY)
    width = len(lines[0])
    for number, line in enumerate(lines, start=1):
        if len(line) != width:
            message = f"line {number} has {len(line)} entries, the first one {width}"
            raise refusal(message, f"give every line as many; {REMEDY}")
    x = _even("x", np.array([_number(w) for w in lines[0][1:]]))
    y = _even("y", np.array([_number(line[0]) for line in lines[1:]]))
    heights = np.array([[_number(w) for w in line[1:]] for line in lines[1:]])
    heights = heights[:: -1 if y[1] < 0 else 1, :: -1 if x[1] < 0 else 1]
    origin = x[0] if x[1] > 0 else x[2], y[0] if y[1] > 0 else y[2]
    return HeightGrid(origin, (abs(x[1]), abs(y[1])), heights)


def _even(axis: str, found: np.ndarray) -> tuple[float, float, float]:
    """First, step and last of coordinates at even steps."""
    first, last = float(found[0]), float(found[-1])
    step = (last - first) / (len(found) - 1)
    fault = np.abs(found - np.linspace(first, last, len(found)))
    if not step or not np.isfinite(found).all() or fault.max() > EVEN * abs(step):
        raise refusal(
            f"the {axis} of the map do not stand at even steps",
            f"sample the map on an even grid; {REMEDY}",
        )
    return first, step, last


def _number(word: str) -> float:
    """A number; NaN for what is none."""
    try:
        return float(word)
    except ValueError:
        return float("nan")
