"""`include:` brings words from other files: fragments that an identification has written.

What the model itself says goes before what is included; of several files the later one wins.
"""

from __future__ import annotations

from typing import Any

from pydantic_core import PydanticCustomError

from pelagos.errors import Problem
from pelagos.model import files, scope
from pelagos.model.edits import laid_over
from pelagos.model.sources import ENDINGS, document_of, text_of_file

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
            path = files.find(str(name), ENDINGS)
        except PydanticCustomError as error:
            facts = error.context or {}
            said, remedy = str(facts["message"]), str(facts["remedy"])
            problems.append(Problem(here.file, line, WORD, str(name), said, remedy))
            continue
        document = document_of(text_of_file(path, str(name)), str(name))
        problems += document.problems
        if not isinstance(document.data, dict) or WORD in document.data:
            said = "a fragment is a mapping that includes no further files"
            problems.append(Problem(str(name), None, "", "", said, "write words of a model"))
            continue
        base = laid_over(base, document.data)
    return laid_over(base, own)
