"""Joints: what a body may do relative to its parent, and what resists it."""

from __future__ import annotations

import math
from typing import Annotated, Any

from pydantic import Field, model_validator

from pelagos.elements.joint.words import PerFreedom
from pelagos.elements.table import kinds
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import (
    ARRAY,
    Axis,
    Read,
    Vector,
    kind_of,
    refusal,
    to_axis,
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

_ELEMENTS: Any = tuple(kinds("joint").values())  # whose keys stand in the words of a joint


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


class Joint(*_ELEMENTS):  # type: ignore[misc]
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

    armature: PerFreedom = (0.0,)
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
        for name in (*(name for words in _ELEMENTS for name in words.per_freedom), "armature"):
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

    @property
    def has_elements(self) -> bool:
        """Whether springs and the like may act at it."""
        return self.kind not in ("free", "fixed")

    @cached_property
    def nq(self) -> int:
        """Number of coordinates."""
        return len(COORDINATES[self.kind])

    @cached_property
    def nv(self) -> int:
        """Number of degrees of freedom."""
        return len(SPEEDS[self.kind])
