"""Allan deviations of the inertial presets over six hours: `python -m benchmarks.allan`.

A body at rest carries nothing but the sensor. What comes out is compared with what the words
state: N / sqrt(tau) of white noise, 0.664 B of bias instability and K sqrt(tau / 3) of a random
walk.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import pelagos as pl
from benchmarks.timing import machine, taken_with
from pelagos.sensors.errors import TriadWords
from pelagos.sensors.table import kinds

HOURS = 6.0
SEEDS = 10
MOST_STEPS = 10**9
NAME = "unit-{}"  # one for each preset: they draw different numbers
FLAT, LONGEST = 2.0, 1000.0  # s: averaging times
SLOW_RATE = 4.0  # Hz: readings of slow errors, which change once a second
FLOOR = math.sqrt(2.0 * math.log(2.0) / math.pi)
FASTEST = 100.0  # Hz: N, B and K do not depend on the rate
PARTS = {  # channels of the parts of each kind
    "imu": {"gyro": slice(0, 3), "accelerometer": slice(3, 6)},
    "fog": {"gyro": slice(0, 3)},
}
PRESETS = {preset: kind for kind in PARTS for preset in kinds()[kind].presets}


def allan_deviation(rates: np.ndarray, dt: float, spans: Sequence[int]) -> np.ndarray:
    """Overlapping Allan deviations (IEEE Std 952-2020, annex C), averaged over columns.

    rates: (time, channel), each the mean over dt; spans: averaging times in units of dt.
    """
    angle = np.vstack([np.zeros(rates.shape[1]), np.cumsum(rates, axis=0) * dt])
    found = []
    for m in spans:
        second = angle[2 * m :] - 2.0 * angle[m:-m] + angle[: -2 * m]
        found.append(math.sqrt(np.mean(second**2) / (2.0 * (m * dt) ** 2)))
    return np.array(found)


def stated(words: TriadWords, tau: np.ndarray) -> np.ndarray:
    """The Allan deviation that the words of a part promise."""
    white, walk = words.noise**2 / tau, words.random_walk**2 * tau / 3.0
    return np.sqrt(white + (FLOOR * words.instability) ** 2 + walk)


def unit(words: dict[str, Any], seed: int) -> pl.Robot:
    """A body at rest with an inertial unit."""
    body = {"joint": {"revolute": "z"}, "mass": 1.0, "inertia": [1.0, 1.0, 1.0]}
    sensor = {PRESETS.get(words.get("preset", ""), "imu"): {"body": "box", **words}}
    return pl.Robot(
        name="rest",
        gravity=[0, 0, 0],
        bodies={"box": body},
        sensors={NAME.format(words.get("preset", "")): sensor},
        seed=seed,
        duration=HOURS * 3600.0,
        integrator={"method": "rk4", "step": 1.0},
    )


def read_at_rest(words: dict[str, Any], hours: float, seed: int) -> np.ndarray:
    """(time, channel): all readings of an inertial unit."""
    robot, seconds = unit(words, seed), 3600.0 * hours
    run = pl.simulate(robot, duration=seconds, every=seconds, max_steps=MOST_STEPS)
    (sensor,) = robot.sensors
    return run.readings(sensor).values


def spans_of(rate: float, longest: float, per_decade: int = 4) -> list[int]:
    """Averaging times from one sample on, evenly over the logarithm."""
    count = round(per_decade * math.log10(longest * rate)) + 1
    return sorted({round(m) for m in np.geomspace(1.0, longest * rate, count)})


@dataclass(frozen=True)
class Measured:
    """One part of a preset, against what it states."""

    preset: str
    part: str
    words: TriadWords
    tau: np.ndarray
    found: np.ndarray  # Allan deviation
    slow_tau: np.ndarray
    slow: np.ndarray  # the same of the slow error alone

    @property
    def ratios(self) -> np.ndarray:
        """Measured by stated."""
        return self.found / stated(self.words, self.tau)

    @property
    def floors(self) -> np.ndarray:
        """The same of the slow error alone, from where that is flat."""
        still = self.words.model_copy(update={"noise": 0.0})
        return (self.slow / stated(still, self.slow_tau))[self.slow_tau >= FLAT]


def measure(
    preset: str, hours: float, seeds: Sequence[int], rate: float | None = None
) -> list[Measured]:
    """Allan deviations of the parts of a preset; rate: another than its own."""
    given = {"preset": preset} | ({} if rate is None else {"rate": rate})
    parts = PARTS[PRESETS[preset]]
    words: Any = kinds()[PRESETS[preset]](body="box", **given)
    quiet = {part: {"noise": 0.0, "resolution": None} for part in parts}
    found = []
    for own, changed in ((min(words.rate, FASTEST), {}), (SLOW_RATE, quiet)):
        spans = spans_of(own, LONGEST)
        asked = {**given, "rate": own, **changed}
        runs = [read_at_rest(asked, hours, seed) for seed in seeds]
        by_part = [np.hstack([run[:, channels] for run in runs]) for channels in parts.values()]
        tau = np.array(spans) / own
        found.append((tau, [allan_deviation(x, 1.0 / own, spans) for x in by_part]))
    (tau, noisy), (slow_tau, slow) = found
    return [
        Measured(preset, part, getattr(words, part), tau, noisy[k], slow_tau, slow[k])
        for k, part in enumerate(parts)
    ]


def table(hours: float, seeds: Sequence[int]) -> str:
    """Every preset at its own rate."""
    lines = [
        taken_with(machine()),
        "",
        f"Overlapping Allan deviation of {hours:g} hours at rest at the rate of the preset, 100 Hz "
        f"at most, three axes and {len(seeds)} seeds, divided by what the preset states: at one "
        "sample, where it is white noise; of the slow error alone (noise and rounding off) from 2 "
        "to 1000 s, where it is bias instability; of everything from one sample to 1000 s.",
        "",
        "| preset | | rate | N per sqrt(Hz) | measured | 0.664 B | measured | all |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in PRESETS:
        for m in measure(name, hours, seeds):
            low, high = m.floors.min(), m.floors.max()
            lines.append(
                f"| {m.preset} | {m.part} | {1.0 / m.tau[0]:g} Hz | {m.words.noise:.3e} | "
                f"{m.ratios[0]:.3f} | {FLOOR * m.words.instability:.3e} | "
                f"{low:.3f} to {high:.3f} | "
                f"{m.ratios.min():.3f} to {m.ratios.max():.3f} |"
            )
    return "\n".join(lines) + "\n"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Allan deviations of the inertial presets.")
    parser.add_argument("--table", type=Path, metavar="FILE", help="also write the table here")
    parser.add_argument("--hours", type=float, default=HOURS, help="length of each record")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="records of each preset")
    options = parser.parse_args()
    text = table(options.hours, range(options.seeds))
    print(text)
    if options.table:
        options.table.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
