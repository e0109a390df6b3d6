"""Paths that a run is differentiated by, as directions of its numbers and of its initial state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pelagos.errors import PelagosError
from pelagos.language.suggest import did_you_mean
from pelagos.march.attitudes import with_unit_quaternions
from pelagos.march.engine import Engine
from pelagos.mechanism.objects import with_rest
from pelagos.mechanism.robot import Compiled
from pelagos.model.paths.shadowed import refuse_shadowed
from pelagos.programs.numbers import flat
from pelagos.run.moved import (
    ABOUT_ZERO,
    FRACTIONS,
    MovableRobot,
    MovedNumbers,
    extrapolated,
    movable,
    numbers_along,
)
from pelagos.run.request import Request

WIDTH = 1e-3  # by which elements of the initial state are moved, on either side
_STEPS = [WIDTH * (FRACTIONS[2 * k] - FRACTIONS[2 * k + 1]) for k in range(3)]


@dataclass(frozen=True)
class Directions:
    """An engine whose programs read all that moves, and how that moves along each path."""

    paths: tuple[str, ...]
    engine: Engine
    numbers: np.ndarray  # (path, k): rates of what programs read
    starts: np.ndarray  # (path, n): rates of the initial state
    corners: np.ndarray  # (path, corner, 6): rates of the places of wings' corners


def directions_of(request: Request, paths: Sequence[str]) -> Directions:
    """The directions of paths such as bodies.hull.mass, or q[...] and u[...] at the start."""
    checked = _checked(paths)
    _refuse_unsmooth(request)
    refuse_shadowed(request.base, request.scenario, checked)
    own = [path for path in checked if not path.startswith(("q[", "u["))]
    mobile = movable(request, own)
    robot, along = mobile.robot, {path: numbers_along(mobile, path) for path in own}
    others = {path: _starts(robot, path) for path in checked if path not in along}
    rows, starts, corners = _stacked(robot, checked, along, others)
    read = np.flatnonzero(rows.any(axis=0))
    closed = robot.constraints.rows > 0
    moved = [o for found in along.values() for o in found.moved.robots] if closed else []
    engine = Engine([robot, *moved], request.method, read=read.tolist())
    if closed:
        starts = _assembled(engine, mobile, checked, along, others)
    numbers = engine.programs.numbers
    rates = np.zeros((len(checked), numbers.size))
    for index in read.tolist():
        rates[:, numbers.place_of(index)] = rows[:, index]
    return Directions(checked, engine, rates, starts, corners)


def _checked(paths: Sequence[str]) -> tuple[str, ...]:
    found = () if isinstance(paths, str) else tuple(paths)
    if not found or not all(isinstance(path, str) for path in found):
        raise PelagosError(
            f"sensitivities: {paths!r} is no list of paths\n"
            '    give paths of numbers, as ["bodies.hull.mass", "u[hull.w]"]'
        )
    if len(set(found)) < len(found):
        twice = next(path for path in found if found.count(path) > 1)
        raise PelagosError(f"sensitivities: {twice} is named twice\n    name each path once")
    return found


def _refuse_unsmooth(request: Request) -> None:
    """What a run is not differentiated through yet."""
    words = request.robot
    if words.has_events:
        raise PelagosError(
            f"sensitivities: {words.name} is a robot with events or a stop condition\n"
            "    take these out"
        )


def _stacked(
    robot: Compiled,
    paths: Sequence[str],
    along: Mapping[str, MovedNumbers],
    others: Mapping[str, list[np.ndarray]],
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rates of numbers, of the initial state and of corners of wings, a row for each path."""
    rows, starts = np.zeros((len(paths), len(flat(robot)))), np.zeros((len(paths), robot.size))
    corners = np.zeros((len(paths), *robot.lattice.corner_places.shape))
    for k, path in enumerate(paths):
        if path in along:
            found = along[path]
            rows[k], starts[k], corners[k] = found.numbers, found.start, found.corners
        else:
            starts[k] = extrapolated(others[path], robot.start, _STEPS, path, ABOUT_ZERO)
    return rows, starts, corners


def _starts(robot: Compiled, path: str) -> list[np.ndarray]:
    """Initial states on either side, with an element of the state moved by WIDTH and less.

    A quaternion moves along the unit sphere, and what begins at rest between bodies goes with them.
    """
    words = robot.robot
    labels = [f"q[{label}]" for label in words.coordinates]
    labels += [f"u[{label}]" for label in words.speeds]
    if path not in labels:
        raise PelagosError(f"sensitivities: there is no {path}\n    {did_you_mean(path, labels)}")
    found = []
    for step in WIDTH * np.array(FRACTIONS):
        x = robot.start
        x[labels.index(path)] += step
        found.append(with_rest(robot, with_unit_quaternions(robot, x, path)))
    return found


def _assembled(
    engine: Engine,
    mobile: MovableRobot,
    paths: Sequence[str],
    along: Mapping[str, MovedNumbers],
    others: Mapping[str, list[np.ndarray]],
) -> np.ndarray:
    """How initial states move once loops are closed: nearest to where they are given."""
    found, variant, middle = np.zeros((len(paths), engine.size)), 1, engine.initial()
    for k, path in enumerate(paths):
        if path in along:
            moved, count = along[path].moved, len(FRACTIONS)
            own = [(engine.robots[v].start, v) for v in range(variant, variant + count)]
            steps, size, variant = moved.steps, mobile.size(path), variant + count
        else:
            own, steps, size = [(x, 0) for x in others[path]], _STEPS, ABOUT_ZERO
        try:
            rows = [engine.assembled(x, v) for x, v in own]
        except PelagosError as error:
            raise PelagosError(
                f"sensitivities: with other values of {path} the robot cannot be put together\n"
                f"    leave it out: {error}"
            ) from None
        found[k] = extrapolated(rows, middle, steps, path, size)
    return found
