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
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.data.checks import Array, refuse
from pelagos.data.recording import Recording, assembled
from pelagos.errors import PelagosError
from pelagos.model.suggest import did_you_mean
from pelagos.model.units import UNITS

Series = Mapping[str, tuple[Array, Array]]

_SI = {UNITS[name][1]: name for name in ("m", "s", "kg", "rad", "N", "Pa")}  # by dimension
_COMPOUND = {"Nm": "N m", "kn": "m/s", "rpm": "rad/s", "Hz": "1/s", "litre": "m3"}
_CHANNEL = ("column", "unit", "scale", "offset")
_MARKERS = ("body", "position", "quaternion", "rpy", "yaw", "unit", "arm", "mounting")


def read_map(source: Mapping[str, Any] | str | Path | None) -> dict[str, Any]:
    """The map from a file, or as given."""
    if source is None:
        return {}
    if isinstance(source, Mapping):
        words, name = dict(source), "map"
    else:
        from pelagos.model import yaml_text

        name = str(source)
        try:
            text = Path(source).read_text(encoding="utf-8")
        except OSError as error:
            raise refuse((f"{name}: {error.strerror}", "name an existing column map")) from None
        document = yaml_text.read(text, name)
        if document.problems:
            raise PelagosError("\n".join(str(problem) for problem in document.problems))
        words = document.data if isinstance(document.data, dict) else {}
        if not words:
            raise refuse((f"{name}: holds no map", "begin with channels: {q.arm: COLUMN}"))
    problems = [
        (f"{name}: unknown key {key!r}", did_you_mean(str(key), ("time", "channels", "markers")))
        for key in words
        if key not in ("time", "channels", "markers")
    ]
    for label, entry in {**words.get("channels", {}), "time": words.get("time", {})}.items():
        if isinstance(entry, Mapping):
            problems += [
                (f"{name}: {label}: unknown key {key!r}", did_you_mean(str(key), _CHANNEL))
                for key in entry
                if key not in _CHANNEL
            ]
    problems += [
        (f"{name}: markers: unknown key {key!r}", did_you_mean(str(key), _MARKERS))
        for key in words.get("markers", {})
        if key not in _MARKERS
    ]
    if problems:
        raise refuse(*problems)
    return words


def factor(unit: str, where: str) -> float:
    """What a number in this unit is worth in SI."""
    from pydantic_core import PydanticCustomError

    from pelagos.model.words import to_number

    if not unit or unit == "1":
        return 1.0
    if unit == "rpm":
        return 2 * np.pi / 60
    try:
        return to_number(f"1 {unit.replace('s2', 's^2').replace('m2', 'm^2')}")
    except PydanticCustomError as error:
        facts = error.context or {}
        said = f"{where}: the unit {unit!r}: {facts.get('message', error)}"
        raise refuse((said, str(facts.get("remedy", "")))) from None


def si(unit: str) -> str:
    """The unit in SI of what was given in a unit."""

    def of_word(word: re.Match[str]) -> str:
        name = word[0]
        if name in _COMPOUND or name not in UNITS:
            return _COMPOUND.get(name, name)
        return _SI.get(UNITS[name][1], name)

    return re.sub(r"[A-Za-z]+", of_word, unit)


def apply(name: str, columns: Series, words: dict[str, Any], notes: Any = ()) -> Recording:
    """Raw columns as channels in SI; without a map all of them, under their own names."""
    if not words.get("channels") and not words.get("markers"):
        single = [label for label, (t, _) in columns.items() if len(np.unique(t)) < 2]
        kept = {label: series for label, series in columns.items() if label not in single}
        said = [f"{len(single)} channels of a single sample were left out"] if single else []
        return assembled(name, kept, {}, [*notes, *said])
    shift = _time_shift(words.get("time"))
    series: dict[str, tuple[Array, Array]] = {}
    units: dict[str, str] = {}
    problems: list[tuple[str, str]] = []
    for label, entry in words.get("channels", {}).items():
        facts = dict(entry) if isinstance(entry, Mapping) else {"column": entry}
        try:
            t, values = column(name, columns, facts.get("column", label))
        except PelagosError as error:
            problems.append(tuple(str(error).split("\n    ", 1)))  # type: ignore[arg-type]
            continue
        unit = str(facts.get("unit", ""))
        scale = float(facts.get("scale", 1.0)) * factor(unit, f"{name}: {label}")
        series[label] = t + shift, (values + float(facts.get("offset", 0.0))) * scale
        units[label] = si(unit)
        problems += _absurd(name, label, series[label][1], unit)
    if problems:
        raise refuse(*problems)
    if words.get("markers"):
        found, left_out = _markers(name, columns, words["markers"], shift)
        series |= found
        units |= {label: "rad" if label.startswith("euler") else "m" for label in found}
        notes = [*notes, *left_out]
    said = [*notes, f"clock shifted by {shift:+g} s"] if shift else list(notes)
    return assembled(name, series, units, said)


