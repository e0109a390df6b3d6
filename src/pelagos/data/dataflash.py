"""ArduPilot's DataFlash logs (.BIN): self-describing binary records, read without any library.

Every record starts with the bytes A3 95 and its type. Records of type 128 (FMT) describe the
others: type, length, name, one letter per field for its format, and the names of the fields.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pelagos.data.checks import Array, refuse
from pelagos.files import LARGEST_LOG, read_bytes

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


@dataclass(frozen=True)
class RecordLayout:
    """How the records of a kind are built; fields are numbered, for logs repeat their names."""

    name: str
    dtype: np.dtype
    labels: tuple[str, ...] = ()
    scales: tuple[float, ...] = ()  # 0 for what is no number

    def place(self, *labels: str) -> int | None:
        """Where the first of these fields stands that holds numbers."""
        known = [k for k, scale in enumerate(self.scales) if scale]
        return next((k for label in labels for k in known if self.labels[k] == label), None)


def read(path: Path) -> tuple[dict[str, tuple[Array, Array]], list[str]]:
    """Columns MESSAGE.Field (MESSAGE[instance].Field where there are several) over seconds."""
    data = read_bytes(path, LARGEST_LOG)
    if data[:2] != _HEAD:
        raise refuse((f"{path}: no DataFlash log", "it must start with the bytes A3 95"))
    layouts = {128: RecordLayout("FMT", np.dtype([("head", "V3"), ("body", f"V{_FMT.size}")]))}
    places: dict[int, list[int]] = {}
    position, lost = 0, 0
    while position + 3 <= len(data):
        kind = data[position + 2]
        if data[position : position + 2] != _HEAD or kind not in layouts:
            after = data.find(_HEAD, position + 1)
            lost += (after if after > 0 else len(data)) - position
            position = after if after > 0 else len(data)
            continue
        size = layouts[kind].dtype.itemsize
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
            columns |= _columns(data, np.array(found), layouts[kind], notes)
    if not columns:
        said = f"{path}: no message with times and numbers in {len(data)} bytes"
        raise refuse((said, "is the log complete?"))
    return columns, notes


def _learn(record: bytes, layouts: dict[int, RecordLayout]) -> None:
    """Take in a description of records."""
    kind, length, name, formats, labels = _FMT.unpack(record)
    letters = formats.rstrip(b"\0").decode("ascii", "replace")
    fields = labels.rstrip(b"\0").decode("ascii", "replace").split(",")
    if kind == 128 or len(letters) != len(fields) or any(x not in _FORMATS for x in letters):
        return
    layout = np.dtype([("head", "V3"), *((str(k), _FORMATS[x][0]) for k, x in enumerate(letters))])
    if layout.itemsize == length:
        label = name.rstrip(b"\0").decode("ascii", "replace")
        scales = tuple(_FORMATS[x][1] for x in letters)
        layouts[kind] = RecordLayout(label, layout, tuple(fields), scales)


def _columns(
    data: bytes, places: Array, layout: RecordLayout, notes: list[str]
) -> dict[str, tuple[Array, Array]]:
    clock = layout.place("TimeUS")
    if clock is None:
        return {}
    raw = np.frombuffer(data, dtype=np.uint8)
    picked = raw[places[:, None] + np.arange(layout.dtype.itemsize)]
    rows = np.ascontiguousarray(picked).view(layout.dtype)[:, 0]
    key = layout.place("I", "Instance", "C")
    chosen = {layout.name: np.ones(len(rows), dtype=bool)}
    if key is not None and len(np.unique(rows[str(key)])) > 1:
        instances = np.unique(rows[str(key)])
        chosen = {f"{layout.name}[{i}]": rows[str(key)] == i for i in instances}
    found: dict[str, tuple[Array, Array]] = {}
    for name, mask in chosen.items():
        time = rows[str(clock)][mask].astype(float) * 1e-6
        for k, (label, scale) in enumerate(zip(layout.labels, layout.scales, strict=True)):
            column = f"{name}.{label}"
            if column in found:
                notes.append(f"{column} is described twice; the first of them was read")
            elif scale and label != "TimeUS":
                found[column] = (time, rows[str(k)][mask].astype(float) * scale)
    return found
