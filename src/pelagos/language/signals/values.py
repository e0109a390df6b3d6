"""A table of values over time."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import model_validator

from pelagos.language.expressions import Node, Table, Time
from pelagos.language.signals.contract import SignalKind
from pelagos.language.tables import pieces, read_columns
from pelagos.language.words import Number, Seconds, refusal


class TableSignal(SignalKind):
    """Values over time, inline or from two columns of a CSV file; held outside.

    `cubic` is the natural spline: value, rate and acceleration are continuous.
    """

    key = "table"
    order = 4
    valued = ("value",)

    time: tuple[Seconds, ...]
    value: tuple[Number, ...]
    interpolation: Literal["cubic", "linear", "hold"] = "cubic"
    file: str = ""
    columns: tuple[str | int, str | int] | None = None  # those of the file that were read

    @model_validator(mode="before")
    @classmethod
    def _from_file(cls, words: Any) -> Any:
        """Columns of a file become lists; the file of given lists stays a remark."""
        if not isinstance(words, dict) or not isinstance(words.get("file"), str):
            return words
        if isinstance(words.get("time"), list | tuple):
            return words
        columns = [words.get("time", 0), words.get("value", 1)]
        if not all(isinstance(column, str | int) for column in columns):
            raise refusal("time and value must name columns of the file", "write their headings")
        time, value = read_columns(words["file"], columns)
        return {**words, "time": time, "value": value, "columns": columns}

    @model_validator(mode="after")
    def _increasing(self) -> TableSignal:
        if len(self.time) != len(self.value):
            raise refusal(
                f"{len(self.time)} times for {len(self.value)} values", "give as many of each"
            )
        if len(self.time) < 2:
            raise refusal(f"the table has {len(self.time)} rows", "give at least two")
        for i, (a, b) in enumerate(zip(self.time, self.time[1:], strict=False)):
            if a >= b:
                raise refusal(
                    f"times must increase, row {i + 2} has {b:g} after {a:g}", "sort the table"
                )
        return self

    def tree(self) -> Node:
        times, values = self.time, self.value
        if self.interpolation == "hold":
            # a further interval, in which the last value holds
            times, values = (*times, times[-1] + 1.0), (*values, values[-1])
        return Table(times, pieces(times, values, self.interpolation), 0, Time())
