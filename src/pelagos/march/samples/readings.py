"""Readings of sensors at their own times: where a march logs them, and how they are read off."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

import numpy as np

from pelagos.elements.sampled import Clock
from pelagos.mechanism.states import FIRST, StateTables
from pelagos.result.header import Header

MOST_LOGGED = 1 << 16  # numbers that a single run keeps before it hands them over: half a MB


class SensorRows(NamedTuple):
    """Consecutive readings of one sensor."""

    times: np.ndarray  # (n,): when they arrived
    values: np.ndarray  # (n, width): channels, 1 if the reading is good, variances if they vary

    def before(self, time: float) -> SensorRows:
        """Those before a time; one at that very time is taken by whoever goes on from there."""
        count = int(np.searchsorted(self.times, time, side="left"))
        return SensorRows(self.times[:count], self.values[:count])

    def followed_by(self, later: SensorRows) -> SensorRows:
        """These and later ones."""
        return SensorRows(*map(np.concatenate, zip(self, later, strict=True)))


Logged = Mapping[str, SensorRows]  # by sensor


def joined(one: Logged, later: Logged) -> Logged:
    """Readings of two stretches that follow each other."""
    both = {name: one[name].followed_by(later[name]) for name in one.keys() & later.keys()}
    return {**one, **later, **both}


def reading_blocks(header: Header, readings: Logged) -> dict[str, dict[str, np.ndarray]]:
    """Readings as the variables of a result, by sensor."""
    return {name: header.sensors[name].block(name, *rows) for name, rows in readings.items()}


def tick_time(clock: Clock, k: int) -> float:
    """The time of a sample, to the bit as the compiled march has it."""
    return clock.start + k / clock.rate


def tick_times(clock: Clock, first: int, last: int) -> np.ndarray:
    """Times of consecutive samples, as `tick_time` has them."""
    return clock.start + np.arange(first, last) / clock.rate


def clocks_of(states: StateTables) -> dict[str, Clock]:
    """When readings arrive, by sensor."""
    return {place.sensor: states.clocks[place.sampler] for place in states.readings}


def times_before(clock: Clock, end: float) -> np.ndarray:
    """When readings arrive in a run that goes on to an end."""
    times = tick_times(clock, 0, math.floor((end - clock.start) * clock.rate) + 2)
    return times[(times >= 0.0) & (times < end)]


class LogLayout:
    """Room for the readings up to a time, as the plan of a march lays it out."""

    def __init__(
        self,
        states: StateTables,
        first: np.ndarray,
        until: float,
        sensors: Collection[str] | None = None,
    ):
        """first: number of the first sample of each sampler; sensors: whose, all unless given."""
        self._states, self.first = states, first.copy()
        self._places = [p for p in states.readings if sensors is None or p.sensor in sensors]
        self.table = np.zeros((len(self._places), 6), dtype=np.int64)  # see loops.data.LOG_SAMPLER
        self.size = 0
        for row, place in zip(self.table, self._places, strict=True):
            clock, begin = states.clocks[place.sampler], int(first[place.sampler])
            last = math.floor((until - clock.start) * clock.rate) + 1  # one more, for rounding
            room = max(last + 1 - begin, 0)
            row[:] = place.sampler, place.first, place.width, self.size, begin, room
            self.size += room * place.width

    def read(
        self, log: np.ndarray, ticks: np.ndarray, since: np.ndarray | None = None
    ) -> dict[str, SensorRows]:
        """Readings among what a run logged; ticks, since: numbers of samples that it has taken by
        now, and had before those that are wanted."""
        since, found = self.first if since is None else since, {}
        for row, place in zip(self.table.tolist(), self._places, strict=True):
            g, _, width, at, begin, room = row
            first, last = int(since[g]), min(int(ticks[g]), begin + room)
            if last <= first:
                continue
            span = slice(at + (first - begin) * width, at + (last - begin) * width)
            times = tick_times(self._states.clocks[g], first, last)
            begun = int(np.searchsorted(times, 0.0))
            rows = log[span].reshape(-1, width)[begun:]
            found[place.sensor] = SensorRows(times[begun:], rows.copy())
        return found

    @staticmethod
    def reach(states: StateTables, first: np.ndarray, until: float) -> float:
        """How far a log of at most so many numbers goes, the next readings included."""
        pace = sum(p.width * states.clocks[p.sampler].rate for p in states.readings)
        clocks = [(states.clocks[p.sampler], int(first[p.sampler])) for p in states.readings]
        next_ones = [tick_time(clock, k + 1) for clock, k in clocks]
        begin = min(tick_time(clock, k) for clock, k in clocks)
        return min(until, max(*next_ones, begin + MOST_LOGGED / pace))


def set_between(
    states: StateTables, before: np.ndarray, after: np.ndarray, x: np.ndarray
) -> dict[str, SensorRows]:
    """Readings that stand in a state since samplers took their last sample, which they had not
    before; before, after: numbers of samples that were taken."""
    found = {}
    for place in states.readings:
        k = int(after[place.sampler]) - 1
        time = tick_time(states.clocks[place.sampler], k)
        if k >= before[place.sampler] and time >= 0.0:
            first = int(states.samplers[place.sampler, FIRST]) + place.first
            values = x[states.assignments[first : first + place.width]]
            found[place.sensor] = SensorRows(np.array([time]), values[None])
    return found


class SensorNotes:
    """Readings that are noted one by one."""

    def __init__(self, states: StateTables):
        self._states = states
        self._rows: dict[str, list[tuple[float, np.ndarray]]] = defaultdict(list)

    def note(self, sampler: int, k: int, values: np.ndarray) -> None:
        """What a sampler set with its k-th sample."""
        time = tick_time(self._states.clocks[sampler], k)
        for place in self._states.readings:
            if place.sampler == sampler and time >= 0.0:
                own = values[place.first : place.first + place.width].copy()
                self._rows[place.sensor].append((time, own))

    def taken(self) -> dict[str, SensorRows]:
        """Those since the last call."""
        rows, self._rows = self._rows, defaultdict(list)
        return {
            name: SensorRows(np.array([t for t, _ in own]), np.array([v for _, v in own]))
            for name, own in rows.items()
        }
