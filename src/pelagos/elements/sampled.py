"""What is set anew at sample times and held in between.

Readings of sensors, outputs of controllers, noise and a user's sampled states are numbers of the
state that do not flow but jump, each at the times of its own clock. What they jump to, a
`SampledLaw` says: like an element (`elements.contract`) a frozen dataclass made for one robot,
whose floats are numbers that programs fold or read, and which runs on any kind of number.

At one time those come first that others look at: see `Turn`. Laws of the same turn and clock see
the state before any of them has acted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar

from pelagos.mathematics.scalars import Scalar


class Turn(IntEnum):
    """The order of those that share a sample time."""

    DRIFT = 0  # noise, and slow errors of sensors
    MEASURE = 1
    REPORT = 2  # readings that arrive later than they were measured
    CONTROL = 3


@dataclass(frozen=True)
class Clock:
    """Sample times start + k / rate, k = 0, 1, ...; one before the run counts at its start."""

    rate: float  # Hz
    start: float = 0.0  # s


class SampledLaw:
    """What some states of a robot jump to; see the head of this file."""

    feels_forces: ClassVar[bool] = False  # whether it asks for accelerations or reactions

    def next(self, at: Any) -> Sequence[Scalar]:
        """The next values of its states, at a sample time, `equations.sampling.Sampling`."""
        raise NotImplementedError


@dataclass(frozen=True)
class SampledStates:
    """States that one law sets, as the words of a robot ask for them."""

    labels: tuple[str, ...]
    clock: Clock
    turn: Turn
    build: Callable[[Any], SampledLaw]  # from a `SampledSite`
    shown: int = 0  # how many, the first ones, results have and expressions may read
    sensor: str = ""  # whose readings these are, logged at their own times
    logged: int = 0  # how many of them, the first ones, that is


@dataclass(frozen=True)
class Assigned(SampledLaw):
    """A state that takes the value of an expression."""

    channel: int

    def next(self, at: Any) -> Sequence[Scalar]:
        return (at.signals[self.channel],)
