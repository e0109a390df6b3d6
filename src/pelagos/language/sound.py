"""Words of which parts are wrong, read as far as they are sound."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from pelagos.errors import Problem
from pelagos.language.problems import from_pydantic
from pelagos.language.scope import Scope, within

Read = TypeVar("Read", bound=BaseModel)
_ATTEMPTS = 3


def sound_parts(
    model: type[Read], data: dict[str, Any], scope: Scope, required: Mapping[str, Any]
) -> tuple[Read, list[Problem]]:
    """The words, and all problems; parts that are wrong are left out, so that others are read.

    required: what stands for keys that must be there.
    """
    left, problems = copy.deepcopy(data), []
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
