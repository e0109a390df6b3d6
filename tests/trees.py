"""Random robots and states, seeded: trees of any shape with every kind of joint."""

from __future__ import annotations

from typing import Any

import numpy as np
import yaml

from pelagos.joints.table import BY_WORD, WORDS
from pelagos.model import Robot
from pelagos.model.tree import initial_words

KINDS = WORDS
# Kinds that other engines have, or that benchmarks.peers makes of theirs. Robots are drawn of these
# unless a test asks for others, so that a seed stands for the same robot when a kind is added.
SHARED = ("revolute", "prismatic", "spherical", "universal", "planar", "fixed", "free")


def random_robot(
    seed: int,
    bodies: int,
    *,
    kinds: tuple[str, ...] = SHARED,
    gravity: bool = True,
    armature: bool = False,
    spatial: bool = False,
) -> Robot:
    """A tree whose bodies are listed depth first, as some engines number them.

    `spatial` gives every body a general symmetric positive-definite 6x6 inertia.
    """
    rng = np.random.default_rng(seed)
    words: dict[str, Any] = {}
    path: list[str] = ["world"]  # from the root to the latest body
    for i in range(bodies):
        parent = path[rng.integers(max(0, len(path) - 3), len(path))]
        joints = [kind for kind in kinds if not BY_WORD[kind].in_world]
        kind = joints[rng.integers(len(joints))] if joints else "free"
        if parent == "world" and "free" in kinds and rng.random() < 0.5:
            kind = "free"
        words[f"b{i}"] = {
            "parent": parent,
            "at": {"position": vector(rng, 0.5), "quaternion": quaternion(rng)},
            "joint": random_joint(rng, kind, armature),
            **(random_spatial(rng) if spatial else random_mass(rng)),
        }
        path = [*path[: path.index(parent) + 1], f"b{i}"]
    down = vector(rng, 10.0) if gravity else [0.0, 0.0, 0.0]
    return Robot(name=f"random {seed}", gravity=down, bodies=words)


def random_joint(rng: np.random.Generator, kind: str, armature: bool) -> Any:
    axis = unit(rng)
    axes: Any = {
        "universal": [axis, unit(rng, across=axis)],
        "planar": "xyz"[rng.integers(3)],
    }.get(kind, axis)
    ours = BY_WORD[kind]
    if not ours.resisted:
        return kind
    if not ours.words.count:  # a mapping as in the example, or none
        axes = yaml.safe_load(ours.words.example or "true")
    words: dict[str, Any] = {kind: axes}
    if armature and ours.turning is None:
        words["armature"] = float(rng.uniform(0.0, 0.5))
    return words


def random_mass(rng: np.random.Generator) -> dict[str, Any]:
    """Mass properties of some box, off the joint."""
    mass, R = float(rng.uniform(0.5, 2.0)), rotation(rng)
    a, b, c = rng.uniform(0.1, 0.6, 3) ** 2
    about_com = R @ np.diag([b + c, a + c, a + b]) @ R.T * mass / 12.0
    about_com = (about_com + about_com.T) / 2.0
    return {"mass": mass, "com": vector(rng, 0.3), "inertia": about_com.tolist()}


def random_spatial(rng: np.random.Generator) -> dict[str, Any]:
    root = rng.normal(size=(6, 6))
    return {"spatial_inertia": (root @ root.T + 0.5 * np.eye(6)).tolist()}


def random_state(robot: Robot, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates, with unit quaternions, and speeds."""
    rng = np.random.default_rng(seed)
    q: list[float] = []
    for name in robot.order:
        turning, count = robot.bodies[name].joint.mechanics.turning, robot.bodies[name].joint.nq
        if turning is not None:
            own = vector(rng, 1.0)[: count - 4]
            q += [*own[: turning.q], *quaternion(rng), *own[turning.q :]]
        else:
            q += rng.normal(size=count).tolist()
    return np.array(q), rng.normal(size=len(robot.speeds))


def starting_at(robot: Robot, q: np.ndarray, u: np.ndarray) -> Robot:
    """The same robot with this initial state."""
    initial: dict[str, Any] = {}
    coordinates, speeds = iter(q.tolist()), iter(u.tolist())
    for name in robot.order:
        joint = robot.bodies[name].joint
        here = [next(coordinates) for _ in range(joint.nq)]
        rate = [next(speeds) for _ in range(joint.nv)]
        if here:
            initial[name] = initial_words(joint, here, rate)
    return Robot(**{**robot.to_dict(), "initial": initial})


def vector(rng: np.random.Generator, size: float) -> list[float]:
    return rng.uniform(-size, size, 3).tolist()


def unit(rng: np.random.Generator, across: list[float] | None = None) -> list[float]:
    direction = rng.normal(size=3)
    if across is not None:
        direction = np.cross(direction, across)
    return (direction / np.linalg.norm(direction)).tolist()


def quaternion(rng: np.random.Generator) -> list[float]:
    q = rng.normal(size=4)
    return (q / np.linalg.norm(q)).tolist()


def rotation(rng: np.random.Generator) -> np.ndarray:
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    q = q * np.sign(np.diag(r))
    return q * np.sign(np.linalg.det(q))
