"""What sliders change: numbers of programs, the state at the start, stops, and what is drawn.

Everything that a page needs of a robot is one long list of numbers. The engine works it out for
every position of a slider, and the page has the numbers that change. Sliders that change the same
numbers go together: their numbers are worked out for all pairs of positions. So what a page
simulates is the robot itself, whatever a slider moves.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from pelagos.errors import PelagosError
from pelagos.march.engine import Engine
from pelagos.mathematics.grouping import disjoint_groups
from pelagos.mechanism.robot import Compiled
from pelagos.mechanism.structure import structure
from pelagos.model.robot import Robot
from pelagos.progress import Progress
from pelagos.run.variations import Variations
from pelagos.view import forms
from pelagos.view.drawn.bodies import shape_forms

MOST_ROWS = 600  # positions of sliders that go together, all combined
RING = 14  # corners of round forms


@dataclass(frozen=True)
class ListLayout:
    """Where parts of the list begin; they end where the next one begins."""

    numbers: int
    start: int
    stops: int
    corners: int
    end: int


@dataclass(frozen=True)
class RowTable:
    """Numbers that some sliders change: a row for every combination, the last slider fastest."""

    sliders: tuple[int, ...]
    places: np.ndarray
    rows: np.ndarray


@dataclass
class Rows:
    """The list of a robot and its changes."""

    layout: ListLayout
    base: np.ndarray
    tables: list[RowTable]
    engine: Engine
    outlines: list[list[int]] = field(default_factory=list)  # corners of each form, by body


def rows_of(
    robot: Robot,
    scenario: str | None,
    values: Mapping[str, Sequence[float]],
    middle: Sequence[int],
    duration: float,
    progress: Progress | None,
) -> Rows:
    """values: positions of sliders by path; middle: where they stand at first."""
    paths = list(values)
    sizes = [len(values[path]) for path in paths]
    single = [
        tuple(k if j == i else m for j, m in enumerate(middle))
        for i in range(len(paths))
        for k in range(sizes[i])
    ]
    known = _Lists(robot, scenario, values, duration)
    known.work_out([tuple(middle), *single], progress)
    base = known.lists[tuple(middle)]
    changed = []
    for i in range(len(paths)):
        own = [known.lists[key] for key in single if _differs(key, middle) <= {i}]
        changed.append(np.any(np.stack(own) != base, axis=0))
    combined = {tuple(group): _combined(group, sizes, middle) for group in _together(changed)}
    for group, keys in combined.items():
        if len(keys) > MOST_ROWS:
            names = ", ".join(paths[i] for i in group)
            raise PelagosError(
                f"{names}: act on the same numbers and have {len(keys)} positions together\n"
                f"    give fewer steps, as PATH=LOW:HIGH:STEPS; {MOST_ROWS} are allowed"
            )
    known.work_out([key for keys in combined.values() for key in keys], progress)
    base, found = known.lists[tuple(middle)], []
    for group, keys in combined.items():
        rows = np.stack([known.lists[key] for key in keys])
        places = np.flatnonzero(np.any(rows != base, axis=0))
        found.append(RowTable(group, places, rows[:, places]))
    return Rows(known.layout, base, found, known.engine, known.outlines)


def _differs(key: Sequence[int], middle: Sequence[int]) -> set[int]:
    return {i for i, (a, b) in enumerate(zip(key, middle, strict=True)) if a != b}


def _together(changed: Sequence[np.ndarray]) -> list[list[int]]:
    """Sliders in groups that have no number in common."""
    return [sorted(group) for group in disjoint_groups(changed)]


def _combined(
    group: Sequence[int], sizes: Sequence[int], middle: Sequence[int]
) -> list[tuple[int, ...]]:
    """All positions of some sliders, the others in the middle."""
    keys = []
    for chosen in itertools.product(*(range(sizes[i]) for i in group)):
        key = list(middle)
        for i, k in zip(group, chosen, strict=True):
            key[i] = k
        keys.append(tuple(key))
    return keys


class _Lists:
    """Lists of numbers by positions of all sliders; all by programs that read what varies."""

    def __init__(
        self,
        robot: Robot,
        scenario: str | None,
        values: Mapping[str, Sequence[float]],
        duration: float,
    ):
        self._robot, self._scenario, self._values = robot, scenario, values
        self._duration = duration
        self._robots: dict[tuple[int, ...], Compiled] = {}
        self.lists: dict[tuple[int, ...], np.ndarray] = {}
        self.layout = ListLayout(0, 0, 0, 0, 0)
        self.outlines: list[list[int]] = []
        self._first: list[list[np.ndarray]] = []

    def work_out(self, keys: Sequence[tuple[int, ...]], progress: Progress | None) -> None:
        """All lists are made anew: other robots may read other numbers."""
        new = [key for key in dict.fromkeys(keys) if key not in self._robots]
        if new:
            samples = {
                path: np.array([self._values[path][key[i]] for key in new])
                for i, path in enumerate(self._values)
            }
            made = Variations(self._robot, self._scenario, samples, in_words=True)
            for k, key in enumerate(new):
                if progress is not None:
                    progress(k / len(new), "robots for all positions of the sliders")
                self._robots[key] = made[k]
        first, *others = map(structure, self._robots.values())
        if any(other != first for other in others):
            raise PelagosError(
                "the sliders change which parts the robot has: some number becomes 0, or is 0 in "
                "the model\n    leave 0 out of their ranges"
            )
        self.engine = Engine(list(self._robots.values()))
        stops = self.engine.stops(0.0, self._duration)
        self.lists = {
            key: self._list(compiled, k, stops[k])
            for k, (key, compiled) in enumerate(self._robots.items())
        }

    def _list(self, compiled: Compiled, variant: int, stops: np.ndarray) -> np.ndarray:
        engine = self.engine
        numbers = np.asarray(engine.variants.numbers)[variant]
        start = engine.assembled(compiled.start, variant)
        outlines = _outlines(compiled)
        if not self._first:
            self._first = outlines
        # a body whose forms become others, as inertias may make them, looks as it did at first
        shown = [
            own if list(map(len, own)) == list(map(len, first)) else first
            for own, first in zip(outlines, self._first, strict=True)
        ]
        self.outlines = [list(map(len, own)) for own in shown]
        corners = np.concatenate([p for own in shown for p in own] or [np.zeros((0, 3))])
        parts = [numbers, start, stops, np.round(corners, 9).reshape(-1)]
        places = np.cumsum([0, *map(len, parts)])
        self.layout = ListLayout(*places.tolist())
        return np.concatenate(parts)


def _outlines(compiled: Compiled) -> list[list[np.ndarray]]:
    """Corners of all forms of every body, in joint-aligned axes."""
    robot, drawn = compiled.robot, shape_forms(compiled.robot)
    return [
        [_outline(form) @ align for form in drawn[name]]
        for name, align in zip(robot.order, compiled.align, strict=True)
    ]


def _outline(one: forms.Form) -> np.ndarray:
    """Points whose hull is the form, in the frame of the body."""
    kind, size = one["kind"], one["size"]
    turn = np.linspace(0.0, 2.0 * math.pi, RING, endpoint=False)
    ring = np.column_stack([np.cos(turn), np.sin(turn), 0.0 * turn])
    if kind == "box":
        points = np.array(list(itertools.product(*((-x / 2, x / 2) for x in size))))
    elif kind == "mesh":
        points = np.asarray(one["vertices"], float)
        points = points[:: max(1, len(points) // 200)]
    elif kind in ("cylinder", "capsule"):
        radius, half = size[0], size[1] / 2.0
        rings = [ring * [radius, radius, 0.0] + [0.0, 0.0, z] for z in (-half, half)]
        if kind == "capsule":
            small = ring * [0.7 * radius, 0.7 * radius, 0.0]
            rings += [small + np.array([0, 0, s * (half + 0.7 * radius)]) for s in (-1.0, 1.0)]
            rings.append(np.array([[0.0, 0.0, s * (half + radius)] for s in (-1.0, 1.0)]))
        points = np.concatenate(rings)
    else:
        levels = np.sin(np.radians([-90, -54, -18, 18, 54, 90]))
        wide = np.sqrt(np.maximum(0.0, 1.0 - levels**2))
        rings = [ring * [w, w, 0.0] + [0.0, 0.0, z] for w, z in zip(wide, levels, strict=True)]
        points = np.concatenate(rings) * np.array(size)
    return np.array(one["position"]) + forms.rotate(one["quaternion"], points)
