"""A sweep that is killed again and again: `python -m tests.study.killing STUDY FOLDER KILLS`.

Each sweep is a fork of a process that has loaded the engine, so that kills fall into all moments of
its work and not into the start of Python. Prints what happened as JSON.
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


def stored(folder: Path) -> dict[str, tuple[int, int]]:
    """The chunks that are there, with what would change if they were written again."""
    places = {place.name: place.stat() for place in folder.glob("runs-*.npz")}
    return {name: (s.st_ino, s.st_mtime_ns) for name, s in places.items()}


def swept(study: str, folder: Path, reports: int) -> None:
    """Sweep in a process of its own; everything it reports as stored goes to a pipe."""

    def report(fraction: float | None, message: str = "") -> None:
        if fraction is not None:
            os.write(reports, message.encode() + b"\n")

    pl.sweep(study, folder, resume=True, threads=1, chunk=2, progress=report)
    os._exit(0)


def reported(pipe: int) -> int:
    """The largest number of runs that was reported as stored."""
    text = b""
    while piece := os.read(pipe, 1 << 16):
        text += piece
    found = re.findall(r"([\d,]+) of [\d,]+ runs stored", text.decode())
    return max((int(number.replace(",", "")) for number in found), default=0)


def main(study: str, path: str, kills: int) -> None:
    rng, folder = random.Random(5), Path(path)
    pl.sweep(study, folder.with_name("warm"), threads=1)  # what is loaded once does not count
    began = time.monotonic()
    pl.sweep(study, folder.with_name("whole"), threads=1, chunk=2)
    whole = time.monotonic() - began
    facts: dict[str, list] = {"alive": [], "lost": [], "rewritten": [], "done": []}
    for _ in range(kills):
        before = stored(folder)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            swept(study, folder, writing)
        os.close(writing)
        time.sleep(rng.uniform(0, whole / (0.8 * kills)))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        facts["alive"].append(os.WIFSIGNALED(status))
        claimed = reported(reading)
        os.close(reading)
        after = stored(folder)
        done = pl.open_study(folder).done() if (folder / "study.json").exists() else 0
        facts["done"].append(done)
        facts["lost"].append(max(0, claimed - done))
        facts["rewritten"].append(sum(after.get(name) != file for name, file in before.items()))
    pl.sweep(study, folder, resume=True, threads=1)
    sys.stdout.write(json.dumps(facts))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
