"""MAVLink telemetry (.tlog), ROS 2 bags and MCAP, through the packages of the extra `logs`."""

from __future__ import annotations

import contextlib
import json
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.data.checks import Array, refuse
from pelagos.errors import PelagosError
from pelagos.files import check

Columns = dict[str, tuple[Array, Array]]
_DEPTH = 6  # of messages inside messages
_LONGEST = 64  # entries of an array that become columns


def _missing(what: str) -> PelagosError:
    return PelagosError(f'{what} need further packages: pip install "pelagos[logs]"')


def read_tlog(path: Path) -> tuple[Columns, list[str]]:
    """Columns MESSAGE.field over seconds since the first message."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pymavlink import mavutil
    except ImportError:
        raise _missing("MAVLink logs") from None
    place = str(check(path))
    rows: dict[str, list[tuple[float, float]]] = {}
    bad = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            log = mavutil.mavlink_connection(place, dialect="ardupilotmega")
            with contextlib.closing(log):
                while (message := log.recv_match(blocking=False)) is not None:
                    bad += not _take(message, rows)
        except Exception as error:  # the library raises whatever its parsers meet
            said = f"{path}: cannot be read: {error or type(error).__name__}"
            raise refuse((said, "is it a telemetry log (.tlog)?")) from None
    if not rows:
        raise refuse((f"{path}: holds no MAVLink message", "is it a telemetry log (.tlog)?"))
    notes = [f"{bad} damaged or unknown packets were skipped"] if bad else []
    return _since_start(rows), notes


def _take(message: Any, rows: dict[str, list[tuple[float, float]]]) -> bool:
    """The numbers of a packet, unless it is damaged or unknown."""
    kind = message.get_type()
    if kind == "BAD_DATA" or kind.startswith("UNKNOWN"):
        return False
    time = float(message._timestamp)
    for field in message.get_fieldnames():
        value = getattr(message, field)
        if isinstance(value, int | float):
            rows.setdefault(f"{kind}.{field}", []).append((time, float(value)))
    return True


def read_mcap(path: Path) -> tuple[Columns, list[str]]:
    """Columns TOPIC.field over seconds since the first message; ROS 2 and JSON messages."""
    try:
        from mcap.reader import make_reader
        from mcap_ros2.decoder import DecoderFactory
    except ImportError:
        raise _missing("MCAP files") from None
    rows: dict[str, list[tuple[float, float]]] = {}
    skipped: set[str] = set()
    with check(path).open("rb") as stream:
        try:
            reader = make_reader(stream)
            factory = DecoderFactory()
            for schema, channel, message in reader.iter_messages():
                decoder = factory.decoder_for(channel.message_encoding, schema)
                if decoder is not None:
                    content = decoder(message.data)
                elif channel.message_encoding == "json":
                    content = json.loads(message.data)
                else:
                    skipped.add(f"{channel.topic} ({channel.message_encoding})")
                    continue
                _flatten(rows, channel.topic, message.log_time * 1e-9, content)
        except Exception as error:
            raise refuse(
                (f"{path}: cannot be read: {error}", "is it a complete MCAP file?")
            ) from None
    if not rows:
        said = f"{path}: no readable message" + (
            f" in {', '.join(sorted(skipped))}" if skipped else ""
        )
        raise refuse((said, "ROS 2 (cdr) and JSON messages are read"))
    notes = [f"not read: {', '.join(sorted(skipped))}"] if skipped else []
    return _since_start(rows), notes


def read_bag(path: Path) -> tuple[Columns, list[str]]:
    """A folder of a ROS 2 bag (sqlite or MCAP)."""
    try:
        from rosbags.highlevel import AnyReader
        from rosbags.typesys import Stores, get_typestore
    except ImportError:
        raise _missing("ROS 2 bags") from None
    rows: dict[str, list[tuple[float, float]]] = {}
    skipped: set[str] = set()
    for file in path.iterdir():
        if not file.is_dir():
            check(file)
    store = get_typestore(Stores.ROS2_HUMBLE)
    try:
        with AnyReader([path], default_typestore=store) as reader:
            for connection, stamp, raw in reader.messages():
                try:
                    content = reader.deserialize(raw, connection.msgtype)
                except Exception:
                    skipped.add(f"{connection.topic} ({connection.msgtype})")
                    continue
                _flatten(rows, connection.topic, stamp * 1e-9, content)
    except Exception as error:
        raise refuse((f"{path}: cannot be read: {error}", "is it the folder of a bag?")) from None
    if not rows:
        raise refuse((f"{path}: no readable message", "the bag holds no numbers"))
    notes = [f"not read: {', '.join(sorted(skipped))}"] if skipped else []
    return _since_start(rows), notes


def _flatten(
    rows: dict[str, list[tuple[float, float]]], topic: str, time: float, content: Any
) -> None:
    """Every number of a message as a column."""
    stamp = getattr(getattr(content, "header", None), "stamp", None)
    if stamp is not None:
        seconds = float(stamp.sec) + float(getattr(stamp, "nanosec", 0)) * 1e-9
        time = seconds if seconds > 0 else time
    for label, value in _numbers(content, topic, 0):
        rows.setdefault(label, []).append((time, value))


def _numbers(content: Any, label: str, depth: int) -> Iterable[tuple[str, float]]:
    if isinstance(content, bool | int | float | np.number):
        yield label, float(content)
    elif isinstance(content, str | bytes) or depth > _DEPTH:
        return
    elif isinstance(content, dict):
        for key, value in content.items():
            yield from _numbers(value, f"{label}.{key}", depth + 1)
    elif isinstance(content, list | tuple | np.ndarray):
        for i, value in enumerate(content[:_LONGEST]):
            yield from _numbers(value, f"{label}.{i}", depth + 1)
    else:
        names = getattr(content, "__slots__", None) or getattr(content, "__dict__", {})
        for key in names:
            if not str(key).startswith("_"):
                yield from _numbers(getattr(content, key), f"{label}.{key}", depth + 1)


def _since_start(rows: dict[str, list[tuple[float, float]]]) -> Columns:
    start = min(series[0][0] for series in rows.values())
    columns = {}
    for label, series in rows.items():
        table = np.array(series)
        columns[label] = (table[:, 0] - start, table[:, 1])
    return columns
