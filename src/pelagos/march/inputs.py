"""Inputs that are set from outside while a run goes on."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from operator import index
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.language.expressions import depends_on_state, evaluate
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import LARGEST
from pelagos.mechanism.robot import Compiled
from pelagos.model.robot import Robot


def checked_inputs(robot: Robot, values: Mapping[str, Any]) -> dict[str, float | None]:
    """Inputs as finite numbers, by their names; None gives one back to its signal."""
    pairs = values.items()
    return {checked_input(robot, n): None if v is None else finite(n, v) for n, v in pairs}


def checked_input(robot: Robot, name: str) -> str:
    """The name of an actuator whose input can be set, or of a set point of a controller."""
    if name not in robot.inputs:
        remedy = did_you_mean(name, robot.inputs)
        what = "actuator or set point" if robot.controllers else "actuator"
        raise PelagosError(f"set_input: there is no {what} {name!r}\n    {remedy}")
    if name in robot.actuators and robot.actuators[name].kind == "motion":
        raise PelagosError(
            f"set_input: {name} prescribes a motion, whose rate must be known in advance\n"
            "    use a servo, or a signal"
        )
    return name


def at_start(robot: Robot, name: str) -> float:
    """What an input that comes from outside is before it is set: its signal at time 0; where that
    depends on the state, what does nothing. NaN leaves a set point as it is."""
    signal = robot.inputs[name]
    if signal is None:
        return math.nan
    law = robot.actuators[name].thruster if name in robot.actuators else None
    if depends_on_state(signal.node):
        return 0.0 if law is None else law.neutral
    node = signal.node if law is None else law.in_unit(signal.node)
    return evaluate(node, 0.0, parameters=robot.parameters)


def held_by(
    robot: Robot, values: Mapping[str, float | None], slots: Collection[str]
) -> dict[str, float]:
    """Those of the inputs that come from outside. A set point that is given back and has no signal
    stays among them if it has a slot, which then says that nothing is given: NaN."""
    held = {name: value for name, value in values.items() if value is not None}
    back = [n for n in values if n not in held and n in slots and robot.inputs[n] is None]
    return held | dict.fromkeys(back, math.nan)


def finite(name: str, value: Any) -> float:
    """A number that can be computed with."""
    number = float(value)
    if not math.isfinite(number):
        raise PelagosError(f"{name}: {number} is not a finite number\n    give an ordinary one")
    return number


def checked_seed(value: Any) -> int:
    """A seed of random numbers, as a model may have it."""
    seed = index(value) if hasattr(value, "__index__") and not isinstance(value, bool) else -1
    if not 0 <= seed < LARGEST:
        raise PelagosError(f"seed: {value!r} is no seed\n    give a whole number from 0 on")
    return seed


def put_state(robot: Compiled, x: np.ndarray, parts: Mapping[str, Any]) -> None:
    """Write "q", "u" and "state" into a state vector, those of them that are not None."""
    end, counts = 0, {"q": robot.nq, "u": robot.nv, "state": robot.states.shown}
    for name, count in counts.items():
        end += count
        if parts[name] is None:
            continue
        values = np.asarray(parts[name], dtype=float)
        if values.shape != (count,) or not np.all(np.isfinite(values)):
            raise PelagosError(
                f"set_state: {name} has the shape {values.shape} or a number that is not "
                f"finite\n    give {count} finite numbers, in the order `pelagos info` shows"
            )
        x[end - count : end] = values


def check_parameter(name: str, slots: Collection[str], robot: Robot) -> None:
    """Refuse a parameter that signals do not use: another value would have no effect."""
    if name not in slots:
        known = name in robot.parameters
        what = "is used by no signal" if known else "is no parameter of this robot"
        remedy = "give it to `set=` at the beginning" if known else did_you_mean(name, slots)
        raise PelagosError(f"set_value: {name!r} {what}\n    {remedy}")
