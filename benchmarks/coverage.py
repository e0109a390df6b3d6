"""How often 95 % intervals of a generated towing-tank campaign hold the truth.

python -m benchmarks.coverage --runs 1000 --table benchmarks/coverage.md
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import numpy as np

from pelagos.identify.campaign import coverage


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--table", type=Path)
    options = parser.parse_args()
    hits: Counter[str] = Counter()
    for seed in range(options.runs):
        hits.update(name for name, inside in coverage(seed).items() if inside)
        if seed % 50 == 49:
            print(
                seed + 1, {name: round(n / (seed + 1), 3) for name, n in hits.items()}, flush=True
            )
    lines = [
        f"Share of {options.runs} seeded campaigns whose 95 % interval holds the truth",
        "(`python -m benchmarks.coverage`; the share itself is known to "
        f"{100 * np.sqrt(0.95 * 0.05 / options.runs):.1f} %).",
        "",
        "| parameter | covered |",
        "| --- | --- |",
        *(f"| {name} | {100 * n / options.runs:.1f} % |" for name, n in hits.items()),
        "",
    ]
    print("\n".join(lines))
    if options.table:
        options.table.write_text("\n".join(lines))


if __name__ == "__main__":
    main()
