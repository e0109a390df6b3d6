"""The words of a column map, read as those of models are: all problems at once, with lines."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator, Field, ValidationError, model_validator

from pelagos.errors import PelagosError, Problem
from pelagos.files import read_text
from pelagos.language import units, yaml_text
from pelagos.language.plain import TooDeepError, plain
from pelagos.language.problems import from_pydantic
from pelagos.language.scope import Scope, within
from pelagos.language.units import Dimension
from pelagos.language.words import (
    Point,
    Quaternion,
    Read,
    Seconds,
    Words,
    as_list,
    kind_of,
    refusal,
    to_number,
)

_UNIT = re.compile(r"(?:[A-Za-z]+|\d+|\^-?\d|[/*(). ])*")


def factor(unit: str, *dimensions: Dimension) -> float:
    """What a number in this unit is worth in SI."""
    if not unit or unit == "1":
        return 1.0
    if unit == "rpm":
        return 2 * np.pi / 60
    if not _UNIT.fullmatch(unit):
        raise refusal("this is no unit", "write one such as m/s, N m or deg")
    return to_number(f"1 {unit.replace('s2', 's^2').replace('m2', 'm^2')}", dimensions)


def _name(value: Any) -> str:
    """The name of a column; headings may be numbers."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise refusal(f"the name of a column is needed, this is {kind_of(value)}", "write its name")
    return str(value)


def _unit_of(*dimensions: Dimension) -> Read:
    def read(value: Any) -> str:
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise refusal(f"a unit is needed, this is {kind_of(value)}", "write one such as deg/s")
        factor(str(value), *dimensions)
        return str(value)

    return Read(read, {"type": "string"})


def _plain_number(value: Any) -> float:
    """A number that has no unit of its own: that of its column stands beside it."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            raise refusal(
                f"a plain number is needed, this is {value[:30]!r}",
                "it counts in the unit of the column; give that as unit",
            ) from None
    return to_number(value)


def _columns(*lengths: int) -> Read:
    def read(value: Any) -> tuple[str, ...]:
        if not isinstance(value, list | tuple):
            wanted = " or ".join(map(str, lengths))
            said = f"a list of {wanted} columns is needed, this is {kind_of(value)}"
            raise refusal(said, "write [a, b, c]")
        return tuple(_name(item) for item in as_list(value, *lengths))

    return Read(read, {"type": "array"})


Column = Annotated[str, Read(_name, {"type": ["string", "number"]})]
PlainNumber = Annotated[float, Read(_plain_number, {"type": "number"})]


def _short(words: Any) -> Any:
    """A column alone stands for {column: ...}."""
    return words if isinstance(words, Mapping | Words) else {"column": words}


class ChannelWords(Words):
    """Which column a channel is: (its values + offset) * scale, in `unit`."""

    column: Column | None = None
    unit: Annotated[str, _unit_of()] = ""
    scale: PlainNumber = 1.0
    offset: PlainNumber = 0.0


class TimeWords(Words):
    """Which column the times are, in which unit, and what to add to them."""

    column: Column | None = None
    unit: Annotated[str, _unit_of(units.TIME)] = "s"
    offset: Seconds = 0.0


class Markers(Words):
    """A motion-capture frame on a body: columns of its pose, and where it is on the body.

    Of a body that stays level: two columns of its position, and one of its yaw.
    """

    body: Annotated[str, Field(min_length=1)]
    position: Annotated[tuple[str, ...], _columns(2, 3)]
    quaternion: Annotated[tuple[str, ...], _columns(4)] | None = None
    rpy: Annotated[tuple[str, ...], _columns(3)] | None = None
    yaw: Column | None = None
    unit: Annotated[str, _unit_of(units.NONE)] | None = None
    arm: Point = (0.0, 0.0, 0.0)
    mounting: Quaternion = (1.0, 0.0, 0.0, 0.0)

    @model_validator(mode="after")
    def _attitude(self) -> Markers:
        if len(self.position) == 2 or self.yaw is not None:
            turned = {"quaternion", "rpy", "mounting"} & self.model_fields_set
            if len(self.position) != 2 or self.yaw is None or turned:
                remedy = "name position: [x, y] and yaw: COLUMN, nothing else of its attitude"
                raise refusal("these are not markers of a body that stays level", remedy)
            return self
        if (self.quaternion is None) == (self.rpy is None):
            remedy = "name quaternion: [w, x, y, z] or rpy: [roll, pitch, yaw], one of them"
            raise refusal("markers need columns of their attitude", remedy)
        if self.unit is not None and self.rpy is None:
            raise refusal("a quaternion has no unit", "remove unit", "unit")
        return self


class ColumnMap(Words):
    """What the columns of a record mean."""

    time: Annotated[TimeWords, BeforeValidator(_short)] = TimeWords()
    channels: dict[str, Annotated[ChannelWords, BeforeValidator(_short)]] = Field(
        default_factory=dict
    )
    markers: Markers | None = None


def read_map(source: Any) -> ColumnMap:
    """The map from a file, or as given: a mapping, the name of a file, or None."""
    if source is None:
        return ColumnMap()
    problems: list[Problem] = []
    if not isinstance(source, Mapping | str | os.PathLike):
        said = f"map: this is {kind_of(source)}"
        raise PelagosError(f"{said}\n    give a mapping, or the name of a file")
    if isinstance(source, Mapping):
        scope = Scope("map")
        try:
            words = plain(dict(source))
        except (TooDeepError, TypeError) as error:
            raise PelagosError(
                f"map: {error}\n    give mappings, lists, text and numbers"
            ) from None
    else:
        document = yaml_text.read(read_text(source, yaml_text.MAX_BYTES), str(source))
        scope = Scope(str(source), lines=document.lines)
        problems, words = list(document.problems), document.data
        if not isinstance(words, dict) or not words:
            said, remedy = "this holds no map", "begin with channels: {q.arm: COLUMN}"
            problems.append(Problem(str(source), 1, "", kind_of(words), said, remedy))
            raise _all(problems)
    found = ColumnMap()
    with within(scope):
        try:
            found = ColumnMap.model_validate(words)
        except ValidationError as error:
            problems += from_pydantic(error, ColumnMap, scope)
    if problems:
        raise _all(problems)
    return found


def _all(problems: list[Problem]) -> PelagosError:
    ordered = sorted(problems, key=lambda problem: problem.line or 0)
    return PelagosError("\n".join(map(str, ordered)))
