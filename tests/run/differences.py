"""Derivatives of runs by differences of other runs with the same steps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

import pelagos as pl
from pelagos.model.paths.numbers import number_at

SHARE = 2e-3  # of a value: the widest difference


def moved_values(value: float, share: float = SHARE) -> np.ndarray:
    """Values above another one, closer and closer, then those below."""
    steps = share * (abs(value) or 1.0) * np.array([1.0, 0.5, 0.25])
    return np.concatenate([value + steps, value - steps])


def extrapolated(results: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The slope of results at such values: central differences of sixth order."""
    wide, middle, narrow = (
        (results[k] - results[k + 3]) / (values[k] - values[k + 3]) for k in range(3)
    )
    first, second = (4.0 * middle - wide) / 3.0, (4.0 * narrow - middle) / 3.0
    return (16.0 * second - first) / 15.0


def slopes(
    robot: pl.Robot | str, scenario: str | None, path: str, names: Sequence[str], **words
) -> dict[str, np.ndarray]:
    """Of variables of runs."""
    values = moved_values(number_at(pl.load(robot) if isinstance(robot, str) else robot, path))
    batch = pl.simulate_batch(
        robot, scenario, vary={path: values}, n=6, keep=[*names], threads=1, **words
    )
    assert all(outcome.finished for outcome in batch.outcomes)
    return {name: extrapolated(batch.arrays[name], values) for name in names}
