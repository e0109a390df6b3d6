"""What a joint kind must state. Each kind is one class in a file of its own beside this one.

A body's *joint-aligned* frame has its z axis along the joint's first axis (and x along the second,
if there are two), so that the columns below are constants with many zeros. The methods run on any
kind of number. There is no default for any part: `table` refuses a kind that lacks one.

References: Featherstone 2008, section 4.4; Kane and Levinson 1985 (partial velocities).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pelagos.language import placement
from pelagos.language.words import ARRAY, Axis, Read, Vector, refusal, to_axis
from pelagos.lazy import cached_property
from pelagos.mathematics.algebra import Force, Mat3, Motion
from pelagos.mathematics.inertia import Pose
from pelagos.mathematics.scalars import Scalar

Numbers = Sequence[Scalar]
Array = NDArray[np.float64]

ANGLE, LENGTH, QUATERNION = "rad", "m", "1"  # units that coordinates may have
ANGLE_RATE, LENGTH_RATE = "rad/s", "m/s"  # and speeds


class Component(NamedTuple):
    """One element of q or u."""

    suffix: str  # of its label, which is BODY.suffix; "" is the body's name alone
    unit: str
    meaning: str


class Turning(NamedTuple):
    """An attitude among the coordinates: a quaternion, whose speeds are about the body's axes."""

    q: int  # first of the four coordinates
    u: int  # first of the three angular velocities
    place: tuple[int, int] | None  # first coordinate, first speed of a velocity in body axes too


class StartWords(NamedTuple):
    """Keys of `initial` that give the next coordinates or speeds; one of them may be written."""

    size: int  # how many coordinates or speeds
    keys: tuple[str, ...]  # the last is the one that Pelagos writes


@dataclass(frozen=True)
class JointWords:
    """What stands behind the word of a kind: `joint: {revolute: y}`."""

    field: Any  # how pydantic reads it
    example: str  # for messages; "" where the word says it all
    count: int  # axes that stand there as they are; 0 if none or within a mapping
    axes: Callable[[Any], tuple[Vector, ...]]  # unit vectors, of the words as they were read
    numbers: Callable[[Any], tuple[float, ...]] = lambda _: ()  # own numbers of the joint


NO_AXIS = JointWords(bool, "", 0, lambda _: ())
ONE_AXIS = JointWords(Axis, "y", 1, lambda axis: (axis,))


def two_axes(word: str) -> JointWords:
    """Two axes at a right angle."""

    def read(words: Any) -> tuple[Vector, Vector]:
        if not isinstance(words, list | tuple) or len(words) != 2:
            raise refusal(f"a {word} joint needs two axes", f"write {word}: [x, y]")
        first, second = to_axis(words[0]), to_axis(words[1])
        cosine = sum(a * b for a, b in zip(first, second, strict=True))
        if abs(cosine) > 1e-9:
            degrees = math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
            raise refusal(
                f"the axes of a {word} joint meet at {degrees:.6g} degrees",
                "make them perpendicular",
            )
        return first, second

    field = Annotated[tuple[Vector, Vector], Read(read, ARRAY)]
    return JointWords(field, "[x, y]", 2, lambda axes: axes)


