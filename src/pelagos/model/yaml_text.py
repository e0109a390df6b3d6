"""YAML 1.2 text to plain data, with the line of every value.

PyYAML reads YAML 1.1: `1e-3` is text to it, `on` is true, `012` is ten, and repeated keys pass.
This layer gives numbers and booleans the meaning of YAML 1.2, refuses repeated keys, aliases and
tags, and looks at size and depth before anything is built.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from pelagos.errors import ModelError, Problem
from pelagos.model.scope import Path_

MAX_BYTES = 20_000_000
MAX_DEPTH = 64

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_SPECIAL = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}


def read(text: str, file: str = "<text>") -> tuple[Any, dict[Path_, int]]:
    """The data of a YAML text, and the line of the value at every path."""
    if len(text) > MAX_BYTES:
        raise ModelError([too_large(len(text), file)])
    try:
        return _Reader(text, file).document()
    except yaml.YAMLError as error:
        raise ModelError([_syntax(error, file)]) from None


def too_large(size: int, file: str) -> Problem:
    """The problem of a model file beyond the limit."""
    return Problem(
        file=file,
        line=None,
        key="",
        found=f"{size / 1e6:.1f} MB",
        message=f"the model file is larger than {MAX_BYTES / 1e6:g} MB",
        remedy="keep meshes and tables in files of their own",
    )


def _syntax(error: yaml.YAMLError, file: str) -> Problem:
    """What the YAML parser said, with its line."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    parts = [getattr(error, "context", None), getattr(error, "problem", None)]
    said = ", ".join(part for part in parts if part) or str(error)
    return Problem(
        file=file,
        line=None if mark is None else mark.line + 1,
        key="",
        found="",
        message=f"this is not YAML: {said}",
        remedy="check indentation, colons and brackets; text with : or # needs quotes",
    )


class _Reader:
    """Builds data from parser events, so that depth is bounded and nothing recurses."""

    def __init__(self, text: str, file: str) -> None:
        self.loader = _Loader(text)
        self.file = file
        self.lines: dict[Path_, int] = {}
        self.problems: list[Problem] = []

    def document(self) -> tuple[Any, dict[Path_, int]]:
        """The only document of the text."""
        try:
            self._take()  # stream start
            event = self._take()
            data = None
            if isinstance(event, yaml.DocumentStartEvent):
                data = self._value(self._take(), ())
                self._take()  # document end
                event = self._take()
            if not isinstance(event, yaml.StreamEndEvent):
                self._refuse(event, (), "the file holds more than one document", "remove ---")
        finally:
            self.loader.dispose()
        if self.problems:
            raise ModelError(self.problems)
        return data, self.lines

    def _take(self) -> Any:
        return self.loader.get_event()

    def _refuse(self, event: Any, path: Path_, message: str, remedy: str, found: str = "") -> None:
        key = ".".join(str(part) for part in path)
        line = event.start_mark.line + 1
        self.problems.append(Problem(self.file, line, key, found, message, remedy))

    def _value(self, event: Any, path: Path_) -> Any:
        line = event.start_mark.line + 1
        self.lines[path] = line
        if isinstance(event, yaml.AliasEvent):
            self._refuse(event, path, "aliases are not read", "use parameters", f"*{event.anchor}")
            return None
        if event.tag is not None and not event.tag.startswith("tag:yaml.org,2002:"):
            if event.tag != "!":
                self._refuse(event, path, "tags are not read", "remove the tag", event.tag)
        if isinstance(event, yaml.ScalarEvent):
            return scalar(event.value) if event.implicit[0] else event.value
        if len(path) >= MAX_DEPTH:
            # everything below would be refused too, so stop here
            self._refuse(event, path[:3], f"nested more than {MAX_DEPTH} deep", "flatten the model")
            raise ModelError(self.problems)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(path)
        return self._mapping(path)

    def _list(self, path: Path_) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := self._take(), yaml.SequenceEndEvent):
            items.append(self._value(event, (*path, len(items))))
        return items

    def _mapping(self, path: Path_) -> dict[str, Any]:
        items: dict[str, Any] = {}
        while not isinstance(event := self._take(), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                self._refuse(event, path, "a key must be plain text", "write key: value")
                raise ModelError(self.problems)
            key = event.value
            if key in items:
                first = self.lines[(*path, key)]
                remedy = f"remove one; the first is on line {first}"
                self._refuse(event, (*path, key), "this key is given twice", remedy)
            items[key] = self._value(self._take(), (*path, key))
        return items


def scalar(text: str) -> Any:
    """The meaning of an unquoted scalar in YAML 1.2."""
    if text in _SPECIAL:
        return _SPECIAL[text]
    if _INTEGER.fullmatch(text):
        return int(text) if len(text) < 20 else float(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text
