"""Expressions of plans as trees: those of conditions, and inputs by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pelagos.errors import PelagosError
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
from pelagos.model.robot import Robot
from pelagos.programs.watched import InputValue, unknown

INPUT = "input."


class PlanReader:
    """Reads the expressions of a plan for one robot with free inputs."""

    def __init__(self, robot: Robot, inputs: Sequence[str]):
        self._robot = robot
        self._inputs = {f"{INPUT}{name}": name for name in inputs}

    def node(self, text: str, where: str) -> Node:
        """The tree of a text; where: the key that it stands at."""
        names = [*self._robot.parameters, *self._inputs]
        try:
            found = parse(str(text), names, state=True, bodies=True).node
        except ExpressionError as error:
            raise PelagosError(f"{where}: {text!r}: {error.message}\n    {error.remedy}") from None
        for message, remedy in unknown(self._robot, found):
            raise PelagosError(f"{where}: {text!r}: {message}\n    {remedy}")
        return self._with_inputs(found)

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
