"""Real sockets on this machine: the exact packets, floods, silence, two ports, pacing."""

from __future__ import annotations

import threading
import time

import pytest

import pelagos as pl
from benchmarks.ardusub import VECTORED_6DOF, ArduSub, mixed
from pelagos.bridges.ardupilot.fleet import Fleet
from pelagos.bridges.ardupilot.server import SitlServer
from pelagos.errors import PelagosError

NEUTRAL = [1500] * 8


class Serving:
    """A server in a thread of its own, and clients that are closed with it."""

    def __init__(self, robot: str = "bluerov-heavy", speed: float | None = None, **words) -> None:
        self.now = 0.0
        self.fleet = Fleet(pl.load(robot), clock=lambda: self.now, **words)
        self.server = SitlServer(self.fleet, port=0, speed=speed)
        self.clients: list[ArduSub] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self.server.serve, args=(self._ended.is_set,))
        self._thread.start()

    def client(self, vehicle: int = 0, **words) -> ArduSub:
        self.clients.append(ArduSub(self.server.addresses[vehicle], **words))
        return self.clients[-1]

    def until(self, true) -> None:
        """Wait for something that comes for certain."""
        give_up = time.monotonic() + 30.0
        while not true():
            assert time.monotonic() < give_up
            time.sleep(0.01)

    def close(self) -> None:
        self._ended.set()
        self._thread.join(30.0)
        assert not self._thread.is_alive()
        self.server.close()
        for client in self.clients:
            client.close()


@pytest.fixture
def serving():
    opened: list[Serving] = []

    def start(*args, **words) -> Serving:
        opened.append(Serving(*args, **words))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def test_lockstep_over_udp(serving):
    here = serving()
    client = here.client()
    for k in range(400):
        told = client.step(mixed(VECTORED_6DOF, forward=0.5))
        assert told["timestamp"] == pytest.approx((k + 1) / 400, abs=1e-9)
    assert told["velocity"][0] > 0.1
    assert here.fleet.members[0].answers == 400


def test_answers_that_are_lost_are_asked_for_again(serving):
    client = serving().client()
    told = client.step(NEUTRAL)
    client.send(NEUTRAL)
    client._socket.recv(65_000)  # this one got lost on its way
    again = client.step(NEUTRAL)
    assert again["timestamp"] - told["timestamp"] == pytest.approx(1 / 400, abs=1e-9)
    assert client.step(NEUTRAL)["timestamp"] == pytest.approx(3 / 400)


def test_garbage_in_between_is_ignored_and_counted(serving):
    here = serving()
    client = here.client()
    client.step(NEUTRAL)
    link = here.fleet.members[0].link
    for data in (b"", b"hello", bytes(40), bytes(60_000), bytes(73)):
        client.send_raw(data)
    assert client.step(NEUTRAL)["timestamp"] == pytest.approx(2 / 400)
    assert link.ignored == {"wrong size": 4, "wrong magic number": 1}


def test_an_autopilot_disappears_and_another_one_takes_its_place(serving):
    here = serving()
    first = here.client()
    for _ in range(100):
        first.step(mixed(VECTORED_6DOF, forward=0.5))
    first.close()
    second = here.client()
    second.send(NEUTRAL)
    link = here.fleet.members[0].link
    here.until(lambda: link.ignored["another autopilot"] == 1)
    here.now += 10.0
    here.until(lambda: not here.fleet.members[0].present)
    told = second.step(NEUTRAL)
    assert told["timestamp"] == pytest.approx(1 / 400)
    assert told["velocity"][0] == 0
    assert here.fleet.restarts == 1


def test_two_vehicles_on_two_ports(serving):
    here = serving("bluerov-pair")
    one, other = here.client(0), here.client(1)
    one.step(NEUTRAL)
    other.send(NEUTRAL)
    here.until(lambda: here.fleet.members[1].present)
    for _ in range(50):
        one.send(NEUTRAL)
        other.receive()
        told = one.receive()
        other.send(NEUTRAL)
    assert told["timestamp"] == pytest.approx(51 / 400, abs=1e-9)
    assert told["position"][1] == pytest.approx(-0.4, abs=0.01)


def test_speed_is_kept_by_the_clock_on_the_wall(serving):
    """Never faster: how much slower depends on the machine."""
    here = serving(speed=2.0, unpaced=True)
    client = here.client(rate=50)
    client.step(NEUTRAL)
    begun = time.monotonic()
    for _ in range(25):
        client.step(NEUTRAL)
    assert time.monotonic() - begun > 0.2  # 0.5 s of motion at twice the speed, less a margin


def test_a_run_that_ends_ends_the_server(serving):
    here = serving(duration=0.05)
    client = here.client()
    for _ in range(20):
        client.step(NEUTRAL)
    here.until(lambda: not here._thread.is_alive())


def test_ports_that_are_taken_are_named():
    fleet = Fleet(pl.load("bluerov-heavy"))
    one = SitlServer(fleet, port=0)
    port = one.addresses[0][1]
    with pytest.raises(PelagosError, match=f"port {port} for ardusub") as error:
        SitlServer(fleet, port=port)
    assert "--port" in str(error.value)
    one.close()


def test_ports_are_ten_apart_and_must_exist():
    fleet = Fleet(pl.load("bluerov-pair"))
    with pytest.raises(PelagosError, match=r"port 65540 for starboard"):
        SitlServer(fleet, port=65530)
