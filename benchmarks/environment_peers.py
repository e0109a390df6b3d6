"""The robots of tasks in MuJoCo, as near as its models come, for `benchmarks.environments`.

Trees, masses and joints are the same; water is MuJoCo's, by ellipsoids about the shapes of bodies.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import pelagos as pl
from benchmarks.peers import rotation_to_quaternion, simple_joints


def model_of(robot: pl.Robot, step: float, density: float) -> Any:
    """The robot in MuJoCo with RK4: thrusts at sites, forces on bodies, motors and servos."""
    import mujoco

    children: dict[str, list[str]] = {"world": []}
    for name in robot.order:
        children[name] = []
        children[robot.bodies[name].parent].append(name)
    sites, actuators = _actuators(robot)
    bodies = "".join(_body(robot, name, children, sites) for name in children["world"])
    return mujoco.MjModel.from_xml_string(
        '<mujoco><compiler angle="radian" boundmass="1e-9" boundinertia="1e-9"/>'
        f'<option timestep="{step}" integrator="RK4" gravity="{_text(robot.gravity)}" '
        f'density="{density}"><flag contact="disable"/></option>'
        f"<worldbody>{bodies}</worldbody><actuator>{actuators}</actuator></mujoco>"
    )


def _body(robot: pl.Robot, name: str, children: dict[str, list[str]], sites: dict[str, str]) -> str:
    body = robot.bodies[name]
    place, turn = _text(body.at.p), _text(rotation_to_quaternion(np.array(body.at.R)))
    I = np.array(body.inertia)
    full = _text((I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2]))
    joints = "<freejoint/>"
    if body.joint.kind != "free":
        words = {"turn": "hinge", "slide": "slide"}
        joints = "".join(
            f'<joint name="{name}" type="{words[kind]}" axis="{_text(axis)}"/>'
            for kind, axis in simple_joints(body.joint)
        )
    inside = "".join(_body(robot, child, children, sites) for child in children[name])
    return (
        f'<body name="{name}" pos="{place}" quat="{turn}">{joints}'
        f'<inertial mass="{body.mass!r}" pos="{_text(body.com)}" fullinertia="{full}"/>'
        f"{_geom(body)}{sites.get(name, '')}{inside}</body>"
    )


def _geom(body: Any) -> str:
    """The shape, about which MuJoCo's fluid flows."""
    shape = body.shape
    if shape is None:
        return ""
    rod = shape.cylinder or shape.capsule
    if rod is None:
        half = np.array(shape.box) / 2
        form = f'type="box" size="{_text(half)}" pos="{_text(shape.centroid)}"'
    else:
        kind = "cylinder" if shape.cylinder else "capsule"
        end = rod.length / 2 * np.array(rod.along)
        ends = _text([*(np.array(shape.centroid) - end), *(np.array(shape.centroid) + end)])
        form = f'type="{kind}" size="{rod.radius}" fromto="{ends}"'
    return f'<geom {form} mass="0" contype="0" conaffinity="0" fluidshape="ellipsoid"/>'


def _actuators(robot: pl.Robot) -> tuple[dict[str, str], str]:
    """Sites by body, and what pushes."""
    sites: dict[str, str] = {}
    found = ""
    for name, actuator in robot.actuators.items():
        law: Any = actuator.law
        if actuator.servo is not None:
            gains = f'kp="{law.stiffness}" kv="{law.damping}"'
            found += f'<position joint="{law.joint}" {gains}/>'
        elif actuator.motor is not None:
            found += f'<motor joint="{law.joint}"/>'
        else:
            at = _text(getattr(law, "at", (0.0, 0.0, 0.0)))
            sites[law.body] = sites.get(law.body, "") + f'<site name="{name}" pos="{at}"/>'
            gear = [*law.direction, 0.0, 0.0, 0.0]
            gear = [0.0, 0.0, 0.0, *law.direction] if actuator.torque is not None else gear
            found += f'<motor site="{name}" gear="{_text(gear)}"/>'
    return sites, found


def _text(numbers: Any) -> str:
    return " ".join(repr(float(x)) for x in numbers)


class Rollout:
    """Many runs of a model by one thread of `mujoco.rollout`, some steps at a time."""

    def __init__(self, model: Any, runs: int, steps: int):
        import mujoco

        self._model, self._data, self._steps = model, mujoco.MjData(model), steps
        kind = mujoco.mjtState.mjSTATE_FULLPHYSICS
        state = np.empty(mujoco.mj_stateSize(model, kind))
        mujoco.mj_getState(model, self._data, state, kind)
        self._first = np.tile(state, (runs, 1))
        rng = np.random.default_rng(1)
        self._inputs = np.repeat(rng.uniform(-0.5, 0.5, (runs, 1, model.nu)), steps, axis=1)
        self._record = np.zeros((runs, steps, len(state)))
        self.states = self._first

    def begin(self) -> None:
        self.states = self._first

    def act(self) -> None:
        """One action of all runs; states go on from there."""
        from mujoco import rollout

        rollout.rollout(self._model, self._data, self.states, self._inputs, state=self._record)
        self.states = self._record[:, -1].copy()
