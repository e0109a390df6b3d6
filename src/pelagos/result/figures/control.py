"""What was wanted beside what came: set points of controllers and servos."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from pelagos.result.columns import Column, columns
from pelagos.result.figures.panel import Panel, by_unit

if TYPE_CHECKING:
    from pelagos.result.run import Run

_COMPARED = ("measure", "target", "reference")
_WANTED = {"target": "", "reference": ""}


def set_points(run: Run) -> list[Panel]:
    """Of every controller and of all servos what was wanted beside what was measured."""
    found = []
    for name, known in _records(run).items():
        for key in [key for key in known if key.endswith("target")]:
            stem = key.removesuffix("target")
            lines = [known[stem + word] for word in _COMPARED if stem + word in known]
            begin = f"{name}.{stem}".strip(".")
            panels = by_unit(begin, lines, f"state.{begin}")
            found += [replace(panel, dashed=_WANTED) for panel in panels]
    return found + _servos(run)


def control(run: Run) -> list[Panel]:
    """Set points beside measurements, then what every controller asked for."""
    found = set_points(run)
    for name, known in _records(run).items():
        outputs = [known[key] for key in known if key.endswith("output")]
        found += by_unit(f"output of {name}", outputs, f"state.{name}")
    return found


def deviations(run: Run) -> list[Panel]:
    """Set point less actual of every controller, and of all servos."""
    found = []
    for name, known in _records(run).items():
        errors = [
            replace(column, name=column.name.removesuffix(".error"))
            for key, column in known.items()
            if key.endswith("error")
        ]
        found += by_unit(f"{name}, set point less actual", errors, f"state.{name}")
    for panel in _servos(run):
        values = {line.name: line.values for line in panel.lines}
        lines = [
            Column(joint, panel.unit, values[target] - values[joint])
            for target, joint in panel.dashed.items()
            if target in values
        ]
        found.append(Panel("servos, set point less actual", panel.unit, lines))
    return found


def _records(run: Run) -> dict[str, dict[str, Column]]:
    """What every controller keeps of itself, by its name."""
    places = {label: k for k, label in enumerate(run.header.states)}
    return {
        name: {
            record.name: Column(f"state.{name}.{record.name}", record.unit, _once_set(run, k))
            for record in form.words.records
            if (k := places.get(f"{name}.{record.name}")) is not None
        }
        for name, form in run.robot.controllers.items()
    }


def _once_set(run: Run, k: int) -> np.ndarray:
    """A state of a controller, but for a sample at the start, before any controller has acted."""
    values = run.arrays["state"][:, k].copy()
    if len(values) > 1 and run.arrays["time"][0] == 0.0:
        values[0] = np.nan
    return values


def _servos(run: Run) -> list[Panel]:
    """Joints that servos drive, each beside its target."""
    from pelagos.elements.actuator.servo import Servo

    joints, told = columns(run, "q"), {c.name: c for c in columns(run, "commands")}
    lines, wanted = [], {}
    for name, actuator in run.robot.actuators.items():
        command = told.get(f"commands.{name}")
        if not isinstance(actuator.law, Servo) or command is None:
            continue
        actual = joints[run.robot.driven_coordinate(name)]
        joint = actual.name.removeprefix("q.")
        target = f"target of {joint}"
        lines += [actual, replace(command, name=f"commands.{target}")]
        wanted[target] = joint
    return [replace(panel, dashed=wanted) for panel in by_unit("joints with servos", lines)]
