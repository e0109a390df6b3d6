"""The words of a study file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

from pelagos.language.words import Duration, Number, Positive, Quantity, Words, as_list, refusal
from pelagos.study.fits import words_of_fit

CURRENT = ("water.current.0", "water.current.1")
QUATERNION = ("qw", "qx", "qy", "qz")
PositiveNumber = Annotated[float, Quantity(), Positive()]
SMALLEST, LARGEST = 2.0**-54, 1.0 - 2.0**-53  # probabilities with a finite normal quantile


def _list_of(*lengths: int) -> BeforeValidator:
    return BeforeValidator(lambda value: as_list(value, *lengths))


def _one_of(words: Words, kinds: tuple[str, ...], what: str) -> str:
    given = [kind for kind in kinds if getattr(words, kind) is not None]
    if len(given) != 1:
        found = f"{len(given)} are given" if given else "none is given"
        raise refusal(f"{what} has one form, {found}", f"write one of {', '.join(kinds)}")
    return given[0]


class Spaced(Words):
    """A grid by its ends."""

    first: Number = Field(alias="from")
    last: Number = Field(alias="to")
    count: Annotated[int, Field(ge=2, le=1_000_000)]
    spacing: Literal["linear", "logarithmic"] = "linear"

    @model_validator(mode="after")
    def _positive_ends(self) -> Spaced:
        if self.spacing == "logarithmic" and min(self.first, self.last) <= 0:
            raise refusal("a logarithmic grid has positive ends", "use spacing: linear")
        return self

    def values(self) -> list[float]:
        make = np.linspace if self.spacing == "linear" else np.geomspace
        return [float(value) for value in make(self.first, self.last, self.count)]


def _grid(value: Any) -> Any:
    if isinstance(value, dict):
        return Spaced.model_validate(value).values()
    listed = as_list(value)
    if not listed:
        raise refusal("the grid is empty", "give its values, or from, to and count")
    return listed


class Factor(Words):
    """What one value of the model is in the runs: points of a grid, or draws."""

    grid: Annotated[tuple[Number, ...], BeforeValidator(_grid)] | None = None
    normal: Annotated[tuple[Number, PositiveNumber], _list_of(2)] | None = None
    uniform: Annotated[tuple[Number, Number], _list_of(2)] | None = None
    triangular: Annotated[tuple[Number, Number, Number], _list_of(3)] | None = None

    @model_validator(mode="after")
    def _one_form(self) -> Factor:
        kind = _one_of(self, ("grid", "normal", "uniform", "triangular"), "a factor")
        ends = self.uniform or self.triangular
        if ends is not None and (ends[0] >= ends[-1] or list(ends) != sorted(ends)):
            order = "[low, high]" if kind == "uniform" else "[low, most likely, high]"
            raise refusal("the values do not increase", f"write {order}", kind)
        return self

    @property
    def middle(self) -> float:
        """A value to try the model with."""
        return self.grid[0] if self.grid else float(self.quantile(np.array([0.5]))[0])

    def quantile(self, p: np.ndarray) -> np.ndarray:
        """The values below which a draw falls with the given probabilities."""
        if self.normal is not None:
            from scipy.special import ndtri

            mean, deviation = self.normal
            return np.asarray(mean + deviation * ndtri(np.clip(p, SMALLEST, LARGEST)))
        if self.uniform is not None:
            low, high = self.uniform
            return low + (high - low) * p
        assert self.triangular is not None
        low, mode, high = self.triangular
        rising = low + np.sqrt(p * (high - low) * (mode - low))
        falling = high - np.sqrt((1 - p) * (high - low) * (high - mode))
        return np.where(p * (high - low) < mode - low, rising, falling)


class Correlated(Words):
    """Values that are normal together, as an identification leaves them (`file`)."""

    paths: Annotated[tuple[str, ...], Field(min_length=1)]
    mean: tuple[Number, ...]
    covariance: tuple[tuple[Number, ...], ...]

    @model_validator(mode="before")
    @classmethod
    def _from_file(cls, words: Any) -> Any:
        return words_of_fit(words) if isinstance(words, dict) and "file" in words else words

    @model_validator(mode="after")
    def _definite(self) -> Correlated:
        n = len(self.paths)
        if len(self.mean) != n:
            raise refusal(f"{n} paths have {len(self.mean)} means", "give one each", "mean")
        if len(self.covariance) != n or any(len(row) != n for row in self.covariance):
            raise refusal(f"{n} paths need {n} rows of {n}", "", "covariance")
        matrix = np.array(self.covariance)
        if not np.allclose(matrix, matrix.T, rtol=1e-9, atol=0):
            raise refusal("the covariance is not symmetric", "", "covariance")
        try:
            self.root  # noqa: B018 (its problem belongs to the reading)
        except np.linalg.LinAlgError:
            remedy = "a correlation beyond 1, or a value that is not free, leads to this"
            raise refusal("the covariance is not positive definite", remedy, "covariance") from None
        return self

    @property
    def root(self) -> np.ndarray:
        """Lower triangular L with L L^T the covariance; zero rows for values without variance."""
        matrix = np.array(self.covariance)
        spread = np.flatnonzero(np.any(matrix != 0, axis=1))
        found, within = np.zeros_like(matrix), np.ix_(spread, spread)
        found[within] = np.linalg.cholesky(matrix[within])
        return found


class Current(Words):
    """A uniform current in the x-y plane of the world, in place of the model's own."""

    speed: Factor
    heading: Factor = Factor(uniform=(0.0, 2 * np.pi))  # from x towards y

    @model_validator(mode="after")
    def _drawn(self) -> Current:
        for name in ("speed", "heading"):
            if getattr(self, name).grid is not None:
                remedy = "write uniform: [low, high], or grids over water.current.0 below factors"
                raise refusal("a random current has no grid", remedy, name)
        return self


