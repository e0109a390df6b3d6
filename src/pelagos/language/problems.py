"""From what pydantic found to problems a user can act on."""

from __future__ import annotations

import copy
import json
import types
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from pelagos.errors import Problem
from pelagos.language.scope import Keys, Scope, within
from pelagos.language.suggest import did_you_mean, listing
from pelagos.language.words import kind_of

Read = TypeVar("Read", bound=BaseModel)
_SHOWN = 70
_ATTEMPTS = 3  # at words with parts left out

# what other programs have as sections of a model, and where it stands here
_ELSEWHERE = {
    "dampers": "a joint has them: joint: {revolute: y, damping: 0.1}",
    "joints": "every body has its own: bodies: {arm: {joint: {revolute: y}}}",
    "links": "they are called bodies",
    "motors": "they are actuators: {elbow: {motor: {joint: arm}}}",
    "servos": "they are actuators: {elbow: {servo: {joint: arm}}}",
    "thrusters": "they are actuators: {port: {thruster: {body: hull}}}",
    "forces": "they are actuators: {push: {force: {body: hull, direction: x}}}",
    "loops": "they are constraints: {pin: {ball: {between: [one, other]}}}",
}

# what the words must be, and how to write it, per pydantic error type
_NEEDED: dict[str, tuple[str, str]] = {
    "string_type": ("text is needed", "put it in quotes"),
    "bool_type": ("true or false is needed", "write true or false"),
    "bool_parsing": ("true or false is needed", "write true or false"),
    "int_type": ("a whole number is needed", "write a number such as 1000"),
    "int_parsing": ("a whole number is needed", "write a number such as 1000"),
    "int_from_float": ("a whole number is needed", "write a number such as 1000"),
    "model_type": ("a mapping is needed", "write keys and values below it, or {key: value}"),
    "dict_type": ("a mapping is needed", "write keys and values below it, or {key: value}"),
    "tuple_type": ("a list is needed", "write [a, b, ...]"),
}

# bounds of numbers and of lists: what pydantic calls the bound, and how to keep to it
_BOUNDS: dict[str, tuple[str, str]] = {
    "greater_than_equal": ("ge", "use {} or more"),
    "greater_than": ("gt", "use more than {}"),
    "less_than_equal": ("le", "use {} or less"),
    "too_short": ("min_length", "give {} or more"),
    "too_long": ("max_length", "give {} or fewer"),
}


def problem(scope: Scope, path: Keys, message: str, remedy: str = "", found: Any = ...) -> Problem:
    """A problem at a path of the model; `...` found means there is nothing to show."""
    file, line, keys = scope.place(path)
    return Problem(
        file=file,
        line=line,
        key=".".join(str(part) for part in keys if part != ""),
        found="" if found is ... else shown(found),
        message=message,
        remedy=remedy,
    )


def without_unread(problems: Iterable[Problem], scope: Scope) -> list[Problem]:
    """The problems that do not follow from modules which could not be read."""
    marks = [f"{name}." for name in scope.unread]
    return [
        p
        for p in problems
        if not any(m in text for m in marks for text in (p.found, p.key, p.message))
    ]


