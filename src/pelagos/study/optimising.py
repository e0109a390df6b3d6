"""The best values of a study's factors, by CMA-ES (Hansen 2016, the package `cma`).

A generation is one batch: its runs go through lanes and threads together. Generations are kept as
the chunks of a study folder, so all that reads studies reads a search, any of its runs is repeated
by its index, and a search that was interrupted goes on by telling the strategy what it has already
seen. The strategy draws from the seed of the study: the same study takes the same way.

Factors are searched between the ends of their ranges, scaled to 0 and 1. A run without a value
(it failed, or the metric is not a number) ranks behind all that have one, and before those that
failed earlier.

Reference. N. Hansen (2016), The CMA evolution strategy: a tutorial, arXiv:1604.00772.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import ModelError, PelagosError, Problem
from pelagos.language import yaml_text
from pelagos.language.suggest import did_you_mean
from pelagos.progress import Progress, with_bar
from pelagos.result.storage import temporary
from pelagos.study.reading import Study
from pelagos.study.running import settings_of, simulate_chunk, try_out
from pelagos.study.storage.folder import Chunk, StudyFolder, identity
from pelagos.study.words import Factor

GOALS = ("minimise", "maximise")
_LANES = 8  # a generation is a multiple of it, so that no lane idles
_LEAST = 16  # runs of a generation
_STEP = 0.3  # of the first generation, in shares of the ranges
_REACH = 3.0  # deviations of a normal factor that are searched


@dataclass(frozen=True)
class Optimum:
    """The best run so far, and how the search ended."""

    folder: StudyFolder
    goal: str
    metric: str
    run: int
    value: float
    values: dict[str, float]
    as_is: float
    """The metric with the robot unchanged; NaN if that run fails."""
    done: int
    """Runs."""
    ended: str
    """Why."""

    @property
    def commands(self) -> list[str]:
        """How to see it: the run itself, and the robot with its values."""
        facts, words, path = self.folder.facts, self.folder.study.words, self.folder.path
        scenario = f" {words.scenario}" if words.scenario else ""
        return [
            f"pelagos study rerun {path} {self.run} --view best.html",
            f"pelagos run {facts['source']}{scenario} --set @{path / 'best.yaml'}",
        ]


@with_bar
def optimise(
    study: Study | Mapping[str, Any] | str | Path,
    out: str | Path,
    *,
    minimise: str | None = None,
    maximise: str | None = None,
    runs: int | None = None,
    population: int | None = None,
    tolerance: float = 1e-3,
    threads: int | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> Optimum:
    """Find values of a study's factors that make a metric small or large.

    study: a study file, its words in Python, or a `Study`; its factors are ranges, not grids.
    runs: at most so many; by default those of the study. population: runs of a generation.
    tolerance: the search ends when its steps are smaller, in shares of the ranges.
    resume: go on with a search of the same study, also with more runs than before.

    Ctrl-C ends the search with the best run so far.

    Examples:
        >>> words = {
        ...     "name": "swing", "robot": "pendulum", "duration": 1, "runs": 8, "seed": 1,
        ...     "factors": {"bodies.rod.mass": {"uniform": [0.9, 1.1]}},
        ...     "metrics": {"angle": {"final": "q.rod"}},
        ... }
        >>> found = pl.optimise(words, "swing-best", minimise="angle", runs=16)
        >>> found.value <= found.as_is
        True
    """
    if not isinstance(study, Study):
        study = Study.of(study) if isinstance(study, Mapping) else Study.read(study)
    if (minimise is None) == (maximise is None):
        raise PelagosError(
            "minimise, maximise: exactly one is needed\n    name the metric for one of them"
        )
    metric = minimise or maximise or ""
    ranges = _ranges(study, metric)
    size = population or _population(len(ranges))
    if size < 4 or tolerance <= 0:
        raise PelagosError("a generation has at least 4 runs, and the tolerance is positive")
    goal = GOALS[minimise is None]
    budget = size * max(1, (runs or study.words.count) // size)
    # a search keeps no histories: any of its runs is repeated by its index
    words = study.words.model_copy(update={"runs": budget, "histories": None})
    study = replace(study, words=words)
    search = _Search(study, goal, metric, ranges, size, tolerance)
    folder = _folder(search, Path(out), resume, progress)
    with folder.writing():
        ended = search.run(folder, threads, progress)
    return search.optimum(folder, ended)


def _population(dimensions: int) -> int:
    """Hansen's default, rounded up to whole lanes; it does not depend on the machine."""
    wanted = max(_LEAST, 4 + 3 * math.log(dimensions))
    return _LANES * math.ceil(wanted / _LANES)


# --- what is searched


