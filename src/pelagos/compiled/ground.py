"""Contacts with the ground as tables: one row for each small sphere of a body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pelagos.equations.ground import Contact
from pelagos.model.robot import Robot

NUMBERS = len(Contact.parameters)


@dataclass(frozen=True)
class GroundTables:
    """What touches the ground; empty without one."""

    bodies: np.ndarray  # int (n,): row of the body in the state arrays
    numbers: np.ndarray  # (n, NUMBERS), joint-aligned axes


# one object, as tables of variations are that have them in common
_NONE = GroundTables(np.zeros(0, dtype=np.int64), np.zeros((0, NUMBERS)))


def collect_contacts(
    robot: Robot, names: Sequence[str], align: Mapping[str, np.ndarray]
) -> GroundTables:
    bodies: list[int] = []
    numbers: list[list[float]] = []
    ground = robot.ground
    if ground is None:
        return _NONE
    for row, name in enumerate(names, 1):
        contact = robot.bodies[name].contact
        for point in contact.points if contact is not None else ():
            turn = align[name].T
            own = [*(turn @ np.array(point)), contact.radius, *(turn @ np.array(contact.axis))]
            bodies.append(row)
            numbers.append([*own, *ground.numbers(robot.gravity)])
    return GroundTables(
        np.array(bodies, dtype=np.int64), np.array(numbers, dtype=float).reshape(-1, NUMBERS)
    )
