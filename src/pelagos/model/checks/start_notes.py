"""What a user should know of how a robot starts: joints that move, stops overrun, lines in air."""

from __future__ import annotations

import math

import numpy as np

from pelagos.errors import PelagosError
from pelagos.joints.contract import ANGLE
from pelagos.model.moves import in_words, moves
from pelagos.model.robot import Robot
from pelagos.model.start import Start

ROUNDING = 1e-9  # rad or m: a joint that starts on its stop is not beyond it


def start_notes(robot: Robot) -> list[str]:
    """Remarks on the start of a robot whose scenario is merged in; none for most."""
    try:
        q, _ = robot.initial_state()
    except PelagosError as error:
        return [str(error)]
    found = []
    moved = in_words(moves(robot, robot.written_state()[0], q))
    if moved:
        found.append(
            f"closing the loops moves joints from where initial: puts them: {moved}\n"
            "    write the closed pose below initial:, or check lengths and placements"
        )
    start = Start(robot.bodies, robot.initial, robot.actuators, robot.parameters)
    for name, words in robot.elements.items():
        found += [f"{name}: {note}" for note in words.notes_at_start(robot, start)]
    return found + _beyond_stops(robot, q)


def _beyond_stops(robot: Robot, q: np.ndarray) -> list[str]:
    found, start = [], 0
    for name in robot.order:
        joint = robot.bodies[name].joint
        for k, limit in enumerate(joint.limits if joint.nq == joint.nv else ()):
            value, label = float(q[start + k]), robot.coordinates[start + k]
            if limit is None or limit[0] - ROUNDING <= value <= limit[1] + ROUNDING:
                continue
            turns = joint.mechanics.coordinates[k].unit == ANGLE
            stop = limit[0] if value < limit[0] else limit[1]
            found.append(
                f"{label} starts at {_amount(value, turns)}, beyond its stop at "
                f"{_amount(stop, turns)}, which will throw it back\n"
                "    start between the limits, or widen them"
            )
        start += joint.nq
    return found


def _amount(value: float, turns: bool) -> str:
    return f"{math.degrees(value):.4g} deg" if turns else f"{value:.4g} m"
