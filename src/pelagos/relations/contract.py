"""What a relation is: a constraint between bodies or joint coordinates, beyond the tree's joints.

A file of this folder holds one relation as one class, and is called what the relation is called in
a model. The fields of the class are its words; from these follow its bodies, its coordinates, its
numbers and its signals. `rows` is its mathematics, on any kind of number. All else that Pelagos
does with constraints is derived from these (see `table`).

A relation is a set of scalar rows c(q, t) = 0. Some rows are conditions on speeds alone, J u = 0,
which no c has as its rate (non-holonomic: a wheel that rolls); their residual is 0. A row is known
by what it does: the wrench that one unit of its force puts on each of the two bodies, and its
effort at the speeds of the coordinates. The same numbers give its rate (the power of a unit force),
so `J u` and `J udot` need no more:

    rate   J u    = w_A . v_A + w_B . v_B + sum of k_i u_i  (+ the rate that is prescribed)
    drift         = second derivative of c when all udot = 0
    law    J udot = -drift - stabilisation

References: Nielsen et al. 2018, eq 15-33; Featherstone 2008, chapter 8; Baumgarte 1972.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Protocol, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from pelagos.language.signals import Signal
from pelagos.language.words import AXIS, AtLeastZero, Positive, Quantity, Words
from pelagos.mathematics.algebra import Force, Mat3, Motion, Vec3
from pelagos.mathematics.inertia import Pose, into_frame
from pelagos.mathematics.scalars import Scalar

Numbers = Sequence[Scalar]
Array = NDArray[np.float64]
Frame = tuple[Array, Array]  # axes (columns) and origin, in the axes of a body
Keys = tuple[str, ...]


# --- at a state -----------------------------------------------------------------------------


class Side(NamedTuple):
    """One body of a relation: its state, and the frame on it that is meant."""

    pose: Pose  # body in the world
    velocity: Motion  # body axes
    acceleration: Motion  # body axes, with udot = 0
    frame: Pose  # the relation's frame in the body

    @property
    def r(self) -> Vec3:
        """The frame's origin, body axes."""
        return self.frame.p

    def axes(self) -> Mat3:
        """The frame's axes in the world."""
        return self.pose.R @ self.frame.R

    def point(self) -> Vec3:
        """The frame's origin in the world."""
        return self.pose.point(self.r)

    def point_velocity(self) -> Vec3:
        """Its velocity, world axes."""
        v, w = self.velocity.v, self.velocity.w
        return self.pose.R @ (v + w.cross(self.r))

    def point_acceleration(self) -> Vec3:
        """Its acceleration, world axes."""
        v, w, a = self.velocity.v, self.velocity.w, self.acceleration
        turning = a.w.cross(self.r) + w.cross(w.cross(self.r))
        return self.pose.R @ (a.v + w.cross(v) + turning)

    def spin(self) -> Vec3:
        """Angular velocity, world axes."""
        return self.pose.R @ self.velocity.w

    def spin_rate(self) -> Vec3:
        """Angular acceleration, world axes."""
        return self.pose.R @ self.acceleration.w

    def wrench(self, force: Vec3, at: Vec3) -> Force:
        """A force at a point, both in the world, as a wrench in body axes."""
        arm = at - self.pose.p
        return Force(into_frame(self.pose.R, force), into_frame(self.pose.R, arm.cross(force)))

    def couple(self, torque: Vec3) -> Force:
        """A torque, world axes, as a wrench in body axes."""
        return Force(Vec3.zero(), into_frame(self.pose.R, torque))


class Seen(NamedTuple):
    """What the rows of a relation see at a state."""

    sides: tuple[Side, ...]  # of its two bodies, if it has some
    q: Numbers  # its coordinates
    u: Numbers  # their rates
    numbers: Numbers
    signals: Numbers  # value, rate and acceleration of each


class RelationRow(NamedTuple):
    """One scalar row at a state. Signals change its residual and its rates, not what it does."""

    residual: Scalar  # c; 0.0 for rows that are `rate_only`
    rate: Scalar  # dc/dt
    drift: Scalar  # d2c/dt2 when udot = 0
    wrenches: tuple[Force, ...] = ()  # on each of the two bodies per unit of force, body axes
    efforts: tuple[Scalar, ...] = ()  # at the speed of each coordinate


class Places(Protocol):
    """Where bodies and coordinates are: when a run begins, or when an event docks."""

    def pose(self, name: str) -> Frame:
        """Axes (columns) and origin of a body in the world."""
        ...

    def point(self, name: str, p: Array) -> Array:
        """A point of a body in the world."""
        ...

    def coordinate(self, label: str) -> float:
        """A coordinate of a joint."""
        ...


# --- in words -------------------------------------------------------------------------------


@dataclass(frozen=True)
class PartName:
    """Annotation: what stands here, each of a list, or each key of a mapping, names a part."""

    part: Literal["body", "coordinate"]
    or_world: bool = False  # the world will do for a body


BODY = PartName("body")
BODY_OR_WORLD = PartName("body", or_world=True)
COORDINATE = PartName("coordinate")


def _has_literal(annotation: Any) -> bool:
    return get_origin(annotation) is Literal or any(map(_has_literal, get_args(annotation)))


class Baumgarte(Words):
    """Errors decay like a damped oscillator: of `frequency` in rad/s, `damping` 1 is critical."""

    frequency: Annotated[float, Quantity(), Positive()]
    damping: AtLeastZero = 1.0


