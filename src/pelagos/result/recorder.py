"""Recorder: takes the samples while a run computes them, in memory or straight into a file.

Where the file is. A run writes to the very name it was given, so that a kill leaves the samples
there. If a result already stands under that name it stays until the new run has finished: the
samples go to `name.part.nc` beside it, which replaces the old result at the end, and is itself what
remains when the run fails, is interrupted or is killed. `Run.path` tells which it is.
"""

from __future__ import annotations

import math
import os
from pathlib import Path

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result import reading, storage
from pelagos.result.header import Header, Outcome
from pelagos.result.run import Run
from pelagos.result.schema import VARIABLES

_UNKNOWN = 512
"""Samples to make room for when nobody knows how many will come."""

_FIRST_BYTES = 1 << 26
"""Room taken at the start; longer runs double it as they go, so none waits for a full disk."""

_RUNNING = Outcome("running", 0.0, "this run was not closed: its process still runs, or was killed")


class Recorder:
    """Collects blocks of samples; `close` turns them into a `Run`."""

    def __init__(self, header: Header, path: str | os.PathLike[str] | None = None) -> None:
        self.header = header
        self._sink = _Memory() if path is None else _File(header, Path(path))

    @property
    def path(self) -> Path | None:
        """Where the samples are written now; None in memory."""
        return self._sink.path

    def append(self, block: storage.Block) -> None:
        """Add consecutive samples: every variable of the schema, time along the first axis."""
        if block.keys() != VARIABLES.keys():
            odd = ", ".join(sorted(block.keys() ^ VARIABLES.keys()))
            raise ValueError(f"a block must have exactly the variables of a result, not: {odd}")
        count = len(block["time"])
        for name, values in block.items():
            expected = (count, *self.header.row_shape(name))
            if values.shape != expected:
                raise ValueError(f"{name} has shape {values.shape}, not {expected}")
        if count:
            self._sink.append(block)

    def close(self, outcome: Outcome) -> Run:
        """End the recording; the outcome is kept with the samples."""
        return self._sink.close(self.header, outcome)


class _Memory:
    """Samples of a run that was given no file."""

    path = None

    def __init__(self) -> None:
        self._blocks: list[storage.Block] = []

    def append(self, block: storage.Block) -> None:
        # Copied: the engine may use its buffers again.
        self._blocks.append({name: np.array(values, float) for name, values in block.items()})

    def close(self, header: Header, outcome: Outcome) -> Run:
        arrays = {}
        for name in VARIABLES:
            empty = np.empty((0, *header.row_shape(name)))
            arrays[name] = np.concatenate([empty, *(block[name] for block in self._blocks)])
            arrays[name].flags.writeable = False
        return Run(header, outcome, arrays)


class _File:
    """Samples on their way into a file that is readable at every moment."""

    def __init__(self, header: Header, target: Path) -> None:
        self._header = header
        self._target = target
        reading.check_target(target)
        self.path = target
        if target.exists():
            self.path = target.with_name(f"{target.stem}.part{target.suffix}")
            reading.check_target(self.path)
        self._count = 0
        row = 8 * sum(math.prod(header.row_shape(name)) for name in VARIABLES)
        first = min(header.samples or _UNKNOWN, max(1, _FIRST_BYTES // row))
        self._file = storage.create(self.path, header, _RUNNING, first)

    def append(self, block: storage.Block) -> None:
        needed = self._count + len(block["time"])
        if needed > self._file.layout.capacity:
            self._replace(self.path, _RUNNING, max(needed, 2 * self._file.layout.capacity))
        try:
            self._file.write(self._count, block)
        except OSError as error:
            raise self._failure(f"{self.path}: cannot write: {error.strerror}") from error
        self._count = needed

    def close(self, header: Header, outcome: Outcome) -> Run:
        # An unfinished run never takes the place of an earlier result.
        place = self._target if outcome.finished else self.path
        self._replace(place, outcome, self._count)
        self._file.close()
        if place != self.path:
            self.path.unlink()
            self.path = place
        stored = reading.Stored(place, header, outcome, self._count, self._count)
        return Run(header, outcome, reading.StoredArrays(stored), place)

    def _replace(self, place: Path, outcome: Outcome, capacity: int) -> None:
        """Copy the samples into a new file of another size and put it at `place`."""
        old = self._file
        try:
            self._file = storage.create(
                place, self._header, outcome, capacity, old.read, self._count
            )
        except PelagosError as error:
            raise self._failure(str(error)) from error
        old.close()

    def _failure(self, what: str) -> PelagosError:
        """Let go of the file and say where the samples are."""
        self._file.close()
        return PelagosError(f"{what}; the first {self._count} samples are in {self.path}")
