"""Speed of studies: `python -m benchmarks.studies [--table FILE] [--rounds N] [--runs N]`.

Many runs of a wet snake of 20 links and of two welded vehicles, against MuJoCo's rollout of the
nearest model it has, with the same integrator and step; what sweeping adds to the batch engine;
threads and Dask workers; with `--runs 10000`, a whole study of `maarco yaw`.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any
from unittest.mock import patch

import numpy as np

import pelagos as pl
from benchmarks.timing import Candidate, best_of, machine, taken_with
from pelagos.cli.support.text import span
from pelagos.study import running
from pelagos.study.cluster import workers
from pelagos.study.reading import Study

RUNS = 64  # of each candidate
SNAKE_STEP, SNAKE_STEPS = 2e-3, 500
PAIR_STEP, PAIR_STEPS = 5e-3, 400
STIFFNESS, DAMPING = 1.0, 0.004  # of the snake's servos, N m and N m s
THRUST = 5.0  # N, of each of four thrusters

STUDY: dict[str, Any] = {
    "robot": "maarco",
    "scenario": "yaw",
    "duration": 10,
    "seed": 1,
    "sampling": "latin-hypercube",
    "factors": {
        "water.density": {"uniform": [990, 1030]},
        "bodies.slider_x.mass": {"normal": [0.5, 0.02]},
        "bodies.slider_y.mass": {"triangular": [0.4, 0.5, 0.6]},
    },
    "initial": {"u[chassis.u]": {"normal": [0, 0.05]}},
    "metrics": {
        "yaw": {"final": "euler.chassis.yaw"},
        "roll": {"max": "abs(euler.chassis.roll)"},
        "half_turn": {"when": "abs(euler.chassis.yaw) >= pi"},
        "drift": {"final": "sqrt(position.chassis.x^2 + position.chassis.y^2)"},
    },
}


# --- a wet snake ------------------------------------------------------------------------------


def snake() -> pl.Robot:
    """The robot `eel` with servos in the place of prescribed joints, which MuJoCo does not have."""
    words = pl.load("eel").resolved("serpenoid").to_dict()
    for name, law in words["actuators"].items():
        motion = law["motion"]
        gains = {"stiffness": STIFFNESS, "damping": DAMPING}
        words["actuators"][name] = {
            "servo": {"joint": motion["joint"], "input": motion["input"], **gains}
        }
    return pl.Robot(**{**words, "scenarios": {}})


def snake_in_mujoco(robot: pl.Robot) -> tuple[Any, np.ndarray]:
    """The same links with MuJoCo's ellipsoidal fluid forces, and the signals of its servos."""
    import mujoco

    from pelagos.language.expressions import differentiate, evaluate

    bodies, actuators = "", ""
    for name in reversed(robot.order):
        body = robot.bodies[name]
        rod = body.shape.cylinder  # type: ignore[union-attr]
        joint = "<freejoint/>"
        if body.joint.kind != "free":
            joint = f'<joint name="{name}" axis="{_text(body.joint.axes[0])}"/>'
        middle, half = np.array(body.shape.centroid), rod.length / 2 * np.array(rod.along)  # type: ignore[union-attr]
        bodies = (
            f'<body pos="{_text(body.at.p)}">{joint}<geom type="cylinder" size="{rod.radius}" '
            f'fromto="{_text(middle - half)} {_text(middle + half)}" density="1000" '
            f'fluidshape="ellipsoid"/>{bodies}</body>'
        )
    for actuator in robot.actuators.values():
        actuators += f'<position joint="{actuator.law.joint}" kp="{STIFFNESS}" kv="{DAMPING}"/>'  # type: ignore[union-attr]
    model = mujoco.MjModel.from_xml_string(_xml(SNAKE_STEP, bodies, actuators))
    times = SNAKE_STEP * np.arange(SNAKE_STEPS)
    columns = []
    for actuator in robot.actuators.values():
        node = actuator.input.node
        rate = differentiate(node)
        # a servo of Pelagos damps the rate against that of its target
        columns.append(
            [
                evaluate(node, t, parameters=robot.parameters)
                + DAMPING / STIFFNESS * evaluate(rate, t, parameters=robot.parameters)
                for t in times.tolist()
            ]
        )
    return model, np.array(columns).T


# --- two vehicles and a connector ---------------------------------------------------------------


