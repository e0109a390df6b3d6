"""The standard message types of ROS 2: making messages, their bytes, definitions and hashes.

Serialisation (CDR) and definitions are those of the package rosbags, which needs no ROS. The types
used here have been the same in every distribution from Iron on, which their hashes (RIHS01) show.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from pelagos.errors import PelagosError


def missing(what: str) -> PelagosError:
    """What to install."""
    return PelagosError(f'{what} need further packages: pip install "pelagos[ros2]"')


@cache
def _store() -> Any:
    try:
        from rosbags.typesys import Stores, get_typestore
    except ImportError:
        raise missing("ROS messages") from None
    return get_typestore(Stores.ROS2_JAZZY)


def make(type_name: str, **fields: Any) -> Any:
    """A message, as make("std_msgs/msg/Float64", data=1.0)."""
    return _store().types[type_name](**fields)


def to_bytes(message: Any) -> bytes:
    """As CDR, little-endian, with the four bytes that say so in front."""
    return bytes(_store().serialize_cdr(message, message.__msgtype__, little_endian=True))


def from_bytes(data: bytes, type_name: str) -> Any:
    """The message of some CDR; ValueError if it is none of that type."""
    from rosbags.serde import SerdeError

    try:
        return _store().deserialize_cdr(data, type_name)
    except SerdeError as error:
        raise ValueError(str(error)) from None


@cache
def type_hash(type_name: str) -> str:
    """RIHS01, which ROS 2 compares before two ends talk (REP 2011)."""
    return str(_store().hash_rihs01(type_name))


def definition(type_name: str) -> str:
    """The text of a .msg file, those of the types in it included."""
    return str(_store().generate_msgdef(type_name, ros_version=2)[0])
