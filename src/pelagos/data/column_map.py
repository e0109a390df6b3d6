"""The column map: what the columns of somebody's file mean, in a few lines of YAML.

time: {column: time_s, offset: -3 s}
channels:
  q.upper: q1_rad
  u.upper: {column: dq1, unit: deg/s}
  actuation.motor: {column: tau1, unit: N m, scale: -1, offset: 0.02}
markers:                      # a motion-capture frame on a body
  body: hull
  position: [x, y, z]         # columns
  quaternion: [qw, qx, qy, qz]   # or rpy: [...], with a unit
  arm: [0.1, 0, 0.05]         # its origin in the body's frame, m
# of a body that stays level: position: [x, y] and yaw: psi
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from pelagos.data.checks import Array, refuse
from pelagos.data.frames import lever_arm, lever_arm_in_plane, to_quaternions
from pelagos.data.map_words import ColumnMap, Markers, factor
from pelagos.data.recording import Recording, assembled
from pelagos.language.suggest import did_you_mean
from pelagos.language.units import UNITS
from pelagos.result.euler import angles

Series = Mapping[str, tuple[Array, Array]]

_SI = {UNITS[name][1]: name for name in ("m", "s", "kg", "rad", "N", "Pa")}  # by dimension
_COMPOUND = {"Nm": "N m", "kn": "m/s", "rpm": "rad/s", "Hz": "1/s", "litre": "m3"}


def si(unit: str) -> str:
    """The unit in SI of what was given in a unit."""

    def of_word(word: re.Match[str]) -> str:
        name = word[0]
        if name in _COMPOUND or name not in UNITS:
            return _COMPOUND.get(name, name)
        return _SI.get(UNITS[name][1], name)

    return re.sub(r"[A-Za-z]+", of_word, unit)


def apply(
    name: str,
    columns: Series,
    words: ColumnMap,
    notes: Iterable[str] = (),
    known: Mapping[str, str] | None = None,
) -> Recording:
    """Raw columns as channels in SI; without a map all of them, under their own names.

    known: units of columns that are in SI already.
    """
    shift = words.time.offset
    said = [*notes, f"clock shifted by {shift:+g} s"] if shift else list(notes)
    if not words.channels and words.markers is None:
        single = [label for label, (t, _) in columns.items() if len(np.unique(t)) < 2]
        kept = {n: (t + shift, values) for n, (t, values) in columns.items() if n not in single}
        if not kept:
            raise refuse((f"{name}: no channel has two samples", "is the record complete?"))
        if single:
            said.append(f"{len(single)} channels of a single sample were left out")
        return assembled(name, kept, {n: u for n, u in (known or {}).items() if n in kept}, said)
    series: dict[str, tuple[Array, Array]] = {}
    units: dict[str, str] = {}
    problems: list[tuple[str, str]] = []
    for label, channel in words.channels.items():
        wanted = label if channel.column is None else channel.column
        if wanted not in columns:
            problems.append(_no_column(name, wanted, columns))
            continue
        t, values = columns[wanted]
        scale = channel.scale * factor(channel.unit)
        series[label] = t + shift, (values + channel.offset) * scale
        units[label] = si(channel.unit)
        problems += _absurd(name, label, series[label][1], channel.unit)
    if problems:
        raise refuse(*problems)
    if words.markers is not None:
        found, left_out = _markers(name, columns, words.markers, shift)
        series |= found
        units |= {label: "rad" if label.startswith("euler") else "m" for label in found}
        said += left_out
    return assembled(name, series, units, said)


def _no_column(name: str, wanted: str, columns: Series) -> tuple[str, str]:
    return f"{name}: no column {wanted!r}", did_you_mean(wanted, columns)


def _absurd(name: str, label: str, values: Array, unit: str) -> list[tuple[str, str]]:
    """Angles of thousands of turns and positions beyond the horizon are units mixed up."""
    kind = label.partition(".")[0]
    limit = {"q": 1e5, "euler": 1e3, "position": 1e6, "u": 1e4, "velocity": 1e3}.get(kind)
    finite = values[np.isfinite(values)]
    if limit is None or not len(finite) or np.abs(finite).max() <= limit:
        return []
    largest = float(np.abs(finite).max())
    said = f"{name}: {label} reaches {largest:.4g} in SI, from the unit {unit or 'none given'!r}"
    return [(said, "check the unit of this column")]


def _markers(
    name: str, columns: Series, words: Markers, shift: float
) -> tuple[dict[str, tuple[Array, Array]], list[str]]:
    """Position and attitude of the body that carries the markers, and what was left out."""
    if words.yaw is not None:
        return _level_markers(name, columns, words, shift)
    turned = words.quaternion or words.rpy or ()
    _check_columns(name, columns, (*words.position, *turned))
    t = columns[words.position[0]][0]
    p = np.stack([np.interp(t, *columns[c]) for c in words.position], axis=1)
    q = np.stack([np.interp(t, *columns[c]) for c in turned], axis=1)
    if words.rpy is not None:
        q = to_quaternions(q * factor(words.unit or "rad"))
    good = np.isfinite(p).all(axis=1) & np.isfinite(q).all(axis=1)
    if not good.any():
        raise refuse((f"{name}: markers: no sample has position and attitude", "check the columns"))
    position, attitude = lever_arm(p[good], q[good], words.arm, words.mounting)
    time = t[good] + shift
    body = words.body
    series = {f"position.{body}.{a}": (time, position[:, i]) for i, a in enumerate("xyz")}
    euler = angles(attitude)
    for i, angle in enumerate(("roll", "pitch", "yaw")):
        series[f"euler.{body}.{angle}"] = (time, euler[:, i])
    return series, _left_out(body, good)


def _level_markers(
    name: str, columns: Series, words: Markers, shift: float
) -> tuple[dict[str, tuple[Array, Array]], list[str]]:
    """Position and yaw of a body that stays level; nothing is said of height, roll and pitch."""
    wanted = (*words.position, str(words.yaw))
    _check_columns(name, columns, wanted)
    t, body = columns[wanted[0]][0], words.body
    x, y, turned = (np.interp(t, *columns[c]) for c in wanted)
    yaw = turned * factor(words.unit or "rad")
    good = np.isfinite(x) & np.isfinite(y) & np.isfinite(yaw)
    if not good.any():
        raise refuse((f"{name}: markers: no sample has position and attitude", "check the columns"))
    yaw = np.unwrap(yaw[good])
    place = lever_arm_in_plane(np.stack([x, y], axis=1)[good], yaw, words.arm)
    time = t[good] + shift
    series = {f"position.{body}.{a}": (time, place[:, i]) for i, a in enumerate("xy")}
    return {**series, f"euler.{body}.yaw": (time, yaw)}, _left_out(body, good)


def _check_columns(name: str, columns: Series, wanted: Iterable[str]) -> None:
    missing = [c for c in wanted if c not in columns]
    if missing:
        raise refuse(*(_no_column(name, c, columns) for c in missing))


def _left_out(body: str, good: Any) -> list[str]:
    bad = int((~good).sum())
    said = f"markers of {body}: {bad} of {len(good)} samples are not numbers and were left out"
    return [said] if bad else []
