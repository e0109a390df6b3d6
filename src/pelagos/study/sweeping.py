"""The runs of a study, chunk by chunk through the batch engine, each chunk kept before the next."""

from __future__ import annotations

import math
import time as clock
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pelagos.errors import PelagosError
from pelagos.model.wings import kept_panels
from pelagos.result.header import versions
from pelagos.result.schema import VARIABLES
from pelagos.result.storage import LOCKS, try_lock
from pelagos.run.engine import Progress
from pelagos.study.design import Design
from pelagos.study.folder import StudyFolder, identity
from pelagos.study.reading import Study
from pelagos.study.running import settings_of, simulate_chunk, try_out

MEMORY = 200e6  # bytes of histories held at a time
FEWEST, MOST = 512, 4096  # runs of a chunk, if the memory allows
CHUNKS = 256  # aimed at between these


def sweep(
    study: Study | Mapping[str, Any] | str | Path,
    out: str | Path,
    *,
    threads: int | None = None,
    resume: bool = False,
    chunk: int | None = None,
    progress: Progress | None = None,
) -> StudyFolder:
    """Run a study and keep its results in a folder.

    study: a study file, its words in Python, or a `Study`.
    resume: go on where an interrupted sweep of the same study stopped; the results are the same,
        to the bit, as without the interruption.
    chunk: runs that are simulated and stored together; by default as many as fit in 200 MB, and
        few enough that not much is lost when the sweep is interrupted.

    Runs that fail are recorded with their reason and do not stop the others.
    """
    if not isinstance(study, Study):
        study = Study.of(study) if isinstance(study, Mapping) else Study.read(study)
    design = Design(study.words)
    folder = _folder(study, Path(out), design.columns, resume, chunk)
    with (folder.path / ".lock").open("wb") as lock:
        if LOCKS and not try_lock(lock, exclusive=True):
            raise PelagosError(f"{folder.path}: another sweep is writing here")
        folder.tidy()
        left = [pair for pair in folder.ranges() if not folder.has(pair[0])]
        if left:
            _Sweep(study, design, folder, progress).run(left, threads)
    return folder


def _folder(
    study: Study, path: Path, columns: list[str], resume: bool, chunk: int | None
) -> StudyFolder:
    """The folder to write to: a new one, or that of the same study."""
    if not (path / "study.json").exists():
        if path.is_dir() and any(map(_foreign, path.iterdir())):
            raise PelagosError(f"{path}: holds other files\n    name a new folder with --out")
        if chunk is not None and chunk < 1:
            raise PelagosError(f"chunk: {chunk}\n    give at least 1, or leave it out")
        time = settings_of(study).samples()
        if study.histories is not None:
            time = time[study.histories.samples(time)]
        return StudyFolder.create(path, study, columns, chunk or _chunk(study), time)
    if not resume:
        raise PelagosError(
            f"{path}: a study is already here\n    go on with --resume, or name another --out"
        )
    folder = StudyFolder(path)
    if folder.facts["identity"] != identity(study):
        raise PelagosError(
            f"{path}: holds another study, or the study or its robot has changed since\n"
            "    name another --out, or restore what was changed"
        )
    return folder


def _foreign(place: Path) -> bool:
    """Not what a sweep leaves that was killed before it had said what it is."""
    return not (place.name.startswith(".") or place.name == "histories")


def _chunk(study: Study) -> int:
    """Runs whose results fit in the memory, in the engine and on the way to the disk."""
    robot = study.resolved
    sizes = {"body": len(robot.order), "axis": 3, "quat": 4, "coordinate": len(robot.coordinates)}
    sizes |= {"speed": len(robot.speeds), "actuator": len(robot.actuators)}
    sizes |= {"auxiliary": len(robot.state_labels), "dock": len(robot.constraints)}
    sizes |= {"constraint": 6 * len(robot.constraints)}
    sizes |= {"wing": len(robot.wings), "panel": len(kept_panels(robot.wings))}
    width = sum(math.prod(sizes[dim] for dim in v.dims[1:]) for v in VARIABLES.values())
    copies = 2 if study.histories is None else 3
    fitting = int(MEMORY / (8.0 * copies * width * len(settings_of(study).samples())))
    wanted = min(max(FEWEST, study.words.count // CHUNKS), MOST)
    return max(16, min(fitting, wanted) // 16 * 16)


class _Sweep:
    """The chunks of a study that are left, and how fast they go."""

    def __init__(
        self, study: Study, design: Design, folder: StudyFolder, progress: Progress | None
    ) -> None:
        self._study, self._design, self._folder = study, design, folder
        self._progress = progress
        self._before = self._stored = folder.done()
        self._started = clock.monotonic()

    def run(self, left: list[tuple[int, int]], threads: int | None) -> None:
        """Simulate and store every chunk that is not there."""
        if self._folder.facts["versions"] != versions():
            made = ", ".join(f"{k} {v}" for k, v in self._folder.facts["versions"].items())
            self._announce(None, f"begun with {made}: the last bits may differ from there on")
        try_out(self._study, self._announce)
        self._started = clock.monotonic()
        for first, last in left:
            self._size = last - first
            drawn = self._design.rows(first, last)
            chunk = simulate_chunk(self._study, first, drawn, last - first, threads, self._report)
            self._folder.write(chunk)
            self._stored += len(chunk)

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
