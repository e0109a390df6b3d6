"""Strip theory with Jones' lag for a uniform cantilever wing that bends and twists.

Idea        Every section sees the plane flow of a thin plate; two lags remember its wake.
Unknowns    Amplitudes of beam modes (w up, twist nose up), their rates, two lags of each amplitude.
Equations   M x'' + C x' + K x + lags = 0, docs/theory/lifting-surfaces.md (1) to (6).
Steps       1 modes and overlaps, 2 structure, 3 air, 4 first-order matrix, 5 eigenvalues.
References  Theodorsen 1935; R. T. Jones 1940; Bisplinghoff, Ashley, Halfman 1955.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pelagos.errors import PelagosError

# Jones 1940: Wagner's function is nearly 1 - 0.165 exp(-0.0455 s) - 0.335 exp(-0.3 s).
LAG_SHARES = (0.165, 0.335)
LAG_RATES = (0.0455, 0.3)

# An eigenvalue turns (oscillates) if its imaginary part exceeds this share of the largest modulus.
_REAL = 1e-9


def wagner(semichords: ArrayLike) -> NDArray[np.float64]:
    """Share of the final lift after a step of incidence, Jones' fit; distance in semichords."""
    s = np.asarray(semichords, float)[..., None]
    return 1.0 - np.sum(np.array(LAG_SHARES) * np.exp(-np.array(LAG_RATES) * s), axis=-1)


@dataclass(frozen=True)
class CantileverWing:
    """A uniform wing clamped at its root, all numbers per section in SI units."""

    half_span: float
    chord: float
    mass: float
    """per length, kg/m"""
    inertia: float
    """per length about the elastic axis, kg m"""
    EI: float
    GJ: float
    elastic_axis: float
    """from the leading edge, in chords"""
    mass_centre: float
    """from the leading edge, in chords"""
    density: float = 1.225
    lift_slope: float = 2 * np.pi
    """of a section, per radian; scales the part of the lift that depends on the wake"""

    def __post_init__(self) -> None:
        wrong = [
            f"{field.name}: must be finite and positive (found {getattr(self, field.name)!r})"
            for field in fields(self)
            if not (np.isfinite(getattr(self, field.name)) and getattr(self, field.name) > 0)
            if field.name not in ("elastic_axis", "mass_centre")
        ]
        wrong += [
            f"{name}: must lie on the chord, between 0 and 1 (found {getattr(self, name)!r})"
            for name in ("elastic_axis", "mass_centre")
            if not 0 <= getattr(self, name) <= 1
        ]
        least = self.mass * self.offset**2
        if not wrong and self.inertia <= least:
            wrong.append(
                f"inertia: must exceed mass x offset^2 = {least:g} (found {self.inertia!r}); it is "
                "taken about the elastic axis: add mass x offset^2 to that about the mass centre"
            )
        if wrong:
            raise PelagosError("\n".join(["the wing cannot be used", *wrong]))

    @property
    def offset(self) -> float:
        """How far the mass centre lies behind the elastic axis, m."""
        return (self.mass_centre - self.elastic_axis) * self.chord

    @property
    def lever(self) -> float:
        """How far the elastic axis lies behind the quarter chord, m."""
        return (self.elastic_axis - 0.25) * self.chord


def goland() -> CantileverWing:
    """The wing of Goland 1945, converted from feet, slugs and pounds.

    Its inertia of 1.943 slug ft is about the elastic axis: about the mass centre it leaves a radius
    of gyration of a quarter chord. Goland and Luke 1948 found 137 m/s (flutter).
    """
    return CantileverWing(
        half_span=6.096,
        chord=1.8288,
        mass=35.72,
        inertia=8.64,
        EI=9.77e6,
        GJ=0.987e6,
        elastic_axis=0.33,
        mass_centre=0.43,
    )


def bending_roots(count: int) -> NDArray[np.float64]:
    """Roots of cos(z) cosh(z) = -1, by Newton's method on cos(z) + 1/cosh(z)."""
    z = (np.arange(count) + 0.5) * np.pi
    for _ in range(30):
        z = z + (np.cos(z) + 1 / np.cosh(z)) / (np.sin(z) + np.tanh(z) / np.cosh(z))
    return np.asarray(z, float)


