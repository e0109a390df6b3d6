"""How a function that takes long says how far it is."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

from pelagos import hooks

# progress(fraction or None, message)
Progress = Callable[[float | None, str], None]

P = ParamSpec("P")
T = TypeVar("T")
_within: ContextVar[bool] = ContextVar("within", default=False)  # a call that has a bar


def in_notebook() -> bool:
    """Whether this runs in a kernel of Jupyter."""
    module = sys.modules.get("IPython")
    shell: Any = None if module is None else module.get_ipython()
    return shell is not None and hasattr(shell, "kernel")


def with_bar(function: Callable[P, T]) -> Callable[P, T]:
    """Give a function that takes `progress` a bar of its own in notebooks, unless it is given one.

    What it calls in turn has none.
    """

    @functools.wraps(function)
    def called(*args: P.args, **words: P.kwargs) -> T:
        if words.get("progress") is not None or _within.get() or not in_notebook():
            return function(*args, **words)
        bar = hooks.progress_bar()
        words["progress"] = bar
        token = _within.set(True)
        try:
            return function(*args, **words)
        finally:
            _within.reset(token)
            bar.done()

    return called