def _ranges(study: Study, metric: str) -> dict[str, tuple[float, float]]:
    """Ends of every factor; all that a search cannot take is refused at once."""
    words, problems = study.words, []

    def refuse(key: str, message: str, remedy: str) -> None:
        problems.append(Problem(words.name or "study", None, key, "", message, remedy))

    if metric not in words.metrics:
        known = did_you_mean(metric, words.metrics)
        refuse("metrics", f"there is no metric {metric!r}", known)
    for key in ("correlated", "initial", "attitude", "current"):
        if getattr(words, key):
            refuse(key, "a search varies factors only", "give this a fixed value")
    for name, factor in words.factors.items():
        if factor.grid is not None:
            refuse(f"factors.{name}", "a search has no grid", "write uniform: [low, high]")
    if not words.factors:
        refuse("factors", "nothing is searched", "add a path with uniform: [low, high]")
    if problems:
        raise ModelError(problems, "study")
    return {name: _ends(factor) for name, factor in words.factors.items()}


def _ends(factor: Factor) -> tuple[float, float]:
    if factor.normal is not None:
        mean, deviation = factor.normal
        return mean - _REACH * deviation, mean + _REACH * deviation
    ends = factor.uniform or factor.triangular
    assert ends is not None  # grids are refused
    return ends[0], ends[-1]


def _folder(search: _Search, path: Path, resume: bool, progress: Progress | None) -> StudyFolder:
    """A new folder, or that of the same search, with room for as many runs as are wanted now."""
    there = StudyFolder.present(path, search.identity, resume)
    if there is not None and there.runs >= search.study.words.count:
        return there
    more: dict[str, Any] = {"identity": search.identity}
    if there is not None:
        more |= {name: there.facts[name] for name in ("optimise", "created", "versions")}
    else:
        try_out(search.study, progress)
        more["optimise"] = search.facts()
    columns = list(search.ranges)
    return StudyFolder.create(path, search.study, columns, search.size, np.empty(0), more)


# --- the search


