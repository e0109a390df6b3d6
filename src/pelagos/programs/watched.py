"""Expressions of a state as outputs of one program: observations, rewards, ends of episodes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from pelagos.equations import motion
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.equations.program import ARITHMETIC
from pelagos.language.expressions import (
    Const,
    Coordinate,
    Node,
    Op,
    Parameter,
    Speed,
    StateElement,
    Time,
)
from pelagos.mechanism.conditions import FACTS, BodyNumber, Reader
from pelagos.mechanism.robot import Compiled
from pelagos.programs.robot import Programs
from pelagos.programs.tracing import Trace
from pelagos.tape.machine.native import Native

_OPERATIONS = dict(ARITHMETIC)


def watching(programs: Programs, nodes: Sequence[Node], lanes: int) -> Native:
    """Machine code that gives the values of expressions at a state of a march."""
    trace = programs.trace()
    m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals=True)
    at = _At(programs.robot, trace, m, known)
    outputs = [at.value(node) for node in nodes]
    return Native(trace.program(outputs), lanes, trace.sizes, False)


def reader_of(robot: Compiled) -> Reader:
    """Writes what expressions read off bodies as arithmetic on their numbers."""
    rows = {"world": 0, **{name: i + 1 for i, name in enumerate(robot.names)}}
    align = {name: robot.align[b] for b, name in enumerate(robot.names)}
    return Reader(robot.robot, rows, {"world": np.eye(3), **align})


class _At:
    """A state on a tape, as expressions see it."""

    def __init__(self, robot: Compiled, trace: Trace, m: Mechanism, known: Given):
        words, labels = robot.robot, robot.states.labels
        self._t, self._m, self._known, self._slots = trace.t, m, known, robot.parameter_slots
        self._parameters, self._lowered = words.parameters, reader_of(robot).lowered
        self._q = dict(zip(words.coordinates, known.q, strict=True))
        self._u = dict(zip(words.speeds, known.u, strict=True))
        self._s = dict(zip(labels, m.states, strict=True))
        self._of = cache(self._found)

    def value(self, node: Node) -> Any:
        return self._of(self._lowered(node))

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
            case Parameter(name) if name in self._slots:
                return self._m.values[self._slots[name]]
            case Parameter(name):
                return self._parameters[name]
            case BodyNumber():
                return self._facts(node.row - 1)[node.index]
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
