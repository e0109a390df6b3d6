"""Cases in a process of their own, which may crash, hang or run out of memory without harm.

A case is known by kind, seed and number, and is the same wherever it runs.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

CPU = 10.0  # seconds of processor time for a case
WALL = 60.0  # seconds until a case that waits instead of working is given up
MEMORY = 2_000_000_000  # bytes beyond what the process had before its first case
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Failure:
    """A case that ended in neither success nor a refusal."""

    case: int
    where: str
    """Error and the line of the project that it came from: the same for the same defect."""
    details: str = ""


@dataclass
class Tally:
    """What became of the cases of one kind."""

    kind: str
    seed: int
    read: int = 0
    refused: int = 0
    failures: list[Failure] = field(default_factory=list)

    @property
    def cases(self) -> int:
        return self.read + self.refused + len(self.failures)

    def __str__(self) -> str:
        lines = [
            f"{self.kind}: {self.cases} cases, {self.read} read, {self.refused} refused, "
            f"{len(self.failures)} failed"
        ]
        first: dict[str, Failure] = {}
        for failure in self.failures:
            first.setdefault(failure.where, failure)
        for where, count in Counter(f.where for f in self.failures).most_common():
            again = f"python -m tests.fuzz {self.kind} --seed {self.seed} --case"
            lines.append(f"  {count} x {where}\n      {again} {first[where].case}")
        return "\n".join(lines)


class _Worker:
    """One process that goes through cases until it ends or is ended."""

    def __init__(self, kind: str, seed: int, first: int, last: int, cpu: float) -> None:
        self.said = tempfile.TemporaryFile()  # noqa: SIM115
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        numbers = map(str, (seed, first, last, cpu))
        command = [sys.executable, "-m", "tests.fuzz.worker", kind, *numbers]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self.said,
        )
        assert self.process.stdout is not None
        self._buffer = b""
        self._selector = selectors.DefaultSelector()
        self._selector.register(self.process.stdout, selectors.EVENT_READ)

    def line(self, timeout: float) -> str | None:
        """The next line; empty when the process has ended, None when nothing came in time."""
        assert self.process.stdout is not None
        while b"\n" not in self._buffer:
            if not self._selector.select(timeout):
                return None
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more:
                return ""
            self._buffer += more
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode()

    def end(self) -> tuple[int, str]:
        """Exit code and the last words of the process, which is killed if it goes on."""
        try:
            code = self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self._selector.close()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.said.seek(0)
        words = self.said.read()[-4000:].decode(errors="replace")
        self.said.close()
        return code, words


def run(
    kind: str,
    cases: int,
    seed: int,
    first: int = 0,
    cpu: float = CPU,
    progress: Callable[[Tally], None] = lambda _: None,
) -> Tally:
    """Go through cases `first` to `first + cases`."""
    tally = Tally(kind, seed)
    at, last = first, first + cases
    while at < last:
        worker, started = _Worker(kind, seed, at, last, cpu), False
        while line := worker.line(WALL if started else 5 * WALL):
            facts = json.loads(line)
            started = True
            if facts["status"] == "begun":
                at = facts["case"]
                continue
            _count(tally, facts)
            at = facts["case"] + 1
            progress(tally)
        if line is None:
            worker.process.kill()
            _, words = worker.end()
            tally.failures.append(Failure(at, f"nothing came for {WALL:g} s", words))
        else:
            code, words = worker.end()
            if code == 0 and at >= last:
                break
            if not started:
                raise RuntimeError(f"the worker did not start:\n{words}")
            name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            tally.failures.append(Failure(at, f"the process ended: {name}", words))
        at += 1
    return tally


def _count(tally: Tally, facts: dict) -> None:
    if facts["status"] == "read":
        tally.read += 1
    elif facts["status"] == "refused":
        tally.refused += 1
    else:
        tally.failures.append(Failure(facts["case"], facts["where"], facts["details"]))
