"""Numbers of a model as functions of its parameters, with slopes that are kept between points.

A search asks for these slopes at every step, and to flatten a robot takes milliseconds. Most
numbers of a robot are affine in its parameters: a coefficient of drag stands in its table as it is
written. Their slopes are found once, by differences, which are exact. Which numbers are affine is
seen at points where all parameters are moved together by different shares: a product of two
parameters gives itself away there. The slopes of others are extrapolated at each point anew, along
those parameters alone that reach them.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence

import numpy as np

from pelagos.data.checks import Array
from pelagos.errors import PelagosError
from pelagos.mathematics import richardson

SHARE = 1e-2  # of a parameter, or of its scale around zero: how far it is moved
_ROUNDING = 1e-11  # of a number: what differs by less is the same
_AGREED = 1e-7  # two extrapolations of a slope
_FRACTIONS = (1.0, 0.5, 0.25)

Made = Callable[[Array], Array]  # numbers of a model with these parameters


class KeptSlopes:
    """Values and slopes of a vector function that is affine in most of its elements."""

    def __init__(self, made: Made, x: Array, scale: Array, names: Sequence[str]):
        """names: of the parameters, for refusals."""
        self._made, self._scale, self._names = made, scale, names
        # all parameters a little off: at zero itself a factor would hide what it multiplies
        self._x, self._value = self._nearby(x, 0)
        self._last = self._x.tobytes(), self._value
        moved = [self._beside(self._x, i) for i in range(len(x))]
        self._slopes = np.array([richardson.change(up, self._value) / width for up, width in moved])
        self.reached = np.array([up != self._value for up, _ in moved])
        self._bent = np.zeros(len(self._value), dtype=bool)
        self._other: KeptSlopes | None = None  # that this one is but for a shift
        self._shift = np.zeros(0)
        self._away, found = self._nearby(x, 1)
        self._compare(self._away, found)
        self.at(x)

    def shared_by(self, made: Made) -> KeptSlopes | None:
        """The same slopes for another function that differs by a constant, or None."""
        value = made(self._x)
        if value.shape != self._value.shape:
            return None
        shift, away = richardson.change(value, self._value), self._away
        size = np.abs(value) + np.abs(self._value)
        if (
            np.abs(richardson.change(made(away), self._made(away)) - shift) > _ROUNDING * size
        ).any():
            return None
        found = copy.copy(self)
        found._other, found._shift = self, shift
        return found

    @property
    def moving(self) -> np.ndarray:
        """Which elements depend on a parameter."""
        return self.reached.any(axis=0) | self._bent

    @property
    def affine(self) -> bool:
        """Whether all slopes are the same everywhere, as far as was seen."""
        return not self._bent.any()

    def at(self, x: Array) -> Array:
        """The numbers at a point."""
        if self._other is not None:
            return np.asarray(self._other.at(x) + self._shift)
        if self._last[0] != x.tobytes():
            self._last = x.tobytes(), self._made(x)
            self._compare(x, self._last[1])
        return self._last[1]

    def slopes(self, x: Array) -> Array:
        """(parameter, number): how they move there."""
        if self._other is not None:
            return self._other.slopes(x)
        self.at(x)
        if not self._bent.any():
            return self._slopes
        found = self._slopes.copy()
        for i in np.flatnonzero(self.reached[:, self._bent].any(axis=1)):
            found[i, self._bent] = self._extrapolated(x, int(i))
        return found

    def _widths(self, x: Array) -> Array:
        return np.asarray(SHARE * np.maximum(np.abs(x), 1e-3 * self._scale))

    def _nearby(self, x: Array, seed: int) -> tuple[Array, Array]:
        """A point near another one, and its numbers; half as far away if there is no such model."""
        rng = np.random.default_rng(seed)
        shares = rng.uniform(0.5, 1.5, len(x)) * rng.choice([-1.0, 1.0], len(x))
        away = x + self._widths(x) * shares
        for _ in range(5):
            try:
                return away, self._made(away)
            except PelagosError:
                away = np.where(away < x, 2 * x - away, 0.5 * (x + away))  # inside, then nearer
        return x, self._made(x)

    def _beside(self, x: Array, i: int) -> tuple[Array, float]:
        """Numbers on one side of a parameter, where there is such a model, and how far away."""
        width = float(self._widths(x)[i])
        for step in (width, -width, 0.1 * width):
            there = x.copy()
            there[i] += step
            try:
                return self._made(there), float(there[i] - x[i])
            except PelagosError as error:
                last = error
        raise PelagosError(f"{self._names[i]} = {x[i]:g} cannot be moved by {width:g}: {last}")

    def _pair(self, x: Array, i: int, fraction: float) -> tuple[Array, Array, float]:
        """Numbers on either side of a parameter, and how far these are apart."""
        width = fraction * float(self._widths(x)[i])
        ends = [x.copy(), x.copy()]
        ends[0][i] += width
        ends[1][i] -= width
        try:
            return self._made(ends[0]), self._made(ends[1]), float(ends[0][i] - ends[1][i])
        except PelagosError as error:
            raise PelagosError(
                f"{self._names[i]} = {x[i]:g} cannot be moved by {width:g}: {error}"
            ) from None

    def _compare(self, x: Array, found: Array) -> None:
        """Note elements that are not where their slopes lead to."""
        move = x - self._x
        apart = np.abs(richardson.change(found, self._value) - move @ self._slopes)
        size = np.abs(found) + np.abs(self._value) + np.abs(move) @ np.abs(self._slopes)
        self._bent |= apart > _ROUNDING * size

    def _extrapolated(self, x: Array, i: int) -> Array:
        """Slopes of elements that are not affine: Richardson, the remainder is of sixth order."""
        tried = [self._pair(x, i, fraction) for fraction in _FRACTIONS]
        pairs = [(up[self._bent], down[self._bent]) for up, down, _ in tried]
        found, gap = richardson.slope(pairs, [step for *_, step in tried])
        largest = np.abs(pairs[0][0]) + np.abs(pairs[0][1])
        allowed = _AGREED * (np.abs(found) + largest / np.maximum(np.abs(x[i]), self._scale[i]))
        kinks = richardson.kinks(pairs, self.at(x)[self._bent]) / tried[-1][-1]
        if not ((gap <= allowed) & (kinks <= allowed)).all():
            raise PelagosError(
                f"the model does not depend smoothly on {self._names[i]} at {x[i]:g}"
            )
        return found
