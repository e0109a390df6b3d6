"""Slow errors of sensors: bias instability, random walk, and errors that fade.

Bias instability B is noise with the spectral density B^2 / (2 pi f) (two-sided; IEEE Std 952-2020,
annex C), whose Allan deviation is sqrt(2 ln 2 / pi) B = 0.664 B whatever the averaging time. Noise
of that kind is a sum of Gauss-Markov processes whose time constants T are spread evenly over the
logarithm: one with variance s^2 has the density 2 s^2 T / (1 + (2 pi f T)^2), and the integral of
that over dT / T is s^2 / (2 f). With one process per factor r each stands for ln r of that integral
and has the variance s^2 = (B^2 / pi) ln r. The sum ripples about 1 / f by 4 exp(-pi^2 / ln r),
1.6 % for r = 6.

Slow errors change once a second and are held in between. Processes that are faster than the
shortest T come as one white sequence: those at T / r, T / r^2, ... have the density
2 s^2 T / (r - 1) at f = 0, which is that of a sequence with the variance 2 s^2 T / (r - 1) each
second. The Allan deviation of all is 0.664 B within 5 % for averaging times from 1 s to 1 h
(tests/sensors/test_drift.py works it out from the coefficients). Below one second it falls with
the averaging time, to 0.75 of that at 0.5 s and 0.35 at 0.1 s. White noise N is larger there as
long as (N / 0.664 B)^2, the time at which the two meet, is above a second; of inertial sensors it
is above ten.

A random walk K adds K sqrt(t) to the bias; its Allan deviation is K sqrt(tau / 3).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.elements.noise import Process
from pelagos.elements.sampled import SampledLaw
from pelagos.mathematics.randomness import NORMALS, normals, stream_of
from pelagos.mathematics.scalars import Scalar, where

DRIFT_RATE = 1.0  # Hz: slow errors change this often, and are held in between
RATIO = 6.0  # of neighbouring time constants
SHORTEST = 2.0  # s
CONSTANTS = tuple(SHORTEST * RATIO**k for k in range(6))  # 2 s to 4.3 h
FASTER = 2.0 * SHORTEST * DRIFT_RATE / (RATIO - 1.0)  # variance of all faster ones, of a slow one's


@dataclass(frozen=True)
class Wander:
    """The slow error of one channel, in its units."""

    instability: float = 0.0  # B
    walk: float = 0.0  # K, per sqrt(s)
    sigma: float = 0.0  # of an error that fades,
    tau: float = 1.0  # with this time constant, s
    units: int = 0  # numbers of variance 1 that are drawn at the start and kept beside it

    @property
    def processes(self) -> Iterator[Process]:
        """Their sum is the error, but for the units, which come last."""
        if self.instability:
            sigma = self.instability * math.sqrt(math.log(RATIO) / math.pi)
            yield Process.gauss_markov(sigma * math.sqrt(FASTER), 0.0, DRIFT_RATE)
            for constant in CONSTANTS:
                yield Process.gauss_markov(sigma, constant, DRIFT_RATE)
        if self.walk:
            yield Process(1.0, self.walk / math.sqrt(DRIFT_RATE), 0.0)
        if self.sigma:
            yield Process.gauss_markov(self.sigma, self.tau, DRIFT_RATE)
        for _ in range(self.units):
            yield Process(1.0, 0.0, 1.0)

    @property
    def slow(self) -> int:
        """States of the error: their sum, which readings need more often, and the processes."""
        processes = len(list(self.processes)) - self.units
        return processes and processes + 1

    @property
    def count(self) -> int:
        """States that it takes."""
        return self.slow + self.units


STEADY = Wander()


@dataclass(frozen=True)
class Drift(SampledLaw):
    """The slow errors of a sensor: of each channel the sum and the processes, then its units."""

    places: tuple[int, ...]  # of the states of processes
    sums: tuple[int, ...]  # processes that are added up, by channel; 0: there is no sum
    units: tuple[int, ...]  # numbers that are kept beside, by channel
    streams: tuple[int, ...]  # as `streams_of` has them
    keep: tuple[float, ...]
    kick: tuple[float, ...]
    spread: tuple[float, ...]

    @classmethod
    def of(cls, wanders: Sequence[Wander], names: Sequence[str], first: int) -> Drift:
        """Those of channels, whose states begin at a place; they draw from streams of names."""
        processes, places = list[Process](), list[int]()
        for wander in wanders:
            own = list(wander.processes)
            begin = first + (wander.slow > 0)
            places += range(begin, begin + len(own))
            processes += own
            first += wander.count
        sums = tuple(max(wander.slow - 1, 0) for wander in wanders)
        units = tuple(wander.units for wander in wanders)
        streams = streams_of(len(processes), *names)
        return cls(tuple(places), sums, units, streams, *zip(*processes, strict=True))

    def next(self, at: Any) -> Sequence[Scalar]:
        begins = at.count < 0.5
        drawn, found, values = iter(white(at, self.streams)), list[Scalar](), list[Scalar]()
        own = zip(self.places, self.keep, self.kick, self.spread, strict=True)
        for place, keep, kick, spread in own:
            number = next(drawn)
            on = keep * at.states[place] + kick * number
            values.append(where(begins, spread * number, on))
        for slow, units in zip(self.sums, self.units, strict=True):
            processes, values = values[: slow + units], values[slow + units :]
            found += [sum(processes[:slow]), *processes] if slow else processes
        return found


def streams_of(count: int, *names: str) -> tuple[int, ...]:
    """Streams that so many normal numbers at a time are drawn from, by names of one's own."""
    return tuple(int(stream_of(*names, str(k))) for k in range(-(-count // NORMALS)))


def white(at: Any, streams: Sequence[int]) -> list[Scalar]:
    """Independent normal numbers of this sample, `NORMALS` for each stream."""
    return [n for stream in streams for n in normals(at.seed, stream, at.count)]
