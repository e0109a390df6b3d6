"""Quantities of a run: its columns by name, and expressions over them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.language.expressions import (
    ARITY,
    Const,
    Coordinate,
    Node,
    Op,
    Parameter,
    Speed,
    StateElement,
    Time,
)
from pelagos.language.parser import ExpressionError, parse
from pelagos.language.suggest import did_you_mean
from pelagos.result.columns import element_units
from pelagos.result.euler import ANGLES, angles, unfolded
from pelagos.result.quantities.units import Unit, unit_of
from pelagos.result.schema import UNIT_COORDINATES, VARIABLES

if TYPE_CHECKING:
    from pelagos.result.header import Header
    from pelagos.result.run import Run

# Roll, pitch and yaw of bodies: pitch within 90 degrees, or without a fold at the vertical.
_TURNS: dict[str, Callable[[np.ndarray], np.ndarray]] = {"euler": angles, "attitude": unfolded}
# functions of expressions that numpy calls by another name
_NUMPY = {
    "sub": "subtract",
    "mul": "multiply",
    "div": "divide",
    "neg": "negative",
    "pow": "power",
    "asin": "arcsin",
    "acos": "arccos",
    "atan": "arctan",
    "atan2": "arctan2",
    "min": "minimum",
    "max": "maximum",
    "lt": "less",
    "le": "less_equal",
}
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: getattr(np, _NUMPY.get(name, name)) for name in ARITY
}


class Quantities:
    """The columns of a run by name, and expressions over them."""

    def __init__(self, header: Header) -> None:
        self._places: dict[str, tuple[str, tuple[int, ...]]] = {}
        self._turned_run: Run | None = None  # the last one asked about
        self._turned: dict[tuple[str, int], np.ndarray] = {}
        for variable, facts in VARIABLES.items():
            labels = [list(enumerate(header.labels(dim))) for dim in facts.dims[1:]]
            for element in itertools.product(*labels):
                name = ".".join((variable, *(label for _, label in element)))
                self._places[name] = variable, tuple(index for index, _ in element)
        self._header = header
        for k, body in enumerate(header.bodies):
            for kind, (j, word) in itertools.product(_TURNS, enumerate(ANGLES)):
                self._places[f"{kind}.{body}.{word}"] = kind, (k, j)

    def parsed(self, text: str) -> Node:
        """The tree of a quantity, whose names are those of columns."""
        if text in self._places:
            return Parameter(text)
        node = parse(text, self._places, state=True).node
        for name in names_in(node):
            if name not in self._places:
                raise ExpressionError(f"unknown name {name!r}", did_you_mean(name, self._places))
        return node

    def variables(self, node: Node) -> set[str]:
        """Variables of a result that a quantity is made of."""
        found = {self._places[name][0] for name in names_in(node)}
        return {"orientation" if name in _TURNS else name for name in found}

    def unit(self, node: Node) -> Unit | None:
        """Of a quantity, where it is known."""
        return unit_of(node, lambda leaf: self._unit(name_of(leaf)))

    def _unit(self, name: str) -> str:
        variable, index = self._places[name]
        if variable in _TURNS:
            return "rad"
        per_element = VARIABLES[variable].dims[-1] in UNIT_COORDINATES
        count = len(self._header.labels(VARIABLES[variable].dims[-1])) if per_element else 1
        return element_units(self._header, variable, count)[index[-1] if per_element else 0]

    def column(self, run: Run, name: str) -> np.ndarray:
        """One column, in memory of its own."""
        variable, index = self._places[name]
        if variable in _TURNS:
            body, angle = index
            return np.ascontiguousarray(self._angles(run, variable, body)[:, angle])
        rows = run.arrays[variable]
        for k in index:
            rows = rows[:, k]
        return np.ascontiguousarray(rows)

    def _angles(self, run: Run, kind: str, body: int) -> np.ndarray:
        """Roll, pitch and yaw of a body, computed once for all quantities of a run."""
        if self._turned_run is not run:
            self._turned_run, self._turned = run, {}
        if (kind, body) not in self._turned:
            quaternions = np.ascontiguousarray(run.arrays["orientation"][:, body])
            self._turned[kind, body] = _TURNS[kind](quaternions)
        return self._turned[kind, body]

    def values(self, run: Run, node: Node) -> np.ndarray:
        """A quantity over time."""
        if isinstance(node, Const):
            return np.full(len(run), node.value)
        if isinstance(node, Op):
            with np.errstate(all="ignore"):
                found = _FUNCTIONS[node.name](*(self.values(run, arg) for arg in node.args))
            return np.asarray(found, dtype=float)
        return self.column(run, name_of(node))


def name_of(node: Node) -> str:
    """The column that a leaf stands for."""
    match node:
        case Coordinate(label):
            return f"q.{label}"
        case Speed(label):
            return f"u.{label}"
        case StateElement(label):
            return f"state.{label}"
        case Time():
            return "time"
        case Parameter(name):
            return name
    raise TypeError(f"{node} has no name")


def names_in(node: Node) -> list[str]:
    """The columns that an expression is made of."""
    if isinstance(node, Op):
        return [name for arg in node.args for name in names_in(arg)]
    return [] if isinstance(node, Const) else [name_of(node)]
