"""A robot with other values at a path, and how its numbers move along it.

The numbers of a compiled robot are smooth functions of what its words hold, mostly polynomials and
quotients. Their slopes by a path are extrapolated central differences of robots compiled with
other values (Richardson; the remainder is of sixth order), and two extrapolations must agree. Where
they do not, values closer by are tried.

A factor of zero or one is left out of the equations, and comes in with the next value. Robots are
compared with one whose number is a hair off there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from pelagos.errors import PelagosError
from pelagos.march.engine import parameters_of
from pelagos.mathematics import richardson
from pelagos.mechanism.breakpoints import corner_times, same_corners
from pelagos.mechanism.lattice import CHORD, SPAN
from pelagos.mechanism.robot import Compiled, compile_robot
from pelagos.mechanism.structure import structure
from pelagos.model.paths.numbers import number_at, required_number
from pelagos.programs.numbers import flat
from pelagos.run.request import Request
from pelagos.run.variations import Variations

WHO = "sensitivities"  # the word of a call that paths stand behind
SHARES = (1e-2, 1e-3, 1e-4)  # of a value: the widest difference
ABOUT_ZERO = 0.1  # in place of a value of zero
AGREED = 1e-7  # slopes of fourth order from wide and narrow differences; sixth is better
ROUNDING, NOUGHT = 1e-13, 1.0  # of numbers of a robot; those that cancel are rounding of others
FRACTIONS = (1.0, -1.0, 0.5, -0.5, 0.25, -0.25)
HAIRS = ((2.0**-48, 1e-30), (1e-10, 1e-10))  # of a value, and in place of zero
UNSMOOTH = ("duration", "integrator", "seed")  # words that a run is not smooth in


@dataclass(frozen=True)
class Moved:
    """Robots in pairs on either side of a value, closer and closer, and how far these are apart."""

    robots: list[Compiled]
    steps: list[float]

    def slope(
        self, of: Callable[[Compiled], np.ndarray], robot: Compiled, path: str, size: float
    ) -> np.ndarray:
        """How something that robots have moves at the robot in the middle."""
        return extrapolated([of(o) for o in self.robots], of(robot), self.steps, path, size)


@dataclass(frozen=True)
class MovedNumbers:
    """How a robot moves along a path."""

    moved: Moved
    numbers: np.ndarray  # flat
    start: np.ndarray
    corners: np.ndarray  # of wings


class UnsmoothError(PelagosError):
    """What has no slope at a value, as far as differences tell."""


@dataclass(frozen=True)
class MovableRobot:
    """A robot whose numbers may move, and those that shall."""

    request: Request
    robot: Compiled
    values: dict[str, float]  # by path, as given

    def size(self, path: str) -> float:
        """What differences by a path are measured by."""
        return abs(self.values[path]) or ABOUT_ZERO

    def beside(self, path: str) -> float:
        """A value next to the robot's own."""
        return required_number(self.request.base, path, WHO) + SHARES[0] * self.size(path)


def numbers_along(mobile: MovableRobot, path: str) -> MovedNumbers:
    """The slopes of all numbers of a robot by a path."""
    request, robot, last = mobile.request, mobile.robot, None
    for share in SHARES:
        try:
            moved = _moved(mobile, path, share * mobile.size(path))
            about = robot, path, mobile.size(path)
            found = MovedNumbers(
                moved,
                moved.slope(flat, *about),
                moved.slope(lambda o: o.start, *about),
                moved.slope(lambda o: o.lattice.corner_places, *about),
            )
        except UnsmoothError as error:
            last = last or error
            continue
        for other in moved.robots:
            _check_corners(request, robot, other, path)
        return found
    assert last is not None
    raise last


def movable(request: Request, paths: Sequence[str]) -> MovableRobot:
    """The robot whose numbers shall move, a hair off where its equations leave terms out."""
    for path in paths:
        _check_named(request, path)
    values = {path: required_number(request.base, path, WHO) for path in paths}
    mobile = MovableRobot(request, compile_robot(request.robot, apart=True), values)
    for hair in HAIRS:
        others = [path for path in paths if not _has_room(mobile, path)]
        if not others:
            break
        mobile = _aside(mobile, others, hair)
    return mobile


def _check_named(request: Request, path: str) -> None:
    """Refuse words that runs are not smooth in, and numbers of another scenario."""
    keys = path.split(".")
    if set(keys) & set(UNSMOOTH):
        raise PelagosError(
            f"{WHO}: {path} is no number that a run depends on smoothly\n"
            "    choose numbers of bodies, water, actuators, controllers, parameters or initial"
        )
    if keys[0] == "scenarios" and keys[1:2] != [request.scenario]:
        raise PelagosError(
            f"{WHO}: {path} is no number of this run\n"
            "    name numbers of the robot, or of the scenario that is run"
        )


