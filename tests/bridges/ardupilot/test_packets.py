"""Datagrams, byte by byte, against packets that were put together by hand."""

from __future__ import annotations

import json
import struct

import numpy as np
import pytest

from benchmarks.ardusub import KEYS, packet, parsed
from pelagos.bridges.ardupilot.packets import (
    BadPacketError,
    MeasuredState,
    ServoFrame,
    decode,
    encode,
    reply,
)

MEASURED = MeasuredState(
    (1, 2, 3), (4, 5, -9.81), (1e4, -2e-7, 0.5), (0.5, -0.5, 0.5, 0.5), (7, 8, 9)
)


@pytest.mark.parametrize(("channels", "magic", "size"), [(16, 18458, 40), (32, 29569, 72)])
def test_servo_packets(channels, magic, size):
    pulses = tuple(range(1100, 1100 + channels))
    data = b"".join(
        [
            magic.to_bytes(2, "little"),
            (1200).to_bytes(2, "little"),
            (70000).to_bytes(4, "little"),
            *(pulse.to_bytes(2, "little") for pulse in pulses),
        ]
    )
    assert len(data) == size
    frame = decode(data)
    assert frame == ServoFrame(1200, 70000, pulses)
    assert encode(frame) == data == packet(pulses, 70000, 1200)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "wrong size"),
        (packet([1500], 1)[:-1], "wrong size"),
        (packet([1500], 1) + b"\0", "wrong size"),
        (bytes(65_000), "wrong size"),
        (struct.pack("<HHI16H", 18459, 400, 1, *[1500] * 16), "wrong magic number"),
        (struct.pack("<HHI16H", 29569, 400, 1, *[1500] * 16), "wrong magic number"),
        (struct.pack("<HHI32H", 18458, 400, 1, *[1500] * 32), "wrong magic number"),
        (struct.pack(">HHI16H", 18458, 400, 1, *[1500] * 16), "wrong magic number"),
        (packet([1500], 1, rate=0), "frame rate too low"),
        (packet([1500], 1, rate=10), "frame rate too low"),  # a step of 0.1 s is not taken
    ],
)
def test_other_datagrams_are_refused_by_a_name(data, reason):
    with pytest.raises(BadPacketError, match=reason):
        decode(data)


def test_random_datagrams_are_refused_or_read_whole():
    random = np.random.default_rng(18)
    kinds = set()
    for _ in range(5000):
        size = random.choice([40, 72, random.integers(0, 200)])
        data = bytearray(random.bytes(size))
        if size >= 2 and random.random() < 0.5:
            data[:2] = int(random.choice([18458, 29569])).to_bytes(2, "little")
            if random.random() < 0.5:
                data[3:4] = b"\0"  # rates below 256 Hz are rare
        try:
            frame = decode(bytes(data))
        except BadPacketError as error:
            kinds.add(str(error))
        else:
            kinds.add("read")
            assert encode(frame) == bytes(data)
    assert kinds == {"wrong size", "wrong magic number", "frame rate too low", "read"}


def test_the_answer_is_one_line_of_json_that_ardusub_reads():
    data = reply(12.3456789, MEASURED)
    assert data[:1] == data[-1:] == b"\n"
    words = json.loads(data)
    assert words == {
        "timestamp": 12.3456789,
        "imu": {"gyro": [1, 2, 3], "accel_body": [4, 5, -9.81]},
        "position": [1e4, -2e-7, 0.5],
        "quaternion": [0.5, -0.5, 0.5, 0.5],
        "velocity": [7, 8, 9],
    }
    assert parsed(data) == {
        "timestamp": 12.3456789,
        **words["imu"],
        **{k: words[k] for k in ("position", "quaternion", "velocity")},
    }
    assert json.loads(reply(1.0, MEASURED, unpaced=True)) == {
        **words,
        "timestamp": 1.0,
        "no_time_sync": True,
    }


def test_no_key_contains_the_name_of_another():
    """ArduPilot would take one for the other: it looks for substrings."""
    told = MEASURED._replace(range=3.5, battery=(16.1, 2.5))
    text = reply(1.0, told, unpaced=True).decode()
    assert json.loads(text)["battery"] == {"voltage": 16.1, "current": 2.5}
    assert json.loads(text)["rng_1"] == 3.5
    names = {"latitude", "longitude", "altitude", "airspeed", "windvane", "rc", "no_lockstep"}
    for section, key, _ in KEYS:
        for name in {section, key} - {""}:
            assert text.count(name) == 1
    assert not any(name in text for name in names)
    assert " " not in text  # sscanf of older versions wants "[" right behind the colon
