"""A robot's equations on a tape: the numbers of a state as inputs, anything computed as outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pelagos.mechanism.closures import loops_of
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import Compiled
from pelagos.programs.numbers import Numbers
from pelagos.tape.instructions import Program, program_of
from pelagos.tape.numbers import Number, Tape


class Trace:
    """A tape with the inputs that every program has: t, x with whatever follows it, and p."""

    def __init__(
        self, robot: Compiled, numbers: Numbers, attach: bool, further: int = 0, beyond: int = 0
    ):
        """further: numbers behind x; beyond: numbers behind p."""
        self.tape = Tape()
        self.t = self.tape.input("t")
        labels = [*robot.robot.coordinates, *robot.robot.speeds, *robot.states.labels, "work"]
        self.further: list[Number] = []
        width = self._state(robot, labels, further)
        first = len(self.tape.inputs)
        self.robot = numbers.on_tape(robot, self.tape)
        self._numbers = range(first, len(self.tape.inputs))
        self.beyond = self.tape.row(f"p[{numbers.size + k}]" for k in range(beyond))
        self.p = [Number(self.tape, i) for i in self._numbers]  # inputs are the first operations
        self.sizes = (1, width, numbers.size + beyond)
        self.rows = {"x": self.sizes[1], "p": self.sizes[2]}
        self.m = mechanism_of(self.robot)
        self.loops = loops_of(self.robot, attach)
        self.parts: Sequence[Any] = ()  # what a loop is given, of robots that need one
        self.shape: Any = None

    def _state(self, robot: Compiled, labels: Sequence[str], further: int) -> int:
        """The inputs of x and of what follows it; how many these are."""
        self.x = self.tape.row(f"x[{label}]" for label in labels)
        self.further = self.tape.row(f"x[{robot.size + k}]" for k in range(further))
        return robot.size + further

    def ask(self, parts: Sequence[Any], shape: Any, count: int) -> list:
        """The answer of a loop that is given these numbers, as inputs."""
        self.parts, self.shape = parts, shape
        return self.tape.row(f"answer[{k}]" for k in range(count))

    def program(self, outputs: Sequence[Any]) -> Program:
        return program_of(self.tape, outputs, self._numbers)
