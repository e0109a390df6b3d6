"""Derivatives of runs by differences of other runs with the same steps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

import pelagos as pl
from pelagos.model.paths.numbers import number_at

SHARE = 2e-3  # of a value: the widest difference


def slopes(
    robot: str, scenario: str | None, path: str, names: Sequence[str], share: float = SHARE, **words
) -> dict[str, np.ndarray]:
    """Extrapolated central differences of sixth order, by variable."""
    value = number_at(pl.load(robot), path)
    steps = share * abs(value) * np.array([1.0, 0.5, 0.25])
    values = np.concatenate([value + steps, value - steps])
    batch = pl.simulate_batch(
        robot, scenario, vary={path: values}, n=6, keep=[*names], threads=1, **words
    )
    assert all(outcome.finished for outcome in batch.outcomes)
    found = {}
    for name in names:
        runs = batch.arrays[name]
        wide, middle, narrow = (
            (runs[k] - runs[k + 3]) / (values[k] - values[k + 3]) for k in range(3)
        )
        first, second = (4.0 * middle - wide) / 3.0, (4.0 * narrow - middle) / 3.0
        found[name] = (16.0 * second - first) / 15.0
    return found
