"""Fleets that are driven datagram by datagram, with a clock that the test winds on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import pelagos as pl
from benchmarks.ardusub import packet, parsed
from pelagos.bridges.ardupilot.fleet import Fleet

NEUTRAL = [1500] * 8


class Tank:
    """A fleet without sockets: datagrams in, answers out, by the index of the vehicle."""

    def __init__(self, robot: Any, *args: Any, **words: Any) -> None:
        self.now = 100.0
        loaded = pl.load(robot) if isinstance(robot, str) else robot
        self.fleet = Fleet(loaded, *args, clock=lambda: self.now, **words)
        self.links = [member.link for member in self.fleet.members]

    def raw(self, data: bytes, vehicle: int = 0, port: int = 5000) -> list[tuple[int, bytes]]:
        member = self.fleet.members[vehicle]
        return self._found(self.fleet.receive(member, data, ("127.0.0.1", port + vehicle)))

    def send(
        self,
        count: int,
        pulses: Sequence[int] = NEUTRAL,
        *,
        vehicle: int = 0,
        rate: int = 400,
        port: int = 5000,
    ) -> list[dict[str, Any]]:
        """Answers to a frame, as ArduSub reads them."""
        found = self.raw(packet(pulses, count, rate), vehicle, port)
        return [{**parsed(answer), "vehicle": index} for index, answer in found]

    def wait(self, seconds: float) -> list[dict[str, Any]]:
        """Nothing is heard for so long; answers that became possible."""
        self.now += seconds
        return [
            {**parsed(answer), "vehicle": index}
            for index, answer in self._found(self.fleet.watch())
        ]

    def _found(self, answers: Any) -> list[tuple[int, bytes]]:
        return [(self.fleet.members.index(member), answer) for member, answer in answers]


@pytest.fixture(scope="session")
def tank():
    return Tank
