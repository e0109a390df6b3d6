"""Words of the elements of joints: one value for all degrees of freedom, or one each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from pelagos.elements.contract import Element, ElementWords
from pelagos.elements.site import Freedom
from pelagos.language.words import ONE_OR_ARRAY, Read, refusal, to_number


class JointElementWords(ElementWords):
    """Keys that an element adds to the words of a joint; `Joint` has those of all.

    `per_freedom` are those with one value for each degree of freedom after reading.
    """

    place = "joint"
    per_freedom: ClassVar[tuple[str, ...]] = ()

    @staticmethod
    def elements(joint: Any, freedom: Freedom) -> Iterator[Element]:
        """What acts along one degree of freedom of a joint."""
        raise NotImplementedError


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


PerFreedom = Annotated[tuple[float, ...], Read(_values, ONE_OR_ARRAY)]
SignedPerFreedom = Annotated[tuple[float, ...], Read(_signed, ONE_OR_ARRAY)]
PositivePerFreedom = Annotated[tuple[float, ...], Read(_above_zero, ONE_OR_ARRAY)]
