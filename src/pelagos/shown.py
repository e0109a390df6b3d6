"""Objects that notebooks show as more than a line of text, and the line of a robot."""

from __future__ import annotations

from typing import Any

from pelagos import hooks

_LONGEST = 60  # characters of a name
_COUNTED = ("bodies", "speeds", "constraints", "actuators", "controllers", "sensors", "scenarios")


class Shown:
    """Asked by a notebook, it shows itself as HTML; `pelagos.notebook` knows how."""

    def _repr_html_(self) -> str:
        return hooks.html(self)


class ShownRobot(Shown):
    """What a robot, whose words may fill pages, prints as; notebooks show a picture and a table."""

    def __repr__(self) -> str:
        robot: Any = self
        name = robot.name if len(robot.name) <= _LONGEST else f"{robot.name[: _LONGEST - 1]}\u2026"
        counts = ((word, len(getattr(robot, word))) for word in _COUNTED)
        said = (f"{count} {_one(word) if count == 1 else word}" for word, count in counts if count)
        return f"<Robot {' '.join(name.split())}: {', '.join(said)}>"

    __str__ = __repr__


def _one(word: str) -> str:
    return "body" if word == "bodies" else word.removesuffix("s")
