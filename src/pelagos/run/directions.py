"""Paths that a run is differentiated by, as directions of its numbers and of its initial state.

The numbers of a compiled robot are smooth functions of what its words hold, mostly polynomials and
quotients. Their slopes by a path are extrapolated central differences of robots compiled with
other values (Richardson; the remainder is of sixth order), and two extrapolations must agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pelagos.errors import PelagosError
from pelagos.language.suggest import did_you_mean
from pelagos.march.engine import Engine, parameters_of
from pelagos.mathematics import richardson
from pelagos.mechanism.breakpoints import breakpoint_times
from pelagos.mechanism.lattice import CHORD, SPAN
from pelagos.mechanism.robot import Compiled, compile_robot
from pelagos.mechanism.structure import structure
from pelagos.model.paths.numbers import required_number
from pelagos.model.paths.shadowed import refuse_shadowed
from pelagos.programs.numbers import flat
from pelagos.run.request import Request
from pelagos.run.variations import Variations

SHARE, LEAST = 1e-2, 1e-3  # of a value: the widest difference; around zero
AGREED = 1e-7  # slopes of fourth order from wide and narrow differences; sixth is better
ROUNDING, NOUGHT = 1e-13, 1.0  # of numbers of a robot; those that cancel are rounding of others
_FRACTIONS = (1.0, -1.0, 0.5, -0.5, 0.25, -0.25)
_SHARED = ("duration", "integrator", "seed")  # words that a run is not smooth in


@dataclass(frozen=True)
class Directions:
    """An engine whose programs read all that moves, and how that moves along each path."""

    paths: tuple[str, ...]
    engine: Engine
    numbers: np.ndarray  # (path, k): rates of what programs read
    starts: np.ndarray  # (path, n): rates of the initial state
    corners: np.ndarray  # (path, corner, 6): rates of the places of wings' corners


@dataclass(frozen=True)
class Moved:
    """Robots in pairs on either side of a value, closer and closer, and how far these are apart."""

    robots: list[Compiled]
    steps: list[float]


def directions_of(request: Request, paths: Sequence[str]) -> Directions:
    """The directions of paths such as bodies.hull.mass, or q[...] and u[...] at the start."""
    checked = _checked(paths)
    robot = compile_robot(request.robot)
    _refuse_unsmooth(request)
    refuse_shadowed(request.base, request.scenario, checked)
    places = _places(robot)
    rows, starts = np.zeros((len(checked), len(flat(robot)))), np.zeros((len(checked), robot.size))
    corners = np.zeros((len(checked), *robot.lattice.corner_places.shape))
    moved: dict[int, Moved] = {}
    for k, path in enumerate(checked):
        if path.startswith(("q[", "u[")):
            starts[k] = _unit(robot, path, places)
        else:
            moved[k] = _moved(request, robot, path)
            robots, steps = moved[k].robots, moved[k].steps
            rows[k] = _extrapolated([flat(o) for o in robots], steps, path)
            starts[k] = _extrapolated([o.start for o in robots], steps, path)
            corners[k] = _extrapolated([o.lattice.corner_places for o in robots], steps, path)
    read = np.flatnonzero(rows.any(axis=0))
    others = [o for own in moved.values() for o in own.robots] if robot.constraints.rows else []
    engine = Engine([robot, *others], request.method, read=read.tolist())
    if robot.constraints.rows:
        starts = _assembled(engine, checked, moved, starts)
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


def _places(robot: Compiled) -> dict[str, int]:
    """Elements of the initial state."""
    words = robot.robot
    labels = [f"q[{label}]" for label in words.coordinates]
    labels += [f"u[{label}]" for label in words.speeds]
    return {label: k for k, label in enumerate(labels)}


def _unit(robot: Compiled, path: str, places: dict[str, int]) -> np.ndarray:
    """The direction of one element; quaternions stay on the unit sphere."""
    if path not in places:
        raise PelagosError(f"sensitivities: there is no {path}\n    {did_you_mean(path, places)}")
    found = np.zeros(robot.size)
    found[places[path]] = 1.0
    for first in robot.quaternions.tolist():
        turn = slice(first, first + 4)
        own = robot.start[turn]
        found[turn] -= own * (own @ found[turn])
    return found


def _assembled(
    engine: Engine, paths: Sequence[str], moved: dict[int, Moved], starts: np.ndarray
) -> np.ndarray:
    """How initial states move once loops are closed: nearest to where they are given."""
    found, variant = np.zeros_like(starts), 1
    for k, path in enumerate(paths):
        if k in moved:
            steps, count = moved[k].steps, len(_FRACTIONS)
            own = [(engine.robots[v].start, v) for v in range(variant, variant + count)]
            variant += count
        else:
            steps = [2.0 * LEAST * _FRACTIONS[2 * i] for i in range(3)]
            own = [(engine.robot.start + LEAST * f * starts[k], 0) for f in _FRACTIONS]
        found[k] = _extrapolated([engine.assembled(x, v) for x, v in own], steps, path)
    return found


def _moved(request: Request, robot: Compiled, path: str) -> Moved:
    """The robot with other numbers at a path."""
    if set(path.split(".")) & set(_SHARED):
        raise PelagosError(
            f"sensitivities: {path} is no number that a run depends on smoothly\n"
            "    choose numbers of bodies, water, actuators, controllers, parameters or initial"
        )
    value = required_number(request.base, path, "sensitivities")
    width = SHARE * abs(value) if value else LEAST
    tried = value + width * np.array(_FRACTIONS)
    try:
        variations = Variations(request.base, request.scenario, {path: tried})
        others = [_with_air_of(robot, variations[k]) for k in range(len(tried))]
    except PelagosError as error:
        raise PelagosError(
            f"sensitivities: {path} = {value:g} cannot be moved by {width:g}\n    {error}"
        ) from None
    for other in others:
        _check_alike(robot, other, path, value)
    # steps as they came out, after rounding
    steps = [float(tried[2 * k] - tried[2 * k + 1]) for k in range(3)]
    return Moved(others, steps)


def _with_air_of(robot: Compiled, other: Compiled) -> Compiled:
    """The flow about wings in the same steps, with as long a wake: steps are held."""
    own, panels = robot.lattice, [CHORD, SPAN]
    if not np.array_equal(own.table[:, panels], other.lattice.table[:, panels]):
        return other  # refused by what is alike
    return replace(other, lattice=replace(other.lattice, step=own.step, table=own.table))


def _check_alike(robot: Compiled, other: Compiled, path: str, value: float) -> None:
    """Refuse a path that changes more than numbers."""
    if structure(other) != structure(robot) or not np.array_equal(other.align, robot.align):
        raise PelagosError(
            f"sensitivities: beside {path} = {value:g} the equations are others\n"
            "    a value of zero, or an axis along a coordinate axis, leaves terms out: give the"
            " model a small other value there, or leave the path out"
        )
    times = [breakpoint_times(r.robot, parameters_of(r), r.input_slots) for r in (robot, other)]
    if list(times[0]) != list(times[1]):
        raise PelagosError(
            f"sensitivities: {path} moves the times at which inputs jump or bend\n"
            "    leave it out: runs are differentiated at fixed times of corners"
        )


def _extrapolated(rows: Sequence[np.ndarray], steps: Sequence[float], path: str) -> np.ndarray:
    """The slope at the middle, of rows at pairs of values that are closer and closer."""
    found, gap = richardson.slope([(rows[2 * k], rows[2 * k + 1]) for k in range(3)], steps)
    largest = np.max(np.abs(rows), axis=0)  # infinite for a limit alone, which does not move
    scale = np.abs(found) + 2.0 * SHARE * largest / abs(steps[0])
    rounding = ROUNDING * (largest + NOUGHT) / abs(steps[2])
    off = gap > AGREED * scale + rounding
    if off.any() or not np.isfinite(found).all():
        raise PelagosError(
            f"sensitivities: the model does not depend smoothly on {path} at its value\n"
            "    choose another value, or leave the path out"
        )
    return found
