"""Which parameters a record shows, and which combinations it cannot tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pelagos.data.checks import Array

_WEAK = 1e-4  # a direction so much weaker than the strongest is not seen
_NOTHING = 1e-9  # one so much weaker is rounding
_SHARE = 0.2  # parameters with a smaller part in a direction are not named


@dataclass(frozen=True)
class Identifiability:
    """Singular values and directions of the Jacobian per relative change of each parameter."""

    names: tuple[str, ...]
    singular_values: Array
    directions: Array  # rows, in the order of the singular values

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

    def unseen(self) -> list[str]:
        """Combinations of relative changes that hardly move the prediction."""
        found = []
        for value, row in zip(self.singular_values, self.directions, strict=True):
            if value < _WEAK * self.singular_values[0]:
                parts = [
                    f"{part:+.2f} {name}"
                    for part, name in sorted(
                        zip(row, self.names, strict=True), key=lambda pair: -abs(pair[0])
                    )
                    if abs(part) >= _SHARE
                ]
                found.append(" ".join(parts))
        return found

    def notes(self) -> list[str]:
        """For the reader of the fit."""
        return [f"not seen in the data: {combination}" for combination in self.unseen()]


def identifiability(names: Sequence[str], jacobian: Array) -> Identifiability:
    """From the Jacobian of the residuals, one column per parameter in units of its own size."""
    if not len(names):
        return Identifiability((), np.zeros(0), np.zeros((0, 0)))
    _, values, directions = np.linalg.svd(jacobian, full_matrices=False)
    return Identifiability(tuple(names), values, directions)