def pair_in_mujoco(robot: pl.Robot) -> tuple[Any, np.ndarray]:
    """The bodies of bluerov-pair as boxes in MuJoCo's fluid, two welds, and constant thrust."""
    import mujoco

    bodies, actuators = "", ""
    for name in robot.order:
        body = robot.bodies[name]
        assert body.shape is not None
        place = robot.initial[name].position if name in robot.initial else (0.0, 0.0, 0.0)
        sites = ""
        if name != "connector":
            for k, y in enumerate((-0.11, 0.11)):
                sites += f'<site name="{name}{k}" pos="-0.15 {y} 0"/>'
                actuators += f'<motor site="{name}{k}" gear="1 0 0 0 0 0"/>'
        inertia = np.diag(np.array(body.inertia))
        bodies += (
            f'<body name="{name}" pos="{_text(place or (0.0, 0.0, 0.0))}"><freejoint/>'
            f'<inertial pos="0 0 0" mass="{body.mass}" diaginertia="{_text(inertia)}"/>'
            f'<geom type="box" size="{_text(np.array(body.shape.box) / 2)}" contype="0" '
            f'conaffinity="0" fluidshape="ellipsoid"/>{sites}</body>'
        )
    welds = "".join(
        f'<weld body1="{name}" body2="connector"/>' for name in robot.order if name != "connector"
    )
    text = _xml(PAIR_STEP, bodies, actuators, f"<equality>{welds}</equality>")
    model = mujoco.MjModel.from_xml_string(text)
    return model, np.full((PAIR_STEPS, model.nu), THRUST)


def _xml(step: float, bodies: str, actuators: str, more: str = "") -> str:
    return (
        f'<mujoco><option timestep="{step}" integrator="RK4" gravity="0 0 0" density="1000">'
        f'<flag contact="disable"/></option><worldbody>{bodies}</worldbody>'
        f"<actuator>{actuators}</actuator>{more}</mujoco>"
    )


def _text(numbers: Any) -> str:
    return " ".join(repr(float(number)) for number in numbers)


def rollout(model: Any, control: np.ndarray) -> Candidate:
    """So many runs from slightly different states, by one thread of `mujoco.rollout`."""
    import mujoco
    from mujoco import rollout as mj

    data = mujoco.MjData(model)
    kind = mujoco.mjtState.mjSTATE_FULLPHYSICS
    state = np.empty(mujoco.mj_stateSize(model, kind))
    mujoco.mj_getState(model, data, state, kind)
    states = np.tile(state, (RUNS, 1))
    states[:, 1] += np.linspace(0.0, 0.1, RUNS)
    inputs = np.tile(control, (RUNS, 1, 1))
    return Candidate(lambda: mj.rollout(model, data, states, inputs), RUNS)


def batch(robot: pl.Robot, scenario: str | None, seconds: float, **words: Any) -> Candidate:
    """The same number of runs in Pelagos, on one thread."""
    base = robot.resolved(scenario)
    moved = {f"q[{base.coordinates[0]}]": np.linspace(0.0, 0.1, RUNS)}
    given = {"duration": seconds, "every": seconds / 50, "keep": ["position"], **words}
    return Candidate(lambda: pl.simulate_batch(base, initial=moved, threads=1, **given), RUNS)


def against_mujoco(rounds: int) -> Iterator[str]:
    """Runs per second and core."""
    eel, pair = snake(), pl.load("bluerov-pair")
    yield "| runs per second and core | Pelagos | MuJoCo | ratio | Pelagos, adaptive steps |"
    yield "| --- | --- | --- | --- | --- |"
    cases = {
        "snake of 20 links in water, 1 s": (
            eel, None, snake_in_mujoco(eel), SNAKE_STEP, SNAKE_STEPS,
        ),
        "`bluerov-pair`, 2 s": (
            pair, "free-1700", pair_in_mujoco(pair), PAIR_STEP, PAIR_STEPS,
        ),
    }  # fmt: skip
    for name, (robot, scenario, peer, step, steps) in cases.items():
        fixed = {"integrator": "rk4", "step": step}
        found = best_of(
            {
                "pelagos": batch(robot, scenario, step * steps, **fixed),
                "mujoco": rollout(*peer),
                "adaptive": batch(robot, scenario, step * steps),
            },
            rounds,
        )
        rates = {who: 1 / seconds for who, seconds in found.items()}
        ratio = rates["pelagos"] / rates["mujoco"]
        yield (
            f"| {name} | {rates['pelagos']:.0f} | {rates['mujoco']:.0f} | {ratio:.1f} "
            f"| {rates['adaptive']:.0f} |"
        )


