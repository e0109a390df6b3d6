"""The joint kinds: whatever files lie beside this one. All else asks this list.

A kind that lacks a part of the contract, or states one that nothing could use, is an error here,
when it is imported.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import get_type_hints

import pelagos.joints
from pelagos.joints.contract import (
    ANGLE,
    ANGLE_RATE,
    LENGTH,
    LENGTH_RATE,
    POSITION,
    QUATERNION,
    VELOCITY,
    JointKind,
)

_OTHERS = ("contract", "table")
_PARTS = tuple(get_type_hints(JointKind))
_CHOICES = {"hub": ("pin", "ball", "none"), "fixture": ("block", "rail", "none")}


def found() -> tuple[JointKind, ...]:
    """The kinds of all files, by their degrees of freedom and names."""
    names = [m.name for m in pkgutil.iter_modules(pelagos.joints.__path__) if m.name not in _OTHERS]
    kinds = sorted((_kind(name) for name in names), key=lambda kind: (kind.nv, kind.word))
    words = [kind.word for kind in kinds]
    doubled = {word for word in words if words.count(word) > 1}
    if doubled:
        raise TypeError(f"joints: the word {', '.join(sorted(doubled))} is that of several files")
    return tuple(kinds)


def _kind(name: str) -> JointKind:
    module = importlib.import_module(f"{pelagos.joints.__name__}.{name}")
    classes = [
        thing
        for thing in vars(module).values()
        if isinstance(thing, type)
        and issubclass(thing, JointKind)
        and thing.__module__ == module.__name__
    ]
    if len(classes) != 1:
        raise TypeError(f"joints/{name}.py: one class of JointKind is needed, not {len(classes)}")
    return checked(classes[0], f"joints/{name}.py")


def checked(kind: type[JointKind], file: str) -> JointKind:
    """The kind, whole."""
    lacking = [part for part in _PARTS if not hasattr(kind, part)]
    lacking += sorted(kind.__abstractmethods__)
    if lacking:
        raise TypeError(f"{file}: {kind.__name__} lacks {', '.join(lacking)}; see contract.py")
    made = kind()
    problems = list(_problems(made))
    if problems:
        raise TypeError(f"{file}: {kind.__name__}: " + "; ".join(problems))
    return made


def _problems(kind: JointKind) -> Iterator[str]:
    """What contradicts itself in the parts of a kind."""
    for part, choices in _CHOICES.items():
        if getattr(kind, part) not in choices:
            yield f"{part} is none of {', '.join(choices)}"
    for part, pieces, count in (
        ("start", kind.start, kind.nq),
        ("start_rates", kind.start_rates, kind.nv),
    ):
        given = sum(piece.size for piece in pieces)
        if given != count:
            yield f"{part} gives {given} numbers of {count}"
    turned = range(0) if kind.turning is None else range(kind.turning.q, kind.turning.q + 4)
    for k, (suffix, unit, _) in enumerate(kind.coordinates):
        if unit not in ((QUATERNION,) if k in turned else (ANGLE, LENGTH)):
            yield f"coordinate {k} ({suffix}) has the unit {unit!r}"
    for k, (suffix, unit, _) in enumerate(kind.speeds):
        if unit not in (ANGLE_RATE, LENGTH_RATE):
            yield f"speed {k} ({suffix}) has the unit {unit!r}"
    beside = 0 if kind.turning is None else (4 if kind.turning.place is None else 7)
    moving = 0 if kind.turning is None else (3 if kind.turning.place is None else 6)
    if kind.nq - beside != kind.nv - moving:
        yield f"{kind.nq} coordinates do not go with {kind.nv} speeds"
    if kind.in_world and (kind.coordinates[:3], kind.speeds[:3]) != (POSITION, VELOCITY):
        yield "in_world needs the coordinates and speeds of a free body first"


KINDS = found()
WORDS = tuple(kind.word for kind in KINDS)
BY_WORD = dict(zip(WORDS, KINDS, strict=True))
CODES = {word: code for code, word in enumerate(WORDS)}  # in tables of integers
OWN_NUMBERS = max(len(kind.numbers) for kind in KINDS)  # of the kind that has most
