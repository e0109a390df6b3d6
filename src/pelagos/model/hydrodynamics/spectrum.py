"""The waves that a sea state consists of: its spectrum, cut into pieces.

The density of the surface's variance over the frequency w [rad/s], with r = w / w_peak, is
S ~ r^-5 exp(-5/4 r^-4) gamma^exp(-(r - 1)^2 / 2 s^2), s = 0.07 up to the peak and 0.09 beyond
(Hasselmann et al. 1973); gamma = 1 is Pierson and Moskowitz (1964) with height and period of one's
own (DNV-RP-C205 2010, section 3.5.5). It is scaled to the height exactly. It begins at 0.4 and ends
at 5 times the frequency of the peak: beyond is 0.1 to 0.2 % of the energy.

The band is cut where equal shares of the mean of two integrals end, of S and of w^2 S, so that both
the elevation and the velocities have many waves. Each piece becomes one wave with the energy of the
piece: amplitudes are the same for any seed in sum of squares, so the height is that of the words.
Its frequency is drawn within the piece, with the density S. No two frequencies have a common
measure, so the sea does not repeat itself.

Every wave has one direction (single summation): waves of one frequency from two sides would make
places where the sea is always high (Jefferys 1987). Angles a are stratified too: they are drawn
from as many equal shares of the density cos^2s(a / 2) (Longuet-Higgins, Cartwright and Smith 1963)
and dealt to the frequencies at random.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from pelagos.elements.flow.sea import SeaWave
from pelagos.language.words import Vector
from pelagos.mathematics.randomness import stream_of, uniforms
from pelagos.model.hydrodynamics.waves import SeaState, wavenumber

LOWEST, HIGHEST = 0.4, 5.0  # frequencies, over that of the peak
_POINTS = 40_001  # at which the spectrum is integrated


def shape(r: np.ndarray, gamma: float) -> np.ndarray:
    """The density at frequencies r over that of the peak, of any scale."""
    width = np.where(r <= 1.0, 0.07, 0.09)
    peak = gamma ** np.exp(-0.5 * ((r - 1.0) / width) ** 2)
    found: np.ndarray = r**-5.0 * np.exp(-1.25 * r**-4.0) * peak
    return found


@lru_cache(maxsize=64)
def _integrals(gamma: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """Frequencies r, the shares of S and of r^2 S up to there, and the integral of S."""
    r = np.linspace(LOWEST, HIGHEST, _POINTS)
    density = shape(r, gamma)
    energy, motion = (_running(r, values) for values in (density, r * r * density))
    return r, energy / energy[-1], motion / motion[-1], float(energy[-1])


def _running(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The integral up to each x, by trapezia."""
    return np.concatenate([[0.0], np.cumsum(0.5 * (y[1:] + y[:-1]) * np.diff(x))])


def density(sea: SeaState, frequencies: np.ndarray) -> np.ndarray:
    """S [m2 s] of a sea state at frequencies [rad/s]; nothing outside of its band."""
    peak = 2 * math.pi / sea.period
    r = np.asarray(frequencies, dtype=float) / peak
    inside = (r >= LOWEST) & (r <= HIGHEST)
    *_, whole = _integrals(sea.peakedness)
    scale = sea.height**2 / 16 / (whole * peak)
    return np.where(inside, scale * shape(np.where(inside, r, 1.0), sea.peakedness), 0.0)


def waves_of(sea: SeaState, number: int, gravity: Vector, depth: float) -> tuple[SeaWave, ...]:
    """The waves of a sea state, the number-th of its water; angles are to its direction."""
    count = sea.components
    r, energy, motion, _ = _integrals(sea.peakedness)
    ends = np.interp(np.arange(count + 1) / count, 0.5 * (energy + motion), r)
    shares = np.interp(ends, r, energy)
    drawn = _drawn(sea.seed, number, count)
    places = shares[:-1] + drawn[0] * np.diff(shares)
    frequencies = 2 * math.pi / sea.period * np.interp(places, energy, r)
    amplitudes = sea.height * np.sqrt(np.diff(shares) / 8.0)
    angles = _angles(sea.spreading, drawn[2], drawn[3])
    g, found = math.hypot(*gravity), []
    for k in range(count):
        sigma = float(frequencies[k])
        length = wavenumber(sigma, depth, g)
        amplitude = float(amplitudes[k])
        speed = amplitude * sigma / -math.expm1(-2.0 * length * depth)
        along = math.cos(angles[k]), math.sin(angles[k])
        phase = 2 * math.pi * float(drawn[1][k])
        found.append(SeaWave(amplitude, speed, length, sigma, phase, *along))
    return tuple(found)


def is_deep(sea: SeaState, gravity: Vector, depth: float) -> bool:
    """Whether none of its waves, whatever the seed, feels the bed by rounding errors."""
    lowest = LOWEST * 2 * math.pi / sea.period
    return 2.0 * wavenumber(lowest, depth, math.hypot(*gravity)) * depth > 40.0


def _drawn(seed: float, number: int, count: int) -> np.ndarray:
    """Four rows of numbers between 0 and 1, one of each per wave."""
    streams = [stream_of("waves", str(number), part) for part in ("waves", "directions")]
    rows = [[uniforms(seed, stream, k) for k in range(count)] for stream in streams]
    return np.concatenate([np.array(row).T for row in rows])


def _angles(spreading: float | None, order: np.ndarray, within: np.ndarray) -> np.ndarray:
    """Angles to the main direction; sin^2(a / 2) has the beta distribution with 1/2, s + 1/2."""
    if spreading is None:
        return np.zeros(len(order))
    from scipy.special import betaincinv  # heavy: seas with spreading alone need it

    share = (np.argsort(order) + within) / len(order)
    sides = 2.0 * share - 1.0
    squared = betaincinv(0.5, spreading + 0.5, np.abs(sides))
    found: np.ndarray = np.sign(sides) * 2.0 * np.arcsin(np.sqrt(squared))
    return found
