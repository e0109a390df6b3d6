"""All problems, found from the files of this package: everything else asks here."""

from __future__ import annotations

from functools import cache

import pelagos.problems
from pelagos.elements.table import modules_of
from pelagos.errors import PelagosError
from pelagos.language.suggest import did_you_mean
from pelagos.problems.contract import PublishedProblem

_FRAME = ("table", "report")  # these import what stands here
_STATED = ("title", "source", "why")


@cache
def problems() -> dict[str, type[PublishedProblem]]:
    """Every problem by its name, those on rigid bodies first."""
    found: dict[str, type[PublishedProblem]] = {}
    for module in modules_of(pelagos.problems, _FRAME):
        stated = [
            value
            for value in vars(module).values()
            if isinstance(value, type)
            and issubclass(value, PublishedProblem)
            and value.__module__ == module.__name__
            and value.name
        ]
        if len(stated) > 1:
            raise TypeError(f"{module.__name__}: a file has one problem, not {len(stated)}")
        for problem in stated:
            missing = [word for word in _STATED if not getattr(problem, word, "")]
            if missing or problem.name in found:
                said = f"does not state {', '.join(missing)}" if missing else "is there twice"
                raise TypeError(f"{module.__name__}: the problem {problem.name} {said}")
            found[problem.name] = problem
    return found


def problem_named(name: str) -> type[PublishedProblem]:
    """A problem by its name, refused with the nearest ones if there is none."""
    if name not in problems():
        raise PelagosError(f"no problem {name!r}\n    {did_you_mean(name, tuple(problems()))}")
    return problems()[name]


def strong_problems() -> dict[str, type[PublishedProblem]]:
    """Those that `pelagos selftest` solves."""
    return {name: problem for name, problem in problems().items() if problem.strong}
