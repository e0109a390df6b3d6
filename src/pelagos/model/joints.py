"""Joints: what a body may do relative to its parent, and what resists it."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from pelagos.language import units
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import (
    ARRAY,
    ONE_OR_ARRAY,
    Axis,
    Positive,
    Quantity,
    Read,
    Vector,
    Words,
    as_list,
    kind_of,
    refusal,
    to_axis,
    to_number,
)
from pelagos.lazy import cached_property

KINDS = ("free", "fixed", "revolute", "prismatic", "spherical", "universal", "planar")
WITHOUT_AXIS = ("free", "fixed", "spherical")

# suffixes of the labels of coordinates and speeds; "" is the body's name alone
COORDINATES: dict[str, tuple[str, ...]] = {
    "free": ("x", "y", "z", "qw", "qx", "qy", "qz"),
    "fixed": (),
    "revolute": ("",),
    "prismatic": ("",),
    "spherical": ("qw", "qx", "qy", "qz"),
    "universal": ("1", "2"),
    "planar": ("x", "y", "angle"),
}
SPEEDS: dict[str, tuple[str, ...]] = {
    **COORDINATES,
    "free": ("u", "v", "w", "p", "q", "r"),
    "spherical": ("p", "q", "r"),
}

# Defaults of the springs that act beyond a limit. A 1 kg arm of 1 m that falls from 1 m (10 J)
# passes a stop by about 8 degrees; heavier machines want stiffer stops.
LIMIT_STIFFNESS_ANGLE, LIMIT_DAMPING_ANGLE = 1e3, 1.0  # N m/rad, N m s/rad
LIMIT_STIFFNESS_LENGTH, LIMIT_DAMPING_LENGTH = 1e4, 10.0  # N/m, N s/m
FRICTION_SPEED = 1e-3  # rad/s or m/s

Limit = tuple[float, float] | None
_PER_FREEDOM = (
    *("stiffness", "rest", "damping", "coulomb", "friction_speed"),
    *("limit_stiffness", "limit_damping", "armature"),
)


def _signed(words: Any) -> tuple[float, ...]:
    """One number, or one per degree of freedom."""
    if isinstance(words, list | tuple):
        return tuple(to_number(item) for item in words)
    return (to_number(words),)


def _values(words: Any) -> tuple[float, ...]:
    values = _signed(words)
    if values and min(values) < 0:
        raise refusal(f"the value {min(values):g} is negative", "use 0 or more")
    return values


def _above_zero(words: Any) -> tuple[float, ...]:
    values = _signed(words)
    if values and min(values) <= 0:
        raise refusal(f"the value {min(values):g} is not positive", "use a value above 0")
    return values


def _axes(words: Any) -> tuple[Vector, Vector]:
    """The two axes of a universal joint."""
    if not isinstance(words, list | tuple) or len(words) != 2:
        raise refusal("a universal joint needs two axes", "write universal: [x, y]")
    first, second = to_axis(words[0]), to_axis(words[1])
    cosine = sum(a * b for a, b in zip(first, second, strict=True))
    if abs(cosine) > 1e-9:
        degrees = math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
        raise refusal(
            f"the axes of a universal joint meet at {degrees:.6g} degrees",
            "make them perpendicular",
        )
    return first, second


def _limits(words: Any) -> tuple[Limit, ...]:
    """A pair, or one pair (or nothing) per degree of freedom."""
    items = as_list(words)
    nested = all(item is None or isinstance(item, list | tuple) for item in items)
    return tuple(_pair(item) for item in items) if items and nested else (_pair(words),)


def _pair(words: Any) -> Limit:
    if words is None:
        return None
    low, high = (to_number(item) for item in as_list(words, 2))
    if low >= high:
        raise refusal(f"the lower limit {low:g} is not below the upper {high:g}", "swap them")
    return (low, high)


PerFreedom = Annotated[tuple[float, ...], Read(_values, ONE_OR_ARRAY)]
SignedPerFreedom = Annotated[tuple[float, ...], Read(_signed, ONE_OR_ARRAY)]
PositivePerFreedom = Annotated[tuple[float, ...], Read(_above_zero, ONE_OR_ARRAY)]


class Payout(Words):
    """A line of constant mass per length that a prismatic joint pays out through its base.

    It lies on the joint's axis and ends at the body's origin, `length` is out where the joint is at
    zero, and it moves with the body. The store is at the base point and rests in the parent. A
    `driven` feed brings the material up to the line's speed; with `pulled` the line does, by a
    jerk. With `supply`, the mass in the store where the joint is at zero, the store is part of the
    parent's mass; without it, what the parent holds is not noticed.
    """

    line_density: Annotated[float, Quantity(units.LINE_DENSITY), Positive()]
    length: Annotated[float, Quantity(units.LENGTH, least=0.0)] = 0.0
    feed: Literal["driven", "pulled"] = "driven"
    supply: Annotated[float, Quantity(units.MASS), Positive()] | None = None


class Joint(Words):
    """A joint kind with its axis, and per degree of freedom what resists the motion.

    `joint: free`, `joint: {revolute: y, damping: 0.05}`, `joint: {spherical: true, damping: 0.1}`.
    A number stands for all degrees of freedom, a list gives one each. `name` is another name for
    the joint than that of its body, by which actuators, gears and the like may call it.
    """

    short_forms = ({"enum": list(WITHOUT_AXIS)},)

    free: bool = False
    fixed: bool = False
    spherical: bool = False
    revolute: Axis | None = None
    prismatic: Axis | None = None
    universal: Annotated[tuple[Vector, Vector], Read(_axes, ARRAY)] | None = None
    planar: Axis | None = None

    stiffness: PerFreedom = (0.0,)
    rest: SignedPerFreedom = (0.0,)
    damping: PerFreedom = (0.0,)
    coulomb: PerFreedom = (0.0,)
    friction_speed: PositivePerFreedom = (FRICTION_SPEED,)
    limits: Annotated[tuple[Limit, ...], Read(_limits, ARRAY)] = (None,)
    limit_stiffness: PerFreedom = ()
    limit_damping: PerFreedom = ()
    armature: PerFreedom = (0.0,)
    payout: Payout | None = None
    name: str = Field(default="", exclude=True)  # no value of the robot: not in its hash

    @model_validator(mode="before")
    @classmethod
    def _from_name(cls, words: Any) -> Any:
        if not isinstance(words, str):
            if not isinstance(words, dict):
                raise refusal(f"a joint cannot be {kind_of(words)}", "write free, or {revolute: y}")
            return words
        if words in WITHOUT_AXIS:
            return {words: True}
        if words in KINDS:
            example = "[x, y]" if words == "universal" else "y"
            raise refusal(f"a {words} joint needs an axis", f"write {{{words}: {example}}}")
        raise refusal(f"unknown joint {words!r}", did_you_mean(words, KINDS))

    @model_validator(mode="after")
    def _complete(self) -> Joint:
        given = [kind for kind in KINDS if getattr(self, kind) not in (None, False)]
        if len(given) != 1:
            said = "no kind" if not given else " and ".join(given)
            raise refusal(f"the joint has {said}", "give exactly one of " + ", ".join(KINDS))
        changed = self.model_fields_set - {*KINDS, "name"}
        if self.kind in ("free", "fixed") and changed:
            raise refusal(
                f"a {self.kind} joint has no {', '.join(sorted(changed))}",
                "remove it, or use another joint",
            )
        if self.spherical and any(self.rest):
            raise refusal(
                "the spring of a spherical joint pulls towards its position at zero",
                "remove rest",
                "rest",
            )
        if self.payout is not None and self.prismatic is None:
            raise refusal(
                f"a {self.kind} joint pays nothing out",
                "remove payout, or use a prismatic joint",
                "payout",
            )
        for name in _PER_FREEDOM:
            self._spread(name)
        self._spread_limits()
        return self

    def _spread(self, name: str) -> None:
        """One value per degree of freedom."""
        values = getattr(self, name) or tuple(self._limit_defaults(name))
        if len(values) not in (1, self.nv):
            raise refusal(
                f"{len(values)} values for a {self.kind} joint",
                "give one value" + (f", or {self.nv}" if self.nv > 1 else ""),
                name,
            )
        # frozen for the user; these fields are completed once, here
        self.__dict__[name] = values * self.nv if len(values) == 1 else values

    def _limit_defaults(self, name: str) -> list[float]:
        stiff = name == "limit_stiffness"
        angle = LIMIT_STIFFNESS_ANGLE if stiff else LIMIT_DAMPING_ANGLE
        length = LIMIT_STIFFNESS_LENGTH if stiff else LIMIT_DAMPING_LENGTH
        if self.kind == "planar":
            return [length, length, angle]
        return [length if self.kind == "prismatic" else angle] * self.nv

    def _spread_limits(self) -> None:
        if self.kind == "spherical" and self.limits != (None,):
            raise refusal(
                "a spherical joint has no limits", "remove them, or use a universal joint", "limits"
            )
        limits = self.limits * self.nv if self.limits == (None,) else self.limits
        if len(limits) != self.nv:
            raise refusal(
                f"{len(limits)} limits for a {self.kind} joint of {self.nv} degrees of freedom",
                "give one pair [low, high] per degree of freedom, or null where there is none",
                "limits",
            )
        self.__dict__["limits"] = limits

    @cached_property
    def kind(self) -> str:
        """One of KINDS."""
        return next(kind for kind in KINDS if getattr(self, kind) not in (None, False))

    @property
    def axes(self) -> tuple[Vector, ...]:
        """Unit vectors: one for revolute, prismatic and planar (normal), two for universal."""
        if self.universal is not None:
            return self.universal
        axis = self.revolute or self.prismatic or self.planar
        return () if axis is None else (axis,)

    @cached_property
    def nq(self) -> int:
        """Number of coordinates."""
        return len(COORDINATES[self.kind])

    @cached_property
    def nv(self) -> int:
        """Number of degrees of freedom."""
        return len(SPEEDS[self.kind])
