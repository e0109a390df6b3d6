"""Stretches of a program that repeat themselves: the same instructions again and again.

Equations that go over alike parts, such as the nodes of a tether, leave the same instructions for
each, one part after the other. Here they are found by their names alone; `tape.machine.series` asks
what their operands are. Nothing is said by the equations.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

FEWEST = 16  # times that a stretch is there
LONGEST = 512  # instructions of one


class Repeat(NamedTuple):
    """Instructions from `start` on: `times` so many as `period` says."""

    start: int
    period: int
    times: int

    @property
    def stop(self) -> int:
        return self.start + self.period * self.times


def repeats(codes: np.ndarray, sources: np.ndarray) -> list[Repeat]:
    """Those that together cover most, none over another.

    codes: what instruction each is; sources: (instruction, operand) which instructions they read,
    negative for none.
    """
    found: list[Repeat] = []
    free = np.ones(len(codes), dtype=bool)
    waiting = [(_size(repeat), repeat) for repeat in _all(codes)]
    heapq.heapify(waiting)
    while waiting:
        _, best = heapq.heappop(waiting)
        if free[best.start : best.stop].all():
            found.append(_in_phase(best, sources))
            free[found[-1].start : found[-1].stop] = False
        else:
            for repeat in _left(best, free):
                heapq.heappush(waiting, (_size(repeat), repeat))
    return sorted(found)


def _size(repeat: Repeat) -> tuple[int, int]:
    """What covers most comes first, of these the one with the shortest period."""
    return -repeat.times * repeat.period, repeat.period


def _all(codes: np.ndarray) -> Iterator[Repeat]:
    """Every stretch that repeats itself, by each of its periods."""
    for period in range(1, min(LONGEST, len(codes) // FEWEST) + 1):
        if not _may(codes, period):
            continue
        other = np.flatnonzero(codes[period:] != codes[:-period])
        edges = np.concatenate([[-1], other, [len(codes) - period]])
        lengths = np.diff(edges) - 1
        for k in np.flatnonzero(lengths >= (FEWEST - 1) * period).tolist():
            yield Repeat(int(edges[k]) + 1, period, int(lengths[k]) // period + 1)


def _may(codes: np.ndarray, period: int) -> bool:
    """Whether a long enough stretch may have this period: it would be met three times in a row."""
    step = max(1, (FEWEST - 1) * period // 4)
    same = codes[period::step] == codes[:-period:step]
    return bool((same[2:] & same[1:-1] & same[:-2]).any())


def _left(repeat: Repeat, free: np.ndarray) -> Iterator[Repeat]:
    """What is free of one, where that is enough."""
    inside = free[repeat.start : repeat.stop]
    edges = np.flatnonzero(np.diff(np.concatenate([[0], inside, [0]])))
    for begin, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        count = (end - begin) // repeat.period
        if count >= FEWEST:
            yield Repeat(repeat.start + begin, repeat.period, count)


def _in_phase(repeat: Repeat, sources: np.ndarray) -> Repeat:
    """The same, begun where the fewest operands come from the part before."""
    start, period, times = repeat
    one = sources[start + period : start + 2 * period]  # operands of a part, and of those before
    back = np.arange(start + period, start + 2 * period)[:, None] - one
    near = (one >= 0) & (back < period)
    crossing = np.zeros(period + 1, dtype=np.int64)
    for place, far in zip(np.nonzero(near)[0].tolist(), back[near].tolist(), strict=True):
        # begun between the two (counted around), a part would read from the one before
        low = place - far + 1
        if low >= 0:
            crossing[low] += 1
            crossing[place + 1] -= 1
        else:
            crossing[0] += 1
            crossing[place + 1] -= 1
            crossing[period + low] += 1
            crossing[period] -= 1
    shift = int(np.argmin(np.cumsum(crossing)[:period]))
    if shift and times <= FEWEST:
        return repeat
    return Repeat(start + shift, period, times - (shift > 0))
