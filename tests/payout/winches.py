"""Robots with lines that are paid out, for several tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.model import Robot

DENSITY, LENGTH, SUPPLY = 0.7, 1.3, 20.0
KINDS = [{}, {"feed": "pulled"}, {"supply": SUPPLY}, {"supply": SUPPLY, "feed": "pulled"}]


def crane(root: Any = None, gravity: Any = (0.2, -0.1, -9.81), **payout: Any) -> Robot:
    """A trolley with a line on a universal joint, a body at its end and one that swings on that."""
    return Robot(
        name="crane",
        gravity=gravity,
        bodies={
            "trolley": {
                "joint": root or {"prismatic": "x"},
                "mass": 3.0,
                "com": [0.1, 0.0, 0.2],
                "inertia": [0.1, 0.2, 0.25],
            },
            "sheave": {
                "parent": "trolley",
                "at": {"position": [0.1, 0.2, -0.1], "rpy": [0.2, 0.1, 0.4]},
                "joint": {"universal": ["x", "y"]},
                "mass": 0.5,
                "inertia": [0.01, 0.02, 0.02],
            },
            "load": {
                "parent": "sheave",
                "at": [0.0, 0.1, -0.2],
                "joint": {
                    "prismatic": "-z",
                    "limits": [-100.0, 10.0],
                    "payout": {"line_density": DENSITY, "length": LENGTH, **payout},
                },
                "mass": 2.0,
                "com": [0.0, 0.0, -0.1],
                "inertia": [0.02, 0.03, 0.04],
            },
            "tip": {
                "parent": "load",
                "at": [0.0, 0.0, -0.2],
                "joint": "spherical",
                "mass": 0.3,
                "com": [0.05, 0.0, -0.1],
                "inertia": [0.01, 0.01, 0.015],
            },
        },
    )


def planar(load: float = 2.0, turning: float = 0.05, **payout: Any) -> Robot:
    """A line from the origin that swings in the x-z plane; angle from straight down, to +x."""
    return Robot(
        name="planar",
        bodies={
            "guide": {"joint": {"revolute": "-y"}, "mass": 0.0, "inertia": [0.0, 0.0, 0.0]},
            "load": {
                "parent": "guide",
                "at": [0.0, 0.0, -payout.get("length", 0.0)],
                "joint": {"prismatic": "-z", "payout": {"line_density": DENSITY, **payout}},
                "mass": load,
                "inertia": [turning, turning, turning],
            },
        },
    )


def state(robot: Robot, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A random state with some line out."""
    rng = np.random.default_rng(seed)
    q, u = rng.normal(size=len(robot.coordinates)), rng.normal(size=len(robot.speeds))
    for i, label in enumerate(robot.coordinates):
        if label.endswith(".qw"):
            q[i : i + 4] /= np.linalg.norm(q[i : i + 4])
        if label == "load":
            q[i] = rng.uniform(-0.8, 2.0) * LENGTH
    return q, u
