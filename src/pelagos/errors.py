"""What Pelagos raises when the user, not the code, has to change something.

Every refusal carries facts instead of prose alone, so that a terminal, an editor or a test can
show the same problem in its own way.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

_SHOWN = 100


class PelagosError(Exception):
    """Base class: the message is meant for the user and needs no traceback.

    Examples:
        >>> try:
        ...     pl.simulate("pendulum", duration=-1)
        ... except pl.PelagosError as error:
        ...     print(error)
        duration: -1 is not a positive number
            give a value above 0
    """


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a model: where it stands, what was found, what to do about it."""

    file: str
    line: int | None
    key: str
    found: str
    message: str
    remedy: str = ""

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        text = f"{place}: {self.key}: {self.message}" if self.key else f"{place}: {self.message}"
        if self.found:
            text += f" (found {self.found})"
        return f"{text}\n    {self.remedy}" if self.remedy else text


class ModelWarning(UserWarning):
    """A model of which something was left out or read otherwise than it stands; see its notes.

    Examples:
        >>> issubclass(pl.ModelWarning, UserWarning)
        True
    """


class ModelError(PelagosError):
    """A model that cannot be used, with all of its problems at once, in the order of lines.

    Files that say what to do with a model have the same kind of problems: `what` names the file.

    Examples:
        >>> try:
        ...     pl.loads("{name: box, bodies: {box: {mass: -1, inertia: [1, 1, 1]}}}")
        ... except pl.ModelError as error:
        ...     print(len(error.problems), "problem")
        1 problem
    """

    def __init__(self, problems: Iterable[Problem], what: str = "model") -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: problem.line or 0))
        self.what = what
        super().__init__(self._text())

    def __reduce__(self) -> tuple[type[ModelError], tuple[tuple[Problem, ...], str]]:
        """Travels between processes with its problems."""
        return ModelError, (self.problems, self.what)

    def _text(self) -> str:
        count = len(self.problems)
        head = f"{count} problem{'' if count == 1 else 's'} in the {self.what}"
        shown = [str(problem) for problem in self.problems[:_SHOWN]]
        more = [f"... and {count - _SHOWN} more"] if count > _SHOWN else []
        return "\n".join([head, *shown, *more])
