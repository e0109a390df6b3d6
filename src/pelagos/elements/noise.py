"""Processes of random numbers, as states that are set at sample times."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pelagos.elements.sampled import Clock, SampledLaw, SampledStates, Turn
from pelagos.language.expressions import NoiseProcess
from pelagos.mathematics.randomness import normals, stream_of
from pelagos.mathematics.scalars import Scalar, where


class Process(NamedTuple):
    """x <- keep x + kick n at each sample; drawn with a standard deviation at the first."""

    keep: float
    kick: float
    spread: float

    @classmethod
    def gauss_markov(cls, sigma: float, tau: float, rate: float) -> Process:
        """Old from the start; white for tau = 0."""
        keep = math.exp(-1.0 / (rate * tau)) if tau else 0.0
        return cls(keep, sigma * math.sqrt(1.0 - keep * keep), sigma)


def noise_states(process: NoiseProcess) -> SampledStates:
    """The states of a noise signal."""

    def build(site: Any) -> DrawnNoise:
        site.draw()
        keep, kick, _ = Process.gauss_markov(1.0, process.tau or 0.0, process.rate)
        stream = int(stream_of("noise", process.stream))
        place = site.state(process.labels[0])
        return DrawnNoise(place, stream, keep, kick, process.seed, process.linear)

    return SampledStates(process.labels, Clock(process.rate), Turn.DRIFT, build)


@dataclass(frozen=True)
class DrawnNoise(SampledLaw):
    """Numbers of variance 1; on straight lines each is drawn one sample ahead."""

    place: int
    stream: int
    keep: float
    kick: float
    seed: float | None  # None: that of the run
    linear: bool

    def next(self, at: Any) -> Sequence[Scalar]:
        seed = at.seed if self.seed is None else self.seed
        first, second, *_ = normals(seed, self.stream, at.count)
        begins, old = at.count < 0.5, at.states[self.place]
        if not self.linear:
            return (where(begins, first, self.keep * old + self.kick * first),)
        before = where(begins, second, old)
        return (self.keep * before + self.kick * first, before, at.t)
