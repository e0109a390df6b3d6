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
from pelagos.errors import ModelError
from pelagos.exporters.opened import Opened, check_inputs, opened
from pelagos.language.expressions import Node
from pelagos.language.scope import Keys, Scope
from pelagos.language.suggest import did_you_mean
from pelagos.march.settings import read_robot
from pelagos.model.paths.numbers import required_number
from pelagos.model.robot import Robot
from pelagos.planning.expressions import PlanReader, label_of, total, weighted_square
from pelagos.planning.refusals import PLAN, blamed_on, refused
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
    scope: Scope  # where the words stand
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

    def refused(self, path: Keys, message: str, remedy: str, found: Any = ...) -> ModelError:
        """That a key of the plan cannot be used."""
        return refused(self.scope, path, message, remedy, found)

    def states_at(self, times: np.ndarray, key: str) -> np.ndarray:
        """Where the scenario brings the robot, (time, element), for a key of the plan."""
        session, found = Session(self.robot, lands=True), []
        for time in times:
            session.advance(float(time))
            if session.outcome is not None:
                message = f"the scenario ends at {session.time:g} s, before {time:g} s"
                raise self.refused((key,), message, "begin earlier, or give a guess in numbers")
            found.append(np.concatenate([session.q, session.u, session.state]))
        return np.array(found)


def request_of(
    robot: Robot | str | Path, words: PlanWords, scope: Scope, progress: Progress | None
) -> PlanRequest:
    """Read everything against the robot; what does not fit is refused."""
    ready = _opened(robot, words, scope, progress)
    reader = PlanReader(ready.robot, [i.name for i in ready.inputs], scope)
    inputs = tuple(_bounds(ready.robot, i.name, words, reader) for i in ready.inputs)
    parts = {n: _parted(n, getattr(words, n), reader) for n in ("start", "end", "bounds")}
    labels = [s.name for s in ready.states]
    for name in words.periodic:
        if name not in labels:
            remedy = did_you_mean(name, labels)
            reader.refuse(("periodic",), f"there is no {name} in the state", remedy)
    integrand, final = _cost(words, ready, inputs, reader)
    if reader.problems:
        raise ModelError(dict.fromkeys(reader.problems), PLAN)
    return PlanRequest(
        words=words,
        scope=scope,
        open=ready,
        inputs=inputs,
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


def _opened(
    robot: Robot | str | Path, words: PlanWords, scope: Scope, progress: Progress | None
) -> Opened:
    """The robot with what the plan leaves free."""
    base = read_robot(robot, None)
    with blamed_on(scope, "set"):
        base = read_robot(base, words.set or None)
    with blamed_on(scope, "scenario"):
        resolved = base.resolved(words.scenario)
    names = list(words.inputs) if "inputs" in words.model_fields_set else None
    with blamed_on(scope, "inputs"):
        check_inputs(resolved, names)
    for path in words.parameters:
        with blamed_on(scope, "parameters", path):
            required_number(resolved, path, "parameter")
    with blamed_on(scope, "robot"):
        ready = opened(base, words.scenario, names, list(words.parameters), progress, "plans")
    if names is None and not ready.inputs and not words.parameters:
        message = f"{ready.robot.name} has no actuator with an input"
        remedy = "free a parameter of its signals with parameters: {PATH: [low, high]}"
        raise refused(scope, ("inputs",), message, remedy)
    for path, bounds in words.parameters.items():
        for value in bounds:
            with blamed_on(scope, "parameters", path):
                base.with_values({path: value})
    return ready


def _parted(
    key: str, given: Mapping[str, Range], reader: PlanReader
) -> tuple[dict[str, Range], tuple[PlanCondition, ...]]:
    """Ranges of elements of the state, and of other expressions."""
    own: dict[str, Range] = {}
    others: list[PlanCondition] = []
    for text, bounds in given.items():
        node = reader.node(text, key, text)
        label = label_of(node)
        if label in own:
            reader.refuse((key, text), f"{label} is given twice", "keep one of them")
        if label is not None:
            own[label] = bounds
        else:
            others.append(PlanCondition(text, node, bounds))
    return own, tuple(others)


def _bounds(robot: Robot, name: str, words: PlanWords, reader: PlanReader) -> Range:
    """Of an input: as given, or the actuator's own."""
    law, given = robot.actuators[name].law, words.inputs.get(name)
    own = law.input_limits
    if isinstance(law, Motor) and law.limit is not None:
        own = (-law.limit, law.limit)
    elif isinstance(law, Servo):
        joint = robot.bodies[law.joint].joint
        own = joint.limits[robot.driven_dof(name)] if joint.limits else None
    if given is None:
        return own or (-math.inf, math.inf)
    if own is not None and (given[0] < own[0] or given[1] > own[1]):
        message = f"the bounds go beyond those of the actuator, {list(own)}"
        reader.refuse(("inputs", name), message, "narrow them: it gives no more", list(given))
    return given


def _cost(
    words: PlanWords, ready: Opened, inputs: tuple[Range, ...], reader: PlanReader
) -> tuple[Integrand, Node | None]:
    cost = words.cost
    summed = _effort(words, ready, inputs, reader)
    for text, aim in cost.track.items():
        summed.append(weighted_square(reader.node(text, "cost", "track", text), aim.to, aim.weight))
    if cost.integral is not None:
        summed.append(reader.node(cost.integral, "cost", "integral"))
    final = [
        weighted_square(reader.node(text, "cost", "final", text), aim.to, aim.weight)
        for text, aim in cost.final.items()
    ]
    if cost.end is not None:
        final.append(reader.node(cost.end, "cost", "end"))
    if cost.energy:
        _check_energy(ready, reader)
    return Integrand(total(summed), cost.energy), total(final)


def _effort(
    words: PlanWords, ready: Opened, inputs: tuple[Range, ...], reader: PlanReader
) -> list[Node]:
    """Squares of inputs; of one that is never zero, as a pulse, that is no effort."""
    ranges = dict(zip((i.name for i in ready.inputs), inputs, strict=True))
    units = {i.name: i.unit for i in ready.inputs}
    found: list[Node] = []
    for name, weight in words.cost.effort.items():
        if name and name not in ranges:
            message, remedy = f"{name} is no free input", did_you_mean(name, ranges)
            reader.refuse(("cost", "effort", name), message, remedy)
            continue
        for own in [name] if name else ranges:
            low, high = ranges[own]
            if weight and not low <= 0.0 <= high:
                reader.refuse(
                    ("cost", "effort", name),
                    f"the input of {own} is never 0, but from {low:g} to {high:g} {units[own]}: "
                    "its square is no effort",
                    f"say which value costs nothing: track: {{input.{own}: {{to: VALUE}}}}",
                )
            value: Any = InputValue(own)
            found.append(weighted_square(value, 0.0, weight))
    return found


def _check_energy(ready: Opened, reader: PlanReader) -> None:
    """Energy is that of joints: what acts on bodies has no shaft whose power is known."""
    compiled = ready.compiled
    for name, place in zip(compiled.actuators, compiled.elements.actuation, strict=True):
        on_body = place.element is not None and joint_speed(compiled, place.element) is None
        if on_body and name in [i.name for i in ready.inputs]:
            message = f"{name} acts on a body, and its power is not known"
            remedy = "use effort for it, and energy for drives of joints"
            reader.refuse(("cost", "energy"), message, remedy)


def clipped(value: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Values within their bounds."""
    return np.minimum(np.maximum(value, low), high)
