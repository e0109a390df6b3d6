"""From what a sensor measures to what arrives: samples, delays, readings that are lost.

A reading is measured at k / rate and arrives `delay` later. Those on their way stand in slots of
the state, which move on by one with each measurement. At the start of a run all slots hold the
first measurement, as if the sensor had been there before. A reading that is lost, by `dropout` or
because there is nothing to measure, leaves the values as they are, and `valid` becomes 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pelagos.elements.sampled import Clock, SampledLaw, SampledStates, Turn
from pelagos.mathematics.randomness import stream_of, uniforms
from pelagos.mathematics.scalars import Scalar, where
from pelagos.sensors.contract import Measured, Sensor, SensorWords, memory_label
from pelagos.sensors.drift import DRIFT_RATE, Drift

Row = Sequence[Scalar]  # values by channel, 1 if they are good, variances if they vary


def states_of(words: SensorWords, name: str) -> Iterator[SampledStates]:
    """Everything that a sensor of a name sets at sample times."""
    slow = drift_labels(words, name)
    if slow:
        yield SampledStates(slow, Clock(DRIFT_RATE), Turn.DRIFT, partial(_drift, words, name))
    clock, (periods, rest) = Clock(words.rate), words.whole_delay
    shown = tuple(f"{name}.{channel.name}" for channel in words.channels)
    spread = () if words.variances is not None else tuple(f"{c}.variance" for c in shown[:-1])
    row = (*shown, *spread)
    slots = [tuple(f"{label}.{k}" for label in row) for k in range(periods + (rest > 0.0))]
    ways = tuple(label for slot in slots for label in slot)
    own = tuple(memory_label(name, memory) for memory in words.memories)
    measure = partial(_measuring, words, name, row, ways)
    if rest:
        yield SampledStates((*ways, *own), clock, Turn.MEASURE, partial(measure, ()))
        # the first one arrives at the start of a run
        later = Clock(words.rate, rest - 1.0 / words.rate)
        arriving = partial(_arriving, row, slots[-1], len(words.reads))
        yield SampledStates(row, later, Turn.REPORT, arriving, len(shown), name, len(row))
    else:
        labels = (*row, *ways, *own)
        build = partial(measure, row)
        yield SampledStates(labels, clock, Turn.MEASURE, build, len(shown), name, len(row))


def drift_labels(words: SensorWords, name: str) -> tuple[str, ...]:
    """Labels of the states of slow errors."""
    wanders = enumerate(words.wanders)
    return tuple(f"{name}.drift.{w}.{k}" for w, wander in wanders for k in range(wander.count))


def _drift(words: SensorWords, name: str, site: Any) -> Drift:
    site.draw()
    return Drift.of(words.wanders, (name, "drift"), site.state(drift_labels(words, name)[0]))


def _measuring(
    words: SensorWords,
    name: str,
    row: tuple[str, ...],
    ways: tuple[str, ...],
    reported: tuple[str, ...],
    site: Any,
) -> Measuring:
    site.draw()
    slow = drift_labels(words, name)
    return Measuring(
        sensor=words.sensor(site, name, site.state(slow[0]) if slow else -1),
        channels=len(words.reads),
        width=len(row),
        reported=site.state(reported[0]) if reported else -1,
        slots=tuple(map(site.state, ways)),
        dropout=words.dropout or None,
        stream=int(stream_of(name, "dropout")),
    )


def _arriving(row: tuple[str, ...], slot: tuple[str, ...], channels: int, site: Any) -> Arriving:
    places = tuple(map(site.state, row)), tuple(map(site.state, slot))
    return Arriving(*places, channels)


@dataclass(frozen=True)
class Measuring(SampledLaw):
    """Measures; reports what arrives now, if that is at the times of measurements, too."""

    sensor: Sensor
    channels: int
    width: int  # of a row
    reported: int  # place of the row that is reported; -1: elsewhere
    slots: tuple[int, ...]  # places of rows on their way, the latest first
    dropout: float | None
    stream: int

    @property
    def feels_forces(self) -> bool:  # type: ignore[override]
        return self.sensor.feels_forces

    def next(self, at: Any) -> Sequence[Scalar]:
        found = self.sensor.measure(at)
        return [*self._delivered(at, self._row(at, found)), *found.memories]

    def _delivered(self, at: Any, new: Row) -> Sequence[Scalar]:
        """What is reported, and what is on its way, after a measurement."""
        old = [at.states[place] for place in self.slots]
        begins = at.count < 0.5
        kept = [*new, *old[: len(old) - self.width]]
        first = [new[k % self.width] for k in range(len(old))]
        slots = [where(begins, a, b) for a, b in zip(first, kept[: len(old)], strict=True)]
        if self.reported < 0:
            return slots
        arrived = new
        if old:
            last = old[-self.width :]
            arrived = [where(begins, a, b) for a, b in zip(new, last, strict=True)]
        places = range(self.reported, self.reported + self.width)
        return [*_held(arrived, [at.states[k] for k in places], self.channels), *slots]

    def _row(self, at: Any, found: Measured) -> Row:
        """A measurement, good or lost."""
        good = where(found.valid, 1.0, 0.0)
        if self.dropout is not None:
            u, _ = uniforms(at.seed, self.stream, at.count)
            good = where(u < self.dropout, 0.0, good)
        return [*found.values, good, *found.variances]


@dataclass(frozen=True)
class Arriving(SampledLaw):
    """Reports what was measured before."""

    row: tuple[int, ...]  # places of what is reported
    slot: tuple[int, ...]  # of what arrives
    channels: int

    def next(self, at: Any) -> Sequence[Scalar]:
        arrived, before = ([at.states[k] for k in places] for places in (self.slot, self.row))
        return _held(arrived, before, self.channels)


def _held(arrived: Row, before: Row, channels: int) -> list[Scalar]:
    """What arrives, or the values before if it is no good."""
    good = arrived[channels] > 0.5
    return [
        value if k == channels else where(good, value, old)
        for k, (value, old) in enumerate(zip(arrived, before, strict=True))
    ]
