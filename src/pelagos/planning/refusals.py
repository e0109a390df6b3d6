"""What is wrong with a plan: with its file, line and key, as with a model."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pelagos.errors import ModelError, PelagosError
from pelagos.language.problems import problem
from pelagos.language.scope import Keys, Scope

PLAN = "plan"


def refused(scope: Scope, path: Keys, message: str, remedy: str, found: Any = ...) -> ModelError:
    """That a key of a plan cannot be used."""
    return ModelError([problem(scope, path, message, remedy, found)], PLAN)


@contextmanager
def blamed_on(scope: Scope, *path: str) -> Iterator[None]:
    """Within, what others refuse is a problem of that key; those of a plan already have theirs."""
    try:
        yield
    except ModelError as error:
        if error.what == PLAN:
            raise
        first = error.problems[0]
        message = f"{first.key}: {first.message}" if first.key else first.message
        found = f" (found {first.found})" if first.found else ""
        raise refused(scope, path, message + found, first.remedy) from None
    except PelagosError as error:
        message, _, remedy = str(error).partition("\n")
        head, _, rest = message.partition(": ")
        if path[0].startswith(head):  # it names the key itself
            message = rest
        raise refused(scope, path, message, remedy.strip()) from None
