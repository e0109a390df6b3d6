"""scipy's implicit solvers behind the same interface as the compiled march, for stiff robots."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Generator, Iterator
from functools import partial
from heapq import merge
from itertools import count

import numpy as np
from scipy import integrate
from threadpoolctl import ThreadpoolController

from pelagos.errors import PelagosError
from pelagos.integrators.implicit import IMPLICIT
from pelagos.loops.queries import PROJECTIONS
from pelagos.march.attitudes import with_unit_quaternions
from pelagos.march.contract import CALL_SECONDS, FixedGrid, Grid, Marcher, Samples
from pelagos.march.engine import Engine
from pelagos.march.implicit.algebra import Elimination
from pelagos.march.implicit.singular_passage import STUCK, Hop, lengths
from pelagos.march.outcomes import describe
from pelagos.march.samples.readings import SensorNotes, tick_time
from pelagos.march.settings import Settings
from pelagos.result.header import Outcome

SMALLEST = 1e-14  # smallest step relative to the time reached, as in the compiled march


Interpolation = Callable[[np.ndarray], np.ndarray]  # of times inside a step: a state each


class StiffMarch(Marcher):
    """A march by a scipy solver, between breakpoints of the inputs, sampled by interpolation."""

    def __init__(
        self,
        engine: Engine,
        settings: Settings,
        grid: Grid | None = None,
        start: tuple[float, np.ndarray] | None = None,
        kept: float = -np.inf,
    ):
        """start: time and state to go on from; kept: when the last sample was handed over."""
        super().__init__(engine)
        if engine.robot.lattice.count:
            raise PelagosError(
                f"integrator: {settings.integrator} does not take air steps again until flow and "
                "motion agree\n    use dopri5 or another explicit method for a robot with a vortex "
                "lattice, or method: strip for its wings"
            )
        if engine.robot.constraints.rows and IMPLICIT[settings.integrator].multistep:
            raise PelagosError(
                f"integrator: {settings.integrator} goes on from several earlier steps and cannot "
                "return to the constraints after each, so loops would open\n"
                "    use radau, dopri5 or another one-step method for a robot with constraints"
            )
        self._engine, self._settings = engine, settings
        self._grid: Grid = grid or FixedGrid(settings.samples())
        self._reached, self._start = (0.0, engine.initial()) if start is None else start
        self._last = self._start  # state at the time reached
        self._kept = kept
        self._fresh: list[tuple[np.ndarray, np.ndarray]] = [
            (np.zeros(0), np.zeros((0, engine.size)))
        ]
        self._until, self._most = np.inf, 0  # when to come back: a time, a number of steps
        self._states_at: Interpolation = lambda times: np.repeat(self._start[None], len(times), 0)
        self._going = self._through()
        self._log = SensorNotes(engine.robot.states)
        self._code, self._bad, self._ended = "interrupted", -1, False
        self._evaluations = self.steps = self.rejected = 0
        self._longest = 0.0  # step so far
        self._stop = settings.duration  # next breakpoint of an input, or the end
        self._algebra = Elimination(engine.robot)
        self._direct = None if engine.robot.constraints.rows else engine.programs.buffer("rates")
        self._blas = ThreadpoolController().select(user_api="blas")

    @property
    def engine(self) -> Engine:
        return self._engine

    @property
    def time(self) -> float:
        return min(self._reached, self._until)

    @property
    def state(self) -> np.ndarray:
        if self._until < self._reached:
            return self._on_sphere(self._states_at(np.array([self._until])))[0]
        return self._last.copy()

    def stand(self, time: float, state: np.ndarray) -> None:
        self._reached, self._last, self._ended = time, state, True

    def _goes_on(self) -> bool:
        return not self._ended

    def _progress(self) -> Outcome:
        return Outcome(
            code=self._code,  # type: ignore[arg-type]
            time=self.time,
            message=describe(
                self._engine.robot,
                self._code,
                self.time,
                self._bad,
                self.steps,
                self._settings.integrator,
            ),
            steps=self.steps,
            rejected=self.rejected,
            evaluations=self._evaluations,
        )

    def march(self, until: float) -> Samples:
        self._until = until if until < self._settings.duration else np.inf
        self._collect()
        if self._reached < self._until:
            next(self._going, None)
        return self._handed_over()

    def advance_steps(self, until: float, most: int) -> Samples:
        """As `march`, until so many steps are taken or the run ends."""
        self._until, self._most = np.inf, most
        while self._goes_on() and self.steps < most and self._reached < until:
            next(self._going, None)
        self._most = 0
        return self._handed_over()

    def _handed_over(self) -> Samples:
        """The samples since the last call."""
        times, states = (np.concatenate(parts) for parts in zip(*self._fresh, strict=True))
        self._fresh = [(times[:0], states[:0])]
        return Samples(self._engine, times, states, readings=self._log.taken())

    def _through(self) -> Iterator[None]:
        """March to the end; back where time or number of steps say, and now and then."""
        state = self._start
        for stop in self._stops():
            state = self._sampled(state)
            self._stop = stop
            while self._reached < stop:
                found = yield from self._towards_stop(state)
                if found is None:
                    self._ended = True
                    return
                state = self._last = found
                if self._is_asked_back():
                    yield
        self._code, self._ended = "finished", True

    def _towards_stop(self, state: np.ndarray) -> Generator[None, None, np.ndarray | None]:
        """The state at the next stop, or behind a singular position; None if the march fails."""
        solver, loops = self._begin(state), self._engine.robot.constraints.rows > 0
        longest, last_yield = 0.0, clock.perf_counter()
        while solver is not None and solver.status == "running":
            before, moved = self._reached, self._step(solver)
            if moved and not self._take(solver):
                return None
            if moved and loops:
                self._return_to_constraints(solver)
            step = self._reached - before
            stuck = step < STUCK * longest if moved else self._code == "step-too-small"
            if loops and stuck:
                behind = self._bridged(solver.y.copy())
                if behind is not None:
                    return behind
                longest = step  # it is not stuck for that: do not try again at once
            if not moved:
                return None
            self._last = solver.y
            longest, self._longest = max(longest, step), max(self._longest, step)
            late = clock.perf_counter() - last_yield > CALL_SECONDS
            if self._is_asked_back() or (late and self._reached < self._settings.duration):
                yield
                last_yield = clock.perf_counter()
        return None if solver is None else self._on_sphere(solver.y.copy())

    def _is_asked_back(self) -> bool:
        return self._reached >= self._until or 0 < self._most <= self.steps

    def _bridged(self, state: np.ndarray) -> np.ndarray | None:
        """The state behind a singular position, if a step can be found that passes over it."""
        start, s, y = self._reached, self._settings, self._on_sphere(state)
        if self.steps + 1 >= s.max_steps:
            return None
        for length in lengths(self._longest, min(self._stop - start, s.longest or np.inf)):
            hop = Hop.taken(self._rates, self._projected, start, y, length)
            if hop.error(s.rtol, s.atol) <= 1.0:
                break
            self.rejected += 1
        else:
            return None
        lands = length >= self._stop - start
        self._reached, self._code, self._bad = (
            self._stop if lands else start + length,
            "interrupted",
            -1,
        )
        self.steps += 1
        self._keep(lambda: hop.at)
        return self._on_sphere(hop.new.copy())

    def _stops(self) -> Iterator[float]:
        """Breakpoints of inputs, sample times and the end, in order."""
        end, states = self._settings.duration, self._engine.robot.states
        last = self._reached
        breakpoints = self._engine.stops(last, end)[0].tolist()
        ticks = [
            map(partial(tick_time, own), count(first))
            for own, first in zip(states.clocks, states.ticks(last).tolist(), strict=True)
        ]
        for stop in merge(breakpoints, *ticks):
            if stop > last:
                yield min(stop, end)
            last = max(last, stop)
            if last >= end:
                return

    def _sampled(self, state: np.ndarray) -> np.ndarray:
        """The state after what happens at a sample time, if this is one."""
        tables, time = self._engine.robot.states, self._reached
        for g, (first, last, _) in enumerate(tables.samplers.tolist()):
            k = int(tables.ticks(time)[g])
            if tick_time(tables.clocks[g], k) > time:
                continue
            values = self._engine.sampled(g, time, state)
            state = state.copy()
            state[tables.assignments[first:last]] = values
            self._log.note(g, k, values)
        return state

    def _begin(self, state: np.ndarray) -> integrate.OdeSolver | None:
        """A solver for the way to the next stop; None if not even its first rates are finite."""
        s = self._settings
        make = getattr(integrate, IMPLICIT[s.integrator].solver)
        self._bad = -1
        try:
            with np.errstate(all="ignore"):
                solver = make(
                    self._rates,
                    self._reached,
                    state,
                    self._stop,
                    rtol=s.rtol,
                    atol=s.atol,
                    max_step=s.longest or np.inf,
                    jac=self.jacobian,
                )
        except ValueError:
            self._code = "non-finite"
            return None
        if hasattr(solver, "lu"):  # not LSODA, which keeps its algebra to itself
            solver.lu, solver.solve_lu = self._algebra.factor, self._algebra.solve
        return solver

    def _step(self, solver: integrate.OdeSolver) -> bool:
        """One step of the solver; False if it fails or gets nowhere."""
        self._bad, before = -1, solver.t
        try:
            # matrices of some hundred rows: threads would wait for each other longer than they work
            with np.errstate(all="ignore"), self._blas.limit(limits=1):
                solver.step()
        except ValueError:  # the solvers' linear algebra refuses numbers that are not finite
            self._code = "non-finite"
            return False
        moved = solver.t - before > SMALLEST * max(abs(before), 1.0)
        if solver.status != "failed" and np.all(np.isfinite(solver.y)) and moved:
            return True
        self._code = "non-finite" if self._bad >= 0 else "step-too-small"
        return False

    def _take(self, solver: integrate.OdeSolver) -> bool:
        """Keep the samples of an accepted step; False if no more are allowed."""
        self.steps += 1
        self._reached = float(solver.t)
        self._keep(lambda: _transposed(solver.dense_output()))
        if self.steps >= self._settings.max_steps and self._reached < self._settings.duration:
            self._code = "step-limit"
            return False
        return True

    def _keep(self, states: Callable[[], Interpolation]) -> None:
        """Keep the samples of an accepted step, whose states at times inside are a function."""
        asked = min(self._reached, self._until)
        if asked < self._reached or len(self._grid.between(self._kept, asked)):
            self._states_at = states()
            self._collect()

    def _collect(self) -> None:
        """Samples of the last step up to where the march was asked to go."""
        times = self._grid.between(self._kept, min(self._reached, self._until))
        if len(times):
            at_start = self._kept < 0.0 and self.steps == 0
            states = self._states_at(times)
            self._fresh.append((times, states if at_start else self._on_sphere(states)))
            self._kept = float(times[-1])

    def _return_to_constraints(self, solver: integrate.OdeSolver) -> None:
        """Project the state of a one-step solver, as the compiled march does after each step."""
        solver.y = self._projected(solver.t, solver.y)
        solver.f = self._rates(solver.t, solver.y)
        solver.sol = None  # no guess from before the correction

    def _projected(self, t: float, y: np.ndarray) -> np.ndarray:
        """The nearest state that satisfies the constraints."""
        return self._engine.restored(y, PROJECTIONS, t).x

    def _rates(self, t: float, y: np.ndarray) -> np.ndarray:
        rates = self._ask(t, y)
        if self._bad < 0 and not np.all(np.isfinite(rates)):
            self._bad = int(np.argmin(np.isfinite(np.concatenate([y, rates]))))
        return rates

    def _ask(self, t: float, x: np.ndarray) -> np.ndarray:
        """Rates of a state; prescribed joints are not integrated."""
        self._evaluations += 1
        if self._direct is None:
            return self._engine.rates(np.array([self._inside(t)]), x[None], by_signals=True)[0]
        place, numbers = self._direct.places
        self._direct.set_time(self._inside(t))
        place[:], numbers[:] = x, self._engine.variants.numbers[0]
        self._direct.run(self._direct.address)
        return self._engine.robot.whole_rates(self._direct.found).copy()

    def jacobian(self, t: float, y: np.ndarray) -> np.ndarray:
        """Exact slopes of the rates by the state."""
        self._evaluations += 1
        numbers = self._engine.variants.numbers[0]
        return self._engine.programs.state_slopes(self._inside(t), y, numbers)

    def _inside(self, t: float) -> float:
        """A time before the next stop: what begins there has not begun."""
        return min(t, np.nextafter(self._stop, -np.inf))

    def _on_sphere(self, y: np.ndarray) -> np.ndarray:
        return with_unit_quaternions(self._engine.robot, y, self._settings.integrator)


def _transposed(dense: Callable[[np.ndarray], np.ndarray]) -> Interpolation:
    """scipy's interpolation, a row per time."""
    return lambda times: dense(times).T
