"""The runs of a chunk through the batch engine, and what is kept of them.

A chunk depends on the study and on what was drawn for its runs, and on nothing else: it comes out
the same to the bit on any thread, process or machine of the same kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result import Run
from pelagos.run import simulate_batch
from pelagos.run.engine import Progress
from pelagos.run.settings import Settings, settings_for
from pelagos.study.folder import Chunk
from pelagos.study.reading import Study, start_label

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
    found.fill(np.arange(count))
    return Chunk(
        first=first,
        drawn=np.stack(list(drawn.values()), axis=1) if drawn else np.empty((count, 0)),
        metrics=found.metrics,
        outcomes=found.outcomes,
        times=found.times,
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
        initial=_starts(study, rows, 1),
        threads=1,
        **study.words.settings,
    )
    return batch[0]


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
        self.histories: dict[str, np.ndarray] = {}
        if study.histories is not None:
            self._samples = study.histories.samples(settings_of(study).samples())
            self.histories = {
                name: np.full((count, len(self._samples), *kept.shape), np.nan)
                for name, kept in study.histories.names().items()
            }

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
            if not outcome.finished:
                self.messages[int(run)] = str(outcome)
            self._keep(int(run), batch[place])

    def _keep(self, run: int, result: Run) -> None:
        """Metrics of a run that came to its end; histories as far as it came."""
        if result.outcome.finished:
            self.metrics[run] = self._study.metrics.of(result)
        if self._study.histories is None:
            return
        reached = self._samples[self._samples < len(result)]
        for name, values in self._study.histories.of(result).items():
            self.histories[name][run, : len(reached)] = values[reached]

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