def bending_shapes(count: int, eta: NDArray[np.float64]) -> NDArray[np.float64]:
    """Modes of a clamped-free beam at eta = y / half span, scaled to mean square 1.

    Growing and decaying exponentials are kept apart, so that high modes lose no digits.
    """
    z = bending_roots(count)[:, None]
    ratio = (np.sinh(z) - np.sin(z)) / (np.cosh(z) + np.cos(z))
    # 1 - ratio without cancellation
    rest = (np.exp(-z) + np.cos(z) + np.sin(z)) / (np.cosh(z) + np.cos(z))
    hyperbolic = rest * np.exp(z * eta) / 2 + (1 + ratio) * np.exp(-z * eta) / 2
    return hyperbolic - np.cos(z * eta) + ratio * np.sin(z * eta)


def torsion_shapes(count: int, eta: NDArray[np.float64]) -> NDArray[np.float64]:
    """Modes of a clamped-free shaft, scaled to mean square 1."""
    z = (np.arange(count)[:, None] + 0.5) * np.pi
    return np.sqrt(2) * np.sin(z * eta)


@dataclass(frozen=True)
class _Matrices:
    """What multiplies x'', x' and x, sorted by powers of the speed; w first, then the twist."""

    mass: NDArray[np.float64]
    damping: NDArray[np.float64]
    stiffness: NDArray[np.float64]
    lift_stiffness: NDArray[np.float64]
    load: NDArray[np.float64]
    seen_rate: NDArray[np.float64]
    seen: NDArray[np.float64]


