"""Nonlinear model predictive control in real time: `pl.MPC`.

A plan of the next seconds is kept and improved by one step of Newton's method (of Gauss and Newton,
on the sum of squares) at every tick: it is shifted by an interval, linearised by exact derivatives,
condensed, and one quadratic program gives the step from the state that is measured. This is the
real-time iteration of Diehl, Bock and Schloder (2005).
"""

from __future__ import annotations

import copy
import time as clock
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
from threadpoolctl import ThreadpoolController

from pelagos.analysis.linear import check_free
from pelagos.analysis.systems.weights import Weights, weight_matrix
from pelagos.arguments import check_progress, finite, is_number, positive
from pelagos.errors import PelagosError
from pelagos.exporters.opened import opened
from pelagos.model.robot import Robot
from pelagos.predictive.condensing import Condensed, Costs, Stages, condensed
from pelagos.predictive.limits import limits_of
from pelagos.predictive.model import PredictionModel
from pelagos.predictive.observer import DisturbanceObserver
from pelagos.predictive.solver import SOLVED, BoundedProgram
from pelagos.predictive.targets import Resting, Target, Targets
from pelagos.predictive.terminal import checked_word, terminal_weights
from pelagos.predictive.ticks import Horizon, PreparedTick, Tick
from pelagos.progress import Progress

FIRST = 15  # steps of Newton's method before the first command
SETTLED = 1e-3  # share of the largest input by which the last of them may change it
MOST = 1500  # inputs of a plan, all intervals together
SAME = 1e-6  # share of an interval by which a tick may be early or late


