"""What is given on the command line: numbers with units, robots, scenarios."""

from __future__ import annotations

from typing import Any

import click
from click.shell_completion import CompletionItem


class QuantityType(click.ParamType):
    """A positive number in SI, or a text with a unit such as "2 min"."""

    def __init__(self, name: str, dimension: tuple[int, int, int]) -> None:
        self.name = name
        self._dimension = dimension

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        from pydantic_core import PydanticCustomError

        from pelagos.language.words import to_number

        try:
            result = to_number(value, (self._dimension,))
        except PydanticCustomError as error:
            facts = error.context or {}
            self.fail(f"{value!r}: {facts['message']}; {facts['remedy']}", param, ctx)
        if result <= 0:
            self.fail(f"{value!r} is not positive", param, ctx)
        return result


TIME = QuantityType("seconds", (0, 0, 1))
NUMBER = QuantityType("number", (0, 0, 0))


class RobotType(click.ParamType):
    """A built-in robot or a file; shells complete both."""

    name = "robot"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from pelagos.model.sources import builtin_names

        names = [name for name in builtin_names() if name.startswith(incomplete)]
        files = click.Path().shell_complete(ctx, param, incomplete)
        return [*map(CompletionItem, names), *files]


class ScenarioType(click.ParamType):
    """A scenario of the robot that is named before it."""

    name = "scenario"

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        from pelagos.errors import PelagosError
        from pelagos.model.loading import load

        try:
            scenarios = load(ctx.params["robot"]).scenarios
        except (PelagosError, OSError):  # a file that is not ready yet has none to offer
            return []
        return [
            CompletionItem(name, help=scenario.description)
            for name, scenario in scenarios.items()
            if name.startswith(incomplete)
        ]


ROBOT = RobotType()
SCENARIO = ScenarioType()
