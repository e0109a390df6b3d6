"""How fast, and compared with whom: `python -m benchmarks.throughput [--json FILE] [--table FILE]`.

Everything runs on one core in one process. Pelagos and its peers take turns; the best turn of each
counts. The work is equal: the same chain, the same states, the same integrator and step.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import pelagos as pl
from benchmarks import peers
from benchmarks.timing import Candidate, Row, as_json, best_of, machine, markdown
from pelagos.kernels import library
from pelagos.tape.lanes import WIDTH
from pelagos.kernels.questions import Efforts, States
from pelagos.run.engine import engine_of

STATES = 512  # what fits into the caches of either side
STEP = 1e-3
STEPS = 2000  # of each run of a batch
ALONE = 5000  # of a single run
WET = (("eel", "serpenoid"), ("maarco", "yaw"), ("bluerov-heavy", "surge"), ("rov-arm", "reach"))
LENGTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def chain(links: int) -> pl.Robot:
    """The built-in chain20 with another number of links."""
    shape = {"cylinder": {"radius": 0.01, "length": 0.1, "along": "z"}, "at": [0, 0, -0.05]}
    link: dict[str, Any] = {"mass": 0.1, "shape": shape}
    bodies = {"link1": {"joint": {"revolute": "x"}, **link}}
    for i in range(2, links + 1):
        joint = {"revolute": "yx"[i % 2]}
        bodies[f"link{i}"] = {"parent": f"link{i - 1}", "at": [0, 0, -0.1], "joint": joint, **link}
    return pl.Robot(name=f"chain of {links} links", bodies=bodies)


def random_states(robot: pl.Robot, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Coordinates, speeds and efforts, one row per state."""
    rng = np.random.default_rng(20)
    q, u, tau = (rng.normal(size=(count, len(robot.speeds))) for _ in range(3))
    return q, u, 0.01 * tau


def compiled_accelerations(
    robot: pl.Robot, q: np.ndarray, u: np.ndarray, tau: np.ndarray
) -> Callable[[], None]:
    """The compiled loop over given arrays, as `abaInParallel` is: no copies, no checks."""
    engine = engine_of(robot)
    asked = States(times=np.zeros(len(q)), x=np.hstack([q, u]))
    found = Efforts(tau=tau, udot=np.zeros_like(tau))
    scratch = engine.scratch()
    return lambda: library.accelerations(engine.model, *scratch, asked, found)


def forward_dynamics(rounds: int) -> Iterator[Row]:
    """Accelerations of chain20 in many states and in one at a time, against Pinocchio."""
    import pinocchio as pin

    robot = pl.load("chain20")
    q, u, tau = random_states(robot, STATES)
    # one state per evaluation: every lane computes the same, one result counts
    alone = [np.repeat(rows, WIDTH, axis=0) for rows in (q, u, tau)]
    there = peers.pinocchio(robot)
    pool = pin.ModelPool(there.model, 1)
    columns = [np.asfortranarray(rows.T) for rows in (q, u, tau)]
    found = np.zeros_like(columns[0])

    def plain_calls() -> None:
        for k in range(STATES):
            pin.aba(there.model, there.data, columns[0][:, k], columns[1][:, k], columns[2][:, k])

    best = best_of(
        {
            "batch": Candidate(compiled_accelerations(robot, q, u, tau), STATES),
            "single": Candidate(compiled_accelerations(robot, *alone), STATES),
            "pin": Candidate(lambda: pin.abaInParallel(1, pool, *columns, found), STATES),
            "pin plain": Candidate(plain_calls, STATES),
        },
        rounds,
    )
    difference = np.max(np.abs(pl.acceleration(robot, q, u, tau) - found.T))
    agreement = difference / np.max(np.abs(found))
    group = f"Forward dynamics, chain of 20 links (results agree to {agreement:.0e})"
    cpp, plain = "pin.abaInParallel", "pin.aba"
    yield _row(group, "Pelagos, batch", best, "batch", "evaluation", "pin", cpp)
    yield _row(group, "Pelagos, single, in compiled code", best, "single", "evaluation", "pin", cpp)
    yield _row(group, "Pinocchio, abaInParallel, one thread", best, "pin", "evaluation")
    yield _row(group, "Pinocchio, aba called from Python", best, "pin plain", "evaluation")
    yield _row(group, "Pelagos, batch", best, "batch", "evaluation", "pin plain", plain)


