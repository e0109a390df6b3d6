"""Logs of servos: a line of text for every command to a joint, as `pelagos servo` writes them.

A microcontroller that prints such lines over its serial port has its log read without more.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pelagos.data.checks import Array, refuse
from pelagos.files import read_text

HEADER = "# time/s joint pulse/us commanded/deg reached/deg"


@dataclass(frozen=True)
class ServoRows:
    """Lines of a log by joint, in SI; each joint has times of its own."""

    time: Array
    pulse: Array
    commanded: Array
    reached: Array


def is_servo_log(text: str) -> bool:
    """Whether a text begins as a log does."""
    return text.lstrip("\ufeff \t\r\n").startswith(HEADER)


def servo_rows(path: str | Path) -> dict[str, ServoRows]:
    """What the lines of a log say of each joint."""
    rows: dict[str, list[tuple[float, ...]]] = {}
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if not line.strip() or line.lstrip("\ufeff").startswith("#"):
            continue
        try:
            t, joint, *values = line.split()
            pulse, commanded, reached = map(float, values)
            row = (float(t), pulse * 1e-6, np.radians(commanded), np.radians(reached))
        except ValueError:
            said = f"{path}:{number}: {line[:60]!r} is not a line of a servo log"
            raise refuse((said, HEADER[2:])) from None
        before = rows.setdefault(joint, [])
        if before and not before[-1][0] < row[0]:
            said = f"{path}:{number}: {joint} at {t} s comes after {before[-1][0]:g} s"
            raise refuse((said, "sort the lines by time; is a part there twice?"))
        before.append(row)
    if not rows:
        raise refuse((f"{path}: there are no lines of joints", "is the record complete?"))
    return {joint: ServoRows(*np.array(lines).T) for joint, lines in rows.items()}


def read(path: Path) -> dict[str, tuple[Array, Array]]:
    """Channels of a log: `q.JOINT` as reached, `commanded.JOINT` and `pulse.JOINT`."""
    found: dict[str, tuple[Array, Array]] = {}
    for joint, rows in servo_rows(path).items():
        found[f"q.{joint}"] = rows.time, rows.reached
        found[f"commanded.{joint}"] = rows.time, rows.commanded
        found[f"pulse.{joint}"] = rows.time, rows.pulse
    return found