def column(name: str, columns: Series, wanted: Any) -> tuple[Array, Array]:
    """A raw column."""
    if str(wanted) not in columns:
        raise refuse((f"{name}: no column {wanted!r}", did_you_mean(str(wanted), columns)))
    return columns[str(wanted)]


def _time_shift(entry: Any) -> float:
    from pelagos.model.words import to_number

    return to_number(entry.get("offset", 0.0)) if isinstance(entry, Mapping) else 0.0


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
    name: str, columns: Series, words: Mapping[str, Any], shift: float
) -> tuple[dict[str, tuple[Array, Array]], list[str]]:
    """Position and attitude of the body that carries the markers, and what was left out."""
    from pelagos.data.frames import lever_arm, to_quaternions
    from pelagos.result.euler import angles

    body = str(words.get("body", ""))
    if not body:
        raise refuse((f"{name}: markers of no body", "say body: NAME"))
    found = [column(name, columns, c) for c in words.get("position", ())]
    if len(found) == 2 or "yaw" in words:
        return _level_markers(name, columns, words, shift)
    if len(found) != 3:
        remedy = "name three, or of a body that stays level two, and yaw"
        raise refuse((f"{name}: markers: {len(found)} columns of position", remedy))
    key = "quaternion" if "quaternion" in words else "rpy"
    turned = [column(name, columns, c) for c in words.get(key, ())]
    if len(turned) != (4 if key == "quaternion" else 3):
        said = f"{name}: markers: {len(turned)} columns of attitude"
        raise refuse((said, "name quaternion: [w, x, y, z] or rpy: [roll, pitch, yaw]"))
    t = found[0][0]
    p = np.stack([np.interp(t, *c) for c in found], axis=1)
    q = np.stack([np.interp(t, *c) for c in turned], axis=1)
    if key == "rpy":
        q = to_quaternions(q * factor(str(words.get("unit", "rad")), f"{name}: markers"))
    good = np.isfinite(p).all(axis=1) & np.isfinite(q).all(axis=1)
    if not good.any():
        raise refuse((f"{name}: markers: no sample has position and attitude", "check the columns"))
    position, attitude = lever_arm(
        p[good], q[good], words.get("arm", (0, 0, 0)), words.get("mounting", (1, 0, 0, 0))
    )
    time = t[good] + shift
    series = {f"position.{body}.{a}": (time, position[:, i]) for i, a in enumerate("xyz")}
    euler = angles(attitude)
    for i, angle in enumerate(("roll", "pitch", "yaw")):
        series[f"euler.{body}.{angle}"] = (time, euler[:, i])
    bad = int((~good).sum())
    said = f"markers of {body}: {bad} of {len(t)} samples are not numbers and were left out"
    return series, [said] if bad else []


def _level_markers(
    name: str, columns: Series, words: Mapping[str, Any], shift: float
) -> tuple[dict[str, tuple[Array, Array]], list[str]]:
    """Position and yaw of a body that stays level; nothing is said of height, roll and pitch."""
    from pelagos.data.frames import lever_arm_in_plane

    body = words["body"]
    wrong = [key for key in ("quaternion", "rpy", "mounting") if key in words]
    if len(words["position"]) != 2 or "yaw" not in words or wrong:
        said = f"{name}: markers of a body that stays level: {', '.join(words)}"
        raise refuse((said, "name position: [x, y] and yaw: COLUMN, nothing else of its attitude"))
    found = [column(name, columns, c) for c in (*words["position"], words["yaw"])]
    t = found[0][0]
    x, y, turned = (np.interp(t, *c) for c in found)
    yaw = turned * factor(str(words.get("unit", "rad")), f"{name}: markers")
    good = np.isfinite(x) & np.isfinite(y) & np.isfinite(yaw)
    if not good.any():
        raise refuse((f"{name}: markers: no sample has position and attitude", "check the columns"))
    yaw = np.unwrap(yaw[good])
    place = lever_arm_in_plane(np.stack([x, y], axis=1)[good], yaw, words.get("arm", (0, 0)))
    time = t[good] + shift
    series = {f"position.{body}.{a}": (time, place[:, i]) for i, a in enumerate("xy")}
    bad = int((~good).sum())
    said = f"markers of {body}: {bad} of {len(t)} samples are not numbers and were left out"
    return {**series, f"euler.{body}.yaw": (time, yaw)}, [said] if bad else []
