"""The allocation of the thrusters of a whole robot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pelagos.errors import PelagosError
from pelagos.language.suggest import did_you_mean
from pelagos.model.control.allocation import Allocation, column
from pelagos.model.loading import load
from pelagos.model.robot import Robot
from pelagos.model.start import Start


def allocation(
    robot: Robot | str | Path, body: str | None = None, thrusters: Sequence[str] | None = None
) -> Allocation:
    """The allocation of a robot's thrusters in its initial configuration.

    body: about whose origin and in whose axes; by default the body of the first thruster.
    thrusters: names of those to use; by default all of them.

    Examples:
        >>> found = pl.allocation("bluerov-heavy")
        >>> found.matrix.shape
        (6, 8)
    """
    if isinstance(robot, str | Path):
        robot = load(robot)
    found = {n: a.thruster for n, a in robot.actuators.items() if a.thruster is not None}
    if not found:
        raise PelagosError(f"allocation: {robot.name} has no thrusters\n    add some to actuators:")
    for name in thrusters or ():
        if name not in found:
            remedy = did_you_mean(name, found)
            raise PelagosError(f"allocation: there is no thruster {name!r}\n    {remedy}")
    chosen = {name: found[name] for name in thrusters or found}
    about = next(iter(chosen.values())).body if body is None else body
    if about not in robot.bodies:
        remedy = did_you_mean(about, robot.bodies)
        raise PelagosError(f"allocation: there is no body {about!r}\n    {remedy}")
    start = Start(robot.bodies, robot.initial, robot.actuators, robot.parameters)
    return Allocation(
        about,
        tuple(chosen),
        np.column_stack([column(start, about, law) for law in chosen.values()]),
        np.array([law.health for law in chosen.values()]),
    )
