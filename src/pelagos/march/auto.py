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

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from pelagos.integrators.dop853 import METHOD as DOP853
from pelagos.integrators.dopri5 import METHOD as DOPRI5
from pelagos.integrators.tableau import Tableau
from pelagos.march.contract import FixedGrid, Grid, Marcher, Samples
from pelagos.march.engine import Engine
from pelagos.march.explicit import Explicit, Stretch
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


def cost_ratio(bodies: int) -> float:
    """How many steps of dopri5 take the time of an implicit one: measured, to a factor of two."""
    return max(15.0, 1000.0 / bodies)


def evaluations(tableau: Tableau) -> int:
    """Of a step; its last stage is the first of the next one."""
    return len(tableau.b) - 1


class Auto(Marcher):
    """dopri5, perhaps dop853 or radau later."""

    def __init__(self, engine: Engine, settings: Settings, grid: Grid | None = None):
        super().__init__(engine)
        self._engine, self._settings = engine, settings
        self._grid: Grid = grid or FixedGrid(settings.samples())
        self._explicit, self._tableau = Explicit(engine, settings, self._grid), DOPRI5
        self._now: Marcher = self._explicit
        self._past: list[Explicit] = []  # marches that another one went on from
        self._notes: list[str] = []
        self._checked = 0.0, 0  # time and evaluations of the explicit march at the last check
        # steps before the next check; none with wings, whose flow would have to change over, too
        self._check = 0 if engine.robot.lattice.count else FIRST_CHECK

    @property
    def engine(self) -> Engine:
        return self._engine

    @property
    def time(self) -> float:
        return self._now.time

    @property
    def state(self) -> np.ndarray:
        return self._now.state

    def stand(self, time: float, state: np.ndarray) -> None:
        self._now.stand(time, state)

    def _goes_on(self) -> bool:
        return self._now.running

    def _progress(self) -> Outcome:
        found = self._now.outcome
        before = [march.outcome for march in self._past]
        return replace(
            found,
            message="\n".join(filter(None, [found.message, *self._notes])),
            steps=found.steps + sum(one.steps for one in before),
            rejected=found.rejected + sum(one.rejected for one in before),
            evaluations=found.evaluations + sum(one.evaluations for one in before),
        )

    def march(self, until: float) -> Samples:
        explicit = self._explicit
        if self._now is not explicit or not self._check:
            return self._now.march(until)
        samples = explicit.advance_steps(until, self._check - explicit.tried)
        if explicit.tried == self._check and explicit.running:
            self._check *= LATER
            found = self._implicit(until) or self._of_higher_order(until)
            if found is not None:  # what was tried has samples already
                return samples.followed_by(found)
            self._checked = explicit.time, explicit.evaluations
        return samples

    def _implicit(self, until: float) -> Samples | None:
        """Go on by radau if that is quicker: the samples of the trial."""
        explicit, settings = self._explicit, replace(self._settings, integrator="radau")
        start = explicit.time, explicit.state
        if len(start[1]) > MOST:
            return None
        # Powers begin with the rates: what does not move at all, such as torsion of a beam that
        # only bends, limits no steps.
        rates = self._engine.rates(np.array([start[0]]), start[1][None], by_signals=True)[0]
        largest = largest_eigenvalue(self._slopes(*start), rates)
        if not limited_by_stability(self._tableau, explicit.step * largest):
            return None
        from pelagos.march.implicit.march import StiffMarch

        march = StiffMarch(self._engine, settings, self._grid, start, explicit.kept)
        samples = march.advance_steps(until, TRIAL)
        done = march.steps >= TRIAL or march.time >= settings.duration
        mean = (march.time - start[0]) / max(march.steps, 1)
        cost = cost_ratio(self._engine.robot.nb) * evaluations(DOPRI5) / evaluations(self._tableau)
        if not done or mean < cost * explicit.step:
            return None
        self._change_to(march, f"stiff: by radau from t = {start[0]:.6g} s")
        return samples

    def _of_higher_order(self, until: float) -> Samples | None:
        """Go on by dop853 if that gets further for the same number of evaluations: the samples of
        the trial."""
        explicit, settings = self._explicit, replace(self._settings, integrator="dop853")
        if self._tableau is DOP853:
            return None
        stretch = Stretch(
            explicit.time,
            explicit.state,
            settings.duration,
            explicit.kept,
            explicit.ticks,
            max_steps=max(settings.max_steps - explicit.tried, 1),
        )
        march = Explicit(self._engine, settings, self._grid, stretch)
        samples = march.advance_steps(until, TRIAL_HIGH)
        while march.running and march.tried < TRIAL_HIGH and march.time < until:
            samples = samples.followed_by(march.advance_steps(until, TRIAL_HIGH - march.tried))
        start, (time, count) = stretch.time, self._checked
        pace = (start - time) / (explicit.evaluations - count)
        if not march.running or march.time - start < FURTHER * pace * march.evaluations:
            return None
        self._check, self._checked = FIRST_CHECK, (start, 0)
        self._change_to(march, f"smooth: by dop853 from t = {start:.6g} s")
        self._explicit, self._tableau = march, DOP853
        return samples

    def _change_to(self, march: Marcher, note: str) -> None:
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
                    self._engine.rates(times, x[None], by_signals=True)[0]
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
