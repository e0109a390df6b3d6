"""Checks of symbols: what they stand for exists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pelagos.errors import Problem
from pelagos.language.suggest import did_you_mean
from pelagos.model import tree
from pelagos.model.checks.parts import Parts
from pelagos.model.paths.symbols import problem_with, target


def check_symbols(
    parts: Parts, given: Any, parameters: Mapping[str, float], sections: Mapping[str, Any]
) -> Iterator[Problem]:
    """Problems of `symbols:`; that it maps texts to texts is checked elsewhere."""
    if not isinstance(given, dict):
        return
    joints = [(name, body.joint) for name, body in parts.bodies.items()]
    labels = {
        "q": [label for item in joints for label in tree.coordinate_labels(*item)],
        "u": [label for item in joints for label in tree.speed_labels(*item)],
    }
    for word, text in given.items():
        if not isinstance(word, str) or not isinstance(text, str):
            continue
        wrong = problem_with(word, text, parameters, labels, sections)
        if wrong is not None:
            message, known = wrong
            remedy = did_you_mean(target(text).label, known) if known else "choose another name"
            yield parts.problem(("symbols", word), message, remedy, text)
