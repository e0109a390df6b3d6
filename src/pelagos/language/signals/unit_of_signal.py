"""Units in the words of a signal: a force is not told in kilograms."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from pydantic import BeforeValidator

from pelagos.language import scope, units
from pelagos.language.parser import ExpressionError, parse
from pelagos.language.scope import Keys
from pelagos.language.signals.table import kinds
from pelagos.language.units import Dimension, dimension_name
from pelagos.language.words import refusal

# units that results print and expressions do not know
_PRINTED: dict[str, Dimension] = {"m3": units.VOLUME, "m3/s": (0, 3, -1), "1": units.NONE}


def misfits(
    words: Any, unit: str, parameters: Collection[str]
) -> Iterator[tuple[Keys, str, str, str]]:
    """Of a signal in a unit: keys, message, remedy and text of whatever measures something else."""
    wanted = _PRINTED.get(unit) or parse(f"1 {unit}").measure
    for keys, text, found in _measured(words, parameters):
        if found != wanted:
            remedy = f"give it in {unit}; a number without a unit is taken to be"
            yield (
                keys,
                f"this is {dimension_name(found)}, in place of a signal in {unit}",
                remedy,
                text,
            )


def in_unit(unit: str) -> BeforeValidator:
    """Annotation of a signal that has a unit."""

    def check(words: Any) -> Any:
        for keys, message, remedy, _ in misfits(words, unit, scope.current().parameters):
            raise refusal(message, remedy, ".".join(map(str, keys)))
        return words

    return BeforeValidator(check)


def _measured(words: Any, parameters: Collection[str]) -> Iterator[tuple[Keys, str, Dimension]]:
    """Keys and texts that say a unit, and what that measures.

    Texts without one, and those of which nobody can tell, fit everywhere.
    """
    if not isinstance(words, dict):
        yield from _texts((), words, parameters)
        return
    for key, own in words.items():
        if key in ("constant", "expression"):
            yield from _texts((key,), own, parameters)
        elif key in kinds() and isinstance(own, dict):
            for inner in kinds()[key].valued:
                yield from _texts((key, inner), own.get(inner), parameters)


def _texts(
    path: Keys, words: Any, parameters: Collection[str]
) -> Iterator[tuple[Keys, str, Dimension]]:
    if isinstance(words, list | tuple):
        for k, item in enumerate(words):
            yield from _texts((*path, k), item, parameters)
    elif isinstance(words, str):
        try:
            measure = parse(words, parameters, state=True, bodies=True).measure
        except ExpressionError:
            return  # refused where it is read, or the heading of a column
        if not isinstance(measure, str):
            yield path, words, measure
