"""Elements that a user wrote: read from a file of Python, or given as classes.

A file is run as it stands, with all that its author may do on this machine. So a model file may
name one only if whoever reads it says so (`--allow-code`, `allow_code=True`).
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import sys
import textwrap
import traceback
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pelagos.elements.contract import Element, ElementWords, Output
from pelagos.errors import PelagosError
from pelagos.language.suggest import did_you_mean

CONTRACT = "derive it from pelagos.laws.ElementWords, with place = 'section' and key = '...'"


def checked(kind: Any) -> type[ElementWords]:
    """A class of words that can stand in a section of its own."""
    name = getattr(kind, "__name__", repr(kind))
    if not (isinstance(kind, type) and issubclass(kind, ElementWords)):
        raise PelagosError(f"elements: {name} is no kind of element\n    {CONTRACT}")
    if kind.place != "section" or not kind.key.isidentifier():
        raise PelagosError(
            f"elements: {name} has place {kind.place!r} and key {kind.key!r}\n    {CONTRACT}"
        )
    if kind.build is ElementWords.build:
        raise PelagosError(f"elements: {name} has no build()\n    write build(self, site)")
    for output in kind.outputs:
        if not isinstance(output, Output):
            raise PelagosError(
                f"elements: {name}: {output!r} is no Output\n    write Output(name, unit, meaning)"
            )
    return kind


def by_section(given: Iterable[Any], taken: Collection[str]) -> dict[str, type[ElementWords]]:
    """Kinds by the names of their sections, which are none of the words that models have."""
    found: dict[str, type[ElementWords]] = {}
    for kind in map(checked, given):
        if kind.key in taken:
            raise PelagosError(
                f"elements: {kind.__name__} has the key {kind.key!r}, which models have already\n"
                "    choose another key"
            )
        if kind.key in found:
            raise PelagosError(
                f"elements: two kinds have the key {kind.key!r}\n    give one of them another key"
            )
        found[kind.key] = kind
    return found


def from_file(path: Path, name: str) -> type[ElementWords]:
    """A class from a file of Python, which is run."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    spec = importlib.util.spec_from_file_location(f"pelagos_element_{digest}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses and tracebacks look there
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever the user's code raises
        raise PelagosError(
            f"elements: {path.name} raised {type(error).__name__}: {error}\n    correct the file"
        ) from error
    if not hasattr(module, name):
        own = [n for n, v in vars(module).items() if isinstance(v, type)]
        raise PelagosError(f"elements: {path.name} has no {name!r}\n    {did_you_mean(name, own)}")
    return checked(getattr(module, name))


@contextmanager
def called(part: Element | ElementWords, method: str) -> Iterator[None]:
    """Around a call of what a user may have written: an error in it says where it is."""
    try:
        yield
    except PelagosError:
        raise
    except Exception as error:
        if type(part).__module__.startswith("pelagos."):
            raise
        file = inspect.getsourcefile(type(part))
        steps = traceback.extract_tb(error.__traceback__)
        line = next((f":{step.lineno}" for step in reversed(steps) if step.filename == file), "")
        place = f"{Path(file or '').name}{line}: {type(part).__name__}.{method}()"
        raise PelagosError(
            f"elements: {place} raised {type(error).__name__}: {error}\n    correct it; numbers of "
            "a state need where(...) in place of if, and functions of pelagos.laws"
        ) from error


def record(given: Mapping[str, type[ElementWords]]) -> dict[str, dict[str, str]]:
    """Name and source of the user's kinds by section: what a result remembers."""
    found = {}
    for section, kind in given.items():
        try:
            source = textwrap.dedent(inspect.getsource(inspect.getmodule(kind) or kind))
        except (OSError, TypeError):  # typed at a prompt, or made by another program
            source = ""
        found[section] = {"name": kind.__qualname__, "source": source, "values": ""}
    return found
