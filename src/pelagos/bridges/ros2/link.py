"""The Zenoh session: how it finds others, and its publishers and subscribers.

By default it connects to the router that ROS 2 nodes meet at, and listens on this machine alone.
Told to listen, it is the router itself, and nothing of ROS need run first. It never scouts by
multicast.
"""

from __future__ import annotations

import ipaddress
import itertools
import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from pelagos.bridges.messages.types import missing, to_bytes
from pelagos.bridges.ros2.keys import NodeName, attachment, identifier, topic_key
from pelagos.errors import PelagosError

ROUTER = "tcp/localhost:7447"
_HERE = "tcp/localhost:0"


def is_local(endpoint: str) -> bool:
    """Whether an endpoint, as tcp/127.0.0.1:7447, is of this machine alone."""
    host = endpoint.partition("/")[2].rpartition(":")[0].strip("[]")
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _zenoh() -> Any:
    try:
        import zenoh
    except ImportError:
        raise missing("ROS 2 topics") from None
    return zenoh


def configuration(connect: Sequence[str], listen: Sequence[str]) -> dict[str, Any]:
    """What Zenoh is told, as rmw_zenoh_cpp tells its sessions or its router."""
    return {
        "mode": "router" if listen else "peer",
        "connect/endpoints": list(connect),
        "connect/timeout_ms": 0,
        "connect/exit_on_failure": True,
        "listen/endpoints": list(listen) or [_HERE],
        "scouting/multicast/enabled": False,
        "scouting/delay": 500 if connect else 0,  # ms; alone, there is nobody to wait for
        "transport/shared_memory/enabled": False,
        "timestamping/enabled": True,
    }


class ZenohLink:
    """One node of ROS 2 in a Zenoh session of its own.

    connect: endpoints of routers; by default that of ROS 2 on this machine, unless it listens.
    listen: endpoints at which it is a router itself.
    lossless: wait for slow readers rather than drop messages.
    """

    def __init__(
        self,
        domain: int,
        namespace: str,
        *,
        connect: Sequence[str] = (),
        listen: Sequence[str] = (),
        lossless: bool = False,
    ) -> None:
        zenoh = _zenoh()
        if not (connect or listen):
            connect = (ROUTER,)
        config = zenoh.Config()
        try:
            for key, value in configuration(connect, listen).items():
                config.insert_json5(key, json.dumps(value))
            self._session = zenoh.open(config)
        except zenoh.ZError as error:
            raise _unreachable(connect, listen, error) from None
        control = zenoh.CongestionControl
        self._congestion = control.BLOCK if lossless else control.DROP
        self.node = NodeName(domain, str(self._session.info.zid()), namespace, "pelagos")
        self._numbers = itertools.count(1)
        self._declared: list[Any] = []  # what nobody holds is withdrawn
        self._declare(self.node.token())

    def publisher(self, topic: str, type_name: str, depth: int) -> TopicPublisher:
        """A publisher that others see."""
        key = topic_key(self.node.domain, topic, type_name)
        end = self._session.declare_publisher(key, congestion_control=self._congestion)
        token = self.node.endpoint_token("MP", next(self._numbers), topic, type_name, depth)
        self._declared.append(end)
        self._declare(token)
        return TopicPublisher(end, identifier(token))

    def subscribe(self, topic: str, type_name: str, receive: Callable[[bytes], None]) -> None:
        """Hand the bytes of every message over, in a thread of Zenoh."""
        key = topic_key(self.node.domain, topic, type_name)
        self._declared.append(
            self._session.declare_subscriber(key, lambda sample: receive(bytes(sample.payload)))
        )
        self._declare(self.node.endpoint_token("MS", next(self._numbers), topic, type_name, 10))

    def _declare(self, token: str) -> None:
        self._declared.append(self._session.liveliness().declare_token(token))

    def close(self) -> None:
        """Take leave; tokens and publishers go with the session."""
        self._session.close()


class TopicPublisher:
    """Puts messages of one topic."""

    def __init__(self, end: Any, publisher: bytes) -> None:
        self._end, self._publisher = end, publisher
        self._sequence = itertools.count(1)

    def put(self, message: Any) -> None:
        """Send a message, with what rmw_zenoh wants to know of it; its time is that of the day."""
        facts = attachment(next(self._sequence), time.time_ns(), self._publisher)
        self._end.put(to_bytes(message), attachment=facts)

    @property
    def is_read(self) -> bool:
        """Whether anybody reads the topic."""
        return bool(self._end.matching_status.matching)


def _unreachable(connect: Sequence[str], listen: Sequence[str], error: Exception) -> PelagosError:
    """What to start, or which endpoint to change."""
    reason = str(error).partition(" at /")[0]
    if not listen:
        return PelagosError(
            f"no Zenoh router at {', '.join(connect)}: {reason}\n"
            "    start one with: ros2 run rmw_zenoh_cpp rmw_zenohd\n"
            f"    or be it yourself, without ROS: --listen {ROUTER}"
        )
    ends = ", ".join([*listen, *connect])
    return PelagosError(
        f"Zenoh cannot use {ends}: {reason}\n"
        f"    write endpoints as {ROUTER}; is another router there?"
    )
