"""Many sessions of one robot that go on together: arrays in, arrays out, nothing per run in Python.

Runs march in lanes and threads. Each equals a `Session` with `lands=True`, the same values and the
same seed, to the bit.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.language.expressions import Node
from pelagos.language.suggest import did_you_mean
from pelagos.loops import data
from pelagos.march.attitudes import with_unit_quaternions
from pelagos.march.dock_fleets import DockFleets
from pelagos.march.engine import Engine, engine_of, prepare
from pelagos.march.engines import alike
from pelagos.march.fleet import OwnNumbers, plain_fleet
from pelagos.march.inputs import check_parameter, checked_input
from pelagos.mechanism.objects import with_rest
from pelagos.mechanism.robot import compile_robot
from pelagos.model.robot import Robot
from pelagos.progress import Progress
from pelagos.result.header import Outcome
from pelagos.run.request import Request
from pelagos.run.variations import Values, draw
from pelagos.run.watching import WatchList

_OWN = ("_episodes", "_begun", "_steps")  # arrays that a checkpoint has, beside the fleet's
Runs = Any  # which runs: a mask, indices, a slice; None: all


@dataclass(frozen=True)
class VecCheckpoint:
    """Where all runs of a `VecSession` stand, to the bit; may be pickled."""

    robot: str
    arrays: Mapping[str, Any]


class VecSession:
    """n runs of a robot, advanced together.

    robot, scenario, method, integrator, rtol, atol, step, set, progress: as in `simulate`;
        integrators are the explicit ones, `auto` is dopri5.
    inputs: actuators, set points or parameters of signals, whose values `step` is given, in order.
    vary: model path -> values or something that draws them, as in `simulate_batch`: a pool of
        robots, of which run i begins with number i (modulo their number).
    watch: expressions that `seen` holds after each step, as ["q[hull.z]", "heading[hull]"].
    memory: numbers that each run has of its own for what is watched, by name; each becomes the
        value of its expression when a run goes on, None: it stays. `reset` gives their values.
    seed: of what `vary` draws, and of the first run's noise: run i has seed + i.
    threads: default one per core.
    max_steps: of a single step.

    Examples:
        >>> vec = pl.VecSession("cart-pole", 8, inputs=["push"], integrator="rk4", step=0.01)
        >>> vec.step([[2.0]] * 8, 0.02)  # a row of inputs for each run
        >>> vec.q.shape
        (8, 2)
    """

    def __init__(
        self,
        robot: Robot | str | Path,
        n: int,
        scenario: str | None = None,
        *,
        method: str = "newton-euler",
        integrator: str | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        step: float | None = None,
        every: float | None = None,
        max_steps: int | None = None,
        set: Mapping[str, Any] | None = None,
        inputs: Sequence[str] = (),
        vary: Mapping[str, Values] | None = None,
        pool: int | None = None,
        watch: Sequence[str | Node] = (),
        memory: Mapping[str, str | Node | None] | None = None,
        seed: int = 0,
        threads: int | None = None,
        progress: Progress | None = None,
    ):
        if n < 1:
            raise PelagosError(f"n: {n} runs\n    give at least 1")
        timing = {"rtol": rtol, "atol": atol, "step": step, "every": every, "max_steps": max_steps}
        request = Request.read(
            robot, scenario, method, set, duration=None, integrator=integrator, **timing
        )
        request.require_explicit("cannot be advanced in pieces", "")
        self._request = replace(request, settings=replace(request.settings, lands=True))
        self.inputs = tuple(_input(request.robot, name) for name in inputs)
        _check(request.robot)
        prepare(progress, request.robot)
        samples = draw(vary or {}, pool or n, None, seed)
        engine = self._engine(samples)
        _check_inputs(engine.robot.slots, self.inputs)
        variants = np.arange(n) % len(engine.robots)
        self._watching = WatchList(engine, watch, memory or {})
        crew = min(threads or os.cpu_count() or 1, max(1, n // data.VECTOR))
        own = OwnNumbers(self.inputs, self._watching.columns)
        given = (engine, self._request.settings, variants, self._watching.program, crew, own)
        docks = any(e.action != "stop" or e.at is not None for e in self.robot.events.values())
        self._fleet = DockFleets(*given) if docks else plain_fleet(*given)
        self.watched = tuple(watch)
        self._seen = self._fleet.seen[:, : len(self.watched)]
        self._starts = np.stack([engine.assembled(r.start, k) for k, r in enumerate(engine.robots)])
        self._seed, self._episodes = seed, np.zeros(n, dtype=np.int64)
        self._begun, self._steps = np.zeros(n), np.zeros(n, dtype=np.int64)
        self.reset()

    def _engine(self, samples: Mapping[str, np.ndarray]) -> Engine:
        """An engine of all robots of the pool."""
        request = self._request
        external = frozenset(name for name in self.inputs if name in request.robot.inputs)
        if not samples:
            return engine_of(request.robot, request.method, external)
        first, made = compile_robot(request.robot, external), []
        for k in range(len(next(iter(samples.values())))):
            values = {path: float(numbers[k]) for path, numbers in samples.items()}
            varied = request.base.with_values(values).resolved(request.scenario, request.robot)
            made.append(compile_robot(varied, external, like=first))
        if len(alike(made)) > 1:
            raise PelagosError(
                "vary: the robots differ in more than numbers, so they cannot march together\n"
                "    leave out values that are exactly 0, 1 or -1, or that take a part away"
            )
        return Engine(made, request.method)

    # --- where the runs are

    def __len__(self) -> int:
        return self._fleet.count

    @property
    def robot(self) -> Robot:
        """The robot, its scenario merged in."""
        return self._request.robot

    @property
    def time(self) -> np.ndarray:
        """(run,): the present time of each run."""
        return self._fleet.times.copy()

    @property
    def q(self) -> np.ndarray:
        """(run, coordinate)"""
        return self._fleet.states(slice(0, self._compiled.nq))

    @property
    def u(self) -> np.ndarray:
        """(run, speed)"""
        nq, nv = self._compiled.nq, self._compiled.nv
        return self._fleet.states(slice(nq, nq + nv))

    @property
    def state(self) -> np.ndarray:
        """(run, auxiliary state), in the order of `robot.state_labels`: readings, memories, ..."""
        first = self._compiled.nq + self._compiled.nv
        return self._fleet.states(slice(first, first + self._compiled.states.shown))

    @property
    def starts(self) -> np.ndarray:
        """(variant, number): the state vector at the start of each robot of the pool."""
        return self._starts.copy()

    @property
    def seen(self) -> np.ndarray:
        """(run, expression): what `watch` asked for, after the last step; always the same array."""
        return self._seen

    def observe(self, names: Sequence[str] | None = None) -> dict[str, np.ndarray]:
        """Expressions of `watch`, some or all, (run,) each: views of `seen`, which follow it.

        Examples:
            >>> vec = pl.VecSession("pendulum", 4, watch=["q[rod]", "u[rod]"])
            >>> angle = vec.observe(["q[rod]"])["q[rod]"]
            >>> angle.shape
            (4,)
        """
        columns = {name: k for k, name in enumerate(self.watched) if isinstance(name, str)}
        chosen = list(columns) if names is None else list(names)
        for name in chosen:
            if name not in columns:
                remedy = did_you_mean(str(name), columns) if columns else "name it in watch="
                raise PelagosError(f"observe: {name!r} is not watched\n    {remedy}")
        return {name: self._seen[:, columns[name]] for name in chosen}

    @property
    def whole_seen(self) -> np.ndarray:
        """The same, and then what numbers of `memory` become next."""
        return self._fleet.seen

    @property
    def _compiled(self) -> Any:
        return self._fleet.engine.robot

    @property
    def running(self) -> np.ndarray:
        """(run,): which runs go on; others were stopped by a condition or failed."""
        return self._fleet.codes == data.FINISHED

    def outcome(self, run: int) -> Outcome | None:
        """How a run ended, and why; None while it goes on."""
        return None if self.running[run] else self._fleet.outcome(run)

    # --- moving on

    def step(self, inputs: Any, dt: float, *, waiting: np.ndarray | None = None) -> None:
        """Hold inputs (run, input) from now on, and advance every run by dt seconds.

        Time is counted from the last reset: after k equal steps it is k dt, not a sum of them.
        waiting: (run,), True for runs that stay where they are.
        """
        self.set_inputs(inputs)
        if not (math.isfinite(dt) and dt > 0.0):
            raise PelagosError(f"dt: {dt!r} is not a positive time\n    give seconds")
        self._steps += 1 if waiting is None else ~waiting
        self._fleet.count_anew()
        self._fleet.advance(self._begun + self._steps * dt)

    def set_inputs(self, values: Any) -> None:
        """Hold inputs (run, input) from now on; one row serves all runs."""
        given = np.asarray(values, dtype=float)
        wanted = (len(self), len(self.inputs))
        if given.shape not in (wanted, wanted[1:]):
            names = ", ".join(self.inputs) or "no inputs"
            raise PelagosError(
                f"inputs: the shape {given.shape} where {wanted} is expected\n"
                f"    give a row per run with {names}"
            )
        if not np.isfinite(given).all():
            run = int(np.argwhere(~np.isfinite(np.atleast_2d(given)))[0][0])
            raise PelagosError(f"inputs: run {run} has a number that is not finite\n    clip it")
        self._fleet.given[:] = given

    def set_value(self, parameter: str, values: Any, runs: Runs = None) -> None:
        """Other values of a parameter in the signals that use it, or of `memory`, for some runs."""
        if parameter in self._watching.memory:
            place = self._watching.memory.index(parameter)
            self._fleet.set_memory(place, _all(runs), np.asarray(values, dtype=float))
            return
        check_parameter(parameter, self._compiled.parameter_slots, self.robot)
        self._fleet.set_parameter(parameter, _all(runs), np.asarray(values, dtype=float))

    def reset(
        self,
        runs: Runs = None,
        *,
        q: Any = None,
        u: Any = None,
        variants: Any = None,
        seeds: Any = None,
        values: Mapping[str, Any] | None = None,
        look: bool = True,
        assemble: bool = True,
    ) -> None:
        """Put runs back to the start, at time 0.

        q, u: (run, ...) other states there, of these runs; variants: numbers of robots of the pool;
        seeds: of their noise, else others than before; values: as for `set_value`, of these runs;
        look: whether `seen` is to show them there, else after the next step; assemble: whether
        constraints are to be closed first, which takes time for each run.
        """
        fleet, chosen = self._fleet, np.arange(len(self))[_all(runs)]
        own = fleet.variant[chosen] if variants is None else np.asarray(variants, dtype=np.int64)
        fleet.put_numbers(chosen, np.broadcast_to(own, chosen.shape))
        drawn = self._seed + chosen + len(self) * self._episodes[chosen]
        fleet.set_seeds(chosen, drawn if seeds is None else np.broadcast_to(seeds, chosen.shape))
        for name, numbers in (values or {}).items():
            self.set_value(name, numbers, chosen)
        self._episodes[chosen] += 1
        starts = self._starts[fleet.variant[chosen]]
        nq, nv = self._compiled.nq, self._compiled.nv
        for given, span, what in ((q, slice(0, nq), "q"), (u, slice(nq, nq + nv), "u")):
            if given is not None:
                starts[:, span] = _rows(given, (len(chosen), span.stop - span.start), what)
        if q is not None or u is not None:
            starts = self._assembled(starts, fleet.variant[chosen], assemble)
        fleet.put(chosen, starts, 0.0, fresh=True)
        self._begun[chosen], self._steps[chosen] = 0.0, 0
        if look:
            fleet.look(chosen)

    # --- to go on later, or elsewhere

    def checkpoint(self) -> VecCheckpoint:
        """Where all runs stand: times, states, numbers, seeds, what each step was like."""
        own = {name: getattr(self, name).copy() for name in _OWN}
        return VecCheckpoint(self.robot.hash, {**own, **self._fleet.snapshot()})

    def restore(self, checkpoint: VecCheckpoint) -> None:
        """Go back, or on, to a checkpoint of a `VecSession` that began alike."""
        if (
            checkpoint.robot != self.robot.hash
            or checkpoint.arrays["seen"].shape != self._fleet.seen.shape
        ):
            raise PelagosError(
                "restore: the checkpoint is of another robot or another number of runs\n"
                "    restore it where everything began alike"
            )
        for name in _OWN:
            getattr(self, name)[:] = checkpoint.arrays[name]
        self._fleet.restore(checkpoint.arrays)

    def _assembled(self, states: np.ndarray, variants: np.ndarray, assemble: bool) -> np.ndarray:
        engine = self._fleet.engine
        states = with_unit_quaternions(engine.robot, states, "reset")
        robots = [engine.robots[v if len(engine.robots) > 1 else 0] for v in variants.tolist()]
        states = np.stack([with_rest(own, x) for own, x in zip(robots, states, strict=True)])
        if not (assemble and engine.robot.constraints.rows):
            return states
        pairs = zip(states, variants.tolist(), strict=True)
        return np.stack([engine.assembled(x, v) for x, v in pairs])


def _check(robot: Robot) -> None:
    """Refuse what runs in lanes cannot do."""
    if any(wing.is_lattice for wing in robot.wings.values()):
        raise PelagosError(
            "wings: the flow of a vortex lattice is not advanced in lanes\n    use method: strip"
        )


def _input(robot: Robot, name: str) -> str:
    """An actuator, a set point, or a parameter."""
    is_parameter = name in robot.parameters and name not in robot.inputs
    return name if is_parameter else checked_input(robot, name)


def _check_inputs(slots: Mapping[str, int], inputs: Sequence[str]) -> None:
    for name in inputs:
        if name not in slots:
            raise PelagosError(
                f"inputs: no signal uses the parameter {name!r}\n"
                "    name an actuator, or a parameter in the input of one"
            )


def _all(runs: Runs) -> Any:
    return slice(None) if runs is None else runs


def _rows(values: Any, shape: tuple[int, int], what: str) -> np.ndarray:
    found = np.asarray(values, dtype=float)
    if found.shape not in (shape, shape[1:]) or not np.isfinite(found).all():
        raise PelagosError(
            f"reset: {what} has the shape {found.shape} or a number that is not finite\n"
            f"    give {shape}, in the order `pelagos info` shows"
        )
    return np.broadcast_to(found, shape)
