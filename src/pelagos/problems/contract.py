"""What a problem states: where its answer stands, how it is solved, and how far off it may be."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from pelagos.errors import PelagosError
from pelagos.files import read_text
from pelagos.model import Robot, load
from pelagos.result.run import Run
from pelagos.run import simulate

_MOST_BYTES = 1 << 20  # of a model file


@dataclass(frozen=True)
class Figure:
    """A number beside the one that it should be."""

    what: str
    value: float
    answer: float
    tolerance: float
    unit: str = ""
    relative: bool = False
    """Whether the error is a share of the answer."""

    def __post_init__(self) -> None:
        for name in ("value", "answer", "tolerance"):  # plain numbers, whatever arrays gave
            object.__setattr__(self, name, float(getattr(self, name)))

    @property
    def error(self) -> float:
        """How far off the value is, in units of the answer or as a share of it."""
        distance = abs(self.value - self.answer)
        return distance / abs(self.answer) if self.relative else distance

    @property
    def holds(self) -> bool:
        """Whether the error is within the tolerance; never if it is not a number."""
        return self.error <= self.tolerance


@dataclass(frozen=True)
class SolvedProblem:
    """What came out."""

    figures: Sequence[Figure]
    steps: int | None = None
    """Accepted steps of all runs; None where nothing was marched."""
    seconds: float = 0.0
    """Wall time of the marches, or of what takes their place, without compilation."""

    @classmethod
    def of_runs(cls, figures: Sequence[Figure], *runs: Run) -> SolvedProblem:
        """The figures of these runs, with the steps and the time that they took."""
        steps = sum(run.outcome.steps for run in runs)
        return cls(figures, steps, sum(run.outcome.wall for run in runs))

    @property
    def holds(self) -> bool:
        """Whether there is a figure, and each holds."""
        return bool(self.figures) and all(figure.holds for figure in self.figures)

    @property
    def worst(self) -> Figure:
        """The figure that uses up most of its tolerance; what is not a number comes first."""
        return max(self.figures, key=_share_of_tolerance)


class PublishedProblem(ABC):
    """A problem whose answer stands in a source, in a closed form or in a computation of its own.

    A file below `pelagos/problems` has exactly one class of it. The answer never comes from the
    engine. The model is a YAML file of the problem's name beside that file, if there is one.
    """

    name: ClassVar[str] = ""
    """Its word on the command line, also the name of the model file: "andrews-squeezer"."""
    title: ClassVar[str]
    """What it is, in a line."""
    source: ClassVar[str]
    """Exactly where the answer stands, or by which closed form it is computed here."""
    why: ClassVar[str]
    """A sentence that says why the tolerances are what they are."""
    strong: ClassVar[bool] = False
    """Whether it is part of `pelagos selftest`."""

    def __init__(self, *, brief: bool = False) -> None:
        self.brief = brief
        """Whether to solve a shorter part of it, with the same figures: where the whole takes more
        than a few seconds, tests ask for that."""

    @abstractmethod
    def solve(self) -> SolvedProblem:
        """Solve it with the engine and put each number beside its answer."""

    @classmethod
    def model_path(cls) -> Path | None:
        """The model file beside the problem's own; None where the problem makes its robots."""
        own = sys.modules[cls.__module__].__file__
        path = Path(own or "").with_name(f"{cls.name}.yaml")
        return path if path.is_file() else None

    @classmethod
    def model_text(cls) -> str:
        """The model file as it stands, comments included."""
        return read_text(cls._existing_model(), _MOST_BYTES)

    @classmethod
    def robot(cls) -> Robot:
        """The robot of the model file, read as any other."""
        return load(cls._existing_model())

    @classmethod
    def _existing_model(cls) -> Path:
        path = cls.model_path()
        if path is None:
            raise PelagosError(
                f"{cls.name}: this problem has no model file\n    its robots are made in Python"
            )
        return path


def finished_run(robot: Robot, scenario: str | None = None, **settings: Any) -> Run:
    """The run of a robot to its end; one that does not get there is an error."""
    run = simulate(robot, scenario, **settings)
    if not run.outcome.finished:
        raise PelagosError(f"{robot.name}: the run did not get to its end: {run.outcome}")
    return run


def largest(
    what: str, value: Any, answer: Any, tolerance: float, unit: str = "", relative: bool = False
) -> Figure:
    """The worst of many numbers beside their answers, as one figure."""
    pairs = zip(_flat(value), _flat(answer), strict=True)
    all_figures = [Figure(what, x, y, tolerance, unit, relative) for x, y in pairs]
    return max(all_figures, key=_share_of_tolerance)


def _flat(values: Any) -> list[float]:
    import numpy as np

    return [float(x) for x in np.ravel(values)]


def _share_of_tolerance(figure: Figure) -> float:
    share = figure.error / figure.tolerance if figure.tolerance else figure.error
    return share if share == share else float("inf")
