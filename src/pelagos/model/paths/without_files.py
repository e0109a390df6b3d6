"""Words that need no other file: what was read from meshes and tables is written out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pelagos.elements.contract import ElementWords
from pelagos.language.signals import Signal
from pelagos.model.actuators import Actuator
from pelagos.model.hydrodynamics.water import Water
from pelagos.model.paths.edits import MEASURED

_READ = {"time", "value", "columns"}  # from the file of a table


def without_files(
    words: dict[str, Any], robot: Any, elements: Mapping[str, Mapping[str, ElementWords]]
) -> dict[str, Any]:
    """The words with what was read from files beside the files' names; the rest is shared.

    elements: those of sections of their own, by section.
    """
    for section, named in elements.items():
        for name, element in named.items():
            for keys, read in element.from_files.items():
                words = _add(words, [section, name, *keys], read)
    for name, body in robot.bodies.items():
        if body.shape is not None and body.shape.mesh is not None:
            mesh = body.shape.mesh
            measured = mesh.model_dump(mode="json", include=MEASURED, exclude_none=True)
            words = _add(words, ["bodies", name, "shape", "mesh"], measured)
        if any(part.mesh is not None for part in body.visual or ()):
            seen = [part.model_dump(mode="json", exclude_unset=True) for part in body.visual]
            for part, written in zip(body.visual, seen, strict=True):
                if part.mesh is not None:
                    written["mesh"]["sha256"] = part.mesh.sha256
            words = _replaced(words, ["bodies", name, "visual"], seen)
        wetted = body.mesh_of_added_mass
        if wetted is not None:
            words = _add(words, ["bodies", name, "added_mass"], wetted.measured())
    for name, actuator in robot.actuators.items():
        curve = None if actuator.thruster is None else actuator.thruster.pwm
        if curve is not None and curve.table is not None and curve.table.file:
            read = curve.table.model_dump(mode="json", exclude_none=True)
            words = _replaced(words, ["actuators", name, "thruster", "pwm", "table"], read)
    signals = _inputs([], robot.actuators)
    signals += _told([], robot.controllers)
    signals += _current(words, ["water"], robot.water)
    words = _with_profile(words, ["water"], robot.water)
    for name, constraint in robot.constraints.items():
        here: list[str | int] = ["constraints", name, constraint.kind]
        signals += [([*here, key], signal) for key, signal in constraint.signals.items()]
    for name, scenario in robot.scenarios.items():
        here = ["scenarios", name]
        signals += _inputs(here, scenario.actuators)
        signals += _told(here, scenario.controllers)
        signals += [([*here, "inputs", n], signal) for n, signal in scenario.inputs.items()]
        signals += _current(words, [*here, "water"], scenario.water)
        words = _with_profile(words, [*here, "water"], scenario.water)
    for path, signal in signals:
        if signal.table is not None and signal.table.file:
            read = signal.table.model_dump(mode="json", include=_READ)
            words = _add(words, [*path, "table"], read)
    return words


def _inputs(
    path: list[str | int], actuators: Mapping[str, Actuator]
) -> list[tuple[list[str | int], Signal]]:
    """Inputs of actuators below a path."""
    return [([*path, "actuators", n, a.kind, "input"], a.input) for n, a in actuators.items()]


def _told(
    path: list[str | int], controllers: Mapping[str, Any]
) -> list[tuple[list[str | int], Signal]]:
    """Signals of controllers below a path."""
    return [
        ([*path, "controllers", name, *form.words.below, *keys], signal)
        for name, form in controllers.items()
        for keys, signal in form.words.expressions
    ]


def _current(
    words: Any, path: list[str | int], water: Water | None
) -> list[tuple[list[str | int], Signal]]:
    """Signals of a current, where the words at the path give one."""
    current = _current_words(words, path)
    if water is None or water.current_signals is None or current is None:
        return []
    here = [*path, "current", "velocity"] if isinstance(current, dict) else [*path, "current"]
    return [([*here, i], signal) for i, signal in enumerate(water.current_signals)]


def _with_profile(words: Any, path: list[str | int], water: Water | None) -> Any:
    """The words with the rows of a profile of depths that was read from a file."""
    current = _current_words(words, path)
    profile = None if water is None or water.current is None else water.current.profile
    if profile is None or not profile.file or not isinstance(current, dict):
        return words
    read = profile.model_dump(mode="json")
    return _add(words, [*path, "current", "profile"], read)


def _current_words(words: Any, path: list[str | int]) -> Any:
    """What the words at the path say of the current."""
    for key in path:
        words = words.get(key) or {}
    return words.get("current")


def _replaced(words: Any, path: list[str], value: Any) -> Any:
    """A copy of nested mappings with another value at the end of the path."""
    if not path:
        return value
    return {**words, path[0]: _replaced(words[path[0]], path[1:], value)}


def _add(words: Any, path: list[str | int], facts: dict[str, Any]) -> Any:
    """A copy of nested words with further facts in the mapping at the end of the path."""
    if not path:
        return {**words, **facts}
    if isinstance(words, list):
        changed = _add(words[int(path[0])], path[1:], facts)
        return [changed if i == path[0] else item for i, item in enumerate(words)]
    return {**words, path[0]: _add(words[path[0]], path[1:], facts)}
