"""Between which values inputs are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pelagos.analysis.systems.reach import places_of
from pelagos.errors import PelagosError
from pelagos.model.robot import Robot


def limits_of(
    robot: Robot, inputs: Sequence[str], given: Mapping[str, tuple[float, float]] | None
) -> tuple[np.ndarray, np.ndarray]:
    """Lowest and highest values: those given, or the actuators' own; infinite without.

    Beyond what an actuator takes its input would change nothing, and have no slope.
    """
    given = given or {}
    places_of(inputs, list(given), "input")
    pairs = []
    for name in inputs:
        own = robot.actuators[name].law.input_limits or (-np.inf, np.inf)
        low, high = given.get(name, own)
        if not (low < high and own[0] <= low and high <= own[1]):
            raise PelagosError(
                f"MPC: limits of {name}: {low!r} to {high!r}\n"
                f"    give (low, high) within those of the actuator, {own[0]:g} to {own[1]:g}"
            )
        pairs.append((low, high))
    low, high = np.array(pairs, dtype=float).reshape(-1, 2).T
    return low, high
