"""Exact derivatives where a robot has them, else differences, with a word on why."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pelagos.data.checks import Array
from pelagos.errors import PelagosError
from pelagos.identify.experiment import Piece
from pelagos.identify.prediction import MovedPrediction
from pelagos.identify.responses.differences import Differences


def predictions(
    pieces: Sequence[Piece],
    paths: tuple[str, ...],
    rtol: float,
    x: Array,
    bounds: tuple[Array, Array],
) -> tuple[MovedPrediction, list[str]]:
    """Predictions of the pieces that know how they move, and notes for the reader of the fit."""
    from pelagos.identify.responses.exact import ExactPrediction

    scale = np.where(x != 0, np.abs(x), 1.0)
    margin = 1e-9 * scale
    inside = np.clip(x, bounds[0] + margin, bounds[1] - margin)
    try:
        exact = ExactPrediction(pieces, paths, rtol, inside, scale)
        first = np.append(inside, np.zeros(exact.offsets))
        if np.isfinite(exact.rows(first[None])).all():
            exact.moves(first)  # which may not be finite
        return exact, []
    except PelagosError as error:
        why = str(error).partition("\n")[0]
    differences = Differences(pieces, paths, rtol, bounds[1], scale)
    return differences, [f"fitted by differences, which are less exact: {why}"]
