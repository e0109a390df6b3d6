"""The runs of a chunk through the batch engine, and what is kept of them.

A chunk depends on the study and on what was drawn for its runs, and on nothing else: it comes out
the same to the bit on any thread, process or machine of the same kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.march.settings import Settings, settings_for
from pelagos.progress import Progress
from pelagos.result import Run
from pelagos.run import simulate_batch
from pelagos.study.metrics import stopped_by
from pelagos.study.reading import Study
from pelagos.study.storage.chunks import Chunk

if TYPE_CHECKING:
    from pelagos.study.storage.folder import StudyFolder

_SETTINGS = ("duration", "integrator", "rtol", "atol", "step", "every", "max_steps")


def settings_of(study: Study) -> Settings:
    """How time advances in every run."""
    words = {name: study.words.settings.get(name) for name in _SETTINGS}
    return settings_for(study.resolved, **words)


def simulate_chunk(
    study: Study,
    first: int,
    drawn: Mapping[str, np.ndarray],
    count: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Chunk:
    """Consecutive runs from `first` on, with what was drawn for them."""
    found = _Rows(study, drawn, count, threads, progress)
    found.fill()
    return Chunk(
        first=first,
        drawn=np.stack(list(drawn.values()), axis=1) if drawn else np.empty((count, 0)),
        metrics=found.metrics,
        outcomes=found.outcomes,
        times=found.times,
        stops=np.array(found.stops, dtype=str),
        messages={first + k: text for k, text in sorted(found.messages.items())},
        histories=found.histories,
    )


def try_out(study: Study, progress: Progress | None) -> None:
    """What is wrong with all runs alike is said once, and compiling is not counted."""
    brief = {**study.words.settings, "duration": settings_of(study).every}
    simulate_batch(study.robot, study.words.scenario, n=1, threads=1, progress=progress, **brief)


def run_alone(study: Study, drawn: Mapping[str, float]) -> Run:
    """One run of a study by itself, of a robot that has its values."""
    values = {path: drawn[path] for path in study.words.paths}
    rows = {name: np.array([value]) for name, value in drawn.items()}
    robot = study.robot.with_values(values) if values else study.robot
    batch = simulate_batch(
        robot,
        study.words.scenario,
        n=1,
        initial=_starts(study, rows),
        threads=1,
        **study.words.settings,
    )
    return batch[0]


def differences(folder: StudyFolder, index: int, run: Run) -> dict[str, tuple[Any, Any]]:
    """Metrics and histories of a run that are not what is stored, to the bit: stored, and now."""
    study = folder.study
    _, stored, _ = folder.of_run(index)
    now = study.metrics.of(run) if run.outcome.finished else np.full(len(stored), np.nan)
    pairs: dict[str, tuple[Any, Any]] = {
        name: (value, float(new)) for (name, value), new in zip(stored.items(), now, strict=True)
    }
    if folder.histories is not None and study.histories is not None:
        kept = study.histories.of(run, settings_of(study).samples())
        pairs |= {name: (folder.histories.array(name)[index], kept[name]) for name in kept}
    return {n: pair for n, pair in pairs.items() if not np.array_equal(*pair, equal_nan=True)}


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
        self.stops = [""] * count
        self.messages: dict[int, str] = {}
        self.histories: dict[str, np.ndarray] = {}
        if study.histories is not None:
            self._time = settings_of(study).samples()
            samples = len(study.histories.samples(self._time))
            self.histories = {
                name: np.full((count, samples, *kept.shape), np.nan)
                for name, kept in study.histories.names().items()
            }

    def fill(self) -> None:
        """Simulate the runs; those that cannot even begin are noted, too."""
        words, study = self._study.words, self._study
        batch = simulate_batch(
            study.robot,
            words.scenario,
            n=len(self.outcomes),
            vary={path: self._drawn[path] for path in words.paths},
            initial=_starts(study, self._drawn),
            threads=self._threads,
            progress=self._progress,
            keep=study.variables,
            strict=False,
            **words.settings,
        )
        if any(outcome.code == "interrupted" for outcome in batch.outcomes):
            raise KeyboardInterrupt
        for run, outcome in enumerate(batch.outcomes):
            self.outcomes[run] = outcome.code
            refused = outcome.code == "refused"
            self.times[run] = np.nan if refused else outcome.time
            self.stops[run] = stopped_by(outcome)
            if not outcome.finished:
                self.messages[run] = outcome.message if refused else str(outcome)
            self._keep(run, batch[run])

    def _keep(self, run: int, result: Run) -> None:
        """Metrics of a run that came to its end; histories as far as it came."""
        if result.outcome.finished:
            self.metrics[run] = self._study.metrics.of(result)
        if self._study.histories is not None:
            for name, values in self._study.histories.of(result, self._time).items():
                self.histories[name][run] = values


def _starts(study: Study, drawn: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """What was drawn for elements of the initial state; the rest is each variant's own."""
    return {name: values for name, values in drawn.items() if name not in study.words.paths}
