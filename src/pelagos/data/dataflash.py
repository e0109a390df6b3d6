"""ArduPilot's DataFlash logs (.BIN): self-describing binary records, read without any library.

Every record starts with the bytes A3 95 and its type. Records of type 128 (FMT) describe the
others: type, length, name, one letter per field for its format, and the names of the fields.
"""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

from pelagos.data.checks import Array, refuse

_HEAD = b"\xa3\x95"
_FMT = struct.Struct("<BB4s16s64s")
# letter -> numpy type and factor to the unit of the field
_FORMATS = {
    "b": ("i1", 1.0), "B": ("u1", 1.0), "h": ("<i2", 1.0), "H": ("<u2", 1.0), "i": ("<i4", 1.0),
    "I": ("<u4", 1.0), "f": ("<f4", 1.0), "d": ("<f8", 1.0), "n": ("S4", 0.0), "N": ("S16", 0.0),
    "Z": ("S64", 0.0), "c": ("<i2", 0.01), "C": ("<u2", 0.01), "e": ("<i4", 0.01),
    "E": ("<u4", 0.01), "L": ("<i4", 1e-7), "M": ("u1", 1.0), "q": ("<i8", 1.0),
    "Q": ("<u8", 1.0), "a": ("(32,)<i2", 0.0), "g": ("<f2", 1.0),
}  # fmt: skip


def read(path: Path) -> tuple[dict[str, tuple[Array, Array]], list[str]]:
    """Columns MESSAGE.Field (MESSAGE[instance].Field where there are several) over seconds."""
    data = path.read_bytes()
    if data[:2] != _HEAD:
        raise refuse((f"{path}: no DataFlash log", "it must start with the bytes A3 95"))
    layouts: dict[int, tuple[str, np.dtype, dict[str, float]]] = {128: _layout_of_fmt()}
    places: dict[int, list[int]] = {}
    position, lost = 0, 0
    while position + 3 <= len(data):
        kind = data[position + 2]
        if data[position : position + 2] != _HEAD or kind not in layouts:
            after = data.find(_HEAD, position + 1)
            lost += (after if after > 0 else len(data)) - position
            position = after if after > 0 else len(data)
            continue
        size = layouts[kind][1].itemsize
        if position + size > len(data):
            lost += len(data) - position
            break
        if kind == 128:
            _learn(data[position + 3 : position + size], layouts)
        places.setdefault(kind, []).append(position)
        position += size
    notes = [f"{lost} bytes that are no record were skipped"] if lost else []
    columns: dict[str, tuple[Array, Array]] = {}
    for kind, found in places.items():
        if kind != 128:
            columns |= _columns(data, np.array(found), *layouts[kind])
    return columns, notes


def _layout_of_fmt() -> tuple[str, np.dtype, dict[str, float]]:
    return "FMT", np.dtype([("head", "V3"), ("body", f"V{_FMT.size}")]), {}


def _learn(record: bytes, layouts: dict[int, tuple[str, np.dtype, dict[str, float]]]) -> None:
    """Take in a description of records."""
    kind, length, name, formats, labels = _FMT.unpack(record)
    letters = formats.rstrip(b"\0").decode("ascii", "replace")
    fields = labels.rstrip(b"\0").decode("ascii", "replace").split(",")
    if kind == 128 or len(letters) != len(fields) or any(x not in _FORMATS for x in letters):
        return
    parts = [(field, _FORMATS[x][0]) for field, x in zip(fields, letters, strict=True)]
    layout = np.dtype([("head", "V3"), *parts])
    if layout.itemsize == length:
        scales = {field: _FORMATS[x][1] for field, x in zip(fields, letters, strict=True)}
        layouts[kind] = name.rstrip(b"\0").decode("ascii", "replace"), layout, scales


def _columns(
    data: bytes, places: Array, name: str, layout: np.dtype, scales: dict[str, float]
) -> dict[str, tuple[Array, Array]]:
    if "TimeUS" not in scales:
        return {}
    raw = np.frombuffer(data, dtype=np.uint8)
    picked = raw[places[:, None] + np.arange(layout.itemsize)]
    rows = np.ascontiguousarray(picked).view(layout)[:, 0]
    key = next((k for k in ("I", "Instance", "C") if k in scales), None)
    chosen = {name: np.ones(len(rows), dtype=bool)}
    if key is not None and len(np.unique(rows[key])) > 1:
        chosen = {f"{name}[{i}]": rows[key] == i for i in np.unique(rows[key])}
    found = {}
    for label, mask in chosen.items():
        time = rows["TimeUS"][mask].astype(float) * 1e-6
        for field, scale in scales.items():
            if scale and field != "TimeUS":
                found[f"{label}.{field}"] = (time, rows[field][mask].astype(float) * scale)
    return found
