"""The jet behind a propeller: an actuator disc, and from there a free turbulent round jet.

The disc (Rankine 1865; Froude 1889). A thrust T on a disc of area A that advances with V through
the water leaves a slipstream that is faster than the water by w, on the area A_j:

    w = -V + sqrt(V^2 + 2 T / (rho A)),    T = rho A_j (V + w) w,    A_j = A (V + w/2) / (V + w).

The jet (Albertson, Dai, Jensen and Rouse 1950). A core of constant velocity with a rim that is a
Gaussian of width s = 0.081 x; where the rim reaches the axis, at 6.2 diameters of the slipstream,
the core is used up and all of the profile is a Gaussian:

    u = u_m exp(-(r - r_c)^2 / (2 s^2)) beyond the core, r > r_c, and u_m inside.

The momentum that flows through any section is the thrust, rho times the integral of (V + u) u.
With V = 0 this makes u_m constant along the core and 6.2 w D_j / x behind it, as it was measured.
Integrals over the profile, divided by pi, are

    of u / u_m      one = r_c^2 + sqrt(2 pi) r_c s + 2 s^2
    of its square   two = r_c^2 + sqrt(pi) r_c s + s^2,

the core is as wide as two = A_j / pi asks for, and rho pi (two u_m^2 + one V u_m) = T gives u_m.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.scalars import Scalar, absolute, clip, exp, maximum, sqrt, where

SPREAD = 0.081  # s / x, Albertson et al. 1950
SQRT_PI, SQRT_2_PI = math.sqrt(math.pi), math.sqrt(2.0 * math.pi)


@dataclass(frozen=True)
class PropellerJet:
    """The jet of one propeller at a state, in the world."""

    source: Vec3  # middle of the disc
    along: Vec3  # where the water goes
    thrust: Scalar  # its size, N
    advance: Scalar  # V, m/s, at least 0
    slip: Scalar  # w, m/s
    square: Scalar  # radius of the slipstream, squared
    radius: Scalar  # of the disc
    density: Scalar

    @classmethod
    def of(
        cls,
        source: Vec3,
        axis: Vec3,
        thrust: Scalar,
        speed: Scalar,
        radius: Scalar,
        density: Scalar,
    ) -> PropellerJet:
        """Of a signed thrust along an axis, and the speed of the disc along it through the water.

        A disc that is pushed back into its own jet leaves the theory; there V = 0.
        """
        back = thrust < 0.0
        size, V = absolute(thrust), maximum(where(back, -1.0, 1.0) * speed, 0.0)
        head = 2.0 * size / (math.pi * radius * radius * density)
        fast = V + sqrt(V * V + head)  # V + (V + w)
        slip = _ratio(head, fast)
        square = radius * radius * (1.0 - _ratio(0.5 * slip, V + slip))
        along = where(back, 1.0, -1.0) * axis
        return cls(source, along, size, V, slip, square, radius, density)

    def velocity(self, point: Vec3) -> Vec3:
        """What it adds to the velocity of the water at a point.

        None ahead of the disc; it comes up over the first radius behind it.
        """
        away = point - self.source
        x = self.along.dot(away)
        across = away - x * self.along
        r = sqrt(across.dot(across))
        share = clip(x / self.radius, 0.0, 1.0)
        risen = share * share * (3.0 - 2.0 * share)
        return (risen * self.speed(x, r)) * self.along

    def speed(self, x: Scalar, r: Scalar) -> Scalar:
        """u at a distance behind the disc and from the axis; nearer than a radius as there."""
        s = SPREAD * maximum(x, self.radius)
        core = self._core(s)
        beyond = maximum(r - core, 0.0)
        return self._fastest(s, core) * exp(-(beyond * beyond) / (2.0 * s * s))

    def _core(self, s: Scalar) -> Scalar:
        """r_c: the root of r_c^2 + sqrt(pi) s r_c + s^2 - A_j / pi, while there is one."""
        left = maximum(self.square - s * s, 0.0)
        return 2.0 * left / (SQRT_PI * s + sqrt(math.pi * s * s + 4.0 * left))

    def _fastest(self, s: Scalar, core: Scalar) -> Scalar:
        """u_m: the positive root of two u^2 + one V u = T / (pi rho)."""
        one = core * core + SQRT_2_PI * core * s + 2.0 * s * s
        two = core * core + SQRT_PI * core * s + s * s
        flux, drift = self.thrust / (math.pi * self.density), self.advance * one
        return _ratio(2.0 * flux, drift + sqrt(drift * drift + 4.0 * two * flux))


def _ratio(a: Scalar, b: Scalar) -> Scalar:
    """a / b of two numbers that are at least zero; 0 where both vanish."""
    return where(b > 0.0, a, 0.0) / where(b > 0.0, b, 1.0)
