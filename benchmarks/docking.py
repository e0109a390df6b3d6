"""Rafts of welded vehicles, by their number: `python -m benchmarks.docking [--table FILE]`.

Square grids of vehicles, each welded to its neighbours, so that loops are everywhere. Dry rafts run
in Pelagos and in MuJoCo (weld equality constraints, its default solver and step) and are compared
with one rigid body; wet ones, with added mass, drag and thrust, in Pelagos only.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import Any

import numpy as np

import pelagos as pl
from benchmarks.timing import machine, print_table, taken_with
from pelagos.cli.support.text import span

SIDES = (2, 3, 5, 7, 10)
SPACING, MASS, INERTIA = 0.5, 7.31, (0.11, 0.18, 0.21)
SECONDS = 10.0  # simulated
PEER_SECONDS = 0.5  # the peer's time is scaled from this
WATER = {
    "buoyancy": {"volume": MASS / 1000.0, "at": [0, 0, 0]},
    "added_mass": {"surge": 6, "sway": 7, "heave": 19, "roll": 0.2, "pitch": 0.2, "yaw": 0.2},
    "drag": {"linear": [14, 1, 1, 0.1, 0.1, 0.1], "quadratic": [140, 220, 240, 1, 1, 1]},
}


def force(i: int, j: int) -> float:
    """Newtons along x on the vehicle in row i and column j: not the same on all."""
    return 1.0 + (3 * i + j) % 4


def raft(side: int, *, wet: bool) -> pl.Robot:
    """A grid of vehicles in Pelagos."""
    bodies: dict[str, Any] = {}
    docks: dict[str, Any] = {}
    pushes: dict[str, Any] = {}
    initial: dict[str, Any] = {}
    for i in range(side):
        for j in range(side):
            name = f"v{i}-{j}"
            bodies[name] = {"joint": "free", "mass": MASS, "inertia": INERTIA}
            bodies[name] |= WATER if wet else {}
            initial[name] = {"position": [SPACING * i, SPACING * j, 0.0]}
            for other, at in neighbours(i, j):
                docks[f"{other}-{name}"] = {"weld": {"between": [other, name], "at": at}}
            pushes[f"push-{name}"] = {
                "force": {"body": name, "direction": "x", "at": [0, 0, 0.1], "input": force(i, j)}
            }
    return pl.Robot(
        name="raft",
        gravity=[0, 0, 0],
        water={"density": 1000} if wet else None,
        bodies=bodies,
        constraints=docks,
        actuators=pushes,
        initial=initial,
        duration=SECONDS,
    )


def neighbours(i: int, j: int) -> list[tuple[str, list[float]]]:
    """Vehicles before this one, and where on them they are docked."""
    found = [(f"v{i - 1}-{j}", [SPACING / 2, 0.0, 0.0])] if i else []
    return found + ([(f"v{i}-{j - 1}", [0.0, SPACING / 2, 0.0])] if j else [])


def one_body(side: int, duration: float) -> np.ndarray:
    """Where the first vehicle is at the end, if all are one rigid body."""
    robot = raft(side, wet=False)
    words = robot.to_dict()
    first = robot.order[0]
    for name in robot.order[1:]:
        at = words["initial"].pop(name)
        words["bodies"][name] |= {"parent": first, "at": at, "joint": "fixed"}
    run = pl.simulate(pl.Robot(**{**words, "constraints": {}}), duration=duration, rtol=1e-11)
    return run.arrays["position"][-1, 0]


def in_pelagos(side: int, *, wet: bool) -> dict[str, float]:
    """Processor seconds for all of the simulated time, and how far the raft is from one body."""
    robot = raft(side, wet=wet)
    pl.simulate(robot, duration=0.01)  # load and compile
    start = process_time()
    run = pl.simulate(robot)
    spent = process_time() - start
    off = np.nan
    if not wet:
        off = float(np.linalg.norm(run.arrays["position"][-1, 0] - one_body(side, SECONDS)))
    gap = float(np.max(run.arrays["constraint_error"]))
    per_call = spent / run.outcome.evaluations
    return {
        "seconds": spent,
        "per_call": per_call,
        "gap": gap,
        "off": off,
        "rank": run.header.rank or 0,
    }


def in_mujoco(side: int) -> dict[str, float]:
    """The same dry raft; time scaled to the simulated time of the others."""
    import mujoco

    bodies, welds, names = [], [], []
    for i in range(side):
        for j in range(side):
            name = f"v{i}-{j}"
            names.append(name)
            inertia = " ".join(map(str, INERTIA))
            bodies.append(
                f'<body name="{name}" pos="{SPACING * i} {SPACING * j} 0"><freejoint/>'
                f'<inertial pos="0 0 0" mass="{MASS}" diaginertia="{inertia}"/></body>'
            )
            welds += [f'<weld body1="{o}" body2="{name}"/>' for o, _ in neighbours(i, j)]
    text = f"""<mujoco><option gravity="0 0 0"/><worldbody>{"".join(bodies)}</worldbody>
    <equality>{"".join(welds)}</equality></mujoco>"""
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    start, gap = process_time(), 0.0
    while data.time < PEER_SECONDS:
        mujoco.mj_fwdPosition(model, data)
        _push(data, names, side)
        gap = max(gap, float(np.max(np.abs(data.efc_pos), initial=0.0)))
        mujoco.mj_step(model, data)
    spent = process_time() - start
    off = float(np.linalg.norm(data.xpos[1] - one_body(side, PEER_SECONDS)))
    return {"seconds": spent * SECONDS / PEER_SECONDS, "gap": gap, "off": off}


def _push(data: Any, names: list[str], side: int) -> None:
    """Forces that turn with the vehicles, at a point above their centres."""
    for k in range(len(names)):
        R = data.xmat[k + 1].reshape(3, 3)
        f = force(k // side, k % side) * R[:, 0]
        data.xfrc_applied[k + 1] = [*f, *np.cross(0.1 * R[:, 2], f)]


def table() -> str:
    """All sizes, one line each."""
    lines = [
        taken_with(machine()),
        "",
        f"Processor time for {SECONDS:g} s of motion. Pelagos: dopri5, rtol 1e-6. MuJoCo: its "
        f"default solver and step of 2 ms, scaled from {PEER_SECONDS:g} s. `gap`: largest error of "
        "a weld on the way (m or rad). `off`: distance of the first vehicle at the end from where "
        f"one rigid body has it (MuJoCo: after {PEER_SECONDS:g} s); for Pelagos that is the error "
        "of the integration.",
        "",
        "| vehicles | rows, rank | Pelagos wet | Pelagos dry | gap | off, m | MuJoCo dry | gap "
        "| off, m |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    counts, times = [], []
    for side in SIDES:
        wet, dry, peer = in_pelagos(side, wet=True), in_pelagos(side, wet=False), in_mujoco(side)
        rows = 12 * side * (side - 1)
        counts.append(side * side)
        times.append(min(wet["per_call"], dry["per_call"]))
        lines.append(
            f"| {side * side} | {rows}, {dry['rank']:.0f} | {span(wet['seconds'])} "
            f"| {span(dry['seconds'])} | {dry['gap']:.0e} | {dry['off']:.0e} "
            f"| {span(peer['seconds'])} | {peer['gap']:.0e} | {peer['off']:.0e} |"
        )
        print(lines[-1], flush=True)
    slope = np.polyfit(np.log(counts[1:]), np.log(times[1:]), 1)[0]
    lines += [
        "",
        "Processor time of Pelagos per evaluation of the accelerations, with its share of "
        f"projections, samples and loads, grows with the power {slope:.2f} of the number of "
        f"vehicles ({span(times[0])} for {counts[0]}, "
        f"{span(times[-1])} for {counts[-1]}).",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    print_table(argparse.ArgumentParser(description=__doc__), lambda _: table())


if __name__ == "__main__":
    main()
