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
            rows = _rows(robot, form.law)
            told = [{key: row[key] for key in ("label", "unit", "parts")} for row in rows]
            self._facts.append({"name": name, "kind": form.law.key, "rows": told})
            self._valid.append(place[f"{name}.{VALID.name}"])
            channels = [place[f"{name}.{channel}"] for row in rows for channel in row["channels"]]
            self._channels.append(channels)
            self._factors.append(np.array([row["factor"] for row in rows for _ in row["parts"]]))

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


def _rows(robot: Robot, words: Any) -> list[dict[str, Any]]:
    """Channels that share the begin of their names and a unit, as gyro.x, gyro.y, gyro.z."""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for channel in words.reads:
        unit, factor = readable(_unit(robot, words, channel.unit))
        stem, _, part = channel.name.rpartition(".")
        label, part = (stem, part) if stem else (part, "")
        empty = {"label": label, "unit": unit, "factor": factor, "parts": [], "channels": []}
        row = rows.setdefault((label, unit), empty)
        row["parts"].append(part)
        row["channels"].append(channel.name)
    for row in rows.values():
        if len(row["parts"]) == 1:
            row["label"], row["parts"] = row["channels"][0], [""]
    return list(rows.values())


def _unit(robot: Robot, words: Any, unit: str) -> str:
    """The unit of a channel; that of an encoder depends on its joint."""
    turned, either, slid = unit.partition(" or ")
    if not either:
        return unit
    joint = robot.bodies[words.joint].joint
    k = dof_index(joint, words.dof)
    assert k is not None  # checked on reading
    return turned if joint.mechanics.speeds[k].unit.startswith("rad") else slid
