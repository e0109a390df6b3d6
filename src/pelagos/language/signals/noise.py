"""Noise: numbers that are drawn anew at times of their own."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import model_validator

from pelagos.language import units
from pelagos.language.expressions import (
    Const,
    Node,
    NoiseElement,
    NoiseProcess,
    Op,
    Time,
    add,
    mul,
    sub,
)
from pelagos.language.signals.contract import SignalKind
from pelagos.language.words import AtLeastZero, Duration, Number, Positive, Quantity, Seed, refusal

FASTEST = 20_000.0  # Hz

Rate = Annotated[float, Quantity(units.RATE), Positive()]


class Noise(SignalKind):
    """offset + sigma n, with numbers n that are drawn `rate` times a second.

    Without `tau` they are independent of each other; with it they fade with that time constant, as
    a Gauss-Markov process does. In between they are held, or run along straight lines. What is
    drawn depends on the seed of the run and on where the signal stands; the same `stream` elsewhere
    (with the same rate, tau and interpolation) draws the same, and with a `seed` all runs do.
    """

    key = "noise"
    order = 6
    valued = ("sigma", "offset")

    sigma: AtLeastZero
    rate: Rate
    tau: Duration | None = None
    offset: Number = 0.0
    interpolation: Literal["hold", "linear"] = "hold"
    seed: Seed | None = None
    stream: str = ""  # completed on reading by where the signal stands

    @model_validator(mode="after")
    def _in_time(self) -> Noise:
        if self.rate > FASTEST:
            raise refusal(f"{self.rate:g} Hz is more than {FASTEST:g} Hz", "lower it", "rate")
        return self

    @property
    def process(self) -> NoiseProcess:
        """What is drawn."""
        linear = self.interpolation == "linear"
        return NoiseProcess(self.stream, self.rate, self.tau, linear, self.seed)

    def told(self) -> str:
        """For `info`."""
        kind = "white" if self.tau is None else f"fading within {self.tau:g} s"
        drawn = f"{kind}, drawn at {self.rate:g} Hz"
        lines = ", straight lines in between" if self.interpolation == "linear" else ""
        seed = "" if self.seed is None else f", seed {self.seed:g}"
        return f"{self.offset:g} +- {self.sigma:g}, {drawn}{lines}{seed}"

    def tree(self) -> Node:
        process = self.process
        number, *more = (NoiseElement(label, process) for label in process.labels)
        unit: Node = number
        if more:
            before, since = more
            share = mul(Const(self.rate), sub(Time(), since))
            unit = add(before, mul(sub(number, before), share))
        # not folded: a sigma of zero has the states that others have
        return add(Const(self.offset), Op("mul", (Const(self.sigma), unit)))
