"""Laws that a user wrote in Python, in the shape of the built-in ones.

The function sees the body's own axes and the same value classes as the equations here, so it runs
on floats, duals, symbols and tape numbers, like any other law.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pelagos.equations.flows import Field
from pelagos.mathematics.algebra import Force, Mat3, Motion, Vec3
from pelagos.mathematics.inertia import into_frame

Scalar = Any
Numbers = Sequence[Scalar]
TURN = 9  # numbers of the rotation to the body's own axes, before the parameters


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


class _UserLaw:
    """A function, and the names of the parameters that it reads; None if it takes none."""

    def __init__(self, function: Callable[..., Any], names: Sequence[str] | None):
        self.function, self.names = function, names

    def call(self, values: Numbers, *arguments: Any) -> Any:
        if self.names is None:
            return self.function(*arguments)
        return self.function(*arguments, Parameters(self.names, values))


class UserDrag(_UserLaw):
    """function(velocity, density[, parameters]) -> Force, of the relative velocity, own axes.

    Numbers: the rotation to the body's own axes (9), parameters.
    """

    @property
    def numbers(self) -> int:
        return TURN + len(self.names or ())

    def wrench(self, p: Numbers, density: Scalar, v: Motion) -> Force:
        R = Mat3.of(p[0:TURN])
        own = self.call(p[TURN:], Motion(R @ v.v, R @ v.w), density)
        return Force(into_frame(R, own.f), into_frame(R, own.n))


class UserFlow(_UserLaw, Field):
    """function(position, time[, parameters]) -> velocity of the water, world axes."""

    @property
    def numbers(self) -> int:  # type: ignore[override]
        return len(self.names or ())

    def velocity(self, p: Numbers, t: Scalar, point: Vec3) -> Vec3:
        c: Vec3 = self.call(p, point, t)
        return c
