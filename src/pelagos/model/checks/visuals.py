"""Checks of what bodies look like: actuators that turn parts, and chains under a skin."""

from __future__ import annotations

from collections.abc import Iterator

from pelagos.errors import Problem
from pelagos.language.suggest import did_you_mean
from pelagos.model.checks.parts import Parts


def check_visuals(parts: Parts) -> Iterator[Problem]:
    """Names in visual parts are those of the robot."""
    for name, body in parts.bodies.items():
        for i, part in enumerate(body.visual or ()):
            path = ("bodies", name, "visual", i)
            if part.turned_by is not None and part.turned_by not in parts.actuator_names:
                remedy = did_you_mean(part.turned_by, parts.actuator_names)
                here = (*path, "turned_by")
                yield parts.problem(here, "there is no such actuator", remedy, part.turned_by)
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
