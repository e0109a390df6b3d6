"""Masses of imported links by the shapes that they hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.importers.frames import Array


@dataclass(frozen=True)
class WeighedShape:
    """A geom that could be read."""

    words: dict[str, Any]  # of a shape on the body
    mass: float
    volume: float
    com: Array
    inertia: Array  # about the com
    color: str | None


@dataclass(frozen=True)
class Inertial:
    """Mass properties of a body in its frame."""

    mass: float
    com: Array
    inertia: Array

    def scaled(self, factor: float) -> Inertial:
        """As much heavier."""
        return Inertial(self.mass * factor, self.com, self.inertia * factor)


def together(solids: Iterable[WeighedShape]) -> Inertial:
    """The mass properties of all geoms of a body."""
    solids = list(solids)
    mass = sum(solid.mass for solid in solids)
    if mass <= 0:
        return Inertial(0.0, np.zeros(3), np.zeros((3, 3)))
    com = sum((solid.mass * solid.com for solid in solids), np.zeros(3)) / mass
    inertia = np.zeros((3, 3))
    for solid in solids:
        d = solid.com - com
        inertia += solid.inertia + solid.mass * (d @ d * np.eye(3) - np.outer(d, d))
    return Inertial(float(mass), com, inertia)
