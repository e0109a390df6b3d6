"""Recorder: takes samples and readings while a run computes them, in memory or into a file.

Where the file is. A run writes to the very name it was given, so that a kill leaves the samples
there. If a result already stands under that name it stays until the new run has finished: the
samples go to `name.part.nc` beside it, which replaces the old result at the end, and is itself what
remains when the run fails, is interrupted or is killed. `Run.path` tells which it is.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result import reading, storage
from pelagos.result.header import Header, Outcome
from pelagos.result.run import Run
from pelagos.result.schema import Series

_UNKNOWN = 512
"""Samples to make room for when nobody knows how many will come."""

_FIRST_BYTES = 1 << 26
"""Room taken at the start; longer runs double it as they go, so none waits for a full disk."""

_MOST = 1 << 16
"""Rows to make room for at first, in memory."""

_RUNNING = Outcome("running", 0.0, "this run was not closed: its process still runs, or was killed")


class Recorder:
    """Collects blocks of samples; `close` turns them into a `Run`."""

    def __init__(self, header: Header, path: str | os.PathLike[str] | None = None) -> None:
        self.header = header
        self._sink = _Memory(header) if path is None else _File(header, Path(path))

    @property
    def path(self) -> Path | None:
        """Where the samples are written now; None in memory."""
        return self._sink.path

    def append(
        self, block: storage.Block, readings: Mapping[str, storage.Block] | None = None
    ) -> None:
        """Add consecutive samples: every variable of the schema, time along the first axis.

        readings: the same of sensors, by name; each has times of its own.
        """
        # readings first: where samples are, readings are known
        blocks = {**(readings or {}), "": block}
        for name, own in blocks.items():
            self._check(self.header.series[name], own)
        filled = {n: b for n, b in blocks.items() if len(b[self.header.series[n].time])}
        if filled:
            self._sink.append(filled)

    def _check(self, series: Series, block: storage.Block) -> None:
        if block.keys() != series.variables.keys():
            odd = ", ".join(sorted(block.keys() ^ series.variables.keys()))
            raise ValueError(f"a block must have exactly the variables of a result, not: {odd}")
        count = len(block[series.time])
        for name, values in block.items():
            expected = (count, *self.header.row_shape(name))
            if values.shape != expected:
                raise ValueError(f"{name} has shape {values.shape}, not {expected}")

    def close(self, outcome: Outcome) -> Run:
        """End the recording; the outcome is kept with the samples."""
        return self._sink.close(self.header, outcome)


class _Memory:
    """What comes of a run that was given no file."""

    path = None

    def __init__(self, header: Header) -> None:
        self._header = header
        self._counts = dict.fromkeys(header.series, 0)
        self._rooms = {name: self._room(name, 0) for name in header.variables}

    def append(self, blocks: Mapping[str, storage.Block]) -> None:
        for name, block in blocks.items():
            series = self._header.series[name]
            first, count = self._counts[name], len(block[series.time])
            self._counts[name] = last = first + count
            for variable, values in block.items():
                room = self._rooms[variable]
                if last > len(room):
                    expected = self._header.expected(name) or _UNKNOWN
                    larger = self._room(variable, max(last, min(expected, _MOST), 2 * len(room)))
                    larger[:first] = room[:first]
                    self._rooms[variable] = room = larger
                room[first:last] = values

    def close(self, header: Header, outcome: Outcome) -> Run:
        arrays = {}
        for name, series in header.series.items():
            for variable in series.variables:
                arrays[variable] = self._rooms[variable][: self._counts[name]]
                arrays[variable].flags.writeable = False
        return Run(header, outcome, arrays)

    def _room(self, variable: str, rows: int) -> np.ndarray:
        return np.empty((rows, *self._header.row_shape(variable)))


class _File:
    """Samples and readings on their way into a file that is readable at every moment."""

    def __init__(self, header: Header, target: Path) -> None:
        self._header = header
        self._target = target
        reading.check_target(target)
        self.path = target
        if target.exists():
            self.path = target.with_name(f"{target.stem}.part{target.suffix}")
            reading.check_target(self.path)
        self._counts = dict.fromkeys(header.series, 0)
        first = {name: self._first_room(series) for name, series in header.series.items()}
        self._file = storage.create(self.path, header, _RUNNING, first)

    def _first_room(self, series: Series) -> int:
        """Rows of a series to make room for at the start."""
        header = self._header
        row = 8 * sum(math.prod(header.row_shape(name)) for name in series.variables)
        share = _FIRST_BYTES // len(header.series)
        return min(header.expected(series.sensor) or _UNKNOWN, max(1, share // row))

    def append(self, blocks: Mapping[str, storage.Block]) -> None:
        room = self._file.capacities
        for name, block in blocks.items():
            needed = self._counts[name] + len(block[self._header.series[name].time])
            if needed > room[name]:
                room[name] = max(needed, 2 * room[name])
        if room != self._file.capacities:
            self._replace(self.path, _RUNNING, room)
        for name, block in blocks.items():
            try:
                self._file.write(name, self._counts[name], block)
            except OSError as error:
                raise self._failure(f"{self.path}: cannot write: {error.strerror}") from error
            self._counts[name] += len(block[self._header.series[name].time])

    def close(self, header: Header, outcome: Outcome) -> Run:
        # An unfinished run never takes the place of an earlier result.
        place = self._target if outcome.finished else self.path
        self._replace(place, outcome, self._counts)
        self._file.close()
        if place != self.path:
            self.path.unlink()
            self.path = place
        stored = reading.Stored(place, header, outcome, self._counts)
        return Run(header, outcome, reading.StoredArrays(stored), place)

    def _replace(self, place: Path, outcome: Outcome, room: storage.Counts) -> None:
        """Copy what is there into a new file of another size and put it at `place`."""
        old = self._file
        try:
            self._file = storage.create(place, self._header, outcome, room, old.read, self._counts)
        except PelagosError as error:
            raise self._failure(str(error)) from error
        old.close()

    def _failure(self, what: str) -> PelagosError:
        """Let go of the file and say where the samples are."""
        self._file.close()
        return PelagosError(f"{what}; the first {self._counts['']} samples are in {self.path}")
