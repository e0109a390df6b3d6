"""Records by the ending of their files."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from pydantic_core import PydanticCustomError

from pelagos.data import column_map, dataflash, logs, servo_log
from pelagos.data.checks import Array, refuse
from pelagos.data.map_words import TimeWords, factor, read_map
from pelagos.data.recording import Recording, assembled
from pelagos.errors import PelagosError
from pelagos.files import read_text
from pelagos.result.schema import VARIABLES

ENDINGS = (".csv", ".txt", ".bin", ".tlog", ".mcap", ".db3", ".nc")
Series = dict[str, tuple[Array, Array]]
_TIMES = ("time", "time_s", "t", "time (s)", "timestamp", "time[s]", "seconds")


def read(
    path: str | os.PathLike[str], map: Mapping[str, Any] | str | os.PathLike[str] | None = None
) -> Recording:
    """Read a record: CSV, ArduSub .BIN and .tlog, MCAP, ROS 2 bag, a log of servos (.txt), or a
    result of ours (.nc).

    map: what the columns mean, a mapping or a YAML file; without it every column becomes a channel
    under its own name. What is wrong with the samples is said in `notes`; nothing is dropped
    without a word.

    Examples:
        >>> from pathlib import Path
        >>> text = "t,angle\\n0,0.1\\n0.1,0.2\\n0.2,0.3\\n"
        >>> _ = Path("angle.csv").write_text(text)
        >>> columns = {"time": {"column": "t"}, "channels": {"q.arm": {"column": "angle"}}}
        >>> record = pl.data.read("angle.csv", columns)
        >>> record["q.arm"]
        array([0.1, 0.2, 0.3])
    """
    place = Path(path)
    if not place.exists():
        raise refuse((f"{place}: no such file", "check the name"))
    words = read_map(map)
    ending = place.suffix.lower()
    if ending not in (".csv", ".txt") and (words.time.column is not None or words.time.unit != "s"):
        said = f"{place}: its samples have times of their own"
        raise refuse((said, "leave only offset below time: in the column map"))
    notes: list[str] = []
    units: dict[str, str] = {}
    if place.is_dir():
        columns, notes = logs.read_bag(place)
    elif ending == ".txt" and servo_log.is_servo_log(read_text(place)):
        columns = servo_log.read(place)
    elif ending in (".csv", ".txt"):
        columns = read_csv(place, words.time)
        columns, units = of_results(columns, keep=map is not None)
    elif ending == ".bin":
        columns, notes = dataflash.read(place)
    elif ending == ".tlog":
        columns, notes = logs.read_tlog(place)
    elif ending == ".mcap":
        columns, notes = logs.read_mcap(place)
    elif ending == ".db3":
        columns, notes = logs.read_bag(place.parent)
    elif ending == ".nc":
        own = from_run(place)
        return own if map is None else column_map.apply(str(place), _series(own), words)
    else:
        raise refuse((f"{place}: unknown kind of file", f"known: {', '.join(ENDINGS)}"))
    return column_map.apply(str(place), columns, words, notes, units)


def _series(recording: Recording) -> dict[str, tuple[Array, Array]]:
    return {name: (recording.times[name], recording[name]) for name in recording.names}


def table(path: str | os.PathLike[str]) -> dict[str, Array]:
    """All columns of numbers of a CSV file with a heading; cells that hold none are NaN.

    Examples:
        >>> from pathlib import Path
        >>> _ = Path("points.csv").write_text("speed,force\\n1,10\\n2,38\\n")
        >>> pl.data.table("points.csv")["force"]
        array([10., 38.])
    """
    place = Path(path)
    lines = io.StringIO(read_text(place))
    try:
        written = list(csv.reader(line for line in lines if not line.startswith("#")))
    except csv.Error as error:
        raise refuse((f"{place}: cannot be read: {error}", "save it as CSV in UTF-8")) from None
    if sum(map(bool, written)) < 2 or not written[0]:
        said = f"{place}: no heading in line 1 with rows of numbers below it"
        raise refuse((said, "name the columns in line 1; is the record complete?"))
    heading = [item.strip() for item in written[0]]
    if len(set(heading)) < len(heading) or all(_number(item) == _number(item) for item in heading):
        raise refuse(
            (
                f"{place}: the names of its columns are missing or repeated",
                "name every column in line 1",
            )
        )
    for number, row in enumerate(written[1:], 2):
        if row and len(row) != len(heading):
            said = f"{place}: line {number} has {len(row)} cells, not {len(heading)}"
            raise refuse((said, "repair the file"))
    values = np.array([[_number(cell) for cell in row] for row in written[1:] if row])
    found = {name: values[:, i] for i, name in enumerate(heading)}
    return {name: v for name, v in found.items() if np.isfinite(v).any()}


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return float("nan")


def read_csv(place: Path, time: TimeWords) -> dict[str, tuple[Array, Array]]:
    """Columns of a CSV file over its time column."""
    columns = table(place)
    wanted = time.column
    if wanted is None:
        known = [name for name in columns if name.lower() in _TIMES]
        if not known:
            said = f"{place}: no column of times among {', '.join(columns)}"
            raise refuse((said, "say time: {column: NAME} in the column map"))
        wanted = known[0]
    if wanted not in columns:
        raise refuse((f"{place}: no column {wanted!r}", f"there are {', '.join(columns)}"))
    t = columns.pop(wanted) * factor(time.unit)
    if np.nanmax(np.abs(t)) > 4e9:
        said = f"{place}: times up to {np.nanmax(np.abs(t)):.4g} s"
        raise refuse((said, "give their unit, as time: {column: t, unit: us}"))
    return {name: (t, values) for name, values in columns.items()}


def of_results(columns: Series, keep: bool) -> tuple[Series, dict[str, str]]:
    """Columns with units in their heads, as `Run.to_csv` writes them, in SI under their own names.

    keep: also as they stand there. Only names of results are read so; a map says what others mean.
    """
    found, units = {}, {}
    for head, (t, values) in columns.items():
        name, _, unit = head.removesuffix(")").partition(" (")
        if not unit or name.partition(".")[0] not in VARIABLES:
            found[head] = t, values
            continue
        try:
            scale = factor(unit)
        except PydanticCustomError:  # such as "m or rad"
            found[head] = t, values
            continue
        found[name], units[name] = (t, scale * values), column_map.si(unit)
        if keep:
            found[head] = t, values
    return found, units


def from_run(run: Any) -> Recording:
    """A result of a simulation as a recording; angles of free bodies as euler.BODY.yaw.

    Examples:
        >>> record = pl.data.from_run(pl.simulate("pendulum", duration=1, every=0.5))
        >>> record.time("q.rod")
        array([0. , 0.5, 1. ])
    """
    from pelagos.result import Run
    from pelagos.result import open as open_result
    from pelagos.result.columns import columns
    from pelagos.result.euler import angles

    if not isinstance(run, Run):
        run = open_result(run)
    t = np.asarray(run.arrays["time"])
    if len(t) < 2:
        raise PelagosError(f"{run!r}: too few samples to compare")
    series, units = {}, {}
    names = ("q", "u", "position", "velocity", "angular_velocity", "actuation")
    for variable in names:
        for item in columns(run, variable):
            series[item.name], units[item.name] = (t, np.asarray(item.values)), item.unit
    for i, body in enumerate(run.header.bodies):
        turned = angles(np.asarray(run.arrays["orientation"])[:, i])
        for k, angle in enumerate(("roll", "pitch", "yaw")):
            series[f"euler.{body}.{angle}"] = (t, turned[:, k])
            units[f"euler.{body}.{angle}"] = "rad"
    return assembled(str(run.path or run.header.name), series, units)
