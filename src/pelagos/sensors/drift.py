"""Slow errors of sensors: bias instability and random walk.

Bias instability B is noise with the spectral density B^2 / (2 pi f) (two-sided; IEEE Std 952-2020,
annex C), whose Allan deviation is sqrt(2 ln 2 / pi) B = 0.664 B whatever the averaging time. Noise
of that kind is a sum of Gauss-Markov processes whose time constants T are spread evenly over the
logarithm: with one per factor r each has the variance (B^2 / pi) ln r, because the integral of
4 s^2 T / (1 + (2 pi f T)^2) dT / T is s^2 / f. Between the shortest and the longest time constant
the sum follows 1 / f within 1 %; outside it is flat or falls.

A random walk K adds K sqrt(t) to the bias; its Allan deviation is K sqrt(tau / 3).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.elements.sampled import SampledLaw
from pelagos.mathematics.randomness import normals, stream_of
from pelagos.mathematics.scalars import Scalar, where

DRIFT_RATE = 1.0  # Hz: slow errors change this often, and are held in between
RATIO = 5.0  # of neighbouring time constants
SHORTEST = 1.0  # s
CONSTANTS = tuple(SHORTEST * RATIO**k for k in range(7))  # 1 s to 4 h


@dataclass(frozen=True)
class Wander:
    """The slow error of one channel, in its units."""

    instability: float = 0.0  # B
    walk: float = 0.0  # K, per sqrt(s)

    @property
    def count(self) -> int:
        """States that it takes."""
        return (len(CONSTANTS) if self.instability else 0) + (1 if self.walk else 0)


@dataclass(frozen=True)
class Drift(SampledLaw):
    """Processes x <- keep x + kick n; at the first sample they are drawn as if they were old."""

    first: int  # place of their first state
    streams: tuple[int, ...]  # one for two processes
    keep: tuple[float, ...]
    kick: tuple[float, ...]
    spread: tuple[float, ...]  # standard deviation at the start

    @classmethod
    def of(cls, wanders: Sequence[Wander], name: str, first: int) -> Drift:
        """Those of all channels of a sensor, one after the other."""
        keep: list[float] = []
        kick: list[float] = []
        spread: list[float] = []
        for wander in wanders:
            if wander.instability:
                size = wander.instability * math.sqrt(math.log(RATIO) / math.pi)
                for constant in CONSTANTS:
                    kept = math.exp(-1.0 / (DRIFT_RATE * constant))
                    keep.append(kept)
                    kick.append(size * math.sqrt(1.0 - kept * kept))
                    spread.append(size)
            if wander.walk:
                keep.append(1.0)
                kick.append(wander.walk / math.sqrt(DRIFT_RATE))
                spread.append(0.0)
        pairs = range((len(keep) + 1) // 2)
        streams = tuple(int(stream_of(name, "drift", str(k))) for k in pairs)
        return cls(first, streams, tuple(keep), tuple(kick), tuple(spread))

    def next(self, at: Any) -> Sequence[Scalar]:
        drawn = [n for stream in self.streams for n in normals(at.seed, stream, at.count)]
        begins = at.count < 0.5
        found = []
        for k, (keep, kick, spread) in enumerate(
            zip(self.keep, self.kick, self.spread, strict=True)
        ):
            on = keep * at.states[self.first + k] + kick * drawn[k]
            found.append(where(begins, spread * drawn[k], on))
        return found


def bias_of(wander: Wander, at: Any, first: int) -> Scalar:
    """The slow error of a channel whose states begin at a place."""
    total: Scalar = 0.0
    for k in range(wander.count):
        total = total + at.states[first + k]
    return total
