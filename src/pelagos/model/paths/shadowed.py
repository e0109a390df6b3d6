"""Values that a scenario has of its own: whoever sets the robot's would wait for an effect."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pelagos.errors import PelagosError
from pelagos.model.paths.edits import EditError, split
from pelagos.model.robot import Robot


def in_scenario(robot: Robot, scenario: str | None) -> Robot:
    """The robot in a scenario; values that were set by path and are unused there are refused."""
    found = robot.resolved(scenario)
    refuse_shadowed(robot, scenario, robot.scope.set_paths)
    return found


def refuse_shadowed(robot: Robot, scenario: str | None, paths: Iterable[str]) -> None:
    """Refuse paths of the robot where the scenario has another value."""
    if scenario is None:
        return
    own = robot.flat["scenarios"][scenario]
    for path in paths:
        try:
            keys = split(path, robot)
        except EditError:
            continue  # told where it is set
        instead = _input_of(own, keys) or (path if _is_shadowed(own, keys) else None)
        if instead is not None:
            raise PelagosError(
                f"{path}: the scenario {scenario} has its own, so this is unused\n"
                f"    set scenarios.{scenario}.{instead} instead"
            )


def _input_of(own: Mapping[str, Any], keys: list[str]) -> str | None:
    """The input of a scenario that takes the place of one that the robot has."""
    section, *inside = keys
    names = {"actuators": inside[:1] if inside[2:3] == ["input"] else [], "controllers": inside[:2]}
    name = ".".join(names.get(section, []))
    return f"inputs.{name}" if name and name in (own.get("inputs") or {}) else None


def _is_shadowed(own: Mapping[str, Any], keys: list[str]) -> bool:
    """As `edits.merged` lays the words of a scenario over those of a robot."""
    section, *inside = keys
    if section in ("duration", "gravity", "stop"):
        return own.get(section) is not None
    words = own.get(section) or {}
    if section == "parameters":
        name = inside[0] if inside else ""
        return name in words and not _names(words[name], name)
    if section in ("integrator", "water", "actuators", "controllers", "events"):
        return bool(inside) and inside[0] in words
    if section == "initial" and len(inside) > 1:
        return inside[1] in (words.get(inside[0]) or {})
    return False


def _names(value: Any, name: str) -> bool:
    """Whether an expression uses the value that it takes the place of."""
    return isinstance(value, str) and re.search(rf"\b{re.escape(name)}\b", value) is not None
