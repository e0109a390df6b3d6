"""Lockstep with an autopilot in another process: `python -m benchmarks.sitl [--table FILE]`.

The scripted ArduSub of `benchmarks/ardusub.py` sends frames over UDP on this machine and waits for
each answer. Server and autopilots share one core of the processor where the system can say so.
Where others use that core as well, the clock tells of them, too; processor times do not.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

import pelagos as pl
from benchmarks.ardusub import BLUEROV1, VECTORED_6DOF, ArduSub, mixed
from benchmarks.timing import machine, taken_with, write_table
from pelagos.bridges.ardupilot.fleet import Fleet
from pelagos.bridges.ardupilot.server import SitlServer
from pelagos.cli.support.text import span

WARM, FRAMES = 500, 4000
IMU = "icm-20602"
PATTERN = 97  # frames after which outputs repeat


@dataclass(frozen=True)
class Case:
    """A vehicle, its frame rate, whether the run is recorded every 20 ms, and the rate of an imu of
    the model that reads for the autopilot."""

    robot: str
    rate: int
    frame: Any
    recorded: bool = False
    imu: int | None = None

    def model(self) -> pl.Robot:
        """The vehicle; its imu has the errors of an ICM-20602."""
        robot = pl.load(self.robot)
        if self.imu is None:
            return robot
        words = robot.to_dict()
        words["sensors"] = {"nav": {"imu": {"body": "hull", "preset": IMU, "rate": self.imu}}}
        words["autopilots"]["ardusub"]["imu"] = "nav"
        return pl.Robot(**words)


CASES = (
    Case("bluerov-heavy", 400, VECTORED_6DOF),
    Case("bluerov-heavy", 400, VECTORED_6DOF, recorded=True),
    Case("bluerov-heavy", 400, VECTORED_6DOF, imu=400),
    Case("bluerov-heavy", 400, VECTORED_6DOF, imu=1000),
    Case("bluerov-heavy", 1200, VECTORED_6DOF),
    Case("bluerov", 400, BLUEROV1),
    Case("bluerov-pair", 400, BLUEROV1),
)


def outputs(frame: Any) -> list[list[int]]:
    """Pulses that differ from frame to frame, so that every one of them sets inputs."""
    turns = (2 * math.pi * k / PATTERN for k in range(PATTERN))
    return [mixed(frame, forward=0.4 * math.sin(x), yaw=0.2 * math.cos(3 * x)) for x in turns]


def autopilot(address: tuple[str, int], case: Case, spent: Any) -> None:
    """The other process: frames in lockstep, and the processor time of those that count."""
    client, pulses = ArduSub(address, rate=case.rate, timeout=30.0), outputs(case.frame)
    times = []
    for k in range(WARM + FRAMES + 100):
        if k in (WARM, WARM + FRAMES):
            times.append(process_time())
        client.step(pulses[k % PATTERN])
    client.close()
    spent.put(times[1] - times[0])


class Turn(NamedTuple):
    """Frames per second of each vehicle; processor time per frame of the server, and of all."""

    rate: float
    server: float
    everybody: float


def measured(case: Case) -> Turn:
    """One turn."""
    folder = tempfile.TemporaryDirectory()
    out = Path(folder.name) / "run.nc" if case.recorded else None
    fleet = Fleet(case.model(), unpaced=True, out=out)
    server = SitlServer(fleet, port=0)
    context = multiprocessing.get_context("spawn")
    spent = context.SimpleQueue()
    clients = [
        context.Process(target=autopilot, args=(address, case, spent))
        for address in server.addresses
    ]
    for client in clients:
        client.start()
    server.serve(lambda: _answers(fleet) >= WARM)
    wall, used = perf_counter(), process_time()
    server.serve(lambda: _answers(fleet) >= WARM + FRAMES)
    wall, used = perf_counter() - wall, process_time() - used
    ended = threading.Event()
    for client in clients:
        threading.Thread(target=lambda c=client: (c.join(), ended.set()), daemon=True).start()
    server.serve(ended.is_set)
    server.close()
    fleet.close()
    others = sum(spent.get() for _ in clients if not spent.empty())
    for client in clients:
        client.kill()
        client.join()
    folder.cleanup()
    return Turn(FRAMES / wall, used / FRAMES, (used + others) / FRAMES)


def _answers(fleet: Fleet) -> int:
    """Of the vehicle that came last."""
    return min(member.answers for member in fleet.members)


def table(rounds: int) -> str:
    """The best of some turns of each case."""
    environment = machine()
    one_core = hasattr(os, "sched_setaffinity")
    if one_core:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    where = "one core of" if one_core else "all cores of"
    lines = [
        taken_with(environment),
        "",
        f"Server and autopilots, each a process of its own, on {where} the processor; {FRAMES} "
        "frames over UDP, each with other servo outputs and its answer read. `imu`: a sensor of "
        "the model with the errors of an ICM-20602 in the place of perfect ones. Times real time: "
        "by the clock, and by the processor time of server and autopilots, as the clock would be "
        f"on a core that nobody else uses; of that, `server` per frame. The best of {rounds}.",
        "",
        "| vehicle | autopilots | rate | imu | recorded | frames/s | by the clock "
        "| by processor time | server |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for case in CASES:
        turns = [measured(case) for _ in range(rounds)]
        rate = max(turn.rate for turn in turns)
        server, everybody = (min(turn[k] for turn in turns) for k in (1, 2))
        count = len(pl.load(case.robot).autopilots)
        cells = (
            case.robot,
            str(count),
            f"{case.rate} Hz",
            "perfect" if case.imu is None else f"{case.imu} Hz",
            "every 20 ms" if case.recorded else "no",
            f"{rate:,.0f}",
            f"{rate / case.rate:.1f}",
            f"{1.0 / (everybody * case.rate):.1f}",
            span(server),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write_table("Lockstep with an autopilot in another process.", table)
