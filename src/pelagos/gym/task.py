"""Task files: words to a task that environments are made of, or all problems with file and line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import ModelError, PelagosError, Problem
from pelagos.files import read_text
from pelagos.gym.expressions import Sheet, check_inputs, sheet_of
from pelagos.gym.words import CURRENT, TaskWords
from pelagos.language import yaml_text
from pelagos.language.plain import plain
from pelagos.language.problems import problem, sound_parts
from pelagos.language.scope import Keys, Scope, within
from pelagos.language.suggest import did_you_mean
from pelagos.model import METHODS, Robot, builtin_names, load
from pelagos.model.sources import source_beside

Reward = Callable[[Mapping[str, np.ndarray]], Any]
MOST_STEPS = 1_000_000_000  # of an episode
_QUATERNION = (".qw", ".qx", ".qy", ".qz")
_REQUIRED: dict[str, Any] = {
    "robot": "",
    "every": 1.0,
    "episode": 1.0,
    "actions": {"nothing": [0, 1]},
    "observations": {"nothing": "0"},
}


def task_names() -> tuple[str, ...]:
    """Names of the tasks that come with the package.

    Examples:
        >>> "cart-pole" in pl.gym.task_names()
        True
    """
    folder = resources.files("pelagos.gym") / "tasks"
    return tuple(sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".yaml")))


@dataclass(frozen=True)
class Task:
    """A task whose words fit its robot.

    Examples:
        >>> words = {
        ...     "robot": "cart-pole", "every": 0.02, "step": 0.02, "episode": 5,
        ...     "actions": {"drive": [-10, 10]},
        ...     "observations": {"angle": "q[pole]", "rate": "u[pole]"},
        ...     "reward": "1 - abs(angle)",
        ... }
        >>> task = pl.gym.Task.of(words)
        >>> task.words.steps, task.robot.name
        (250, 'cart-pole')
    """

    words: TaskWords
    robot: Robot
    """With `add`, `set` and parameters of the current, without the scenario."""
    sheet: Sheet
    reward: Reward | None = None
    """A function of arrays by name, where no expression gives the reward."""

    @classmethod
    def read(cls, task: str | Path | Mapping[str, Any] | Task, **changes: Any) -> Task:
        """A task by its name, from a file, or from words; `changes` replace words at the top."""
        if isinstance(task, Task):
            if not changes:
                return task
            words = task.words.model_dump(mode="json", by_alias=True, exclude_unset=True)
            given = {} if task.reward is None else {"reward": task.reward}
            return cls.of({**words, **given, **changes})
        if isinstance(task, Mapping):
            return cls.of({**task, **changes})
        data, scope, problems = _document(task)
        reward = None
        if callable(changes.get("reward")):
            reward = changes.pop("reward")
            data.pop("reward", None)
        return _Reading({**data, **plain(changes)}, scope, problems).task(reward)

    @classmethod
    def of(
        cls,
        words: Mapping[str, Any],
        folder: str | Path | None = None,
        reward: Reward | None = None,
    ) -> Task:
        """From words in Python; a function may stand for the reward."""
        given = dict(words)
        if callable(given.get("reward")):
            reward = given.pop("reward")
        scope = Scope("<python>", Path(folder) if folder is not None else Path())
        return _Reading(plain(given), scope, []).task(reward)

    @property
    def resolved(self) -> Robot:
        """The robot with its scenario."""
        return self.robot.resolved(self.words.scenario)


def _document(task: str | Path) -> tuple[dict[str, Any], Scope, list[Problem]]:
    """The words of a file, and where they stand."""
    if isinstance(task, str) and task in task_names():
        file = f"{task}.yaml"
        text = (resources.files("pelagos.gym") / "tasks" / file).read_text(encoding="utf-8")
        folder: Path | None = None
    else:
        place = Path(task)
        if not place.suffix and not place.exists():
            remedy = f"give a file, or {did_you_mean(str(task), task_names())}"
            raise PelagosError(f"{task}: there is no such task\n    {remedy}")
        file, folder = str(place), place.parent
        text = read_text(place, yaml_text.MAX_BYTES)
    document = yaml_text.mapping(text, file, "task", "robot: ... and actions: ...")
    scope = Scope(file, folder, lines=document.lines)
    return document.data, scope, list(document.problems)


def merged(words: Any, more: Any) -> Any:
    """Words with others merged in; null takes a key away."""
    if not (isinstance(words, dict) and isinstance(more, dict)):
        return more
    found = dict(words)
    for key, value in more.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = merged(found.get(key), value)
    return found


class _Reading:
    """One pass over the words; every part that can be checked is."""

    def __init__(self, data: dict[str, Any], scope: Scope, problems: list[Problem]) -> None:
        self.data, self.scope, self.problems = data, scope, problems

    def task(self, reward: Reward | None) -> Task:
        words, found = sound_parts(TaskWords, self.data, self.scope, _REQUIRED)
        self.problems += found
        self._check_time(words)
        if words.reward is not None and reward is not None:
            self._refuse(("reward",), "an expression and a function give a reward", "keep one")
        if words.reward is None and reward is None and "reward" not in self.data:
            self._refuse((), "nothing gives a reward", "add reward: EXPRESSION")
        robot = self._robot(words)
        sheet = None
        if robot is not None and not self.problems:
            resolved = robot.resolved(words.scenario)
            check_inputs(words, resolved, self._refuse)
            self._check_draws(words, robot, resolved)
            sheet = sheet_of(words, resolved, self._refuse)
        if self.problems or robot is None or sheet is None:
            raise ModelError(dict.fromkeys(self.problems), "task")
        return Task(words, robot, sheet, reward)

    def _refuse(self, path: Keys, message: str, remedy: str = "", found: Any = ...) -> None:
        self.problems.append(problem(self.scope, path, message, remedy, found))

    def _check_time(self, words: TaskWords) -> None:
        if words.integrator not in METHODS:
            remedy = did_you_mean(words.integrator, METHODS)
            self._refuse(("integrator",), "there is no such one", remedy, words.integrator)
        count = words.episode / words.every
        if count > MOST_STEPS:
            message = f"an episode has {count:.3g} actions, more than {MOST_STEPS:,}"
            self._refuse(("episode",), message, "make it shorter, or every: longer")
        elif abs(count - round(count)) > 1e-6 * count or round(count) < 1:
            message = f"an episode has {count:.6g} actions, which is no whole number"
            self._refuse(("episode",), message, f"give a multiple of {words.every:g} s")

    def _robot(self, words: TaskWords) -> Robot | None:
        """The robot with everything that the task changes for good."""
        source = source_beside(words.robot, self.scope.folder)
        if source is None:
            near = did_you_mean(words.robot, builtin_names())
            remedy = f"name a model file beside the task, or {near}"
            if words.robot:
                self._refuse(("robot",), "there is no such robot", remedy, words.robot)
            return None
        try:
            robot = load(source)
        except ModelError as error:
            self.problems += error.problems
            return None
        changes: dict[str, Callable[[TaskWords, Robot], Robot]] = {
            "add" if words.add else "current": self._extended,
            "set": lambda words, robot: robot.with_values(words.set) if words.set else robot,
        }
        for key, change in changes.items():
            try:
                robot = change(words, robot)
            except ModelError as error:
                self._pass_on(key, error)
                return None
        if words.scenario is not None and words.scenario not in robot.scenarios:
            remedy = did_you_mean(words.scenario, robot.scenarios)
            self._refuse(("scenario",), "there is no such scenario", remedy, words.scenario)
            return None
        return robot

    def _extended(self, words: TaskWords, robot: Robot) -> Robot:
        """The robot with words that are added, which may use the parts of the current."""
        if not words.add and words.current is None:
            return robot
        made = merged(robot.to_dict(), words.add)
        if words.current is not None:
            made = self._with_current(made)
        with within(replace(robot.scope, origins={}, before=())):
            return Robot(**made)

    def _with_current(self, model: dict[str, Any]) -> dict[str, Any]:
        """Words of a robot in a uniform current whose parts are parameters."""
        known, water = model.get("parameters") or {}, model.get("water")
        if taken := [name for name in CURRENT if name in known]:
            self._refuse(("current",), f"the robot has a parameter {taken[0]}", "give it another")
        if water is None:
            self._refuse(("current",), "the robot is not in water", "add water to it")
        if not (isinstance(known, dict) and isinstance(water, dict)):
            return model  # which is refused
        more = {
            "parameters": dict.fromkeys(CURRENT, 0.0),
            "water": {"current": [*CURRENT, 0.0]},
        }
        found: dict[str, Any] = merged(model, more)
        return found

    def _pass_on(self, key: str, error: ModelError) -> None:
        """What the model says of words of the task, where they stand."""
        for said in error.problems:
            below = said.key.split(".") if key == "add" else [said.key]
            self._refuse((key, *(part for part in below if part)), said.message, said.remedy)

    def _check_draws(self, words: TaskWords, robot: Robot, resolved: Robot) -> None:
        for path, factor in words.factors.items():
            try:
                robot.with_values({path: factor.middle})
            except ModelError as error:
                first = error.problems[0]
                self._refuse(("factors", path), first.message, first.remedy, factor.middle)
        labels = {"q": resolved.coordinates, "u": resolved.speeds}
        known = [f"{letter}[{label}]" for letter in labels for label in labels[letter]]
        for name in words.initial:
            if name not in known:
                remedy = did_you_mean(name, known)
                self._refuse(("initial", name), "the state has no such element", remedy)
            elif name.startswith("q[") and name[:-1].endswith(_QUATERNION):
                remedy = "write rpy: {BODY: {yaw: ...}}, or attitude: [BODY] for a random one"
                message = "an element of a quaternion does not vary alone"
                self._refuse(("initial", name), message, remedy)
        turning = [label[:-3] for label in resolved.coordinates if label.endswith(".qw")]
        given: dict[str, Keys] = {body: ("rpy", body) for body in words.rpy}
        for k, body in enumerate(words.attitude):
            if body in given:
                self._refuse(("attitude", k), "its attitude is drawn twice", "keep one", body)
            given[body] = ("attitude", k)
        for body, keys in given.items():
            if body not in turning:
                remedy = did_you_mean(body, turning)
                self._refuse(keys, "no free or spherical body of that name", remedy, body)
