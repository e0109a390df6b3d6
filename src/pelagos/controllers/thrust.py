"""From what is wanted along six axes to what thrusters and other actuators can give.

An effector gives its share of each axis, within limits, beside what others ask of it. Axes are
served in the order of PRIORITY: those that keep a vehicle upright before those that keep its depth,
its heading and its place. The axes of one step are scaled down together, as far as the first
effector at its limit says, so that their direction stays; what is left is for the next step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from pelagos.mathematics.scalars import Scalar, absolute, clip, minimum, where

PRIORITY = (("roll", "pitch"), ("heave",), ("yaw",), ("surge", "sway"))


@dataclass(frozen=True)
class Effector:
    """A thruster, or an actuator that serves one axis."""

    shares: tuple[float | None, ...]  # by axis of the controller: what is asked per unit; None: 0
    limits: tuple[float, float] | None
    others: int | None  # channel of what else is asked of it


@dataclass(frozen=True)
class Served:
    """What can be given along the axes."""

    outputs: list[Scalar]
    factors: list[Scalar]  # of what was wanted, from 0 to 1


def served(
    effectors: Sequence[Effector], axes: Sequence[str], wanted: Sequence[Scalar], at: Any
) -> Served:
    """As much of what is wanted as all effectors can give."""
    used = [0.0 if e.others is None else at.signals[e.others] for e in effectors]
    factors: dict[str, Scalar] = {}
    for step in PRIORITY:
        members = [k for k, axis in enumerate(axes) if axis in step]
        if not members:
            continue
        asked = [_asked(effector, members, wanted) for effector in effectors]
        factor: Scalar = 1.0 if any(more is not None for more in asked) else 0.0
        for effector, more, before in zip(effectors, asked, used, strict=True):
            if more is not None:
                factor = minimum(factor, _room(effector, more, before))
        factor = clip(factor, 0.0, 1.0)
        used = [
            before if more is None else before + factor * more
            for more, before in zip(asked, used, strict=True)
        ]
        factors |= {axes[k]: factor for k in members}
    found = [factors[axis] for axis in axes]
    return Served([f * w for f, w in zip(found, wanted, strict=True)], found)


def _asked(effector: Effector, members: Sequence[int], wanted: Sequence[Scalar]) -> Scalar | None:
    """What a step asks of an effector; None if it has no part in it."""
    found: Scalar | None = None
    for k in members:
        share = effector.shares[k]
        if share is not None:
            found = share * wanted[k] if found is None else found + share * wanted[k]
    return found


def _room(effector: Effector, more: Scalar, before: Scalar) -> Scalar:
    """Which part of `more` fits between what is used and the limit."""
    if effector.limits is None:
        return 1.0
    low, high = effector.limits
    limit, some = where(more > 0.0, high, low), absolute(more) > 0.0
    return where(some, (limit - before) / where(some, more, 1.0), 1.0)


def lowest(factors: Sequence[Scalar]) -> Scalar:
    """The smallest of the factors."""
    return reduce(minimum, factors)
