"""Study files: words to a study that can be run, or all problems at once, with file and line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import ModelError, Problem
from pelagos.files import read_text
from pelagos.language import yaml_text
from pelagos.language.plain import plain
from pelagos.language.problems import problem, sound_parts
from pelagos.language.scope import Keys, Scope
from pelagos.language.suggest import did_you_mean
from pelagos.lazy import cached_property
from pelagos.model import METHODS, Robot, builtin_names, load
from pelagos.model.sources import source_beside
from pelagos.result.header import Header
from pelagos.shown import Shown
from pelagos.study.metrics import Metrics
from pelagos.study.storage.histories import HistoryPlan
from pelagos.study.words import CURRENT, StudyWords

_SHARED = {"duration", "integrator"}  # the same for all runs of a batch
_TAKEN = {"run", "time", "outcome", "outcome_time", "stopped_by"}
_QUATERNION = (".qw", ".qx", ".qy", ".qz")


@dataclass(frozen=True)
class Study(Shown):
    """A study whose words fit its robot.

    Examples:
        >>> words = {
        ...     "name": "swing", "robot": "pendulum", "duration": 1, "runs": 8, "seed": 1,
        ...     "factors": {"bodies.rod.mass": {"uniform": [0.9, 1.1]}},
        ...     "metrics": {"angle": {"final": "q.rod"}},
        ... }
        >>> study = pl.Study.of(words)
        >>> study.robot.name, sorted(study.variables)
        ('pendulum', ['q'])
    """

    words: StudyWords
    robot: Robot
    """With `set`, without the scenario."""
    source: str
    """The built-in name or the model file of the robot."""

    def __repr__(self) -> str:
        words = self.words
        name = f" {words.name}" if words.name else ""
        return (
            f"<Study{name}: {words.count} runs of {self.robot.name}, {len(words.metrics)} metrics>"
        )

    @classmethod
    def read(cls, path: str | Path) -> Study:
        """From a study file."""
        place = Path(path)
        text = read_text(place, yaml_text.MAX_BYTES)
        document = yaml_text.mapping(text, str(place), "study", "robot: ... and metrics: ...")
        scope = Scope(str(place), place.parent, lines=document.lines)
        return _Reading(document.data, scope, list(document.problems)).study()

    @classmethod
    def of(cls, words: Mapping[str, Any], folder: str | Path | None = None) -> Study:
        """From words in Python; model files are relative to the folder."""
        given = plain(dict(words))
        scope = Scope("<python>", Path(folder) if folder is not None else Path())
        return _Reading(given, scope, []).study()

    @cached_property
    def resolved(self) -> Robot:
        """The robot with its scenario, before anything differs."""
        return self.robot.resolved(self.words.scenario)

    @cached_property
    def metrics(self) -> Metrics:
        return Metrics(self.words.metrics, _header(self.words, self.resolved), self.resolved)

    @cached_property
    def histories(self) -> HistoryPlan | None:
        words = self.words
        if words.histories is None:
            return None
        return HistoryPlan(words.histories, words.every, _header(words, self.resolved))

    @cached_property
    def variables(self) -> set[str]:
        """Variables of a result that are looked at; the others need not be kept."""
        return self.metrics.variables | (self.histories.looked_at() if self.histories else set())


def changes(words: StudyWords) -> Iterator[tuple[Keys, Any, Callable[[Robot], Robot]]]:
    """What a study makes of its robot before runs differ: where it says so, its words, how."""
    for path, value in words.set.items():
        yield ("set", path), value, partial(Robot.with_values, values={path: value})
    if words.current is not None:
        still = {"water.current": [0.0, 0.0, 0.0]}
        yield ("current",), ..., partial(Robot.with_values, values=still)
    for name, condition in words.stop.items():
        event = {"when": condition, "stop": True}
        yield ("stop", name), condition, partial(Robot.with_event, name=name, event=event)


def _header(words: StudyWords, robot: Robot) -> Header:
    """The labels of the columns that every run has."""
    from pelagos.mechanism.constraints import row_names

    return Header.of(
        robot, scenario=None, method=words.method, integrator={}, constraints=row_names(robot)
    )


class _Reading:
    """One pass over the words; every part that can be checked is."""

    def __init__(self, data: dict[str, Any], scope: Scope, problems: list[Problem]) -> None:
        self.data, self.scope, self.problems = data, scope, problems

    def study(self) -> Study:
        words = self._words()
        self._check_count(words)
        source = self._source(words.robot)
        robot = self._robot(source, words) if source is not None else None
        if robot is not None:
            self._check_names(words, robot)
        if self.problems or robot is None:
            raise ModelError(dict.fromkeys(self.problems), "study")
        return Study(words, robot, str(source))

    def _refuse(self, path: Keys, message: str, remedy: str = "", found: Any = ...) -> None:
        self.problems.append(problem(self.scope, path, message, remedy, found))

    def _words(self) -> StudyWords:
        words, found = sound_parts(StudyWords, self.data, self.scope, {"robot": ""})
        self.problems += found
        return words

    def _check_count(self, words: StudyWords) -> None:
        draws = [f for f in (*words.factors.values(), *words.initial.values()) if f.grid is None]
        grid = words.points > 1 or len(draws) < len(words.factors) + len(words.initial)
        bad = "runs" in self.data and words.runs is None
        drawn = draws or words.correlated or words.attitude or words.current
        if words.runs is None and not bad and drawn:
            self._refuse((), "the number of runs is not given", "add runs: 1000")
        elif words.runs is None and not bad and not grid:
            self._refuse((), "nothing differs from run to run", "add factors: or runs:")
        if words.sampling == "saltelli":
            self._check_saltelli(words, grid)
        if words.runs is not None and words.runs % words.points:
            remedy = "give a multiple of it, or leave it out"
            message = f"the grid has {words.points} points, which do not divide the runs"
            self._refuse(("runs",), message, remedy, words.runs)
        if words.count > 100_000_000:
            self._refuse(("factors",), f"the grid has {words.points} points", "use coarser grids")
        if not self.data.get("metrics") and not self.data.get("histories"):
            self._refuse((), "nothing is kept", "add metrics: {depth: {final: QUANTITY}}")
        if words.integrator is not None and words.integrator not in METHODS:
            remedy = did_you_mean(words.integrator, METHODS)
            self._refuse(("integrator",), "there is no such one", remedy, words.integrator)

    def _check_saltelli(self, words: StudyWords, grid: bool) -> None:
        each = len(words.inputs) + 2
        if grid:
            remedy = "write uniform: [low, high], or another sampling"
            self._refuse(("sampling",), "a grid cannot be part of Saltelli's plan", remedy)
        elif words.runs is not None and words.runs % each:
            remedy = f"give {each} times a power of two, such as {each * 1024}"
            message = f"{each - 2} inputs take {each} runs per point, which do not divide the runs"
            self._refuse(("runs",), message, remedy, words.runs)

    def _source(self, name: str) -> str | None:
        """A model file beside the study, or a built-in robot."""
        source = source_beside(name, self.scope.folder)
        if name and source is None:
            remedy = f"name a model file beside the study, or {did_you_mean(name, builtin_names())}"
            self._refuse(("robot",), "there is no such robot", remedy, name)
        return source

    def _robot(self, source: str, words: StudyWords) -> Robot | None:
        try:
            robot = load(source)
        except ModelError as error:
            self.problems += error.problems
            return None
        for keys, found, change in changes(words):
            try:
                robot = change(robot)
            except ModelError as error:
                self._pass_on(keys, error, found)
        return robot

    def _pass_on(self, path: Keys, error: ModelError, found: Any) -> None:
        """What the model says of a value of the study."""
        first = error.problems[0]
        self._refuse(path, first.message, first.remedy, found)

    def _check_names(self, words: StudyWords, robot: Robot) -> None:
        if words.scenario is not None and words.scenario not in robot.scenarios:
            remedy = did_you_mean(words.scenario, robot.scenarios)
            self._refuse(("scenario",), "there is no such scenario", remedy, words.scenario)
            scenario = None
        else:
            scenario = words.scenario
        for name, factor in words.factors.items():
            self._check_path(("factors", name), name, factor.middle, robot)
            ends = tuple(factor.quantile(np.array([0.3, 0.7]))) if not factor.grid else factor.grid
            self._check_effect(("factors", name), name, (ends[0], ends[-1]), robot, scenario)
        for k, group in enumerate(words.correlated):
            for i, (name, mean) in enumerate(zip(group.paths, group.mean, strict=True)):
                self._check_path(("correlated", k, "paths", i), name, mean, robot)
        if words.current is not None and robot.water is not None:
            self._check_effect(("current",), CURRENT[0], (0.1, 0.2), robot, scenario)
        for name in sorted({path for path in words.paths if words.paths.count(path) > 1}):
            self._refuse(("correlated",), f"{name} is varied twice", "keep one of them")
        resolved = robot.resolved(scenario)
        self._check_start(words, resolved)
        self._check_kept(words, _header(words, resolved), resolved)

    def _check_kept(self, words: StudyWords, header: Header, robot: Robot) -> None:
        """Metrics and histories: their names, and the quantities they are made of."""
        for name, error in Metrics(words.metrics, header, robot).problems.items():
            self._refuse(("metrics", name), error.message, error.remedy, words.metrics[name].text)
        named: dict[str, Keys] = {name: ("metrics", name) for name in words.metrics}
        taken = {*_TAKEN, *words.paths}
        if words.histories is not None:
            histories = HistoryPlan(words.histories, words.every, header)
            for keys, error in histories.problems.items():
                self._refuse(("histories", *keys), error.message, error.remedy, self._given(keys))
            taken |= {*histories.variables, *histories.labels()}
            named = named | {
                name: ("histories", "quantities", name) for name in words.histories.quantities
            }
            for name in sorted(set(words.histories.quantities) & set(words.metrics)):
                self._refuse(named[name], "a metric has the same name", "give it another")
        for name, keys in named.items():
            if not name.isidentifier():
                self._refuse(keys, "this is named like a variable", "use letters, digits and _")
            elif name in taken:
                self._refuse(keys, "this name is taken in the dataset", "give it another")

    def _given(self, keys: Keys) -> Any:
        """What stands in the file below histories."""
        found = self.data.get("histories")
        for key in keys:
            try:
                found = found[key]  # type: ignore[index]
            except (KeyError, IndexError, TypeError):
                return ...
        return found

    def _check_path(self, keys: Keys, path: str, value: float, robot: Robot) -> None:
        if _SHARED & set(path.split(".")):
            self._refuse(keys, "this is the same for all runs", "give it to the study itself")
            return
        try:
            robot.with_values({path: value})
        except ModelError as error:
            self._pass_on(keys, error, value)

    def _check_effect(
        self, keys: Keys, path: str, ends: tuple[float, float], robot: Robot, scenario: str | None
    ) -> None:
        """A scenario may have a value of its own in the same place."""
        if scenario is None or ends[0] == ends[1]:
            return
        try:
            made = [robot.with_values({path: float(v)}).resolved(scenario).hash for v in ends]
        except ModelError:
            return  # said elsewhere, or of some runs only
        if made[0] == made[1]:
            remedy = f"vary scenarios.{scenario}.{path}"
            self._refuse(keys, f"the scenario {scenario} has its own, so this is unused", remedy)

    def _check_start(self, words: StudyWords, robot: Robot) -> None:
        labels = {"q": robot.coordinates, "u": robot.speeds}
        known = [f"{letter}[{label}]" for letter in labels for label in labels[letter]]
        for name in words.initial:
            keys = ("initial", name)
            if name not in known:
                self._refuse(keys, "the state has no such element", did_you_mean(name, known))
            elif name.startswith("q[") and name[:-1].endswith(_QUATERNION):
                remedy = "write attitude: [BODY] for a random one, or vary initial.BODY.rpy.0"
                self._refuse(keys, "an element of a quaternion does not vary alone", remedy)
        turning = [label[:-3] for label in robot.coordinates if label.endswith(".qw")]
        for k, body in enumerate(words.attitude):
            if body not in turning:
                remedy = did_you_mean(body, turning)
                self._refuse(
                    ("attitude", k), "no free or spherical body of that name", remedy, body
                )
