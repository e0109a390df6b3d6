"""Auxiliary states: numbers of the user's own that a run carries along beside q and u.

A continuous one has a `rate`; a sampled one takes its `next` value every so many seconds and holds
it in between. Expressions read them as s[name].
"""

from __future__ import annotations

from pydantic import model_validator

from pelagos.language.signals import SampledSignal, Signal
from pelagos.language.words import Duration, Number, Words, refusal


class AuxiliaryState(Words):
    """One number that changes at a `rate`, or to its `next` value `every` so many seconds."""

    initial: Number = 0.0
    rate: Signal | None = None
    next: SampledSignal | None = None
    every: Duration | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> AuxiliaryState:
        if (self.rate is None) == (self.next is None):
            raise refusal("a state changes by its rate or to its next value", "give one of them")
        if (self.next is None) != (self.every is None):
            raise refusal("next and every belong together", "give both, or a rate")
        return self

    @property
    def signal(self) -> Signal:
        """The rate, or the next value."""
        found = self.rate or self.next
        assert found is not None  # checked on reading
        return found
