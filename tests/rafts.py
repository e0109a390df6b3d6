"""Vehicles welded to each other: grids with loops everywhere, and the one body they make."""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.language.placement import rotation, to_quaternion
from pelagos.model import Robot
from tests.trees import quaternion

WET = {
    "buoyancy": {"volume": 7.31e-3, "at": [0, 0, 0]},
    "added_mass": {"surge": 5, "sway": 12, "heave": 15, "roll": 0.1, "pitch": 0.2, "yaw": 0.3},
    "drag": {"linear": [4, 6, 5, 0.1, 0.2, 0.3], "quadratic": [18, 22, 37, 1.5, 1.6, 1.7]},
}


def vehicle(**more: Any) -> dict[str, Any]:
    return {"joint": "free", "mass": 7.31, "inertia": [0.11, 0.18, 0.21], **WET, **more}


def raft(nx: int, ny: int, seed: int = 0, **more: Any) -> Robot:
    """A wet grid of vehicles in any attitude, each welded to its neighbours and pushed."""
    rng = np.random.default_rng(seed)
    bodies, welds, initial, pushes = {}, {}, {}, {}
    for i in range(nx):
        for j in range(ny):
            name = f"v{i}-{j}"
            bodies[name] = vehicle()
            initial[name] = {"position": [0.5 * i, 0.5 * j, 0.0], "quaternion": quaternion(rng)}
            for before in ([f"v{i - 1}-{j}"] if i else []) + ([f"v{i}-{j - 1}"] if j else []):
                at = {"position": rng.uniform(-0.3, 0.3, 3).tolist(), "quaternion": quaternion(rng)}
                # either of the two may come first
                pair = [before, name] if rng.random() < 0.5 else [name, before]
                welds[f"{before}-{name}"] = {"weld": {"between": pair, "at": at}}
            pushes[f"push-{name}"] = {
                "force": {
                    "body": name,
                    "at": [0, 0.1, 0],
                    "direction": "x",
                    "input": {"sine": {"amplitude": float(rng.uniform(1, 5)), "period": 2}},
                }
            }
    words = {
        "name": "raft",
        "water": {"density": 1000},
        "bodies": bodies,
        "constraints": welds,
        "initial": initial,
        "actuators": pushes,
        **more,
    }
    return Robot(**words)


def as_one_body(robot: Robot) -> Robot:
    """The same with fixed joints to the first vehicle in place of welds."""
    words = robot.to_dict()
    first = robot.order[0]
    R, p = _pose(robot, first)
    bodies = {first: words["bodies"][first]}
    for name in robot.order[1:]:
        R_here, p_here = _pose(robot, name)
        at = {
            "position": (R.T @ (p_here - p)).tolist(),
            "quaternion": list(to_quaternion(R.T @ R_here)),
        }
        bodies[name] = {**words["bodies"][name], "parent": first, "at": at, "joint": "fixed"}
    initial = {first: words["initial"][first]}
    return Robot(**{**words, "bodies": bodies, "constraints": {}, "initial": initial})


def _pose(robot: Robot, name: str) -> tuple[np.ndarray, np.ndarray]:
    start = robot.initial[name]
    return rotation(start.quaternion), np.array(start.position)
