"""All derivatives of the outputs of a tape by some of its inputs, at one state.

By gradients of the outputs (w J for every unit w) or along the columns (J v for every unit v),
whichever are fewer, side by side in lanes; what they share is done once (`tape.split`). Rows and
columns that are zero at every state are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pelagos.lazy import cached_property
from pelagos.tape.derivatives import pullback, pushforward
from pelagos.tape.function import Function, Over
from pelagos.tape.machine.lanes import WIDTH
from pelagos.tape.numbers import Number, Tape

Column = Mapping[int, Any]  # by index of an input's operation: how it moves along the column


class Jacobian:
    """Outputs of a tape and their derivatives, as a function of time and rows of numbers."""

    def __init__(
        self,
        tape: Tape,
        rows: Mapping[str, int],  # how the inputs are divided, without the time
        outputs: Sequence[Any],
        columns: Sequence[Column],
        forward: bool | None = None,  # along the columns, by gradients, or whichever are fewer
        beside: Sequence[Any] = (),  # numbers that are wanted with the outputs, but no slopes of
    ):
        self._tape, self._rows, self._outputs = tape, dict(rows), outputs
        self._beside = beside
        self.shape = len(outputs), len(columns)
        moved = {index for column in columns for index in column}
        depends = _depending(tape, outputs, moved)
        numbers = ((i, o) for i, o in enumerate(outputs) if isinstance(o, Number))
        self._live = [i for i, o in numbers if depends[o.index]]
        read = set(tape.needed([outputs[i] for i in self._live]))
        self._kept = [j for j, c in enumerate(columns) if any(index in read for index in c)]
        self._columns = [columns[j] for j in self._kept]
        fewer = len(self._kept) < len(self._live)
        self._forward = fewer if forward is None else forward
        self._seeds = self._kept if self._forward else self._live
        self._found = self._live if self._forward else self._kept
        self._whole = (len(self._live), len(self._kept)) == self.shape

    def __call__(self, t: float, *rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The outputs, and their derivatives (output, column)."""
        values, found = self._over.beside(t, *rows)
        if self._forward:
            found = found.T
        if self._whole:
            return values, found
        slopes = np.zeros(self.shape)
        slopes[self._place] = found
        return values, slopes

    def seeded(self, t: float, *rows: np.ndarray) -> np.ndarray:
        """J v or w J for the last of the rows, v or w; any may have a leading dimension."""
        *others, seed = rows
        found = self._function(t, *others, seed[..., self._seeds])
        whole = np.zeros((*found.shape[:-1], self.shape[0 if self._forward else 1]))
        whole[..., self._found] = found
        return whole

    @cached_property
    def _place(self) -> Any:
        return np.ix_(self._live, self._kept)

    @cached_property
    def _over(self) -> Over:
        also = [*self._outputs, *self._beside]
        return self._function.over("seed", np.eye(len(self._seeds)), also)

    @cached_property
    def _function(self) -> Function:
        outputs = [self._outputs[i] for i in self._live]
        seed = self._tape.row(f"seed[{k}]" for k in range(len(self._seeds)))
        found: Sequence[Any]
        if self._forward:
            found = pushforward(self._tape, outputs, _along(self._columns, seed))
        else:
            gradient = pullback(self._tape, outputs, seed)
            found = [_contracted(column, gradient) for column in self._columns]
        return Function(self._tape, {**self._rows, "seed": len(seed)}, found, WIDTH)


def _along(columns: Sequence[Column], seed: Sequence[Any]) -> dict[int, Any]:
    """How the inputs move along a combination of columns."""
    found: dict[int, Any] = {}
    for share, column in zip(seed, columns, strict=True):
        for index, rate in column.items():
            found[index] = found.get(index, 0.0) + rate * share
    return found


def _contracted(column: Column, gradient: Mapping[int, Any]) -> Any:
    total: Any = 0.0
    for index, rate in column.items():
        if index in gradient:
            total = total + gradient[index] * rate
    return total


def _depending(tape: Tape, outputs: Sequence[Any], moved: set[int]) -> bytearray:
    """By operation: whether it depends on any of these inputs."""
    found = bytearray(len(tape))
    for index in tape.needed(outputs):
        if index in moved or any(found[a] for a in tape.operands(index)):
            found[index] = 1
    return found