def shown(value: Any) -> str:
    """A value as the file would have it, cut when long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def from_pydantic(
    error: ValidationError,
    model: type[BaseModel],
    scope: Scope,
    prefix: Keys = (),
    words: Any = None,
) -> list[Problem]:
    """All problems in a validation error of the model, whose words stand at `prefix`."""
    found = error.errors(include_url=False)
    return [_one(d, model, scope, prefix, words) for d in found if not _is_echo(d)]


def _is_echo(details: ErrorDetails) -> bool:
    """Whether a list is called too short for entries alone that are wrong, which are told of."""
    least = details.get("ctx", {}).get("min_length", 0)
    return details["type"] == "too_short" and len(details["input"]) >= least


def _one(
    details: ErrorDetails, model: type[BaseModel], scope: Scope, prefix: Keys, words: Any
) -> Problem:
    loc = details["loc"]
    path = (*prefix, *loc)
    kind, found = details["type"], details["input"]
    context = details.get("ctx", {})
    if kind == "refused":
        narrowed = (*path, context["key"]) if context.get("key") else path
        if narrowed != path and isinstance(found, dict):
            found = found.get(context["key"], ...)
        return problem(scope, narrowed, context["message"], context["remedy"], found)
    if kind == "missing":
        return problem(scope, path, "this key is required", f"add {loc[-1]}: ...")
    if kind == "extra_forbidden":
        remedy = _remedy_for_unknown(model, loc, words)
        return problem(scope, path, "unknown key", remedy, found)
    if kind == "literal_error":
        choices = _choices(str(context.get("expected", "")))
        remedy = did_you_mean(found, choices) if isinstance(found, str) else ""
        return problem(scope, path, f"must be {listing(choices)}", remedy, found)
    if kind in _NEEDED:
        needed, remedy = _NEEDED[kind]
        return problem(scope, path, f"{needed}, this is {kind_of(found)}", remedy, found)
    if kind in _BOUNDS:
        bound, remedy = _BOUNDS[kind]
        message = _beyond(kind, found, context[bound])
        return problem(scope, path, message, remedy.format(context[bound]), found)
    return problem(scope, path, details["msg"], "", found)


def _beyond(kind: str, found: Any, bound: Any) -> str:
    """That a number, or the length of a list, is beyond a bound."""
    if kind.startswith("too_"):
        many = f"the list has {len(found)} entries" if len(found) else "the list is empty"
        return f"{many}, {'at least' if kind == 'too_short' else 'at most'} {bound} are needed"
    side = {"greater_than": "not above", "greater_than_equal": "below"}.get(kind, "above")
    return f"the value {found} is {side} {bound}"


def _remedy_for_unknown(model: type[BaseModel], loc: Keys, words: Any) -> str:
    """Where an unknown key belongs, or which one was meant."""
    name, around = str(loc[-1]), loc[:-1]
    if name in _ELSEWHERE and not around:
        return _ELSEWHERE[name]
    keys = list(_keys_at(model, around))
    near = did_you_mean(name, keys)
    if near.startswith("did"):
        return near
    for key in around:
        words = words.get(key) if isinstance(words, dict) else None
    given = keys if isinstance(words, dict) else []
    below = [k for k in given if k in words and name in _keys_at(model, (*around, k))]
    return f"it belongs below {below[0]}, as in {below[0]}: {{{name}: ...}}" if below else near


def _choices(expected: str) -> list[str]:
    return [part.strip().strip("'") for part in expected.replace(" or ", ",").split(",")]


def _keys_at(model: type[BaseModel], loc: Iterable[str | int]) -> Iterable[str]:
    """The keys allowed in the mapping at `loc` below a model."""
    parts: list[Any] = [model]
    for key in loc:
        parts = [inner for part in parts for inner in _step(part, key)]
    models = [part for part in parts if isinstance(part, type) and issubclass(part, BaseModel)]
    return dict.fromkeys(f.alias or name for m in models for name, f in m.model_fields.items())


def _step(current: Any, key: str | int) -> list[Any]:
    """The annotations one key further down."""
    if isinstance(current, type) and issubclass(current, BaseModel):
        fields = current.model_fields.items()
        return [part for n, f in fields if key == (f.alias or n) for part in _parts(f.annotation)]
    arguments, outer = get_args(current), get_origin(current)
    if outer is dict and arguments:
        return _parts(arguments[-1])
    return _parts(arguments[0]) if outer in (tuple, list) and arguments else []


def _parts(annotation: Any) -> list[Any]:
    """The parts of a union, or the annotation itself."""
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    is_union = get_origin(annotation) in (Union, types.UnionType)
    return list(get_args(annotation)) if is_union else [annotation]


# --- words of which parts are wrong ------------------------------------------------------------


def sound_parts(
    model: type[Read], data: dict[str, Any], scope: Scope, required: Mapping[str, Any]
) -> tuple[Read, list[Problem]]:
    """The words, and all problems; parts that are wrong are left out, so that others are read.

    required: what stands for keys that must be there.
    """
    left, problems = copy.deepcopy(data), list[Problem]()
    with within(scope):
        for attempt in range(_ATTEMPTS):
            try:
                return model.model_validate(left), problems
            except ValidationError as error:
                if attempt == 0:
                    problems = from_pydantic(error, model, scope)
                for details in error.errors(include_url=False):
                    _leave_out(left, details["loc"], required)
        return model.model_validate(dict(required)), problems


def _leave_out(
    data: dict[str, Any], loc: tuple[str | int, ...], required: Mapping[str, Any]
) -> None:
    """Take out the smallest part that stands by itself."""
    section = data.get(str(loc[0])) if loc else None
    if len(loc) > 1 and isinstance(section, dict):
        section.pop(str(loc[1]), None)
    elif loc:
        data.pop(str(loc[0]), None)
    for key, value in required.items():
        data.setdefault(key, copy.deepcopy(value))
