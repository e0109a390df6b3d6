"""Steps of environments per second: `python -m benchmarks.environments [--table FILE]`.

Each task alone and in a vector of environments, observations, rewards, conditions and resets
included; its robot in MuJoCo's rollout, physics alone; and Gymnasium's own environments of MuJoCo.
`--baselines` tabulates what the baselines of tasks reach instead.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np

import pelagos as pl
import pelagos.gym as pg
from benchmarks.environment_peers import Rollout, model_of
from benchmarks.timing import Candidate, best_of, machine, taken_with
from pelagos.march.fleet import RunFleet

MANY = {"eel-swim": 512}  # environments in turns by processor time; 4096 of the others
ACTIONS = 8  # of all environments in a turn
PEER_RUNS = 64
PEERS = ("cart-pole", "bluerov-station", "rov-arm-reach", "eel-swim")
GYMNASIUM = ("InvertedPendulum-v5", "Swimmer-v5", "HalfCheetah-v5")
EPISODES = 1000
WHOLE = 4096  # environments by the clock, on all cores

# in a process of its own, for its memory
BY_THE_CLOCK = """
import json, resource, sys, time
import numpy as np, pelagos.gym as pg
name, count, actions = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
envs = pg.VectorEnv(name, count)
envs.reset(seed=0)
rng = np.random.default_rng(0)
acts = rng.uniform(-1, 1, (4, *envs.action_space.shape)).astype(np.float32)
best = 1e9
for _ in range(6):
    start = time.perf_counter()
    for k in range(actions):
        envs.step(acts[k % 4])
    best = min(best, time.perf_counter() - start)
