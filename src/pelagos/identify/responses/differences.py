"""Predictions whose derivatives are differences of runs, for robots that have no exact ones.

All perturbed robots run as one batch.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pelagos.data.checks import Array
from pelagos.identify.experiment import Piece
from pelagos.identify.prediction import MovedPrediction, Moves

_SMALL = 1e-4  # share of a parameter for central differences, in the end


class Differences(MovedPrediction):
    """Motions of all pieces and their moves by values and offsets."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        paths: tuple[str, ...],
        rtol: float,
        high: Array,
        scale: Array,
    ):
        super().__init__(pieces, paths, rtol)
        self._high, self._scale = high, scale

    def moves(self, point: Array) -> Moves:
        """Forward differences, with steps that rise above the errors of the simulated runs."""
        return self._moves(point, self.rtol**0.5, central=False)

    def last_moves(self, point: Array) -> Moves:
        """Central differences by small steps."""
        return self._moves(point, _SMALL, central=True)

    def _moves(self, point: Array, share: float, central: bool) -> Moves:
        count = len(self.paths)
        steps = np.zeros((count, len(point)))
        size = share * np.maximum(np.abs(point[:count]), 1e-3 * self._scale)
        steps[:, :count] = np.diag(np.where(point[:count] + size <= self._high, size, -size))
        starts = self._offset_steps(len(point))
        ups = np.vstack([steps, starts])
        points = np.vstack([point, point + ups, *([point - steps] if central else [])])
        motions = self.run(points)
        rows = np.array([self.apart(found) for found in motions])
        here, up = rows[0], rows[1 : 1 + count]
        widths = np.diag(steps)
        down = rows[1 + len(ups) :] if central else here
        by_values = ((up - down) / ((2 if central else 1) * widths)[:, None]).T
        moved = (rows[1 + count : 1 + len(ups)] - here).T
        return Moves(motions[0], by_values, self._by_offsets(moved))

    def _offset_steps(self, width: int) -> Array:
        """Each offset by one standard deviation, in all pieces at once: these are independent."""
        sizes = [columns.stop - columns.start for columns in self._columns]
        found = np.zeros((max(sizes, default=0) if width > len(self.paths) else 0, width))
        for columns in self._columns if len(found) else ():
            for row, place in enumerate(range(columns.start, columns.stop)):
                found[row, place] = 1.0
        return found

    def _by_offsets(self, moved: Array) -> list[Array]:
        found, first = [], 0
        for piece, columns in zip(self.pieces, self._columns, strict=True):
            last = first + sum(len(values) for values in piece.measured.values())
            found.append(moved[first:last, : columns.stop - columns.start])
            first = last
        return found
