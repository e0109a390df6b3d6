"""YAML 1.2 text to plain data, with the line of every value.

PyYAML reads YAML 1.1: `1e-3` is text to it, `on` is true, `012` is ten, and repeated keys pass.
This layer gives numbers and booleans the meaning of YAML 1.2, refuses repeated keys, aliases and
tags, and looks at size and depth before anything is built.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import yaml

from pelagos.errors import ModelError, Problem
from pelagos.language.scope import Keys

MAX_BYTES = 20_000_000
MAX_DEPTH = 64
MAX_VALUES = 3_000_000
THIN_OUT = "keep meshes and tables in files of their own"

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_PLAIN = re.compile(r"[A-Za-z][\w.-]*")
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


@dataclass(frozen=True)
class Document:
    """The data of a text, the line of every value, what was wrong but could be read over, and what
    was left out or read otherwise than it stands."""

    data: Any
    lines: dict[Keys, int]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...] = ()


def read(text: str, file: str = "<text>") -> Document:
    """The data of a YAML text; values without a line are on that of the value around them."""
    if len(text) > MAX_BYTES:
        raise ModelError([too_large(len(text), file)])
    try:
        return _Reader(text, file).document()
    except yaml.YAMLError as error:
        raise ModelError([_syntax(error, text, file)]) from None
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        message = f"character {text[error.start]!a} is not Unicode text"
        raise ModelError([Problem(file, line, "", "", message, "remove it")]) from None


def mapping(text: str, file: str, what: str, begin: str) -> Document:
    """The words of a file that must be a mapping; what: such a file, begin: how it begins."""
    try:
        found = read(text, file)
    except ModelError as error:
        raise ModelError(error.problems, what) from None
    if not isinstance(found.data, dict):
        problem = Problem(file, 1, "", "", f"a {what} is a mapping", f"begin with {begin}")
        raise ModelError([*found.problems, problem], what)
    return found


def too_large(size: int, file: str) -> Problem:
    """The problem of a model file beyond the limit."""
    return Problem(
        file=file,
        line=None,
        key="",
        found=f"{size / 1e6:.1f} MB",
        message=f"the model file is larger than {MAX_BYTES / 1e6:g} MB",
        remedy=THIN_OUT,
    )


def _syntax(error: yaml.YAMLError, text: str, file: str) -> Problem:
    """What the YAML parser said, with its line."""
    if isinstance(error, yaml.reader.ReaderError):
        line = text.count("\n", 0, error.position) + 1
        return Problem(file, line, "", "", f"this is not YAML: {error.reason}", "remove it")
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
        self.lines: dict[Keys, int] = {}
        self.problems: list[Problem] = []
        self.count = 0

    def document(self) -> Document:
        """The only document of the text."""
        try:
            self._take()  # stream start
            event = self._take()
            data = None
            if isinstance(event, yaml.DocumentStartEvent):
                data = self._value(self._take(), (), 0)
                self._take()  # document end
                event = self._take()
            if not isinstance(event, yaml.StreamEndEvent):
                self._refuse(event, (), "the file holds more than one document", "remove ---")
        finally:
            self.loader.dispose()
        return Document(data, self.lines, tuple(self.problems))

    def _take(self) -> Any:
        return self.loader.get_event()

    def _refuse(self, event: Any, path: Keys, message: str, remedy: str, found: str = "") -> None:
        key = ".".join(str(part) for part in path)
        line = event.start_mark.line + 1
        self.problems.append(Problem(self.file, line, key, found, message, remedy))

    def _value(self, event: Any, path: Keys, outer: int, line: int = 0) -> Any:
        """The value that begins with an event, at the line of its key if it has one.

        `outer` is the line of what it stands in.
        """
        line = line or event.start_mark.line + 1
        if line != outer:
            self.lines[path] = line
        if isinstance(event, yaml.AliasEvent):
            self._refuse(event, path, "aliases are not read", "use parameters", f"*{event.anchor}")
            return None
        if event.tag not in (None, "!", "tag:yaml.org,2002:str"):
            self._refuse(event, path, "tags are not read", "remove the tag", event.tag)
        self.count += 1
        if self.count > MAX_VALUES:
            self._refuse(event, path[:3], f"more than {MAX_VALUES} values", THIN_OUT)
            raise ModelError(self.problems)
        if isinstance(event, yaml.ScalarEvent):
            return scalar(event.value) if event.implicit[0] else event.value
        if len(path) >= MAX_DEPTH:
            # everything below would be refused too, so stop here
            self._refuse(event, path[:3], f"nested more than {MAX_DEPTH} deep", "flatten the model")
            raise ModelError(self.problems)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(path, line)
        return self._mapping(path, line)

    def _list(self, path: Keys, line: int) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := self._take(), yaml.SequenceEndEvent):
            items.append(self._value(event, (*path, len(items)), line))
        return items

    def _mapping(self, path: Keys, line: int) -> dict[str, Any]:
        items: dict[str, Any] = {}
        while not isinstance(event := self._take(), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                self._refuse(event, path, "a key must be plain text", "write key: value")
                raise ModelError(self.problems)
            key = event.value
            if key in items:
                self._refuse(event, (*path, key), "this key is given twice", "remove one of them")
            mark: Any = event.start_mark
            items[key] = self._value(self._take(), (*path, key), line, mark.line + 1)
        return items


class _Writer(yaml.SafeDumper):
    """Writes text in quotes unless it reads as the same text without."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        """Write out what stands in several places."""
        return True


def _text(writer: _Writer, text: str) -> Any:
    plain = _PLAIN.fullmatch(text) and isinstance(scalar(text), str)
    return writer.represent_scalar("tag:yaml.org,2002:str", text, style=None if plain else '"')


_Writer.add_representer(str, _text)


def write(data: Any) -> str:
    """Plain data as YAML text, which `read` gives back."""
    return yaml.dump(data, Dumper=_Writer, sort_keys=False, width=100, allow_unicode=True)


def size(data: Any) -> int:
    """How many values there are in data."""
    if isinstance(data, dict):
        data = list(data.values())
    return 1 + sum(size(item) for item in data) if isinstance(data, list) else 1


def scalar(text: str) -> Any:
    """The meaning of an unquoted scalar in YAML 1.2."""
    if text in _SPECIAL:
        return _SPECIAL[text]
    if _INTEGER.fullmatch(text):
        return int(text) if len(text) < 20 else float(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text
