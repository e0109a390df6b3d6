"""Laws that a user wrote in Python, in the shape of the built-in ones.

The function sees the body's own axes and the same value classes as the equations here, so it runs
on floats, duals, symbols and tape numbers, like any other law.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.elements.drag.law import WaterForce
from pelagos.elements.flow.field import FlowField
from pelagos.mathematics.algebra import Force, Mat3, Motion, Vec3
from pelagos.mathematics.inertia import into_frame
from pelagos.mathematics.scalars import Scalar

Numbers = Sequence[Scalar]


class Parameters:
    """The robot's parameters as attributes."""

    __slots__ = ("_values",)

    def __init__(self, names: Sequence[str], values: Numbers):
        self._values = dict(zip(names, values, strict=True))

    def __getattr__(self, name: str) -> Scalar:
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(name) from None


@dataclass(frozen=True)
class Call:
    """A function with the parameters that it reads: their names, None if it takes none."""

    function: Callable[..., Any]
    names: tuple[str, ...] | None
    values: tuple[float, ...]

    def __call__(self, *arguments: Any) -> Any:
        if self.names is None:
            return self.function(*arguments)
        return self.function(*arguments, Parameters(self.names, self.values))


@dataclass(frozen=True)
class UserDrag(WaterForce):
    """function(velocity, density[, parameters]) -> Force, of the relative velocity, own axes."""

    R: Mat3  # to the body's own axes
    law: Call

    def wrench(self, density: Scalar, v: Motion) -> Force:
        R = self.R
        own = self.law(Motion(R @ v.v, R @ v.w), density)
        return Force(into_frame(R, own.f), into_frame(R, own.n))


@dataclass(frozen=True)
class UserFlow(FlowField):
    """function(position, time[, parameters]) -> velocity of the water, world axes."""

    law: Call

    def velocity(self, t: Scalar, point: Vec3) -> Vec3:
        c: Vec3 = self.law(point, t)
        return c
