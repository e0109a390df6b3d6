"""Pictures per second of the software renderer, 1280 x 720, encoding included.

`python -m benchmarks.movie` prints pictures per second of processor time, which is what one idle
core makes, and of wall time, with the load of the machine. The camera follows, so that the
whole room is drawn anew for every picture.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

import pelagos as pl

SCENES = {"rov-arm": "transit", "chain20": "swing", "maarco": "forward"}


def measured(name: str, scenario: str, camera: str, count: int) -> tuple[float, float]:
    """Seconds of processor and of wall time per picture."""
    run = pl.simulate(name, scenario, duration=4.0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.mp4"
        run.movie(path, camera=camera, end=0.2)  # loads and compiles
        before = time.process_time(), time.perf_counter()
        run.movie(path, camera=camera, fps=30, end=(count - 1) / 30)
        after = time.process_time(), time.perf_counter()
    return (after[0] - before[0]) / count, (after[1] - before[1]) / count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=45, help="pictures per scene")
    arguments = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; 1280 x 720, mp4")
    for name, scenario in SCENES.items():
        for camera in ("follow", "orbit"):
            core, wall = measured(name, scenario, camera, arguments.count)
            print(
                f"{name:10} {camera:8} {1 / core:5.1f} pictures per second of one core, "
                f"{1 / wall:5.1f} by the clock"
            )


if __name__ == "__main__":
    main()
