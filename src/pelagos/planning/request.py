"""Words of a plan and a robot, made into what is transcribed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.elements.actuator.motor import Motor
from pelagos.elements.actuator.servo import Servo
from pelagos.errors import PelagosError
from pelagos.exporters.opened import Opened, opened
from pelagos.language.expressions import Node
from pelagos.language.suggest import did_you_mean
from pelagos.march.settings import read_robot
from pelagos.model.robot import Robot
from pelagos.planning.expressions import PlanReader, label_of, total, weighted_square
from pelagos.planning.words import PlanWords
from pelagos.programs.shooting import Integrand, joint_speed
from pelagos.programs.watched import InputValue
from pelagos.progress import Progress
from pelagos.run.session import Session

Range = tuple[float, float]


@dataclass(frozen=True)
class PlanCondition:
    """An expression and where it must lie."""

    text: str
    node: Node
    range: Range


@dataclass(frozen=True)
class PlanRequest:
    """A robot and everything that is asked of its motion."""

    words: PlanWords
    base: Robot  # with changed values
    open: Opened
    inputs: tuple[Range, ...]  # bounds, in the order of the free inputs
    free: dict[str, Range]  # parameters by path, among those that are open
    start: dict[str, Range]  # by element of the state
    end: dict[str, Range]
    bounds: dict[str, Range]
    at_start: tuple[PlanCondition, ...]
    at_end: tuple[PlanCondition, ...]
    everywhere: tuple[PlanCondition, ...]
    integrand: Integrand
    final: Node | None

    @property
    def robot(self) -> Robot:
        """In its scenario."""
        return self.open.robot

    def states_at(self, times: np.ndarray) -> np.ndarray:
        """Where the scenario brings the robot, (time, element)."""
        session, found = Session(self.robot, lands=True), []
        for time in times:
            session.advance(float(time))
            if session.outcome is not None:
                raise PelagosError(
                    f"plan: the scenario ends at {session.time:g} s, before {time:g} s\n"
                    "    begin earlier, or give a guess of another kind"
                )
            found.append(np.concatenate([session.q, session.u, session.state]))
        return np.array(found)


def request_of(
    robot: Robot | str | Path, words: PlanWords, progress: Progress | None
) -> PlanRequest:
    """Read everything against the robot; what does not fit is refused."""
    base = read_robot(robot, words.set or None)
    names = list(words.inputs) if "inputs" in words.model_fields_set else None
    ready = opened(base, words.scenario, names, words.parameters, progress, "plans")
    if names is None and not ready.inputs and not words.parameters:
        raise PelagosError(
            f"inputs: {ready.robot.name} has no actuator with an input\n"
            "    free a parameter of its signals with parameters: {PATH: [low, high]}"
        )
    reader = PlanReader(ready.robot, [i.name for i in ready.inputs])
    parts = {n: _parted(n, getattr(words, n), reader) for n in ("start", "end", "bounds")}
    labels = [s.name for s in ready.states]
    for name in words.periodic:
        if name not in labels:
            raise PelagosError(
                f"periodic: there is no {name} in the state\n    {did_you_mean(name, labels)}"
            )
    integrand, final = _cost(words, ready, reader)
    return PlanRequest(
        words=words,
        base=base,
        open=ready,
        inputs=tuple(_bounds(ready.robot, i.name, words.inputs.get(i.name)) for i in ready.inputs),
        free=dict(words.parameters),
        start=parts["start"][0],
        end=parts["end"][0],
        bounds=parts["bounds"][0],
        at_start=parts["start"][1],
        at_end=parts["end"][1],
        everywhere=parts["bounds"][1],
        integrand=integrand,
        final=final,
    )


def _parted(
    key: str, given: Mapping[str, Range], reader: PlanReader
) -> tuple[dict[str, Range], tuple[PlanCondition, ...]]:
    """Ranges of elements of the state, and of other expressions."""
    own, others = {}, []
    for text, bounds in given.items():
        node = reader.node(text, key)
        label = label_of(node)
        if label is not None:
            own[label] = bounds
        else:
            others.append(PlanCondition(text, node, bounds))
    return own, tuple(others)


def _bounds(robot: Robot, name: str, given: Range | None) -> Range:
    """Of an input: as given, or the actuator's own."""
    law = robot.actuators[name].law
    own = law.input_limits
    if isinstance(law, Motor) and law.limit is not None:
        own = (-law.limit, law.limit)
    elif isinstance(law, Servo):
        joint = robot.bodies[law.joint].joint
        own = joint.limits[robot.driven_dof(name)] if joint.limits else None
    if given is None:
        return own or (-math.inf, math.inf)
    if own is not None and (given[0] < own[0] or given[1] > own[1]):
        raise PelagosError(
            f"inputs: {name}: the bounds {list(given)} go beyond its own, {list(own)}\n"
            "    narrow them: the actuator gives no more"
        )
    return given


def _cost(words: PlanWords, ready: Opened, reader: PlanReader) -> tuple[Integrand, Node | None]:
    cost, inputs = words.cost, [i.name for i in ready.inputs]
    summed: list[Node] = []
    for name, weight in cost.effort.items():
        if name and name not in inputs:
            raise PelagosError(
                f"cost: effort: {name} is no free input\n    {did_you_mean(name, inputs)}"
            )
        own: list[Any] = [InputValue(n) for n in ([name] if name else inputs)]
        summed += [weighted_square(value, 0.0, weight) for value in own]
    for text, aim in cost.track.items():
        summed.append(weighted_square(reader.node(text, "cost: track"), aim.to, aim.weight))
    if cost.integral is not None:
        summed.append(reader.node(cost.integral, "cost: integral"))
    final = [
        weighted_square(reader.node(text, "cost: final"), aim.to, aim.weight)
        for text, aim in cost.final.items()
    ]
    if cost.end is not None:
        final.append(reader.node(cost.end, "cost: end"))
    if cost.energy:
        _check_energy(ready)
    return Integrand(total(summed), cost.energy), total(final)


def _check_energy(ready: Opened) -> None:
    """Energy is that of joints: what acts on bodies has no shaft whose power is known."""
    compiled = ready.compiled
    for name, place in zip(compiled.actuators, compiled.elements.actuation, strict=True):
        on_body = place.element is not None and joint_speed(compiled, place.element) is None
        if on_body and name in [i.name for i in ready.inputs]:
            raise PelagosError(
                f"cost: energy: {name} acts on a body, and its power is not known\n"
                "    use effort for it, and energy for drives of joints"
            )


def clipped(value: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Values within their bounds."""
    return np.minimum(np.maximum(value, low), high)