class MPC:
    """A controller for `simulate`, `Session` or a vehicle: plans ahead, gives the first inputs.

    robot, scenario: what the controller knows. It may be another robot than the one that is
        steered, with fewer bodies or other numbers, whose bodies have the same names. Actuators
        that are no `inputs` follow their signals, so that what an arm will do is known in advance.
    inputs: actuators that it commands; None: all that can be.
    rate: ticks per second; horizon: how far it plans, in seconds.
    target: coordinates in the words of `initial`, as a vector q, or as a function of time that
        gives q; None: those at the start.
    Q, R: weights of errors and of inputs, as of `lqr`: a number, a mapping by names, a matrix.
        Errors are displacements s[...] like the speeds (attitudes by rotation vectors), speeds
        u[...], and auxiliary states, which a number does not weigh; inputs are compared with
        those that would keep the target.
    changes: weights of the rates of inputs. terminal: weights at the end of the horizon, or "lqr":
        what the linear regulator has left to pay there.
    limits: {input: (low, high)} that are narrower than the actuators' own.
    disturbance: time constant in seconds with which forces that the model does not know are
        estimated, so that no offset stays; None: not at all.
    steps: Runge-Kutta steps in an interval; None: as many as the quickest decay needs.
    solver: daqp, osqp or qpoases, which come with the casadi wheel.

    Examples:
        >>> mpc = pl.MPC("cart-pole", inputs=["drive"], rate=20, horizon=1.0, target=[0.5, 0.0])
        >>> run = pl.simulate("cart-pole", controller=mpc, rate=20, duration=3.0)
        >>> bool(abs(run.arrays["q"][-1, 0] - 0.5) < 0.05)
        True
    """

    def __init__(
        self,
        robot: Robot | str | Path,
        scenario: str | None = None,
        *,
        inputs: Iterable[str] | None = None,
        rate: float = 20.0,
        horizon: float = 1.5,
        target: Target = None,
        Q: Weights = 1.0,
        R: Weights = 1e-3,
        changes: Weights = 0.0,
        terminal: Weights | str = "lqr",
        limits: Mapping[str, tuple[float, float]] | None = None,
        disturbance: float | None = 0.5,
        steps: int | None = None,
        solver: str = "daqp",
        progress: Progress | None = None,
    ):
        check_progress(progress)
        h, count = _intervals(rate, horizon)
        if disturbance is not None:
            disturbance = positive("MPC: disturbance", disturbance, "give seconds above 0, or None")
        ready = opened(robot, scenario, inputs, (), progress, "predictive controllers")
        check_free(ready.robot, "MPC")
        self.model = PredictionModel(ready, h, steps)
        self.inputs, m = self.model.inputs, len(self.model.inputs)
        if not m:
            raise PelagosError(
                f"MPC: {ready.robot.name} has no actuator with an input, or inputs are empty\n"
                "    plan for at least one input"
            )
        if count * m > MOST:
            raise PelagosError(
                f"MPC: {count} intervals of {m} inputs\n    plan for at most {MOST} in all: a "
                "shorter horizon, or a lower rate"
            )
        self.rate, self.horizon = float(rate), count * h
        self._Q = h * self._error_weights(Q, "MPC: Q")
        self._R = h * weight_matrix(R, self.inputs, "MPC: R", "input", 1e-3, definite=True)
        self._S = weight_matrix(changes, self.inputs, "MPC: changes", "input") / h
        self._terminal = checked_word(terminal)
        if not isinstance(terminal, str):
            self._terminal = self._error_weights(terminal, "MPC: terminal")
        self._low, self._high = limits_of(ready.robot, self.inputs, limits)
        self.targets = Targets(target, self.model, ready.compiled)
        self._rest = Resting(self.model, self._Q, self._R)
        self._program = BoundedProgram(solver, count * m)
        self._solver, self._count, self._seconds = solver, count, disturbance
        self._blas = ThreadpoolController().select(user_api="blas")
        self.reset()

    def _error_weights(self, given: Weights, what: str) -> np.ndarray:
        """Of displacements, speeds and auxiliary states; a number is none of these last."""
        states = self.model.states
        if is_number(given) or (isinstance(given, np.ndarray) and given.ndim == 0):
            number = float(cast("float", given))
            given = dict.fromkeys(states.names[: 2 * self.model.freedoms], number)
        return weight_matrix(given, states.names, what, "state")

    def reset(self) -> None:
        """Forget plan, disturbance and ticks: the next call is the first."""
        self.plan: Horizon | None = None
        self.ticks: list[Tick] = []
        self._observer = DisturbanceObserver(self.model, self._seconds)
        self._prepared: PreparedTick | None = None
        self._costs: Costs | None = None
        self._lost = False  # whether the plan has led to where nothing is finite

    def __deepcopy__(self, _memo: dict[int, Any]) -> MPC:
        """Plans for itself from here on; what is compiled is shared."""
        found = object.__new__(type(self))
        found.__dict__.update(self.__dict__)
        found.ticks, found._observer = list(self.ticks), copy.copy(self._observer)
        return found

    def __reduce__(self) -> Any:
        raise PelagosError("MPC: cannot be pickled\n    make it anew where it is needed")

    @property
    def disturbance(self) -> np.ndarray:
        """Accelerations that the model does not explain, along its free speeds."""
        return self._observer.value.copy()

    def __call__(self, time: float, seen: Mapping[Any, Any]) -> dict[str, float]:
        return self.control(time, seen)

    def control(self, time: float, seen: Mapping[Any, Any]) -> dict[str, float]:
        """Commands at a time and a measured or estimated state: {"q": ..., "u": ..., "state": ...}
        in the order of the model, or what a controller of `simulate` is given."""
        time = finite("MPC: time", time, "give the seconds at which the state was measured")
        begun, now = clock.perf_counter(), self.model.measured(seen)
        if self.plan is not None and time < self.plan.times[0] - SAME / self.rate:
            self.reset()  # another run begins
        with self._blas.limit(limits=1):  # matrices are small, and ticks shall take equal times
            if self.plan is None or self._lost:
                self._begin(time, now, begun)
            else:
                self._go_on(time, now, begun)
        assert self.plan is not None
        return dict(zip(self.inputs, self.plan.inputs[0].tolist(), strict=True))

    def prepare(self) -> None:
        """What does not need the next measurement: shift, linearise, condense. `control` does it
        if it was not done; who has time to spare after a command does it then."""
        if self._prepared is not None or self.plan is None:
            return
        begun = clock.perf_counter()
        with self._blas.limit(limits=1):
            shifted, program = self._linearised(self.plan.shifted())
        spent = clock.perf_counter() - begun
        self._prepared = PreparedTick(shifted, program, self._observer.value, spent)

    # --- ticks

    def _begin(self, time: float, now: np.ndarray, begun: float) -> None:
        """The first plan, by as many steps as it takes; one that was lost, by one."""
        plan, status, cost = self._guess(time, now), "", np.nan
        still = np.zeros(self.model.states.size + self.model.freedoms)
        self._costs = self._costs or self._weighted(plan)
        self._lost = False
        for _ in range(FIRST if self.plan is None else 1):
            plan, program = self._linearised(plan)
            found, status, cost = self._improved(plan, program, still)
            if found is None:
                break
            change, plan = np.abs(found.inputs - plan.inputs).max(), found
            if change <= SETTLED * np.abs(plan.inputs).max(initial=1.0):
                break
        if self.plan is None:
            self._tell_of_idle(plan)
        self._keep(plan, now, Tick(time, status, cost, 0.0, clock.perf_counter() - begun))

    def _tell_of_idle(self, plan: Horizon) -> None:
        """Warn of inputs that move nothing in the first plan: no step will ever change them."""
        _, _, B = self.model.linearized(plan.times[:-1], plan.states[:-1], plan.inputs, 0.0)
        idle = [
            n for n, own in zip(self.inputs, np.abs(B).max(axis=(0, 1)), strict=True) if not own
        ]
        if idle:
            warnings.warn(
                f"MPC: {', '.join(idle)}: moves nothing near the first plan, and stays as it is "
                "(`command: speed` has no slope at zero: use `command: thrust`, and convert)",
                RuntimeWarning,
                stacklevel=5,
            )

    def _go_on(self, time: float, now: np.ndarray, begun: float) -> None:
        assert self.plan is not None
        before, h = self.plan, 1.0 / self.rate
        if abs(time - before.times[1]) > SAME * h:
            raise PelagosError(
                f"MPC: called at {time:g} s after {before.times[0]:g} s, planned for every {h:g} s"
                f"\n    give rate={self.rate:g} to what calls it, or reset() it"
            )
        prepared_before = self._prepared is not None
        self.prepare()
        self._observer.update(before.times[0], before.states[0], before.inputs[0], now)
        assert self._prepared is not None
        shifted, program, disturbance, spent = self._prepared
        deviation = self.model.states.between(shifted.states[:1], now[None])[0]
        start = np.append(deviation, self._observer.value - disturbance)
        found, status, cost = self._improved(shifted, program, start)
        whole = clock.perf_counter() - begun
        feedback = whole if prepared_before else whole - spent
        self._keep(found or shifted, now, Tick(time, status, cost, spent, feedback))

    def _keep(self, plan: Horizon, now: np.ndarray, tick: Tick) -> None:
        self.plan = replace(plan, states=np.vstack([now, plan.states[1:]]))
        self._prepared = None
        self.ticks.append(tick)
        if tick.status != SOLVED:
            warnings.warn(
                f"MPC: {self._solver} did not solve a quadratic program; the plan before goes on "
                "(.ticks tells when)",
                RuntimeWarning,
                stacklevel=4,
            )

    # --- plans

    def _guess(self, time: float, now: np.ndarray) -> Horizon:
        """Where the robot goes with inputs that would keep it at its target."""
        model, N = self.model, self._count
        times = time + np.arange(N + 1) / self.rate
        states = np.tile(now, (N + 1, 1))
        given = np.tile(np.clip(model.given, self._low, self._high), (N, 1))
        wanted = self._rest.wanted(states, self.targets.states(times))
        rest, _ = self._rest.inputs(times[:-1], wanted, given, self._observer.value)
        inputs = np.clip(rest, self._low, self._high)
        for k in range(N):
            ends = model.ends(times[k : k + 1], states[k : k + 1], inputs[k : k + 1], 0.0)
            if not np.isfinite(ends).all():
                break
            states[k + 1] = ends[0]
        return Horizon(times, states, inputs, inputs)

    @np.errstate(over="ignore", invalid="ignore")  # what is not finite is told of later
    def _linearised(self, plan: Horizon) -> tuple[Horizon, Condensed]:
        """The quadratic program about a plan, whose resting inputs are brought up to date."""
        model, d, starts = self.model, self._observer.value, plan.times[:-1]
        wanted = self._rest.wanted(plan.states, self.targets.states(plan.times))
        rest, by = self._rest.inputs(starts, wanted, plan.rest, d)
        plan = replace(plan, rest=np.clip(rest, self._low, self._high))
        ends, A, B = model.linearized(starts, plan.states[:-1], plan.inputs, d)
        stages = Stages(
            A=A,
            B=B,
            D=np.broadcast_to(model.by_disturbance, (len(A), *model.by_disturbance.shape)),
            c=model.states.between(plan.states[1:], ends),
            E=model.states.slopes(wanted[1:], plan.states[1:]),
            e=model.states.between(wanted[1:], plan.states[1:]),
            v=plan.inputs,
            rest=plan.rest,
            K=np.where((plan.rest == rest)[:, :, None], by, 0.0),  # none beyond the limits
            before=plan.inputs[0] if self.plan is None else self.plan.inputs[0],
        )
        assert self._costs is not None
        return plan, condensed(stages, self._costs)

    @np.errstate(over="ignore", invalid="ignore")
    def _improved(
        self, plan: Horizon, program: Condensed, start: np.ndarray
    ) -> tuple[Horizon | None, str, float]:
        """The plan after one step from a start that deviates by so much; None if there is none."""
        gradient = program.gradient(start)
        if not (np.isfinite(program.H).all() and np.isfinite(gradient).all()):
            self._lost = True
            return None, "the plan is not finite", np.nan
        low, high = (self._low - plan.inputs).ravel(), (self._high - plan.inputs).ravel()
        dv, status = self._program.solve(program.H, gradient, low, high)
        if dv is None:
            return None, status, np.nan
        size = self.model.states.size
        deviations = np.vstack([start[:size], program.states(start, dv)])
        found = replace(
            plan,
            states=self.model.states.moved(plan.states, deviations),
            inputs=np.clip(plan.inputs + dv.reshape(plan.inputs.shape), self._low, self._high),
        )
        return found, status, program.cost(start, dv)

    def _weighted(self, plan: Horizon) -> Costs:
        """Roots of all weights, with those of the end at the first target."""
        end = self._terminal
        if isinstance(end, str):
            there = self._rest.wanted(plan.states, self.targets.states(plan.times))[-1:]
            _, A, B = self.model.linearized(plan.times[-1:], there, plan.rest[-1:], 0.0)
            end = terminal_weights(A[0], B[0], self._Q, self._R)
        return Costs(self._count, self._Q, end, self._R, self._S)


def _intervals(rate: float, horizon: float) -> tuple[float, int]:
    """Length and number of the intervals."""
    rate = positive("MPC: rate", rate, "give ticks per second, above 0")
    horizon = positive("MPC: horizon", horizon, "give seconds above 0")
    if not rate * horizon <= MOST:
        raise PelagosError(
            f"MPC: a horizon of {horizon:g} s has {rate * horizon:.3g} ticks of {1 / rate:g} s\n"
            f"    plan for at most {MOST} inputs, all ticks together: a shorter horizon"
        )
    count = round(rate * horizon)
    if count < 1 or abs(count - rate * horizon) > SAME * count:
        raise PelagosError(
            f"MPC: a horizon of {horizon:g} s is not a whole number of ticks of {1 / rate:g} s\n"
            f"    give {max(count, 1) / rate:g}"
        )
    return 1.0 / rate, count
