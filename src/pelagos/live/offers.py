"""Controllers of scenarios for a robot that is driven without one: there, and switched off."""

from __future__ import annotations

from typing import Any

from pelagos.controllers.section import with_set_point
from pelagos.errors import ModelError
from pelagos.model import Robot


def with_offers(robot: Robot) -> Robot:
    """The robot with the controllers of its scenarios beside its own, switched off.

    The first scenario that has a name has it. A controller that only fits its scenario, with an
    actuator or a parameter of that, is left out.
    """
    found: dict[str, Any] = {}
    for scenario in robot.flat.get("scenarios", {}).values():
        for name, words in (scenario.get("controllers") or {}).items():
            if name not in robot.controllers:
                found.setdefault(name, with_set_point(words, "on", 0))
    try:
        return _with(robot, found)
    except ModelError:
        for name, words in found.items():
            try:
                robot = _with(robot, {name: words})
            except ModelError:
                continue
        return robot


def _with(robot: Robot, controllers: dict[str, Any]) -> Robot:
    if not controllers:
        return robot
    # those of modules have a dot in their names, and come with them
    own = {n: words for n, words in robot.flat.get("controllers", {}).items() if "." not in n}
    return robot.with_values({"controllers": {**own, **controllers}})
