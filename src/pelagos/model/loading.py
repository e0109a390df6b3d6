"""From a file, a text or a built-in name to a robot."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pelagos.errors import ModelError, ModelWarning, Problem
from pelagos.files import UnreadableError, read_text
from pelagos.language import scope as scopes
from pelagos.language import yaml_text
from pelagos.language.packages import Folders
from pelagos.language.scope import Scope
from pelagos.language.words import kind_of
from pelagos.model.expansion.includes import included
from pelagos.model.robot import Robot
from pelagos.model.sources import builtin_names, document_of, text_of

__all__ = ["builtin_names", "load", "loads", "settings"]


def load(
    model: str | Path,
    *,
    set: Iterable[str] | Mapping[str, Any] = (),
    allow_outside: bool = False,
    balance: bool = False,
    packages: Mapping[str, str | Path] | None = None,
    allow_code: bool = False,
) -> Robot:
    """A robot from a model file (YAML, URDF, SDF, MJCF) or a built-in name.

    `set` changes values: "bodies.hull.mass=12.1" or {"bodies.hull.mass": 12.1}. Files that the
    model refers to must lie in its folder unless `allow_outside`. Of imported files, `packages` are
    folders of `package://name/...` by name, and `balance` makes inertias that no body can have the
    nearest possible ones. `allow_code` lets the model name elements in files of Python, which are
    then run. What is left out or read otherwise than it stands is in the robot's
    `notes`, and a `ModelWarning` says it.

    Examples:
        >>> robot = pl.load("pendulum", set={"gravity": [0, 0, -1.62]})
        >>> robot.name, robot.coordinates
        ('pendulum', ('rod',))
    """
    text, file, folder = text_of(model)
    scope = Scope(file, folder, allow_outside, _folders(packages or {}), balance)
    scope = replace(scope, allow_code=allow_code)
    robot = _read(text, scope)
    values = dict(set) if isinstance(set, Mapping) else settings(set)
    robot = robot.with_values(values) if values else robot
    _tell(robot, scope)
    return robot


def loads(
    text: str,
    file: str = "<text>",
    *,
    folder: Path | None = None,
    allow_outside: bool = False,
    allow_code: bool = False,
) -> Robot:
    """A robot from YAML text, or from text of a format that is imported, such as URDF.

    Examples:
        >>> robot = pl.loads("{name: box, bodies: {box: {mass: 2, inertia: [1, 1, 1]}}}")
        >>> robot.bodies["box"].mass
        2.0
    """
    scope = Scope(file, folder, allow_outside, allow_code=allow_code)
    robot = _read(text, scope)
    _tell(robot, scope)
    return robot


def _read(text: str, scope: Scope) -> Robot:
    with scopes.within(scope):
        document = document_of(text, scope.file)
    words, problems, notes = document.data, list(document.problems), list(document.notes)
    if not isinstance(words, dict):
        found = "nothing" if words is None else kind_of(words)
        remedy = "begin with name: ... and bodies: ..."
        problems.append(Problem(scope.file, 1, "", found, "a model is a mapping", remedy))
        raise ModelError(problems)
    robot = None
    scope = replace(scope, lines=document.lines)
    try:
        with scopes.within(scope):
            words = included(words, problems, notes)
        with scopes.within(replace(scope, notes=tuple(notes))):
            robot = Robot(**words)
    except ModelError as error:
        problems += error.problems
    if robot is not None:
        problems += _in_scenarios(robot)
    if robot is None or problems:
        raise ModelError(problems)
    return robot


def _folders(packages: Mapping[str, str | Path]) -> Folders:
    """Folders of packages, which exist."""
    folders = Folders(packages)
    missing = {name: folder for name, folder in folders.items() if not folder.is_dir()}
    if missing:
        remedy = "write NAME=DIR, where DIR holds what package://NAME/ leads to"
        raise ModelError(
            Problem(f"package {name}", None, "", str(folder), "there is no such folder", remedy)
            for name, folder in missing.items()
        )
    return folders


def _tell(robot: Robot, scope: Scope) -> None:
    """Say what was read otherwise than it stands, and refuse options without effect."""
    if scope.balance and not robot.notes:
        remedy = "leave balance out"
        message = "the model has no imported file, whose inertias could be balanced"
        raise ModelError([Problem(scope.file, None, "balance", "", message, remedy)])
    folders = scope.packages
    unused = folders.keys() - folders.asked if isinstance(folders, Folders) else set()
    notes = [*robot.notes, *(f"package {name}: no file of it was needed" for name in unused)]
    if notes:
        warnings.warn("\n".join(notes), ModelWarning, stacklevel=3)


def _in_scenarios(robot: Robot) -> Iterator[Problem]:
    """What is wrong only with the parameters, parts or start of a scenario in force."""
    for name, scenario in robot.scenarios.items():
        parts = scenario.parameters, scenario.actuators, scenario.controllers
        if any(parts) or robot.constraints:
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
    for key in ("bodies", "parameters"):
        if isinstance(found.get(key), dict):  # would take the place of all that the robot has
            said = f"{key!r} holds words of a model, not a value"
            remedy = "write paths, as in bodies.hull.mass: 12.1; lay a fragment over a robot by a "
            remedy += f"model file with include: [ROBOT, {Path(file).name}]"
            problems.append(Problem(file, document.lines.get((key,)), key, "", said, remedy))
            return {}
    return found
