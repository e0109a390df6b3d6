"""Files of modules: found and read, and refused where they include themselves."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from pelagos.errors import ModelError
from pelagos.language import scope as scopes
from pelagos.language.files import find
from pelagos.language.problems import problem
from pelagos.language.scope import Keys, Scope
from pelagos.model.expansion.placing import mapping
from pelagos.model.sources import ENDINGS, builtin_names, text_of, text_of_file

MAX_FILES_DEEP = 16


def open_module(name: str, outer: Scope) -> tuple[str, Scope, str]:
    """Text, scope and relative folder of a module's file."""
    base = outer.module_folder
    if name in builtin_names():
        text, file, _ = text_of(name)
        mark, place, folder = name, file, ""
    else:
        with scopes.within(outer):
            found = find(base + name, ENDINGS)
        relative = (base + name).replace(os.sep, "/")
        folder = relative.rpartition("/")[0] + "/" if "/" in relative else ""
        mark = str(found)
        place = str(Path(outer.root_file).parent / relative)
        text = text_of_file(found, place)
    chain = outer.chain or ((_mark(outer), outer.file),)
    again = mark in [known for known, _ in chain]
    if again or len(chain) > MAX_FILES_DEEP:
        files = [file for _, file in chain] + [place]
        message = "the file includes itself" if again else "files include each other too deeply"
        message += ": " + " -> ".join(files)
        remedy = "remove one of these modules"
        raise ModelError([problem(outer, ("modules",), message, remedy, name)])
    scope = replace(
        outer,
        file=place,
        root=outer.root_file,
        module_folder=folder,
        parameters={},
        chain=(*chain, (mark, place)),
        origins={},
        before=(),
    )
    return text, scope, folder


def _mark(scope: Scope) -> str:
    """What tells the outermost file from others."""
    return str((scope.folder or Path()) / Path(scope.file).name) if scope.folder else scope.file


def named_path(words: dict[str, Any], path: str) -> Keys:
    """The keys of a path, with names that have dots in one piece."""
    section, _, rest = path.partition(".")
    names = [n for n in mapping(words.get(section)) if f"{rest}.".startswith(f"{n}.")]
    if not names:
        return tuple(path.split("."))
    name = max(names, key=len)
    below = rest[len(name) + 1 :]
    return (section, name, *(below.split(".") if below else ()))
