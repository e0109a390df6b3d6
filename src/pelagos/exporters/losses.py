"""What is lost on the way to another format: collected, and said in one line per kind of thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pelagos.elements.spring import SpringBetween
from pelagos.model.robot import Robot

_SHOWN = 5
_SECTIONS = ("controllers", "states", "events", "autopilots", "wings", "scenarios", "sensors")


class Losses:
    """Things that could not be written."""

    def __init__(self) -> None:
        self._found: dict[str, Counter[str]] = {}

    def add(self, what: str, name: str = "") -> None:
        """One thing, and whose it was."""
        self._found.setdefault(what, Counter())[name] += 1

    def lines(self) -> list[str]:
        """'lost: joint springs (arm, wrist)'."""
        return [f"lost: {what}{_listed(names)}" for what, names in self._found.items()]


def _listed(names: Counter[str]) -> str:
    parts = [name for name in names if name]
    more = [f"and {len(parts) - _SHOWN} more"] if len(parts) > _SHOWN else []
    return f" ({', '.join([*parts[:_SHOWN], *more])})" if parts else ""


def note_sections(robot: Robot, losses: Losses, keeps_springs: bool) -> None:
    """Parts of a robot that no format for its tree has."""
    if robot.water is not None:
        losses.add("the water, and buoyancy, added mass, drag and lift in it")
    if robot.ground is not None:
        losses.add("the ground and contacts with it")
    if robot.stop is not None:
        losses.add("the condition to stop")
    for section in _SECTIONS:
        for name in getattr(robot, section):
            losses.add(section, name)
    for name, element in robot.elements.items():
        if not (keeps_springs and isinstance(element, SpringBetween)):
            losses.add("elements between bodies", name)
    for name, body in robot.bodies.items():
        if body.joint.payout is not None:
            losses.add("lines that are paid out", name)


def joint_names(robot: Robot) -> dict[str, str]:
    """A name for the joint of every body."""
    taken: set[str] = set()
    found = {}
    for name, body in robot.bodies.items():
        wanted = body.joint.name or f"{name}_joint"
        while wanted in taken:
            wanted += "_"
        taken.add(wanted)
        found[name] = wanted
    return found


def numbers(values: Iterable[float]) -> str:
    """Numbers with blanks between, to the last bit."""
    return " ".join(number(value) for value in values)


def number(value: float) -> str:
    """A number, to the last bit."""
    return repr(float(value) + 0.0).removesuffix(".0")


def children(robot: Robot, parent: str) -> Iterator[str]:
    """Bodies that hang on one, in their order."""
    return (name for name in robot.order if robot.bodies[name].parent == parent)
