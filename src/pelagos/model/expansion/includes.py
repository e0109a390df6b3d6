"""`include:` brings words from other files: URDF, or fragments that an identification has written.

What the model itself says goes before what is included; of several files the later one wins. A
robot that comes with the package may be named as well, to lay fragments over it.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from pelagos.errors import Problem
from pelagos.importers import table as importers
from pelagos.language import files, scope, yaml_text
from pelagos.language.problems import from_pydantic
from pelagos.language.suggest import listing
from pelagos.language.words import Words, refusal
from pelagos.language.yaml_text import Document
from pelagos.model.hydrodynamics.drag_entries import has_names, not_by_entries
from pelagos.model.paths.edits import found_at, laid_over
from pelagos.model.sources import ENDINGS, builtin_names, document_of, text_of, text_of_file

WORD = "include"


class Included(Words):
    """A file, and how one of another format is read."""

    file: str
    balance: bool = False


def included(words: dict[str, Any], problems: list[Problem], notes: list[str]) -> dict[str, Any]:
    """The words together with those of the files named by `include`."""
    if WORD not in words:
        return words
    own = {key: value for key, value in words.items() if key != WORD}
    named = words[WORD] if isinstance(words[WORD], list) else [words[WORD]]
    base: dict[str, Any] = {}
    for name in named:
        document = _document(name, problems)
        if document is None:
            continue
        problems += document.problems
        notes += document.notes
        if not isinstance(document.data, dict) or WORD in document.data:
            said = "a fragment is a mapping that includes no further files"
            problems.append(Problem(str(name), None, "", "", said, "write words of a model"))
            continue
        problems += _lost_drag(str(name), base, document.data)
        base = laid_over(base, document.data)
    return laid_over(base, own)


def _document(words: Any, problems: list[Problem]) -> Document | None:
    """The words of one file; None, and a problem, if it cannot be read."""
    here = scope.current()
    line = here.lines.get((WORD,))
    if isinstance(words, str) and words in builtin_names():
        text, file, _ = text_of(words)
        return document_of(text, file)
    try:
        entry = Included(**words) if isinstance(words, dict) else Included(file=str(words))
        path = files.find(entry.file, ENDINGS)
        text = text_of_file(path, entry.file)
        imported = importers.recognise(text, entry.file)
        if entry.balance and not (imported and imported.importer.balances):
            names = [i.name for i in importers.importers() if i.balances]
            raise refusal(f"only {listing(names)} files are balanced", "remove balance")
    except ValidationError as error:
        problems += from_pydantic(error, Included, here, (WORD,))
        return None
    except PydanticCustomError as error:
        facts = error.context or {}
        said, remedy = str(facts["message"]), str(facts["remedy"])
        problems.append(Problem(here.file, line, WORD, str(words), said, remedy))
        return None
    folder = posixpath.dirname(entry.file)
    folder = f"{folder}/" if folder else ""
    inner = replace(here, balance=here.balance or entry.balance, module_folder=folder)
    with scope.within(inner):
        document = yaml_text.read(text, entry.file) if imported is None else imported.read()
    if folder and imported is not None:
        _put_below(document.data.get("bodies", {}), folder)
    return document


def _put_below(bodies: dict[str, Any], folder: str) -> None:
    """Names of meshes, which are relative to the imported file, made relative to the model."""
    for words in bodies.values():
        for drawn in (words.get("shape", {}), *words.get("visual", [])):
            mesh = drawn.get("mesh")
            if mesh is not None:
                mesh["file"] = files.below(folder, mesh["file"])


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
