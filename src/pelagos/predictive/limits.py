"""Between which values inputs are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pelagos.analysis.systems.reach import places_of
from pelagos.arguments import is_number, mapping
from pelagos.errors import PelagosError
from pelagos.model.robot import Robot


def limits_of(
    robot: Robot, inputs: Sequence[str], given: Mapping[str, tuple[float, float]] | None
) -> tuple[np.ndarray, np.ndarray]:
    """Lowest and highest values: those given, or the actuators' own; infinite without.

    Beyond what an actuator takes its input would change nothing, and have no slope.
    """
    remedy = "give low and high by input, as {'drive': (-5, 5)}"
    given = {} if given is None else mapping("MPC: limits", given, remedy)
    places_of(inputs, list(given), "input")
    pairs = []
    for name in inputs:
        own = robot.actuators[name].law.input_limits or (-np.inf, np.inf)
        if not own[0] <= 0.0 <= own[1]:
            raise PelagosError(
                f"MPC: the input of {name} is never 0, but from {own[0]:g} to {own[1]:g}: its "
                "weight would be none of thrust\n"
                "    model it with `command: thrust`, and convert the commands"
            )
        wanted = given.get(name, own)
        if not _is_pair(wanted) or not own[0] <= wanted[0] < wanted[1] <= own[1]:
            raise PelagosError(
                f"MPC: limits of {name}: {wanted!r}\n"
                f"    give (low, high) within those of the actuator, {own[0]:g} to {own[1]:g}"
            )
        pairs.append(wanted)
    low, high = np.array(pairs, dtype=float).reshape(-1, 2).T
    return low, high


def _is_pair(value: Any) -> bool:
    return np.shape(value) == (2,) and all(map(is_number, value))
