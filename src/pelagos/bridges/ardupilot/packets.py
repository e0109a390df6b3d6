r"""Datagrams of ArduPilot's JSON interface: servo outputs in, one line of JSON out.

In, little-endian: magic (2 bytes), frame rate in Hz (2), frame count (4), pulse widths in us (2
each), 16 of them after the magic number 18458, 32 after 29569. Zero is no pulse at all.

Out: text between line ends. ArduPilot looks keys up as plain substrings and expects the value right
behind the colon, so there are no blanks and no key that contains another one's name.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

MAGIC = {16: 18458, 32: 29569}  # by the number of channels
LEAST_RATE = 11  # Hz: steps of 0.1 s and more are not taken by ArduPilot
_LAYOUTS = {count: struct.Struct(f"<HHI{count}H") for count in MAGIC}
_COUNTS = {layout.size: count for count, layout in _LAYOUTS.items()}
LONGEST = max(_COUNTS)  # bytes of a servo packet

_VECTOR, _FOUR = "[%.9g,%.9g,%.9g]", "[%.9g,%.9g,%.9g,%.9g]"
_REPLY = (
    '\n{"timestamp":%.9f,'
    f'"imu":{{"gyro":{_VECTOR},"accel_body":{_VECTOR}}},'
    f'"position":{_VECTOR},"quaternion":{_FOUR},"velocity":{_VECTOR}%s}}\n'
)
_RANGE, _BATTERY = ',"rng_1":%.9g', ',"battery":{"voltage":%.9g,"current":%.9g}'
_UNPACED = ',"no_time_sync":true'

Three = tuple[float, float, float]
Four = tuple[float, float, float, float]


class ServoFrame(NamedTuple):
    """What an autopilot sends: the step it wants in Hz, a running number, pulse widths in us."""

    rate: int
    number: int
    pulses: tuple[int, ...]


class MeasuredState(NamedTuple):
    """What it gets: north, east, down in the world; forward, right, down on the body."""

    gyro: Three  # rad/s, body
    specific_force: Three  # m/s2, body: acceleration less gravity
    position: Three  # m, world; down is the depth
    quaternion: Four  # w x y z, body to world
    velocity: Three  # m/s, world
    range: float | None = None  # m, of a rangefinder
    battery: tuple[float, float] | None = None  # V and A


class BadPacketError(ValueError):
    """A datagram that is no servo packet; the message is the reason, in two words or so."""


def decode(data: bytes) -> ServoFrame:
    """The servo packet of a datagram."""
    count = _COUNTS.get(len(data))
    if count is None:
        raise BadPacketError("wrong size")
    magic, rate, number, *pulses = _LAYOUTS[count].unpack(data)
    if magic != MAGIC[count]:
        raise BadPacketError("wrong magic number")
    if rate < LEAST_RATE:
        raise BadPacketError("frame rate too low")
    return ServoFrame(rate, number, tuple(pulses))


def encode(frame: ServoFrame) -> bytes:
    """The datagram of a servo packet of 16 or 32 channels."""
    count = len(frame.pulses)
    return _LAYOUTS[count].pack(MAGIC[count], frame.rate, frame.number, *frame.pulses)


def reply(timestamp: float, measured: MeasuredState, *, unpaced: bool = False) -> bytes:
    """The line with what is measured at a time in seconds.

    unpaced: ask ArduPilot not to hold its own clock on the wall, because this side does.
    """
    gyro, force, position, quaternion, velocity, distance, battery = measured
    numbers = (timestamp, *gyro, *force, *position, *quaternion, *velocity)
    more = "" if distance is None else _RANGE % distance
    if battery is not None:
        more += _BATTERY % battery
    return (_REPLY % (*numbers, more + _UNPACED if unpaced else more)).encode()
