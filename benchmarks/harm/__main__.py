"""What is done to a program in the wild: `python -m benchmarks.harm [--table FILE] [--only NAME]`.

Runs and sweeps are killed and interrupted at random moments, disks are full or may only be read,
compiled code is damaged, others plant code, strangers hold the live page's connections, processes
fork beside threads. Each line of the table says how often it was tried and how often something was
lost, died, or ran what it should not have. Some of it needs root, to mount small disks and to be
somebody else; without, limits of the size of files stand in, and folders with open modes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.harm.code import damaged_code, planted_code
from benchmarks.harm.disks import full_disks, reading_only
from benchmarks.harm.kills import interrupted_runs, killed_runs, killed_sweeps
from benchmarks.harm.neighbours import forks, strangers
from benchmarks.harm.tools import Found
from benchmarks.timing import machine, taken_with

WAYS: dict[str, Callable[[], Found]] = {
    "runs killed": killed_runs,
    "runs interrupted (Ctrl-C)": interrupted_runs,
    "sweeps killed": killed_sweeps,
    "disks full": full_disks,
    "results opened on disks full or read-only": reading_only,
    "compiled code damaged": damaged_code,
    "code planted by others": planted_code,
    "strangers at the live page": strangers,
    "forks beside threads": forks,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", type=Path, metavar="FILE", help="also write the results here")
    parser.add_argument("--only", choices=WAYS, help="one way to do harm")
    options = parser.parse_args()
    lines = [taken_with(machine()), "", "| harm | tried | failed | |", "| --- " * 4 + "|"]
    bad = 0
    for name, way in WAYS.items():
        if options.only in (None, name):
            tried, failed, remark = way()
            lines.append(f"| {name} | {tried:,} | {len(failed)} | {remark} |")
            print(lines[-1], *failed, sep="\n  ", flush=True)
            bad += len(failed)
    if options.table:
        options.table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
