"""UDP ports of a fleet, and the clock on the wall."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass

from pelagos.bridges.ardupilot import FIRST_PORT, PORT_STEP
from pelagos.bridges.ardupilot.fleet import Fleet, FleetMember
from pelagos.bridges.ardupilot.packets import LONGEST
from pelagos.errors import PelagosError

LOOPBACK = "127.0.0.1"
_TICK = 0.1  # s between two looks at who is silent
_AT_ONCE = 64  # datagrams of one port before the others have their turn
_LATE = 0.25  # s behind the clock that are given up rather than caught up
_STATUS = 1.0  # s between two reports


@dataclass(frozen=True)
class SitlStatus:
    """How it goes: simulated time, and frames and simulated seconds per second of late."""

    time: float
    frames: float
    speed: float


class SitlServer:
    """Serves the autopilots of a fleet until it is told to stop, or the run ends.

    port: of the first vehicle, each further one is 10 higher; 0 takes free ones.
    speed: simulated seconds per second, at most; None: as fast as everybody can.

    Examples:
        >>> from pelagos.bridges.ardupilot.fleet import Fleet
        >>> server = SitlServer(Fleet(pl.load("bluerov-heavy")), port=0)
        >>> server.addresses[0][0]
        '127.0.0.1'
        >>> server.close()
    """

    def __init__(
        self,
        fleet: Fleet,
        *,
        host: str = LOOPBACK,
        port: int = FIRST_PORT,
        speed: float | None = None,
    ) -> None:
        self.fleet, self._speed = fleet, speed
        self._selector = selectors.DefaultSelector()
        self._sockets: dict[FleetMember, socket.socket] = {}
        self._anchor = (0.0, 0.0)  # times on the wall and of the session that belong together
        try:
            for index, member in enumerate(fleet.members):
                number = port + PORT_STEP * index if port else 0
                self._sockets[member] = one = _listening(host, number, member.vehicle.name)
                self._selector.register(one, selectors.EVENT_READ, member)
        except PelagosError:
            self.close()
            raise

    @property
    def addresses(self) -> list[tuple[str, int]]:
        """Where each vehicle waits for its autopilot."""
        return [one.getsockname()[:2] for one in self._sockets.values()]

    def close(self) -> None:
        """Stop listening."""
        for one in self._sockets.values():
            one.close()
        self._selector.close()

    def serve(
        self,
        stop: Callable[[], bool] = lambda: False,
        status: Callable[[SitlStatus], None] | None = None,
    ) -> None:
        """Answer until `stop()` is true or the run ends; report about once a second."""
        fleet, watched = self.fleet, time.monotonic()
        told, frames, simulated = watched, self._frames, fleet.session.time
        self._anchor = (watched, simulated)
        while not (stop() or fleet.ended):
            for key, _ in self._selector.select(_TICK):
                self._drain(key.data, stop)
            now = time.monotonic()
            if now - watched < _TICK:
                continue
            watched = now
            for member, answer in fleet.watch():
                self._send(member, answer)
            if status is not None and now - told >= _STATUS:
                passed, went = now - told, fleet.session.time - simulated
                # negative after a restart
                speed = max(went, 0.0) / passed
                status(SitlStatus(fleet.session.time, (self._frames - frames) / passed, speed))
                told, frames, simulated = now, self._frames, fleet.session.time

    @property
    def _frames(self) -> int:
        return sum(member.answers for member in self.fleet.members)

    def _drain(self, member: FleetMember, stop: Callable[[], bool]) -> None:
        """Take what has arrived at one port."""
        receiving = self._sockets[member]
        for _ in range(_AT_ONCE):
            try:
                # one byte more than any packet has, so that longer ones show
                data, sender = receiving.recvfrom(LONGEST + 1)
            except BlockingIOError:
                return
            except OSError:  # where systems tell so: too long, or an answer did not get through
                member.link.ignored["could not be received"] += 1
                continue
            for answered, answer in self.fleet.receive(member, data, sender):
                self._wait(stop)
                self._send(answered, answer)
            if self.fleet.ended:
                return

    def _wait(self, stop: Callable[[], bool]) -> None:
        """Until the clock on the wall is where the session is."""
        if self._speed is None:
            return
        wall, simulated = self._anchor
        now, reached = time.monotonic(), self.fleet.session.time
        due = wall + (reached - simulated) / self._speed
        if reached < simulated or now - due > _LATE:
            self._anchor = (now, reached)
            return
        while (left := due - time.monotonic()) > 0.0 and not stop():
            time.sleep(min(left, _TICK))

    def _send(self, member: FleetMember, answer: bytes) -> None:
        try:
            self._sockets[member].sendto(answer, member.link.sender or ())
        except OSError:
            member.link.unsent += 1


def _listening(host: str, port: int, name: str) -> socket.socket:
    """A socket that is bound, and never waits."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_DGRAM)
    try:
        found.bind((host, port))
    except (OSError, OverflowError) as error:
        found.close()
        raise PelagosError(
            f"cannot listen on {host} port {port} for {name}: {error}\n    choose another --port; "
            f"ArduPilot's instance n sends to {FIRST_PORT} + {PORT_STEP} n"
        ) from None
    found.setblocking(False)
    return found
