r"""What a point of contact does: the load along the normal, and friction that holds.

The load follows Hunt and Crossley 1975 with a linear spring: at depth d, which grows where the
distance falls, `rising` being the rate of the distance,

    N = k d (1 - b rising)   for d > 0, never below zero, else 0.

Friction is a bristle z, the stretch of a spring k_t between the two surfaces, with a damper k_t T
beside it. At the sliding velocity v, both in the plane of contact,

    s = k_t (z + T v),   F = s min(1, mu N / |s|),   dz/dt = (F / k_t - z) / T.

Below Coulomb's limit dz/dt = v: the surfaces hold each other and do not creep. Beyond it z goes to
F / k_t with the time T, so that F is mu N against the sliding, and out of contact z goes to zero.
No rate is faster than 1 / T, whatever the load or the speed. The energy k_t z^2 / 2 is stored; with
F = l s and 0 <= l <= 1 what is lost,

    F . v - d/dt (k_t z^2 / 2) = (F . s / k_t - 2 F . z + k_t z^2) / T >= |F - k_t z|^2 / (k_t T),

is never negative. It is the viscoplastic form (Duvaut and Lions 1976) of an elastic bristle.
"""

from __future__ import annotations

from dataclasses import dataclass

from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.scalars import Scalar, sqrt, where

TINY = 1e-30  # beside squares of lengths, speeds and forces: their roots keep a slope at zero


def pressed(stiffness: Scalar, damping: Scalar, depth: Scalar, rising: Scalar) -> Scalar:
    """The load of a point at a depth."""
    load = stiffness * depth * (1.0 - damping * rising)
    return where(depth > 0.0, where(load > 0.0, load, 0.0 * load), 0.0 * load)


@dataclass(frozen=True)
class FrictionAt:
    """What friction does at a point: all in one frame."""

    force: Vec3  # of the second body against the sliding of the first on it, taken positive
    rate: Vec3  # of the bristle
    lost: Scalar  # power


@dataclass(frozen=True)
class BristleLaw:
    """Coulomb's friction that holds without creep."""

    friction: float  # coefficient
    stiffness: float  # of a point
    time: float  # in which a bristle gives way

    def shared(self, share: float) -> BristleLaw:
        """Of a point that has a share of the stiffness."""
        return BristleLaw(self.friction, share * self.stiffness, self.time)

    def held(self, bristle: Vec3, sliding: Vec3, normal: Vec3, load: Scalar) -> FrictionAt:
        """normal: a unit vector; bristle: as it is, with what may stick out of the plane."""
        k, most = self.stiffness, self.friction * load
        flat = bristle - bristle.dot(normal) * normal
        trial = k * (flat + self.time * sliding)
        size = sqrt(trial.dot(trial) + TINY)
        force = where(size > most, most / size, 1.0) * trial
        rate = (1.0 / self.time) * ((1.0 / k) * force - bristle)
        return FrictionAt(force, rate, force.dot(sliding) - k * bristle.dot(rate))

    def stored(self, bristle: Vec3) -> Scalar:
        """Energy of a bristle."""
        return 0.5 * self.stiffness * bristle.dot(bristle)
