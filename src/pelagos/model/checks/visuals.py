"""Checks of what bodies look like: actuators that turn parts, and chains under a skin."""

from __future__ import annotations

from collections.abc import Iterator

from pelagos.errors import Problem
from pelagos.language.suggest import did_you_mean
from pelagos.model.checks.parts import Parts


def check_visuals(parts: Parts) -> Iterator[Problem]:
    """Names in visual parts are those of the robot; where it has no actuators, nothing turns."""
    added = {name: None for s in parts.scenarios.values() for name in s.actuators}
    actuators = {**parts.actuator_names, **added}
    for name, body in parts.bodies.items():
        for i, part in enumerate(body.visual or ()):
            path, turning = ("bodies", name, "visual", i), part.turned_by
            if turning is not None and actuators and turning not in actuators:
                remedy = did_you_mean(turning, actuators)
                here = (*path, "turned_by")
                yield parts.problem(here, "there is no such actuator", remedy, turning)
            if part.skin is not None and name not in ancestors(part.skin.to, parts):
                said = f"this is no descendant of {name!r}, over which a skin could go"
                remedy = "name the last body of a chain that begins here"
                yield parts.problem((*path, "skin", "to"), said, remedy, part.skin.to)


def ancestors(name: str, parts: Parts) -> list[str]:
    """Parents of a body, the nearest first."""
    found: list[str] = []
    while (name := parts.parents.get(name, "")) and name not in found:
        found.append(name)
    return found