def programs(rounds: int) -> Iterator[Row]:
    """`pl.dynamics`: programs made for one robot, against Pinocchio, called from Python alike."""
    import pinocchio as pin

    robot = pl.load("chain20")
    f = pl.dynamics(robot)
    q, u, tau = random_states(robot, STATES)
    there = peers.pinocchio(robot)
    pool = pin.ModelPool(there.model, 1)
    columns = [np.asfortranarray(rows.T) for rows in (q, u, tau)]
    found = np.zeros_like(columns[0])
    one = q[0], u[0], tau[0]
    value, model, data = f.acceleration(q, u, tau), there.model, there.data
    best = best_of(
        {
            "batch": Candidate(lambda: f.acceleration(q, u, tau), STATES),
            "call": Candidate(lambda: f.acceleration(*one), 1),
            "slopes": Candidate(lambda: f.derivatives(*one), 1),
            "along": Candidate(lambda: f.jvp(q, u, tau, q, u, tau), STATES),
            "gradient": Candidate(lambda: f.vjp(q, u, tau, tau), STATES),
            "pin": Candidate(lambda: pin.abaInParallel(1, pool, *columns, found), STATES),
            "pin call": Candidate(lambda: pin.aba(model, data, *one), 1),
            "pin slopes": Candidate(lambda: pin.computeABADerivatives(model, data, *one), 1),
        },
        rounds,
    )
    agreement = np.max(np.abs(value - found.T)) / np.max(np.abs(found))
    group = f"A program per robot, chain of 20 links (results agree to {agreement:.0e})"
    yield _row(group, "accelerations, batch", best, "batch", "state", "pin", "pin.abaInParallel")
    yield _row(group, "accelerations, one call", best, "call", "state", "pin call", "pin.aba")
    yield _row(
        group, "all derivatives, one call", best, "slopes", "state",
        "pin slopes", "pin.computeABADerivatives",
    )  # fmt: skip
    yield _row(group, "value and one direction, batch", best, "along", "state")
    yield _row(group, "a gradient by 60 numbers, batch", best, "gradient", "state")
    yield from wet_programs(rounds)


def wet_programs(rounds: int) -> Iterator[Row]:
    """Vehicles with all their water, against Pinocchio's recursion on the same tree without any."""
    import pinocchio as pin

    group = "A program per robot, in water, against Pinocchio without water"
    for name, scenario in WET:
        robot = pl.load(name).resolved(scenario)
        f, there = pl.dynamics(robot), peers.pinocchio(_bare(robot))
        start, pool = f.robot.initial_state(), pin.ModelPool(there.model, 1)
        q = np.repeat(start[0][None], STATES, axis=0)
        u = np.random.default_rng(22).normal(0.0, 0.1, (STATES, f.nv))
        none = np.zeros((there.model.nv, STATES), order="F")
        places = np.asfortranarray(np.repeat(pin.neutral(there.model)[:, None], STATES, axis=1))
        out = np.zeros_like(none)

        def recursion(pool: Any = pool, q: Any = places, none: Any = none, out: Any = out) -> None:
            pin.abaInParallel(1, pool, q, none, none, out)

        def evaluate(f: Any = f, q: Any = q, u: Any = u) -> None:
            f.acceleration(q, u)

        best = best_of(
            {"here": Candidate(evaluate, STATES), "pin": Candidate(recursion, STATES)}, rounds
        )
        called = f"{name} {scenario or ''}".strip()
        yield _row(group, called, best, "here", "state", "pin", "pin.abaInParallel")


def _bare(robot: pl.Robot) -> pl.Robot:
    """The same tree with its masses alone: no water, nothing at its joints."""
    bodies = {}
    for name, body in robot.bodies.items():
        kind, axes = body.joint.kind, [list(axis) for axis in body.joint.axes]
        bodies[name] = {
            "parent": body.parent,
            "at": {word: x for word, x in body.at.model_dump().items() if x is not None},
            "joint": {kind: axes[0] if len(axes) == 1 else axes} if axes else kind,
            "mass": body.mass,
            "com": body.com,
            "inertia": body.inertia,
        }
    return pl.Robot(name=robot.name, bodies=bodies)


