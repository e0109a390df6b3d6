"""What drag and lift laws have in common: a wrench by the velocity relative to the water.

Every law acts on the relative velocity of the body's frame, in body axes, and gives the wrench
about its origin. Drag takes energy from the relative motion; so does lift, as it is written here.

References: Fossen 2011, section 6.4; Morison et al. 1950; Jorgensen 1977; Donohue et al. 2023,
eq 26-29, 37-42; Prestero 2001, chapter 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import model_validator

from pelagos.elements.contract import Element, ElementWords, Stage
from pelagos.elements.site import Axes
from pelagos.language import units
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import Axis, Point, Quantity, refusal
from pelagos.mathematics.algebra import Force, Motion
from pelagos.mathematics.scalars import Scalar

AREA: units.Dimension = (0, 2, 0)
Area = Annotated[float, Quantity(AREA, least=0.0)]


@dataclass(frozen=True)
class WaterForce(Element):
    """A wrench by the velocity through the water."""

    link: int

    stage = Stage.DRAG

    def act(self, at: Any) -> Sequence[Scalar]:
        wrench = self.wrench(at.density, at.relative[self.link])
        at.apply(self.link, at.as_wet(self.link, wrench))
        return ()

    def wrench(self, density: Scalar, v: Motion) -> Force:
        """In body axes about the origin, given the relative velocity there."""
        raise NotImplementedError


class WaterLaw(ElementWords):
    """Words of a law; `element` is what it does to a body with given axes."""

    per_density: ClassVar[bool] = True  # whether water without density has no effect

    def element(self, body: Axes) -> WaterForce:
        raise NotImplementedError

    def told(self) -> Iterator[str]:
        """Lines that `pelagos info` prints: what it is, with its coefficients."""
        raise NotImplementedError


class DragWords(WaterLaw):
    """Words of a drag law, below its `key` in the `drag:` of a body."""

    place = "drag"


class AtPoint(DragWords):
    """What the laws have in common that look at the velocity of points along an axis.

    `axis` and `at` are those of the body's shape unless given.
    """

    from_shape: ClassVar[tuple[str, ...]] = ("axis", "at")

    # completed from the shape on reading, so these are never None
    axis: Axis = None  # type: ignore[assignment]
    at: Point = None  # type: ignore[assignment]

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, words: Any) -> Any:
        """Refuse unknown keys with near names; words of a law may be left out but for {}."""
        for key in words if isinstance(words, dict) else ():
            if key not in cls.model_fields or key == "kind":
                known = [name for name in cls.model_fields if name != "kind"]
                raise refusal("unknown key", did_you_mean(str(key), known), str(key))
        return words
