"""The half segments at the ends of a tether: mass of the bodies that carry them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.elements.contract import Element, Extra
from pelagos.elements.site import End
from pelagos.mathematics.algebra import Sym3
from pelagos.mathematics.inertia import Inertia
from pelagos.mathematics.scalars import Scalar


@dataclass(frozen=True)
class TetherEnds(Element):
    """A point mass at each end that a body carries; loads on it are those of the line."""

    a: End
    b: End
    mass: float  # kg, of half a segment

    adds_mass = True

    def act(self, at: Any) -> Sequence[Scalar]:
        return ()

    def masses(self, at: Any) -> Iterator[Extra]:
        for end in (self.a, self.b):
            if end.link is not None:
                inertia = Inertia.rigid(self.mass, end.point, Sym3.zero())
                yield Extra(end.link, inertia, self.mass, self.mass * end.point)
