"""A sweep that is killed again and again: `python -m tests.study.killing STUDY FOLDER KILLS`.

Each sweep is a fork of a process that has loaded the engine, so that kills fall into all moments of
its work and not into the start of Python. It is killed a random while after a random number of
chunks; a sweep that is quicker than that while waits for the kill two chunks later, so that none
comes to its end. Writes what happened as JSON.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sys
import time
from pathlib import Path

import pelagos as pl

CHUNK = 2
MOST = 3  # chunks that are stored before a kill, apart from those of the random while
LONGEST = 0.05  # s, of that while


def files(folder: Path) -> dict[str, tuple[int, int]]:
    """The chunks that are there, with what would change if they were written again."""
    places = {place.name: place.stat() for place in folder.glob("runs-*.npz")}
    return {name: (s.st_ino, s.st_mtime_ns) for name, s in places.items()}


def done(folder: Path) -> int:
    return pl.open_study(folder).done() if (folder / "study.json").exists() else 0


def forked(study: str, folder: Path, most: int) -> tuple[int, int]:
    """A sweep in a process of its own, and a pipe with everything it reports.

    When `most` runs are stored it does nothing more.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading

    def report(fraction: float | None, message: str = "") -> None:
        if fraction is not None:
            os.write(writing, message.encode() + b"\n")
            if stored(message) >= most:
                signal.pause()

    pl.sweep(study, folder, resume=True, threads=1, chunk=CHUNK, progress=report)
    os._exit(0)


def stored(message: str) -> int:
    """Runs that a report says are stored."""
    [number] = re.findall(r"([\d,]+) of [\d,]+ runs stored", message)
    return int(number.replace(",", ""))


class Reports:
    """The largest number of runs that was reported as stored."""

    def __init__(self, pipe: int) -> None:
        self._pipe, self._text, self.stored = pipe, b"", 0

    def more(self) -> bool:
        """Read on; False at the end."""
        piece = os.read(self._pipe, 1 << 16)
        *lines, self._text = (self._text + piece).split(b"\n")
        for line in lines:
            self.stored = max(self.stored, stored(line.decode()))
        return bool(piece)


def main(study: str, path: str, kills: int) -> None:
    rng, folder = random.Random(5), Path(path)
    pl.sweep(study, folder.with_name("warm"), threads=1)  # what is loaded once does not count
    began = time.monotonic()
    whole = pl.sweep(study, folder.with_name("whole"), threads=1, chunk=CHUNK)
    step = (time.monotonic() - began) / len(whole.ranges())
    facts: dict[str, list] = {"alive": [], "lost": [], "rewritten": [], "done": []}
    for _ in range(kills):
        before, start = files(folder), done(folder)
        wanted = start + CHUNK * rng.randint(0, MOST)
        child, pipe = forked(study, folder, wanted + 2 * CHUNK)
        reports = Reports(pipe)
        while reports.stored < wanted and reports.more():
            pass
        time.sleep(rng.uniform(0, min(step, LONGEST)))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        while reports.more():
            pass
        os.close(pipe)
        after = files(folder)
        facts["alive"].append(os.WIFSIGNALED(status))
        facts["done"].append(done(folder))
        facts["lost"].append(max(0, reports.stored - facts["done"][-1]))
        facts["rewritten"].append(sum(after.get(name) != file for name, file in before.items()))
    pl.sweep(study, folder, resume=True, threads=1)
    sys.stdout.write(json.dumps(facts))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
