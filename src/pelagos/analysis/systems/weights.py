"""Weights of quadratic costs: by a number, by names, or as a matrix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pelagos.analysis.systems.reach import places_of
from pelagos.errors import PelagosError

REMEDY = "give a number, a mapping by names, or a symmetric matrix of that size"

Weights = float | Mapping[str, float] | np.ndarray | Sequence[Sequence[float]]


def weight_matrix(
    given: Weights,
    names: Sequence[str],
    what: str,
    kind: str,
    rest: float = 0.0,
    definite: bool = False,
) -> np.ndarray:
    """A symmetric matrix of weights, checked.

    what: the argument, as messages name it, such as "lqr: Q". kind: what the names are of. rest:
    weight of names that a mapping leaves out. definite: whether each direction must have a weight.
    """
    if isinstance(given, Mapping):
        places = places_of(names, list(given), kind)
        found = np.full(len(names), rest)
        found[places] = [_one_number(value, f"{what} of {name}") for name, value in given.items()]
        matrix = np.diag(found)
    else:
        matrix = _as_numbers(given, what)
        matrix = np.diag(np.full(len(names), matrix)) if matrix.ndim == 0 else matrix
    if matrix.shape != (len(names), len(names)):
        raise PelagosError(
            f"{what} has the shape {matrix.shape}, not ({len(names)}, {len(names)})\n    {REMEDY}"
        )
    size = np.abs(matrix).max(initial=0.0)
    if not np.isfinite(matrix).all() or np.abs(matrix - matrix.T).max(initial=0.0) > 1e-12 * size:
        raise PelagosError(f"{what} is not a symmetric matrix of finite numbers\n    {REMEDY}")
    least = np.linalg.eigvalsh(matrix).min(initial=np.inf)
    if least < -1e-12 * size or (definite and least <= 0.0):
        sign = "positive" if definite else "positive or zero"
        raise PelagosError(f"{what} has the eigenvalue {least:.4g}\n    its weights must be {sign}")
    return 0.5 * (matrix + matrix.T)


def _one_number(given: Any, what: str) -> float:
    number = _as_numbers(given, what)
    if number.ndim:
        raise PelagosError(f"{what} is {given!r}, which is no number\n    {REMEDY}")
    return float(number)


def _as_numbers(given: Any, what: str) -> np.ndarray:
    try:
        if isinstance(given, bool | str):
            raise TypeError
        return np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise PelagosError(f"{what} is {given!r}, which is no number\n    {REMEDY}") from None
