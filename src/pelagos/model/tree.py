"""The tree of bodies: order, labels, degrees of freedom, initial state."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pelagos.joints.contract import Component, StartWords
from pelagos.language.placement import from_rpy
from pelagos.model.bodies import Body
from pelagos.model.joints import Joint
from pelagos.model.scenarios import Initial

Array = NDArray[np.float64]


def _labels(body: str, components: Iterable[Component]) -> tuple[str, ...]:
    """Labels of the elements of q or u that belong to a body."""
    return tuple(f"{body}.{c.suffix}" if c.suffix else body for c in components)


def coordinate_labels(body: str, joint: Joint) -> tuple[str, ...]:
    """Labels of the joint's elements of q."""
    return _labels(body, joint.mechanics.coordinates)


def speed_labels(body: str, joint: Joint) -> tuple[str, ...]:
    """Labels of the joint's elements of u."""
    return _labels(body, joint.mechanics.speeds)


def body_of(label: str, names: Container[str]) -> str | None:
    """The body that a label belongs to, the longest of the names that fit; names may have dots."""
    name = label
    while name and name not in names:
        name = name.rpartition(".")[0]
    return name or None


def dof_index(joint: Joint, dof: str | int | None) -> int | None:
    """Which degree of freedom of the joint is meant; None if there is no such one.

    Names go before numbers, which begin with 0: of a universal joint, 1 is the first.
    """
    names = [speed.suffix for speed in joint.mechanics.speeds]
    if dof is None:
        return 0 if joint.nv == 1 else None
    if str(dof) in names:
        return names.index(str(dof))
    numbered = any(name.isdigit() for name in names)
    return dof if isinstance(dof, int) and not numbered and 0 <= dof < joint.nv else None


def turn_on(bodies: Mapping[str, Body], inner: str, outer: str) -> Array | None:
    """Rotation from the axes of a body to those of one that it is fixed on, or is; None if it is
    not."""
    turn, name = np.eye(3), inner
    for _ in bodies:  # parents may run in a circle, which is refused elsewhere
        if name == outer:
            return turn
        body = bodies.get(name)
        if body is None or body.joint.nv:
            return None
        turn, name = body.at.R @ turn, body.parent
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
        u += _given(joint.mechanics.start_rates, given)
    return np.array(q, dtype=float), np.array(u, dtype=float)


def coordinates(joint: Joint, given: Initial) -> list[float]:
    """Coordinates of one joint at the start."""
    return _given(joint.mechanics.start, given)


def _given(pieces: Sequence[StartWords], given: Initial) -> list[float]:
    found: list[float] = []
    for count, keys in pieces:
        written = [(key, value) for key in keys if (value := getattr(given, key)) is not None]
        if not written:
            found += (1.0, 0.0, 0.0, 0.0) if "quaternion" in keys else (0.0,) * count
        for key, value in written:
            found += from_rpy(value) if key == "rpy" else [value] if key == "angle" else value
    return found


def initial_words(joint: Joint, q: Sequence[float], u: Sequence[float]) -> dict[str, list[float]]:
    """The words of `initial` for these coordinates and speeds of a joint."""
    words = {}
    for pieces, numbers in ((joint.mechanics.start, q), (joint.mechanics.start_rates, u)):
        first = 0
        for count, keys in pieces:
            words[keys[-1]] = [float(x) for x in numbers[first : first + count]]
            first += count
    return words
