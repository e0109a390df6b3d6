"""A sine of the time."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import model_validator

from pelagos.language import units
from pelagos.language.expressions import Const, Node, add, mul, op, sub
from pelagos.language.signals.contract import SignalKind, clipped
from pelagos.language.words import Angle, Duration, Number, Quantity, Seconds, refusal

Rate = Annotated[float, Quantity(units.RATE)]


class Sine(SignalKind):
    """offset + amplitude sin(rate (t - start) + phase), held before `start`."""

    key = "sine"
    order = 3
    valued = ("amplitude", "offset")

    amplitude: Number
    frequency: Rate | None = None  # Hz
    rate: Rate | None = None  # rad/s
    period: Duration | None = None
    phase: Angle = 0.0
    offset: Number = 0.0
    start: Seconds = 0.0

    @model_validator(mode="after")
    def _one_rate(self) -> Sine:
        given = [n for n in ("frequency", "rate", "period") if getattr(self, n) is not None]
        if len(given) != 1:
            said = " and ".join(given) or "no frequency"
            raise refusal(f"the sine has {said}", "give one of frequency, rate, period")
        return self

    def tree(self) -> Node:
        if self.rate is not None:
            rate = self.rate
        elif self.frequency is not None:
            rate = 2 * math.pi * self.frequency
        else:
            assert self.period is not None
            rate = 2 * math.pi / self.period
        elapsed = sub(clipped(self.start, None), Const(self.start))
        angle = add(mul(Const(rate), elapsed), Const(self.phase))
        return add(Const(self.offset), mul(Const(self.amplitude), op("sin", angle)))
