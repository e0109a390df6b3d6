"""How often 95 % intervals hold the truth: of a generated towing-tank campaign, and of motions.

python -m benchmarks.coverage --runs 1000 --table benchmarks/coverage.md
python -m benchmarks.coverage --motions 100 --table benchmarks/coverage_motions.md
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import pelagos as pl
from pelagos.data.reading import from_run
from pelagos.data.recording import Recording
from pelagos.identify.made_up.campaign import coverage
from pelagos.identify.names import model_path, value_at

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
  motor: {motor: {joint: arm}}
duration: 10
"""
NOISE = 5e-3  # m and rad
# of vehicles under way: two commands a second, as pulse widths
PULSES = {
    "thruster1": (1.58e-3, 1.75e-3),
    "thruster2": (1.58e-3, 1.75e-3),
    "thruster6": (1.35e-3, 1.65e-3),
}


@dataclass(frozen=True)
class Case:
    """A robot under commands at an interval, and what is seen of it."""

    name: str
    robot: pl.Robot
    free: tuple[str, ...]
    outputs: tuple[str, ...]
    interval: float  # between commands
    between: str  # commands: "hold" or "linear"
    every: float  # between compared samples
    length: float | None = None  # of pieces
    seconds: float = 10.0


def cases() -> list[Case]:
    pendulum, bluerov = pl.loads(PENDULUM), pl.load("bluerov")
    free = ("joint.damping", "mass")
    swing = ("pendulum", pendulum, free, ("q.arm",))
    surge = ("drag.X_|u|u", "added_mass.surge", "drag.Y_|v|v", "drag.N_r", "added_mass.yaw")
    pose = ("position.hull.x", "position.hull.y", "euler.hull.yaw")
    return [
        Case(*swing, 0.02, "linear", 0.04),
        Case(*swing, 0.02, "linear", 0.04, 2.0),
        Case(*swing, 0.2, "hold", 0.04),
        Case(*swing, 0.2, "hold", 0.04, 2.0),
        Case("bluerov", bluerov, surge, pose, 0.5, "hold", 0.2, seconds=20.0),
    ]


def inputs(case: Case) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Times and commands by actuator."""
    sent = np.arange(0.0, case.seconds + 1e-9, case.interval)
    if case.name == "pendulum":
        return sent, {"motor": 0.8 * np.sin(2 * sent)}
    rng = np.random.default_rng(11)
    return sent, {name: rng.uniform(*ends, len(sent)) for name, ends in PULSES.items()}


def motions(case: Case, count: int) -> list[str]:
    """A row of the table: how often intervals hold what the motion was made with."""
    sent, commands = inputs(case)
    words = {
        f"actuators.{name}.{case.robot.actuators[name].kind}.input": {
            "table": {
                "time": sent.tolist(),
                "value": values.tolist(),
                "interpolation": case.between,
            }
        }
        for name, values in commands.items()
    }
    driven = case.robot.with_values(words)
    run = pl.simulate(driven, duration=case.seconds, every=0.02, rtol=1e-10)
    made = from_run(run)
    truth = {n: value_at(case.robot, model_path(case.robot, n)) for n in case.free}
    hits: Counter[str] = Counter()
    for seed in range(count):
        rng = np.random.default_rng(seed)
        seen = {n: made[n] + rng.normal(0.0, NOISE, len(made[n])) for n in case.outputs}
        given = {f"input.{name}": values for name, values in commands.items()}
        times = {n: made.time(n) for n in seen} | dict.fromkeys(given, sent)
        fit = pl.identify.fit_trajectory(
            case.robot,
            Recording("record", times, {**seen, **given}),
            case.free,
            every=case.every,
            length=case.length,
            inputs=case.between,
            rtol=1e-6,
        )
        hits.update(n for n, x in truth.items() if fit.interval(n)[0] <= x <= fit.interval(n)[1])
    kind = f"{'held' if case.between == 'hold' else 'joined by lines'}, every {case.interval:g} s"
    cut = "whole" if case.length is None else f"pieces of {case.length:g} s"
    return [
        f"| {case.name} | {kind} | {cut} | {name.replace('|', chr(92) + '|')} "
        f"| {100 * hits[name] / count:.0f} % |"
        for name in case.free
    ]


def tabulate_motions(count: int) -> list[str]:
    lines = [
        f"Share of {count} seeded repetitions whose 95 % interval holds the truth "
        f"(`python -m benchmarks.coverage --motions {count}`;",
        f"the share itself is known to {100 * np.sqrt(0.95 * 0.05 / count):.0f} %): "
        "10 s of the pendulum, 20 s of the vehicle, seen with 5 mm and 5 mrad of noise.",
        "",
        "| robot | commands | record | parameter | covered |",
        "| --- | --- | --- | --- | --- |",
    ]
    for case in cases():
        rows = motions(case, count)
        print("\n".join(rows), flush=True)
        lines += rows
    return [*lines, ""]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--table", type=Path)
    parser.add_argument("--motions", type=int, help="repetitions of motions instead")
    options = parser.parse_args()
    if options.motions:
        lines = tabulate_motions(options.motions)
        if options.table:
            options.table.write_text("\n".join(lines))
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
