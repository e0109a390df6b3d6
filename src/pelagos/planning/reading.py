"""Plan files: words with file and line, or all problems with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pelagos.errors import ModelError
from pelagos.files import read_text
from pelagos.language import yaml_text
from pelagos.language.plain import TooDeepError, plain
from pelagos.language.problems import sound_parts
from pelagos.language.scope import Scope
from pelagos.language.suggest import did_you_mean
from pelagos.model import Robot, builtin_names, load
from pelagos.model.sources import source_beside
from pelagos.planning.refusals import PLAN, refused
from pelagos.planning.words import PlanWords

IN_PYTHON = Scope(PLAN)  # words without a file
_REQUIRED: dict[str, Any] = {"duration": 1.0, "cost": {"time": 0.0}}


def words_of(given: Mapping[str, Any], scope: Scope = IN_PYTHON) -> PlanWords:
    """Words from Python, or from a file."""
    try:
        written = plain(dict(given))
    except TooDeepError as error:
        raise refused(scope, (), str(error), "flatten them") from None
    words, problems = sound_parts(PlanWords, written, scope, _REQUIRED)
    if problems:
        raise ModelError(dict.fromkeys(problems), PLAN)
    return words


def read_plan(
    path: str | Path, changes: Mapping[str, Any], settings: Sequence[str] = ()
) -> tuple[Robot, PlanWords, Scope]:
    """The robot and the words of a plan file, and where they stand; changes replace words at its
    top."""
    place = Path(path)
    text = read_text(place, yaml_text.MAX_BYTES)
    begin = "robot: ..., duration: ... and cost: ..."
    document = yaml_text.mapping(text, str(place), PLAN, begin)
    if document.problems:
        raise ModelError(document.problems, PLAN)
    scope = Scope(str(place), place.parent, lines=document.lines)
    words = words_of({**document.data, **changes}, scope)
    folder = Path() if "robot" in changes else place.parent
    source = source_beside(words.robot, folder)
    if source is None:
        near = did_you_mean(words.robot, builtin_names())
        remedy = f"name a model file beside the plan, or {near}"
        raise refused(scope, ("robot",), "there is no such robot", remedy, words.robot)
    return load(source, set=settings), words, scope
