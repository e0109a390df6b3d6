"""An autopilot that speaks as ArduSub does over its JSON interface, written from its sources.

It sends a servo packet, waits for the line with the state, and the next packet has the next number.
Its mixer is that of ArduSub's frames VECTORED_6DOF and BLUEROV1 (AP_Motors6DOF.cpp): each motor
adds up factors of roll, pitch, yaw, throttle, forward and lateral, and 1 is 400 us from 1500 us.
Its parser finds keys as ArduSub's does (SIM_JSON.cpp): as plain substrings, with the value two
characters behind the key. It shares no code with the package.
"""

from __future__ import annotations

import re
import socket
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

AXES = ("roll", "pitch", "yaw", "throttle", "forward", "lateral")
# by motor: roll, pitch, yaw, throttle, forward, lateral
VECTORED_6DOF = (
    (0, 0, 1, 0, -1, 1),
    (0, 0, -1, 0, -1, -1),
    (0, 0, -1, 0, 1, 1),
    (0, 0, 1, 0, 1, -1),
    (1, -1, 0, -1, 0, 0),
    (-1, -1, 0, -1, 0, 0),
    (1, 1, 0, -1, 0, 0),
    (-1, 1, 0, -1, 0, 0),
)
BLUEROV1 = (
    (0, 0, -1, 0, 1, 0),
    (0, 0, 1, 0, 1, 0),
    (-0.5, 0.5, 0, 0.45, 0, 0),
    (0.5, 0.5, 0, 0.45, 0, 0),
    (0, -1, 0, 1, 0, 0),
    (-0.25, 0, 0, 0, 0, 1),
)
# (section, key, numbers) of SIM_JSON.h; it requires all but OPTIONAL, or an attitude in other words
KEYS = (
    ("", "timestamp", 1),
    ("imu", "gyro", 3),
    ("imu", "accel_body", 3),
    ("", "position", 3),
    ("", "quaternion", 4),
    ("", "velocity", 3),
    ("", "rng_1", 1),
    ("battery", "voltage", 1),
    ("battery", "current", 1),
)
OPTIONAL = ("rng_1", "voltage", "current")
_NUMBER = re.compile(r"-?\d+(\.\d+)?(e[+-]\d+)?")  # as atof reads it


def packet(pulses: Sequence[int], count: int, rate: int = 400) -> bytes:
    """Servo outputs as SIM_JSON.cpp sends them; up to 16 or up to 32."""
    channels, magic = (16, 18458) if len(pulses) <= 16 else (32, 29569)
    filled = [*pulses, *[0] * (channels - len(pulses))]
    return struct.pack(f"<HHI{channels}H", magic, rate, count, *filled)


def mixed(factors: Iterable[Sequence[float]], **demands: float) -> list[int]:
    """Pulse widths of all motors for demands from -1 to 1, as forward=0.3."""
    wanted = [demands.get(axis, 0.0) for axis in AXES]
    sums = (sum(f * x for f, x in zip(row, wanted, strict=True)) for row in factors)
    return [int(1500 + 400 * max(-1.0, min(1.0, x))) for x in sums]


def parsed(line: bytes) -> dict[str, Any]:
    """What ArduSub reads from an answer; a ValueError where it would stop."""
    text = line.decode()
    if not (text.startswith("\n") and text.endswith("\n") and text.count("\n") == 2):
        raise ValueError(f"not one line between line ends: {text!r}")
    found: dict[str, Any] = {}
    for section, key, count in KEYS:
        start = text.find(section) + len(section) + 1
        place = text.find(key, start)
        if text.find(section) < 0 or place < 0:
            if key in OPTIONAL:
                continue
            raise ValueError(f"no {section}.{key}")
        value = text[place + len(key) + 2 :]
        if count == 1:
            number = _NUMBER.match(value)
            if number is None:
                raise ValueError(f"{key} is no number: {value[:10]!r}")
            found[key] = float(number[0])
            continue
        if not value.startswith("["):
            raise ValueError(f"{key} does not begin with a bracket: {value[:10]!r}")
        numbers = value[1 : value.index("]")].split(",")
        if len(numbers) != count:
            raise ValueError(f"{key} has {len(numbers)} numbers")
        found[key] = [float(number) for number in numbers]
    return found


class ArduSub:
    """The client side of a UDP connection."""

    def __init__(self, address: tuple[str, int], *, rate: int = 400, timeout: float = 5.0) -> None:
        self.address, self.rate, self.count = address, rate, 0
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.settimeout(timeout)

    def send(self, pulses: Sequence[int], count: int | None = None) -> None:
        """A servo packet, of this frame unless another is named."""
        number = self.count if count is None else count
        self._socket.sendto(packet(pulses, number, self.rate), self.address)

    def send_raw(self, data: bytes) -> None:
        """Anything at all."""
        self._socket.sendto(data, self.address)

    def receive(self) -> Mapping[str, Any]:
        """The answer, once it comes; the next frame has the next number."""
        data = self._socket.recv(65_000)
        self.count += 1
        return parsed(data)

    def step(self, pulses: Sequence[int]) -> Mapping[str, Any]:
        """One frame in lockstep."""
        self.send(pulses)
        return self.receive()

    def close(self) -> None:
        self._socket.close()
