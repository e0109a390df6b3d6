"""What a sensor is: what it measures, how wrong it is, how often, and when its readings arrive.

A sensor has two sides, which stand in one file. Its *words* (`SensorWords`) stand below their `key`
in `sensors: {name: {KEY: {...}}}` of a model; their `outputs` are its channels, which expressions
read as y[NAME.CHANNEL] and results have at their own times. `sensor` makes the *sensor* (`Sensor`),
a frozen dataclass for one robot whose `measure` says what is read at a sample time, errors
included. It runs on any kind of number, so it never asks for a sign: `where(...)`, not `if`.

Rate, delay and dropouts are the same for all kinds (`sensors.delivery`). What a sensor draws
depends on the seed of the run, on its own name and on the number of the sample alone: no other
sensor, and no other run, changes its numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import model_validator

from pelagos.elements.contract import ElementWords, Output
from pelagos.language import units
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import Positive, Quantity, refusal
from pelagos.mathematics.scalars import Scalar
from pelagos.sensors.drift import Wander

Rate = Annotated[float, Quantity(units.RATE), Positive()]
Delay = Annotated[float, Quantity(units.TIME, least=0.0)]
Share = Annotated[float, Quantity(least=0.0)]
Distance = Annotated[float, Quantity(units.LENGTH, least=0.0)]
Speed = Annotated[float, Quantity(units.SPEED, least=0.0)]
SomeSpeed = Annotated[float, Quantity(units.SPEED), Positive()]
MOST_ON_THEIR_WAY = 1000  # readings of one sensor
FASTEST = 20_000.0  # Hz
VALID = Output("valid", "1", "1 if the last reading is new, 0 if it was lost")


@dataclass(frozen=True)
class Preset:
    """Words of a product, with the document that its figures are from."""

    words: Mapping[str, Any]
    source: str


class Measured(NamedTuple):
    """What a sensor reads."""

    values: Sequence[Scalar]  # by channel
    valid: Any = True  # a condition: whether there is a reading at all
    variances: Sequence[Scalar] = ()  # of its noise by channel, where that is not always the same
    memories: Sequence[Scalar] = ()  # what it remembers until the next measurement


class Flaw(NamedTuple):
    """Why the words of a sensor do not go with the rest of a robot."""

    key: str  # of its words
    message: str
    remedy: str
    found: Any = ...


class Sensor:
    """One sensor of one robot, a frozen dataclass."""

    feels_forces: ClassVar[bool] = False  # whether it asks for accelerations or reactions

    def measure(self, at: Any) -> Measured:
        """What it reads at a sample time, `equations.sampling.Sampling`."""
        raise NotImplementedError


class SensorWords(ElementWords):
    """The words of a sensor, beside those of its kind."""

    place = "sensor"
    presets: ClassVar[Mapping[str, Preset]] = {}

    preset: str | None = None
    rate: Rate
    delay: Delay = 0.0
    dropout: Share = 0.0

    @model_validator(mode="before")
    @classmethod
    def _with_preset(cls, words: Any) -> Any:
        """Words of a preset, where none of their own are given."""
        name = words.get("preset") if isinstance(words, dict) else None
        if name is None:
            return words
        if not isinstance(name, str) or name not in cls.presets:
            known = did_you_mean(str(name), cls.presets) if cls.presets else "leave it out"
            raise refusal(f"{cls.key} has no preset {name!r}", known, "preset")
        return laid_over(cls.presets[name].words, words)

    @model_validator(mode="after")
    def _in_time(self) -> SensorWords:
        if self.rate > FASTEST:
            raise refusal(f"{self.rate:g} Hz is more than {FASTEST:g} Hz", "lower it", "rate")
        if self.dropout >= 1.0:
            raise refusal(f"a dropout of {self.dropout:g} leaves nothing", "use less than 1")
        if self.delay * self.rate > MOST_ON_THEIR_WAY:
            back = f"a delay of {self.delay:g} s keeps {self.delay * self.rate:.3g} readings back"
            raise refusal(back, f"{MOST_ON_THEIR_WAY} at most: lower the rate or the delay")
        return self

    # what a kind states beside its outputs

    @property
    def variances(self) -> tuple[float, ...] | None:
        """Of the white noise of each channel; None where `measure` gives them."""
        raise NotImplementedError

    @property
    def wanders(self) -> tuple[Wander, ...]:
        """Slow errors; their states begin where `sensor` is told."""
        return ()

    @property
    def memories(self) -> tuple[str, ...]:
        """Numbers that it remembers from one measurement to the next, 0 before the first.

        `site.state(memory_label(name, memory))` is where one stands.
        """
        return ()

    def sensor(self, site: Any, name: str, drift: int) -> Sensor:
        """The sensor of a robot; site: a `SampledSite`, drift: place of its first slow error."""
        raise NotImplementedError

    # what a kind may state

    @property
    def reads(self) -> tuple[Output, ...]:
        """Those of the outputs of its kind that this one has."""
        return self.outputs

    def problems(self, parts: Any, start: Any) -> Iterator[Flaw]:
        """What does not go with the rest of a robot.

        parts: its parts, `model.checks.parts.Parts`; start: where bodies are at the start,
        `model.start.Start`.
        """
        return iter(())

    # what follows from that

    @property
    def channels(self) -> tuple[Output, ...]:
        """What it gives: its outputs, and whether the last reading is good."""
        return (*self.reads, VALID)

    @property
    def whole_delay(self) -> tuple[int, float]:
        """The delay as whole periods, and what is left of it in seconds."""
        periods = self.delay * self.rate
        whole = round(periods)
        if abs(periods - whole) < 1e-9 * max(periods, 1.0):
            return whole, 0.0
        whole = math.floor(periods)
        return whole, (periods - whole) / self.rate

    @property
    def keeps_momentum(self) -> bool:
        return True

    def timing(self) -> str:
        """Rate, delay and dropouts, for `info`."""
        late = f", {self.delay:g} s late" if self.delay else ""
        lost = f", {100 * self.dropout:g} % lost" if self.dropout else ""
        return f"{self.rate:g} Hz{late}{lost}"

    def told(self) -> Iterator[str]:
        apart = {"preset", "rate", "delay", "dropout"}
        given = self.model_dump(mode="json", exclude_defaults=True, exclude=apart)
        yield f"{_told(given)}; {self.timing()}"
        if self.preset is not None:
            yield f"preset {self.preset}: {self.presets[self.preset].source}"


def memory_label(name: str, memory: str) -> str:
    """The label of what a sensor of a name remembers."""
    return f"{name}.memory.{memory}"


def laid_over(preset: Mapping[str, Any], words: Mapping[str, Any]) -> dict[str, Any]:
    """Words over those of a preset, key by key."""
    found = dict(preset)
    for key, value in words.items():
        below = found.get(key)
        both = isinstance(below, Mapping) and isinstance(value, Mapping)
        found[key] = laid_over(below, value) if both else value  # type: ignore[arg-type]
    return found


def _told(value: Any) -> str:
    """Words as a line of text."""
    if isinstance(value, Mapping):
        return ", ".join(
            f"{key} ({_told(own)})" if isinstance(own, Mapping) else f"{key} {_told(own)}"
            for key, own in value.items()
        )
    if isinstance(value, list):
        return f"[{', '.join(map(_told, value))}]"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
