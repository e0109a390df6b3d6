"""The runs of a study, chunk by chunk through the batch engine, each chunk kept before the next."""

from __future__ import annotations

import contextlib
import math
import time as clock
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.model.wings import kept_panels
from pelagos.progress import Progress, with_bar
from pelagos.result.header import versions
from pelagos.result.schema import VARIABLES
from pelagos.study.design import Design
from pelagos.study.reading import Study
from pelagos.study.running import settings_of, simulate_chunk, try_out
from pelagos.study.storage.folder import Chunk, StudyFolder, identity

if TYPE_CHECKING:
    from pelagos.study.cluster import Workers

MEMORY = 200e6  # bytes of histories held at a time
FEWEST, MOST = 512, 4096  # runs of a chunk, if the memory allows
CHUNKS = 256  # aimed at between these
SHARES = 8  # chunks of each thread of a cluster, at least


@with_bar
def sweep(
    study: Study | Mapping[str, Any] | str | Path,
    out: str | Path,
    *,
    threads: int | None = None,
    resume: bool = False,
    chunk: int | None = None,
    cluster: Any = None,
    progress: Progress | None = None,
) -> StudyFolder:
    """Run a study and keep its results in a folder.

    study: a study file, its words in Python, or a `Study`.
    threads: default one per core; with a cluster, of each task of a worker, by default one.
    resume: go on where an interrupted sweep of the same study stopped; the results are the same,
        to the bit, as without the interruption.
    chunk: runs that are simulated and stored together; by default as many as fit in 200 MB, and
        few enough that not much is lost when the sweep is interrupted.
    cluster: "local:4" for worker processes, "tcp://HOST:PORT" of a Dask scheduler, its scheduler
        file (.json), or a `distributed.Client`; the results are the same to the bit.

    Runs that fail are recorded with their reason and do not stop the others.

    Examples:
        >>> words = {
        ...     "name": "swing", "robot": "pendulum", "duration": 1, "runs": 8, "seed": 1,
        ...     "factors": {"bodies.rod.mass": {"uniform": [0.9, 1.1]}},
        ...     "metrics": {"angle": {"final": "q.rod"}},
        ... }
        >>> folder = pl.sweep(words, "swing-runs")
        >>> folder.dataset.angle.shape
        (8,)
    """
    if not isinstance(study, Study):
        study = Study.of(study) if isinstance(study, Mapping) else Study.read(study)
    if chunk is not None and chunk < 1:
        raise PelagosError(f"chunk: {chunk}\n    give at least 1, or leave it out")
    design = Design(study.words)
    folder = StudyFolder.present(Path(out), identity(study), resume)
    with contextlib.ExitStack() as stack:
        crew = None
        if cluster is not None:
            from pelagos.study.cluster import workers

            crew = stack.enter_context(workers(cluster))
        if folder is None:
            size = chunk or _chunk(study, 0 if crew is None else crew.threads())
            folder = StudyFolder.create(Path(out), study, study.words.columns, size, _times(study))
        stack.enter_context(folder.writing())
        _Sweep(study, design, folder, progress).run(threads, crew)
    return folder


def _times(study: Study) -> np.ndarray:
    """The samples of the histories."""
    time = settings_of(study).samples()
    return time if study.histories is None else time[study.histories.samples(time)]


def _chunk(study: Study, workers: int) -> int:
    """Runs of which what is kept fits in the memory, in the engine and on the way to the disk.

    Workers need several chunks each, so that none waits long for the last.
    """
    robot = study.resolved
    sizes = {"body": len(robot.order), "axis": 3, "quat": 4, "coordinate": len(robot.coordinates)}
    sizes |= {"speed": len(robot.speeds), "actuator": len(robot.actuators)}
    sizes |= {"output": len(robot.outputs), "command": len(robot.actuators)}
    sizes |= {"auxiliary": len(robot.state_labels), "dock": len(robot.constraints)}
    sizes |= {"constraint": 6 * len(robot.constraints)}
    sizes |= {"wing": len(robot.wings), "panel": len(kept_panels(robot.wings))}
    kept = [VARIABLES[name] for name in ("time", *study.variables)]
    width = sum(math.prod(sizes[dim] for dim in variable.dims[1:]) for variable in kept)
    copies = 2 if study.histories is None else 3
    fitting = int(MEMORY / (8.0 * copies * width * len(settings_of(study).samples())))
    wanted = min(max(FEWEST, study.words.count // CHUNKS), MOST)
    if workers:
        wanted = min(wanted, study.words.count // (SHARES * workers))
    return max(16, min(fitting, wanted) // 16 * 16)


class _Sweep:
    """The chunks of a study that are left, and how fast they go."""

    def __init__(
        self, study: Study, design: Design, folder: StudyFolder, progress: Progress | None
    ) -> None:
        self._study, self._design, self._folder = study, design, folder
        self._progress = progress
        self._before = self._stored = folder.done()
        self._size = 0  # of the chunk under way
        self._started = clock.monotonic()

    def run(self, threads: int | None, workers: Workers | None) -> None:
        """Simulate and store every chunk that is not there."""
        left = [pair for pair in self._folder.ranges() if not self._folder.has(pair[0])]
        if not left:
            return
        if self._folder.facts["versions"] != versions():
            made = ", ".join(f"{k} {v}" for k, v in self._folder.facts["versions"].items())
            self._announce(None, f"begun with {made}: the last bits may differ from there on")
        try_out(self._study, self._announce)
        self._started = clock.monotonic()
        if workers is None:
            chunks = self._here(left, threads)
        else:
            from pelagos.study.cluster import Crew

            crew = Crew(workers, self._study, threads, self._announce)
            chunks = crew.chunks(self._design, left)
        for chunk in chunks:
            self._folder.write(chunk)
            self._stored += len(chunk)
            self._size = 0
            self._report(0.0)

    def _here(self, left: list[tuple[int, int]], threads: int | None) -> Iterator[Chunk]:
        """One chunk after the other, all threads at work on it."""
        for first, last in left:
            self._size = last - first
            drawn = self._design.rows(first, last)
            yield simulate_chunk(self._study, first, drawn, self._size, threads, self._report)

    def _announce(self, fraction: float | None, message: str = "") -> None:
        if fraction is None and self._progress is not None:
            self._progress(None, message)

    def _report(self, fraction: float | None, message: str = "") -> None:
        """Shares of what was left at the start, so that the time left comes out right.

        Runs count as done when they are stored.
        """
        if self._progress is None or fraction is None:
            self._announce(fraction, message)
            return
        now = self._stored - self._before + fraction * self._size
        rate = now / max(clock.monotonic() - self._started, 1e-9)
        total = self._folder.runs
        text = f"{self._stored:,} of {total:,} runs stored, {rate:,.0f}/s"
        self._progress(now / (total - self._before), text)
