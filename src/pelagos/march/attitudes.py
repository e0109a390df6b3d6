"""Attitudes in given states: quaternions of length one."""

from __future__ import annotations

import numpy as np

from pelagos.errors import PelagosError
from pelagos.language.quaternions import AttitudeError, unit
from pelagos.mechanism.robot import Compiled


def with_unit_quaternions(robot: Compiled, states: np.ndarray, where: str) -> np.ndarray:
    """States (..., n) whose quaternions are made unit quaternions, in place.

    `where` is the word by which they were given, for the refusal of a quaternion of length zero.
    """
    if not len(robot.quaternions):
        return states
    turns = robot.quaternions[:, None] + np.arange(4)
    try:
        states[..., turns] = unit(states[..., turns])
        return states
    except AttitudeError:
        pass  # which one?
    for first in robot.quaternions.tolist():
        turn = slice(first, first + 4)
        try:
            states[..., turn] = unit(states[..., turn])
        except AttitudeError as error:
            label = robot.robot.coordinates[first]
            found = ", ".join(f"{number:g}" for number in error.found)
            raise PelagosError(
                f"{where}: {error}: q[{label}] and the three after it are [{found}]\n"
                f"    {error.remedy}"
            ) from None
    return states
