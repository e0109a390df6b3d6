"""Which thrust of which thruster gives a wrench on a body, and what failed thrusters take away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pelagos.errors import PelagosError
from pelagos.lazy import cached_property
from pelagos.model.bodies import WORLD
from pelagos.model.start import Start
from pelagos.relations.contract import Frame

if TYPE_CHECKING:
    from pelagos.elements.actuator.thruster import Thruster
    from pelagos.model.constraints import Constraint

Array = NDArray[np.float64]
AXES = ("surge", "sway", "heave", "roll", "pitch", "yaw")
TOLERANCE = 1e-10  # singular values below this part of the largest count as zero
FAILED = 1e-3  # health below which nothing is asked of a thruster


@dataclass(frozen=True)
class Allocation:
    """wrench = matrix @ thrusts; rows are surge, sway, heave (N), roll, pitch, yaw (N m)."""

    body: str  # about whose origin, in whose axes
    thrusters: tuple[str, ...]
    sound: Array  # (6, n) as if nothing had failed
    health: Array  # (n,)

    @cached_property
    def matrix(self) -> Array:
        """(6, n): wrench per newton asked of each thruster, at its health."""
        found: Array = self.sound * np.where(self.health < FAILED, 0.0, self.health)
        return found

    @cached_property
    def inverse(self) -> Array:
        """(n, 6): the pseudo-inverse; failed thrusters have rows of zeros."""
        return np.asarray(np.linalg.pinv(self.matrix, rcond=TOLERANCE), dtype=np.float64)

    @cached_property
    def rank(self) -> int:
        """Independent directions that can be pushed in."""
        return len(_span(self.matrix))

    @cached_property
    def lost(self) -> Array:
        """(k, 6): orthonormal directions that sound thrusters would reach and these do not."""
        left = _span(self.matrix)
        beyond = _span(self.sound)
        return _span((beyond - beyond @ left.T @ left).T, 1e-6)

    def thrusts(self, wrench: Any) -> Array:
        """The smallest thrusts that come nearest to a wrench."""
        given = np.asarray(wrench, dtype=float)
        if given.shape != (len(AXES),):
            raise PelagosError(
                f"allocation: a wrench of the shape {given.shape}\n    give {', '.join(AXES)}"
            )
        found: Array = self.inverse @ given
        return found

    def lost_words(self) -> tuple[str, ...]:
        """The lost directions in words, as "heave" or "0.8 surge + 0.6 yaw"."""
        return tuple(map(_in_words, self.lost))


def of_body(
    start: Start,
    laws: Mapping[str, Thruster],
    constraints: Mapping[str, Constraint],
    body: str,
    whole: bool = False,
) -> Allocation | None:
    """The allocation about a body of its own thrusters; None without any.

    A body without thrusters has those of all that moves with it as one: on fixed joints, and on
    welds among the `constraints`, which are those in force. So has any body if the `whole` is
    meant.
    """
    own = {name: law for name, law in laws.items() if law.body == body and not whole}
    poses: dict[str, Frame] = {body: (np.eye(3), np.zeros(3))}
    if not own:
        poses = _moving_as_one(start, constraints, body)
        own = {name: law for name, law in laws.items() if law.body in poses}
    if not own:
        return None
    columns = [_column(poses[law.body], law) for law in own.values()]
    health = np.array([law.health for law in own.values()])
    return Allocation(body, tuple(own), np.column_stack(columns), health)


def _moving_as_one(
    start: Start, constraints: Mapping[str, Constraint], body: str
) -> dict[str, Frame]:
    """The bodies that fixed joints and welds hold to a body: their poses in its axes."""
    pairs = [
        (b.parent, name, _between(start.pose(b.parent), start.pose(name)))
        for name, b in start.bodies.items()
        if not b.joint.nv and b.parent != WORLD
    ]
    for constraint in constraints.values():
        law = constraint.law
        if law.welds and WORLD not in law.bodies:
            one, other = law.bodies
            here, there = law.completed(start).frames  # the two coincide
            pairs.append((one, other, _after(here, _between(there, (np.eye(3), np.zeros(3))))))
    found: dict[str, Frame] = {body: (np.eye(3), np.zeros(3))}
    for _ in pairs:  # each round reaches a body more, or all have been reached
        for one, other, pose in pairs:
            if one in found and other not in found:
                found[other] = _after(found[one], pose)
            elif other in found and one not in found:
                found[one] = _after(found[other], _between(pose, (np.eye(3), np.zeros(3))))
    return found


def _after(first: Frame, second: Frame) -> Frame:
    """A pose in the axes of another."""
    return first[0] @ second[0], first[1] + first[0] @ second[1]


def _between(one: Frame, other: Frame) -> Frame:
    """The other pose in the axes of the one."""
    return one[0].T @ other[0], one[0].T @ (other[1] - one[1])


def _wrench(axis: Array, place: Array, law: Thruster) -> Array:
    return np.concatenate([axis, np.cross(place, axis) - law.reaction * axis])


def column(start: Start, about: str, law: Thruster) -> Array:
    """The wrench of a thruster on any body, where that is at the start."""
    return _column(_between(start.pose(about), start.pose(law.body)), law)


def _column(pose: Frame, law: Thruster) -> Array:
    R, p = pose
    return _wrench(R @ np.array(law.direction), p + R @ np.array(law.at), law)


def _span(matrix: Array, tolerance: float = TOLERANCE) -> Array:
    """Orthonormal rows that span the columns of a matrix of 6 rows."""
    if matrix.size == 0:
        return np.zeros((0, 6))
    left, sizes, _ = np.linalg.svd(matrix)
    count = int(np.sum(sizes > tolerance * max(sizes[0], 1e-300)))
    found: Array = left[:, :count].T if sizes[0] > 1e-9 else np.zeros((0, 6))
    return found


def _in_words(direction: Array) -> str:
    terms = [(float(c), axis) for c, axis in zip(direction, AXES, strict=True) if abs(c) > 0.05]
    if len(terms) == 1:
        return terms[0][1]
    sign = 1.0 if terms[0][0] > 0 else -1.0
    return " + ".join(f"{sign * c:.2g} {axis}" for c, axis in terms).replace("+ -", "- ")
