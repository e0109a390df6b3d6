"""What an FMU gives beside its states: expressions of the state, as conditions read them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pelagos.errors import PelagosError
from pelagos.exporters.opened import Opened
from pelagos.language.expressions import Node, Parameter, walk
from pelagos.language.parser import ExpressionError, parse
from pelagos.language.suggest import did_you_mean
from pelagos.programs.watched import unknown


@dataclass(frozen=True)
class FmuOutput:
    """An expression and its name; a state of this place if it is one."""

    name: str
    text: str
    node: Node
    state: int | None


def chosen_outputs(robot: Opened, asked: Iterable[str]) -> list[FmuOutput]:
    """Outputs as `NAME=EXPRESSION` or `EXPRESSION`; nothing: all states."""
    states = {state.name: k for k, state in enumerate(robot.states)}
    wanted = list(asked) or list(states)
    found = [_output(robot, text, states) for text in wanted]
    taken = {i.name for i in robot.inputs} | {p.name for p in robot.parameters} | {"time"}
    for output in found:
        if output.name in taken or (output.state is None and output.name in states):
            raise PelagosError(
                f"output: {output.name} is the name of something else, or given twice\n"
                "    write NAME=EXPRESSION with another name"
            )
        taken.add(output.name)
    return found


def _output(robot: Opened, asked: str, states: dict[str, int]) -> FmuOutput:
    name, text = _named(asked)
    known = robot.robot.parameters
    try:
        node = parse(text, known, state=True, bodies=True).node
    except ExpressionError as error:
        raise PelagosError(f"output: {text}: {error.message}\n    {error.remedy}") from None
    for message, remedy in unknown(robot.robot, node):
        raise PelagosError(f"output: {text}: {message}\n    {remedy}")
    folded = set(known) - set(robot.compiled.parameter_slots)
    for part in walk(node):
        if isinstance(part, Parameter) and f"parameters.{part.name}" in robot.steps:
            if part.name in folded:
                raise PelagosError(
                    f"output: {text}: reads {part.name}, which stays open and is in no signal\n"
                    f"    {did_you_mean(part.name, states)}"
                )
    return FmuOutput(name, text, node, states.get(text) if name == text else None)


def _named(asked: str) -> tuple[str, str]:
    """NAME=EXPRESSION; == and <= belong to expressions."""
    name, equals, text = asked.partition("=")
    if equals and text and text[0] != "=" and name.strip().replace(".", "").isidentifier():
        return name.strip(), text.strip()
    return asked.strip(), asked.strip()