def moves_parameter(request: Request, path: str, name: str) -> bool:
    """Whether a parameter of the model follows from the number at a path."""
    value = number_at(request.base, path)
    if value is None:  # an element of the state
        return False
    other = request.base.with_values({path: value + SHARES[-1] * (abs(value) or ABOUT_ZERO)})
    there = other.resolved(request.scenario).parameters
    return bool(there[name] != request.robot.parameters[name])


def _has_room(mobile: MovableRobot, path: str) -> bool:
    """Whether the next value has the same equations; what cannot be moved is told later."""
    request, robot = mobile.request, mobile.robot
    with suppress(PelagosError):
        there = {path: np.array([mobile.beside(path)])}
        other = Variations(request.base, request.scenario, there, first=robot)
        return structure(_with_air_of(robot, other[0])) == structure(robot)
    return True


def _aside(mobile: MovableRobot, paths: Sequence[str], hair: tuple[float, float]) -> MovableRobot:
    """The same with numbers a hair off, each by another one."""
    base, scenario = mobile.request.base, mobile.request.scenario
    for k, path in enumerate(paths, 1):
        value = mobile.values[path]
        for side in (k, -k):
            there = value * (1.0 + side * hair[0]) if value else side * hair[1]
            with suppress(PelagosError):
                moved = base.with_values({path: there})
                moved.resolved(scenario)
                base = moved
                break
    request = replace(mobile.request, base=base, robot=base.resolved(scenario))
    return replace(mobile, request=request, robot=compile_robot(request.robot, apart=True))


def _moved(mobile: MovableRobot, path: str, width: float) -> Moved:
    """The robot with other numbers at a path, by a width and less."""
    request, robot = mobile.request, mobile.robot
    tried = required_number(request.base, path, WHO) + width * np.array(FRACTIONS)
    try:
        variations = Variations(request.base, request.scenario, {path: tried}, first=robot)
        others = [_with_air_of(robot, variations[k]) for k in range(len(tried))]
    except PelagosError as error:
        raise UnsmoothError(
            f"{WHO}: {path} = {mobile.values[path]:g} cannot be moved by {width:g}\n    {error}"
        ) from None
    for other in others:
        _check_alike(robot, other, path, mobile.values[path])
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
    if structure(other) == structure(robot) and np.array_equal(other.align, robot.align):
        return
    if not np.array_equal(other.tables, robot.tables):
        raise PelagosError(
            f"{WHO}: {path} is a number of a table over time, which is no number of the"
            " equations\n    leave it out, or write the signal as an expression of parameters"
        )
    if other.states.clocks != robot.states.clocks:
        raise PelagosError(
            f"{WHO}: {path} moves the times at which samples are taken\n"
            "    leave it out: runs are differentiated at fixed times of samples"
        )
    raise UnsmoothError(
        f"{WHO}: beside {path} = {value:g} the equations are others\n"
        "    they are made for whole exponents, axes along coordinate axes, sides that are equal,"
        " grids and meshes: give the model a value a little off, or leave the path out"
    )


def _check_corners(request: Request, robot: Compiled, other: Compiled, path: str) -> None:
    """Refuse a path that moves corners of inputs."""
    until = request.settings.duration
    here, there = (
        corner_times(r.robot, parameters_of(r), r.input_slots, until) for r in (robot, other)
    )
    if not same_corners(here, there, until):
        raise PelagosError(
            f"{WHO}: {path} moves the times at which inputs jump or bend\n"
            "    leave it out: runs are differentiated at fixed times of corners"
        )


def extrapolated(
    rows: Sequence[np.ndarray],
    middle: np.ndarray,
    steps: Sequence[float],
    path: str,
    size: float,
) -> np.ndarray:
    """The slope at the middle, of rows at pairs of values that are closer and closer.

    size: of the value itself.
    """
    pairs = [(rows[2 * k], rows[2 * k + 1]) for k in range(3)]
    found, gap = richardson.slope(pairs, steps)
    largest = np.max(np.abs(rows), axis=0)  # infinite for a limit alone, which does not move
    scale = np.abs(found) + largest / size
    rounding = ROUNDING * (largest + NOUGHT) / abs(steps[2])
    off = gap > AGREED * scale + rounding
    off |= richardson.kinks(pairs, middle) > abs(steps[2]) * (AGREED * scale + 10.0 * rounding)
    if off.any() or not np.isfinite(found).all():
        raise UnsmoothError(
            f"{WHO}: the model does not depend smoothly on {path} at its value\n"
            "    choose another value, or leave the path out"
        )
    return found
