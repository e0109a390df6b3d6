"""What sensors read, as the live page shows it: rows of channels that share a name and a unit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pelagos.live.readable import readable
from pelagos.model import Robot
from pelagos.model.tree import dof_index
from pelagos.sensors.contract import VALID

_DIGITS = 6


class LiveReadings:
    """Where the channels of all sensors stand among the states, and what they are called."""

    def __init__(self, robot: Robot) -> None:
        place = {label: k for k, label in enumerate(robot.state_labels)}
        self._facts: list[dict[str, Any]] = []
        self._valid: list[int] = []
        self._channels: list[list[int]] = []
        self._factors: list[np.ndarray] = []
        for name, form in robot.sensors.items():
            words = form.law
            rows: dict[tuple[str, str], list[str]] = {}
            factors = []
            for channel in words.reads:
                unit, factor = readable(_unit(robot, words, channel.unit))
                stem, _, part = channel.name.rpartition(".")
                rows.setdefault((stem or part, unit), []).append(part if stem else "")
                factors.append(factor)
            told = [{"label": k[0], "unit": k[1], "parts": parts} for k, parts in rows.items()]
            order = _order(words.reads, rows)
            self._facts.append({"name": name, "kind": words.key, "rows": told})
            self._valid.append(place[f"{name}.{VALID.name}"])
            self._channels.append([place[f"{name}.{words.reads[k].name}"] for k in order])
            self._factors.append(np.array([factors[k] for k in order]))

    def to_dict(self) -> list[dict[str, Any]]:
        """For the page: sensors, their rows and units."""
        return self._facts

    def shown(self, facts: Mapping[str, np.ndarray]) -> list[list[float | None]]:
        """Of each sensor whether its last reading is valid, then its channels, row by row."""
        state = facts["state"] if self._facts else np.zeros(0)
        found: list[list[float | None]] = []
        for valid, channels, factors in zip(
            self._valid, self._channels, self._factors, strict=True
        ):
            values = factors * state[channels]
            told = [float(f"{x:.{_DIGITS}g}") if np.isfinite(x) else None for x in values]
            found.append([1.0 if state[valid] > 0.5 else 0.0, *told])
        return found


def _order(reads: Any, rows: Mapping[tuple[str, str], list[str]]) -> list[int]:
    """Places of the channels in the order of the rows."""
    places = {}
    for k, channel in enumerate(reads):
        stem, _, part = channel.name.rpartition(".")
        places[stem or part, part if stem else ""] = k
    return [places[label, part] for (label, _), parts in rows.items() for part in parts]


def _unit(robot: Robot, words: Any, unit: str) -> str:
    """The unit of a channel; that of an encoder depends on its joint."""
    turned, either, slid = unit.partition(" or ")
    if not either:
        return unit
    joint = robot.bodies[words.joint].joint
    k = dof_index(joint, words.dof)
    assert k is not None  # checked on reading
    return turned if joint.mechanics.speeds[k].unit.startswith("rad") else slid
