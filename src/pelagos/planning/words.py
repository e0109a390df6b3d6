"""The words of a plan file: what moves, what it costs, what must hold."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from pydantic import (
    BeforeValidator,
    Field,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)

from pelagos.language import units
from pelagos.language.words import (
    AtLeastZero,
    Number,
    Positive,
    Quantity,
    Read,
    Words,
    as_list,
    refusal,
    to_number,
)

MOST = 10_000  # entries of a mapping, intervals, steps
MOST_IN_ALL = 1_000_000  # steps of all intervals: they are taken in one call
RUN = "run"  # a guess: as the scenario goes on


def _range(value: Any, *dimensions: units.Dimension) -> tuple[float, float]:
    """A number, or the lowest and the highest one; null leaves a side open."""
    if not isinstance(value, list | tuple):
        number = to_number(value, dimensions)
        return number, number
    low, high = as_list(value, 2)
    low = -math.inf if low is None else to_number(low, dimensions)
    high = math.inf if high is None else to_number(high, dimensions)
    if low > high:
        raise refusal("the bounds do not increase", "write [low, high]")
    return low, high


def _pair(value: Any) -> tuple[float, float]:
    low, high = _range(as_list(value, 2))
    if not low < high:
        raise refusal("the bounds leave nothing free", "write [low, high]")
    return low, high


def _times(value: Any) -> tuple[float, float]:
    low, high = _range(value, units.TIME)
    if not 0.0 < low <= high < math.inf:
        raise refusal("a duration is above 0 s", "write seconds, or [shortest, longest]")
    return low, high


def _inputs(value: Any) -> Any:
    if not isinstance(value, list | tuple):
        return value
    if not all(isinstance(name, str) for name in value) or len(set(value)) < len(value):
        remedy = "write [NAME, ...], or {NAME: [low, high], ...}"
        raise refusal("inputs are names of actuators, each once", remedy)
    return dict.fromkeys(value)


def _guess(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
    if not isinstance(value, str):
        return handler(value)
    if value != RUN:
        raise refusal("no guess is called so", f"write {RUN}, or values by name")
    return value


PositiveNumber = Annotated[float, Quantity(), Positive()]
_SCHEMA = {"type": ["number", "string", "array"]}
Range = Annotated[tuple[float, float], Read(_range, _SCHEMA)]
Pair = Annotated[tuple[float, float], Read(_pair, {"type": "array"})]
Times = Annotated[tuple[float, float], Read(_times, _SCHEMA)]
Ranges = Annotated[dict[str, Range], Field(max_length=MOST)]
OverTime = Annotated[tuple[Number, ...], Field(min_length=1, max_length=MOST)]
Guess = Annotated[
    dict[str, OverTime],
    Field(max_length=MOST),
    WrapValidator(_guess, json_schema_input_type=dict[str, list] | Literal["run"]),
]


class Aim(Words):
    """The square of how far an expression is from a value, times a weight."""

    to: Number = 0.0
    weight: AtLeastZero = 1.0

    @model_validator(mode="before")
    @classmethod
    def _short(cls, words: Any) -> Any:
        return words if isinstance(words, dict | Aim) else {"weight": words}


Aims = Annotated[dict[str, Aim], Field(max_length=MOST)]
Weights = Annotated[dict[str, AtLeastZero], Field(max_length=MOST)]


def _effort(value: Any) -> Any:
    return value if isinstance(value, dict) else {"": value}


class CostWords(Words):
    """A sum of terms."""

    effort: Annotated[Weights, BeforeValidator(_effort)] = Field(default_factory=dict)
    energy: Number = 0.0
    time: Number = 0.0
    track: Aims = Field(default_factory=dict)
    final: Aims = Field(default_factory=dict)
    integral: str | None = None
    end: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _short(cls, words: Any) -> Any:
        return {"end": words} if isinstance(words, str) else words

    @model_validator(mode="after")
    def _some(self) -> CostWords:
        if not self.model_fields_set:
            raise refusal("a cost without terms", "give effort, energy, time, track, final, ...")
        return self


class PlanWords(Words):
    """A plan: the motion of a robot that costs least."""

    name: str = ""
    description: str = ""
    robot: str = ""
    scenario: str | None = None
    set: dict[str, Any] = Field(default_factory=dict)
    begin: Annotated[float, Quantity(units.TIME, least=0.0)] = (
        0.0  # s: from where the scenario has brought the robot by then
    )
    duration: Times
    intervals: Annotated[int, Field(ge=1, le=MOST)] = 50
    steps: Annotated[int, Field(ge=1, le=MOST)] = 2
    integrator: Literal["rk4", "dopri5"] = "rk4"
    inputs: Annotated[dict[str, Pair | None], BeforeValidator(_inputs)] = Field(
        default_factory=dict, max_length=MOST
    )
    parameters: Annotated[dict[str, Pair], Field(max_length=MOST)] = Field(default_factory=dict)
    cost: CostWords
    start: Ranges = Field(default_factory=dict)
    end: Ranges = Field(default_factory=dict)
    bounds: Ranges = Field(default_factory=dict)
    periodic: tuple[str, ...] = ()
    guess: Guess = Field(default_factory=dict)
    solver: Literal["ipopt", "scipy"] | None = None
    tolerance: PositiveNumber = 1e-6
    max_iterations: Annotated[int, Field(ge=1, le=1_000_000)] = 500

    @model_validator(mode="after")
    def _in_all(self) -> PlanWords:
        count = self.intervals * self.steps
        if count > MOST_IN_ALL:
            remedy = f"take fewer than {MOST_IN_ALL:,}: shorter plans, or longer steps"
            raise refusal(f"{count:,} steps in all are too many", remedy, "steps")
        return self
