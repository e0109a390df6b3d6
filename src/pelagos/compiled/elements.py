"""Force elements as tables: from joint properties and actuators to rows of codes and parameters."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.compiled.kept import Kept
from pelagos.compiled.programs import External, Programmer
from pelagos.equations import elements as laws
from pelagos.equations import thrusters
from pelagos.language.expressions import (
    ZERO,
    StateElement,
    Time,
    add,
    depends_on_state,
    differentiate,
    mul,
    sub,
)
from pelagos.model.control.auxiliary import Wired, received
from pelagos.model.joints import Joint
from pelagos.model.robot import Robot
from pelagos.model.thrusters import Thruster
from pelagos.model.wings import LOAD_TIME, WRENCH, load_labels

PARAMETERS = 6  # numbers per element row, the largest any law takes
CODE, SPEED, COORDINATE, CHANNEL = range(4)  # columns of a joint element
BODY = 1  # column of a body element: row of the body in the state arrays; CODE, CHANNEL as above
STOP_WIDTH = 1e-3  # rad or m: penetration over which an end stop becomes stiff

# Where an actuator's `actuation` is read: (one of these, index).
JOINT_ELEMENT, BODY_ELEMENT, DRIVEN_SPEED, THRUSTER = range(4)


@dataclass(frozen=True)
class ElementTables:
    """All force elements and prescribed joints of a robot."""

    joint: np.ndarray  # int (n, 4): code, speed, coordinate, first input channel
    joint_parameters: np.ndarray  # (n, PARAMETERS)
    body: np.ndarray  # int (m, 4): code, body row, 0, first input channel
    body_parameters: np.ndarray  # (m, PARAMETERS), joint-aligned axes
    thrusters: np.ndarray  # int (k, 4): 0, body row, 0, input channel
    thruster_numbers: np.ndarray  # (k, numbers of equations.thrusters), joint-aligned axes
    driven: np.ndarray  # int (d, 3): coordinate, speed, first of 3 channels (position, rate, acc.)
    driven_bodies: np.ndarray  # int: bodies whose joint is prescribed
    outputs: np.ndarray  # int (actuators, 2): where each actuator's effort is found


def collect_elements(
    robot: Robot,
    names: Sequence[str],
    align: Mapping[str, np.ndarray],
    programmer: Programmer,
    inputs: Wired,
    kept: Kept,
) -> ElementTables:
    """All elements, given the inputs of the actuators."""
    collector = _Collector(robot, names, align, programmer, kept)
    for name in names:
        collector.add_joint(name, robot.bodies[name].joint)
    for name, actuator in robot.actuators.items():
        collector.add_actuator(name, actuator, received(robot, name, inputs))
    for wing in robot.wings.values():
        for body in wing.bodies if wing.is_lattice else ():
            collector.add_air(body)
    return collector.tables()


class _Collector:
    def __init__(self, robot, names, align, programmer, kept):
        self._robot, self._align, self._programmer, self._kept = robot, align, programmer, kept
        self._row = {name: i + 1 for i, name in enumerate(names)}
        self._speed, self._coordinate = {}, {}
        nq = nv = 0
        for name in names:
            joint = robot.bodies[name].joint
            self._coordinate[name], self._speed[name] = nq, nv
            nq, nv = nq + joint.nq, nv + joint.nv
        self._joint: list[tuple] = []
        self._body: list[tuple] = []
        self._thrusters: list[tuple] = []
        self._driven: list[tuple[int, int, int]] = []
        self._driven_bodies: set[int] = set()
        self._outputs: list[tuple[int, int]] = []

    def add_joint(self, name: str, joint: Joint) -> None:
        """Springs, dampers, friction and stops of a joint."""
        if joint.kind == "spherical" and any(joint.stiffness):
            self._add(name, 0, laws.BallSpring, joint.stiffness)
        for k in range(joint.nv if joint.kind not in ("free", "fixed") else 0):
            if joint.stiffness[k] and joint.kind != "spherical":
                self._add(name, k, laws.Spring, (joint.stiffness[k], joint.rest[k]))
            if joint.damping[k]:
                self._add(name, k, laws.Damper, (joint.damping[k],))
            if joint.coulomb[k]:
                self._add(name, k, laws.Friction, (joint.coulomb[k], joint.friction_speed[k]))
            if joint.limits[k] is not None:
                stiffness, damping = joint.limit_stiffness[k], joint.limit_damping[k]
                self._add(name, k, laws.Stop, (*joint.limits[k], stiffness, STOP_WIDTH))
                self._add(name, k, laws.StopDamper, (*joint.limits[k], damping, STOP_WIDTH))

    def _add(
        self, name: str, dof: int, law: type, numbers: Sequence[float], channel: int = 0
    ) -> int:
        coordinate = self._coordinate[name] + (dof if law.nq == 1 else 0)  # type: ignore[attr-defined]
        codes = (laws.law_code(law), self._speed[name] + dof, coordinate, channel)
        self._joint.append((codes, numbers))
        return len(self._joint) - 1

    def add_actuator(self, name: str, actuator, node) -> None:
        law = actuator.law
        if actuator.kind == "thruster":
            self._add_thruster(law, node)
            self._outputs.append((THRUSTER, len(self._thrusters) - 1))
            return
        if actuator.kind in ("force", "torque"):
            self._outputs.append((BODY_ELEMENT, self._add_wrench(actuator.kind, law, node)))
            return
        dof = self._robot.driven_dof(name)
        if actuator.kind == "motion":
            self._outputs.append((DRIVEN_SPEED, self._add_motion(law.joint, dof, node)))
            return
        channel = self._programmer.channel(node)
        limit = math.inf if law.limit is None else law.limit
        if actuator.kind == "motor":
            index = self._add(law.joint, dof, laws.Motor, (limit,), channel)
        else:
            held = isinstance(node, External) or depends_on_state(node)
            self._programmer.channel(ZERO if held else self._kept(differentiate, node))
            gains = (law.stiffness, law.damping, limit)
            index = self._add(law.joint, dof, laws.Servo, gains, channel)
        self._outputs.append((JOINT_ELEMENT, index))

    def _add_thruster(self, law, node) -> None:
        numbers = self._kept(_thruster_numbers, law, self._align[law.body])
        channel = self._programmer.channel(node)
        self._thrusters.append(((0, self._row[law.body], 0, channel), numbers))

    def _add_motion(self, body: str, dof: int, node) -> int:
        """A prescribed joint: position, rate and acceleration from one expression."""
        rate = self._kept(differentiate, node)
        channel = self._programmer.channel(node)
        self._programmer.channel(rate)
        self._programmer.channel(self._kept(differentiate, rate))
        speed = self._speed[body] + dof
        self._driven.append((self._coordinate[body] + dof, speed, channel))
        self._driven_bodies.add(self._row[body] - 1)
        return speed

    def _add_wrench(self, kind: str, law, node) -> int:
        code, numbers = self._kept(_wrench_numbers, kind, law, self._align[law.body])
        channel = self._programmer.channel(node)
        self._body.append(((code, self._row[law.body], 0, channel), numbers))
        return len(self._body) - 1

    def add_air(self, body: str) -> None:
        """What the flow about a lattice puts on a body: level + rate (t - start), held."""
        labels = load_labels(body)
        elapsed = sub(Time(), StateElement(LOAD_TIME))
        channels = [
            self._programmer.channel(add(StateElement(level), mul(StateElement(rate), elapsed)))
            for level, rate in zip(labels[: len(WRENCH)], labels[len(WRENCH) :], strict=True)
        ]
        codes = (laws.law_code(laws.WorldWrench), self._row[body], 0, channels[0])
        self._body.append((codes, []))

    def tables(self) -> ElementTables:
        return ElementTables(
            joint=_codes(self._joint),
            joint_parameters=_parameters(self._joint),
            body=_codes(self._body),
            body_parameters=_parameters(self._body),
            thrusters=_codes(self._thrusters),
            thruster_numbers=_parameters(self._thrusters, len(thrusters.Numbers._fields)),
            driven=np.array(self._driven, dtype=np.int64).reshape(-1, 3),
            driven_bodies=np.array(sorted(self._driven_bodies), dtype=np.int64),
            outputs=np.array(self._outputs, dtype=np.int64).reshape(-1, 2),
        )


def _thruster_numbers(law: Thruster, align: np.ndarray) -> thrusters.Numbers:
    forward, backward = law.forward, law.backward
    return thrusters.Numbers(
        *(align.T @ np.array(law.direction)),
        *(align.T @ np.array(law.at)),
        linear=1.0 if forward is None else 0.0,
        T_ww=0.0 if forward is None else forward.T_ww,
        T_wu=0.0 if forward is None else forward.T_wu,
        reverse_ww=0.0 if backward is None else backward.T_ww,
        reverse_wu=0.0 if backward is None else backward.T_wu,
        reaction=law.reaction,
        health=law.health,
    )


def _wrench_numbers(kind: str, law: Any, align: np.ndarray) -> tuple[int, list[float]]:
    """Code and numbers of a force or torque."""
    in_world = law.frame == "world"
    direction = np.array(law.direction) if in_world else align.T @ np.array(law.direction)
    if kind == "force":
        entry: type = laws.WorldForce if in_world else laws.BodyForce
        return laws.law_code(entry), [*direction, *(align.T @ np.array(law.at))]
    entry = laws.WorldTorque if in_world else laws.BodyTorque
    return laws.law_code(entry), [*direction]


def _codes(elements: Sequence[tuple]) -> np.ndarray:
    return np.array([codes for codes, _ in elements], dtype=np.int64).reshape(-1, 4)


def _parameters(elements: Sequence[tuple], width: int = PARAMETERS) -> np.ndarray:
    table = np.zeros((len(elements), width))
    for row, (_, numbers) in zip(table, elements, strict=True):
        row[: len(numbers)] = numbers
    return table
