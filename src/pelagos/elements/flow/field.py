"""Flow fields: the velocity of the undisturbed water by place and time, and how it changes.

A field is written as its velocity alone. Its rate at a place and its gradient follow by automatic
differentiation (`mathematics.jet`), so velocity and acceleration cannot contradict each other. A
current that is the same everywhere has no gradient and takes a shorter way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from pelagos.mathematics.algebra import Mat3, Vec3, _Numbers
from pelagos.mathematics.jet import Jet
from pelagos.mathematics.scalars import Scalar


class Stream(_Numbers):
    """The water at a point, world axes: velocity c, dc/dt at the place, gradient (columns d/dx).

    The gradient is None where all flows are uniform.
    """

    __slots__ = ("gradient", "local", "velocity")
    size = 15

    def __init__(self, velocity: Vec3, local: Vec3, gradient: Mat3 | None):
        self.velocity, self.local, self.gradient = velocity, local, gradient

    @classmethod
    def of(cls, numbers: Iterable[Scalar]) -> Stream:
        n = tuple(numbers)
        gradient = Mat3.of(n[6:15]) if len(n) == cls.size else None
        return cls(Vec3(*n[0:3]), Vec3(*n[3:6]), gradient)

    def __iter__(self) -> Iterator[Scalar]:
        return iter((*self.velocity, *self.local, *(self.gradient or ())))

    def __add__(self, other: Stream) -> Stream:
        gradients = [g for g in (self.gradient, other.gradient) if g is not None]
        total = gradients[0] + gradients[1] if len(gradients) == 2 else next(iter(gradients), None)
        return Stream(self.velocity + other.velocity, self.local + other.local, total)


class Crest(NamedTuple):
    """The surface over a point that moves: elevation, slope (world axes, level), their rates."""

    elevation: Scalar
    slope: Vec3
    rate: Scalar
    slope_rate: Vec3

    def plus(self, other: Crest) -> Crest:
        """Both together."""
        return Crest(*(a + b for a, b in zip(self, other, strict=True)))


CALM = Crest(0.0, Vec3.zero(), 0.0, Vec3.zero())
STILL = Stream(Vec3.zero(), Vec3.zero(), None)


class WaterFlow:
    """What moves the water; a frozen dataclass of numbers, as elements are."""

    uniform: ClassVar[bool] = False  # the same everywhere
    lifts: ClassVar[bool] = False  # whether it lifts the surface

    def stream(self, signals: Sequence[Scalar], t: Scalar, point: Vec3) -> Stream:
        """The water at a point of the world."""
        raise NotImplementedError

    def elevation(self, t: Scalar, point: Vec3) -> Scalar:
        """How far the surface over a point of the world is above its mean level."""
        return 0.0

    def crest(self, t: Scalar, point: Vec3, velocity: Vec3) -> Crest:
        """The surface over a point of the world that moves."""
        return CALM

    @property
    def heard(self) -> Mapping[int, str]:
        """Channels that it listens to, by what each is of the current."""
        return {}


class FlowField(WaterFlow):
    """A velocity by place and time; subclasses write `velocity`."""

    def velocity(self, t: Scalar, point: Vec3) -> Vec3:
        raise NotImplementedError

    def stream(self, signals: Sequence[Scalar], t: Scalar, point: Vec3) -> Stream:
        x, y, z, time = (Jet.variable(v, k, 4) for k, v in enumerate((*point, t)))
        c = self.velocity(time, Vec3(x, y, z))
        jets = [n if isinstance(n, Jet) else Jet(n, (0.0,) * 4) for n in c]
        columns = [Vec3(*(jet.slopes[k] for jet in jets)) for k in range(4)]
        return Stream(Vec3(*(jet.value for jet in jets)), columns[3], Mat3(*columns[:3]))


@dataclass(frozen=True)
class UniformCurrent(WaterFlow):
    """The same velocity everywhere, a function of time: three channels, and three of its rate."""

    channel: int  # the first of six

    uniform = True

    def stream(self, signals: Sequence[Scalar], t: Scalar, point: Vec3) -> Stream:
        first = self.channel
        return Stream(
            Vec3(*signals[first : first + 3]), Vec3(*signals[first + 3 : first + 6]), None
        )

    @property
    def heard(self) -> Mapping[int, str]:
        parts = [f"{rate}.{axis}" for rate in ("", ".rate") for axis in "xyz"]
        return {self.channel + k: part for k, part in enumerate(parts)}
