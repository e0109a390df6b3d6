"""Others on the wire: a second Zenoh session that knows of ROS what its messages say."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import zenoh

PATIENCE = 60.0  # seconds; nothing is asserted about how long things take


def free_endpoint() -> str:
    """On this machine, taken by nobody just now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return f"tcp/127.0.0.1:{found.getsockname()[1]}"


def until(true: Callable[[], Any], what: str) -> Any:
    """Look again and again."""
    end = time.monotonic() + PATIENCE
    while not (found := true()):
        if time.monotonic() > end:
            pytest.fail(f"waited {PATIENCE:g} s for {what}")
        time.sleep(0.005)
    return found


class Peer:
    """A Zenoh session as rmw_zenoh_cpp opens it, that keeps what it hears."""

    def __init__(self, *, connect: str = "", listen: str = "") -> None:
        config = zenoh.Config()
        for key, value in {
            "mode": "router" if listen else "peer",
            "connect/endpoints": [connect] if connect else [],
            "listen/endpoints": [listen or "tcp/127.0.0.1:0"],
            "scouting/multicast/enabled": False,
            "scouting/delay": 500 if connect else 0,
        }.items():
            config.insert_json5(key, json.dumps(value))
        self.session = zenoh.open(config)
        self.heard: list[tuple[str, bytes, bytes]] = []
        self._ends: dict[str, Any] = {}
        self._all = self.session.declare_subscriber(
            "0/**",
            lambda s: self.heard.append((str(s.key_expr), bytes(s.payload), bytes(s.attachment))),
            allowed_origin=zenoh.Locality.REMOTE,
        )

    def tokens(self) -> list[str]:
        """What is alive, as ROS 2 nodes ask for it."""
        replies = self.session.liveliness().get("@ros2_lv/0/**", timeout=PATIENCE)
        return [str(reply.ok.key_expr) for reply in replies]

    def put(self, key: str, data: bytes) -> None:
        """Once the other side listens: what nobody reads is lost."""
        if key not in self._ends:
            self._ends[key] = self.session.declare_publisher(
                key, allowed_destination=zenoh.Locality.REMOTE
            )
        until(lambda: self._ends[key].matching_status.matching, f"a reader of {key}")
        self._ends[key].put(data, attachment=bytes(33))


@pytest.fixture
def peers() -> Iterator[Callable[..., Peer]]:
    """Open sessions that are closed in the end."""
    opened: list[Peer] = []

    def peer(**words: str) -> Peer:
        opened.append(Peer(**words))
        return opened[-1]

    yield peer
    for one in opened:
        one.session.close()
