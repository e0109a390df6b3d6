"""Past a singular position of closed loops, for a march by implicit steps.

Where loops are stretched out or folded, rows of their constraints depend on each other, and the
forces that hold them are lost in rounding. The motion goes on smoothly, but an implicit step has
to make stages agree that lie there: it becomes ever shorter and never arrives. Long steps of dopri5
pass over, as those of the explicit march do: between 0.3 and 0.8 of a step it has no stage.
Here every stage is brought back to the constraints first, since beside them rates near a singular
position grow without bound; rates as a function of the projected state are the same on the
constraints, so the order is that of the method.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from pelagos.integrators.dopri5 import METHOD as DOPRI5

STUCK = 0.1  # of the longest step so far: a shorter one may be on its way to a singular position
LONGEST, SHORTER, TRIES = 2.0, 1.5, 16  # lengths to try, from so many of the longest step down

Rates = Callable[[float, np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Hop:
    """One step of dopri5 with stages on the constraints."""

    time: float
    length: float
    y: np.ndarray
    new: np.ndarray
    k: np.ndarray  # (stage, n)

    @classmethod
    def taken(
        cls, rates: Rates, projected: Rates, time: float, y: np.ndarray, length: float
    ) -> Hop:
        """From a time and state; `projected` brings a state back to the constraints."""
        k, x = np.zeros((len(DOPRI5.b), len(y))), y
        k[0] = rates(time, y)
        with np.errstate(all="ignore"):  # what is not finite is told by the error
            for i in range(1, len(k)):
                at = time + DOPRI5.c[i] * length
                x = projected(at, y + length * (DOPRI5.a[i, :i] @ k[:i]))
                k[i] = rates(at, x)
        return cls(time, length, y, x, k)

    def error(self, rtol: float, atol: float) -> float:
        """The estimated error over what is allowed, of all but the work; infinite if undefined."""
        scale = atol + rtol * np.maximum(np.abs(self.y), np.abs(self.new))
        with np.errstate(all="ignore"):
            found = float(np.sqrt(np.mean((self.length * (DOPRI5.e @ self.k) / scale)[:-1] ** 2)))
        return found if np.isfinite(found) else np.inf

    def at(self, times: np.ndarray) -> np.ndarray:
        """States (time, n) at times inside of the step."""
        x = (times - self.time) / self.length
        powers = x[:, None] ** np.arange(1, 5)
        inside = self.y + self.length * (powers @ DOPRI5.dense.T @ self.k)
        return np.where(x[:, None] >= 1.0, self.new, inside)


def lengths(longest: float, left: float) -> Iterator[float]:
    """Lengths of hops to try, the longest first; `left` is the way to the next stop."""
    tried = LONGEST * longest / SHORTER ** np.arange(TRIES)
    return iter(np.unique(np.minimum(tried, left))[::-1].tolist())
