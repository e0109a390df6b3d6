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
from time import perf_counter, process_time
from typing import Any

import numpy as np

import pelagos as pl
from benchmarks import peers
from benchmarks.stiff_beams import RULER, SECONDS
from benchmarks.timing import Candidate, Row, as_json, best_of, machine, markdown
from pelagos.tape.machine.lanes import WIDTH
from pelagos.tape.machine.native import Job

STATES = 512  # what fits into the caches of either side
STEP = 1e-3
STEPS = 2000  # of each run of a batch
ALONE = 5000  # of a single run
WET = (("eel", "serpenoid"), ("maarco", "yaw"), ("bluerov-heavy", "surge"), ("rov-arm", "reach"))
LENGTHS = (1, 2, 5, 10, 20, 50, 100, 200, 300, 1000)
PEER = 100  # links of the chain that Pinocchio is given for comparison
RUNS = 10_000


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


def compiled_accelerations(f: Any, lanes: int, *states: np.ndarray) -> Callable[[], None]:
    """The program over given arrays, as `abaInParallel` is: no copies, no checks."""
    native = f._acceleration.native(lanes)
    found = np.zeros((len(states[0]), f.nv))
    arguments = [np.zeros(1), *states]
    strides = [0, *(rows.shape[1] for rows in states)]
    job = Job(native, arguments, strides, found, f.nv, len(found))
    return lambda: native.run(job.address)


def forward_dynamics(rounds: int) -> Iterator[Row]:
    """Accelerations of chain20 and their derivatives against Pinocchio."""
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
            "batch": Candidate(compiled_accelerations(f, WIDTH, q, u, tau), STATES),
            "single": Candidate(compiled_accelerations(f, 1, q, u, tau), STATES),
            "call": Candidate(lambda: f.acceleration(*one), 1),
            "value": Candidate(lambda: f.acceleration(q, u, tau), STATES),
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
    group = f"Forward dynamics, chain of 20 links (results agree to {agreement:.0e})"
    cpp, python = "pin.abaInParallel", "pin.aba from Python"
    yield _row(group, f"batch, {WIDTH} lanes", best, "batch", "state", "pin", cpp)
    yield _row(group, "one state at a time, compiled", best, "single", "state", "pin", cpp)
    yield _row(group, "f.acceleration, one call", best, "call", "state", "pin call", python)
    yield _row(group, "f.acceleration, batch", best, "value", "state", "pin", cpp)
    yield _row(
        group, "f.derivatives, one call", best, "slopes", "state",
        "pin slopes", "pin.computeABADerivatives",
    )  # fmt: skip
    for key, name in (("along", "f.jvp, value and one direction"), ("gradient", "f.vjp, gradient")):
        times = best[key] / best["value"]
        yield Row(group, f"{name}: {times:.1f} values", best[key], "state")


