"""Logs of vehicles: DataFlash (.BIN), MAVLink telemetry (.tlog), MCAP, ROS 2 bags."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import shutil
import struct
from pathlib import Path

from pelagos import data
from tests.fuzz import damage

FORMATS = "QBfhIZ"
FIELDS = "TimeUS,I,Roll,C1,Count,Text"
LETTERS = "bBhHiIfdnNZcCeELMqQag?"


def prepare(folder: Path) -> list[Path]:
    """One of each kind whose packages are installed."""
    found = [folder / "log.BIN"]
    found[0].write_bytes(dataflash(FORMATS, FIELDS))
    if importlib.util.find_spec("pymavlink"):
        found.append(_tlog(folder / "log.tlog"))
    if importlib.util.find_spec("mcap"):
        found.append(_mcap(folder / "log.mcap"))
    if importlib.util.find_spec("rosbags"):
        found += [_bag(folder / name, name) for name in ("SQLITE3", "MCAP")]
    return found


def attempt(rng: random.Random, folder: Path, sound: list[Path]) -> None:
    source = rng.choice([sound[0], *sound])  # the one that is read without a library more often
    place = folder / source.name
    if source.is_dir():
        shutil.copytree(source, place)
        inside = rng.choice(sorted(place.iterdir()))
    else:
        shutil.copy(source, place)
        inside = place
    if rng.random() < 0.03:
        damage.odd_file(rng, inside)
    elif source.suffix == ".BIN" and rng.random() < 0.4:
        place.write_bytes(_described(rng))
    else:
        inside.write_bytes(damage.octets(rng, inside.read_bytes()))
    data.read(place)


def dataflash(formats: str, fields: str, rows: int = 30, name: bytes = b"ATT") -> bytes:
    """A log of one kind of message, described and then repeated."""

    def described(kind: int, length: int, name: bytes, formats: str, fields: str) -> bytes:
        packed = struct.pack("<BB4s16s64s", kind, length, name, formats.encode(), fields.encode())
        return b"\xa3\x95\x80" + packed

    sizes = {**dict(zip("bBhHiIfdnNZcCeELMqQag", (1, 1, 2, 2, 4, 4, 4, 8, 4, 16, 64, 2, 2, 4, 4, 4,
                                                 1, 8, 8, 64, 2), strict=True))}  # fmt: skip
    length = 3 + sum(sizes.get(letter, 1) for letter in formats)
    content = described(128, 89, b"FMT", "BBnNZ", "Type,Length,Name,Format,Columns")
    content += described(129, length % 256, name, formats, fields)
    for k in range(rows):
        body = struct.pack("<QBf", 100_000 * k, k % 2, 0.1 * k).ljust(length, b"\1")
        content += b"\xa3\x95\x81" + body[: length - 3]
    return content


def _described(rng: random.Random) -> bytes:
    """A log that says odd things about its own messages, and fits them."""
    count = rng.randint(1, 12)
    formats = "".join(rng.choice(LETTERS) for _ in range(count))
    names = ["TimeUS", "I", "Instance", "C", "a", "a", "", "head", "\xe9"]
    fields = ",".join(rng.choice(names) for _ in range(count))
    if rng.random() < 0.5:
        formats, fields = f"Q{formats}"[:16], f"TimeUS,{fields}"
    return dataflash(
        formats, fields[:64], rng.choice([0, 1, 5]), rng.choice([b"ATT", b"", b"\xff"])
    )


def _tlog(place: Path) -> Path:
    os.environ["MAVLINK20"] = "1"
    from pymavlink.dialects.v20 import ardupilotmega as dialect

    link = dialect.MAVLink(None, srcSystem=1, srcComponent=1)
    content = b""
    for k in range(30):
        attitude = dialect.MAVLink_attitude_message(100 * k, 0.1 * k, 0.2, 0.3, 0.0, 0.0, 0.0)
        depth = dialect.MAVLink_vfr_hud_message(0.1, 0.2, 30, 50, -0.1 * k, 0.0)
        for message in (attitude, depth):
            content += struct.pack(">Q", 1_700_000_000_000_000 + 100_000 * k) + message.pack(link)
    place.write_bytes(content)
    return place


def _mcap(place: Path) -> Path:
    from mcap.writer import Writer

    with place.open("wb") as stream:
        writer = Writer(stream)
        writer.start()
        schema = writer.register_schema("pose", "jsonschema", b"{}")
        channel = writer.register_channel("/pose", "json", schema)
        for k in range(10):
            content = json.dumps({"p": {"x": 0.1 * k}, "q": [1, 0]}).encode()
            writer.add_message(channel, int(k * 1e8), content, int(k * 1e8))
        writer.finish()
    return place


def _bag(place: Path, storage: str) -> Path:
    from rosbags import rosbag2
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_HUMBLE)
    Vector3 = store.types["geometry_msgs/msg/Vector3"]
    plugin = rosbag2.StoragePlugin[storage]
    with rosbag2.Writer(place, version=9, storage_plugin=plugin) as writer:
        connection = writer.add_connection("/force", Vector3.__msgtype__, typestore=store)
        for k in range(4):
            raw = store.serialize_cdr(Vector3(x=float(k), y=0.0, z=-1.0), Vector3.__msgtype__)
            writer.write(connection, int(1e9 + k * 1e8), raw)
    return place
