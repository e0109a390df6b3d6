"""Skins: one smooth body over a chain of bodies, laid anew at every time.

A spline (Catmull and Rom 1974) goes through a point of every body; across it stands an ellipse,
whose one axis is the body's `up`. The page does the same in skins.js.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.language.visuals.colors import parse
from pelagos.result.euler import rotate
from pelagos.view.forms import balls, of_shape

if TYPE_CHECKING:
    from pelagos.model import Robot

AROUND = 20  # corners of a section
BETWEEN = 3  # sections from one point to the next


@dataclass(frozen=True)
class SkinLine:
    """Points of bodies from one end to the other, and the half-axes of sections along them."""

    bodies: list[int]
    points: list[list[float]]  # in the frame of each body
    up: list[float]  # in the frame of every body
    width: list[float]  # at every section
    height: list[float]
    color: str

    def sections(self, position: np.ndarray, orientation: np.ndarray) -> tuple[np.ndarray, ...]:
        """Centres (section, 3), and the axes along, up and across there."""
        p = position[self.bodies] + rotate(orientation[self.bodies], np.array(self.points))
        ups = rotate(orientation[self.bodies], np.array(self.up)[None])
        centre, along, i, f = spline(p)
        up = (1 - f) * ups[i] + f * ups[i + 1]
        up = _unit(up - np.sum(up * along, axis=1, keepdims=True) * along)
        return centre, along, up, np.cross(along, up)

    def surface(
        self, position: np.ndarray, orientation: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Vertices and normals, section after section."""
        centre, _, up, side = self.sections(position, orientation)
        return wrapped(centre, up, side, np.array(self.width), np.array(self.height))

    @property
    def faces(self) -> np.ndarray:
        """Triangles, counter-clockwise from outside."""
        return faces_of(len(self.width))


def spline(p: np.ndarray) -> tuple[np.ndarray, ...]:
    """Sections through points: centres, directions, the point before each and the share beyond."""
    padded = np.concatenate([[2 * p[0] - p[1]], p, [2 * p[-1] - p[-2]]])
    s = np.arange((len(p) - 1) * BETWEEN + 1) / BETWEEN
    i = np.minimum(s.astype(int), len(p) - 2)
    f = (s - i)[:, None]
    a, b, c, d = (padded[i + k] for k in range(4))
    centre = b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)))
    along = 0.5 * (c - a + f * (2 * (2 * a - 5 * b + 4 * c - d) + 3 * f * (3 * (b - c) + d - a)))
    return centre, _unit(along), i, f


def wrapped(
    centre: np.ndarray, up: np.ndarray, side: np.ndarray, width: np.ndarray, height: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Vertices and normals of ellipses around centres, section after section."""
    turn = 2 * np.pi * np.arange(AROUND) / AROUND
    c, s = np.cos(turn)[None, :, None], np.sin(turn)[None, :, None]
    w, h = width[:, None, None], height[:, None, None]
    vertices = centre[:, None] + w * c * side[:, None] + h * s * up[:, None]
    normals = c / np.maximum(w, 1e-9) * side[:, None] + s / np.maximum(h, 1e-9) * up[:, None]
    return vertices.reshape(-1, 3), _unit(normals.reshape(-1, 3))


def faces_of(rows: int) -> np.ndarray:
    """Triangles between so many sections, counter-clockwise from outside."""
    i, j = np.meshgrid(np.arange(rows - 1), np.arange(AROUND), indexing="ij")
    a, b = i * AROUND + j, i * AROUND + (j + 1) % AROUND
    found = [np.stack([a, b + AROUND, b], -1), np.stack([a, a + AROUND, b + AROUND], -1)]
    return np.concatenate(found).reshape(-1, 3)


def skins_of(robot: Robot, chosen: dict[str, str]) -> list[SkinLine]:
    """All skins; chosen: colours of the bodies."""
    return [
        _skin(robot, name, part, chosen[name])
        for name in robot.order
        for part in robot.bodies[name].visual or ()
        if part.skin is not None
    ]


def _skin(robot: Robot, first: str, part: Any, color: str) -> SkinLine:
    chain = [part.skin.to]
    while chain[-1] != first:
        chain.append(robot.bodies[chain[-1]].parent)
    chain.reverse()
    bodies, points = [], []
    for k, name in enumerate(chain):
        ends = _ends(robot, name, chain[k + 1] if k + 1 < len(chain) else None)
        middle = ends.mean(axis=0)
        kept = [ends[0]] * (k == 0) + [middle] + [ends[1]] * (k == len(chain) - 1)
        bodies += [robot.order.index(name)] * len(kept)
        points += [[float(x) for x in point] for point in kept]
    count = (len(points) - 1) * BETWEEN + 1
    width, height = (_along(values, count) for values in (part.skin.width, part.skin.height))
    own = parse(part.color) if part.color else None
    return SkinLine(bodies, points, list(part.skin.up), width, height, own or color)


def _ends(robot: Robot, name: str, child: str | None) -> np.ndarray:
    """Both ends of a link: of the rod that is its shape, else its joints."""
    shape = robot.bodies[name].shape
    joint = robot.bodies[child].at.p if child is not None else None
    if shape is not None and (shape.cylinder or shape.capsule):
        ends, _ = balls(of_shape(shape))
        far = joint if joint is not None else 2 * shape.at.p
        return (
            ends if np.linalg.norm(ends[1] - far) <= np.linalg.norm(ends[0] - far) else ends[::-1]
        )
    com = np.array(robot.bodies[name].com)
    return np.stack([np.zeros(3), joint if joint is not None else 2 * com])


def _along(values: tuple[float, ...], count: int) -> list[float]:
    place = np.linspace(0, len(values) - 1, count)
    return [round(float(x), 6) for x in np.interp(place, np.arange(len(values)), values)]


def _unit(v: np.ndarray) -> np.ndarray:
    unit: np.ndarray = v / np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), 1e-12)
    return unit
