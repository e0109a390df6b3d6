"""Tops in closed form: a free one by Euler and Jacobi, a symmetric heavy one by Lagrange.

Whittaker, A Treatise on the Analytical Dynamics of Particles and Rigid Bodies, 4th ed., 1937,
chapter VI; Landau and Lifshitz, Mechanics, 3rd ed., 1976, section 37. Incomplete integrals by
Carlson's forms, DLMF 19.25.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import ellipj, ellipk, ellipkinc, elliprc, elliprf, elliprj

Array = np.ndarray


def integral_of_third_kind(n: float, x: Array, m: float) -> Array:
    """The integral of 1/(1 - n sn^2) from 0 to x: sn is given the parameter m, x any number."""
    period = 2 * ellipk(m)
    turns = np.round(x / period)
    sn, cn, _, _ = ellipj(x - turns * period, m)
    return _third(n, sn, cn * cn, m) + 2 * turns * _third(n, np.ones(1), np.zeros(1), m)


def _third(n: float, s: Array, c2: Array, m: float) -> Array:
    """Legendre's Pi(n; phi | m) with s = sin(phi), c2 = cos(phi)^2, in Carlson's forms.

    DLMF 19.25.14; for negative n with 19.21.12, so that nothing cancels where n is large.
    """
    delta, p = 1 - m * s * s, 1 - n * s * s
    if n >= 0:
        return s * elliprf(c2, delta, 1.0) + n / 3 * s**3 * elliprj(c2, delta, 1.0, p)
    rest = -m * s * s / n
    return s * (elliprc(c2 * delta, p * (1 + rest)) + rest / 3 * elliprj(c2, delta, 1.0, 1 + rest))


@dataclass(frozen=True)
class FreeTopMotion:
    """A body without moments, its axes by growing inertia, spun nearer to z than to x.

    That is, L^2 > 2 T I_y; Landau and Lifshitz (37.10).
    """

    inertia: Array
    start: Array
    """Angular velocity at the start, body axes; y and z not both zero."""

    def __post_init__(self) -> None:
        i, energy2, momentum2 = self.inertia, self._energy2, self._momentum2
        if not (i[0] < i[1] < i[2] and momentum2 > energy2 * i[1] and self.start[2] > 0):
            raise ValueError("not a top of this kind")

    @property
    def _energy2(self) -> float:
        return float(self.inertia @ self.start**2)

    @property
    def _momentum2(self) -> float:
        return float((self.inertia * self.start) @ (self.inertia * self.start))

    @property
    def _shape(self) -> tuple[Array, float, float]:
        """Amplitudes of cn, sn and dn; the rate of their argument; their parameter."""
        (x, y, z), e, h = self.inertia, self._energy2, self._momentum2
        amplitude = np.sqrt(
            [(e * z - h) / (x * (z - x)), (e * z - h) / (y * (z - y)), (h - e * x) / (z * (z - x))]
        )
        rate = np.sqrt((z - y) * (h - e * x) / (x * y * z))
        return amplitude, float(rate), float((y - x) * (e * z - h) / ((z - y) * (h - e * x)))

    def _argument(self, t: Array) -> tuple[Array, float]:
        amplitude, rate, m = self._shape
        begin = np.arctan2(self.start[1] / amplitude[1], self.start[0] / amplitude[0])
        return rate * np.asarray(t, float) + ellipkinc(begin, m), m

    def angular_velocity(self, t: Array) -> Array:
        """Body axes, a row per time."""
        x, m = self._argument(t)
        sn, cn, dn, _ = ellipj(x, m)
        return np.stack([cn, sn, dn], axis=-1) * self._shape[0]

    def axis_in_world(self, t: Array) -> Array:
        """Where the z axis points, if the body's axes are those of the world at the start."""
        amplitude, rate, m = self._shape
        moment, z = np.sqrt(self._momentum2), self.inertia[2]
        x, _ = self._argument(t)
        begin, _ = self._argument(np.zeros(1))
        # azimuth' = L (2T - X/I)/(L^2 - X), X = (I w_z)^2: a constant and an integral of sn^2
        across = self._momentum2 - (z * amplitude[2]) ** 2
        n = -((z * amplitude[2]) ** 2) * m / across
        swept = (integral_of_third_kind(n, x, m) - integral_of_third_kind(n, begin, m)) / rate
        azimuth = moment * (t / z + (self._energy2 - self._momentum2 / z) / across * swept)
        along = self.inertia * self.start / moment
        cosine = z * self.angular_velocity(t)[:, 2] / moment
        return _about(along, np.array([0.0, 0.0, 1.0]), cosine, azimuth)


