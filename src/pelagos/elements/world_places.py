"""Places and directions of the world in words: they move with the module that names them.

What a module's author writes is in the module's frame. A place may therefore be written as three
lengths, or as a position `within` placements, and a direction as an axis within placements; both
are multiplied out on reading. Fields are marked, so modules know what to move (`moved`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin

from pydantic import BeforeValidator
from pydantic.fields import FieldInfo

from pelagos.language.placement import Placement, placed, several
from pelagos.language.words import (
    WORLD,
    Axis,
    Length,
    Point,
    Read,
    Vector,
    Words,
    as_list,
    as_vector,
    refusal,
    to_axis,
)

UNTURNED = (1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class PlaceOf:
    """Annotation of a point of the body that another field names, or one item of it, which may be
    the world; without a key it is always one of the world."""

    key: str = ""
    item: int | None = None

    def body(self, kind: type[Words], words: Mapping[str, Any]) -> Any:
        """The name as it is written."""
        found = words.get(self.key, kind.model_fields[self.key].default) if self.key else WORLD
        if self.item is None:
            return found
        return found[self.item] if isinstance(found, list) and self.item < len(found) else None

    def on(self, words: dict[str, Any], body: str) -> None:
        """Name another body."""
        if self.item is None:
            words[self.key] = body
        else:
            words[self.key] = [*words[self.key]]
            words[self.key][self.item] = body


class _Direction:
    """Annotation of a direction of the world."""


class PositionWithin(Words):
    """A position in the frame of placements, the outermost last."""

    position: Point = (0.0, 0.0, 0.0)
    within: Annotated[tuple[Placement, ...], BeforeValidator(several)]


class AxisWithin(Words):
    """The same of a direction."""

    axis: Axis
    within: Annotated[tuple[Placement, ...], BeforeValidator(several)]


def _point(words: Any) -> Any:
    if not isinstance(words, dict):
        return as_list(words, 3)
    own = PositionWithin.model_validate(words)
    return placed(own.position, UNTURNED, own.within)[0]


def _unturned(words: Any) -> Any:
    """A place of what lies along the axes of the world."""
    if isinstance(words, dict):
        own = PositionWithin.model_validate(words)
        turned = placed(own.position, UNTURNED, own.within)[1]
        if any(abs(part) > 1e-12 for part in turned[1:]):
            message = "this lies along the axes of the world, and its module is turned"
            raise refusal(message, "place the module without turning it, or write this outside")
    return _point(words)


def _direction(words: Any) -> Vector:
    if not isinstance(words, dict):
        return to_axis(words)
    own = AxisWithin.model_validate(words)
    found = own.axis
    for outer in own.within:
        found = as_vector(outer.R @ found)
    return found


_three = tuple[Length, Length, Length]
PointOf = Annotated[_three, BeforeValidator(_point)]  # beside a PlaceOf
WorldPoint = Annotated[_three, BeforeValidator(_point), PlaceOf()]
WorldCorner = Annotated[_three, BeforeValidator(_unturned), PlaceOf()]
WorldAxis = Annotated[
    Vector, Read(_direction, {"type": ["string", "array", "object"]}), _Direction()
]


@dataclass(frozen=True)
class NewPlace:
    """Where a module stands: placements, the outermost last, in the world or on a body."""

    at: list[Any]
    on: str | None


class ImmovableError(Exception):
    """A key that cannot go where its module stands, and why."""

    def __init__(self, key: str, why: str, remedy: str):
        super().__init__(why)
        self.key, self.why, self.remedy = key, why, remedy


def moved(kind: type[Words], words: dict[str, Any], new: NewPlace) -> dict[str, Any]:
    """Words with their places and directions of the world moved to where a module stands."""
    found, named = dict(words), set()
    for key, field in kind.model_fields.items():
        for mark in _marks(field):
            if isinstance(mark, PlaceOf):
                named.add(mark.key)
                _move_point(kind, key, mark, words, found, new)
            elif found.get(key) is not None and new.at:
                found[key] = _within(found[key], "axis", new.at)
        below = _words_below(field, words.get(key))
        if below is not None:
            found[key] = _moved_below(key, *below, new)
    for key in _names_of_world(kind, words):
        if key not in named:
            why = f"{key} names the world, and nothing says which of the words are places there"
            remedy = f'annotate them, PointOf and PlaceOf("{key}"), or write this outside'
            raise ImmovableError(key, why, remedy)
    return found


def _move_point(
    kind: type[Words],
    key: str,
    mark: PlaceOf,
    words: Mapping[str, Any],
    found: dict[str, Any],
    new: NewPlace,
) -> None:
    given = words.get(key)
    if given is None and not kind.model_fields[key].is_required():
        given = _written(kind.model_fields[key].default)
    if mark.body(kind, words) != WORLD or given is None:
        return
    if new.on is not None and not mark.key:
        why = "this is a place of the world, which cannot stand on a body"
        raise ImmovableError(
            key, why, "write it in the model outside, or place the module without on"
        )
    if new.at:
        found[key] = _within(given, "position", new.at)
    if new.on is not None:
        mark.on(found, new.on)


def _moved_below(key: str, kind: type[Words], words: Any, new: NewPlace) -> Any:
    """Words below a key, or those below several names there."""
    try:
        if isinstance(words, _ByName):
            return {name: moved(kind, own, new) for name, own in words.items()}
        return moved(kind, words, new)
    except ImmovableError as error:
        raise ImmovableError(f"{key}.{error.key}", error.why, error.remedy) from None


class _ByName(dict[str, Any]):
    """Words by names."""


def _words_below(field: FieldInfo, value: Any) -> tuple[type[Words], Any] | None:
    """The kind of words below a field and what is written there; None where nothing is marked."""
    for form in (field.annotation, *get_args(field.annotation)):
        if get_origin(form) is dict:
            kind = next((k for k in get_args(form) if _is_marked(k)), None)
            if kind is not None and isinstance(value, dict):
                return kind, _ByName({n: _as_mapping(kind, own) for n, own in value.items()})
        elif _is_marked(form) and (words := _as_mapping(form, value)) is not None:
            return form, words
    return None


def _is_marked(form: Any) -> bool:
    if not (isinstance(form, type) and issubclass(form, Words)):
        return False
    fields = form.model_fields.values()
    return any(_marks(field) or _words_marked(field) for field in fields)


def _words_marked(field: FieldInfo) -> bool:
    return any(_is_marked(form) for form in (field.annotation, *get_args(field.annotation)))


def _as_mapping(kind: type[Words], value: Any) -> dict[str, Any] | None:
    """Short forms written out: true is all defaults, a list a place."""
    if isinstance(value, list) and "at" in kind.model_fields:
        return {"at": value}
    return {} if value is True else value if isinstance(value, dict) else None


def _marks(field: FieldInfo) -> list[Any]:
    own = [m for form in get_args(field.annotation) for m in getattr(form, "__metadata__", ())]
    return [m for m in (*field.metadata, *own) if isinstance(m, PlaceOf | _Direction)]


def _names_of_world(kind: type[Words], words: Mapping[str, Any]) -> Iterator[str]:
    """Keys of names of bodies of which one is the world."""
    naming: dict[str, Any] = getattr(kind, "naming", dict)()
    for key in naming:
        given = words.get(key)
        if given == WORLD or (isinstance(given, list) and WORLD in given):
            yield key


def _written(default: Any) -> Any:
    """A place as it would be written; none where there is none by default."""
    return {} if isinstance(default, Placement) else None if default is None else list(default)


def _within(words: Any, key: str, at: list[Any]) -> dict[str, Any]:
    """A place or a direction in outer placements."""
    own = words if isinstance(words, dict) else {key: words}
    inner = own.get("within")
    inner = inner if isinstance(inner, list) else [] if inner is None else [inner]
    return {**own, "within": [*inner, *at]}
