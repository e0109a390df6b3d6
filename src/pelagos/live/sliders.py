"""Sliders: numbers that are changed while a simulation runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pelagos.errors import PelagosError
from pelagos.language.expressions import Parameter, walk
from pelagos.model import Robot
from pelagos.model.paths.numbers import number_at


@dataclass
class LiveSlider:
    """A parameter of signals, changed as it is, or another number of the model by its path."""

    name: str
    label: str
    value: float
    low: float
    high: float
    rebuilds: bool  # the robot is read again with the new value
    unit: str = ""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def of_signals(robot: Robot) -> list[LiveSlider]:
    """Parameters in the inputs of actuators; prescribed joints are moved by hand instead."""
    found: dict[str, LiveSlider] = {}
    moved = set()
    for actuator in robot.actuators.values():
        names = {n.name for n in walk(actuator.input.node) if isinstance(n, Parameter)}
        if actuator.kind == "motion":
            moved |= names
            continue
        for name in sorted(names):
            low, high = _range(robot.parameters[name])
            found[name] = LiveSlider(name, name, robot.parameters[name], low, high, rebuilds=False)
    return [slider for name, slider in found.items() if name not in moved]


def of_model(robot: Robot, wanted: Sequence[str]) -> list[LiveSlider]:
    """Sliders for PATH or PATH=LOW..HIGH, as in bodies.hull.mass=5..20."""
    found = []
    for text in wanted:
        path, _, bounds = text.partition("=")
        value = number_at(robot, path)
        if value is None:
            raise PelagosError(
                f"--slider {path}: there is no number at this path\n    write keys with dots "
                "between, as in bodies.hull.mass; `pelagos info` names them"
            )
        low, high = _bounds(text, bounds) if bounds else _range(value)
        if not low <= value <= high:
            raise PelagosError(f"--slider {text}: the value {value:g} is not within these bounds")
        # refuses paths that cannot be set
        robot.with_values({path: value})
        label = ".".join(path.split(".")[-2:])
        found.append(LiveSlider(path, label, value, low, high, rebuilds=True))
    return found


def _bounds(text: str, bounds: str) -> tuple[float, float]:
    low, dots, high = bounds.partition("..")
    try:
        pair = float(low), float(high)
    except ValueError:
        pair = (0.0, 0.0)
    if not dots or not pair[0] < pair[1]:
        raise PelagosError(f"--slider {text}: write PATH=LOW..HIGH, as in bodies.hull.mass=5..20")
    return pair


def _range(value: float) -> tuple[float, float]:
    """From nothing to twice as much."""
    return (min(0.0, 2 * value), max(0.0, 2 * value)) if value else (-1.0, 1.0)
