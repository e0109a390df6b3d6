"""The runs of a study, chunk by chunk through the batch engine, each chunk kept before the next."""

from __future__ import annotations

import math
import time as clock
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result import Run
from pelagos.result.header import versions
from pelagos.result.schema import VARIABLES
from pelagos.result.storage import LOCKS, try_lock
from pelagos.run import simulate_batch
from pelagos.run.engine import Progress
from pelagos.run.settings import settings_for
from pelagos.study.design import design
from pelagos.study.folder import Chunk, StudyFolder, identity
from pelagos.study.reading import Study, start_label

MEMORY = 200e6  # bytes of histories held at a time
MOST = 4096  # runs of a chunk
_SETTINGS = ("duration", "integrator", "rtol", "atol", "step", "every", "max_steps")


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
    chunk: runs that are simulated and stored together; by default as many as fit in 200 MB.

    Runs that fail are recorded with their reason and do not stop the others.
    """
    if not isinstance(study, Study):
        study = Study.of(study) if isinstance(study, Mapping) else Study.read(study)
    drawn = design(study.words)
    folder = _folder(study, Path(out), list(drawn), resume, chunk)
    with (folder.path / ".lock").open("wb") as lock:
        if LOCKS and not try_lock(lock, exclusive=True):
            raise PelagosError(f"{folder.path}: another sweep is writing here")
        folder.tidy()
        _Sweep(study, drawn, folder, threads, progress).run()
    return folder


def _folder(
    study: Study, path: Path, columns: list[str], resume: bool, chunk: int | None
) -> StudyFolder:
    """The folder to write to: a new one, or that of the same study."""
    if not (path / "study.json").exists():
        if path.is_dir() and any(path.iterdir()):
            raise PelagosError(f"{path}: holds other files\n    name a new folder with --out")
        if chunk is not None and chunk < 1:
            raise PelagosError(f"chunk: {chunk}\n    give at least 1, or leave it out")
        return StudyFolder.create(path, study, columns, chunk or _chunk(study))
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


def _settings(study: Study) -> Any:
    words = {name: study.words.settings.get(name) for name in _SETTINGS}
    return settings_for(study.resolved, **words)


def _chunk(study: Study) -> int:
    """Runs whose histories, twice over, fit in the memory."""
    robot = study.resolved
    sizes = {"body": len(robot.order), "axis": 3, "quat": 4, "coordinate": len(robot.coordinates)}
    sizes |= {"speed": len(robot.speeds), "actuator": len(robot.actuators)}
    sizes |= {"auxiliary": len(robot.state_labels), "dock": len(robot.constraints)}
    sizes |= {"constraint": 6 * len(robot.constraints)}
    width = sum(math.prod(sizes[dim] for dim in v.dims[1:]) for v in VARIABLES.values())
    fitting = int(MEMORY / (16.0 * width * len(_settings(study).samples())))
    return max(1, min(fitting, MOST) // 16 * 16)


class _Sweep:
    """What is left of a study, and how fast it goes."""

    def __init__(
        self,
        study: Study,
        drawn: Mapping[str, np.ndarray],
        folder: StudyFolder,
        threads: int | None,
        progress: Progress | None,
    ) -> None:
        self._study, self._drawn, self._folder = study, drawn, folder
        self._threads, self._progress = threads, progress
        self._before = folder.done()
        self._done = 0
        self._started = clock.monotonic()

    def run(self) -> None:
        """Simulate and store every chunk that is not there."""
        left = [pair for pair in self._folder.ranges() if not self._folder.has(pair[0])]
        if not left:
            return
        if self._folder.facts["versions"] != versions():
            made = ", ".join(f"{k} {v}" for k, v in self._folder.facts["versions"].items())
            self._announce(None, f"begun with {made}: the last bits may differ from there on")
        self._try_out()
        self._started = clock.monotonic()
        for first, last in left:
            self._folder.write(self._chunk(first, last))
            self._done += last - first

    def _try_out(self) -> None:
        """What is wrong with all runs alike is said once, and compiling is not counted."""
        study = self._study
        brief = {**study.words.settings, "duration": _settings(study).every}
        simulate_batch(
            study.robot, study.words.scenario, n=1, threads=1, progress=self._announce, **brief
        )

    def _announce(self, fraction: float | None, message: str = "") -> None:
        if fraction is None and self._progress is not None:
            self._progress(None, message)

    def _report(self, fraction: float | None, message: str = "") -> None:
        """Shares of what was left at the start, so that the time left comes out right."""
        if self._progress is None or fraction is None:
            self._announce(fraction, message)
            return
        now = self._done + fraction * self._size
        rate = now / max(clock.monotonic() - self._started, 1e-9)
        total = self._folder.runs
        text = f"{self._before + int(now):,} of {total:,} runs, {rate:,.0f}/s"
        self._progress(now / (total - self._before), text)

    def _chunk(self, first: int, last: int) -> Chunk:
        rows = {name: values[first:last] for name, values in self._drawn.items()}
        self._size = last - first
        found = _Rows(self._study, rows, last - first, self._threads, self._report)
        found.fill(np.arange(last - first))
        messages = {first + k: text for k, text in sorted(found.messages.items())}
        drawn = np.stack(list(rows.values()), axis=1) if rows else np.empty((last - first, 0))
        return Chunk(first, drawn, found.metrics, found.outcomes, found.times, messages)


class _Rows:
    """The results of some runs, filled batch by batch."""

    def __init__(
        self,
        study: Study,
        drawn: Mapping[str, np.ndarray],
        count: int,
        threads: int | None,
        progress: Progress | None,
    ) -> None:
        self._study, self._drawn = study, drawn
        self._threads, self._progress = threads, progress
        self.metrics = np.full((count, len(study.words.metrics)), np.nan)
        self.outcomes = np.full(count, "", dtype="U16")
        self.times = np.full(count, np.nan)
        self.messages: dict[int, str] = {}

    def fill(self, members: np.ndarray) -> None:
        """Simulate some of the runs; one that cannot even begin is found by halving."""
        drawn = {name: values[members] for name, values in self._drawn.items()}
        try:
            batch = self._batch(drawn, len(members))
        except PelagosError as error:
            if len(members) == 1:
                self.outcomes[members[0]] = "refused"
                self.messages[int(members[0])] = str(error)
                return
            half = len(members) // 2
            self.fill(members[:half])
            self.fill(members[half:])
            return
        if any(outcome.code == "interrupted" for outcome in batch.outcomes):
            raise KeyboardInterrupt
        for place, run in enumerate(members):
            outcome = batch.outcomes[place]
            self.outcomes[run], self.times[run] = outcome.code, outcome.time
            if outcome.finished:
                self.metrics[run] = self._study.metrics.of(batch[place])
            else:
                self.messages[int(run)] = str(outcome)

    def _batch(self, drawn: Mapping[str, np.ndarray], count: int) -> Any:
        words = self._study.words
        return simulate_batch(
            self._study.robot,
            words.scenario,
            n=count,
            vary={path: drawn[path] for path in words.paths},
            initial=_starts(self._study, drawn, count),
            threads=self._threads,
            progress=self._progress,
            **words.settings,
        )


def _starts(
    study: Study, drawn: Mapping[str, np.ndarray], count: int
) -> tuple[np.ndarray, np.ndarray] | None:
    """Initial states with what was drawn for them; the rest is each variant's own."""
    words, varied = study.words, study.words.paths
    elements = [name for name in drawn if name not in varied]
    if not elements:
        return None
    if varied:
        robots = (
            study.robot.with_values({path: float(drawn[path][run]) for path in varied})
            for run in range(count)
        )
        states = [robot.initial_state(words.scenario) for robot in robots]
    else:
        states = [study.resolved.initial_state()] * count
    q, u = (np.array(part) for part in zip(*states, strict=True))
    for name in elements:
        letter, label = start_label(name)
        labels = study.resolved.coordinates if letter == "q" else study.resolved.speeds
        (q if letter == "q" else u)[:, labels.index(label)] = drawn[name]
    return q, u


def run_alone(study: Study, drawn: Mapping[str, float]) -> Run:
    """One run of a study by itself, of a robot that has its values."""
    values = {path: drawn[path] for path in study.words.paths}
    rows = {name: np.array([value]) for name, value in drawn.items()}
    robot = study.robot.with_values(values) if values else study.robot
    batch = simulate_batch(
        robot,
        study.words.scenario,
        n=1,
        initial=_starts(study, rows, 1),
        threads=1,
        **study.words.settings,
    )
    return batch[0]
