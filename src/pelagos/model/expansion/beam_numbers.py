"""The words of a beam read as numbers, so that what is wrong with one is told once, under its key.

Segments carry formulas made of these words; there the same mistake would show in every segment.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from pydantic import ValidationError, model_validator
from pydantic_core import PydanticCustomError

from pelagos.errors import Problem
from pelagos.language import scope as scopes
from pelagos.language import units
from pelagos.language.problems import from_pydantic
from pelagos.language.scope import Scope
from pelagos.language.words import Positive, Quantity, Size, Words, refusal, to_number
from pelagos.model.expansion.beam import ROOTS, Beams

Modulus = Annotated[float, Quantity(units.PRESSURE, least=0.0)]
Stiffness = Annotated[float, Quantity((1, 3, -2), least=0.0)]  # of a section: E I, G J


class SectionNumbers(Words):
    """Sizes of a cross-section."""

    rectangle: list[Size] | None = None
    circle: Size | None = None
    tube: list[Annotated[float, Quantity(units.LENGTH, least=0.0)]] | None = None

    @model_validator(mode="after")
    def _hollow(self) -> SectionNumbers:
        if self.tube is not None and self.tube[1] >= self.tube[0]:
            raise refusal("the inner radius is not below the outer", "give [outer, inner]", "tube")
        return self


class BeamNumbers(Words):
    """Numbers of a beam."""

    length: Size
    section: SectionNumbers | None = None
    E: Modulus | None = None
    G: Modulus | None = None
    EI: list[Stiffness] | None = None
    GJ: Stiffness | None = None
    density: Annotated[float, Quantity(units.DENSITY), Positive()] | None = None
    mass_per_length: Annotated[float, Quantity(units.LINE_DENSITY), Positive()] | None = None
    damping: Annotated[float, Quantity(units.TIME, least=0.0)] = 0.0
    root: Annotated[float, Quantity(units.NONE, least=0.0), Positive()] = 1.0


def wrong_numbers(beams: Beams, words: dict[str, Any], scope: Scope) -> list[Problem]:
    """What is wrong with the numbers of beams, if the parameters of the model are right."""
    parameters: dict[str, float] = {}
    try:
        for name, value in (words.get("parameters") or {}).items():
            with scopes.with_parameters(parameters):
                parameters[name] = to_number(value)
    except (PydanticCustomError, AttributeError):
        return []  # told elsewhere
    problems: list[Problem] = []
    keys = set(BeamNumbers.model_fields)
    for name, beam in beams.root.items():
        numbers = beam.model_dump(include=keys, exclude_none=True)
        if numbers["root"] in list(ROOTS):  # whatever it is, maybe a list
            del numbers["root"]
        try:
            with scopes.with_parameters(parameters):
                BeamNumbers.model_validate(numbers)
        except ValidationError as error:
            found = from_pydantic(error, BeamNumbers, scope, ("beams", name))
            problems += [_with_roots(p) if p.key.endswith(".root") else p for p in found]
    return problems


def _with_roots(problem: Problem) -> Problem:
    """Words stand beside numbers here."""
    return replace(problem, remedy=f"use {', '.join(ROOTS)}, or a number above 0")
