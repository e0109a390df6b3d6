"""Pulse widths of electronic speed controllers: to shaft speed or thrust."""

from __future__ import annotations

import math
from typing import Annotated, Any

from pydantic import Field, model_validator

from pelagos.language import units
from pelagos.language.expressions import Const, Node, Table, add, mul, op, sub
from pelagos.language.tables import pieces, read_columns
from pelagos.language.words import (
    Number,
    Positive,
    Quantity,
    Read,
    Words,
    kind_of,
    refusal,
    to_number,
)

MICRO = 1e6  # microseconds in a second
RPM = math.pi / 30.0  # rad/s
SECONDS = 1.0  # bare pulse widths above are microseconds, up to this they are seconds
BAND_SECONDS = 1e-3  # the same for dead bands, which may be narrower than a microsecond
EDGE = 1.0 + 1e-9  # a pulse on the edge of the dead band is inside, whatever its rounding
PositiveNumber = Annotated[float, Quantity(), Positive()]


def to_pulse(words: Any) -> float:
    """A pulse width in microseconds from seconds (1500 us), or from a bare number above 1."""
    number = to_number(words, (units.TIME, units.NONE))
    return number if number > SECONDS else number * MICRO


def _band(words: Any) -> float:
    """Half the width of a dead band in microseconds, likewise."""
    number = to_number(words, (units.TIME, units.NONE))
    return number if number > BAND_SECONDS else number * MICRO


Pulse = Annotated[float, Read(to_pulse, {"type": ["number", "string"]})]
Band = Annotated[float, Read(_band, {"type": ["number", "string"]})]


class PowerLaw(Words):
    """Shaft speed in rpm = coefficient |x|^exponent + offset, x in microseconds from neutral."""

    coefficient: PositiveNumber
    exponent: PositiveNumber
    offset: Number = 0.0


class PulseTable(Words):
    """Measured shaft speed (`speed`) or thrust without inflow (`thrust`) over the pulse width.

    Numbers, or columns of a CSV file, of which `where` picks rows, as {voltage_V: 16}; `unit` is
    what the file's numbers are in: rpm, rad/s, N or kgf. The sign is that of the pulse.
    """

    pwm: tuple[Pulse, ...] = Field(min_length=2)
    speed: tuple[Number, ...] | None = None
    thrust: tuple[Number, ...] | None = None
    file: str = ""

    @model_validator(mode="before")
    @classmethod
    def _from_file(cls, words: Any) -> Any:
        """Columns of a file become lists; the file of given lists stays a remark."""
        if not isinstance(words, dict) or isinstance(words.get("pwm"), list | tuple):
            return words
        given = dict(words)
        kind = "thrust" if "thrust" in given else "speed"
        chosen, unit = given.pop("where", {}), given.pop("unit", 1.0)
        if not isinstance(chosen, dict):
            said = f"where names columns and values, this is {kind_of(chosen)}"
            raise refusal(said, "write where: {voltage_V: 16}", "where")
        measures = (units.FORCE if kind == "thrust" else units.RATE,)
        factor = to_number(f"1 {unit}", measures) if isinstance(unit, str) else to_number(unit)
        columns = [given.get("pwm", 0), given.get(kind, 1), *chosen]
        if not isinstance(given.get("file"), str):
            raise refusal("the table has neither numbers nor a file", "give pwm: [...] or file:")
        rows = zip(*read_columns(given["file"], columns), strict=True)
        wanted = [to_number(value) for value in chosen.values()]
        kept = [(x, factor * y) for x, y, *rest in rows if rest == wanted]
        if len(kept) < 2:
            picked = " where " + ", ".join(f"{k} is {v}" for k, v in chosen.items())
            said = f"the file has {len(kept)} rows{picked if chosen else ''}"
            raise refusal(said, "a curve has two or more", "where" if chosen else "file")
        given["pwm"], given[kind] = [x for x, _ in kept], [y for _, y in kept]
        return given

    @model_validator(mode="after")
    def _one_kind(self) -> PulseTable:
        given = [kind for kind in ("speed", "thrust") if getattr(self, kind) is not None]
        if len(given) != 1:
            said = " and ".join(given) or "neither"
            raise refusal(f"the table has {said}", "give one of speed, thrust")
        if len(self.pwm) != len(self.values):
            raise refusal(f"{len(self.pwm)} pulses for {len(self.values)} values", "give as many")
        if any(a >= b for a, b in zip(self.pwm, self.pwm[1:], strict=False)):
            raise refusal("pulse widths must increase", "sort the table, or pick rows with where")
        return self

    @property
    def values(self) -> tuple[float, ...]:
        """Shaft speeds in rad/s or thrusts in N."""
        return self.speed if self.speed is not None else self.thrust or ()


class PulseCurve(Words):
    """Pulse width to shaft speed or thrust; nothing happens inside the dead band."""

    power: PowerLaw | None = None
    table: PulseTable | None = None
    neutral: Pulse = 1500.0
    dead_band: Band = 25.0

    @model_validator(mode="after")
    def _one_kind(self) -> PulseCurve:
        if (self.power is None) == (self.table is None):
            raise refusal("a pulse curve is either a power law or a table", "give one of them")
        if not 0.0 <= self.dead_band < self.neutral:
            raise refusal(
                f"a dead band of {self.dead_band:g} us about a pulse of {self.neutral:g} us",
                "give a width from 0 to the neutral pulse, as 25 us",
                "dead_band",
            )
        return self

    def node(self, pulse: Node) -> Node:
        """Shaft speed in rad/s, or thrust, at a pulse width in microseconds."""
        x = sub(pulse, Const(self.neutral))
        size = op("abs", x)
        if self.table is not None:
            knots, values = self.table.pwm, self.table.values
            found: Node = Table(knots, pieces(knots, values, "linear"), 0, pulse)
            found = op("abs", found)
        else:
            assert self.power is not None
            law = self.power
            raised = mul(Const(law.coefficient), op("pow", size, Const(law.exponent)))
            found = mul(Const(RPM), op("max", add(raised, Const(law.offset)), Const(0.0)))
        inside = op("le", size, Const(self.dead_band * EDGE))
        return op("where", inside, Const(0.0), mul(op("sign", x), found))
