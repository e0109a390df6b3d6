"""How often 95 % intervals hold the truth: of a generated towing-tank campaign, and of motions.

python -m benchmarks.coverage --runs 1000 --table benchmarks/coverage.md
python -m benchmarks.coverage --motions 100
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import numpy as np

import pelagos as pl
from pelagos.data.recording import Recording
from pelagos.identify.campaign import coverage

PENDULUM = """
name: driven pendulum
bodies:
  arm:
    joint: {revolute: y, damping: 0.1}
    mass: 1.2
    com: [0, 0, -0.4]
    inertia: [0.02, 0.02, 0.002]
initial: {arm: {angle: 0.4, rate: 1.0}}
actuators:
  motor: {motor: {joint: arm, input: "0.8*sin(2*t)"}}
duration: 10
"""
NOISE = 5e-3  # rad
FREE = {"joint.damping": 0.1, "mass": 1.2}


def motions(count: int, length: float | None) -> str:
    """Of a pendulum whose angle is seen with noise, whole or cut into pieces."""
    robot = pl.loads(PENDULUM)
    run = pl.simulate(robot, every=0.02, rtol=1e-10)
    t, q = run.arrays["time"], run.arrays["q"][:, 0]
    hits: Counter[str] = Counter()
    for seed in range(count):
        seen = q + np.random.default_rng(seed).normal(0.0, NOISE, len(t))
        channels = {"q.arm": seen, "input.motor": 0.8 * np.sin(2 * t)}
        record = Recording("record", dict.fromkeys(channels, t), channels)
        fit = pl.identify.fit_trajectory(robot, record, tuple(FREE), every=0.04, length=length)
        hits.update(n for n, x in FREE.items() if fit.interval(n)[0] < x < fit.interval(n)[1])
    said = ", ".join(f"{name} {100 * hits[name] / count:.0f} %" for name in FREE)
    return f"{'whole' if length is None else f'in pieces of {length:g} s'}: {said}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--table", type=Path)
    parser.add_argument("--motions", type=int, help="repetitions with a pendulum instead")
    options = parser.parse_args()
    if options.motions:
        print(f"{options.motions} driven pendulums, 10 s with {NOISE:g} rad of noise")
        for length in (None, 2.0):
            print(motions(options.motions, length), flush=True)
        return
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
