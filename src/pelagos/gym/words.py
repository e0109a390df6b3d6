"""The words of a task file: what is simulated, acted on, observed, rewarded and drawn."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from pelagos.language.words import AtLeastZero, Duration, Number, Words, as_list, refusal
from pelagos.study.words import Current, Factor, PositiveNumber

MOST = 10_000  # actions, observations, ...: each
Pair = Annotated[tuple[Number, Number], BeforeValidator(lambda value: as_list(value, 2))]
CURRENT = ("current_x", "current_y")  # parameters that a current is drawn into
ANGLES = ("roll", "pitch", "yaw")


def _factor(value: Any) -> Any:
    """A number alone is always the same."""
    return value if isinstance(value, dict | Factor) else {"grid": [value]}


Drawn = Annotated[Factor, BeforeValidator(_factor)]


def _ascending(bounds: tuple[float, float] | None) -> None:
    if bounds is not None and not bounds[0] < bounds[1]:
        raise refusal("the bounds do not increase", "write [low, high]", "bounds")


class ActionWords(Words):
    """An input of the robot; -1 and 1 of an action are its bounds."""

    input: str | None = None  # actuator, set point or parameter of signals; the action's own name
    bounds: Pair

    @model_validator(mode="before")
    @classmethod
    def _short(cls, words: Any) -> Any:
        return {"bounds": words} if isinstance(words, list | tuple) else words

    @model_validator(mode="after")
    def _order(self) -> ActionWords:
        _ascending(self.bounds)
        return self


class ObservationWords(Words):
    """A number that the agent sees: (value + noise)/scale, held within bounds."""

    value: str
    scale: PositiveNumber = 1.0
    bounds: Pair | None = None
    noise: AtLeastZero = 0.0  # standard deviation, in the unit of the value

    @model_validator(mode="before")
    @classmethod
    def _short(cls, words: Any) -> Any:
        return {"value": words} if isinstance(words, str) else words

    @model_validator(mode="after")
    def _order(self) -> ObservationWords:
        _ascending(self.bounds)
        return self


class MemoryWords(Words):
    """A number that an episode carries along: `next` is looked at when a step ends and holds from
    the beginning of the one after."""

    start: Drawn = Factor(grid=(0.0,))
    next: str


class AttitudeWords(Words):
    """Angles of a free or spherical body at the start, about z, then y, then x."""

    roll: Drawn = Factor(grid=(0.0,))
    pitch: Drawn = Factor(grid=(0.0,))
    yaw: Drawn = Factor(grid=(0.0,))


def _named(conditions: Any) -> Any:
    """One condition, or several by name."""
    return {"terminated": conditions} if isinstance(conditions, str) else conditions


class TaskWords(Words):
    """A task: an environment that agents learn in."""

    name: str = ""
    description: str = ""
    robot: str
    scenario: str | None = None
    add: dict[str, Any] = Field(default_factory=dict)  # words of the model, merged into its own
    set: dict[str, Any] = Field(default_factory=dict)
    integrator: str = "rk4"
    step: Duration | None = None
    rtol: PositiveNumber | None = None
    atol: PositiveNumber | None = None
    every: Duration  # from action to action
    episode: Duration
    actions: Annotated[dict[str, ActionWords], Field(min_length=1, max_length=MOST)]
    out_of_bounds: Literal["clip", "refuse"] = "clip"
    parameters: dict[str, Drawn] = Field(default_factory=dict)  # of the task, drawn at each reset
    terms: dict[str, str] = Field(default_factory=dict)
    memory: dict[str, MemoryWords] = Field(default_factory=dict)
    observations: Annotated[dict[str, ObservationWords], Field(min_length=1, max_length=MOST)]
    dtype: Literal["float32", "float64"] = "float32"
    reward: str | None = None  # none: a function of Python gives it
    terminate: Annotated[dict[str, str], BeforeValidator(_named)] = Field(default_factory=dict)
    failure: Number = 0.0  # reward of a step in which the simulation fails
    factors: dict[str, Factor] = Field(default_factory=dict)
    pool: Annotated[int, Field(ge=1, le=100_000)] = 64  # robots that `factors` are drawn for
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0  # of the pool
    initial: dict[str, Factor] = Field(default_factory=dict)
    rpy: dict[str, AttitudeWords] = Field(default_factory=dict)
    attitude: tuple[str, ...] = ()
    current: Current | None = None
    camera: Literal["orbit", "follow", "top", "side"] = "follow"

    @property
    def steps(self) -> int:
        """Actions of an episode."""
        return max(1, round(self.episode / self.every))

    @property
    def inputs(self) -> tuple[str, ...]:
        """What actions are given to, in their order."""
        return tuple(words.input or name for name, words in self.actions.items())

    @property
    def timing(self) -> dict[str, Any]:
        """The words of a session about time."""
        given = {n: getattr(self, n) for n in ("integrator", "step", "rtol", "atol")}
        return {name: value for name, value in given.items() if value is not None}
