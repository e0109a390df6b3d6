"""Expressions of plans as trees: those of conditions, and inputs by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pelagos.errors import Problem
from pelagos.language.expressions import (
    Const,
    Coordinate,
    Node,
    Op,
    Parameter,
    Speed,
    StateElement,
    op,
)
from pelagos.language.parser import ExpressionError, parse
from pelagos.language.problems import problem
from pelagos.language.scope import Keys, Scope
from pelagos.model.robot import Robot
from pelagos.programs.watched import InputValue, unknown

INPUT = "input."


class PlanReader:
    """Reads the expressions of a plan for one robot with free inputs; keeps what is wrong."""

    def __init__(self, robot: Robot, inputs: Sequence[str], scope: Scope):
        self._robot, self._scope = robot, scope
        self._inputs = {f"{INPUT}{name}": name for name in inputs}
        self.problems: list[Problem] = []

    def refuse(self, path: Keys, message: str, remedy: str, found: Any = ...) -> None:
        self.problems.append(problem(self._scope, path, message, remedy, found))

    def node(self, text: str, *path: str) -> Node:
        """The tree of a text that stands at a path; 0 for one that cannot be read."""
        names = [*self._robot.parameters, *self._inputs]
        try:
            found = parse(str(text), names, state=True, bodies=True).node
        except ExpressionError as error:
            self.refuse(path, error.message, error.remedy, text)
            return Const(0.0)
        wrong = list(unknown(self._robot, found))
        for message, remedy in wrong:
            self.refuse(path, message, remedy, text)
        return Const(0.0) if wrong else self._with_inputs(found)

    def _with_inputs(self, node: Any) -> Any:
        if isinstance(node, Parameter) and node.name in self._inputs:
            return InputValue(self._inputs[node.name])
        if isinstance(node, Op):
            return op(node.name, *(self._with_inputs(part) for part in node.args))
        return node


def label_of(node: Any) -> str | None:
    """The element of the state that an expression is; None if it is more than that."""
    letters = {Coordinate: "q", Speed: "u", StateElement: "s"}
    letter = letters.get(type(node))
    return None if letter is None else f"{letter}[{node.label}]"


def weighted_square(node: Node, to: float, weight: float) -> Node:
    """weight (node - to)^2"""
    off = node if to == 0.0 else op("sub", node, Const(to))
    return op("mul", Const(weight), op("pow", off, Const(2.0)))


def total(nodes: Sequence[Node]) -> Node | None:
    """Their sum; None if there are none."""
    found: Node | None = None
    for node in nodes:
        found = node if found is None else op("add", found, node)
    return found
