"""The words of `simulate` and `run`, completed from scenario and robot, and checked."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.integrators.table import AUTO, FIXED_STEP, LINEARLY_IMPLICIT, METHODS, TABLEAUX
from pelagos.language.suggest import did_you_mean
from pelagos.loops.data import NO_LOG, Plan
from pelagos.loops.lattice.data import AGREED
from pelagos.loops.method import Method, method_of
from pelagos.model import Robot, builtin_names, load

SAMPLES = 500  # output intervals when nothing is said
MOST_SAMPLES = 50_000_000
COARSER = 1e-7  # atol of a method of order 3, unless a robot has its own
NEAREST = 1e-13  # that loads and motion of wings can come, with rounding
FINEST = 0.01  # of an output interval: how closely conditions are looked at that are approached


@dataclass(frozen=True)
class Settings:
    """How time advances in one run."""

    integrator: str
    duration: float
    rtol: float
    atol: float
    step: float
    every: float
    max_steps: int
    longest: float | None = None  # of variable steps, where one is given
    agreed: float = AGREED  # how near loads and motion of wings come in an air step
    lands: bool = False  # whether steps end where a march is asked to go, or it interpolates there

    def samples(self) -> np.ndarray:
        """The output grid: multiples of `every`, and the end."""
        count = math.floor(self.duration / self.every * (1.0 + 1e-12))
        grid = np.arange(count + 1) * self.every
        if self.duration - grid[-1] > 1e-9 * self.every:
            return np.append(grid, self.duration)
        grid[-1] = self.duration
        return grid

    def to_dict(self) -> dict[str, Any]:
        longest = {} if self.longest is None else {"longest": self.longest}
        return {
            **longest,
            "method": self.integrator,
            "duration": self.duration,
            "rtol": self.rtol,
            "atol": self.atol,
            "step": self.step,
            "every": self.every,
            "max_steps": self.max_steps,
        }

    def method(self) -> Method:
        """The tableau for the compiled march."""
        return method_of(TABLEAUX[self.integrator])

    def plan(
        self,
        samples: np.ndarray,
        stops: np.ndarray,
        armed: Sequence[int] = (),
        end: float | None = None,
        pauses: bool = False,
        max_steps: int | None = None,
        log: np.ndarray | None = None,
    ) -> Plan:
        """What the compiled march is asked for; log: see `loops.data.LOG_SAMPLER`.

        With armed conditions steps are at most an output interval long, so that none is passed
        over that holds longer than that.
        """
        adaptive = TABLEAUX[self.integrator].adaptive
        longest = min(self.every if len(armed) else self.duration, self.longest or math.inf)
        return Plan(
            samples=samples,
            ends=np.array([self.duration if end is None else end]),
            pauses=pauses,
            stops=stops,
            rtol=self.rtol,
            atol=self.atol,
            step=longest if adaptive else self.step,
            max_steps=self.max_steps if max_steps is None else max_steps,
            armed=np.array(armed, dtype=np.int64),
            ticks=np.zeros(0, dtype=np.int64),
            finest=(FINEST * self.every if adaptive else self.step) if len(armed) else 0.0,
            log=NO_LOG if log is None else log,
        )


def read_robot(robot: Robot | str | Path, changes: Mapping[str, Any] | None) -> Robot:
    """A robot given as such, by built-in name or by path, with some values changed."""
    if isinstance(robot, Robot):
        loaded = robot
    elif not isinstance(robot, str | os.PathLike):
        raise PelagosError(
            f"robot: {robot!r} is no robot\n"
            "    give the name of a built-in one, the path of a model file, or pl.load(...)"
        )
    else:
        loaded = _built_in(robot) if robot in _built_in_names() else load(robot)
    if changes is not None and not isinstance(changes, Mapping):
        raise PelagosError(
            f"set: {changes!r} is no mapping\n"
            "    give paths and values, as {'bodies.hull.mass': 12}"
        )
    return loaded.with_values(changes) if changes else loaded


@cache
def _built_in_names() -> frozenset[str | Path]:
    return frozenset(builtin_names())


@lru_cache(maxsize=32)
def _built_in(name: str | Path) -> Robot:
    """Robots that come with the package do not change: they are read once."""
    return load(name)


def settings_for(robot: Robot, **given: Any) -> Settings:
    """Words given to `simulate` before those of the robot (scenario merged in)."""
    defaults = robot.integrator
    integrator = defaults.method if given["integrator"] is None else given["integrator"]
    if not isinstance(integrator, str):
        raise PelagosError(
            f"integrator: {integrator!r} is no name of one\n    give a name such as 'rk4'; rtol, "
            "atol, step, every and max_steps are words of their own"
        )
    if integrator not in METHODS:
        remedy = did_you_mean(integrator, METHODS)
        raise PelagosError(f"integrator: there is no {integrator!r}\n    {remedy}")
    stiff = any(words.stiff for words in robot.elements.values())
    if integrator == AUTO and stiff:
        integrator = LINEARLY_IMPLICIT
    duration = _positive("duration", given["duration"], robot.duration)
    every = _positive("every", given["every"], defaults.every or duration / SAMPLES)
    if duration / every > MOST_SAMPLES:
        raise PelagosError(
            f"every: {every:g} s over {duration:g} s makes {duration / every:.3g} samples, "
            f"more than {MOST_SAMPLES:,}\n    choose a longer output interval"
        )
    rtol = _positive("rtol", given["rtol"], _own_rtol(robot, integrator))
    # a tighter rtol alone would be undone by the atol that goes with a looser one
    atol = defaults.atol * min(1.0, rtol / defaults.rtol)
    if integrator == LINEARLY_IMPLICIT and "atol" not in defaults.model_fields_set:
        atol = max(atol, COARSER * min(1.0, rtol / defaults.rtol))
    return Settings(
        integrator=integrator,
        duration=duration,
        rtol=rtol,
        atol=_positive("atol", given["atol"], atol),
        step=_positive("step", given["step"], defaults.step),
        every=min(every, duration),
        max_steps=_whole("max_steps", given["max_steps"], defaults.max_steps),
        longest=_longest(robot, integrator, given["step"]),
        agreed=max(NEAREST, min(AGREED, rtol)),
    )


def _own_rtol(robot: Robot, integrator: str) -> float:
    """That of the robot, where its words give one, or the tightest that its elements need; a method
    of order 3 would take too many steps for that."""
    words = robot.integrator
    if "rtol" in words.model_fields_set or integrator == LINEARLY_IMPLICIT:
        return words.rtol
    return min((words.rtol, *(element.tolerance for element in robot.elements.values())))


def _longest(robot: Robot, integrator: str, step: float | None) -> float | None:
    """The longest of variable steps: `step`, where it is given here or to this very method; without
    one what elements of the robot need."""
    words, variable = robot.integrator, integrator not in FIXED_STEP
    if step is None and words.method == integrator and "step" in words.model_fields_set:
        step = words.step
    if step is None:
        own = min((e.longest_step(robot.bodies) for e in robot.elements.values()), default=math.inf)
        step = own if math.isfinite(own) else None
    return float(step) if variable and step is not None else None


def _whole(name: str, value: float | None, default: int) -> int:
    number = _positive(name, value, default)
    if number != int(number):
        raise PelagosError(f"{name}: {number:g} is no whole number\n    give {math.ceil(number)}")
    return int(number)


def _positive(name: str, value: float | None, default: float) -> float:
    try:
        number = default if value is None else float(value)
    except (TypeError, ValueError):
        message = f"{name}: {value!r} is not a number"
        raise PelagosError(f"{message}\n    give a number above 0, in SI") from None
    if not (math.isfinite(number) and number > 0.0):
        raise PelagosError(f"{name}: {number:g} is not a positive number\n    give a value above 0")
    return number