@dataclass(frozen=True)
class SymmetricTopMotion:
    """A symmetric body about a fixed point, its axis at a turning point of the nutation at first.

    u is the cosine of the axis' angle from the vertical: u'^2 is a cubic one root of which is the
    start, so the others follow from a quadratic equation.
    """

    axial: float
    transverse: float
    """Moments of inertia about the fixed point."""
    weight: float
    """m g l, from the fixed point to the mass centre along the axis."""
    start: float
    """u at the start."""
    spin: float
    """Component of the angular velocity along the axis; it stays."""
    precession: float
    """Rate of the axis' azimuth at the start."""

    @property
    def _roots(self) -> tuple[float, float, float, float]:
        """Lower root, its distance from -1 (to all digits), upper root, and the one beyond 1."""
        u, beta = self.start, 2 * self.weight / self.transverse
        a, b = self._momenta
        # f = (1 - u^2)(alpha - beta u) - (b - a u)^2 = beta (u - start)(u^2 + p u + r)
        alpha = beta * u + (1 - u * u) * self.precession**2
        p = u - (alpha + a * a) / beta
        r = (2 * a * b - beta) / beta + u * p
        beyond = (-p + np.sqrt(p * p - 4 * r)) / 2
        # 1 + u solves a quadratic equation whose last term is 1 - p + r = (a+b)^2/(beta(1+start))
        above = (a + b) ** 2 / (beta * (1 + u) * (1 + beyond))
        other = above - 1
        return (other, above, u, beyond) if other < u else (u, 1 + u, other, beyond)

    @property
    def _momenta(self) -> tuple[float, float]:
        """a along the axis, b along the vertical: azimuth' = (b - a u)/(1 - u^2)."""
        a = self.axial * self.spin / self.transverse
        return a, a * self.start + self.precession * (1 - self.start**2)

    def _argument(self, t: Array) -> tuple[Array, float, float]:
        low, _, high, beyond = self._roots
        m = (high - low) / (beyond - low)
        rate = np.sqrt(self.weight * (beyond - low) / (2 * self.transverse))
        begin = ellipk(m) if self.start == high else 0.0
        return rate * np.asarray(t, float) + begin, m, float(rate)

    def axis(self, t: Array) -> Array:
        """Unit vector along the axis, z up, its azimuth at the start 0: a row per time."""
        low, above, high, _ = self._roots
        a, b = self._momenta
        x, m, rate = self._argument(t)
        begin, _, _ = self._argument(np.zeros(1))
        sn, _, _, _ = ellipj(x, m)
        cosine = low + (high - low) * sn * sn
        azimuth = np.zeros_like(x)
        # 1 - u and 1 + u are a distance times 1 - n sn^2
        for distance, n, share in (
            (1 - low, (high - low) / (1 - low), b - a),
            (above, (low - high) / above, b + a),
        ):
            swept = integral_of_third_kind(n, x, m) - integral_of_third_kind(n, begin, m)
            azimuth += share / (2 * distance) * swept / rate
        sine = np.sqrt(1 - cosine**2)
        return np.stack([sine * np.cos(azimuth), sine * np.sin(azimuth), cosine], axis=-1)


def _about(axis: Array, start: Array, cosine: Array, azimuth: Array) -> Array:
    """Unit vectors at an angle from an axis, turned about it from where `start` is."""
    first = start - (start @ axis) * axis
    first /= np.linalg.norm(first)
    second = np.cross(axis, first)
    around = np.outer(np.cos(azimuth), first) + np.outer(np.sin(azimuth), second)
    return np.outer(cosine, axis) + np.sqrt(1 - cosine**2)[:, None] * around
