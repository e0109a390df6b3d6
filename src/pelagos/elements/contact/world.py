"""Surfaces of the world in words: planes, and maps of heights."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from pydantic import model_validator

from pelagos.elements.contact.grid_file import HeightGrid, check_grid, read_grid
from pelagos.elements.contact.height_map import NodeTable, Terrain
from pelagos.elements.world_places import WorldAxis, WorldCorner, WorldPoint
from pelagos.language import units
from pelagos.language.words import ARRAY, Read, Words, kind_of, refusal, to_number
from pelagos.lazy import cached_property
from pelagos.mathematics.algebra import Mat3, Vec3
from pelagos.mathematics.inertia import Pose

MOST_DRAWN = 80  # lines and columns of a map in pictures


class WorldPlane(Words):
    """All below a plane through a point of the world; its normal is up unless given."""

    short_forms = ({"type": "boolean"},)

    at: WorldPoint = (0.0, 0.0, 0.0)
    normal: WorldAxis | None = None


def to_plane(words: Any) -> Any:
    """`plane: true` is the one through the origin, across up."""
    return {} if words is True else None if words is False else words


def _grid(words: Any) -> tuple[tuple[float, ...], ...]:
    rows = words if isinstance(words, list | tuple) else [words]
    if not all(isinstance(row, list | tuple) for row in rows):
        raise refusal(
            f"lines of heights are needed, this is {kind_of(words)}", "write [[...], ...]"
        )
    if len({len(row) for row in rows}) != 1:
        raise refusal("the lines of heights are not of one length", "give a whole grid")
    return tuple(tuple(to_number(item) for item in row) for row in rows)


def _two(words: Any) -> tuple[float, float]:
    if not isinstance(words, list | tuple) or len(words) != 2:
        raise refusal("two lengths are needed, along x and y", "write [x, y]")
    return to_number(words[0], (units.LENGTH,)), to_number(words[1], (units.LENGTH,))


Pair2 = Annotated[tuple[float, float], Read(_two, ARRAY)]


def _thinned(count: int) -> np.ndarray:
    """Some of so many, at even steps, the last one included."""
    return np.unique(np.linspace(0, count - 1, min(count, MOST_DRAWN)).round().astype(int))


class HeightMap(Words):
    """Heights on a grid of the world, from a file: .asc (Esri ASCII grid) or .csv.

    `at` moves the map. In place of a file, `origin` (x and y of the first node), `spacing` and
    `heights` (lines along y) say the same; with all of them the file is not opened.
    """

    file: str = ""
    at: WorldCorner = (0.0, 0.0, 0.0)
    # completed on reading, so none of these is ever None
    origin: Pair2 = None  # type: ignore[assignment]
    spacing: Pair2 = None  # type: ignore[assignment]
    heights: Annotated[tuple[tuple[float, ...], ...], Read(_grid, ARRAY)] = None  # type: ignore[assignment]

    @model_validator(mode="after")
    def _complete(self) -> HeightMap:
        given: dict[str, Any] = self.__dict__
        missing = [key for key in ("origin", "spacing", "heights") if given[key] is None]
        if not missing:
            if min(self.spacing) <= 0:
                raise refusal("the spacing is not above zero", "give two lengths", "spacing")
            check_grid(self.grid)
            return self
        if not self.file or len(missing) < 3:
            message = "a height map has a file, or origin, spacing and heights"
            raise refusal(message, f"give {'file' if not self.file else ' and '.join(missing)}")
        grid = read_grid(self.file)
        heights = tuple(map(tuple, grid.heights.tolist()))
        given.update(origin=grid.origin, spacing=grid.spacing, heights=heights)
        return self

    @property
    def grid(self) -> HeightGrid:
        return HeightGrid(self.origin, self.spacing, np.array(self.heights))

    @cached_property
    def nodes(self) -> NodeTable:
        return NodeTable.of(np.array(self.heights))

    def triangles(self, up: float) -> tuple[np.ndarray, np.ndarray]:
        """Vertices and triangles for pictures, thinned out."""
        rows, columns = (_thinned(n) for n in np.shape(self.heights))
        heights = np.array(self.heights)[np.ix_(rows, columns)]
        x, y = np.meshgrid(columns * self.spacing[0], rows * self.spacing[1])
        places = np.stack([x + self.origin[0], y + self.origin[1], up * heights], axis=-1)
        first = np.arange((len(rows) - 1) * len(columns)).reshape(-1, len(columns))[:, :-1].ravel()
        a, b, c, d = first, first + 1, first + len(columns), first + len(columns) + 1
        faces = np.concatenate([np.stack([a, b, d], axis=1), np.stack([a, d, c], axis=1)])
        return places.reshape(-1, 3) + self.at, faces if up > 0 else faces[:, ::-1]

    def terrain(self, up: float) -> Terrain:
        """As a surface of the world."""
        (x, y), (dx, dy), rows = self.origin, self.spacing, self.heights
        grid = x + self.at[0], y + self.at[1], dx, dy
        heights = np.array(rows) + up * self.at[2]
        nodes = self.nodes if not self.at[2] else NodeTable.of(heights)
        return Terrain(*grid, up, len(rows[0]), len(rows), nodes)


def plane_frame(at: np.ndarray, normal: np.ndarray) -> Pose:
    """A frame with z along the normal; the axes of the world where that is z."""
    if (normal == [0.0, 0.0, 1.0]).all():
        return Pose(Mat3.identity(), Vec3(*at.tolist()))
    x = np.cross(np.eye(3)[np.argmin(np.abs(normal))], normal)
    x /= np.linalg.norm(x)
    return pose_of(np.stack([x, np.cross(normal, x), normal], axis=1), at)


def pose_of(R: np.ndarray, p: np.ndarray) -> Pose:
    """A pose of axes (columns) and an origin."""
    return Pose(Mat3.of((R.T.ravel() + 0.0).tolist()), Vec3(*(p + 0.0).tolist()))
