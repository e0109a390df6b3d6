"""Derivatives of the accelerations of robots with constraints, state by state.

Along the manifold of the constraints they are those of the motion; how see `programs.slopes`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pelagos.march.engine import Engine
from pelagos.tape.function import count_states


class ClosedDerivatives:
    """d udot/d(q, u, tau) of one engine; every argument a row, or a row per state."""

    def __init__(self, engine: Engine):
        self._engine, self._own = engine, engine.programs.derivatives
        self._nq, self._nv = engine.robot.nq, engine.robot.nv
        self._rest = engine.robot.start[self._nq + self._nv :]  # auxiliary states and work

    def all(self, t: float, *rows: np.ndarray) -> np.ndarray:
        """(nv, 3 nv), for q, u and tau."""
        found = []
        for q, u, tau in self._states(("q", "u", "tau"), rows):
            slopes = self._own.slopes(t, self._x(q, u), self._numbers, tau)
            found.append(np.hstack([slopes.s, slopes.u, slopes.tau])[: self._nv])
        return self._shaped(found, rows)

    def along(self, t: float, *rows: np.ndarray) -> np.ndarray:
        """(nv,), for q, u, tau, dq, du and dtau."""
        found, names = [], ("q", "u", "tau", "dq", "du", "dtau")
        ns, inputs = self._widths
        for q, u, tau, dq, du, dtau in self._states(names, rows):
            moves = np.concatenate([dq, du, np.zeros(ns), dtau, np.zeros(inputs)])
            rates = self._own.direction(t, self._x(q, u), self._numbers, tau, moves)
            found.append(rates[: self._nv])
        return self._shaped(found, rows)

    def gradient(self, t: float, *rows: np.ndarray) -> np.ndarray:
        """(3 nv,), for q, u, tau and weights."""
        found, nv = [], self._nv
        ns, _ = self._widths
        for q, u, tau, weights in self._states(("q", "u", "tau", "weights"), rows):
            whole = np.concatenate([weights, np.zeros(ns)])
            slopes = self._own.gradient(t, self._x(q, u), self._numbers, tau, whole)
            found.append(np.concatenate([slopes[: 2 * nv], slopes[2 * nv + ns :][:nv]]))
        return self._shaped(found, rows)

    @property
    def _widths(self) -> tuple[int, int]:
        """How many auxiliary states and inputs there are."""
        return self._own.widths[2], self._own.widths[4]

    @property
    def _numbers(self) -> np.ndarray:
        return self._engine.variants.numbers[0]

    def _x(self, q: np.ndarray, u: np.ndarray) -> np.ndarray:
        return np.concatenate([q, u, self._rest])

    def _states(
        self, names: Sequence[str], rows: Sequence[np.ndarray]
    ) -> Iterator[tuple[np.ndarray, ...]]:
        """The arguments of each state."""
        sizes = {name: self._nq if name == "q" else self._nv for name in names}
        count = count_states(sizes, rows) or 1
        whole = [np.broadcast_to(row, (count, row.shape[-1])) for row in rows]
        return zip(*whole, strict=True)

    def _shaped(self, found: Sequence[np.ndarray], rows: Sequence[np.ndarray]) -> np.ndarray:
        """One answer, or one per state."""
        return np.array(found) if any(row.ndim == 2 for row in rows) else found[0]
