"""Gear: a fixed linear relation of joint coordinates."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field, model_validator

from pelagos.language.signals import Signal
from pelagos.language.words import Number, refusal
from pelagos.relations.contract import COORDINATE, Places, Relation, RelationRow, Seen

MAX_TERMS = 4  # coordinates that one gear couples


class Gear(Relation):
    """The sum of factors times joint coordinates is `value`, by default its initial value.

    `joints` has the labels of the coordinates: the body's name for joints with one degree of
    freedom, `arm.1`, `arm.2` for universal, `p.x`, `p.y`, `p.angle` for planar joints.
    """

    joints: Annotated[dict[str, Number], COORDINATE] = Field(min_length=1, max_length=MAX_TERMS)
    # completed on reading, so it is never None
    value: Signal = None  # type: ignore[assignment]

    units: ClassVar[dict[str, str]] = {"value": "m or rad"}
    rank = 9

    @model_validator(mode="before")
    @classmethod
    def _some_terms(cls, words: Any) -> Any:
        terms = words.get("joints") if isinstance(words, dict) else None
        if isinstance(terms, dict) and not 1 <= len(terms) <= MAX_TERMS:
            raise refusal(
                f"the gear couples {len(terms)} coordinates",
                f"name 1 to {MAX_TERMS} of them",
                "joints",
            )
        return words

    @model_validator(mode="after")
    def _no_idle_terms(self) -> Gear:
        for label, factor in self.joints.items():
            if factor == 0:
                raise refusal(f"the factor of {label!r} is 0", "remove it", "joints")
        return self

    @classmethod
    def rows(cls, seen: Seen) -> list[RelationRow]:
        """sum of k_i q_i - value; it acts on speeds, not on bodies."""
        value, rate, acceleration = seen.signals
        total, speed = -value, -rate
        for k, coordinate, velocity in zip(seen.numbers, seen.q, seen.u, strict=True):
            total = total + k * coordinate
            speed = speed + k * velocity
        return [RelationRow(total, speed, -acceleration, efforts=tuple(seen.numbers))]

    @property
    def numbers(self) -> tuple[float, ...]:
        """The factors."""
        return tuple(self.joints.values())

    @property
    def factors(self) -> dict[str, float]:
        """By labels of coordinates."""
        return self.joints

    def described(self) -> str:
        """'wheel1 + 2.5 wheel2 = 0.1'."""
        text = ""
        for label, factor in self.joints.items():
            sign = (" - " if text else "-") if factor < 0 else " + " if text else ""
            text += sign + ("" if abs(factor) == 1 else f"{abs(factor):.6g} ") + label
        value = self.value.constant
        return f"{text} = {'a signal' if value is None else format(value, '.6g')}"

    def completed(self, start: Places) -> Relation:
        """With the initial sum as value."""
        value: Signal | None = self.value
        if value is not None:
            return self
        return self.model_copy(update={"value": Signal.model_construct(constant=self._sum(start))})

    def extent(self, start: Places) -> float:
        """The size of the sum."""
        return self._sum(start)

    def _sum(self, start: Places) -> float:
        total = 0.0
        for label, factor in self.joints.items():
            total += factor * start.coordinate(label)
        return total
