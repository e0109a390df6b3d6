"""Words that stand for many: `snake:` becomes bodies, actuators and scenarios, `beams:` segments.

A wing on a `beam:` names its segments instead.

Modules and docks are written out after them, see `modules`.

A shorthand is a class of words with a method `words()` that writes them out. What the model says
itself about a part that a shorthand writes is laid over it: `bodies: {link3: {mass: 2}}` changes
one link of a snake.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from pelagos.errors import Problem
from pelagos.language.problems import from_pydantic
from pelagos.language.scope import Scope
from pelagos.model.expansion.beam import Beams
from pelagos.model.expansion.beam_numbers import wrong_numbers
from pelagos.model.expansion.modules import modules_written_out
from pelagos.model.expansion.snake import Snake
from pelagos.model.expansion.wing_beams import wings_on_bodies
from pelagos.model.paths.edits import laid_over

SHORTHANDS: dict[str, type[Snake] | type[Beams]] = {"snake": Snake, "beams": Beams}


def written_out(
    words: dict[str, Any], scope: Scope, known: Iterable[str]
) -> tuple[dict[str, Any], Scope, list[Problem]]:
    """The words with every shorthand written out, their scope, and what is wrong with these.

    A part that a shorthand writes has the line of the shorthand, unless the words give it another.
    `known` are the keys of a model.
    """
    words, problems = wings_on_bodies(words, scope)
    words, scope, found = _short_parts(words, scope)
    problems += found
    if "modules" in words or "docks" in words:

        def inside(
            words: dict[str, Any], scope: Scope
        ) -> tuple[dict[str, Any], Scope, list[Problem]]:
            return written_out(words, scope, known)

        words, scope, found = modules_written_out(words, scope, inside, known)
        problems += found
    return words, scope, problems


def _short_parts(
    words: dict[str, Any], scope: Scope
) -> tuple[dict[str, Any], Scope, list[Problem]]:
    if SHORTHANDS.keys().isdisjoint(words):
        return words, scope, []
    problems: list[Problem] = []
    result = {key: value for key, value in words.items() if key not in SHORTHANDS}
    for key, shorthand in SHORTHANDS.items():
        if key not in words:
            continue
        try:
            read = shorthand.model_validate(words[key])
        except ValidationError as error:
            problems += from_pydantic(error, shorthand, scope, (key,))
            continue
        found = wrong_numbers(read, words, scope) if isinstance(read, Beams) else []
        if found:
            problems += found
            continue
        written = read.words()
        result = laid_over(written, result)
        line = scope.place((key,))[1]
        if line is not None:
            parts = ((section, name) for section, named in written.items() for name in named)
            scope = replace(scope, lines={**dict.fromkeys(parts, line), **scope.lines})
    return result, scope, problems
