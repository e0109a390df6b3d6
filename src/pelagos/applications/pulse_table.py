"""Pulse widths of servos as a table that a microcontroller plays: a C header, or CSV.

The header is plain C99 and needs nothing but <stdint.h>; on AVR processors, whose memory for data
is small, the table stays in the program's memory.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from pelagos.applications.servos import ServoLog
from pelagos.data.reading import table
from pelagos.errors import PelagosError

ENDINGS = (".h", ".csv")
MOST_PULSES = 1 << 20  # numbers in a table


def check_table(path: Path) -> None:
    """Refuse a file that is neither, before anything is computed."""
    if path.suffix.lower() not in ENDINGS:
        raise PelagosError(f"{path}: pulses are written as {' or '.join(ENDINGS)}")


def write_table(log: ServoLog, path: Path, title: str) -> None:
    """The commands of a log, one row each; pulses in whole microseconds."""
    check_table(path)
    if log.pulse.size > MOST_PULSES:
        raise PelagosError(
            f"{path}: {log.pulse.size} pulses are too many for a table\n"
            "    choose a shorter duration or a longer step"
        )
    pulses = np.rint(log.pulse * 1e6).astype(int)
    made = _header if path.suffix.lower() == ".h" else _csv
    path.write_text(made(log, pulses, title), encoding="utf-8")


def read_pulses(path: str | Path) -> tuple[tuple[str, ...], np.ndarray, np.ndarray]:
    """Joints, times and pulses (time, joint) in seconds of a CSV table."""
    columns = table(path)
    if "time_s" not in columns:
        raise PelagosError(f"{path}: no column time_s\n    is it a table of pulses?")
    joints = {name: name.removesuffix("_us") for name in columns if name.endswith("_us")}
    if not joints:
        raise PelagosError(f"{path}: no column of pulses\n    name them JOINT_us")
    pulses = np.column_stack([columns[name] for name in joints]) * 1e-6
    return tuple(joints.values()), columns["time_s"], pulses


def _csv(log: ServoLog, pulses: np.ndarray, title: str) -> str:
    lines = [f"# {title}", ",".join(["time_s", *(f"{joint}_us" for joint in log.joints)])]
    for t, row in zip(log.time, pulses, strict=True):
        lines.append(",".join([f"{t:.6g}", *map(str, row)]))
    return "\n".join(lines) + "\n"


def _header(log: ServoLog, pulses: np.ndarray, title: str) -> str:
    name = re.sub(r"\W+", "_", title).strip("_").upper()
    name = name if name[:1].isalpha() else f"ROBOT_{name}"
    joints = ", ".join(f'"{joint}"' for joint in log.joints)
    rows = "\n".join(f"    {{{', '.join(map(str, row))}}}," for row in pulses)
    step = round(log.servo.step * 1e6)
    return f"""\
/* {title}: pulse widths of {len(log.joints)} servos in microseconds.
   Send a row every {name}_STEP_US, and print for each joint and row, as the log,
   {log.heading}
   so that `pelagos compare RUN.nc LOG.txt` reads it. */
#ifndef {name}_H
#define {name}_H

#include <stdint.h>
#ifdef __AVR__
#include <avr/pgmspace.h>
#define {name}_MEMORY PROGMEM
#else
#define {name}_MEMORY
#endif

#define {name}_JOINTS {len(log.joints)}
#define {name}_ROWS {len(pulses)}
#define {name}_STEP_US {step}
#define {name}_NEUTRAL_US {round(log.servo.neutral * 1e6)}

static const char *const {name.lower()}_names[{name}_JOINTS] = {{{joints}}};

static const uint16_t {name.lower()}_pulses[{name}_ROWS][{name}_JOINTS] {name}_MEMORY = {{
{rows}
}};

#endif
"""
