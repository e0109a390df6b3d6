"""Numbers on the command line, with units as in model files."""

from __future__ import annotations

from typing import Any

import click


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