used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"rate": count * actions / best, "memory": used}))
"""


def actions_for(envs: Any) -> np.ndarray:
    rng = np.random.default_rng(0)
    return rng.uniform(-1, 1, (ACTIONS, *envs.action_space.shape)).astype(np.float32)


def together(envs: pg.VectorEnv) -> Callable[[], None]:
    acts = actions_for(envs)

    def work() -> None:
        for row in acts:
            envs.step(row)

    return work


def alone(env: pg.Env) -> Callable[[], None]:
    acts = actions_for(env)

    def work() -> None:
        for action in acts:
            *_, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()

    return work


def mechanics(task: pg.Task, count: int) -> Callable[[], None]:
    """The same motion, at which nobody looks."""
    words = task.words
    session = pl.VecSession(
        task.robot, count, words.scenario, **words.timing, inputs=words.inputs, threads=1
    )
    bounds = np.array([action.bounds for action in words.actions.values()])
    low, high = bounds.T
    rng = np.random.default_rng(0)
    rows = rng.uniform(low, high, (ACTIONS, count, len(words.actions)))

    def work() -> None:
        session.reset(look=False)
        for row in rows:
            session.step(row, words.every)

    return work


def outside_of_loops(work: Callable[[], None]) -> float:
    """The share of the time that is not spent in compiled loops."""
    spent, original = [0.0], RunFleet.advance

    def timed(self: RunFleet, *given: Any, **words: Any) -> None:
        start = process_time()
        original(self, *given, **words)
        spent[0] += process_time() - start

    shares = []
    RunFleet.advance = timed  # type: ignore[method-assign]
    try:
        for _ in range(8):
            spent[0], start = 0.0, process_time()
            work()
            shares.append(1.0 - spent[0] / (process_time() - start))
    finally:
        RunFleet.advance = original  # type: ignore[method-assign]
    return min(shares)


def by_the_clock(name: str) -> dict[str, float]:
    actions = 4 if name == "eel-swim" else 30
    given = [sys.executable, "-c", BY_THE_CLOCK, name, str(WHOLE), str(actions)]
    done = subprocess.run(given, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def tasks(rounds: int) -> Iterator[str]:
    yield (
        "| task | RK4 steps per action | alone, per core | vector, per core "
        "| outside of mechanics | outside of compiled code "
        "| 4096 by the clock, all cores | memory |"
    )
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for name in pg.task_names():
        task, count = pg.Task.read(name), MANY.get(name, WHOLE)
        envs, env = pg.VectorEnv(task, count, threads=1), pg.Env(task)
        envs.reset(seed=0)
        env.reset(seed=0)
        work, inside = together(envs), mechanics(task, count)
        best = best_of(
            {
                "vector": Candidate(work, count * ACTIONS),
                "mechanics": Candidate(inside, count * ACTIONS),
                "alone": Candidate(alone(env), ACTIONS),
            },
            rounds,
        )
        share = max(0.0, 1.0 - best["mechanics"] / best["vector"])
        outside, whole = outside_of_loops(work), by_the_clock(name)
        steps = round(task.words.every / (task.words.step or task.words.every))
        yield (
            f"| {name} | {steps} | {1 / best['alone']:,.0f} | {1 / best['vector']:,.0f} "
            f"| {share:.0%} | {outside:.0%} | {whole['rate']:,.0f} | {whole['memory']:.0f} MB |"
        )


def peers(rounds: int) -> Iterator[str]:
    """The robots of tasks in MuJoCo: the same number of steps of RK4 per action, nothing seen."""
    yield "| robot of | VectorEnv, per core | physics in mujoco.rollout, per core | ratio |"
    yield "| --- | --- | --- | --- |"
    for name in PEERS:
        task, count = pg.Task.read(name), MANY.get(name, WHOLE)
        words, robot = task.words, task.resolved
        steps = round(words.every / (words.step or words.every))
        density = 0.0 if robot.water is None else robot.water.density
        there = Rollout(model_of(robot, words.step or words.every, density), PEER_RUNS, steps)
        envs = pg.VectorEnv(task, count, threads=1)
        envs.reset(seed=0)

        def rolled(there: Rollout = there) -> None:
            there.begin()
            for _ in range(ACTIONS):
                there.act()

        best = best_of(
            {
                "pelagos": Candidate(together(envs), count * ACTIONS),
                "mujoco": Candidate(rolled, PEER_RUNS * ACTIONS),
            },
            rounds,
        )
        assert np.isfinite(there.states).all()
        ours, theirs = 1 / best["pelagos"], 1 / best["mujoco"]
        yield f"| {name} | {ours:,.0f} | {theirs:,.0f} | {ours / theirs:.1f} |"


def gymnasium_own(rounds: int) -> Iterator[str]:
    """Environments of MuJoCo that come with Gymnasium, in its own vectors."""
    import gymnasium

    yield (
        "| environment of Gymnasium | steps per action | one, per core "
        "| 16 in SyncVectorEnv, per core |"
    )
    yield "| --- | --- | --- | --- |"
    for name in GYMNASIUM:
        one = gymnasium.make(name)
        many = gymnasium.make_vec(name, num_envs=16, vectorization_mode="sync")
        one.reset(seed=0)
        many.reset(seed=0)
        best = best_of(
            {
                "one": Candidate(alone(one), ACTIONS),  # type: ignore[arg-type]
                "many": Candidate(together(many), 16 * ACTIONS),  # type: ignore[arg-type]
            },
            rounds,
        )
        skipped = one.unwrapped.frame_skip  # type: ignore[attr-defined]
        yield f"| {name} | {skipped} | {1 / best['one']:,.0f} | {1 / best['many']:,.0f} |"


def baselines() -> Iterator[str]:
    yield f"Returns of baselines over {EPISODES} episodes, seeds from 0; zero: nobody acts."
    yield ""
    yield "| task | baseline | from episode to episode | actions | zero | why episodes end |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name in pg.task_names():
        task = pg.Task.read(name)
        count = len(task.words.actions)
        found = pg.evaluate(task, pg.Baseline(task), EPISODES)
        none = pg.evaluate(task, lambda seen, m=count: np.zeros((len(seen), m)), 200)
        reasons = ", ".join(f"{reason} {n}" for reason, n in found.reasons.items())
        yield (
            f"| {name} | {found.mean:.4g} ± {found.error:.2g} | {found.deviation:.3g} "
            f"| {found.lengths.mean():.0f} | {none.mean:.3g} | {reasons} |"
        )


def table(rounds: int) -> str:
    begun = perf_counter()
    parts = [
        [taken_with(machine())],
        ["Steps of environments per second: actions, each with observation, reward and resets."],
        tasks(rounds),
        peers(rounds),
        gymnasium_own(rounds),
        baselines(),
    ]
    text = "\n\n".join("\n".join(part) for part in parts) + "\n"
    print(f"took {perf_counter() - begun:.0f} s", file=sys.stderr)
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, metavar="FILE", help="also write the table here")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each candidate")
    parser.add_argument("--baselines", action="store_true", help="returns of baselines, no speed")
    options = parser.parse_args()
    make = partial(table, options.rounds)
    text = "\n".join(baselines()) + "\n" if options.baselines else make()
    print(text)
    if options.table:
        options.table.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
