"""What is learnt, how fast, and what becomes of it on other plants.

python -m benchmarks.learning [--table FILE] [--seeds 1 2 3 4 5] [--policies FOLDER]

Policies of `examples/learn_station.py` from several seeds against the PID baseline of the task;
then all of them on plants whose added mass is wrong, or explicit and late as in other simulators.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import pelagos.gym as pg
from benchmarks.timing import machine, taken_with

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

from learning.plants import RIGHT, SPEEDS, lagged, wrong
from learning.ppo import Policy
from learning.station import TASK, Lesson, Trial, Verdict, learn

EPISODES, PLANT_EPISODES = 1000, 256
LIGHTEST = 13.2  # kg, of the task's payloads
MEAN = (*[sum(RIGHT[:3]) / 3] * 3, *[sum(RIGHT[3:]) / 3] * 3)


def times(factor: float) -> list[float]:
    return [factor * value for value in RIGHT]


def plants() -> dict[str, dict[str, Any]]:
    """Words of the task by what is said of them."""
    found: dict[str, dict[str, Any]] = {
        "right: in the mass matrix": {},
        "none": wrong(False),
        "the same in all directions": wrong(MEAN),
        "twice": wrong(times(2)),
        "four times": wrong(times(4)),
    }
    settings = [(0.3, 0.01, 1), (0.8, 0.01, 1), (0.85, 0.01, 1), (1.0, 0.01, 1), (1.0, 0.002, 1)]
    settings += [(0.3, 0.01, 4), (0.3, 0.01, 4.5)]
    for filter, step, factor in settings:
        margin = filter * (1 + factor * RIGHT[2] / LIGHTEST) / 2
        what = "" if factor == 1 else f", {factor:g} times as large"
        told = f"explicit, filter {filter:g}, {1000 * step:g} ms{what} ({margin:.2f})"
        found[told] = lagged(filter, step, times(factor))
    return found


def lessons(seeds: Sequence[int], folder: Path | None) -> Iterator[tuple[int, Lesson]]:
    for seed in seeds:
        found = learn(seed, tell=lambda line, seed=seed: print(f"seed {seed}: {line}", flush=True))
        if folder is not None:
            found.policy.save(folder / f"station-{seed}.npz")
        yield seed, found


def learning(seeds: Sequence[int], folder: Path | None, policies: list[Policy]) -> Iterator[str]:
    yield (
        "| policy | million actions | minutes | of CPU | of CPU to the mark | return | position "
        "| attitude | 19 of 20 episodes below |"
    )
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    trial = Trial(EPISODES)
    for seed, lesson in lessons(seeds, folder):
        policies.append(lesson.policy)
        mark = "never" if lesson.marked is None else f"{lesson.marked:.1f}"
        taken = f"{lesson.actions / 1e6:.1f} | {lesson.minutes:.1f} | {lesson.cpu_minutes:.1f}"
        yield f"| seed {seed} | {taken} | {mark} | {row(trial.judge(lesson.policy))} |"
    yield f"| PID | | | | | {row(trial.judge(pid()))} |"


def pid() -> Callable[[np.ndarray], np.ndarray]:
    return pg.Baseline(pg.Task.read(TASK))


def row(found: Verdict) -> str:
    worst = f"{100 * np.quantile(found.off, 0.95):.1f} cm, {np.quantile(found.turned, 0.95):.1f}°"
    return f"{found.returns:.0f} | {100 * found.near:.1f} cm | {found.level:.2f}° | {worst}"


def elsewhere(policies: Sequence[Policy]) -> Iterator[str]:
    yield "| added mass | PID | ended early | policies | ended early |"
    yield "| --- | --- | --- | --- | --- |"
    for name, words in plants().items():
        print(name, file=sys.stderr, flush=True)
        trial = Trial(PLANT_EPISODES, **words)
        ours, theirs = trial.judge(pid()), [trial.judge(policy) for policy in policies]
        cells = name, errors([ours]), early([ours]), errors(theirs), early(theirs)
        yield f"| {' | '.join(cells)} |"


def errors(found: Sequence[Verdict]) -> str:
    """Of several policies the least and the largest."""
    said = []
    for values, unit in (([100 * f.near for f in found], " cm"), ([f.level for f in found], "°")):
        lasting = [value for value in values if np.isfinite(value)]
        if not lasting:
            return "none is left"
        ends = dict.fromkeys(f"{end:.1f}" for end in (min(lasting), max(lasting)))
        said.append(" to ".join(ends) + unit)
    return ", ".join(said)


def early(found: Sequence[Verdict]) -> str:
    ended = sum(sum(f.reasons.values()) for f in found)
    return f"{ended / (len(found) * PLANT_EPISODES):.0%}"


def open_loop() -> Iterator[str]:
    """How far plants are from the right one after a second of the same random thrusts."""
    yield "| added mass | velocity | rate of turn |"
    yield "| --- | --- | --- |"
    right = after_a_second({"step": 0.001})
    late = {f"explicit, filter 0.3, {1000 * h:g} ms": lagged(0.3, h) for h in (0.01, 0.004, 0.001)}
    given = {"right: in the mass matrix, 10 ms": {"step": 0.01}, "none": wrong(False), **late}
    for name, words in given.items():
        off = np.sqrt(np.mean((after_a_second(words) - right) ** 2, axis=0))
        speed, rate = np.linalg.norm(off[:3]), np.degrees(np.linalg.norm(off[3:]))
        yield f"| {name} | {100 * speed:.2g} cm/s | {rate:.2g}°/s |"


def after_a_second(words: dict[str, Any]) -> np.ndarray:
    """(environment, speed): velocities of vehicles on which all thrusters push by chance."""
    names = [f"u[hull.{name}]" for name in SPEEDS]
    seen = dict(zip(SPEEDS, names, strict=True))
    envs = pg.VectorEnv(TASK, PLANT_EPISODES, **words, observations=seen, dtype="float64")
    envs.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(50):
        found = envs.step(rng.uniform(-1, 1, envs.action_space.shape))[0]
    return found


def table(seeds: Sequence[int], folder: Path | None) -> str:
    policies: list[Policy] = []
    before = taken_with(machine())
    said = (
        f"Errors are root mean squares over the second half of {EPISODES} episodes that no policy "
        "learnt from; the mark is 10 cm and 5 degrees in 128 others."
    )
    more = (
        f"The same policies and the PID on other plants, {PLANT_EPISODES} episodes each. In "
        "brackets: filter (1 + M_A/m)/2 in heave with the lightest payload, unstable above 1."
    )
    last = (
        "Nobody steers: root mean square differences from the right plant (1 ms) after 1 s of "
        f"random thrusts up to 30 N, {PLANT_EPISODES} vehicles."
    )
    first = "\n".join(learning(seeds, folder, policies))
    second, third = "\n".join(elsewhere(policies)), "\n".join(open_loop())
    return "\n\n".join([before, said, first, more, second, last, third]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, metavar="FILE", help="also write the table here")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--policies", type=Path, metavar="FOLDER", help="keep policies here")
    options = parser.parse_args()
    if options.policies:
        options.policies.mkdir(parents=True, exist_ok=True)
    text = table(options.seeds, options.policies)
    print(text)
    if options.table:
        options.table.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
