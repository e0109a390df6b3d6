"""All relations, found from the files of this folder; whatever lists kinds derives from here."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

import pelagos.relations
from pelagos.relations.contract import Relation

_BESIDE = ("contract", "frames", "table")  # files that hold no relation


def _relation_in(module: ModuleType) -> type[Relation]:
    """The class of a file; what it lacks is an error at once."""
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Relation)
        and value.__module__ == module.__name__
    ]
    if len(found) != 1:
        raise TypeError(f"{module.__name__} must hold one relation, it holds {len(found)}")
    (relation,) = found
    if relation.stands_for:
        needed = {"parts": _own(relation, "parts")}
    else:
        needed = {"units": bool(relation.units), "rows": _own(relation, "rows")}
    if relation.captures:
        needed["captured"] = _own(relation, "captured")
    lacks = [name for name, given in needed.items() if not given]
    if lacks:
        raise TypeError(f"{module.__name__}: {relation.__name__} lacks {' and '.join(lacks)}")
    return relation


def _own(relation: type[Relation], name: str) -> bool:
    """Whether a method is not the one that all relations have."""
    return any(name in vars(c) for c in relation.__mro__[: relation.__mro__.index(Relation)])


def _all() -> dict[str, type[Relation]]:
    folder = pelagos.relations
    names = [m.name for m in pkgutil.iter_modules(folder.__path__) if m.name not in _BESIDE]
    found = {n: _relation_in(importlib.import_module(f"{folder.__name__}.{n}")) for n in names}
    return dict(sorted(found.items(), key=lambda item: (item[1].rank, item[0])))


RELATIONS = _all()  # by their words in a model
KINDS = tuple(RELATIONS)
DOCKABLE = tuple(kind for kind, relation in RELATIONS.items() if relation.dockable)
CAPTURED = tuple(kind for kind, relation in RELATIONS.items() if relation.captures)
