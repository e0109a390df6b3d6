"""`include:` brings words from other files: fragments that an identification has written.

What the model itself says goes before what is included; of several files the later one wins. A
robot that comes with the package may be named as well, to lay fragments over it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic_core import PydanticCustomError

from pelagos.errors import Problem
from pelagos.model import files, scope, yaml_text
from pelagos.model.drag_entries import has_names, not_by_entries
from pelagos.model.edits import found_at, laid_over
from pelagos.model.sources import ENDINGS, builtin_names, document_of, text_of, text_of_file

WORD = "include"


def included(words: dict[str, Any], problems: list[Problem]) -> dict[str, Any]:
    """The words together with those of the files named by `include`."""
    if WORD not in words:
        return words
    own = {key: value for key, value in words.items() if key != WORD}
    named = words[WORD] if isinstance(words[WORD], list) else [words[WORD]]
    here = scope.current()
    base: dict[str, Any] = {}
    for name in named:
        line = here.lines.get((WORD,))
        try:
            document = _document(str(name))
        except PydanticCustomError as error:
            facts = error.context or {}
            said, remedy = str(facts["message"]), str(facts["remedy"])
            problems.append(Problem(here.file, line, WORD, str(name), said, remedy))
            continue
        problems += document.problems
        if not isinstance(document.data, dict) or WORD in document.data:
            said = "a fragment is a mapping that includes no further files"
            problems.append(Problem(str(name), None, "", "", said, "write words of a model"))
            continue
        problems += _lost_drag(str(name), base, document.data)
        base = laid_over(base, document.data)
    return laid_over(base, own)


def _document(name: str) -> yaml_text.Document:
    """The words of a file beside the model, or of a built-in robot."""
    if name in builtin_names():
        text, file, _ = text_of(name)
        return document_of(text, file)
    return document_of(text_of_file(files.find(name, ENDINGS), name), name)


def _lost_drag(name: str, base: dict[str, Any], words: dict[str, Any]) -> Iterator[Problem]:
    """Refuse coefficients of an axis over drag that has none: the rest of it would be lost, or
    that of the axis would count twice.
    """
    bodies = words.get("bodies")
    for body in bodies if isinstance(bodies, dict) else ():
        below = found_at(base, ("bodies", body, "drag"))
        if has_names(found_at(bodies, (body, "drag"))) and (what := not_by_entries(below)):
            said = f"the drag of {body!r} is {what}, so it has no single coefficients"
            remedy = "write all of the body's drag in the model, which goes before what is included"
            yield Problem(name, None, f"bodies.{body}.drag", "", said, remedy)
