"""Springs between two points of bodies, or of a body and the world."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pelagos.elements.contract import Element, ElementWords, Names, Output, Thread
from pelagos.elements.site import End, Site
from pelagos.elements.world_places import PlaceOf, PointOf
from pelagos.language import units
from pelagos.language.words import (
    ARRAY,
    WORLD,
    Length,
    Positive,
    Quantity,
    Read,
    two_bodies,
)
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.scalars import Scalar, maximum, sqrt, where
from pelagos.text import number

Stiffness = Annotated[float, Quantity(units.STIFFNESS), Positive()]
Damping = Annotated[float, Quantity(units.DAMPING, least=0.0)]
THICKNESS = 0.004  # m: how thick a spring is drawn
CLOSE = 1e-9  # m: points nearer than this have no direction between them


class SpringBetween(ElementWords):
    """A straight spring between the point `at` of one body and the point `to` of another.

    It pulls with stiffness (length - rest) + damping d(length)/dt; with `tension_only` it never
    pushes, as a rubber cord. Either body may be the world.
    """

    place = "section"
    key = "springs"
    outputs = (
        Output("tension", "N", "pull of the spring, negative where it pushes"),
        Output("length", "m", "distance of its ends"),
    )

    between: Annotated[tuple[str, str], Read(two_bodies, ARRAY), Names(world=True)]
    at: Annotated[PointOf, PlaceOf("between", 0)] = (0.0, 0.0, 0.0)
    to: Annotated[PointOf, PlaceOf("between", 1)] = (0.0, 0.0, 0.0)
    stiffness: Stiffness
    rest: Length = 0.0
    damping: Damping = 0.0
    tension_only: bool = False

    def build(self, site: Site) -> Iterator[Element]:
        one, other = self.between
        a, b = site.end(one, self.at), site.end(other, self.to)
        yield PointSpring(a, b, self.tension_only, self.stiffness, self.rest, self.damping)

    def told(self) -> Iterator[str]:
        kind = "cord" if self.tension_only else "spring"
        damped = f", {number(self.damping)} N s/m" if self.damping else ""
        first, second = self.between
        size = f"{number(self.stiffness)} N/m from {number(self.rest)} m"
        yield f"{kind} between {first} and {second}, {size}{damped}"

    @property
    def keeps_momentum(self) -> bool:
        return WORLD not in self.between

    def drawn(self) -> Iterable[Thread]:
        return (Thread(self.between, (self.at, self.to), THICKNESS),)


@dataclass(frozen=True)
class PointSpring(Element):
    """Pull along the line between two points: k (l - rest) + c dl/dt."""

    a: End
    b: End
    tension_only: bool
    stiffness: float
    rest: float
    damping: float

    conservative = True

    def act(self, at: Any) -> Sequence[Scalar]:
        length, along = self._line(at)
        stretch = self._stretch(length)
        elastic = self.stiffness * stretch
        closing = along.dot(at.velocity(self.b) - at.velocity(self.a))
        viscous = self.damping * closing
        if self.tension_only:  # damped while it is taut, and as far as it still pulls
            viscous = where(stretch > 0.0, maximum(viscous, -elastic), 0.0)
        for end, sign in ((self.a, 1.0), (self.b, -1.0)):
            at.push(end, (sign * elastic) * along, stored=True)
            at.push(end, (sign * viscous) * along)
        return elastic + viscous, length

    def potential(self, at: Any) -> Scalar:
        length, _ = self._line(at)
        stretch = self._stretch(length)
        return 0.5 * self.stiffness * stretch * stretch

    def _line(self, at: Any) -> tuple[Scalar, Vec3]:
        """Length, and the direction from a to b; none where the points coincide."""
        gap = at.position(self.b) - at.position(self.a)
        length = sqrt(gap.dot(gap))
        near = length < CLOSE
        return length, (where(near, 0.0, 1.0) / where(near, 1.0, length)) * gap

    def _stretch(self, length: Scalar) -> Scalar:
        stretch = length - self.rest
        return maximum(stretch, 0.0) if self.tension_only else stretch
