"""A step of a derivation: one matrix or column, with names for its places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.equations.mechanism import Mechanism
from pelagos.mathematics import dense
from pelagos.symbolic.derive import Letters, clean, product

AXES = tuple("uvwpqr")  # entries of motions and forces, linear and angular


@dataclass(frozen=True)
class DerivationStep:
    """Something a method has on the way, such as the partial velocities of one body.

    `value` is a matrix, with one column where `columns` is None: numbers of the derivation first,
    SymPy expressions in the end.
    """

    letter: str
    meaning: str  # the heading; steps that follow each other may share one
    of: str  # the body, or bodies, it belongs to; "" for the whole robot
    rows: tuple[str, ...]
    columns: tuple[str, ...] | None
    value: Any
    latex: str  # the letter in print


@dataclass(frozen=True)
class Derivation:
    """What steps are made of: a mechanism at a state, and how its axes become the user's."""

    mechanism: Mechanism
    closures: Sequence[Any]
    state: Letters
    speeds: tuple[str, ...]  # labels of all
    align: Sequence[Sequence[Sequence[float]]]  # per body
    closure_rows: tuple[str, ...]  # labels of the rows of constraints beyond the tree

    @property
    def names(self) -> list[str]:
        return [link.name for link in self.mechanism.links]

    @property
    def free(self) -> tuple[str, ...]:
        return tuple(self.speeds[v] for v in self.state.free)

    def turn(self, body: int) -> dense.Matrix:
        """6x6: a motion or force of a body from the engine's axes into the user's."""
        T = dense.zeros(6, 6)
        for half in (0, 3):
            for i, row in enumerate(self.align[body]):
                T[half + i][half : half + 3] = [clean(x) for x in row]
        return T

    def six(self, body: int, vector: Iterable[Any]) -> list:
        """A motion or force of a body in the user's axes."""
        return [row[0] for row in product(self.turn(body), [[x] for x in vector])]

    def sixes(self, body: int, columns: Iterable[Iterable[Any]]) -> dense.Matrix:
        """The same for columns of a matrix."""
        turned = [self.six(body, column) for column in columns]
        return [[column[k] for column in turned] for k in range(6)]


def column(
    letter: str, meaning: str, of: str, rows: Sequence[str], x: Sequence, look: str
) -> DerivationStep:
    """A step that is a column."""
    return DerivationStep(letter, meaning, of, tuple(rows), None, [[entry] for entry in x], look)
