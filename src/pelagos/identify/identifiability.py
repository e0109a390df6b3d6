"""Which parameters a record shows, and which combinations it cannot tell apart.

The information matrix J'J of the samples about the parameters, with the starts of the pieces
eliminated, says it all (Fisher information of normal errors): its eigenvectors are combinations of
relative changes, and an eigenvalue is one over the variance of its combination, in units of a
residual's variance. With exact derivatives it is no better and no worse than the record itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.data.checks import Array

_WEAK = 1e-4  # a direction so much weaker than the strongest is not seen
_NOTHING = 1e-9  # one so much weaker is rounding
_SHARE = 0.2  # parameters with a smaller part in a direction are not named
_SHOWN = 3  # of the weakest directions, at least those that are not seen


@dataclass(frozen=True)
class Identifiability:
    """Singular values and directions of the Jacobian per relative change of each parameter."""

    names: tuple[str, ...]
    singular_values: Array
    directions: Array  # rows, in the order of the singular values
    variance: float = 1.0  # of a residual, with what its correlation in time adds

    @property
    def information(self) -> Array:
        """J'J of relative changes, for residuals of unit variance."""
        scaled = self.directions * self.singular_values[:, None]
        return np.asarray(scaled.T @ scaled)

    @property
    def eigenvalues(self) -> Array:
        """Of the information, largest first."""
        return np.asarray(self.singular_values**2)

    @property
    def deviations(self) -> Array:
        """Standard errors of the combinations: relative changes, infinite for what is not seen."""
        with np.errstate(divide="ignore"):
            return np.asarray(np.sqrt(self.variance) / self.singular_values)

    @property
    def condition(self) -> float:
        """Largest over smallest singular value; infinite if something is not seen at all.

        With every parameter on its bound there is nothing to tell apart, and it is 1.
        """
        if not len(self.singular_values):
            return 1.0
        largest, smallest = (float(self.singular_values[i]) for i in (0, -1))
        return largest / smallest if smallest > 0 else float("inf")

    def covariance(self) -> Array:
        """Of relative changes, for residuals of unit variance.

        What is not seen at all is known to no accuracy: its variance is huge, not zero.
        """
        strongest = float(self.singular_values[0]) if len(self.singular_values) else 1.0
        least = max(_NOTHING * strongest, 1e-150)
        scaled = self.directions / np.maximum(self.singular_values, least)[:, None]
        return np.asarray(scaled.T @ scaled)

    @property
    def hidden(self) -> np.ndarray:
        """Which directions are not seen: those that move nothing, or next to nothing."""
        values = self.singular_values
        return np.asarray((values < _WEAK * values[:1]) | (values == 0.0))

    def unseen(self) -> list[str]:
        """Combinations of relative changes that hardly move the prediction."""
        found = []
        for hidden, row in zip(self.hidden, self.directions, strict=True):
            if hidden:
                parts = [
                    f"{part:+.2f} {name}"
                    for part, name in sorted(
                        zip(row, self.names, strict=True), key=lambda pair: -abs(pair[0])
                    )
                    if abs(part) >= _SHARE
                ]
                found.append(" ".join(parts))
        return found

    def weakest(self, least: int = _SHOWN) -> list[int]:
        """The directions that are known worst, worst first: so many, and all that are not seen."""
        count = len(self.singular_values)
        hidden = int(np.sum(self.hidden))
        return list(range(count - 1, max(count - max(least, hidden), 0) - 1, -1))

    def in_words(self, direction: int) -> str:
        """A combination: what stands alone, moves together, or against each other."""
        row = self.directions[direction]
        order = np.argsort(-np.abs(row))
        named = [int(i) for i in order if abs(row[i]) >= _SHARE] or [int(order[0])]
        first = row[named[0]]
        if len(named) == 1:
            return f"{self.names[named[0]]} alone"
        alike = [self.names[i] for i in named if row[i] * first > 0]
        other = [self.names[i] for i in named if row[i] * first < 0]
        sides = [" with ".join(side) for side in (alike, other) if side]
        return " against ".join(sides)

    def rows(self) -> list[tuple[str, ...]]:
        """A table of the weakest directions, heading first; empty if there is no parameter."""
        if not self.names:
            return []
        found: list[tuple[str, ...]] = [("weakest combinations", "eigenvalue", "standard error")]
        for k in self.weakest():
            value, off = self.eigenvalues[k], 100 * self.deviations[k]
            said = "not seen" if self.hidden[k] else f"{off:.3g} %"
            found.append((self.in_words(k), f"{value:.3g}", said))
        return found

    def to_dict(self) -> dict[str, Any]:
        """For programs: eigenvalues of the information, largest first, and their directions."""
        finite = np.isfinite(self.deviations)
        return {
            "condition": self.condition if np.isfinite(self.condition) else None,
            "names": list(self.names),
            "eigenvalues": self.eigenvalues.tolist(),
            "directions": self.directions.tolist(),
            "standard_errors": [
                float(x) if good else None for x, good in zip(self.deviations, finite, strict=True)
            ],
            "weakest": [self.in_words(k) for k in self.weakest()],
        }

    def notes(self) -> list[str]:
        """For the reader of the fit."""
        return [f"not seen in the data: {combination}" for combination in self.unseen()]


def identifiability(
    names: Sequence[str], jacobian: Array, variance: float = 1.0
) -> Identifiability:
    """From the Jacobian of the residuals, one column per parameter in units of its own size.

    Singular values of the Jacobian are the roots of the eigenvalues of J'J, without its rounding.
    """
    if not len(names):
        return Identifiability((), np.zeros(0), np.zeros((0, 0)), variance)
    _, values, directions = np.linalg.svd(jacobian, full_matrices=False)
    return Identifiability(tuple(names), values, directions, variance)