class StripWing:
    """A cantilever wing in assumed modes, with air loads by strip theory."""

    def __init__(self, wing: CantileverWing, bending: int = 4, torsion: int = 4) -> None:
        """`bending` and `torsion`: how many beam modes of each kind."""
        wrong = [
            f"{name}: at least one mode is needed (found {count!r})"
            for name, count in (("bending", bending), ("torsion", torsion))
            if count < 1
        ]
        if wrong:
            raise PelagosError("\n".join(wrong))
        self.wing = wing
        self.bending = bending
        self.torsion = torsion
        self._parts = self._matrices()

    def _matrices(self) -> _Matrices:
        wing, nb, nt = self.wing, self.bending, self.torsion
        b, length, rho = wing.chord / 2, wing.half_span, wing.density
        a = 2 * wing.elastic_axis - 1
        # 1 modes, and how bending overlaps torsion (each kind is orthonormal by itself)
        nodes, weights = np.polynomial.legendre.leggauss(8 * max(nb, nt) + 16)
        eta, weights = (nodes + 1) / 2, weights / 2
        cross = (bending_shapes(nb, eta) * weights) @ torsion_shapes(nt, eta).T
        ones_w, ones_t = np.eye(nb), np.eye(nt)

        def section(ww: float, wt: float, tw: float, tt: float) -> NDArray[np.float64]:
            """The same two-by-two law of every section, between all modes."""
            return length * np.block([[ww * ones_w, wt * cross], [tw * cross.T, tt * ones_t]])

        # 2 structure: (1)
        mass = section(wing.mass, -wing.mass * wing.offset, -wing.mass * wing.offset, wing.inertia)
        stiffness = np.diag(
            np.concatenate([
                wing.EI / length**3 * bending_roots(nb) ** 4,
                wing.GJ / length * ((np.arange(nt) + 0.5) * np.pi) ** 2,
            ])
        )  # fmt: skip
        # 3 air that moves with the section: (2), brought to the left side
        air = np.pi * rho * b**2
        mass += air * section(1, a * b, a * b, b**2 * (1 / 8 + a**2))
        damping = air * section(0, -1, 0, b * (0.5 - a))
        # 3 lift of the wake's part on what the three-quarter point sees: (3), (4)
        arms = np.concatenate([np.ones(nb), (a + 0.5) * b * np.ones(nt)])
        load = wing.lift_slope * rho * b * arms[:, None] * section(1, 1, 1, 1)
        seen_rate = np.diag(np.concatenate([-np.ones(nb), b * (0.5 - a) * np.ones(nt)]))
        seen = np.diag(np.concatenate([np.zeros(nb), np.ones(nt)]))
        return _Matrices(mass, damping, stiffness, load @ seen, load, seen_rate, seen)

    def matrix(self, speed: float) -> NDArray[np.float64]:
        """A of x' = A x for (amplitudes, rates, first lags, second lags) at a speed in m/s."""
        p = self._parts
        b = self.wing.chord / 2
        n = len(p.mass)
        now = 1 - sum(LAG_SHARES)
        # 4 force = V load (now v + sum of shares z), v = V seen x + seen_rate x'
        right = np.hstack([
            now * speed**2 * p.lift_stiffness - p.stiffness,
            now * speed * p.load @ p.seen_rate - speed * p.damping,
            *(share * speed * p.load for share in LAG_SHARES),
        ])  # fmt: skip
        matrix = np.zeros((4 * n, 4 * n))
        matrix[:n, n : 2 * n] = np.eye(n)
        matrix[n : 2 * n] = np.linalg.solve(p.mass, right)
        for i, rate in enumerate(LAG_RATES):
            rows = slice((2 + i) * n, (3 + i) * n)
            pace = rate * speed / b
            matrix[rows, :n] = pace * speed * p.seen
            matrix[rows, n : 2 * n] = pace * p.seen_rate
            matrix[rows, rows] = -pace * np.eye(n)
        return matrix

    def eigenvalues(self, speed: float) -> NDArray[np.complex128]:
        """Eigenvalues in 1/s, the least damped first."""
        values = np.linalg.eigvals(self.matrix(speed)).astype(complex)
        return values[np.argsort(-values.real, kind="stable")]

    def flutter(self, slowest: float, fastest: float, scan: int = 60) -> Instability | None:
        """The lowest speed from which on an oscillation grows, if any in the range."""
        return _onset("flutter", self._turning, slowest, fastest, scan)

    def divergence(self, slowest: float, fastest: float, scan: int = 60) -> Instability | None:
        """The lowest speed from which on the wing leaves its shape without oscillating, if any."""
        return _onset("divergence", self._creeping, slowest, fastest, scan)

    def _turning(self, speed: float) -> complex:
        values = self.eigenvalues(speed)
        return max(values[_turns(values)], key=lambda value: value.real, default=complex(-np.inf))

    def _creeping(self, speed: float) -> complex:
        values = self.eigenvalues(speed)
        return max(values[~_turns(values)], key=lambda value: value.real, default=complex(-np.inf))


def _turns(values: NDArray[np.complex128]) -> NDArray[np.bool_]:
    return np.abs(values.imag) > _REAL * np.abs(values).max()


@dataclass(frozen=True)
class Instability:
    """Where a motion begins to grow."""

    kind: str
    """flutter (it oscillates) or divergence (it does not)"""
    speed: float
    frequency: float
    """rad/s; zero for divergence"""


def divergence_speed(wing: CantileverWing) -> float:
    """Closed form (6); infinite with the elastic axis at or ahead of the quarter chord."""
    if wing.lever <= 0:
        return np.inf
    slope = wing.lift_slope * wing.density * wing.chord * wing.lever / 2
    return float(np.pi / (2 * wing.half_span) * np.sqrt(wing.GJ / slope))


def _onset(
    kind: str, leader: Callable[[float], complex], slowest: float, fastest: float, scan: int
) -> Instability | None:
    """The first speed at which the leading eigenvalue of a kind grows: scan, then halve."""
    if not 0 < slowest < fastest or scan < 2:
        raise PelagosError(
            f"{kind}: speeds must rise from above zero and be scanned at two or more "
            f"(found {slowest!r} to {fastest!r} at {scan!r})"
        )
    low = slowest
    for high in np.linspace(slowest, fastest, scan):
        if leader(high).real > 0:
            break
        low = high
    else:
        return None
    while high - low > 1e-12 * fastest:
        middle = (low + high) / 2
        low, high = (low, middle) if leader(middle).real > 0 else (middle, high)
    return Instability(kind, float(high), float(abs(leader(high).imag)))
