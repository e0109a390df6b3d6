"""Robots with constraints beyond the tree, as plain mechanisms at states off their constraints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import pelagos as pl
from pelagos.equations.affine import Loops
from pelagos.equations.mechanism import Given, Mechanism, given
from pelagos.mechanism import welds
from pelagos.mechanism.closures import loops_of
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import Compiled, compile_robot
from pelagos.model import Robot
from tests.closed import KINDS, closed_robot
from tests.dressed import dressed_robot
from tests.rafts import raft, vehicle
from tests.trees import random_state, starting_at

TIME = 0.3


class Case(NamedTuple):
    """A robot at a state, near its constraints but not on them."""

    robot: Robot
    compiled: Compiled
    mechanism: Mechanism
    loops: Loops
    q: list[float]
    u: list[float]

    def known(self, extra: list[float] | None = None) -> Given:
        """What is given there, with efforts added at the joints."""
        return given(self.mechanism, TIME, self.q, self.u, extra)


def case_of(robot: Robot, monkeypatch: Any = None, seed: int = 0, attach: bool = True) -> Case:
    """With monkeypatch, welds attach bodies even where a few loose rows stand beside them."""
    if monkeypatch is not None:
        monkeypatch.setattr(welds, "FEW_ROWS", 0)
    compiled = compile_robot(robot)
    rng = np.random.default_rng(seed)
    q, u = (np.array(numbers, dtype=float) for numbers in robot.written_state())
    q = q + 0.05 * rng.standard_normal(len(q))
    u = u + 0.2 * rng.standard_normal(len(u))
    for start in compiled.quaternions:
        q[start : start + 4] /= np.linalg.norm(q[start : start + 4])
    loops = loops_of(compiled, attach)
    return Case(robot, compiled, mechanism_of(compiled), loops, q.tolist(), u.tolist())


def built_in(name: str, scenario: str | None = None) -> Callable[[], Robot]:
    return lambda: pl.load(name).resolved(scenario)


def driven_loop() -> Robot:
    """A four-bar whose crank is prescribed; the rocker has a spring."""
    words = pl.load("four-bar").to_dict()
    words["actuators"] = {"drive": {"motion": {"joint": "crank", "input": "start + 0.2*sin(2*t)"}}}
    words["bodies"]["rocker"]["joint"]["stiffness"] = 3.0
    words["scenarios"] = {}
    return Robot(**words)


def geared() -> Robot:
    """A prescribed wheel in gear with two others, at a ratio that changes with time."""
    wheel = {
        "joint": {"revolute": "z"},
        "mass": 1.0,
        "com": [0.1, 0, 0],
        "inertia": [0.1, 0.1, 0.2],
    }
    return Robot(
        name="gears",
        gravity=[0, -9.81, 0],
        bodies={"a": wheel, "b": {**wheel, "at": [1.0, 0.0, 0.0]}, "c": {**wheel, "parent": "b"}},
        constraints={
            "mesh": {"gear": {"joints": {"a": 2.0, "b": 1.0}, "value": "0.1*sin(3*t)"}},
            "train": {"gear": {"joints": {"a": 0.5, "b": 1.0, "c": -0.7}}},
        },
        actuators={"drive": {"motion": {"joint": "a", "input": "0.3*t^2"}}},
    )


def reeled() -> Robot:
    """Two vehicles on ropes whose lengths change: one to the world, one between them."""
    dry = {"joint": "free", "mass": 3.0, "com": [0.1, 0.0, 0.05], "inertia": [0.2, 0.3, 0.4]}
    return Robot(
        name="reeled",
        bodies={"a": dry, "b": dry},
        initial={"a": {"position": [1.0, 0.0, 0.0]}, "b": {"position": [2.0, 0.5, 0.0]}},
        constraints={
            "rope": {"distance": {"between": ["world", "a"], "length": "1 + 0.2*sin(t)"}},
            "tie": {"distance": {"between": ["a", "b"], "length": "1.1 + 0.1*cos(2*t)"}},
        },
    )


def random_loops(seed: int, copies: int = 1, **more: Any) -> Callable[[], Robot]:
    """Every kind of constraint on a tree with springs, drives and rotors."""

    def build() -> Robot:
        tree = dressed_robot(seed, 10, spatial=seed % 2 == 0, **more)
        tree = starting_at(tree, *random_state(tree, seed))
        return closed_robot(tree, seed, KINDS if copies == 1 else KINDS[seed:][:2], copies)

    return build


def carrying(conservative: bool = False) -> Robot:
    """Vehicles in a row; a driven arm that holds another; one more on a hinge, a rod and a tow.

    One weld ends on a body that is fixed to its vehicle; the arm's joints are in gear. No weld
    repeats another.
    """
    words = raft(3, 1, seed=4).to_dict()
    link = {"mass": 1.0, "com": [0.2, 0, 0], "inertia": [0.01, 0.02, 0.02]}
    words["bodies"] |= {
        "arm": {"parent": "v1-0", "at": [0.2, 0, 0], "joint": {"revolute": "y"}, **link},
        "fore": {"parent": "arm", "at": [0.4, 0, 0], "joint": {"revolute": "z"}, **link},
        "held": vehicle(),
        "hinged": vehicle(),
        "handle": {
            "parent": "hinged", "joint": "fixed",
            "at": {"position": [0.3, 0.1, 0.2], "rpy": [0.3, 0.5, 0.7]}, **link,
        },
        "last": vehicle(),
        "tail": {
            "parent": "last", "joint": "fixed",
            "at": {"position": [0.1, 0.2, 0.3], "rpy": [0.1, 0.9, -0.7]}, **link,
        },
    }  # fmt: skip
    for k, name in enumerate(("held", "hinged", "last"), 3):
        words["initial"][name] = {"position": [float(k), 0.3 * k, 1.0]}
    words["constraints"] |= {
        "gripper": {"weld": {"between": ["held", "fore"], "at": {"rpy": [0.1, 0.2, 0.3]}}},
        "hinge": {"hinge": {"between": ["v0-0", "handle"], "at": [0, 0.4, 0], "axis": "z"}},
        "rod": {"distance": {"between": ["hinged", "world"]}},
        "towed": {"weld": {"between": ["tail", "hinged"], "at": {"rpy": [0.3, -0.2, 0.6]}}},
        "mesh": {"gear": {"joints": {"arm": 0.5, "fore": 1.0}, "value": "0.1*t"}},
    }
    words["actuators"] |= {"swing": {"motion": {"joint": "arm", "input": "0.4*sin(2*t)"}}}
    if conservative:
        del words["water"]
        words["actuators"] = {"swing": words["actuators"]["swing"]}
        for body in words["bodies"].values():
            for wet in ("buoyancy", "added_mass", "drag"):
                body.pop(wet, None)
    return Robot(**words)


LOOPS: dict[str, Callable[[], Robot]] = {
    "four-bar": built_in("four-bar", "driven"),
    "parallelogram": built_in("parallelogram", "driven"),
    "slider-crank": built_in("slider-crank", "engine"),
    "closed-chain6": built_in("closed-chain6"),
    "stewart": built_in("stewart"),
    "planar 3-RPR": built_in("3rpr-small"),
    "driven loop": driven_loop,
    "gears": geared,
    "ropes": reeled,
    **{f"random {seed}": random_loops(seed) for seed in range(4)},
    "random, twice": random_loops(2, 2),
}
WELDED: dict[str, Callable[[], Robot]] = {
    "bluerov-pair": built_in("bluerov-pair", "straight-1700"),
    "row": lambda: raft(1, 4, seed=3),
    "carrying": carrying,
}
RAFTS: dict[str, Callable[[], Robot]] = {
    "bluerov-raft": built_in("bluerov-raft"),
    "raft": lambda: raft(2, 3, seed=1),
}
