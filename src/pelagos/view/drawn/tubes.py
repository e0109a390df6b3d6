"""Tubes: lines of elements that go through nodes of their own, as tethers do.

A spline goes from a point of one body through all nodes to a point of another, and a circle goes
along it without twist. The page does the same in tubes.js.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pelagos.language.words import WORLD
from pelagos.result.euler import rotate
from pelagos.view.drawn.skins import BETWEEN, faces_of, spline, wrapped

if TYPE_CHECKING:
    from pelagos.elements.contract import Thread
    from pelagos.model import Robot

THINNEST = 0.006  # of the size of a robot: radius of what would not be seen otherwise
COLOR = "#f0b429"


@dataclass(frozen=True)
class TubeLine:
    """A tube between points of two bodies, through nodes of the track."""

    ends: list[int]  # bodies; -1: the world
    points: list[list[float]]  # in the frames of these
    first: int  # of its nodes among all of the track
    count: int  # of its nodes
    radius: float
    color: str = COLOR

    def line(self, position: np.ndarray, orientation: np.ndarray, nodes: np.ndarray) -> np.ndarray:
        """(points, 3): the first end, nodes, the second end."""
        first, last = (
            np.array(p) if body < 0 else position[body] + rotate(orientation[body], np.array(p))
            for body, p in zip(self.ends, self.points, strict=True)
        )
        return np.concatenate([[first], nodes[self.first : self.first + self.count], [last]])

    def surface(
        self, position: np.ndarray, orientation: np.ndarray, nodes: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Vertices and normals, section after section."""
        centre, along, _, _ = spline(self.line(position, orientation, nodes))
        up = np.empty_like(along)
        last = np.eye(3)[int(np.argmin(np.abs(along[0])))]
        for k, t in enumerate(along):  # what was up at the last section, as far as it is across
            last = last - (last @ t) * t
            last = up[k] = last / max(float(np.linalg.norm(last)), 1e-12)
        radii = np.full(len(centre), self.radius)
        return wrapped(centre, up, np.cross(along, up), radii, radii)

    @property
    def sections(self) -> int:
        """How many circles there are along it."""
        return (self.count + 1) * BETWEEN + 1

    @property
    def faces(self) -> np.ndarray:
        """Triangles, counter-clockwise from outside."""
        return faces_of(self.sections)


def tubes_of(robot: Robot, size: float) -> list[TubeLine]:
    """Tubes of all elements, in the order of their nodes."""
    rows = {WORLD: -1, **{name: i for i, name in enumerate(robot.order)}}
    found: list[TubeLine] = []
    for _, thread in _threads(robot):
        ends, points = [rows[name] for name in thread.bodies], [list(p) for p in thread.points]
        first = found[-1].first + found[-1].count if found else 0
        radius = max(thread.radius, THINNEST * size)
        found.append(TubeLine(ends, points, first, len(thread.through), radius))
    return found


def node_columns(robot: Robot, states: Sequence[str]) -> list[int]:
    """Columns of states, by their names, that hold nodes: x, y and z of one after the other."""
    columns = {label: k for k, label in enumerate(states)}
    return [
        columns[f"{name}.{state}"]
        for name, thread in _threads(robot)
        for place in thread.through
        for state in place
    ]


def _threads(robot: Robot) -> list[tuple[str, Thread]]:
    every = ((name, one) for name, words in robot.elements.items() for one in words.drawn())
    return [(name, one) for name, one in every if one.through]