class JointKind(ABC):
    """A joint kind. All parts without a value here, and all abstract methods, must be stated."""

    # --- words
    word: str  # after `joint:`
    words: JointWords  # what stands behind it
    numbers: tuple[str, ...]  # names of the joint's own numbers, attributes in the equations
    start: tuple[StartWords, ...]  # what gives the coordinates in `initial`, in their order
    start_rates: tuple[StartWords, ...]  # what gives the speeds
    # --- coordinates and speeds
    coordinates: tuple[Component, ...]
    speeds: tuple[Component, ...]
    turning: Turning | None  # all other coordinates have their speeds as rates, in this order
    # --- what it goes with
    in_world: bool  # only on the world; q: position and quaternion there, u: body-frame velocity
    resisted: bool  # springs, dampers, friction, stops and armature may act on its speeds
    pays_out: bool  # it may pay out a line along its axis
    turnable: bool  # its frame may be turned about its axis, all else being the same
    # --- how it is drawn and imported
    hub: Literal["pin", "ball", "none"]  # at the body's origin; a pin lies along the axis
    fixture: Literal["block", "rail", "none"]  # of a joint on the world; a rail lies along the axis
    urdf: tuple[str, ...]  # types of joints in URDF files that are of this kind

    @abstractmethod
    def pose(self, placement: Pose, q: Numbers) -> Pose:
        """The child at q, given where it is at zero."""

    @abstractmethod
    def columns(self, q: Numbers) -> tuple[Motion, ...]:
        """S: the motion of the child, in its axes, per unit of each speed (partial velocities)."""

    @abstractmethod
    def column_rates(self, q: Numbers, u: Numbers) -> tuple[Motion, ...]:
        """dS/dt."""

    @abstractmethod
    def rates(self, q: Numbers, u: Numbers) -> Numbers:
        """dq/dt."""

    @abstractmethod
    def active(self, q: Numbers) -> tuple[Force, ...]:
        """T: wrenches of unit efforts on the child, in its axes; T_k . S_j is 1 if j = k, else 0
        (Featherstone 2008, section 3.5). The columns themselves, if these are orthonormal."""

    @abstractmethod
    def held(self, q: Numbers) -> tuple[Force, ...]:
        """W: wrenches on the child, in its axes, that do no work: W . S = 0. With S they fill all
        six dimensions; they are orthonormal."""

    @abstractmethod
    def held_rates(self, q: Numbers, relative: Motion) -> tuple[Force, ...]:
        """dW/dt, given the velocity of the child relative to its parent."""

    # --- what follows

    @property
    def nq(self) -> int:
        """Number of coordinates."""
        return len(self.coordinates)

    @property
    def nv(self) -> int:
        """Number of speeds, the degrees of freedom."""
        return len(self.speeds)

    def bias(self, q: Numbers, u: Numbers) -> Motion:
        """(dS/dt) u."""
        return joint_velocity(self.column_rates(q, u), u)

    def with_numbers(self, numbers: Numbers) -> JointKind:
        """A joint of this kind with its own numbers."""
        if not self.numbers:
            return self
        found = type(self)()
        vars(found).update(zip(self.numbers, numbers, strict=True))
        return found

    def coordinate_of(self, speed: int) -> int | None:
        """Which coordinate has this speed as its rate; None for those of an attitude."""
        return self._coordinate_of[speed]

    @cached_property
    def _coordinate_of(self) -> tuple[int | None, ...]:
        turned_q, turned_u = self._turned
        plain = iter(k for k in range(self.nq) if k not in turned_q)
        return tuple(None if k in turned_u else next(plain) for k in range(self.nv))

    @cached_property
    def _turned(self) -> tuple[set[int], set[int]]:
        """Coordinates and speeds of an attitude, and of a velocity in body axes."""
        if self.turning is None:
            return set(), set()
        q, u, place = self.turning
        first_q, first_u = place or (0, 0)
        shift = range(3 if place else 0)
        return (
            {*range(q, q + 4), *(first_q + k for k in shift)},
            {*range(u, u + 3), *(first_u + k for k in shift)},
        )

    @cached_property
    def zero(self) -> tuple[float, ...]:
        """The coordinates where the child is at its placement."""
        real = None if self.turning is None else self.turning.q
        return tuple(1.0 if k == real else 0.0 for k in range(self.nq))

    @cached_property
    def keeps_origin(self) -> bool:
        """Whether the child's origin stays where it is in the parent."""
        return not any(any(S.v) for S in self.columns(self.zero))

    @cached_property
    def keeps_directions(self) -> bool:
        """Whether the child can move alike, as itself sees it, wherever it is."""
        moving = Motion.of([1.0] * 6)
        return not any(any(W) for W in self.held_rates(self.zero, moving))


def aligned_axes(axes: Sequence[Vector]) -> Array:
    """Axes of the joint-aligned frame in the body's own frame, as columns."""
    if len(axes) == 2:
        z, x = np.array(axes[0]), np.array(axes[1])
        return np.column_stack([x, np.cross(z, x), z])
    return placement.aligned_axes(axes[0]) if axes else np.eye(3)


def unit_forces(*directions: int) -> tuple[Force, ...]:
    """Unit wrenches: 0, 1, 2 are forces along x, y, z, 3, 4, 5 couples about them."""
    return tuple(Force.of(Motion.unit(k)) for k in directions)


def as_forces(columns: Sequence[Motion]) -> tuple[Force, ...]:
    """T for columns that are orthonormal."""
    return tuple(Force.of(S) for S in columns)


def turn_z(R: Mat3, s: Scalar, c: Scalar) -> Mat3:
    """R Rz(angle), given the angle's sine and cosine."""
    return Mat3(c * R.a + s * R.b, c * R.b - s * R.a, R.c)


def joint_velocity(columns: Sequence[Motion], u: Numbers) -> Motion:
    """The velocity of the child relative to its parent: sum of S_k u_k."""
    total = Motion.zero()
    for S, rate in zip(columns, u, strict=True):
        total = total + rate * S
    return total


# --- parts that several kinds share

POSITION = tuple(Component(x, LENGTH, f"position along world {x}") for x in "xyz")
ATTITUDE = tuple(
    Component(f"q{part}", QUATERNION, f"{part} of the quaternion, body to world") for part in "wxyz"
)
VELOCITY = tuple(
    Component(letter, LENGTH_RATE, f"velocity along the body's {axis} axis")
    for letter, axis in zip("uvw", "xyz", strict=True)
)
ANGULAR_VELOCITY = tuple(
    Component(letter, ANGLE_RATE, f"angular velocity about the body's {axis} axis")
    for letter, axis in zip("pqr", "xyz", strict=True)
)
