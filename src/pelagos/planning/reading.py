"""Plan files: words with file and line, or all problems with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pelagos.errors import ModelError
from pelagos.files import read_text
from pelagos.language import yaml_text
from pelagos.language.plain import plain
from pelagos.language.problems import problem, sound_parts
from pelagos.language.scope import Scope
from pelagos.language.suggest import did_you_mean
from pelagos.model import Robot, builtin_names, load
from pelagos.model.sources import source_beside
from pelagos.planning.words import PlanWords

_REQUIRED: dict[str, Any] = {"duration": 1.0, "cost": {"time": 0.0}}


def words_of(given: Mapping[str, Any], scope: Scope | None = None) -> PlanWords:
    """Words from Python, or from a file."""
    words, problems = sound_parts(
        PlanWords, plain(dict(given)), scope or Scope("<plan>"), _REQUIRED
    )
    if problems:
        raise ModelError(dict.fromkeys(problems))
    return words


def read_plan(
    path: str | Path, changes: Mapping[str, Any], settings: Sequence[str] = ()
) -> tuple[Robot, PlanWords]:
    """The robot and the words of a plan file; changes replace words at its top."""
    place = Path(path)
    text = read_text(place, yaml_text.MAX_BYTES)
    begin = "robot: ..., duration: ... and cost: ..."
    document = yaml_text.mapping(text, str(place), "a plan", begin)
    if document.problems:
        raise ModelError(document.problems)
    scope = Scope(str(place), place.parent, lines=document.lines)
    words = words_of({**document.data, **changes}, scope)
    folder = Path() if "robot" in changes else place.parent
    source = source_beside(words.robot, folder)
    if source is None:
        near = did_you_mean(words.robot, builtin_names())
        remedy = f"name a model file beside the plan, or {near}"
        raise ModelError(
            [problem(scope, ("robot",), "there is no such robot", remedy, words.robot)]
        )
    return load(source, set=settings), words
