"""What a controller is: what it is told, what it looks at, what it does about it, and how often.

A controller has two sides, which stand in one file. Its *words* (`ControllerWords`) stand below
their `key` in `controllers: {name: {KEY: {...}}}` of a model. They say which set points may be
given while a run goes on (`inputs`), which numbers it keeps (`records`: states of the robot, read
as s[NAME.RECORD] and kept in results), and which of these push what (`pushes`). `law` makes the
*law* (`elements.sampled.SampledLaw`), a frozen dataclass for one robot whose `next` gives all
records at a sample time. It runs on any kind of number, so it never asks for a sign:
`where(...)`, not `if`.

A set point that has a signal follows it until a value is given from outside. One without a signal
stays as it is: `here`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import model_validator

from pelagos.elements.contract import ElementWords, Output
from pelagos.elements.sampled import SampledLaw
from pelagos.language import units
from pelagos.language.scope import Keys
from pelagos.language.signals import SampledSignal, Signal
from pelagos.language.words import Positive, Quantity, Words, read_as, refusal
from pelagos.mathematics.scalars import Scalar, where

Rate = Annotated[float, Quantity(units.RATE), Positive()]
FASTEST = 20_000.0  # Hz
AXES = ("surge", "sway", "heave", "roll", "pitch", "yaw")
PushedAxis = Literal["surge", "sway", "heave", "roll", "pitch", "yaw"]
HERE = "here"
GIVEN = 1e300  # a number from outside that is not below this was not given yet


def _or_here(words: Any) -> type[Signal] | None:
    return None if words == HERE else SampledSignal


SignalOrHere = Annotated[SampledSignal | Literal["here"], read_as(_or_here)]
ON = SampledSignal(constant=1.0)


@dataclass(frozen=True)
class SetPoint:
    """Something that a controller is told."""

    name: str
    signal: Signal | None  # None: as it is
    unit: str
    meaning: str


@dataclass(frozen=True)
class Push:
    """A record that acts: along an axis of the body, by its thrusters, or on an actuator."""

    record: str
    axis: str
    actuator: str | None = None  # None: thrusters share it


class ControllerWords(ElementWords):
    """The words of a controller, beside those of its kind."""

    place = "controller"
    direct: ClassVar[bool] = False  # whether its words stand below the name without a key
    literals: ClassVar[Collection[str]] = (HERE,)  # texts in place of signals that are no names

    rate: Rate
    on: SampledSignal = ON

    @model_validator(mode="after")
    def _in_time(self) -> ControllerWords:
        if self.rate > FASTEST:
            raise refusal(f"{self.rate:g} Hz is more than {FASTEST:g} Hz", "lower it", "rate")
        return self

    # what a kind states

    @property
    def inputs(self) -> tuple[SetPoint, ...]:
        """What may be set while a run goes on, beside `on`."""
        raise NotImplementedError

    @property
    def records(self) -> tuple[Output, ...]:
        """Its numbers, in the order in which the law gives them."""
        raise NotImplementedError

    @property
    def pushes(self) -> tuple[Push, ...]:
        """Which of these act on what."""
        raise NotImplementedError

    @property
    def pushed_body(self) -> str | None:
        """Whose thrusters share what is pushed along axes."""
        return None

    @property
    def all_docked(self) -> bool:
        """Whether thrusters of all that moves with the body share it, though it has its own."""
        return False

    @property
    def needs_north(self) -> str | None:
        """The key that asks where north and down are, if one does."""
        return None

    def law(self, site: Any, name: str) -> SampledLaw:
        """The law of a robot; site: a `ControllerSite`."""
        raise NotImplementedError

    def facts(self) -> dict[str, Any]:
        """What `pelagos info` tells: measures, acts_on, gains, limits."""
        raise NotImplementedError

    # what follows from that

    @property
    def words(self) -> ControllerWords:
        """Itself: where a kind stands below a key, what is below it."""
        return self

    @property
    def below(self) -> tuple[str, ...]:
        return () if self.direct else (self.key,)

    @property
    def set_points(self) -> tuple[SetPoint, ...]:
        """All that may be set while a run goes on."""
        switch = SetPoint("on", self.on, "1", "switched on above 0.5, off below")
        return (*self.inputs, switch)

    @property
    def expressions(self) -> Iterator[tuple[Keys, Signal]]:
        """All its signals, with where they stand."""
        return _signals(self, ())

    @property
    def keeps_momentum(self) -> bool:
        return True

    @classmethod
    def renamed(
        cls, words: Mapping[str, Any], name: Callable[[Any], Any], expression: Callable[[Any], Any]
    ) -> dict[str, Any]:
        found = super().renamed(words, name, expression)
        for key, value in words.items():
            field = cls.model_fields.get(key)
            if field is not None and _takes_signals(field.annotation):
                literal = isinstance(value, str) and value in cls.literals
                found[key] = value if literal else expression(value)
        return found


def _takes_signals(annotation: Any) -> bool:
    return annotation is SampledSignal or any(map(_takes_signals, get_args(annotation)))


def _signals(words: Words, path: Keys) -> Iterator[tuple[Keys, Signal]]:
    for key in type(words).model_fields:
        found = getattr(words, key)
        if isinstance(found, Signal):
            yield (*path, key), found
        elif isinstance(found, Words):
            yield from _signals(found, (*path, key))


# --- what laws have in common ---------------------------------------------------------------


@dataclass(frozen=True)
class ToldValue:
    """A set point as a law sees it: a channel of signals, or what was before."""

    channel: int | None

    def value(self, at: Any, before: Scalar) -> Scalar:
        """What is given, or what was before where nothing is."""
        if self.channel is None:
            return before
        given = at.signals[self.channel]
        return where(given < GIVEN, given, before)


def switched(at: Any, channel: int, before: int) -> tuple[Any, Any]:
    """Whether it is on, and whether it was not at the sample before."""
    on = at.signals[channel] > 0.5
    return on, at.states[before] < 0.5


def only(on: Any, values: Sequence[Scalar]) -> list[Scalar]:
    """Numbers while it is on, 0 while it is off."""
    return [where(on, value, 0.0) for value in values]
