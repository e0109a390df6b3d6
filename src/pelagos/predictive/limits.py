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
    """Lowest and highest values: those given, or the actuators' own; infinite without."""
    given = given or {}
    places_of(inputs, list(given), "input")
    pairs = []
    for name in inputs:
        own = robot.actuators[name].law.input_limits or (-np.inf, np.inf)
        low, high = given.get(name, own)
        if not low < high:
            raise PelagosError(
                f"MPC: limits of {name}: {low!r} is not below {high!r}\n    give (low, high)"
            )
        pairs.append((low, high))
    low, high = np.array(pairs, dtype=float).reshape(-1, 2).T
    return low, high