def simulation(rounds: int) -> Iterator[Row]:
    """RK4 with the same step against MuJoCo, a batch and a single run."""
    import mujoco
    from mujoco import rollout

    robot = pl.load("chain20")
    there = peers.mujoco(robot, STEP)
    rng = np.random.default_rng(21)
    q, u = 0.2 * rng.normal(size=(64, 20)), 0.2 * rng.normal(size=(64, 20))
    few = 16  # of these for MuJoCo: the time per step does not depend on how many
    starts = np.array([there.full_state(q[i], u[i]) for i in range(few)])
    record = np.zeros((few, STEPS, starts.shape[1]))

    def settings(steps: int) -> dict[str, Any]:
        span = steps * STEP
        return {"duration": span, "integrator": "rk4", "step": STEP, "every": span}

    def batch() -> np.ndarray:
        runs = pl.simulate_batch(robot, n=len(q), initial=(q, u), threads=1, **settings(STEPS))
        return runs.arrays["q"][:few, -1]

    def rolled() -> np.ndarray:
        rollout.rollout(there.model, there.data, starts, nstep=STEPS, state=record)
        return record[:, -1, 1:21]

    def stepped() -> None:
        mujoco.mj_resetData(there.model, there.data)
        there.data.qpos[:] = q[0]
        for _ in range(ALONE):
            mujoco.mj_step(there.model, there.data)

    difference = np.max(np.abs(batch() - rolled()))
    best = best_of(
        {
            "batch": Candidate(batch, len(q) * STEPS),
            "single": Candidate(lambda: pl.simulate(robot, **settings(ALONE)), ALONE),
            "rollout": Candidate(rolled, few * STEPS),
            "mj_step": Candidate(stepped, ALONE),
        },
        rounds,
    )
    group = f"Simulation, chain of 20 links, RK4, {STEP} s (angles agree to {difference:.0e} rad)"
    yield _row(group, "Pelagos, batch", best, "batch", "step", "rollout", "mujoco.rollout")
    yield _row(group, "Pelagos, single", best, "single", "step", "mj_step", "mj_step")
    yield _row(group, "MuJoCo, rollout, one thread", best, "rollout", "step")
    yield _row(group, "MuJoCo, mj_step called from Python", best, "mj_step", "step")


def growth(rounds: int) -> Iterator[Row]:
    """Time per body of chains from one to a thousand links."""
    candidates = {}
    for links in LENGTHS:
        robot = chain(links)
        count = WIDTH * max(1, 4096 // (WIDTH * links))
        states = random_states(robot, count)

        def evaluate(robot: pl.Robot = robot, states: Any = states) -> None:
            pl.acceleration(robot, *states)

        candidates[str(links)] = Candidate(evaluate, count * links)
    best = best_of(candidates, rounds)
    for links in LENGTHS:
        name = f"chain of {links} link{'s' if links > 1 else ''}"
        yield _row("Growth, batch forward dynamics", name, best, str(links), "body, evaluation")


def start_up(rounds: int) -> Iterator[Row]:
    """`pelagos run double-pendulum` from the shell, with an empty cache and a full one; help."""
    run = ["run", "double-pendulum", "--no-out", "--quiet"]
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PELAGOS_CACHE_DIR": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)

        def seconds(arguments: list[str]) -> float:
            start = perf_counter()
            command = [sys.executable, "-m", "pelagos", *arguments]
            subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
            return perf_counter() - start

        turns = range(min(rounds, 5))
        group = "Start, pelagos run double-pendulum"
        yield Row(group, "cold: compiles everything", seconds(run), "command")
        yield Row(group, "warm", min(seconds(run) for _ in turns), "command")
        yield Row(group, "pelagos --help", min(seconds(["--help"]) for _ in turns), "command")


def _row(
    group: str,
    name: str,
    best: dict[str, float],
    key: str,
    unit: str,
    against: str = "",
    called: str = "",
) -> Row:
    ratio = best[against] / best[key] if against else None
    return Row(group, name, best[key], unit, ratio, called)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers here")
    parser.add_argument("--table", type=Path, metavar="FILE", help="also write a table here")
    parser.add_argument("--rounds", type=int, default=9, help="turns of each candidate")
    options = parser.parse_args()
    environment = machine()
    print(", ".join(f"{name} {value}" for name, value in environment.items()))
    rows: list[Row] = []
    for part in (forward_dynamics, programs, simulation, growth, start_up):
        for row in part(options.rounds):
            if not rows or rows[-1].group != row.group:
                print(f"\n{row.group}")
            rows.append(row)
            print(row.text(), flush=True)
    if options.json:
        options.json.write_text(json.dumps(as_json(rows, environment), indent=2) + "\n")
    if options.table:
        options.table.write_text(markdown(rows, environment))


if __name__ == "__main__":
    main()
