"""Expressions of a state as outputs of one program: observations, rewards, ends of episodes.

Beside what conditions may read they know efforts of actuators, numbers that each run has of its
own, inputs, and noise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from pelagos.elements.actuator.motion import PrescribedMotion
from pelagos.equations import motion
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.equations.program import ARITHMETIC
from pelagos.errors import PelagosError
from pelagos.language.expressions import (
    BodyReading,
    Const,
    Coordinate,
    Node,
    Op,
    Parameter,
    SensorReading,
    Speed,
    StateElement,
    Time,
    walk,
)
from pelagos.language.parser import MEASURES
from pelagos.language.suggest import did_you_mean
from pelagos.mathematics.geography import why_no_north
from pelagos.mathematics.randomness import normals
from pelagos.mathematics.scalars import power
from pelagos.mechanism.conditions import FACTS, BodyNumber, Reader
from pelagos.mechanism.robot import Compiled
from pelagos.model.robot import Robot
from pelagos.programs.robot import Programs
from pelagos.programs.tracing import Trace
from pelagos.tape.machine.native import Native

_OPERATIONS = dict(ARITHMETIC)


@dataclass(frozen=True)
class InputValue:
    """The input of an actuator that is set from outside, or of a parameter of signals."""

    name: str


@dataclass(frozen=True)
class NormalNoise:
    """A normal number with variance 1, drawn by a stream from a seed and a counter of the run; it
    is one of those that are drawn together."""

    stream: float
    place: int
    seed: Node
    counter: Node


def watching(programs: Programs, nodes: Sequence[Node], lanes: int, own: Sequence[str]) -> Native:
    """Machine code that gives the values of expressions at a state of a march.

    own: names of numbers that stand behind those of the robot, for each run.
    """
    trace, outputs = watched(programs, nodes, own)
    return Native(trace.program(outputs), lanes, trace.sizes, False)


def watched(
    programs: Programs, nodes: Sequence[Node], own: Sequence[str] = ()
) -> tuple[Trace, list]:
    """The same before it is compiled."""
    trace = programs.trace(beyond=len(own))
    m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals=True)
    at = _At(programs.robot, trace, m, known, own)
    return trace, [at.value(node) for node in nodes]


def values_at(
    robot: Compiled, trace: Trace, m: Mechanism, known: Given, nodes: Sequence[Node]
) -> list:
    """The values of expressions at a state on a tape."""
    at = _At(robot, trace, m, known, ())
    return [at.value(node) for node in nodes]


def reader_of(robot: Compiled) -> Reader:
    """Writes what expressions read off bodies as arithmetic on their numbers."""
    rows = {"world": 0, **{name: i + 1 for i, name in enumerate(robot.names)}}
    align = {name: robot.align[b] for b, name in enumerate(robot.names)}
    return Reader(robot.robot, rows, {"world": np.eye(3), **align})


def unknown(robot: Robot, node: Node) -> Iterator[tuple[str, str]]:
    """What an expression reads and the robot does not have: message and remedy."""
    labels: dict[type, tuple[str, Collection[str]]] = {
        Coordinate: ("q", robot.coordinates),
        Speed: ("u", robot.speeds),
        StateElement: ("s", robot.state_labels),
        SensorReading: ("y", robot.state_labels),
    }
    for part in walk(node):
        if type(part) in labels:
            letter, known = labels[type(part)]
            if part.label not in known:  # type: ignore[union-attr]
                what = f"{letter}[{part.label}]"  # type: ignore[union-attr]
                yield f"there is no {what}", did_you_mean(part.label, known)  # type: ignore[union-attr]
        elif isinstance(part, BodyReading):
            yield from _unknown_names(robot, part)


def _unknown_names(robot: Robot, reading: BodyReading) -> Iterator[tuple[str, str]]:
    kind, names = reading.kind, reading.of
    what, known = "body", [*robot.bodies]
    if kind == "effort":
        what = "actuator with an effort"
        driven = robot.actuators.items()
        known = [n for n, a in driven if not isinstance(a.law, PrescribedMotion)]
    elif kind in ("distance", "speed") and len(names) == 1:
        what = "constraint between two bodies"
        known = [name for name, c in robot.constraints.items() if c.bodies]
    elif kind in ("distance", "speed"):
        known += ["world"]
    else:
        names = names[:1]
    for name in names:
        if name not in known:
            yield f"there is no {what} {name!r}", did_you_mean(name, known)
    if kind in MEASURES[:6] and (why := why_no_north(robot.gravity)):
        yield why


class _At:
    """A state on a tape, as expressions see it."""

    def __init__(
        self, robot: Compiled, trace: Trace, m: Mechanism, known: Given, own: Sequence[str]
    ):
        words, labels = robot.robot, robot.states.labels
        self._robot, self._t, self._m, self._known = robot, trace.t, m, known
        self._own = dict(zip(own, trace.beyond, strict=False))  # others may follow
        self._slots, self._parameters = robot.parameter_slots, words.parameters
        self._lowered = reader_of(robot).lowered
        self._q = dict(zip(words.coordinates, known.q, strict=True))
        self._u = dict(zip(words.speeds, known.u, strict=True))
        self._s = dict(zip(labels, m.states, strict=True))
        self._of = cache(self._found)

    def value(self, node: Node) -> Any:
        try:
            return self._of(self._lowered(node))
        except ArithmeticError as error:  # of constants alone: all else is on the tape
            raise PelagosError(
                f"an expression has no value: {error}\n"
                "    choose one that is finite: no division by 0"
            ) from None

    def _found(self, node: Any) -> Any:
        match node:
            case Const(value):
                return value
            case Time():
                return self._t
            case Coordinate(label):
                return self._q[label]
            case Speed(label):
                return self._u[label]
            case StateElement(label):
                return self._s[label]
            case Parameter(name) if name in self._own:
                return self._own[name]
            case Parameter(name) if name in self._slots:
                return self._m.values[self._slots[name]]
            case Parameter(name):
                return self._parameters[name]
            case BodyNumber():
                return self._facts(node.row - 1)[node.index]
            case BodyReading("effort", (actuator,)):
                return self._effort(actuator)
            case InputValue(name):
                slots = self._robot.input_slots
                slot = slots[name] if name in slots else self._slots[name]
                return self._m.values[slot]
            case NormalNoise():
                drawn = normals(self._of(node.seed), node.stream, self._of(node.counter))
                return drawn[node.place]
            case Op("pow", (base, Const(exponent))):
                return power(self._of(base), exponent)
            case Op(name, arguments):
                given = [self._of(argument) for argument in arguments]
                return _OPERATIONS[name](*given, *given[:1] * (3 - len(given)))
        raise TypeError(f"not an expression of a state: {node!r}")

    def _facts(self, link: int) -> list:
        """Numbers of a body, in the order of `mechanism.conditions`."""
        pose, v = self._known.world[link], self._known.velocities[link]
        found = [*pose.R, *pose.p, *(pose.R @ v.v), *(pose.R @ v.w)]
        assert len(found) == FACTS
        return found

    def _effort(self, actuator: str) -> Any:
        """What an actuator does: the first output of its element."""
        place = self._robot.elements.actuation[self._robot.actuators.index(actuator)]
        assert place.element is not None  # prescribed motions are refused: see `unknown`
        return self._known.outputs[place.element][0]
