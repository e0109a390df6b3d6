"""Bodies by their names: each after its parent, and those that fixed joints make one.

Of bodies that are fixed to each other only the inertia of the whole can be felt. A link
that holds a placeholder, or a part of another one's inertia with a negative sign, is no body that
could exist, and yet the robot moves as one that could.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pelagos.language.inertias import SLACK, principal_values
from pelagos.language.placement import cross
from pelagos.language.words import WORLD

Array = NDArray[np.float64]

_NOTHING = 1e-200  # kg


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


def spatial_inertia(mass: float, com: Iterable[float], inertia: Array) -> Array:
    """6x6 about the origin, linear first, of a mass with an inertia about its com."""
    c = cross(com)
    return np.block([[mass * np.eye(3), -mass * c], [mass * c, inertia - mass * c @ c]])


@dataclass(frozen=True)
class Member:
    """A body as a part of its group."""

    parent: str
    fixed: bool  # to the parent
    moves: Array  # 6x6: motion of the body per motion of its parent, where they are fixed
    inertia: Array  # 6x6 about its origin


@dataclass(frozen=True)
class RigidGroup:
    """Bodies that are fixed to each other, and their inertia about the origin of the first."""

    root: str
    members: tuple[str, ...]
    inertia: Array
    moves: bool  # not fixed to the world

    @property
    def about_com(self) -> Array:
        """3x3: what is left of the inertia where the group turns without pushing against it."""
        linear, coupling = self.inertia[:3, :3], self.inertia[:3, 3:]
        if np.abs(linear).max() < _NOTHING:
            return self.inertia[3:, 3:]
        return self.inertia[3:, 3:] - coupling.T @ np.linalg.pinv(linear) @ coupling

    @property
    def principal_values(self) -> tuple[float, float, float]:
        """Principal moments of inertia about the com."""
        return principal_values(self.about_com)

    @property
    def _slack(self) -> float:
        """Rounding to be expected: com and inertia of a member were subtracted to find these."""
        return SLACK * float(np.abs(self.inertia[3:, 3:]).max())

    @property
    def positive(self) -> bool:
        """Whether no turn of the group has negative energy."""
        return self.principal_values[0] >= -self._slack

    @property
    def possible(self) -> bool:
        """Whether a distribution of mass can have this inertia."""
        low, middle, high = self.principal_values
        return low >= -self._slack and high <= low + middle + self._slack


def groups(members: Mapping[str, Member]) -> list[RigidGroup]:
    """All groups of a tree; `members` has parents before their children."""
    roots: dict[str, str] = {}
    found: dict[str, list[str]] = {}
    from_root: dict[str, Array] = {}
    totals: dict[str, Array] = {}
    held: set[str] = set()  # roots that are fixed to the world
    for name, member in members.items():
        if member.fixed and member.parent in roots:
            root = roots[member.parent]
            from_root[name] = member.moves @ from_root[member.parent]
        else:
            root, from_root[name] = name, np.eye(6)
            found[root], totals[root] = [], np.zeros((6, 6))
            if member.fixed:
                held.add(root)
        roots[name] = root
        found[root].append(name)
        totals[root] += from_root[name].T @ member.inertia @ from_root[name]
    return [RigidGroup(r, tuple(n), totals[r], r not in held) for r, n in found.items()]
