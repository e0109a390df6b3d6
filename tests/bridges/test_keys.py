"""Keys, tokens and attachments as rmw_zenoh_cpp spells them."""

from __future__ import annotations

import struct

import pytest

from pelagos.bridges.ros2.keys import (
    NodeName,
    attachment,
    dds_type,
    identifier,
    quality,
    topic_key,
)
from pelagos.bridges.ros2.link import configuration, is_local

IMU = "sensor_msgs/msg/Imu"
HASH = "RIHS01_7d9a00ff131080897a5ec7e26e315954b8eae3353c3f995c55faf71574000b5b"


def test_keys_of_topics():
    assert dds_type(IMU) == "sensor_msgs::msg::dds_::Imu_"
    assert topic_key(0, "/rov/imu", IMU) == f"0/rov/imu/sensor_msgs::msg::dds_::Imu_/{HASH}"
    assert topic_key(42, "/clock", "rosgraph_msgs/msg/Clock").startswith("42/clock/rosgraph_msgs::")


def test_tokens():
    """Parts in the order of liveliness_utils.cpp."""
    node = NodeName(0, "aac3178e146ba6f1fc6e6a4085e77f21", "/rov", "pelagos")
    head = "@ros2_lv/0/aac3178e146ba6f1fc6e6a4085e77f21/0"
    assert node.token() == f"{head}/0/NN/%/%rov/pelagos"
    assert node.endpoint_token("MP", 11, "/rov/imu", IMU, 10) == (
        f"{head}/11/MP/%/%rov/pelagos/%rov%imu/sensor_msgs::msg::dds_::Imu_/{HASH}/::,10:,:,:,,"
    )


def test_what_is_default_is_left_out_of_a_token():
    """qos.cpp: reliable, volatile, keep last 42."""
    assert quality(42) == "::,:,:,:,,"
    assert quality(1) == "::,1:,:,:,,"


def test_attachments_are_what_zenoh_serialises():
    import zenoh.ext

    publisher = bytes(range(16))
    given = zenoh.ext.z_serialize((zenoh.ext.Int64(3), zenoh.ext.Int64(1 << 40), publisher))
    found = attachment(3, 1 << 40, publisher)
    assert found == bytes(given)
    assert len(found) == 33


def test_identifiers_are_hashes_with_the_lower_half_first():
    import xxhash

    token = "@ros2_lv/0/abc/0/1/MP/%/%rov/pelagos/" + "x" * 300
    whole = xxhash.xxh3_128_intdigest(token.encode())
    assert identifier(token) == struct.pack("<QQ", whole % 2**64, whole // 2**64)


def test_nothing_listens_outside_unless_told():
    alone = configuration(("tcp/localhost:7447",), ())
    assert alone["mode"] == "peer"
    assert all(is_local(endpoint) for endpoint in alone["listen/endpoints"])
    assert alone["scouting/multicast/enabled"] is False
    told = configuration((), ("tcp/[::]:7447",))
    assert (told["mode"], told["listen/endpoints"]) == ("router", ["tcp/[::]:7447"])


@pytest.mark.parametrize(
    ("endpoint", "local"),
    [
        ("tcp/localhost:7447", True),
        ("tcp/127.0.0.1:0", True),
        ("tcp/[::1]:7447", True),
        ("tcp/[::]:7447", False),
        ("tcp/0.0.0.0:7447", False),
        ("udp/192.168.1.2:7447", False),
        ("tcp/localhost.example:7447", False),
    ],
)
def test_endpoints_of_this_machine(endpoint, local):
    assert is_local(endpoint) is local
