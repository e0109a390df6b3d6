"""Joints: what a body may do relative to its parent, and what resists it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import (
    Field,
    SerializerFunctionWrapHandler,
    create_model,
    model_serializer,
    model_validator,
)

from pelagos.elements.joint.words import PerFreedom
from pelagos.elements.table import kinds
from pelagos.joints.contract import LENGTH_RATE, JointKind, aligned_axes
from pelagos.joints.table import BY_WORD, KINDS, WORDS
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import (
    Vector,
    kind_of,
    refusal,
)
from pelagos.lazy import cached_property

if TYPE_CHECKING:
    from pelagos.elements.joint.payout import Payout
    from pelagos.elements.joint.stop import Limit

# Defaults of the springs that act beyond a limit. A 1 kg arm of 1 m that falls from 1 m (10 J)
# passes a stop by about 8 degrees; heavier machines want stiffer stops.
LIMIT_STIFFNESS_ANGLE, LIMIT_DAMPING_ANGLE = 1e3, 1.0  # N m/rad, N m s/rad
LIMIT_STIFFNESS_LENGTH, LIMIT_DAMPING_LENGTH = 1e4, 10.0  # N/m, N s/m

# The hash of a robot, which results store, names these kinds at every joint; later ones only where
# they are, so that no kind changes the hash of robots without it.
_FIRST = ("free", "fixed", "spherical", "revolute", "prismatic", "universal", "planar")
_LATER = frozenset(WORDS).difference(_FIRST)
_ELEMENTS: Any = tuple(kinds("joint").values())  # whose keys stand in the words of a joint


def _field(kind: JointKind) -> tuple[Any, Any]:
    """The annotation and default of the word of a kind."""
    return (kind.words.field | None, None) if kind.words.example else (bool, False)


# A mapping with one key per joint kind.
_fields: dict[str, Any] = {kind.word: _field(kind) for kind in KINDS}
_ByKind: Any = create_model("_ByKind", __base__=_ELEMENTS, **_fields)


class Joint(_ByKind):
    """A joint kind with its axis, and per degree of freedom what resists the motion.

    `joint: free`, `joint: {revolute: y, damping: 0.05}`, `joint: {spherical: true, damping: 0.1}`.
    A number stands for all degrees of freedom, a list gives one each. `name` is another name for
    the joint than that of its body, by which actuators, gears and the like may call it.
    """

    short_forms: ClassVar[Any] = (
        {"enum": [kind.word for kind in KINDS if not kind.words.example]},
    )

    if TYPE_CHECKING:  # keys of elements that others read
        stiffness: tuple[float, ...]
        rest: tuple[float, ...]
        limits: tuple[Limit, ...]
        payout: Payout | None

    armature: PerFreedom = (0.0,)
    name: str = Field(default="", exclude=True)  # no value of the robot: not in its hash

    @model_validator(mode="before")
    @classmethod
    def _from_name(cls, words: Any) -> Any:
        if not isinstance(words, str):
            if not isinstance(words, dict):
                raise refusal(f"a joint cannot be {kind_of(words)}", "write free, or {revolute: y}")
            return words
        if words not in BY_WORD:
            raise refusal(f"unknown joint {words!r}", did_you_mean(words, WORDS))
        if example := BY_WORD[words].words.example:
            raise refusal(f"a {words} joint needs an axis", f"write {{{words}: {example}}}")
        return {words: True}

    @model_validator(mode="after")
    def _complete(self) -> Joint:
        given = [word for word in WORDS if getattr(self, word) not in (None, False)]
        if len(given) != 1:
            said = "no kind" if not given else " and ".join(given)
            raise refusal(f"the joint has {said}", "give exactly one of " + ", ".join(WORDS))
        changed = self.model_fields_set - {*WORDS, "name"}
        if not self.mechanics.resisted and changed:
            raise refusal(
                f"a {self.kind} joint has no {', '.join(sorted(changed))}",
                "remove it, or use another joint",
            )
        if self.mechanics.turning is not None and any(self.rest):
            raise refusal(
                f"the spring of a {self.kind} joint pulls towards its position at zero",
                "remove rest",
                "rest",
            )
        if self.payout is not None and not self.mechanics.pays_out:
            able = " or ".join(kind.word for kind in KINDS if kind.pays_out)
            raise refusal(
                f"a {self.kind} joint pays nothing out",
                f"remove payout, or use a {able} joint",
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
        if not self.mechanics.resisted:  # no stops: what stands here is only part of the hash
            return [angle] * self.nv
        return [length if speed.unit == LENGTH_RATE else angle for speed in self.mechanics.speeds]

    def _spread_limits(self) -> None:
        if self.mechanics.turning is not None and self.limits != (None,):
            message = f"a {self.kind} joint has no limits"
            raise refusal(message, "remove them, or use a universal joint", "limits")
        limits = self.limits * self.nv if self.limits == (None,) else self.limits
        if len(limits) != self.nv:
            raise refusal(
                f"{len(limits)} limits for a {self.kind} joint of {self.nv} degrees of freedom",
                "give one pair [low, high] per degree of freedom, or null where there is none",
                "limits",
            )
        self.__dict__["limits"] = limits

    @model_serializer(mode="wrap")
    def _values(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """All values; of kinds that came later, only that of the joint."""
        found: dict[str, Any] = handler(self)
        return {k: v for k, v in found.items() if k not in _LATER or k == self.kind}

    @cached_property
    def kind(self) -> str:
        """Its word, one of those in `joints.table`."""
        return next(word for word in WORDS if getattr(self, word) not in (None, False))

    @cached_property
    def mechanics(self) -> JointKind:
        """All that its kind states, with the joint's own numbers."""
        return BY_WORD[self.kind].with_numbers(self.own_numbers)

    @property
    def own_numbers(self) -> tuple[float, ...]:
        """Numbers that belong to the joint itself, such as a pitch; none for most kinds."""
        return BY_WORD[self.kind].words.numbers(getattr(self, self.kind))

    @property
    def axes(self) -> tuple[Vector, ...]:
        """Unit vectors: one for revolute, prismatic and planar (normal), two for universal."""
        return BY_WORD[self.kind].words.axes(getattr(self, self.kind))

    @cached_property
    def aligned_axes(self) -> NDArray[np.float64]:
        """Axes of the joint-aligned frame in the body's own frame, as columns."""
        return aligned_axes(self.axes)

    @cached_property
    def motions(self) -> NDArray[np.float64]:
        """Motions of the body, linear first and in its axes, per unit of each speed at q = 0."""
        kind, axes = self.mechanics, self.aligned_axes
        columns = [axes @ np.reshape([*S], (2, 3)).T for S in kind.columns(kind.zero)]
        return np.reshape([column.T.ravel() for column in columns], (self.nv, 6)).T

    @cached_property
    def nq(self) -> int:
        """Number of coordinates."""
        return self.mechanics.nq

    @cached_property
    def nv(self) -> int:
        """Number of degrees of freedom."""
        return self.mechanics.nv
