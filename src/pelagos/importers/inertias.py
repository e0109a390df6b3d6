"""Inertias of imported links: judged by what moves as one, and balanced where that is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pelagos.importers.source import XmlSource
from pelagos.language.body_tree import (
    WORLD,
    Member,
    RigidGroup,
    groups,
    parents_first,
    spatial_inertia,
)
from pelagos.language.inertias import AS_GIVEN, SLACK, Array, nearest_possible, principal_values
from pelagos.language.placement import Placement

_OFFER = "--balance, or balance: true beside the file that is included, takes the nearest possible"


def settle(bodies: Mapping[str, dict[str, Any]], source: XmlSource, balance: bool) -> None:
    """Mark the inertias that no body can have as given, or balance them; say what was done."""
    doubtful = [name for name, words in bodies.items() if not _possible(words["inertia"])]
    if balance:
        for name in doubtful:
            _balance(name, bodies[name], source)
        if not doubtful:
            source.note("nothing to balance", "every inertia is possible")
        return
    parents = {name: words.get("parent", WORLD) for name, words in bodies.items()}
    members = {name: _member(bodies[name]) for name in parents_first(parents)}
    for group in groups(members) if doubtful else ():
        named = [name for name in group.members if name in doubtful]
        if not group.possible and group.positive:
            low, middle, high = group.principal_values
            excess = f"{group.root} by {(high - low - middle) / high:.2%}"
            text = "the largest principal inertia exceeds the sum of the others, which no body has"
            source.note(f"{text}; taken as given ({_OFFER})", excess)
        elif group.possible:
            for name in named:
                if not _rounded(bodies[name]["inertia"], group):
                    text = "impossible inertias that fit together with what they are fixed to"
                    source.note(f"{text}, taken as given ({_OFFER})", name)
    for name in doubtful:
        bodies[name]["inertia"] = {AS_GIVEN: bodies[name]["inertia"]}


def _possible(rows: list[list[float]], slack: float | None = None) -> bool:
    """What the words of a body accept, link by link."""
    matrix = np.array(rows)
    slack = SLACK * float(np.abs(matrix).max()) if slack is None else slack
    low, middle, high = principal_values(matrix)
    return low >= -slack and high <= low + middle + slack


def _rounded(rows: list[list[float]], group: RigidGroup) -> bool:
    """Whether the inertia is impossible by less than the rounding of its group."""
    return _possible(rows, SLACK * float(np.abs(group.inertia[3:, 3:]).max()))


def _balance(name: str, words: dict[str, Any], source: XmlSource) -> None:
    given = np.array(words["inertia"])
    nearest = nearest_possible(given)
    change = np.abs(nearest - given).max() / np.abs(given).max()
    source.note("balanced, the nearest possible inertia", f"{name} (changed by {change:.2%})")
    words["inertia"] = nearest.tolist()


def _member(words: dict[str, Any]) -> Member:
    fixed = words["joint"] == "fixed"
    at = Placement(**words["at"]) if "at" in words else Placement()
    com = words.get("com", [0.0, 0.0, 0.0])
    inertia: Array = spatial_inertia(words["mass"], com, np.array(words["inertia"]))
    moves = at.moves if fixed else np.eye(6)
    return Member(words.get("parent") or WORLD, fixed, moves, inertia)
