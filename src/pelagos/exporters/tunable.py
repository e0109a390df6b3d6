"""Numbers of a model that exported code leaves open, as polynomials.

Programs do not read a mass or a length, but what follows from it: entries of inertias, moments,
buoyancies. The engine works these out for a few values around the model's own, and each is a
polynomial of the open numbers that passes through all of them. Values elsewhere check it; what is
no polynomial is refused, so that no other value of a parameter ever means another robot.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pelagos.errors import PelagosError
from pelagos.mathematics.grouping import disjoint_groups

MOST_DEGREE = 3
MOST_SAMPLES = 512  # robots that are made for numbers which act together
STEP = 0.0625  # of the value itself: between the samples
AGREES = 1e-11  # of the largest value: a polynomial that is further off is none
NOTHING = 1e-13  # smaller coefficients, as parts of the value they add to, are rounding

Rows = Callable[[Sequence[Mapping[str, float]]], np.ndarray]  # numbers for each choice of values


@dataclass(frozen=True)
class PolynomialTerm:
    """A coefficient and the exponents of (value - base) / step, by path."""

    factor: float
    powers: tuple[tuple[str, int], ...]


Polynomial = tuple[PolynomialTerm, ...]


@dataclass(frozen=True)
class Steps:
    """Where a path is sampled: its own value, and the distance between samples."""

    base: float
    step: float

    def at(self, k: float) -> float:
        return self.base + k * self.step


def polynomials(rows: Rows, steps: Mapping[str, Steps], users: str) -> dict[int, Polynomial]:
    """By number of the programs: how it follows from the open ones; those that do are listed."""
    if not steps:
        return {}
    paths = list(steps)
    alone = {p: rows([{p: steps[p].at(k)} for k in range(MOST_DEGREE + 2)]) for p in paths}
    degrees = {p: _degrees(table, p) for p, table in alone.items()}
    for path, degree in degrees.items():
        if not degree.any():
            raise PelagosError(
                f"{path}: changes nothing that {users} read\n"
                "    leave it out; initial states are given by themselves"
            )
    found: dict[int, Polynomial] = {}
    for group in _together(degrees):
        found |= _of_group(rows, steps, group, degrees)
    return found


def itself(path: str, own: Steps) -> Polynomial:
    """A number that is the open one."""
    return PolynomialTerm(own.base, ()), PolynomialTerm(own.step, ((path, 1),))


def value(polynomial: Polynomial, steps: Mapping[str, Steps], given: Mapping[str, float]) -> float:
    """What a number is where the open ones have given values."""
    total = 0.0
    for term in polynomial:
        product = term.factor
        for path, power in term.powers:
            own = steps[path]
            product *= ((given.get(path, own.base) - own.base) / own.step) ** power
        total += product
    return total


def slope(
    polynomial: Polynomial, steps: Mapping[str, Steps], given: Mapping[str, float], by: str
) -> float:
    """How fast that number moves with one of the open ones."""
    total = 0.0
    for term in polynomial:
        if by not in dict(term.powers):
            continue
        product = term.factor
        for path, power in term.powers:
            own = steps[path]
            at = (given.get(path, own.base) - own.base) / own.step
            product *= power * at ** (power - 1) / own.step if path == by else at**power
        total += product
    return total


def _degrees(table: np.ndarray, path: str) -> np.ndarray:
    """Of each number along one path: the degree of its polynomial, by differences of samples."""
    scale = np.abs(table).max(axis=0) + np.finfo(float).tiny
    found = np.zeros(table.shape[1], dtype=int)
    differences = table
    for degree in range(1, len(table)):
        differences = np.diff(differences, axis=0)
        found[np.abs(differences).max(axis=0) > AGREES * scale] = degree
    if (found > MOST_DEGREE).any():
        raise PelagosError(
            f"{path}: what follows from it is no polynomial of it, so it cannot be left open\n"
            "    open another number (of mass, drag, a length), or export one file for each value"
        )
    return found


def _together(degrees: Mapping[str, np.ndarray]) -> list[list[str]]:
    """Paths in groups that have no number in common."""
    paths = list(degrees)
    found = disjoint_groups([degree > 0 for degree in degrees.values()])
    return [[paths[k] for k in group] for group in found]


def _of_group(
    rows: Rows,
    steps: Mapping[str, Steps],
    group: Sequence[str],
    degrees: Mapping[str, np.ndarray],
) -> dict[int, Polynomial]:
    """Polynomials of paths that act on the same numbers, by samples on a grid of all of them."""
    sizes = [int(degrees[path].max()) + 1 for path in group]
    if np.prod(sizes) > MOST_SAMPLES:
        raise PelagosError(
            f"{', '.join(group)}: act on the same numbers, in too many ways\n"
            "    leave fewer of them open"
        )
    grid = list(itertools.product(*map(range, sizes)))
    at = [{p: steps[p].at(k) for p, k in zip(group, place, strict=True)} for place in grid]
    checks = [{p: steps[p].at(x) for p in group} for x in (0.5, 2.5)]
    checks.append({p: steps[p].at(0.5 + i) for i, p in enumerate(group)})
    sampled = rows([*at, *checks])
    touched = np.flatnonzero(np.any([degrees[p] > 0 for p in group], axis=0))
    coefficients = sampled[: len(grid), touched].reshape(*sizes, len(touched))
    for axis, size in enumerate(sizes):
        inverse = np.linalg.inv(np.vander(np.arange(size, dtype=float), increasing=True))
        coefficients = np.moveaxis(np.tensordot(inverse, coefficients, (1, axis)), 0, axis)
    found = {}
    for column, number in enumerate(touched.tolist()):
        scale = np.abs(sampled[:, number]).max()
        kept = [place for place in grid if abs(coefficients[(*place, column)]) > NOTHING * scale]
        terms = (
            PolynomialTerm(
                float(coefficients[(*place, column)]),
                tuple((p, k) for p, k in zip(group, place, strict=True) if k),
            )
            for place in kept
        )
        found[number] = tuple(terms)
        got = [value(found[number], steps, check) for check in checks]
        if np.abs(got - sampled[len(grid) :, number]).max() > AGREES * scale:
            raise PelagosError(
                f"{', '.join(group)}: what follows from these is no polynomial of them\n"
                "    leave fewer of them open"
            )
    return found
