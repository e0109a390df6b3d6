"""Random trees with every force element: springs, friction, stops, actuators, prescribed joints.

Seeded like `tests.trees`. Speeds at which friction saturates and gains are moderate, so that finite
differences and short simulations are accurate.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.joints.table import BY_WORD
from pelagos.model import Robot
from tests.trees import SHARED, random_robot, unit, vector

# Joints whose motion may be prescribed.
DRIVABLE = ("revolute", "prismatic", "universal", "planar")


def dressed_robot(
    seed: int,
    bodies: int,
    *,
    kinds: tuple[str, ...] = SHARED,
    spatial: bool = False,
    gravity: bool = True,
    losses: bool = True,
    actuators: bool = True,
    motions: bool = True,
) -> Robot:
    """A random tree whose joints resist and whose actuators act.

    Without `losses`, `actuators` and `motions` only conservative forces are left. Every other seed
    gives a tree along coordinate axes, as people draw them; some equations are simpler there.
    """
    bare = random_robot(seed, bodies, kinds=kinds, gravity=gravity, spatial=spatial)
    rng = np.random.default_rng([seed, bodies])
    if seed % 2 == 1:
        bare = along_axes(bare, rng)
    words = bare.to_dict()
    for name, body in words["bodies"].items():
        kind = bare.bodies[name].joint.kind
        if kind not in ("free", "fixed"):
            body["joint"] = {**body["joint"], **_resistance(rng, kind, losses)}
        if spatial and gravity:
            body |= {"mass": float(rng.uniform(0.5, 2.0)), "com": vector(rng, 0.3)}
    words["parameters"] = {"gain": 0.7}
    words["actuators"] = {}
    for name in bare.order:
        if motions and bare.bodies[name].joint.kind in DRIVABLE and rng.random() < 0.3:
            words["actuators"] |= _motions(rng, name, bare.bodies[name].joint.kind)
            # a kink that only the effort of the motion sees would not shorten any step
            words["bodies"][name]["joint"].pop("limits")
        elif actuators:
            words["actuators"] |= _actuators(rng, name, bare.bodies[name].joint.kind)
    return Robot(**words)


def driven_speeds(robot: Robot) -> dict[str, int]:
    """The speeds with a prescribed motion, by actuator."""
    found = {}
    for name, actuator in robot.actuators.items():
        if actuator.kind == "motion":
            law = actuator.law
            label = law.joint if law.dof is None else f"{law.joint}.{law.dof}"
            found[name] = robot.speeds.index(label)
    return found


def released(robot: Robot) -> Robot:
    """The same robot with its motions taken away."""
    words = robot.to_dict()
    motions = driven_speeds(robot)
    words["actuators"] = {k: v for k, v in words["actuators"].items() if k not in motions}
    words["scenarios"] = {}  # their inputs may be those of the motions
    return Robot(**words)


def along_axes(robot: Robot, rng: np.random.Generator) -> Robot:
    """The same tree with frames parallel, or a quarter turn apart, and joints along x, y or z."""
    words = robot.to_dict()
    for name, body in words["bodies"].items():
        turns = [float(x) for x in rng.integers(-1, 3, 3) * (np.pi / 2)]
        body["at"] = {
            "position": body["at"]["position"],
            "rpy": turns if rng.random() < 0.3 else [0, 0, 0],
        }
        kind, signs = robot.bodies[name].joint.kind, ("", "-")
        first, second = rng.permutation(3)[:2]
        axis = signs[rng.integers(2)] + "xyz"[first]
        if kind in ("revolute", "prismatic"):
            body["joint"][kind] = axis
        elif kind == "universal":
            body["joint"][kind] = [axis, "xyz"[second]]
    return Robot(**words)


def _resistance(rng: np.random.Generator, kind: str, losses: bool) -> dict[str, Any]:
    """Springs, dampers, friction and stops, some of which a random state leans against."""
    words: dict[str, Any] = {"stiffness": float(rng.uniform(1.0, 5.0))}
    count = BY_WORD[kind].nv
    if kind != "spherical":
        words["rest"] = rng.normal(size=count).tolist()
        words["limits"] = [[-0.6, 0.8]] * count
        words["limit_stiffness"] = float(rng.uniform(5.0, 20.0))
        words["limit_damping"] = float(rng.uniform(0.1, 1.0)) if losses else 0.0
    words["armature"] = (rng.uniform(0.0, 0.3, count) * rng.integers(2)).tolist()
    if losses:
        words["damping"] = rng.uniform(0.0, 0.5, count).tolist()
        words["coulomb"] = float(rng.uniform(0.1, 1.0))
        words["friction_speed"] = 0.5
    return words


def _actuators(rng: np.random.Generator, name: str, kind: str) -> dict[str, Any]:
    """Possibly a motor and a servo at the joint, a force and a torque on the body."""
    found: dict[str, Any] = {}
    frames = ("body", "world")
    if kind not in ("free", "fixed"):
        dof = _suffixes(kind)[rng.integers(BY_WORD[kind].nv)]
        at = {"joint": name, **({"dof": dof} if dof else {})}
        q, u = (f"{name}.{dof}" if dof else name for _ in range(2))
        feedback = f"0.3*tanh(u[{u}])" + ("" if kind == "spherical" else f" + 0.5*sin(q[{q}])")
        found[f"{name}-motor"] = {"motor": {**at, "input": f"gain*cos(3*t) + {feedback}"}}
        if kind != "spherical":
            gains = {"stiffness": 4.0, "damping": 0.8, "limit": float(rng.uniform(0.5, 8.0))}
            sine = {"sine": {"amplitude": 0.5, "rate": 2.0, "phase": 0.3}}
            found[f"{name}-servo"] = {"servo": {**at, **gains, "input": sine}}
    if rng.random() < 0.5:
        push = {"body": name, "at": vector(rng, 0.3), "direction": unit(rng)}
        push["frame"] = frames[rng.integers(2)]
        label = f"{name}.angle" if kind == "planar" else ""
        found[f"{name}-push"] = {
            "force": {**push, "input": f"2 + q[{label}]*t" if label else "2*t"}
        }
        turn = {"body": name, "direction": unit(rng), "frame": frames[rng.integers(2)]}
        table = {"time": [0.0, 0.4, 0.9, 1.5], "value": rng.normal(size=4).tolist()}
        found[f"{name}-turn"] = {"torque": {**turn, "input": {"table": table}}}
    return found


def _motions(rng: np.random.Generator, name: str, kind: str) -> dict[str, Any]:
    """Prescribed motion of every degree of freedom, smooth in time."""
    found: dict[str, Any] = {}
    for dof in _suffixes(kind):
        a, b, c = rng.uniform(0.3, 1.0, 3)
        at = {"joint": name, **({"dof": dof} if dof else {})}
        found[f"{name}-motion{dof}"] = {"motion": {**at, "input": f"{a}*sin(2*t + {b}) + {c}*t^2"}}
    return found


def _suffixes(kind: str) -> list[str]:
    return [speed.suffix for speed in BY_WORD[kind].speeds]
