"""The default march: explicit, and implicit from where only stability keeps explicit steps short.

Explicit steps are cheap, but a damper that is stiff against what it moves allows none longer than a
few of its time constants, long after its own motion has died away. After some thousands of steps,
and again after twice as many, the largest eigenvalue of the Jacobian says whether the step
stands at the border of stability. If so a few steps by `radau` show whether they are as much longer
as they are dearer; then the run goes on with them. All of this depends on the run alone, not on the
clock: a run repeats to the bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from pelagos.integrators.tableaux import DOPRI5, Tableau
from pelagos.march.engine import Engine
from pelagos.march.explicit import Explicit
from pelagos.march.settings import Settings
from pelagos.result.header import Outcome

FIRST_CHECK, LATER = 4000, 2  # steps before the first check; how many times as many before the next
TRIAL = 50  # implicit steps to judge by
MOST = 1200  # numbers of a state, above which dense Jacobians are out of place
POWERS = 40  # of the Jacobian, to find its largest eigenvalue
BORDER = 1.3  # a step so many times as long would grow: stability is what limits it


def dearer(bodies: int) -> float:
    """How many explicit steps take the time of an implicit one: measured, to a factor of two."""
    return max(15.0, 1000.0 / bodies)


class Auto:
    """dopri5, perhaps radau later."""

    def __init__(self, engine: Engine, settings: Settings):
        self._engine, self._settings = engine, settings
        self._explicit = Explicit(engine, settings)
        self._now: Any = self._explicit
        self._switched: float | None = None

    @property
    def time(self) -> float:
        return self._now.time

    def taken(self) -> tuple[Engine, np.ndarray, np.ndarray]:
        """Times and states of the samples since the last call, and the engine that made them."""
        return self._now.taken()

    def outcome(self, wall: float) -> Outcome:
        found = self._now.outcome(wall)
        if self._switched is None:
            return found
        before = self._explicit.outcome(wall)
        note = f"stiff: by radau from t = {self._switched:.6g} s"
        return replace(
            found,
            message=f"{found.message}\n{note}" if found.message else note,
            steps=found.steps + before.steps,
            rejected=found.rejected + before.rejected,
            evaluations=found.evaluations + before.evaluations,
        )

    def advance(self) -> Iterator[None]:
        explicit = self._explicit
        may_be_implicit = self._engine.size <= MOST and not self._engine.robot.lattice.count
        explicit.checkpoint = FIRST_CHECK if may_be_implicit else 0
        for _ in explicit.advance():
            yield
            if explicit.tried == explicit.checkpoint and explicit.running:
                explicit.checkpoint *= LATER
                goes_on = self._implicit()
                if goes_on is not None:
                    yield  # the trial has samples already
                    yield from goes_on
                    return

    def _implicit(self) -> Iterator[None] | None:
        """The way on by radau, if that is quicker."""
        from pelagos.march.implicit import StiffMarch

        explicit, settings = self._explicit, replace(self._settings, integrator="radau")
        start = explicit.time, explicit.state
        march = StiffMarch(self._engine, settings, start, int(explicit.runs.done[0]))
        if not limited_by_stability(DOPRI5, explicit.step, march.jacobian(*start)):
            return None
        march.checkpoint = TRIAL
        goes_on = march.advance()
        for _ in goes_on:
            if march.steps >= TRIAL:
                break
        done = march.steps >= TRIAL or march.time >= settings.duration
        mean = (march.time - start[0]) / max(march.steps, 1)
        if not done or mean < dearer(self._engine.robot.nb) * explicit.step:
            return None
        self._now, self._switched = march, start[0]
        return goes_on


def limited_by_stability(tableau: Tableau, step: float, jacobian: np.ndarray) -> bool:
    """Whether the largest eigenvalue would make somewhat longer steps grow."""
    z = BORDER * step * _largest(jacobian)
    stages = len(tableau.b) - 1  # the last one is the first of the next step
    inner = np.eye(stages) - z * tableau.a[:stages, :stages]
    growth = 1 + z * tableau.b[:stages] @ np.linalg.solve(inner, np.ones(stages))
    return bool(z.real <= 0.1 * abs(z) and abs(growth) > 1.0)


def _largest(matrix: np.ndarray) -> complex:
    """The eigenvalue of largest modulus, nearly: powers of the matrix, then a quadratic fit.

    Where the largest come in pairs or crowds, v soon has parts along these alone, and with the pair
    that is alike them J (J v) = a J v + b v: its eigenvalues solve z^2 = a z + b.
    """
    if not np.isfinite(matrix).all():
        return 0j
    v = np.cos(np.arange(1.0, len(matrix) + 1))  # any vector that has a part along each
    for _ in range(POWERS):
        w = matrix @ v
        size = np.linalg.norm(w)
        if size == 0.0:
            return 0j
        v = w / size
    first = matrix @ v
    (a, b), *_ = np.linalg.lstsq(np.stack([first, v], axis=1), matrix @ first, rcond=None)
    roots = np.roots([1.0, -a, -b])
    return complex(roots[np.argmax(np.abs(roots))])
