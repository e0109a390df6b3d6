"""A run with events: marched from one to the next, with other constraints in force after each.

At a dock the speeds jump by the impulse of the constraints, u+ = u - M^-1 J^T G^+ J u; momentum of
bodies and water is kept, the energy that the approach had is lost. At an undock nothing jumps.
Samples at the very time of an event show the state after it.

A controller written in Python may steer: the march then stops at its sample times, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from pelagos.compiled.conditions import STOP
from pelagos.errors import PelagosError
from pelagos.language.placement import Placement, to_quaternion
from pelagos.loops import data
from pelagos.loops.queries import PROJECTIONS
from pelagos.march.assembly import turned_over
from pelagos.march.engine import Engine, engine_docked
from pelagos.march.explicit import Explicit
from pelagos.march.facts import variables_of
from pelagos.march.loads import docks_of, loads
from pelagos.march.outcomes import INTERRUPTED, stopped_by
from pelagos.march.settings import Settings
from pelagos.model.constraints import Constraint
from pelagos.model.events import Event
from pelagos.programs.observed import KINETIC, POTENTIAL
from pelagos.result.header import Outcome
from pelagos.run.control import Control, ControllerError
from pelagos.run.recording import Facts


class MissedError(Exception):
    """A dock whose frames are too far apart; the message says which and by how much."""


class Eventful:
    """A single run through its events, steered by a controller if there is one."""

    def __init__(self, engine: Engine, settings: Settings, control: Control | None = None):
        self._engine, self._settings = engine, settings
        self._control, self._calls = control, 0
        self._held: dict[str, float] = {}  # inputs that the controller has set
        self._robot = engine.robot.robot
        acting = [name for name, event in self._robot.events.items() if event.action != "stop"]
        if engine.robot.lattice.count and (acting or control is not None):
            raise PelagosError(
                f"events: {', '.join(acting or self._robot.events) or 'stop'}: the wake of a wing "
                "would be lost at a dock, or when a controller acts\n"
                "    keep to events that stop the run, or use method: strip for the wings"
            )
        self._docked = {n: c for n, c in self._robot.constraints.items() if c.active}
        self._waiting = dict(self._robot.events)
        self._grid, self._kept = settings.samples(), -np.inf
        self._state, self.time = engine.initial(), 0.0
        self._counts = np.zeros(3, dtype=np.int64)
        self._ticks = np.zeros(0, dtype=np.int64)
        self._happened: list[dict[str, Any]] = []
        self._ready: tuple[Engine, np.ndarray, np.ndarray] | None = None
        self._ended = Outcome("interrupted", 0.0, INTERRUPTED)

    # --- what a recorder asks for

    def taken(self) -> tuple[Engine, np.ndarray, np.ndarray]:
        assert self._ready is not None
        return self._ready

    def outcome(self, wall: float) -> Outcome:
        steps, rejected, evaluations = (int(n) for n in self._counts)
        return replace(
            self._ended,
            time=self.time,
            steps=steps,
            rejected=rejected,
            evaluations=evaluations,
            wall=wall,
            events=tuple(self._happened),
        )

    # --- from event to event

    def advance(self) -> Iterator[None]:
        duration, met = self._settings.duration, -1
        while True:
            over = self._act(met)
            if over is None and self._is_steered():
                self._ready = self._on_grid(self._engine, *self._now())
                yield
                over = self._steer()
            if over or self.time >= duration:
                self._ended = over or Outcome("finished", self.time)
                if self.time > self._kept:
                    self._ready = self._engine, *self._now()
                    yield
                return
            piece = self._piece()
            for _ in piece.advance():
                self.time = piece.time
                if piece.runs.outcome[0] == data.RUNNING:
                    self._ready = self._on_grid(*piece.taken())
                    yield
            runs = piece.runs
            self.time, self._state = float(runs.time[0]), runs.last[0].copy()
            self._counts += runs.steps[0]
            self._ticks = piece.ticks
            failed = runs.outcome[0] not in (data.FINISHED, data.MET)
            self._ready = self._on_grid(*piece.taken(), before=np.inf if failed else self.time)
            yield
            if failed:
                self._ended = piece.outcome(0.0)
                return
            met = int(runs.met[0])

    def _piece(self) -> Explicit:
        """The march to the next event or call of the controller at a known time, or to the end."""
        engine, settings = self._engine, self._settings
        times = [e.at for e in self._waiting.values() if e.at is not None]
        end = min([t for t in [*times, self._next_call] if t > self.time] + [settings.duration])
        inside = self._grid[(self._grid > self.time) & (self._grid < end)]
        armed = [
            k
            for k, name in enumerate(engine.robot.conditions)
            if name == STOP or name in self._waiting
        ]
        left = settings.max_steps - int(self._counts[:2].sum())
        plan = settings.plan(engine.stops(self.time, end), armed).replaced(
            samples=np.array([self.time, *inside, end]),
            end=end,
            max_steps=max(left, 1),
            ticks=self._ticks,
        )
        return Explicit(engine, settings, plan, self._state)

    def _on_grid(
        self, engine: Engine, times: np.ndarray, states: np.ndarray, before: float = np.inf
    ) -> tuple[Engine, np.ndarray, np.ndarray]:
        """New samples on the output grid that no event can change any more."""
        keep = np.isin(times, self._grid) & (times > self._kept) & (times < before)
        self._kept = max([self._kept, *times[keep][-1:]])
        return engine, times[keep], states[keep]

    # --- what happens

    @property
    def _next_call(self) -> float:
        """When the controller acts next; at a sample of the output if rounding alone parts them."""
        if self._control is None:
            return np.inf
        time, off = self._calls / self._control.rate, 1e-9 / self._control.rate
        near = self._grid[np.searchsorted(self._grid, time - off) :][:1]
        return float(near[0]) if len(near) and near[0] < time + off else time

    def _is_steered(self) -> bool:
        """Whether it is the controller's turn."""
        return self._next_call <= self.time < self._settings.duration

    def _steer(self) -> Outcome | None:
        """Set the inputs that the controller wants; how the run ends, if that fails."""
        assert self._control is not None
        self._calls += 1
        variables = variables_of(self._engine.robot, self._now()[0], self._seen())
        seen = Facts(variables, self._robot)
        try:
            answer = self._control.commands(self.time, seen, self._robot)
        except ControllerError as error:
            return Outcome("controller", self.time, str(error))
        before = self._held
        kept = {name: value for name, value in before.items() if name not in answer}
        self._held = {**kept, **{n: v for n, v in answer.items() if v is not None}}
        if self._held.keys() != before.keys():
            self._engine = self._rebuilt()
        elif self._held:
            self._engine.hold(self._held)
        return None

    def _rebuilt(self) -> Engine:
        """The engine with the present docks and inputs."""
        robot, method = self._robot, self._engine.name
        return engine_docked(robot, method, self._docked, self._held, self._engine)

    def _act(self, met: int) -> Outcome | None:
        """Let everything happen that is due now; how the run ends, if it does."""
        due = [n for n, e in self._waiting.items() if e.at is not None and e.at <= self.time]
        if met >= 0:
            name = self._engine.robot.conditions[met]
            if name == STOP:
                return Outcome("stopped", self.time, stopped_by(self._engine.robot, met))
            due.append(name)
        for name in due:
            event = self._waiting.pop(name)
            if event.action == "stop":
                self._note(name, event)
                return Outcome("stopped", self.time, f"{name}: {event.when}")
            try:
                self._dock(name, event) if event.dock else self._undock(name, event)
            except MissedError as error:
                return Outcome("dock-missed", self.time, str(error))
        return None

    def _note(self, name: str, event: Event, **facts: Any) -> None:
        dock = {} if event.target is None else {"dock": event.target}
        self._happened.append(
            {"name": name, "action": event.action, **dock, "time": self.time, **facts}
        )

    def _undock(self, name: str, event: Event) -> None:
        self._docked = {n: c for n, c in self._docked.items() if n != event.undock}
        self._engine = self._rebuilt()
        self._note(name, event)

    def _dock(self, name: str, event: Event) -> None:
        dock = str(event.dock)
        constraint = self._robot.constraints[dock]
        if event.capture == "here":
            constraint = self._captured(constraint)
        before = self._seen()
        self._docked = {**self._docked, dock: constraint}
        self._engine = self._rebuilt()
        if event.capture == "exact":
            self._check_gap(name, event)
        iterations = PROJECTIONS if event.capture == "exact" else 0
        found = self._restored(iterations)
        count = self._engine.robot.nq + self._engine.robot.nv
        self._state[:count] = found.x[:count]
        after = self._seen()
        energies = [s.totals[0, KINETIC] + s.totals[0, POTENTIAL] for s in (before, after)]
        loss = float(energies[0] - energies[1])
        self._state[-1] -= loss  # work that the impulse did on the robot
        after.row_forces[0] = found.impulses
        self._engine.share_loads(after)
        k = docks_of(self._engine.robot).index(dock) if constraint.bodies else None
        linear, angular = loads(self._engine.robot, after)
        impulse = {} if k is None else {
            "impulse": linear[0, k].tolist(), "angular_impulse": angular[0, k].tolist()
        }  # fmt: skip
        rows = {"rows": self._engine.robot.constraints.rows, "rank": found.rank}
        self._note(name, event, **impulse, energy_loss=loss, **rows)

    def _now(self) -> tuple[np.ndarray, np.ndarray]:
        """Time and state, as samples."""
        return np.array([self.time]), self._state[None]

    def _seen(self) -> Any:
        return self._engine.observe(*self._now(), 0)

    def _restored(self, iterations: int) -> Any:
        return self._engine.restored(self._state, iterations, self.time)

    def _check_gap(self, name: str, event: Event) -> None:
        """Refuse a dock whose frames do not meet."""
        gaps = np.abs(self._restored(0).residuals)
        names = self._engine.robot.constraints.row_names
        own = [k for k, label in enumerate(names) if label.rpartition(".")[0] == event.dock]
        worst = max(own, key=lambda k: gaps[k])
        if turned_over(self._engine.robot, self._seen().poses[0]) == event.dock:
            raise MissedError(
                f"{name}: the frames of {event.dock} are more than a quarter of a turn apart. Turn "
                "at: or to:, approach in another attitude, or use `capture: here`"
            )
        if not gaps[worst] <= event.tolerance:
            raise MissedError(
                f"{name}: {names[worst]} is off by {gaps[worst]:.3g} (m or rad), more than the "
                f"tolerance {event.tolerance:g}. Approach more closely, raise `tolerance` (the "
                "bodies are then moved together), or use `capture: here`, which keeps the pose"
            )

    def _captured(self, constraint: Constraint) -> Constraint:
        """The constraint with its second frame where the first one is now."""
        seen = self._seen()
        robot = self._engine.robot
        (R_a, p_a), (R_b, p_b) = (_pose(robot, seen, body) for body in constraint.bodies)
        at = constraint.law.at  # type: ignore[union-attr]
        R, p = R_b.T @ R_a @ at.R, R_b.T @ (p_a + R_a @ at.p - p_b)
        to = Placement.model_construct(position=tuple(p.tolist()), quaternion=to_quaternion(R))
        law = constraint.law.model_copy(update={"to": to})
        return constraint.model_copy(update={constraint.kind: law})


def _pose(robot: Any, seen: Any, body: str) -> tuple[np.ndarray, np.ndarray]:
    """Axes (columns) and origin of a body in the world, in its own axes."""
    if body == "world":
        return np.eye(3), np.zeros(3)
    b = robot.names.index(body)
    aligned = seen.poses[0, b, :9].reshape(3, 3).T
    return aligned @ robot.align[b].T, seen.poses[0, b, 9:].copy()
