"""Long sweeps, and sweeps that are hurt: `python -m benchmarks.endurance [--table FILE]`.

Memory: sweeps of ever more runs of a wheel under a torque, the cheapest robot there is, each in a
process of its own. Workers: a sweep on Dask whose workers are killed and stopped at random moments.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pelagos as pl
from benchmarks.timing import machine, taken_with
from pelagos.language.yaml_text import write
from pelagos.study import cluster

SIZES = (10_000, 100_000, 1_000_000)
KILLS, STOPS = 20, 3  # of workers
LAPSE = 15  # s without a sign of life, after which Dask gives a worker up

WHEEL = {
    "pelagos": 1,
    "name": "wheel",
    "gravity": [0, 0, 0],
    "parameters": {"torque": 1},
    "bodies": {"wheel": {"joint": {"revolute": "z"}, "mass": 1, "inertia": [1, 1, 1]}},
    "actuators": {"spin": {"motor": {"joint": "wheel", "input": "torque"}}},
}
STUDY = {
    "robot": "wheel.yaml",
    "factors": {"parameters.torque": {"uniform": [0, 1]}},
    "initial": {"u[wheel]": {"normal": [0, 1]}},
    "duration": 1,
    "every": 1,
    "integrator": "rk4",
    "step": 1,
    "metrics": {"speed": {"final": "u.wheel"}, "angle": {"final": "q.wheel"}},
}


def swept(runs: int) -> None:
    """A sweep of so many runs; prints its time and the most memory this process ever had."""
    (Path() / "wheel.yaml").write_text(write(WHEEL))
    begun, spent = time.monotonic(), time.process_time()
    pl.sweep(STUDY | {"runs": runs}, "runs", threads=1)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # kB on Linux
    used = [time.monotonic() - begun, time.process_time() - spent, peak / 1e3]
    size = sum(place.stat().st_size for place in Path("runs").glob("*.npz"))
    print(json.dumps([*used, size / 1e6]))


def memory(sizes: Sequence[int]) -> list[str]:
    """Lines of a table: runs, processor time of a run, peak of the memory, results on disk."""
    lines = ["| runs | processor time of a run | peak memory | on disk |", "| --- " * 4 + "|"]
    for runs in sizes:
        with tempfile.TemporaryDirectory() as place:
            command = [sys.executable, "-m", "benchmarks.endurance", "--only", str(runs)]
            paths = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
            environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
            ended = subprocess.run(
                command, cwd=place, env=environment, capture_output=True, text=True, check=True
            )
        _, spent, peak, size = json.loads(ended.stdout)
        lines.append(f"| {runs:,} | {1e3 * spent / runs:.2f} ms | {peak:.0f} MB | {size:.1f} MB |")
        print(lines[-1], flush=True)
    return lines


def hurt(kills: int, stops: int) -> str:
    """A sentence on a sweep whose two workers are killed and stopped all the time."""
    import dask

    words = STUDY | {"runs": 40 * (kills + stops), "duration": 2, "every": 0.01, "step": 0.01}
    lapse = {"distributed.scheduler.worker-ttl": f"{LAPSE}s"}
    with tempfile.TemporaryDirectory() as place, contextlib.chdir(place):
        Path("wheel.yaml").write_text(write(WHEEL))
        whole = pl.sweep(words, "whole", chunk=4)
        begun = time.monotonic()
        with dask.config.set(lapse), cluster.workers("local:2") as crew:
            blows = Blows(crew, [signal.SIGKILL] * kills + [signal.SIGSTOP] * stops)
            study = pl.sweep(words, "hurt", chunk=4, cluster=crew, progress=blows)
        spent = time.monotonic() - begun
        assert not blows.left, f"{len(blows.left)} blows were not dealt"
        assert blows.stored == study.runs  # more, if a chunk had been written twice
        assert _digests(study.path) == _digests(whole.path)
        chunks = len(study.ranges())
    return (
        f"{chunks} chunks on two Dask workers, one of which was killed {kills} times and stopped "
        f"{stops} times at random moments, those of its start included: all stored once, equal to "
        f"the undisturbed sweep to the byte, in {spent:.0f} s (a worker that is stopped is given "
        f"up after {LAPSE} s)."
    )


class Blows:
    """Progress of a sweep that, a random while after every few chunks, hits one of its workers."""

    def __init__(self, crew: cluster.Workers, blows: list[signal.Signals]) -> None:
        self._crew, self._rng, self._due = crew, random.Random(1), 16
        self.left, self.stored = blows, 0
        self._rng.shuffle(blows)

    def __call__(self, fraction: float | None, message: str = "") -> None:
        if fraction is None:
            return
        self.stored = int(message.partition(" of ")[0].replace(",", ""))
        if self.left and self.stored >= self._due:
            self._due = self.stored + 32
            threading.Timer(self._rng.uniform(0, 0.3), self._hit).start()

    def _hit(self) -> None:
        """Kills hit any process; only one that is at work is stopped, as a straggler would be."""
        at_work = self._crew.client.nthreads()
        processes = [
            nanny.pid
            for nanny in self._crew.client.cluster.workers.values()
            if nanny.pid and (self.left[-1] == signal.SIGKILL or nanny.worker_address in at_work)
        ]
        if processes:
            os.kill(self._rng.choice(processes), self.left.pop())


def _digests(folder: Path) -> dict[str, str]:
    places = sorted(folder.glob("runs-*.npz"))
    return {place.name: hashlib.sha256(place.read_bytes()).hexdigest() for place in places}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", type=Path, metavar="FILE", help="also write the results here")
    parser.add_argument("--only", type=int, metavar="RUNS", help="one sweep in this process")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="of the sweeps")
    parser.add_argument("--kills", type=int, default=KILLS, help="of workers")
    options = parser.parse_args()
    if options.only:
        swept(options.only)
        return
    lines = [taken_with(machine()), "", *memory(options.sizes), ""]
    lines.append(hurt(options.kills, STOPS))
    print(lines[-1])
    if options.table:
        options.table.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
