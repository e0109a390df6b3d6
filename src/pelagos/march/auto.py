"""The default march: dopri5, and from where that is quicker a method of higher order or implicit.

Explicit steps are cheap, but a damper that is stiff against what it moves allows none longer than a
few of its time constants, long after its own motion has died away. After some thousands of steps,
and again after twice as many, the largest eigenvalue of the Jacobian says whether the step
stands at the border of stability. If so a few steps by `radau` show whether they are as much longer
as they are dearer; then the run goes on with them. If not, what keeps steps short is motion to be
followed, such as vibrations, and steps by `dop853` show whether they get further for the same
number of evaluations. All of this depends on the run alone, not on the clock: a run repeats to the
bit.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from pelagos.integrators.tableaux import DOP853, DOPRI5, Tableau
from pelagos.march.engine import Engine
from pelagos.march.explicit import Explicit
from pelagos.march.settings import Settings
from pelagos.result.header import Outcome

FIRST_CHECK, LATER = 4000, 2  # steps before the first check; how many times as many before the next
TRIAL = 50  # implicit steps to judge by
TRIAL_HIGH = 100  # steps of higher order to judge by
FURTHER = 1.2  # times as far for the same number of evaluations is worth another method
MOST = 1200  # numbers of a state, above which dense Jacobians are out of place
POWERS = 40  # of the Jacobian, to find its largest eigenvalue
NUDGE = 1e-6  # of the state along a vector of length one, for differences
BORDER = 1.3  # a step so many times as long would grow: stability is what limits it

Steps = Iterator[None]


def dearer(bodies: int) -> float:
    """How many steps of dopri5 take the time of an implicit one: measured, to a factor of two."""
    return max(15.0, 1000.0 / bodies)


def evaluations(tableau: Tableau) -> int:
    """Of a step; its last stage is the first of the next one."""
    return len(tableau.b) - 1


class Auto:
    """dopri5, perhaps dop853 or radau later."""

    def __init__(self, engine: Engine, settings: Settings):
        self._engine, self._settings = engine, settings
        self._explicit, self._tableau = Explicit(engine, settings), DOPRI5
        self._now: Any = self._explicit
        self._past: list[Explicit] = []  # marches that another one went on from
        self._notes: list[str] = []
        self._checked = 0.0, 0  # time and evaluations of the explicit march at the last check

    @property
    def time(self) -> float:
        return self._now.time

    def taken(self) -> tuple[Engine, np.ndarray, np.ndarray]:
        """Times and states of the samples since the last call, and the engine that made them."""
        return self._now.taken()

    def outcome(self, wall: float) -> Outcome:
        found = self._now.outcome(wall)
        before = [march.outcome(wall) for march in self._past]
        return replace(
            found,
            message="\n".join(filter(None, [found.message, *self._notes])),
            steps=found.steps + sum(one.steps for one in before),
            rejected=found.rejected + sum(one.rejected for one in before),
            evaluations=found.evaluations + sum(one.evaluations for one in before),
        )

    def advance(self) -> Iterator[None]:
        if not self._engine.robot.lattice.count:  # else the flow would have to change over, too
            self._explicit.checkpoint = FIRST_CHECK
        steps: Steps | None = self._explicit.advance()
        while steps is not None:
            steps = yield from self._until_better(steps)

    def _until_better(self, steps: Steps) -> Generator[None, None, Steps | None]:
        """Go on until another method is better: its steps, some of them taken; None at the end."""
        for _ in steps:
            yield
            explicit = self._explicit
            if self._now is explicit and explicit.tried == explicit.checkpoint and explicit.running:
                explicit.checkpoint *= LATER
                found = self._implicit() or self._of_higher_order()
                if found is not None:
                    yield  # what was tried has samples already
                    return found
                self._checked = explicit.time, explicit.evaluations
        return None

    def _implicit(self) -> Steps | None:
        """The way on by radau, if that is quicker."""
        explicit, settings = self._explicit, replace(self._settings, integrator="radau")
        start = explicit.time, explicit.state
        if len(start[1]) > MOST:
            return None
        # Powers begin with the rates: what does not move at all, such as torsion of a beam that
        # only bends, limits no steps.
        rates = self._engine.rates(np.array([start[0]]), start[1][None], marching=True)[0]
        largest = largest_eigenvalue(self._slopes(*start), rates)
        if not limited_by_stability(self._tableau, explicit.step * largest):
            return None
        from pelagos.march.implicit import StiffMarch

        march = StiffMarch(self._engine, settings, start, len(settings.samples()) - explicit.left)
        march.checkpoint = TRIAL
        steps = march.advance()
        for _ in steps:
            if march.steps >= TRIAL:
                break
        done = march.steps >= TRIAL or march.time >= settings.duration
        mean = (march.time - start[0]) / max(march.steps, 1)
        cost = dearer(self._engine.robot.nb) * evaluations(DOPRI5) / evaluations(self._tableau)
        if not done or mean < cost * explicit.step:
            return None
        self._change_to(march, f"stiff: by radau from t = {start[0]:.6g} s")
        return steps

    def _of_higher_order(self) -> Steps | None:
        """The way on by dop853, if that gets further for the same number of evaluations."""
        explicit, settings = self._explicit, replace(self._settings, integrator="dop853")
        start = explicit.time
        if self._tableau is DOP853:
            return None
        to_come = settings.samples()[-explicit.left :]
        plan = settings.plan(self._engine.stops(start, settings.duration)).replaced(
            samples=np.array([start, *to_come]),
            max_steps=max(settings.max_steps - explicit.tried, 1),
            ticks=explicit.ticks,
        )
        march = Explicit(self._engine, settings, plan, explicit.state, known=1)
        march.checkpoint = TRIAL_HIGH
        steps = march.advance()
        for _ in steps:
            if march.tried >= TRIAL_HIGH:
                break
        time, count = self._checked
        pace = (start - time) / (explicit.evaluations - count)
        if not march.running or march.time - start < FURTHER * pace * march.evaluations:
            return None
        march.checkpoint = FIRST_CHECK
        self._checked = start, 0
        self._change_to(march, f"smooth: by dop853 from t = {start:.6g} s")
        self._explicit, self._tableau = march, DOP853
        return steps

    def _change_to(self, march: Any, note: str) -> None:
        self._past.append(self._explicit)
        self._now = march
        self._notes.append(note)

    def _slopes(self, t: float, y: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
        """v -> J v by differences of rates: the program of exact slopes takes long to make."""
        times, nudge = np.array([t]), NUDGE * max(1.0, float(np.abs(y).max()))

        def slopes(v: np.ndarray) -> np.ndarray:
            step = nudge * v
            with np.errstate(all="ignore"):
                ahead, behind = (
                    self._engine.rates(times, x[None], marching=True)[0]
                    for x in (y + step, y - step)
                )
                return (ahead - behind) / (2.0 * nudge)

        return slopes


def limited_by_stability(tableau: Tableau, z: complex) -> bool:
    """Whether somewhat longer steps would grow; z is a step times the largest eigenvalue."""
    z, stages = BORDER * z, evaluations(tableau)
    inner = np.eye(stages) - z * tableau.a[:stages, :stages]
    growth = 1 + z * tableau.b[:stages] @ np.linalg.solve(inner, np.ones(stages))
    return bool(z.real <= 0.1 * abs(z) and abs(growth) > 1.0)


def largest_eigenvalue(slopes: Callable[[np.ndarray], np.ndarray], v: np.ndarray) -> complex:
    """The eigenvalue of largest modulus, nearly: powers of a matrix, then a quadratic fit.

    slopes: v -> J v. Of all motions those count that the first vector has a part in. Where the
    largest come in pairs or crowds, v soon has parts along these alone, and with the pair that is
    alike them J (J v) = a J v + b v: its eigenvalues solve z^2 = a z + b.
    """
    length = np.linalg.norm(v)
    if not 0.0 < length < np.inf:
        return 0j
    v = v / length
    for _ in range(POWERS):
        w = slopes(v)
        length = np.linalg.norm(w)
        if not 0.0 < length < np.inf:
            return 0j
        v = w / length
    first = slopes(v)
    second = slopes(first / length) * length  # of the size that differences were made for
    if not np.isfinite(second).all():
        return 0j
    (a, b), *_ = np.linalg.lstsq(np.stack([first, v], axis=1), second, rcond=None)
    roots = np.roots([1.0, -a, -b])
    return complex(roots[np.argmax(np.abs(roots))])