def in_water(rounds: int) -> Iterator[Row]:
    """Vehicles with all their water, against Pinocchio's recursion on the same tree without any."""
    import pinocchio as pin

    group = "In water, against pin.abaInParallel without water"
    for name, scenario in WET:
        robot = pl.load(name).resolved(scenario)
        f, there = pl.dynamics(robot), peers.pinocchio(_bare(robot))
        start, pool = f.robot.initial_state(), pin.ModelPool(there.model, 1)
        q = np.repeat(start[0][None], STATES, axis=0)
        u = np.random.default_rng(22).normal(0.0, 0.1, (STATES, f.nv))
        none = np.zeros((there.model.nv, STATES), order="F")
        places = np.asfortranarray(np.repeat(pin.neutral(there.model)[:, None], STATES, axis=1))
        out, no_efforts = np.zeros_like(none), np.zeros_like(u)

        def recursion(pool: Any = pool, q: Any = places, none: Any = none, out: Any = out) -> None:
            pin.abaInParallel(1, pool, q, none, none, out)

        best = best_of(
            {
                "batch": Candidate(compiled_accelerations(f, WIDTH, q, u, no_efforts), STATES),
                "single": Candidate(compiled_accelerations(f, 1, q, u, no_efforts), STATES),
                "pin": Candidate(recursion, STATES),
            },
            rounds,
        )
        yield _row(group, f"{name} {scenario}, batch", best, "batch", "state", "pin", "dry")
        yield _row(group, f"{name} {scenario}, one state", best, "single", "state", "pin", "dry")


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
    import pinocchio as pin

    candidates = {}
    for links in LENGTHS:
        robot = chain(links)
        count = WIDTH * max(1, 4096 // (WIDTH * links))
        states = random_states(robot, count)
        work = compiled_accelerations(pl.dynamics(robot), WIDTH, *states)
        candidates[str(links)] = Candidate(work, count * links)
    # Pinocchio's data take tens of gigabytes at 1000 joints; its time per body hardly grows
    there, columns = peers.pinocchio(chain(PEER)), random_states(chain(PEER), 32)
    pool, turned = pin.ModelPool(there.model, 1), [np.asfortranarray(x.T) for x in columns]
    found = np.zeros_like(turned[0])
    candidates["pin"] = Candidate(lambda: pin.abaInParallel(1, pool, *turned, found), 32 * PEER)
    best = best_of(candidates, rounds)
    group = "Growth, batch forward dynamics"
    for links in LENGTHS:
        name = f"chain of {links} link{'s' if links > 1 else ''}"
        against = ("pin", f"pin.abaInParallel, {PEER} links") if links >= PEER else ()
        yield _row(group, name, best, str(links), "body", *against)


def many_runs(_rounds: int) -> Iterator[Row]:
    """Ten thousand different runs, all cores."""
    rng = np.random.default_rng(23)
    mass = pl.load("maarco").bodies["chassis"].mass
    vary = {"bodies.chassis.mass": mass * rng.normal(1.0, 0.05, RUNS)}
    start = perf_counter()
    runs = pl.simulate_batch("maarco", "yaw", vary=vary, duration=10.0, every=10.0, keep=["q"])
    spent = perf_counter() - start
    finished = sum(outcome.code == "finished" for outcome in runs.outcomes)
    group = f"{RUNS:,} runs of maarco yaw, 10 s each, masses drawn ({finished:,} finished)"
    yield Row(group, f"{os.cpu_count()} cores, wall time", spent, "all runs")


def beams(_rounds: int) -> Iterator[Row]:
    """Undamped beams of 50 segments, whose fast modes are all followed."""
    group = f"A beam of 50 segments without damping, {SECONDS:g} s of motion"
    for name, words in (("in a plane", {"bending": "y"}), ("in space", {"torsion": True})):
        beam = pl.beam(1.0, 50, **RULER, **words)
        start = process_time()
        pl.simulate(beam, duration=SECONDS)
        yield Row(group, name, process_time() - start, "run")


def start_up(rounds: int) -> Iterator[Row]:
    """Commands from the shell: the first one ever, a robot never seen, the same again, help."""
    run = ["--no-out", "--quiet"]
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PELAGOS_CACHE_DIR": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        fresh = Path(cache) / "fresh.yaml"
        heavier = pl.load("rov-arm").with_values({"bodies.hull.mass": 11.7})
        fresh.write_text(json.dumps(heavier.to_dict()))

        def seconds(*arguments: str) -> float:
            start = perf_counter()
            command = [sys.executable, "-m", "pelagos", *arguments]
            subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
            return perf_counter() - start

        turns, pendulum = range(min(rounds, 5)), ("run", "double-pendulum", *run)
        group = "Start"
        first = seconds(*pendulum)
        yield Row(group, "pelagos run double-pendulum, empty cache", first, "command")
        again = min(seconds(*pendulum) for _ in turns)
        yield Row(group, "the same again", again, "command")
        arm = ("run", str(fresh), "reach", *run)
        yield Row(group, "rov-arm with another mass, never seen", seconds(*arm), "command")
        yield Row(group, "the same again", min(seconds(*arm) for _ in turns), "command")
        code = (
            "from time import perf_counter as now; from benchmarks.throughput import *\n"
            f"robot = chain({LENGTHS[-1]}); begun = now(); f = pl.dynamics(robot)\n"
            "f._acceleration.native(WIDTH); print(now() - begun)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, check=True, capture_output=True
        )
        name = f"chain of {LENGTHS[-1]} links, accelerations in {WIDTH} lanes compiled"
        yield Row(group, name, float(done.stdout), "robot")
        yield Row(group, "pelagos --help", min(seconds("--help") for _ in turns), "command")


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
    parts = (forward_dynamics, in_water, simulation, growth, start_up, many_runs, beams)
    for part in parts:
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
