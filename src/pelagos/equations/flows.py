"""Flow fields: the velocity of the undisturbed water by place and time, and how it changes.

A field is written as its velocity alone. Its rate at a place and its gradient follow by automatic
differentiation (`mathematics.jet`), so velocity and acceleration cannot contradict each other. A
current that is the same everywhere has no gradient and takes a shorter way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pelagos.mathematics.algebra import Mat3, Vec3, _Numbers
from pelagos.mathematics.jet import Jet
from pelagos.mathematics.scalars import exp, less, log, maximum, sincos, where

Scalar = Any
Numbers = Sequence[Scalar]


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


STILL = Stream(Vec3.zero(), Vec3.zero(), None)


class Uniform:
    """The same velocity everywhere, a function of time: inputs are velocity and acceleration."""

    numbers, inputs, uniform = 0, 6, True

    def at(self, p: Numbers, inputs: Numbers, t: Scalar, point: Vec3) -> Stream:
        return Stream(Vec3(*inputs[0:3]), Vec3(*inputs[3:6]), None)


class Field:
    """A velocity by place and time; subclasses write `velocity`."""

    numbers, inputs, uniform = 0, 0, False

    def velocity(self, p: Numbers, t: Scalar, point: Vec3) -> Vec3:
        raise NotImplementedError

    def at(self, p: Numbers, inputs: Numbers, t: Scalar, point: Vec3) -> Stream:
        x, y, z, time = (Jet.variable(v, k, 4) for k, v in enumerate((*point, t)))
        c = self.velocity(p, time, Vec3(x, y, z))
        jets = [n if isinstance(n, Jet) else Jet(n, (0.0,) * 4) for n in c]
        columns = [Vec3(*(jet.slopes[k] for jet in jets)) for k in range(4)]
        return Stream(Vec3(*(jet.value for jet in jets)), columns[3], Mat3(*columns[:3]))


class Shear(Field):
    """Velocity that changes with the height z over the bed by a power law: c = c_ref (z / z_ref)^n.

    Numbers: c_ref (3), up (3), level of the bed, z_ref, n. Below the bed the water rests.
    """

    numbers = 9

    def velocity(self, p: Numbers, t: Scalar, point: Vec3) -> Vec3:
        c, up, bed, reference, exponent = Vec3(*p[0:3]), Vec3(*p[3:6]), p[6], p[7], p[8]
        height, least = up.dot(point) - bed, 1e-9 * reference
        share = exp(exponent * log(maximum(height, least) / reference))
        return (where(less(height, least), 0.0, 1.0) * share) * c


class AiryWave(Field):
    """One linear wave in water of finite depth.

    Numbers: amplitude, wave number k, frequency s, phase, direction (3), up (3), surface, depth.
    Velocity amplitudes A s cosh k(z + d) / sinh k d and A s sinh k(z + d) / sinh k d, with z the
    height over the surface; written with decaying exponentials, which deep water does not overflow.
    """

    numbers = 12

    def velocity(self, p: Numbers, t: Scalar, point: Vec3) -> Vec3:
        amplitude, k, s, phase = p[0:4]
        along, up, surface, depth = Vec3(*p[4:7]), Vec3(*p[7:10]), p[10], p[11]
        z = up.dot(point) - surface
        sine, cosine = sincos(k * along.dot(point) - s * t + phase)
        down, reflected = exp(k * z), exp(-(k * (z + 2.0 * depth)))
        scale = amplitude * s / (1.0 - exp(-(2.0 * k * depth)))
        level, vertical = scale * (down + reflected), scale * (down - reflected)
        return (level * cosine) * along + (vertical * sine) * up


FLOWS = (Uniform(), Shear(), AiryWave())
