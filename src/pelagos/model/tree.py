"""The tree of bodies: order, labels, degrees of freedom, initial state."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from pelagos.language.placement import from_rpy
from pelagos.model.bodies import WORLD, Body
from pelagos.model.joints import COORDINATES, SPEEDS, Joint
from pelagos.model.scenarios import Initial

Array = NDArray[np.float64]


def parents_first(parents: Mapping[str, str]) -> tuple[str, ...]:
    """Names so that each follows its parent, otherwise in the given order; cycles are left out."""
    order: dict[str, None] = {}
    for name in parents:
        # climb until the world, a body already placed, or the climb itself
        path: dict[str, None] = {}
        climber = name
        while climber in parents and climber not in order and climber not in path:
            path[climber] = None
            climber = parents[climber]
        if climber == WORLD or climber in order:
            order.update(dict.fromkeys(reversed(path)))
    return tuple(order)


def labels(body: str, suffixes: Iterable[str]) -> tuple[str, ...]:
    """Labels of the elements of q or u that belong to a body."""
    return tuple(f"{body}.{suffix}" if suffix else body for suffix in suffixes)


def coordinate_labels(body: str, joint: Joint) -> tuple[str, ...]:
    """Labels of the joint's elements of q."""
    return labels(body, COORDINATES[joint.kind])


def speed_labels(body: str, joint: Joint) -> tuple[str, ...]:
    """Labels of the joint's elements of u."""
    return labels(body, SPEEDS[joint.kind])


def body_of(label: str, names: Container[str]) -> str | None:
    """The body that a label belongs to, the longest of the names that fit; names may have dots."""
    name = label
    while name and name not in names:
        name = name.rpartition(".")[0]
    return name or None


def dof_index(joint: Joint, dof: str | int | None) -> int | None:
    """Which degree of freedom of the joint is meant; None if there is no such one.

    Names go before numbers: of a universal joint, 1 is the first.
    """
    names = SPEEDS[joint.kind]
    if dof is None:
        return 0 if joint.nv == 1 else None
    if str(dof) in names:
        return names.index(str(dof))
    if isinstance(dof, int) and joint.kind != "universal" and 0 <= dof < joint.nv:
        return dof
    return None


def start(
    order: Iterable[str], bodies: Mapping[str, Body], initial: Mapping[str, Initial]
) -> tuple[Array, Array]:
    """Coordinates and speeds at the start, in the order of the labels."""
    q: list[float] = []
    u: list[float] = []
    for name in order:
        joint, given = bodies[name].joint, initial.get(name, Initial())
        q += coordinates(joint, given)
        u += _speeds(joint, given)
    return np.array(q, dtype=float), np.array(u, dtype=float)


def coordinates(joint: Joint, given: Initial) -> list[float]:
    """Coordinates of one joint at the start."""
    if given.rpy is not None:
        attitude = from_rpy(given.rpy)
    else:
        attitude = given.quaternion or (1.0, 0.0, 0.0, 0.0)
    if joint.kind == "free":
        return [*(given.position or (0.0, 0.0, 0.0)), *attitude]
    if joint.kind == "spherical":
        return list(attitude)
    if given.angle is not None:
        return [given.angle]
    return list(given.position or (0.0,) * joint.nq)


def _speeds(joint: Joint, given: Initial) -> list[float]:
    still = (0.0, 0.0, 0.0)
    if joint.kind == "free":
        return [*(given.velocity or still), *(given.angular_velocity or still)]
    if joint.kind == "spherical":
        return list(given.angular_velocity or still)
    return list(given.rate or (0.0,) * joint.nv)
