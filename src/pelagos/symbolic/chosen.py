"""Symbols that the user chose, in the model or for one call."""

from __future__ import annotations

from collections.abc import Mapping

from pelagos.errors import PelagosError
from pelagos.language.suggest import did_you_mean
from pelagos.model.paths.symbols import GRAVITY, SymbolTarget, problem_with, target
from pelagos.model.robot import Robot
from pelagos.symbolic.names import TAKEN

Chosen = Mapping[tuple[str, str], str]  # letter and label -> word


def chosen_symbols(robot: Robot, given: Mapping[str, str] | None) -> Chosen:
    """The robot's own symbols and those given; the given ones win."""
    found: dict[tuple[str, str], str] = {}
    sections = {*type(robot).model_fields, *robot.scope.kinds}
    labels = {"q": robot.coordinates, "u": robot.speeds}
    for word, text in {**robot.symbols, **(given or {})}.items():
        wrong = problem_with(word, text, robot.parameters, labels, sections)
        if wrong is not None:
            message, known = wrong
            remedy = did_you_mean(target(text).label, known) if known else "choose another name"
            raise PelagosError(f"equations: symbol {word}: {text}: {message}\n    {remedy}")
        if word in TAKEN:
            raise PelagosError(
                f"equations: symbol {word} is a letter of the equations themselves\n"
                f"    choose another, such as {word}_1"
            )
        found[tuple(target(text))] = word  # type: ignore[index]
    if len(set(found.values())) < len(found):
        twice = next(w for w in found.values() if [*found.values()].count(w) > 1)
        raise PelagosError(f"equations: symbol {twice} has two meanings\n    choose two symbols")
    return found


def numbers_asked_for(chosen: Chosen) -> list[SymbolTarget]:
    """Those that stand for numbers of the model."""
    return [SymbolTarget(*key) for key in chosen if key[0] == "" and key[1] != GRAVITY]
