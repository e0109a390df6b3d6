"""What a file says about its run, checked when it is opened: kinds of values, and sizes that fit.

A header is plain words that anybody can edit; whoever looks at a result later relies on them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, get_args

import numpy as np

from pelagos.result.header import Code, Header, Outcome
from pelagos.result.schema import SensorRecord

_LABELS = (
    *("bodies", "coordinates", "speeds", "actuators", "states", "constraints", "docks", "wings"),
    *("panels", "outputs", "commands"),
)
_UNITS = {
    "coordinate_units": "coordinates",
    "speed_units": "speeds",
    "actuator_units": "actuators",
    "output_units": "outputs",
    "command_units": "commands",
    "auxiliary_units": "states",
}
_TEXTS = ("robot_hash", "method", "created", "command")
_RECORDS = ("robot", "integrator", "surfaces", "laws", "versions")
_COUNTS = ("steps", "rejected", "evaluations")


def check_header(header: Header) -> None:
    """Refuse a header that no run can have."""
    for name in _LABELS:
        labels = getattr(header, name)
        _need(_texts(labels), name, "a list of texts")
        _need(len(set(labels)) == len(labels), name, "a list of different names")
    for name, of in _UNITS.items():
        units = getattr(header, name)
        _need(_texts(units), name, "a list of texts")
        _need(not units or len(units) == len(getattr(header, of)), name, f"as long as {of}")
    for name in _TEXTS:
        _need(isinstance(getattr(header, name), str), name, "a text")
    for name in _RECORDS:
        _need(_record(getattr(header, name)), name, "a record")
    _need(header.scenario is None or isinstance(header.scenario, str), "scenario", "a text")
    for name in ("samples", "rank"):
        value = getattr(header, name)
        _need(value is None or (_whole(value) and value >= 0), name, "a whole number")
    _need(all(isinstance(v, str) for v in header.versions.values()), "versions", "texts")
    _need(_plain(header.integrator), "integrator", "numbers and texts")
    _need(isinstance(header.integrator.get("method", ""), str), "integrator.method", "a text")
    _need(isinstance(header.robot.get("name", ""), str), "robot.name", "a text")
    for name, sensor in header.sensors.items():
        _check_sensor(f"sensors.{name}", name, sensor)
    for body, surface in header.surfaces.items():
        _need(_is_surface(surface), f"surfaces.{body}", "vertices and triangles")


def _check_sensor(where: str, name: str, sensor: SensorRecord) -> None:
    pieces = name.replace("-", "_").split(".")
    named = all(piece and all(c.isalnum() or c == "_" for c in piece) for piece in pieces)
    _need(named and len(name) <= 200, where, "a name of a sensor")
    _need(isinstance(sensor.kind, str), f"{where}.kind", "a text")
    for key in ("rate", "delay"):
        value = getattr(sensor, key)
        _need(_number(value) and 0.0 <= value < math.inf, f"{where}.{key}", "a number from 0 on")
    for key in ("channels", "units", "meanings"):
        _need(_texts(getattr(sensor, key)), f"{where}.{key}", "a list of texts")
    channels, spread = sensor.channels, sensor.variances
    _need(len(set(channels)) == len(channels) > 0, f"{where}.channels", "different names")
    lists = [sensor.units, sensor.meanings, *([] if spread is None else [spread])]
    fine = spread is None or (isinstance(spread, tuple) and all(map(_number, spread)))
    _need(fine, f"{where}.variances", "a list of numbers")
    _need(all(len(one) == len(channels) for one in lists), where, "as long as its channels")


def check_outcome(outcome: Outcome) -> None:
    """Refuse an outcome that no run can have."""
    _need(outcome.code in get_args(Code), "outcome.code", "one that Pelagos writes")
    _need(_number(outcome.time), "outcome.time", "a number")
    _need(_number(outcome.wall), "outcome.wall", "a number")
    _need(isinstance(outcome.message, str), "outcome.message", "a text")
    for name in _COUNTS:
        _need(_whole(getattr(outcome, name)), f"outcome.{name}", "a whole number")
    for event in outcome.events:
        _need(_record(event), "outcome.events", "records")
        for key in ("name", "action"):
            _need(isinstance(event.get(key, ""), str), f"outcome.events.{key}", "a text")
        _need(_number(event.get("time", 0.0)), "outcome.events.time", "a number")


def _need(fine: bool, name: str, wanted: str) -> None:
    if not fine:
        raise ValueError(f"{name} is not {wanted}")


def _texts(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(item, str) for item in value)


def _record(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(key, str) for key in value)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63


def _number(value: Any) -> bool:
    """Finite or not: a run may end at a time that is none."""
    return isinstance(value, float) or _whole(value)


def _plain(words: dict[str, Any]) -> bool:
    return all(isinstance(v, str | bool) or v is None or _number(v) for v in words.values())


def _is_surface(surface: Any) -> bool:
    """Vertices (n, 3) and triangles (m, 3) between them."""
    try:
        vertices = np.asarray(surface["vertices"], dtype=float)
        faces = np.asarray(surface["faces"])
    except (KeyError, TypeError, ValueError):
        return False
    fits: Callable[[np.ndarray], bool] = lambda a: a.ndim == 2 and a.shape[1] == 3  # noqa: E731
    if not (fits(vertices) and fits(faces) and faces.dtype.kind == "i" and len(faces)):
        return False
    inside = faces.min() >= 0 and faces.max() < len(vertices)
    return bool(inside and math.isfinite(float(np.abs(vertices).max())))
