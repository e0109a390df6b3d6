"""From a file, a text or a built-in name to a robot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pelagos.errors import ModelError, Problem
from pelagos.files import UnreadableError, read_text
from pelagos.model import scope as scopes
from pelagos.model import yaml_text
from pelagos.model.includes import included
from pelagos.model.robot import Robot
from pelagos.model.scope import Scope
from pelagos.model.sources import builtin_names, document_of, text_of
from pelagos.model.words import kind_of

__all__ = ["builtin_names", "load", "loads", "settings"]


def load(
    model: str | Path,
    *,
    set: Iterable[str] | Mapping[str, Any] = (),
    allow_outside: bool = False,
) -> Robot:
    """A robot from a model file (YAML or URDF) or a built-in name.

    `set` changes values: "bodies.hull.mass=12.1" or {"bodies.hull.mass": 12.1}. Files that the
    model refers to must lie in its folder unless `allow_outside`.
    """
    text, file, folder = text_of(model)
    robot = loads(text, file, folder=folder, allow_outside=allow_outside)
    values = dict(set) if isinstance(set, Mapping) else settings(set)
    return robot.with_values(values) if values else robot


def loads(
    text: str, file: str = "<text>", *, folder: Path | None = None, allow_outside: bool = False
) -> Robot:
    """A robot from YAML text, or from URDF text if the name of its file says so."""
    with scopes.within(Scope(file, folder, allow_outside)):
        document = document_of(text, file)
    words, problems = document.data, list(document.problems)
    if not isinstance(words, dict):
        found = "nothing" if words is None else kind_of(words)
        remedy = "begin with name: ... and bodies: ..."
        problems.append(Problem(file, 1, "", found, "a model is a mapping", remedy))
        raise ModelError(problems)
    robot = None
    with scopes.within(Scope(file, folder, allow_outside, document.lines)):
        try:
            robot = Robot(**included(words, problems))
        except ModelError as error:
            problems += error.problems
    if robot is not None:
        problems += _in_scenarios(robot)
    if robot is None or problems:
        raise ModelError(problems)
    return robot


def _in_scenarios(robot: Robot) -> Iterator[Problem]:
    """What is wrong only with the parameters, actuators or start of a scenario in force."""
    for name, scenario in robot.scenarios.items():
        if scenario.parameters or scenario.actuators or robot.constraints:
            try:
                robot.resolved(name)
            except ModelError as error:
                for problem in error.problems:
                    yield replace(problem, message=f"in scenario {name}: {problem.message}")


def settings(texts: Iterable[str]) -> dict[str, Any]:
    """Values from texts such as "bodies.hull.mass=12.1", as `--set` takes them.

    "@best.yaml" stands for all values in a file, which are paths and values, or those below `set`.
    """
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for text in texts:
        if text.startswith("@"):
            values |= _settings_file(text[1:], problems)
            continue
        path, equals, value = text.partition("=")
        if not equals or not path.strip():
            remedy = "write PATH=VALUE, as in bodies.hull.mass=12.1"
            problems.append(Problem("--set", None, "", text, "this sets no value", remedy))
            continue
        document = yaml_text.read(value, f"--set {path.strip()}")
        problems += document.problems
        values[path.strip()] = document.data
    if problems:
        raise ModelError(problems)
    return values


def _settings_file(file: str, problems: list[Problem]) -> dict[str, Any]:
    try:
        text = read_text(file, yaml_text.MAX_BYTES)
    except UnreadableError as error:
        problems.append(Problem("--set", None, "", f"@{file}", error.reason, error.remedy))
        return {}
    document = yaml_text.read(text, file)
    problems += document.problems
    found = document.data.get("set", document.data) if isinstance(document.data, dict) else None
    if not isinstance(found, dict):
        remedy = "write one per line, as in bodies.hull.mass: 12.1"
        problems.append(Problem(file, 1, "set", "", "these are no paths and values", remedy))
        return {}
    return found
