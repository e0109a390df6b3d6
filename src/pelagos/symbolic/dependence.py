"""Numbers as polynomials of some values, found by changing these values.

What a number does while one value changes says which powers of that value it has; a grid of changes
of all values it depends on then gives the factors. Inertias about a hinge, J + m c^2, are such.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product

import numpy as np

FACTORS = (1.0, 1.25, 0.8, 1.5, 0.9, 1.1)  # by which a value is changed
POWERS = range(-2, 6)
MOST_POWERS = 3  # of one value in one number
LARGEST_GRID = 81
AGREED = 1e-11

Polynomial = dict[tuple[int, ...], float]  # powers of the values -> factor
Sample = Callable[[Mapping[str, float]], np.ndarray | None]  # all numbers at changed values


def powers_of(name: str, value: float, sample: Sample) -> list[tuple[int, ...]] | None:
    """The powers that each number has of one value; None if some number depends otherwise."""
    rows = [sample({name: value * factor}) for factor in FACTORS]
    if any(row is None or len(row) != len(rows[0]) for row in rows):  # type: ignore[arg-type]
        return None
    values = np.array(rows)
    found: list[tuple[int, ...] | None] = [None] * values.shape[1]
    for count in range(1, MOST_POWERS + 1):
        # a constant first
        for exponents in sorted(combinations(POWERS, count), key=lambda e: [abs(x) for x in e]):
            left = [i for i, known in enumerate(found) if known is None]
            if not left:
                break
            V = np.array([[factor**e for e in exponents] for factor in FACTORS])
            fitted = V @ np.linalg.lstsq(V, values[:, left], rcond=None)[0]
            scale = np.abs(values[:, left]).max(axis=0)
            error = np.abs(fitted - values[:, left]).max(axis=0)
            for i, good in zip(left, error <= AGREED * scale, strict=True):
                found[i] = exponents if good else None
    return None if any(e is None for e in found) else [e for e in found if e is not None]


def polynomials(
    values: Mapping[str, float], powers: Sequence[Sequence[tuple[int, ...]]], sample: Sample
) -> list[Polynomial] | None:
    """Every number as a polynomial; `powers` holds those of each value, per number."""
    names = list(values)
    patterns = list(zip(*powers, strict=True))
    found: list[Polynomial] = [{} for _ in patterns]
    for pattern in dict.fromkeys(patterns):
        grid = list(product(*(FACTORS[: len(e)] for e in pattern)))
        if len(grid) > LARGEST_GRID:
            return None
        rows = [
            sample({n: values[n] * f for n, f in zip(names, factors, strict=True)})
            for factors in grid
        ]
        if any(row is None for row in rows):
            return None
        members = [i for i, other in enumerate(patterns) if other == pattern]
        shape = tuple(len(e) for e in pattern)
        table = np.array(rows)[:, members].reshape(*shape, len(members))
        for axis, exponents in enumerate(pattern):
            V = np.array([[f**e for e in exponents] for f in FACTORS[: len(exponents)]])
            table = np.moveaxis(np.tensordot(np.linalg.inv(V), table, (1, axis)), 0, axis)
        for k, i in enumerate(members):
            found[i] = _factors(pattern, table[..., k], [values[n] for n in names])
    return found if _hold(found, values, sample) else None


def _factors(
    pattern: Sequence[tuple[int, ...]], table: np.ndarray, values: Sequence[float]
) -> Polynomial:
    """From factors of changes to those of the values; what rounding leaves of zeros is dropped."""
    largest = np.abs(table).max(initial=0.0)
    found: Polynomial = {}
    for place in np.ndindex(table.shape):
        exponents = tuple(e[k] for e, k in zip(pattern, place, strict=True))
        if abs(table[place]) > 1e-13 * largest:
            scale = np.prod([v**e for v, e in zip(values, exponents, strict=True)])
            found[exponents] = float(table[place] / scale)
    return found


def _hold(found: list[Polynomial], values: Mapping[str, float], sample: Sample) -> bool:
    """Whether the polynomials are right when all values change at once."""
    changed = {name: value * (1.13 + 0.07 * k) for k, (name, value) in enumerate(values.items())}
    numbers = sample(changed)
    if numbers is None or len(numbers) != len(found):
        return False
    told = [
        sum(
            factor * float(np.prod([v**e for v, e in zip(changed.values(), powers, strict=True)]))
            for powers, factor in polynomial.items()
        )
        for polynomial in found
    ]
    return bool(np.allclose(told, numbers, rtol=1e-10, atol=1e-12 * np.abs(numbers).max()))