# --- the layer of studies -------------------------------------------------------------------------


def layer(rounds: int, runs: int = 256) -> Iterator[str]:
    """What a sweep takes beside the batches it consists of, in one and the same process."""
    study = Study.of({**STUDY, "runs": runs})
    whole, batches = [], []

    def timed(*given: Any, **words: Any) -> Any:
        begun = process_time()
        found = pl.simulate_batch(*given, **words)
        batches[-1] += process_time() - begun
        return found

    for _ in range(rounds):
        batches.append(0.0)
        with (
            tempfile.TemporaryDirectory() as folder,
            patch.object(running, "simulate_batch", timed),
        ):
            begun = process_time()
            pl.sweep(study, Path(folder) / "out", threads=1)
            whole.append(process_time() - begun)
    more = min(100 * (all_of_it / bare - 1) for all_of_it, bare in zip(whole, batches, strict=True))
    yield (
        "`maarco yaw`, 10 s at its own tolerance of 1e-9, with three factors, one of which reaches "
        f"every body, and a random start: {span(min(batches) / runs)} of one core per run in the "
        f"batch engine; the sweep with its draws, four metrics and files takes {more:.1f} % more."
    )


def scaling(rounds: int, runs: int = 256) -> Iterator[str]:
    """Time by the clock of the same study on one and two threads, and on as many Dask workers."""
    study = Study.of({**STUDY, "runs": runs})

    def clocked(**words: Any) -> float:
        with tempfile.TemporaryDirectory() as folder:
            begun = perf_counter()
            pl.sweep(study, Path(folder) / "out", **words)
            return perf_counter() - begun

    best = dict.fromkeys(("1 thread", "2 threads", "1 worker", "2 workers"), np.inf)
    with workers("local:1") as one, workers("local:2") as two:
        ways: dict[str, dict[str, Any]] = {
            "1 thread": {"threads": 1},
            "2 threads": {"threads": 2},
            "1 worker": {"cluster": one, "chunk": 32},
            "2 workers": {"cluster": two, "chunk": 32},
        }
        for _ in range(1 + rounds):  # the first turn loads the engine in the workers
            for name, words in ways.items():
                best[name] = min(best[name], clocked(**words))
    yield "| by the clock | runs per second |"
    yield "| --- | --- |"
    for name, seconds in best.items():
        yield f"| {name} | {runs / seconds:.0f} |"


def whole_study(runs: int) -> Iterator[str]:
    """All runs of a study, by the clock and in processor time."""
    starts = {**STUDY, "factors": {}, "sampling": "random"}
    mass = {"bodies.slider_x.mass": {"normal": [0.5, 0.02]}}
    usual = {"rtol": 1e-6, "atol": 1e-9}  # of robots that do not say otherwise
    kinds = {
        "random starts, 1e-9": starts,
        "random starts and three factors of the model, 1e-9": STUDY,
        "random starts, 1e-6": {**starts, **usual},
        "random starts and one mass, 1e-6": {**STUDY, "factors": mass, **usual},
        "random starts and three factors of the model, 1e-6": {**STUDY, **usual},
    }
    yield f"| {runs:,} runs of `maarco yaw`, {os.cpu_count()} threads | by the clock | processor |"
    yield "| --- | --- | --- |"
    for name, words in kinds.items():
        with tempfile.TemporaryDirectory() as folder:
            wall, cpu = perf_counter(), process_time()
            pl.sweep({**words, "runs": runs}, Path(folder) / "out")
            wall, cpu = perf_counter() - wall, process_time() - cpu
        yield f"| {name} | {wall:.0f} s | {cpu:.0f} s |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", type=Path, metavar="FILE", help="also write the tables here")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each candidate")
    parser.add_argument("--runs", type=int, default=0, help="size of a whole study, as 10000")
    options = parser.parse_args()
    lines = [taken_with(machine()), ""]
    parts = [against_mujoco, layer, scaling]
    for part in parts:
        found = list(part(options.rounds))
        print("\n".join(found), flush=True)
        lines += [*found, ""]
    if options.runs:
        found = list(whole_study(options.runs))
        print("\n".join(found))
        lines += [*found, ""]
    if options.table:
        options.table.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