class Settling(Words):
    """When a quantity comes within a band of its target for good."""

    quantity: str
    band: PositiveNumber
    target: Number | None = None  # the last value


METRICS = (
    *("final", "max", "min", "mean", "integral", "when", "settling", "energy", "stopped"),
    "expression",
)


class Metric(Words):
    """One number of a run."""

    final: str | None = None
    max: str | None = None
    min: str | None = None
    mean: str | None = None
    integral: str | None = None
    when: str | None = None
    settling: Settling | None = None
    energy: str | None = None
    stopped: str | None = None
    expression: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _text(cls, words: Any) -> Any:
        return {"expression": words} if isinstance(words, str) else words

    @model_validator(mode="after")
    def _one_form(self) -> Metric:
        _one_of(self, METRICS, "a metric")
        return self

    @property
    def kind(self) -> str:
        return next(kind for kind in METRICS if getattr(self, kind) is not None)

    @property
    def text(self) -> str:
        """The quantity, actuator or expression."""
        return self.settling.quantity if self.settling else str(getattr(self, self.kind))


class Histories(Words):
    """What is kept of every run over time: whole variables of the result, and quantities."""

    every: Duration | None = None
    variables: tuple[str, ...] | Literal["all"] = ()
    quantities: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _text(cls, words: Any) -> Any:
        return {"variables": words} if isinstance(words, str) else words

    @model_validator(mode="after")
    def _something(self) -> Histories:
        if not (self.variables or self.quantities):
            remedy = "add quantities: {depth: QUANTITY}, or variables: [position], or all"
            raise refusal("no history is asked for", remedy)
        return self


def _named(stop: Any) -> Any:
    """One condition, or several by name."""
    if isinstance(stop, dict) and "when" in stop:
        return {"stop": stop["when"]}
    one = isinstance(stop, str) or (isinstance(stop, dict) and "distance" in stop)
    return {"stop": stop} if one else stop


class StudyWords(Words):
    """A study: what is simulated, what differs from run to run, what is kept."""

    name: str = ""
    description: str = ""
    robot: str
    scenario: str | None = None
    set: dict[str, Any] = Field(default_factory=dict)
    runs: Annotated[int, Field(ge=1, le=100_000_000)] | None = None
    seed: Annotated[int, Field(ge=0)] = 0
    sampling: Literal["random", "latin-hypercube", "sobol", "saltelli"] = "random"
    factors: dict[str, Factor] = Field(default_factory=dict)
    correlated: tuple[Correlated, ...] = ()
    initial: dict[str, Factor] = Field(default_factory=dict)
    attitude: tuple[str, ...] = ()
    current: Current | None = None
    # conditions are read with the robot, whose names they use
    stop: Annotated[dict[str, Any], BeforeValidator(_named)] = Field(default_factory=dict)
    metrics: dict[str, Metric] = Field(default_factory=dict)
    histories: Histories | None = None
    duration: Duration | None = None
    every: Duration | None = None
    step: Duration | None = None
    rtol: PositiveNumber | None = None
    atol: PositiveNumber | None = None
    integrator: str | None = None
    method: str = "newton-euler"

    @property
    def settings(self) -> dict[str, Any]:
        """The words of `simulate_batch` that all runs share."""
        names = ("duration", "every", "step", "rtol", "atol", "integrator", "method")
        given = {name: getattr(self, name) for name in names}
        if self.every is None and self.histories is not None:
            given["every"] = self.histories.every
        return {name: value for name, value in given.items() if value is not None}

    @property
    def paths(self) -> list[str]:
        """The places in the model that differ."""
        together = (path for group in self.correlated for path in group.paths)
        return [*self.factors, *together, *(CURRENT if self.current else ())]

    @property
    def columns(self) -> list[str]:
        """What differs, a number of every run each: `paths`, `q[label]` and `u[label]`."""
        turned = (f"q[{body}.{element}]" for body in self.attitude for element in QUATERNION)
        return list(dict.fromkeys([*self.paths, *self.initial, *turned]))

    @property
    def inputs(self) -> dict[str, list[str]]:
        """What is drawn independently, and the columns of random numbers that each takes.

        Values that are normal together are one input, and so are the attitude of a body and the
        current.
        """
        singles = {**self.factors, **self.initial}
        found = {name: [name] for name, factor in singles.items() if factor.grid is None}
        found |= {", ".join(group.paths): list(group.paths) for group in self.correlated}
        if self.current is not None:
            found["current"] = ["current.speed", "current.heading"]
        turned = [f"attitude[{body}]" for body in self.attitude]
        return found | {name: [f"{name}.{k}" for k in range(3)] for name in turned}

    @property
    def points(self) -> int:
        """Points of the grid: all combinations of the grids' values."""
        every = [*self.factors.values(), *self.initial.values()]
        return int(np.prod([len(f.grid) for f in every if f.grid is not None], dtype=object))

    @property
    def count(self) -> int:
        """Runs of the study."""
        return self.points if self.runs is None else self.runs
