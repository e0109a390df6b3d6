"""Readings of sensors at their own times: where a march logs them, and how they are read off."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from pelagos.elements.sampled import Clock
from pelagos.mechanism.states import FIRST, LAST, StateTables


class SensorRows(NamedTuple):
    """Consecutive readings of one sensor."""

    times: np.ndarray  # (n,): when they arrived
    values: np.ndarray  # (n, width): all that its law sets

    def until(self, time: float) -> SensorRows:
        """Those up to a time."""
        count = int(np.searchsorted(self.times, time, side="right"))
        return SensorRows(self.times[:count], self.values[:count])

    def followed_by(self, later: SensorRows) -> SensorRows:
        """These and later ones."""
        return SensorRows(*map(np.concatenate, zip(self, later, strict=True)))


Logged = Mapping[str, SensorRows]  # by sensor


def joined(one: Logged, later: Logged) -> Logged:
    """Readings of two stretches that follow each other."""
    both = {name: one[name].followed_by(later[name]) for name in one.keys() & later.keys()}
    return {**one, **later, **both}


def tick_time(clock: Clock, k: int) -> float:
    """The time of a sample, to the bit as the compiled march has it."""
    return clock.start + k / clock.rate


class LogLayout:
    """Room for the readings up to a time, as the plan of a march lays it out."""

    def __init__(self, states: StateTables, first: np.ndarray, until: float):
        """first: number of the first sample of each sampler."""
        self._states, self._first = states, first.copy()
        wanted = {place.sampler for place in states.readings}
        self.table = np.zeros((len(states.clocks), 3), dtype=np.int64)  # see loops.data.LOG_AT
        self.size = 0
        for g, clock in enumerate(states.clocks):
            room = 0
            if g in wanted:
                last = math.floor((until - clock.start) * clock.rate + 1e-9)
                room = max(last + 1 - int(first[g]), 0)
            self.table[g] = self.size, first[g], room
            self.size += room * self._width(g)

    def _width(self, sampler: int) -> int:
        row = self._states.samplers[sampler]
        return int(row[LAST] - row[FIRST])

    def read(self, log: np.ndarray, ticks: np.ndarray) -> dict[str, SensorRows]:
        """What came since the last call, given what a run logged and the samples it took."""
        found = {}
        for place in self._states.readings:
            g, width = place.sampler, self._width(place.sampler)
            at, begin, room = self.table[g].tolist()
            first, last = int(self._first[g]), min(int(ticks[g]), begin + room)
            if last <= first:
                continue
            span = slice(at + (first - begin) * width, at + (last - begin) * width)
            rows = log[span].reshape(last - first, width)
            values = rows[:, place.first : place.first + place.width].copy()
            clock = self._states.clocks[g]
            times = np.array([tick_time(clock, k) for k in range(first, last)])
            found[place.sensor] = SensorRows(times[times >= 0.0], values[times >= 0.0])
        self._first = np.maximum(self._first, ticks)
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