class _Search:
    """A strategy, and the runs it asks for."""

    def __init__(
        self,
        study: Study,
        goal: str,
        metric: str,
        ranges: dict[str, tuple[float, float]],
        size: int,
        tolerance: float,
    ) -> None:
        self.study, self.goal, self.metric = study, goal, metric
        self.ranges, self.size, self._tolerance = ranges, size, tolerance
        self._sign = 1.0 if goal == "minimise" else -1.0
        self._place = list(study.words.metrics).index(metric)
        self._duration = settings_of(study).duration
        self._best: tuple[float, int] = (math.inf, -1)

    @property
    def identity(self) -> str:
        """What decides the way of the search; how long it goes on does not."""
        words = self.study.words.model_copy(update={"runs": 1})
        parts = [identity(replace(self.study, words=words)), self.goal, self.metric, self.size]
        return hashlib.sha256(json.dumps([*parts, self._tolerance]).encode()).hexdigest()

    def facts(self) -> dict[str, Any]:
        """What is kept beside the runs: the goal, and the metric of the robot as it is."""
        bare = self.study.words.model_copy(update={"factors": {}, "runs": 1})
        chunk = simulate_chunk(replace(self.study, words=bare), 0, {}, 1)
        value = float(chunk.metrics[0, self._place])
        as_is = value if math.isfinite(value) else None
        return {"goal": self.goal, "metric": self.metric, "as_is": as_is}

    def run(self, folder: StudyFolder, threads: int | None, progress: Progress | None) -> str:
        """Generation after generation; why it ended."""
        strategy, wanted = self._strategy(), self.study.words.count
        try:
            for first, last in folder.ranges():
                if last > wanted:  # the folder has room for more
                    break
                asked = strategy.ask()
                drawn = self._values(np.array(asked))
                chunk = self._generation(folder, first, drawn, threads, progress)
                strategy.tell(asked, self._ranked(chunk).tolist())
                if reasons := strategy.stop():
                    return f"the search has converged ({', '.join(reasons)})"
                if progress is not None:
                    progress(last / wanted, self._said())
        except KeyboardInterrupt:
            if folder.done() == 0:
                raise
            return "interrupted"
        return f"all {wanted} runs are done"

    def _strategy(self) -> Any:
        try:
            import cma
        except ImportError:
            raise PelagosError('optimise needs cma: pip install "pelagos[optimise]"') from None
        rng = np.random.default_rng(self.study.words.seed)
        options = {
            "bounds": [0, 1],
            "popsize": self.size,
            "seed": math.nan,  # it draws from the generator here, not from numpy's common one
            "randn": lambda *shape: rng.standard_normal(shape),
            "tolx": self._tolerance,
            "tolfun": 0,
            "tolfunhist": 0,
            "verbose": -10,
        }
        # the strategy needs two dimensions: a single factor has an idle companion
        return cma.CMAEvolutionStrategy([0.5] * max(2, len(self.ranges)), _STEP, options)

    def _values(self, shares: np.ndarray) -> dict[str, np.ndarray]:
        ends = enumerate(self.ranges.items())
        return {name: low + (high - low) * shares[:, k] for k, (name, (low, high)) in ends}

    def _generation(
        self,
        folder: StudyFolder,
        first: int,
        drawn: dict[str, np.ndarray],
        threads: int | None,
        progress: Progress | None,
    ) -> Chunk:
        """One that is stored already, or else is simulated and stored."""
        if folder.has(first):
            chunk = folder.read(first)
            if not np.array_equal(chunk.drawn, np.stack(list(drawn.values()), axis=1)):
                raise PelagosError(
                    f"{folder.path}: the search does not repeat the stored one\n"
                    "    start again with another --out; the stored search was made with "
                    f"{folder.facts['versions']}"
                )
        else:

            def report(fraction: float | None, message: str = "") -> None:
                if progress is not None and fraction is not None:
                    share = (first + fraction * self.size) / self.study.words.count
                    progress(share, self._said())
                elif progress is not None:
                    progress(None, message)

            chunk = simulate_chunk(self.study, first, drawn, self.size, threads, report)
            folder.write(chunk)
        values = self._sign * chunk.metrics[:, self._place]
        if np.any(np.isfinite(values)):
            k = int(np.nanargmin(np.where(np.isfinite(values), values, np.nan)))
            self._best = min(self._best, (float(values[k]), first + k))
        return chunk

    def _ranked(self, chunk: Chunk) -> np.ndarray:
        """What the strategy is told: only the order counts."""
        values = self._sign * chunk.metrics[:, self._place]
        good = np.isfinite(values)
        if np.all(good):
            return np.asarray(values)
        top = float(np.max(values[good])) if np.any(good) else 0.0
        span = float(np.ptp(values[good])) if np.any(good) else 0.0
        early = 1 - np.nan_to_num(chunk.times, nan=0.0) / self._duration
        return np.where(good, values, top + (span + abs(top) * 1e-6 + 1e-12) * (1 + early))

    def _said(self) -> str:
        return f"best {self._sign * self._best[0]:.6g}" if self._best[1] >= 0 else "none yet"

    def optimum(self, folder: StudyFolder, ended: str) -> Optimum:
        """The best run, written beside the others."""
        value, run = self._best
        if run < 0:
            first = next(iter(folder.failures().values()), f"{self.metric} is not a number")
            raise PelagosError(
                f"{folder.path}: no run has a value of {self.metric}\n    the first: {first}"
            )
        as_is = folder.facts["optimise"]["as_is"]
        found = Optimum(
            folder=folder,
            goal=self.goal,
            metric=self.metric,
            run=run,
            value=self._sign * value,
            values=folder.of_run(run)[0],
            as_is=math.nan if as_is is None else as_is,
            done=folder.done(),
            ended=ended,
        )
        _keep(found)
        return found


def _keep(found: Optimum) -> None:
    """The best values as a file that --set takes, and all runs as a table."""
    facts, words = found.folder.facts, found.folder.study.words
    said = f"# {found.goal} {found.metric}: {found.value!r} in run {found.run}, "
    data = {"robot": facts["source"], "scenario": words.scenario, "set": found.values}
    text = yaml_text.write({key: value for key, value in data.items() if value is not None})
    place = found.folder.path / "best.yaml"
    place.write_text(f"{said}{found.as_is!r} as is\n{text}", encoding="utf-8")
    found.folder.to_csv(found.folder.path / "history.csv")


def write_picture(found: Optimum, path: str | Path) -> Path:
    """The way of the search: the metric and the factors over the runs."""
    from pelagos.result.plot import check
    from pelagos.study.pictures import convergence
    from pelagos.study.summary import Summary

    place = Path(path)
    check(place)
    chunks = list(found.folder.chunks())
    drawn = np.concatenate([chunk.drawn for chunk in chunks])
    metrics = np.concatenate([chunk.metrics for chunk in chunks])
    values = metrics[:, found.folder.metric_names.index(found.metric)]
    summary = Summary(found.folder)
    factors = dict(zip(summary.labels.values(), drawn.T, strict=True))
    label = next(output.label for output in summary.outputs if output.name == found.metric)
    figure = convergence(values, factors, found.goal, label, found.as_is)
    with temporary(place) as beside:
        figure.savefig(beside, format=place.suffix[1:].lower(), dpi=150)
        beside.replace(place)
    return place
