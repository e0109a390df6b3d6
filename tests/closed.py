"""Random trees with constraints on top: loops, couplings, and the same ones twice."""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.model import Robot
from tests.trees import quaternion, unit, vector

KINDS = ("weld", "ball", "hinge", "slider", "plane", "distance", "gear")


def closed_robot(robot: Robot, seed: int, kinds: tuple[str, ...], copies: int = 1) -> Robot:
    """The robot with constraints that hold in its initial state, each of them `copies` times."""
    rng = np.random.default_rng([seed, len(kinds)])
    constraints: dict[str, Any] = {}
    for i, kind in enumerate(kinds):
        words = _gear(rng, robot) if kind == "gear" else _between(rng, robot, kind)
        for copy in range(copies):
            constraints[f"{kind}{i}-{copy}"] = {kind: words}
    return Robot(**{**robot.to_dict(), "constraints": constraints})


def _between(rng: np.random.Generator, robot: Robot, kind: str) -> dict[str, Any]:
    pairs = [(a, b) for a in ["world", *robot.order] for b in robot.order if a != b]
    loose = [pair for pair in pairs if _freedom(robot, *pair) >= 8]
    a, b = loose[rng.integers(len(loose))]
    words: dict[str, Any] = {
        "between": [a, b],
        "at": {"position": vector(rng, 0.4), "quaternion": quaternion(rng)},
    }
    if kind in ("hinge", "slider"):
        words["axis"] = unit(rng)
    if kind == "plane":
        words["normal"] = unit(rng)
    if kind == "distance":
        words["to"] = {"position": vector(rng, 0.4)}
    return words


def _freedom(robot: Robot, a: str, b: str) -> int:
    """Speeds of the joints between two bodies that are not prescribed."""
    ways = []
    for body in (a, b):
        way = set()
        while body != "world":
            way.add(body)
            body = robot.bodies[body].parent
        ways.append(way)
    return sum(robot.bodies[name].joint.nv for name in (ways[0] ^ ways[1]) - _driven(robot))


def _gear(rng: np.random.Generator, robot: Robot) -> dict[str, Any]:
    driven = _driven(robot)
    labels = [label for label in robot.coordinates if label in robot.speeds]
    labels = [label for label in labels if label.partition(".")[0] not in driven]
    chosen = rng.choice(labels, min(3, len(labels)), replace=False).tolist()
    return {"joints": {name: float(rng.uniform(0.5, 2.0)) for name in chosen}}


def _driven(robot: Robot) -> set[str]:
    return {
        actuator.law.joint for actuator in robot.actuators.values() if actuator.kind == "motion"
    }
