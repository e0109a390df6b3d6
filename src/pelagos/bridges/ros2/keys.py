"""What ROS 2 nodes are told by, as rmw_zenoh_cpp spells it.

    data      DOMAIN/TOPIC/TYPE/HASH
    tokens    @ros2_lv/DOMAIN/SESSION/NODE/ID/KIND/ENCLAVE/NAMESPACE/NODENAME[/TOPIC/TYPE/HASH/QOS]

A slash within a part is written %. Tokens are liveliness tokens of Zenoh: while one is there, nodes
list the node, publisher or subscription that it names. With every message goes an attachment of 33
bytes: a sequence number and a time, 64 bits each, and 16 bytes, after their number, that say which
publisher it was: the XXH3 hash of its token. A message without it is dropped.

Source: ros2/rmw_zenoh, docs/design.md, liveliness_utils.cpp, qos.cpp, attachment_helpers.cpp.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Literal

from pelagos.bridges.messages.types import missing, type_hash

Kind = Literal["MP", "MS"]  # message publisher, message subscription
DEFAULT_DEPTH = 42  # of rmw_zenoh; what is default is left out of a token
NODE_ID = 0


@dataclass(frozen=True)
class NodeName:
    """One ROS node of one Zenoh session."""

    domain: int
    session: str  # identifier of the Zenoh session
    namespace: str  # /rov
    name: str

    def token(self) -> str:
        """Says that the node is there."""
        return self._token(NODE_ID, "NN")

    def endpoint_token(
        self, kind: Kind, number: int, topic: str, type_name: str, depth: int
    ) -> str:
        """Says that it publishes or reads a topic; the number is its own within the session."""
        parts = (mangled(topic), dds_type(type_name), type_hash(type_name), quality(depth))
        return "/".join([self._token(number, kind), *parts])

    def _token(self, number: int, kind: str) -> str:
        head = f"@ros2_lv/{self.domain}/{self.session}/{NODE_ID}/{number}/{kind}"
        return f"{head}/{mangled('/')}/{mangled(self.namespace)}/{mangled(self.name)}"


def topic_key(domain: int, topic: str, type_name: str) -> str:
    """Where messages of a topic are put."""
    return f"{domain}/{topic.strip('/')}/{dds_type(type_name)}/{type_hash(type_name)}"


def dds_type(type_name: str) -> str:
    """nav_msgs/msg/Odometry is nav_msgs::msg::dds_::Odometry_."""
    package, _, name = type_name.split("/")
    return f"{package}::msg::dds_::{name}_"


def mangled(name: str) -> str:
    """Slashes would part it."""
    return name.replace("/", "%")


def quality(depth: int) -> str:
    """Reliable, volatile, the last `depth` kept; no deadline, lifespan or lease."""
    return f"::,{'' if depth == DEFAULT_DEPTH else depth}:,:,:,,"


def identifier(token: str) -> bytes:
    """The 16 bytes of a publisher; the lower half of the hash comes first."""
    try:
        import xxhash
    except ImportError:
        raise missing("ROS 2 topics") from None
    return xxhash.xxh3_128_digest(token.encode())[::-1]


def attachment(sequence: int, nanoseconds: int, publisher: bytes) -> bytes:
    """What goes with a message."""
    return struct.pack("<qqB", sequence, nanoseconds, len(publisher)) + publisher
