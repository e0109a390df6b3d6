"""What surrounds the words being read: parameters in force, the file they came from.

Pydantic validators see one value at a time. The values of `parameters:`, gravity and water, the
folder that mesh and table files are relative to, and whether files may lie outside of it are the
same for a whole model, so they travel in a context variable instead of through every call.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

Keys = tuple[str | int, ...]


@dataclass(frozen=True)
class Before:
    """A robot that the words being read differ from in a few places only.

    Words that are the same, and whose parameters are, give the same parts.
    """

    words: Mapping[str, Any]
    parts: Mapping[str, Mapping[str, Any]]
    parameters: Mapping[str, float]
    water: Any  # as read; None: there is none
    duration: float

    @property
    def density(self) -> float | None:
        """Of the water."""
        return None if self.water is None else float(self.water.density)

    def has(self, key: str, name: str, words: Any) -> bool:
        """Whether these words stood there before: the same objects, as those of robots that were
        changed in other places, or written out anew by a shorthand."""
        there = self.words.get(key)
        return isinstance(there, dict) and name in there and alike(there[name], words)


def alike(a: Any, b: Any) -> bool:
    """Whether words are equal and of the same kinds; 1, 1.0 and true are not."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(alike(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(alike, a, b))
    return bool(a == b)


@dataclass(frozen=True)
class Origin:
    """Where words come from that a module, a dock or a scenario of a module put into a model."""

    file: str
    lines: Mapping[Keys, int]
    path: Keys  # in that file
    whole: bool = False  # what lies below has other keys there

    def place(self, below: Keys) -> tuple[str, int | None, Keys]:
        """File, line and path of a value below."""
        path = self.path if self.whole else (*self.path, *below)
        return self.file, line_of(self.lines, path), path


def line_of(lines: Mapping[Keys, int], path: Keys) -> int | None:
    """Line of a value, or of the nearest enclosing value that has one."""
    for length in range(len(path), -1, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return None


@dataclass(frozen=True)
class Scope:
    """Facts shared by all words of one model."""

    file: str = "<python>"
    folder: Path | None = None  # None: files are relative to the working directory
    allow_outside: bool = False
    packages: Mapping[str, Path] = field(default_factory=dict)  # folders by name
    balance: bool = False  # make impossible inertias of imported files possible
    set_paths: tuple[str, ...] = ()  # where values were changed after reading
    notes: tuple[str, ...] = ()  # what was left out or read otherwise than it stands
    lines: Mapping[Keys, int] = field(default_factory=dict)
    origins: Mapping[Keys, Origin] = field(default_factory=dict)  # by paths of the flat model
    # of a module: the outermost file, the folder relative to it, the files that led here
    root: str = ""
    module_folder: str = ""
    chain: tuple[tuple[str, str], ...] = ()
    unread: tuple[str, ...] = ()  # modules whose parts are not known
    allow_code: bool = False  # whether the model may name files of Python
    kinds: Mapping[str, Any] = field(default_factory=dict)  # the user's elements, by section
    parameters: Mapping[str, float] = field(default_factory=dict)
    before: tuple[Before, ...] = ()  # robots to take parts over from, the best first
    gravity: tuple[float, float, float] = (0.0, 0.0, -9.81)
    water: Mapping[str, Any] = field(default_factory=dict)  # the words
    density: float | None = None  # of the water; None: there is none

    @property
    def root_file(self) -> str:
        """The outermost file."""
        return self.root or self.file

    def place(self, path: Keys) -> tuple[str, int | None, Keys]:
        """File, line and path there of a value of the flat model."""
        for length in range(len(path), 0, -1) if self.origins else ():
            if path[:length] in self.origins:
                return self.origins[path[:length]].place(path[length:])
        return self.file, line_of(self.lines, path), path


_scope: ContextVar[Scope | None] = ContextVar("pelagos_model_scope", default=None)


def current() -> Scope:
    """The scope in force."""
    return _scope.get() or Scope()


@contextmanager
def within(scope: Scope) -> Iterator[Scope]:
    """Read words with the given scope in force."""
    token = _scope.set(scope)
    try:
        yield scope
    finally:
        _scope.reset(token)


@contextmanager
def with_parameters(parameters: Mapping[str, float]) -> Iterator[Scope]:
    """Read words with further parameters in force, which hide those of the same name."""
    scope = current()
    with within(replace(scope, parameters={**scope.parameters, **parameters})) as inner:
        yield inner
