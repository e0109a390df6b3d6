"""Recorded inputs between their samples.

A vehicle's computer holds a command until it sends the next one, so commands are held. Straight
lines between commands act half an interval early, and parameters that make up for it are wrong by
more than their intervals say. What was measured, as a torque, may be joined by lines instead. A
prescribed motion has a rate and an acceleration, so it is a cubic spline.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pelagos.data.checks import Array, refuse
from pelagos.data.recording import Recording
from pelagos.language.suggest import did_you_mean
from pelagos.model import Robot

PREFIX = "input."
BETWEEN = ("hold", "linear", "cubic")
_MOST_KNOTS = 20_000
_SAME = 1e-9  # s; samples this close to an end of a piece are on it
_BEYOND = 32  # knots; each further one moves a cubic spline by a quarter of what the last one did
Between = str | Mapping[str, str]  # one of BETWEEN for all commands, or by actuator


def between_samples(robot: Robot, recording: Recording, given: Between) -> dict[str, str]:
    """How each recorded input runs between its samples: commands as given, motions smoothly."""
    recorded = [n.removeprefix(PREFIX) for n in recording.names if n.startswith(PREFIX)]
    for name in recorded:
        if name not in robot.actuators:
            said = f"{recording.name}: {PREFIX}{name}: there is no such actuator"
            raise refuse((said, did_you_mean(name, robot.actuators)))
    named = dict(given) if isinstance(given, Mapping) else {}
    rest = "hold" if isinstance(given, Mapping) else given
    for name, word in [("", rest), *named.items()]:
        where = f"inputs: {name}: " if name else "inputs: "
        if name and name not in recorded:
            said = f"{where}{recording.name} has no channel {PREFIX}{name}"
            raise refuse((said, did_you_mean(name, recorded)))
        if word not in BETWEEN:
            raise refuse((f"{where}there is no {word!r}", f"choose from {', '.join(BETWEEN)}"))
        if name and robot.actuators[name].kind == "motion" and word != "cubic":
            said = f"{where}with {word!r} the prescribed motion would jump"
            raise refuse((said, "a recorded motion is a cubic spline; leave it out"))
    usual = {n: "cubic" if robot.actuators[n].kind == "motion" else rest for n in recorded}
    return usual | named


def span(
    recording: Recording, outputs: Sequence[str], between: Mapping[str, str]
) -> tuple[float, float]:
    """First and last time to use: a command that is held holds on after its last sample."""
    inputs = [PREFIX + name for name in between]
    held = {PREFIX + name for name, word in between.items() if word == "hold"}
    begin = max(float(recording.time(name)[0]) for name in (*outputs, *inputs))
    ending = [name for name in (*outputs, *inputs) if name not in held]
    end = min(float(recording.time(name)[-1]) for name in ending)
    if end <= begin:
        raise refuse((f"{recording.name}: the channels do not overlap in time", "choose others"))
    return begin, end


def held_on(recording: Recording, between: Mapping[str, str], end: float) -> list[str]:
    """Commands that hold on for long after their last sample, in words."""
    found = []
    for name, word in between.items():
        t = recording.time(PREFIX + name)
        if word == "hold" and end - t[-1] > 1.5 * float(np.median(np.diff(t))):
            said = f"the last command at {t[-1]:.4g} s is held to the end at {end:.4g} s"
            found.append(f"{recording.name}: {PREFIX}{name}: {said}")
    return found


def tables(
    robot: Robot, recording: Recording, between: Mapping[str, str], begin: float, end: float
) -> dict[str, Any]:
    """Values of a model: inputs as tables over the time since the start of a piece."""
    values = {}
    for actuator, word in between.items():
        t, x = recording.time(PREFIX + actuator), recording[PREFIX + actuator]
        knots, heights = _knots(t, x, word, begin, end)
        if len(knots) > _MOST_KNOTS:
            said = f"{recording.name}: {PREFIX}{actuator} has {len(knots)} samples in a piece"
            raise refuse((said, "resample the recording more coarsely"))
        table = {
            "time": (knots - begin).tolist(),
            "value": heights.tolist(),
            "interpolation": word,
        }
        values[f"actuators.{actuator}.{robot.actuators[actuator].kind}.input"] = {"table": table}
    return values


def _knots(t: Array, x: Array, word: str, begin: float, end: float) -> tuple[Array, Array]:
    """Times and values of a table from begin to end."""
    inside = t[(t > begin + _SAME) & (t < end - _SAME)]
    if word == "hold":
        knots = np.concatenate([[begin], inside])
        heights = x[np.searchsorted(t, knots + _SAME, side="right") - 1]
        new = np.concatenate([[True], np.diff(heights) != 0])  # a repeated command changes nothing
        return np.append(knots[new], end), np.append(heights[new], heights[-1])
    if word == "cubic":  # knots beyond the piece, so that all pieces see the same curve
        first, last = np.searchsorted(t, [begin, end])
        part = slice(max(int(first) - _BEYOND, 0), int(last) + _BEYOND)
        return t[part], x[part]
    knots = np.concatenate([[begin], inside, [end]])
    return knots, np.interp(knots, t, x)
