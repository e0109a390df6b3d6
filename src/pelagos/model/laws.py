"""Laws that are functions: attached to a robot in Python, while its model file stays data."""

from __future__ import annotations

import hashlib
import inspect
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.language.suggest import did_you_mean
from pelagos.lazy import cached_property

Function = Callable[..., Any]
# what a function of each kind is given; the parameters of the robot come last, if it takes them
ARGUMENTS = {"drag": ("velocity", "density"), "flow": ("position", "time")}


@dataclass(frozen=True)
class Law:
    """One function: the drag of a body, or a flow of the water."""

    kind: str
    body: str | None
    function: Function
    may_drive: bool = False  # whether it may add energy to the body

    @property
    def key(self) -> str:
        return self.kind if self.body is None else f"{self.kind}.{self.body}"

    @property
    def name(self) -> str:
        return str(getattr(self.function, "__qualname__", repr(self.function)))

    @cached_property
    def source(self) -> str:
        """The text of the function, for the record."""
        try:
            return textwrap.dedent(inspect.getsource(self.function))
        except (OSError, TypeError):  # typed at a prompt, or made by another program
            return ""

    @cached_property
    def values(self) -> str:
        """Plain values from outside of the function that it reads, such as `area = 0.1`."""
        try:
            found = inspect.getclosurevars(self.function)
        except (TypeError, ValueError):  # not a function of Python
            return ""
        plain = (bool, int, float, str, list, tuple, dict, np.ndarray, np.generic)
        read = {**found.globals, **found.nonlocals}.items()
        kept = sorted((name, value) for name, value in read if isinstance(value, plain))
        return ", ".join(f"{name} = {_plain(value)!r}" for name, value in kept)

    @property
    def place(self) -> str:
        """Name, and file and line where known."""
        code = getattr(self.function, "__code__", None)
        return (
            f"{self.name} ({code.co_filename}, line {code.co_firstlineno})" if code else self.name
        )

    @cached_property
    def takes_parameters(self) -> bool:
        return len(inspect.signature(self.function).parameters) == len(ARGUMENTS[self.kind]) + 1


def _plain(value: Any) -> Any:
    """Arrays and numbers of numpy as those of Python."""
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def read_laws(
    bodies: Iterable[str],
    drag: Mapping[str, Function] | None,
    flow: Function | None,
    may_drive: bool,
) -> tuple[Law, ...]:
    """The laws in the words of `Robot.with_laws`, checked."""
    laws = [Law("drag", body, function, may_drive) for body, function in (drag or {}).items()]
    if flow is not None:
        laws.append(Law("flow", None, flow))
    known = tuple(bodies)
    for law in laws:
        if law.body is not None and law.body not in known:
            remedy = did_you_mean(law.body, known)
            raise PelagosError(f"drag: there is no body {law.body!r}\n    {remedy}")
        _check_arguments(law)
    return tuple(laws)


def _check_arguments(law: Law) -> None:
    words = ARGUMENTS[law.kind]
    wanted = f"write def law({', '.join(words)}) or def law({', '.join(words)}, parameters)"
    if not callable(law.function):
        raise PelagosError(f"{law.key}: {law.function!r} is not a function\n    {wanted}")
    parameters = inspect.signature(law.function).parameters.values()
    plain = all(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)
    if not plain or len(parameters) not in (len(words), len(words) + 1):
        raise PelagosError(
            f"{law.key}: {law.place} takes {len(parameters)} arguments\n    {wanted}"
        )


def record(laws: Iterable[Law]) -> dict[str, dict[str, str]]:
    """Name, source and outer values of laws, by what they are for: what a result remembers."""
    return {law.key: {"name": law.name, "source": law.source, "values": law.values} for law in laws}


def digest(laws: Iterable[Law]) -> str:
    """A hash of what is recorded; empty without laws."""
    text = repr(sorted((key, *words.items()) for key, words in record(laws).items()))
    return hashlib.sha256(text.encode()).hexdigest() if record(laws) else ""
