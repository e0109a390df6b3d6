"""The gradient of a cost of a run by many numbers at once: the discrete adjoint."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.language.expressions import Node, Parameter, walk
from pelagos.language.parser import ExpressionError, parse
from pelagos.march.engine import prepare
from pelagos.march.variational.adjoint import Adjoint, steps_taken
from pelagos.mechanism.robot import Compiled
from pelagos.model.robot import Robot
from pelagos.programs.watched import unknown
from pelagos.progress import Progress, with_bar
from pelagos.result.header import Outcome
from pelagos.run.directions import directions_of
from pelagos.run.moved import moves_parameter
from pelagos.run.request import Request
from pelagos.run.sensitivities import with_smooth_steps

PARTS = ("end", "integral")


@dataclass(frozen=True)
class CostGradient:
    """A cost of a run and its derivatives."""

    cost: float
    paths: tuple[str, ...]
    slopes: np.ndarray
    """d cost / d path, in the order of the paths."""
    outcome: Outcome
    """Of the run: its steps among others."""

    def __getitem__(self, path: str) -> float:
        if path not in self.paths:
            raise KeyError(f"no derivative by {path!r}: these are {', '.join(self.paths)}")
        return float(self.slopes[self.paths.index(path)])


@with_bar
def gradient(
    robot: Robot | str | Path,
    scenario: str | None,
    cost: str | Mapping[str, str],
    paths: Sequence[str],
    *,
    duration: float | None = None,
    method: str = "newton-euler",
    integrator: str | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    step: float | None = None,
    max_steps: int | None = None,
    set: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> CostGradient:
    """The derivatives of a cost of a run by numbers of the model and of the initial state.

    cost: an expression of the state at the end, as "pos[hull.x]", or {"end": ..., "integral": ...};
        the second one is integrated over time by the weights of the steps. Expressions are those of
        conditions: t, q[...], u[...], pos[...], effort[...], parameters.
    paths: as `sensitivities` of `simulate`; the time that is needed hardly depends on how many.

    The steps taken are differentiated exactly, backward (discrete adjoint). Other words are those
    of `simulate`.

    Examples:
        >>> found = pl.gradient("pendulum", None, "q[rod]", ["u[rod]"], duration=0.1)
        >>> round(found["u[rod]"], 2)
        0.1
    """
    words = {"duration": duration, "integrator": integrator, "rtol": rtol, "atol": atol}
    words |= {"step": step, "every": None, "max_steps": max_steps}
    request = with_smooth_steps(Request.read(robot, scenario, method, set, **words))
    parts = _read(cost, request.robot)
    directions = directions_of(request, paths)
    engine = directions.engine
    _refuse(request, engine.robot, parts, directions.paths)
    prepare(progress, request.robot, ("lattice", "flow_backward"))
    engine.get_ready(progress)
    taken = steps_taken(engine, request.settings, _share(progress, 0.0, 0.2, "forward"))
    if taken.outcome.code != "finished":
        raise PelagosError(f"gradient: the run did not reach its end: {taken.outcome.message}")
    moved = np.flatnonzero(directions.numbers.any(axis=0))
    found = Adjoint(engine, request.settings, moved).gradient(
        taken, parts.get("end"), parts.get("integral"), _share(progress, 0.2, 1.0, "backward")
    )
    value, count = found.cost, len(found.state)
    slopes = directions.starts[:, :count] @ found.state
    slopes += directions.numbers[:, moved] @ found.numbers
    if found.corners.size:
        slopes += np.tensordot(directions.corners, found.corners, 2)
    if not (math.isfinite(value) and np.isfinite(slopes).all()):
        raise PelagosError(
            f"cost: {value:g}, and not all of its derivatives are finite\n"
            "    choose a cost that is smooth along the run: no root or division of zero"
        )
    return CostGradient(value, directions.paths, slopes, taken.outcome)


def _share(
    progress: Progress | None, low: float, high: float, message: str
) -> Callable[[float], None] | None:
    """Tells of a part of the way."""
    if progress is None:
        return None
    return lambda fraction: progress(low + (high - low) * fraction, message)


def _read(cost: str | Mapping[str, str], robot: Robot) -> dict[str, Node]:
    """The expressions of a cost as trees."""
    given = {"end": cost} if isinstance(cost, str) else cost
    if not (isinstance(given, Mapping) and given and all(name in PARTS for name in given)):
        raise PelagosError(
            f"cost: {cost!r} is no cost\n"
            '    give an expression of the end, or {"end": "...", "integral": "..."}'
        )
    found = {}
    for name, text in given.items():
        try:
            node = parse(str(text), [*robot.parameters], state=True, bodies=True).node
        except ExpressionError as error:
            raise PelagosError(
                f"cost: {name}: {text!r}: {error.message}\n    {error.remedy}"
            ) from None
        for message, remedy in unknown(robot, node):
            raise PelagosError(f"cost: {name}: {text!r}: {message}\n    {remedy}")
        found[name] = node
    return found


def _refuse(
    request: Request, robot: Compiled, parts: Mapping[str, Node], paths: Sequence[str]
) -> None:
    """Numbers of a cost that the way back does not see."""
    names = {p.name for node in parts.values() for p in walk(node) if isinstance(p, Parameter)}
    for name in sorted(names - {*robot.parameter_slots}):
        for path in paths:
            if moves_parameter(request, path, name):
                raise PelagosError(
                    f"cost: names {name}, which moves with {path}, and no input does\n"
                    "    write its value as a number into the cost and add that part of the"
                    " derivative"
                )
