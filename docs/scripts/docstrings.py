"""Arguments in docstrings, written as `name: meaning`, become a list on the pages of the reference.

Loaded by mkdocstrings (mkdocs.yml); it needs griffe, which comes with it.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

_ARGUMENT = re.compile(r"(\w+(?:, \w+)*): (?=\S)")


class Arguments(griffe.Extension):
    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        _walk(pkg)


def _walk(thing: griffe.Object) -> None:
    for member in thing.members.values():
        if member.is_alias:
            continue
        if member.docstring:
            member.docstring.value = listed(member.docstring.value, _arguments(member))
        if member.is_module or member.is_class:
            _walk(member)


def _arguments(thing: Any) -> set[str]:
    """Names that a function or the making of a class takes."""
    if thing.is_class:
        thing = thing.members.get("__init__", thing)
    return {p.name for p in thing.parameters} if thing.is_function else set()


def listed(text: str, arguments: set[str]) -> str:
    """Text whose lines `name: meaning` are items of a list, if these names are arguments."""
    out: list[str] = []
    in_list = False
    for line in text.split("\n"):
        match = _ARGUMENT.match(line)
        if match and arguments.issuperset(match[1].split(", ")):
            if not in_list:
                out.append("")
            names = ", ".join(f"`{name}`" for name in match[1].split(", "))
            line = f"- {names}: {line[match.end() :]}"
            in_list = True
        elif not line.startswith(" "):
            in_list = in_list and bool(line)
        out.append(line)
    return "\n".join(out)
