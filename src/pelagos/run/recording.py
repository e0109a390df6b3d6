"""What a session keeps: samples on a grid of times."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from pelagos.errors import PelagosError
from pelagos.march.contract import Samples
from pelagos.march.samples.readings import Logged, reading_blocks
from pelagos.result.header import Header, Outcome
from pelagos.result.readings import Readings, readings_of
from pelagos.result.recorder import Recorder
from pelagos.result.run import Run

AT_ONCE = 500  # samples recorded in one call
MOST_READINGS = 200_000_000  # numbers of sensors, in memory
_NONE = np.zeros(0)


def readings_size(header: Header, duration: float) -> int:
    """How many numbers the readings of a run are made of."""
    names = ((name, series.variables) for name, series in header.series.items() if name)
    rows = {
        name: sum(math.prod(header.row_shape(v)) for v in variables) for name, variables in names
    }
    return sum(math.ceil(header.sensors[n].rate * duration) * row for n, row in rows.items())


def check_readings(header: Header, duration: float) -> None:
    """Refuse a run whose readings would not fit into memory, before it is begun."""
    numbers = readings_size(header, duration)
    if numbers > MOST_READINGS:
        rates = ", ".join(f"{name} {s.rate:g} Hz" for name, s in header.sensors.items())
        raise PelagosError(
            f"sensors: readings over {duration:g} s make {numbers:.3g} numbers, more than "
            f"{MOST_READINGS:,}, in memory ({rates})\n    write them to a file (out=, --out), or "
            "choose a shorter duration or lower rates"
        )


class PauseGrid:
    """Times at which a session is looked at: those of a recording, and where it is asked to go if
    a body could have left the water there."""

    def __init__(self, watched: bool) -> None:
        self._watched = watched
        self.recording: SessionRecording | None = None
        self.listener: ReadingListener | None = None

    def between(self, after: float, until: float) -> np.ndarray:  # noqa: ARG002
        due = _NONE if self.recording is None else self.recording.due(until)
        return np.array([until]) if self._watched and not len(due) else due

    @property
    def keeps_readings(self) -> bool:
        return self.recording is not None or self.listener is not None

    def near(self, time: float, off: float) -> float:
        return time if self.recording is None else self.recording.near(time, off)


class ReadingListener:
    """Hands readings of sensors over as they arrive."""

    def __init__(self, header: Header, receive: Callable[[Mapping[str, Readings]], None]) -> None:
        self._header, self._receive = header, receive

    def hear(self, logged: Logged) -> None:
        """What a stretch of the march logged."""
        new = {name: rows for name, rows in logged.items() if len(rows.times)}
        blocks = reading_blocks(self._header, new).items()
        if new:
            self._receive({name: readings_of(self._header, own, name, "") for name, own in blocks})


class SessionRecording:
    """A recorder and its grid of sample times."""

    def __init__(self, recorder: Recorder, start: float, every: float, counts: np.ndarray):
        self._recorder, self._start, self._every = recorder, start, every
        self._counts, self._count = counts.copy(), 0
        self._last: np.ndarray | None = None  # orientation of the last sample
        self._asked = np.zeros(0)  # sample times that were asked for last
        self.outcome: Outcome | None = None
        self.wall = 0.0

    def due(self, to: float) -> np.ndarray:
        """The next sample times up to `to`."""
        first = self._start + self._count * self._every
        count = math.floor((to - first) / self._every + 1.0 + 1e-9)
        ahead = np.arange(self._count, self._count + min(max(count, 0), AT_ONCE))
        self._asked = np.minimum(self._start + self._every * ahead, to)
        return self._asked

    def near(self, time: float, off: float) -> float:
        """A sample time so little off a time, or that time."""
        found = self._start + self._every * round((time - self._start) / self._every)
        return found if abs(found - time) < off else time

    def keep(self, samples: Samples, last: bool = False) -> None:
        """Add the samples that are due; or the last one of a run, whether it is or not."""
        due = np.isin(samples.times, self._asked)
        self._count += int(np.count_nonzero(due))
        if last and len(samples):
            due[-1] = True
        kept = samples.where(due)
        if len(kept) or samples.readings:
            block = kept.block(self._last)
            readings = reading_blocks(self._recorder.header, samples.readings)
            self._recorder.append(block, readings)
        if len(kept):
            self._last = block["orientation"][-1]

    def closed(self, time: float, counts: np.ndarray, outcome: Outcome | None) -> Run:
        steps, rejected, evaluations = (int(n) for n in counts - self._counts)
        given = outcome or self.outcome or Outcome("finished", time)
        done = replace(
            given, steps=steps, rejected=rejected, evaluations=evaluations, wall=self.wall
        )
        return self._recorder.close(done)
