"""Fair clocks on a machine that is not quiet.

Candidates take turns and the best turn of each counts. The clock is the processor time of this
process, all threads added: equal to the wall time of one thread on a quiet machine, less disturbed
on others, and no candidate gains by a second core.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.metadata
import os
import platform
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time
from typing import Any

from pelagos.cli.support.text import span


@dataclass(frozen=True)
class Candidate:
    """Something to time: `work()` does `units` units of work."""

    work: Callable[[], Any]
    units: int


TURN = 0.03  # seconds that a turn lasts at least, so that caches and predictors settle


def best_of(candidates: Mapping[str, Candidate], rounds: int) -> dict[str, float]:
    """Seconds per unit of each candidate: all take a turn in each round, the fastest is kept."""
    repeats = {}
    for name, candidate in candidates.items():
        candidate.work()  # compile, load, warm up
        start = process_time()
        candidate.work()
        repeats[name] = 1 + int(TURN / max(process_time() - start, 1e-6))
    best = dict.fromkeys(candidates, float("inf"))
    for _ in range(rounds):
        for name, candidate in candidates.items():
            start = process_time()
            for _ in range(repeats[name]):
                candidate.work()
            spent = (process_time() - start) / repeats[name]
            best[name] = min(best[name], spent / candidate.units)
    return best


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    group: str
    name: str
    seconds: float
    unit: str
    ratio: float | None = None  # how many times faster than `against`
    against: str = ""

    def text(self) -> str:
        line = f"  {self.name:<42} {span(self.seconds):>10} / {self.unit:<16}"
        return line + (f" {self.ratio:6.1f} x {self.against}" if self.ratio else "")


def write_table(summary: str, table: Callable[[int], str]) -> None:
    """The command line of a benchmark that makes one table, given the number of turns."""
    parser = argparse.ArgumentParser(description=summary)
    parser.add_argument("--rounds", type=int, default=5, help="turns of each candidate")
    print_table(parser, lambda options: table(options.rounds))


def print_table(
    parser: argparse.ArgumentParser, table: Callable[[argparse.Namespace], str]
) -> None:
    """Make a table by what the command line says; print it, and write it where that asks for it."""
    parser.add_argument("--table", type=Path, metavar="FILE", help="also write the table here")
    options = parser.parse_args()
    text = table(options)
    print(text)
    if options.table:
        options.table.write_text(text, encoding="utf-8")


def machine() -> dict[str, Any]:
    """Where and with what the numbers were taken."""
    packages = ("pelagos", "numpy", "numba", "llvmlite", "pin", "mujoco")
    return {
        "date": datetime.date.today().isoformat(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "load before": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        **{name: _version(name) for name in packages},
    }


def taken_with(environment: dict[str, Any]) -> str:
    """The first line of a table."""
    return f"Taken with: {', '.join(f'{name} {value}' for name, value in environment.items())}."


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            named = [
                line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")
            ]
    except OSError:
        named = []
    return named[0] if named else platform.processor()


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        if package == "pelagos":
            from pelagos.version import __version__

            return __version__
        return "not installed"


def as_json(rows: list[Row], environment: dict[str, Any]) -> dict[str, Any]:
    return {"machine": environment, "rows": [asdict(row) for row in rows]}


def markdown(rows: list[Row], environment: dict[str, Any]) -> str:
    """The table as it stands in the documentation."""
    lines = [taken_with(environment), ""]
    group = ""
    for row in rows:
        if row.group != group:
            group = row.group
            lines += ["", f"**{group}**", "", "| | time per | | |", "| --- | --- | --- | --- |"]
        ratio = f"{row.ratio:.1f} times as fast as {row.against}" if row.ratio else ""
        lines.append(f"| {row.name} | {row.unit} | {span(row.seconds)} | {ratio} |")
    return "\n".join(lines) + "\n"
