"""A study in numbers: how its outputs are distributed, what they come from, what stands out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.lazy import cached_property
from pelagos.model.paths.units import unit_of_path
from pelagos.result import meaning
from pelagos.result.columns import with_unit
from pelagos.study.metrics import ANY
from pelagos.study.sensitivity import MOST, Sensitivity, factorial, saltelli, scattered
from pelagos.study.words import CURRENT, Factor, StudyWords

if TYPE_CHECKING:
    from pelagos.study.storage.folder import StudyFolder

_NUMBER = re.compile(r"\d+(\.\d+)?(e[-+]?\d+)?")
QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)


@dataclass(frozen=True)
class MetricSummary:
    """One metric over all runs."""

    name: str
    said: str
    """How it is made of a run."""
    values: np.ndarray
    """(run,), NaN where there is none."""
    sensitivities: dict[str, Sensitivity]
    unit: str = ""
    """Empty for pure numbers, and where it is not known."""

    @property
    def label(self) -> str:
        """For an axis."""
        return with_unit(self.name, self.unit)

    @cached_property
    def known(self) -> np.ndarray:
        return self.values[np.isfinite(self.values)]

    def spread(self) -> dict[str, float]:
        """Mean, deviation and quantiles; NaN without any value."""
        known = self.known if len(self.known) else np.array([np.nan])
        deviation = float(np.std(known, ddof=1)) if len(known) > 1 else 0.0
        places = np.quantile(known, QUANTILES)
        named = {_percent(p): float(x) for p, x in zip(QUANTILES, places, strict=True)}
        return {"mean": float(np.mean(known)), "deviation": deviation, **named}

    def extremes(self, count: int) -> tuple[list[int], list[int]]:
        """The runs with the highest and with the lowest values."""
        order = np.argsort(self.values, kind="stable")[: len(self.known)].tolist()
        return order[::-1][:count], order[:count]


def _percent(p: float) -> str:
    return {0.0: "lowest", 0.5: "median", 1.0: "highest"}.get(p, f"{100 * p:g} %")


class Summary:
    """All that a report says, before it is drawn."""

    def __init__(self, study: StudyFolder) -> None:
        self.study = study
        self.words: StudyWords = study.study.words
        data = study.dataset
        runs = data["run"].values
        # by the index of the run, whether all are done or not
        place = lambda values: _placed(values, runs, study.runs)  # noqa: E731
        self.factors = {name: place(data[name].values) for name in study.columns}
        self.outcomes = Counter(data["outcome"].values.tolist())
        self.failures = study.failures()
        self.outputs = [
            MetricSummary(
                name,
                metric_words(self.words, name),
                values := place(data[name].values),
                self._sensitivities(values),
                study.study.metrics.units[name],
            )
            for name in study.metric_names
        ]

    @cached_property
    def labels(self) -> dict[str, str]:
        """Factors with their units, for axes."""
        study = self.study.study
        units = {f"q[{e.label}]": e.unit for e in meaning.coordinates(study.resolved)}
        units |= {f"u[{e.label}]": e.unit for e in meaning.speeds(study.resolved)}
        units |= dict.fromkeys(CURRENT if study.words.current else (), "m/s")
        found = {}
        for name, values in self.factors.items():
            known = values[np.isfinite(values)]
            if name not in units and len(known):
                units[name] = unit_of_path(study.robot, name, float(known[0]))
            found[name] = with_unit(name, units.get(name, ""))
        return found

    @property
    def title(self) -> str:
        robot = self.study.facts["robot"].get("name", self.study.facts["source"])
        scenario = f", {self.words.scenario}" if self.words.scenario else ""
        return self.words.name or f"{robot}{scenario}"

    @property
    def plan(self) -> str:
        """Where the sensitivities come from: saltelli, factorial or scattered."""
        if self.words.sampling == "saltelli":
            return "saltelli"
        levels = [len(np.unique(values)) for values in self.factors.values()]
        grid = not self.words.inputs and self.words.count == np.prod(levels, dtype=object)
        whole = self.study.done() == self.study.runs and not self.failures
        return "factorial" if grid and whole else "scattered"

    @property
    def searched(self) -> dict[str, Any] | None:
        """Goal, metric and its value as is, of a study whose runs a search has chosen."""
        found: dict[str, Any] | None = self.study.facts.get("optimise")
        return found

    def _sensitivities(self, values: np.ndarray) -> dict[str, Sensitivity]:
        if not self.factors or self.searched is not None:
            return {}
        if self.plan == "factorial" and np.all(np.isfinite(values)):
            return factorial(self.factors, values)
        if self.plan != "saltelli":
            return scattered(self.factors, values, self.words.seed)
        inputs = self.words.inputs
        found = dict(zip(inputs, saltelli(values, len(inputs), self.words.seed), strict=True))
        # the points of A and B are independent draws, as rank correlations need
        independent = np.arange(len(values)) % (len(inputs) + 2) < 2
        single = {n: x[independent] for n, x in self.factors.items() if n in inputs}
        for name, other in scattered(single, values[independent], self.words.seed).items():
            found[name] = Sensitivity(found[name].first, found[name].total, other.rank)
        return found

    def reasons(self) -> list[list[int]]:
        """Failed runs with the same reason, numbers apart; the most frequent first."""
        found: dict[str, list[int]] = {}
        for run, text in self.failures.items():
            found.setdefault(_NUMBER.sub("#", text), []).append(run)
        return sorted(found.values(), key=len, reverse=True)

    def method(self) -> str:
        """The sensitivities in a sentence."""
        if self.searched is not None:
            return "None: the runs were chosen by a search, not drawn."
        return {
            "saltelli": "First-order and total Sobol' indices from Saltelli's plan, by the "
            "estimators of Saltelli et al. (2010) and Jansen; intervals of at least 95 % by "
            "resampling points, as if these did not fill the space more evenly than draws do.",
            "factorial": "First-order and total indices are the decomposition of the variance over "
            "the grid, all its points weighing the same: exact, without a sampling error. Metrics "
            "that some runs lack: by regression on cosines of ranks (Plischke 2012).",
            "scattered": "First-order indices from the runs as they are, by regression on cosines "
            "of ranks (Plischke 2012); 95 % intervals by resampling runs"
            + (", at least so with even plans" if self.words.sampling != "random" else "")
            + (f"; of the first {MOST:,} runs." if self.study.runs > MOST else "."),
        }[self.plan]

    def spans(self) -> list[tuple[str, str]]:
        """Everything that differs from run to run, and how."""
        return spans_of(self.words)

    def to_dict(self) -> dict[str, Any]:
        """For other programs; NaN is None."""
        outputs = {
            output.name: {
                "made of": output.said,
                "unit": output.unit,
                "values": len(output.known),
                **output.spread(),
                "sensitivities": {n: asdict(s) for n, s in output.sensitivities.items()},
            }
            for output in self.outputs
        }
        facts = {
            "title": self.title,
            "runs": self.study.runs,
            "outcomes": dict(self.outcomes),
            "failures": {str(run): text for run, text in self.failures.items()},
            "sensitivities by": self.plan,
            "outputs": outputs,
        }
        plain: dict[str, Any] = _without_nan(facts)
        return plain


def spans_of(words: StudyWords) -> list[tuple[str, str]]:
    """Everything that differs from run to run, and how."""
    singles = {**words.factors, **words.initial}
    found = [(name, form(factor)) for name, factor in singles.items()]
    for group in words.correlated:
        for k, path in enumerate(group.paths):
            deviation = np.sqrt(group.covariance[k][k])
            text = f"normal, {group.mean[k]:g} ± {deviation:g}"
            others = ", ".join(other for other in group.paths if other != path)
            found.append((path, f"{text}, together with {others}" if others else text))
    if (current := words.current) is not None:
        text = f"speed {form(current.speed)}; heading {form(current.heading)}"
        found.append(("current", text))
    return found + [(f"attitude of {body}", "any") for body in words.attitude]


def form(factor: Factor) -> str:
    """A factor in words."""
    if factor.grid is not None:
        values = sorted(set(factor.grid))
        if len(values) <= 4:
            return "grid: " + ", ".join(f"{value:g}" for value in values)
        return f"grid of {len(values)} from {values[0]:g} to {values[-1]:g}"
    if factor.normal is not None:
        return f"normal, {factor.normal[0]:g} ± {factor.normal[1]:g}"
    if factor.uniform is not None:
        return f"uniform, {factor.uniform[0]:g} to {factor.uniform[1]:g}"
    assert factor.triangular is not None
    low, mode, high = factor.triangular
    return f"triangular, {low:g} to {high:g}, most likely {mode:g}"


def metric_words(words: StudyWords, name: str) -> str:
    """How a metric is made of a run."""
    metric = words.metrics[name]
    if metric.kind == "expression":
        return metric.text
    if metric.settling is not None:
        target = metric.settling.target
        aim = "its last value" if target is None else f"{target:g}"
        return f"time until {metric.text} stays within {metric.settling.band:g} of {aim}"
    if metric.stopped == ANY:
        return "1 if any condition ended the run, else 0"
    said = {
        "final": "at the end: {}",
        "max": "largest {}",
        "min": "smallest {}",
        "mean": "mean of {}",
        "integral": "integral of {} over time",
        "when": "first time at which {}",
        "energy": "energy of actuators: {}",
        "stopped": "1 if the condition {} ended the run, else 0",
    }
    return said[metric.kind].format(metric.text)


def _placed(values: np.ndarray, runs: np.ndarray, count: int) -> np.ndarray:
    found = np.full(count, np.nan)
    found[runs] = values
    return found


def _without_nan(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_nan(inner) for key, inner in value.items()}
    return None if isinstance(value, float) and not np.isfinite(value) else value
