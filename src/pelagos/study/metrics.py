"""Runs to numbers: quantities by the names of result columns, and what is kept of them.

A metric is computed from one run by itself, whatever batch it was part of, so it comes out the same
to the bit when the run is repeated alone. It sees the samples of the result: extremes between
samples are not looked for, and `every` says how fine they are.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from pelagos.elements.targets import OnJoint
from pelagos.language.expressions import Const, Node, Op, Parameter, Speed, evaluate
from pelagos.language.parser import ExpressionError, parse
from pelagos.language.suggest import did_you_mean
from pelagos.lazy import cached_property
from pelagos.model.tree import speed_labels
from pelagos.result.quantities.expressions import Quantities, name_of
from pelagos.result.quantities.units import SECOND, Unit, parsed, product, unit_of, written
from pelagos.study.words import Metric

if TYPE_CHECKING:
    from pelagos.model import Robot
    from pelagos.result import Run
    from pelagos.result.header import Header, Outcome

ANY = "any"  # condition that stops a run


class Metrics:
    """The metrics of a study, ready to be computed; `problems` says which could not be read."""

    def __init__(self, words: Mapping[str, Metric], header: Header, robot: Robot) -> None:
        self._quantities = Quantities(header)
        self._words = words
        self._kinds = {name: metric.kind for name, metric in words.items()}
        self._nodes: dict[str, Node] = {}
        self.problems: dict[str, ExpressionError] = {}
        known: list[str] = []
        for name, metric in words.items():
            try:
                self._nodes[name] = self._node(metric, known, robot)
            except ExpressionError as error:
                self.problems[name] = error
            known.append(name)

    def _node(self, metric: Metric, known: list[str], robot: Robot) -> Node:
        if metric.kind == "expression":
            return parse(metric.text, known).node
        if metric.kind == "stopped":
            return _condition(metric.text, robot)
        if metric.kind == "energy":
            return _power(metric.text, robot)
        return self._quantities.parsed(metric.text)

    @cached_property
    def units(self) -> dict[str, str]:
        """Unit of every metric; empty for pure numbers and where it is not known."""
        found: dict[str, Unit | None] = {}
        for name, kind in self._kinds.items():
            node = self._nodes[name]
            if kind in ("when", "settling"):
                found[name] = SECOND
            elif kind == "energy":
                found[name] = parsed("J")
            elif kind == "stopped":
                found[name] = {}
            elif kind == "expression":
                known = {other: written(unit) for other, unit in found.items()}
                found[name] = unit_of(node, lambda leaf, known=known: known[name_of(leaf)])  # type: ignore[misc]
            else:
                unit = self._quantities.unit(node)
                found[name] = product(unit, SECOND) if kind == "integral" else unit
        return {name: written(unit) for name, unit in found.items()}

    @cached_property
    def variables(self) -> set[str]:
        """Variables of a result that the metrics look at."""
        nodes = (self._nodes[n] for n, m in self._words.items() if m.kind != "expression")
        return set().union(*map(self._quantities.variables, nodes))

    def of(self, run: Run) -> np.ndarray:
        """All metrics of a run."""
        found: dict[str, float] = {}
        for name, kind in self._kinds.items():
            found[name] = self._one(run, name, kind, found)
        return np.array(list(found.values()), dtype=float)

    def _one(self, run: Run, name: str, kind: str, found: dict[str, float]) -> float:
        metric, node = self._words[name], self._nodes[name]
        if kind == "expression":
            return _arithmetic(node, found)
        if kind == "stopped":
            condition = stopped_by(run.outcome)
            return float(bool(condition) if metric.text == ANY else condition == metric.text)
        values, time = self._quantities.values(run, node), self._quantities.column(run, "time")
        if len(values) == 0:
            return math.nan
        if metric.settling is not None:
            return _settled(time, values, metric.settling.band, metric.settling.target)
        return _KINDS[kind](time, values)


def stopped_by(outcome: Outcome) -> str:
    """The condition that ended a run; empty if none did."""
    return outcome.message.partition(": ")[0] if outcome.code == "stopped" else ""


def _condition(name: str, robot: Robot) -> Node:
    """Nothing to compute, once the condition is known to exist."""
    from pelagos.mechanism.conditions import conditions_of

    known = [ANY, *conditions_of(robot)]
    if len(known) == 1:
        raise ExpressionError("nothing stops a run", "add stop: CONDITION to the study")
    if name not in known:
        raise ExpressionError(f"there is no condition {name!r}", did_you_mean(name, known))
    return Const(0.0)


def _power(name: str, robot: Robot) -> Node:
    """|effort times speed| of an actuator at a joint, or the sum of all of these."""
    joints = [n for n, a in robot.actuators.items() if isinstance(a.law, OnJoint)]
    if name == "all" and joints:
        return functools.reduce(lambda a, b: Op("add", (a, b)), (_power(n, robot) for n in joints))
    if name not in robot.actuators:
        raise ExpressionError(
            f"there is no actuator {name!r}", did_you_mean(name, [*joints, "all"])
        )
    law = robot.actuators[name].law
    if not isinstance(law, OnJoint):
        remedy = "write {integral: ...} over its force and the velocity of what it pushes"
        raise ExpressionError(f"{name} acts on a body, not at a joint", remedy)
    speeds = speed_labels(law.joint, robot.bodies[law.joint].joint)
    effort, speed = Parameter(f"actuation.{name}"), Speed(speeds[robot.driven_dof(name)])
    return Op("abs", (Op("mul", (effort, speed)),))


def _arithmetic(node: Node, found: Mapping[str, float]) -> float:
    try:
        return float(evaluate(node, parameters=found))
    except (ArithmeticError, ValueError):
        return math.nan


def _integral(time: np.ndarray, values: np.ndarray) -> float:
    """By the trapezoidal rule."""
    return float(np.sum((values[1:] + values[:-1]) * np.diff(time)) / 2)


def _when(time: np.ndarray, values: np.ndarray) -> float:
    true = np.flatnonzero(values)
    return float(time[true[0]]) if len(true) else math.nan


def _settled(time: np.ndarray, values: np.ndarray, band: float, target: float | None) -> float:
    """The last sample is always close to itself: that alone is no settling."""
    aim = values[-1] if target is None else target
    outside = np.flatnonzero(~(np.abs(values - aim) <= band))
    since = int(outside[-1]) + 1 if len(outside) else 0
    latest = len(time) - (2 if target is None else 1)
    return float(time[since]) if since <= latest else math.nan


def _mean(time: np.ndarray, values: np.ndarray) -> float:
    """Over time, so that an uneven last interval counts for what it is."""
    span = float(time[-1] - time[0])
    return _integral(time, values) / span if span > 0 else float(values[0])


_KINDS: dict[str, Callable[[np.ndarray, np.ndarray], float]] = {
    "final": lambda time, values: float(values[-1]),  # noqa: ARG005
    "max": lambda time, values: float(np.max(values)),  # noqa: ARG005
    "min": lambda time, values: float(np.min(values)),  # noqa: ARG005
    "mean": _mean,
    "integral": _integral,
    "energy": _integral,
    "when": _when,
}
