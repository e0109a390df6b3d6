"""Implicit methods, which scipy has: for stiff robots, one run at a time.

radau: Radau IIA of order 5, Hairer and Wanner 1996, section IV.8. bdf: backward differences of
order 1 to 5, Shampine and Reichelt 1997. lsoda: Adams and backward differences, Petzold 1983.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Implicit:
    """A solver of scipy."""

    name: str
    solver: str  # in scipy.integrate
    multistep: bool = False  # whether a step goes on from several earlier ones


IMPLICIT = {
    method.name: method
    for method in (
        Implicit("radau", "Radau"),
        Implicit("lsoda", "LSODA", multistep=True),
        Implicit("bdf", "BDF", multistep=True),
    )
}