class Relation(Words):
    """What all relations may have; without `baumgarte`, projection alone keeps them.

    A relation with `active: false` waits for an event that docks it.
    """

    baumgarte: Baumgarte | None = None
    active: bool = True

    # the label of each row, with the unit of its residual; its rate is in that unit per second
    units: ClassVar[dict[str, str]] = {}
    # labels of rows that are conditions on the speeds alone: their residual is 0.0 everywhere
    rate_only: ClassVar[tuple[str, ...]] = ()
    # place in lists of kinds; those of equal rank go by their names
    rank: ClassVar[int] = 50
    # holds two frames together by the six rows of `frames`: vehicles so joined become one tree
    welds: ClassVar[bool] = False
    # may be written as a dock: `between`, `at` and `to` in the words of docks
    dockable: ClassVar[bool] = False
    # an event may dock it in the relative pose of that moment: `capture: here`
    captures: ClassVar[bool] = False
    # signals that must be positive (their values are told in the unit of the row of that label),
    # and what to do about others
    positive: ClassVar[dict[str, str]] = {}
    # what is wrong where it is `turned_over`, if that is not frames turned too far apart
    lost: ClassVar[str] = ""
    # kinds that it is replaced by (see `parts`); it then has no rows of its own
    stands_for: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def rows(cls, seen: Seen) -> list[RelationRow]:
        """All rows at a state, in the order of `units`."""
        raise NotImplementedError(f"{cls.__name__} has no rows")

    # what it relates

    @property
    def bodies(self) -> tuple[str, ...]:
        """The two bodies it acts on, of which one may be the world; or none."""
        return ()

    @property
    def frames(self) -> tuple[Frame, ...]:
        """A frame on each of these."""
        return ()

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Labels of the coordinates at whose speeds it acts."""
        return tuple(name for _, name in self.names("coordinate"))

    @property
    def numbers(self) -> tuple[float, ...]:
        """What its rows need beyond frames."""
        return ()

    @property
    def factors(self) -> dict[str, float]:
        """How strongly coordinates enter, where that is constant: for reading only."""
        return {}

    @property
    def signals(self) -> dict[str, Signal]:
        """Its prescribed values by their keys."""
        return {key: value for key, value in self.__dict__.items() if isinstance(value, Signal)}

    @property
    def stabilisation(self) -> tuple[float, float]:
        """Frequency (0: none) and damping."""
        given = self.baumgarte
        return (0.0, 1.0) if given is None else (given.frequency, given.damping)

    def described(self) -> str:
        """What it relates, in a few words."""
        return " and ".join(self.bodies or self.coordinates)

    @classmethod
    @cache
    def named_keys(cls) -> dict[str, PartName]:
        """Keys below which names stand."""
        return {
            key: mark
            for key, field in cls.model_fields.items()
            for mark in field.metadata
            if isinstance(mark, PartName)
        }

    @classmethod
    def is_literal(cls, key: str, value: Any) -> bool:
        """Whether what stands below a key is neither names nor expressions: `axis: x`."""
        field = cls.model_fields.get(key)
        if field is None:
            return False
        return _has_literal(field.annotation) or (AXIS in field.metadata and isinstance(value, str))

    def names(self, part: Literal["body", "coordinate"]) -> Iterator[tuple[Keys, str]]:
        """Names of bodies or coordinates in its words, and where each stands."""
        for key, mark in self.named_keys().items():
            given = getattr(self, key)
            if mark.part != part:
                continue
            if isinstance(given, dict):
                yield from (((key, name), name) for name in given)
            elif isinstance(given, str):
                yield (key,), given
            else:
                yield from (((key,), name) for name in given)

    # the initial state

    def completed(self, start: Places) -> Relation:
        """The relation with what its words leave to the initial state."""
        return self

    def captured(self, now: Places) -> Relation:
        """The relation as the bodies meet it now, for those that may be docked so."""
        raise NotImplementedError(f"{type(self).__name__} cannot take over a relative pose")

    def parts(self, name: str, start: Places) -> dict[str, dict[str, Any]]:
        """The constraints that it stands for, in words, by their names."""
        raise NotImplementedError(f"{type(self).__name__} stands for itself")

    def extent(self, start: Places) -> float:
        """A size of all that it needs of the initial state: not finite where that is nowhere."""
        places = [float(np.abs(start.pose(name)[1]).sum()) for _, name in self.names("body")]
        return float(sum(places)) + sum(abs(start.coordinate(q)) for q in self.coordinates)

    def refused_start(self, start: Places) -> tuple[str, str] | None:
        """What is wrong with it in the initial state, and the remedy."""
        return None

    # what results and messages tell

    @classmethod
    def turned_over(cls, R: Array) -> bool:
        """Whether rows lead to the wrong side, or nowhere; R: the second frame's axes in the first.

        `lost` says it in words.
        """
        return False

    @classmethod
    def load(cls, seen: Seen, frames: Sequence[Frame], forces: Array) -> tuple[Array, Array]:
        """Force and moment on the second body at its frame's origin, world axes, by samples.

        seen: arrays of numbers (a number per sample), bodies at rest whose axes are the frames;
        frames: the same as axes (sample, axis, xyz) and origins (sample, xyz) in the world;
        forces: (sample, row).
        """
        world = seen.sides[1].pose.R
        found = np.zeros((2, len(forces), 3))
        for row, force in zip(cls.rows(seen), forces.T, strict=True):
            wrench = row.wrenches[1]
            for total, part in zip(found, (wrench.f, wrench.n), strict=True):
                for k, x in enumerate(world @ part):
                    total[:, k] += x * force
        return found[0], found[1]
