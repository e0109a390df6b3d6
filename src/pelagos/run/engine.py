"""An engine: one robot (or several variants of it) ready for the compiled loops."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from pelagos.compiled.corners import corner_times
from pelagos.compiled.robot import Compiled, compile_robot
from pelagos.errors import PelagosError
from pelagos.kernels import arena, library, marching, questions
from pelagos.kernels.lattice_data import lattice_for
from pelagos.model.constraints import Constraint
from pelagos.model.robot import Robot
from pelagos.model.suggest import did_you_mean
from pelagos.run.assembly import assembled, rank_at

Progress = Callable[[float | None, str], None]


class Engine:
    """Variants of one robot as arrays; makes scratch and evaluates states.

    The variants differ in numbers only: see `variations.alike`.
    """

    def __init__(self, robots: Sequence[Compiled], method: str = "newton-euler"):
        self.robots = list(robots)
        self.robot = robots[0]
        self.name, self.method = method, library.METHODS[method]
        self.welds = self.robot.welds
        if not self.method.hangs:
            self.welds = self.welds.set_aside(self.robot)
        self.model = arena.model_of(self.robot, self.method.address, self.welds)
        self.variants = arena.variants_of(list(robots))
        self.corners = [
            corner_times(robot.robot, parameters_of(robot), robot.input_slots) for robot in robots
        ]
        self._own = threading.local()
        self._sharing: dict[int, Callable[[np.ndarray], np.ndarray]] = {}  # by variant
        self.size = self.robot.size

    @cached_property
    def asking(self) -> arena.Model:
        """The model at given states: prescribed joints are where these say, not their signals."""
        return self.model.replaced(prescribes=questions.ACCELERATION)

    @cached_property
    def moving(self) -> arena.Model:
        """The same where accelerations are given, too."""
        return self.model.replaced(prescribes=questions.NOTHING)

    def scratch(self) -> tuple[arena.Lanes, arena.Work]:
        return self.lanes_of(0), self.work()

    def hold(self, inputs: Mapping[str, float]) -> None:
        """Set inputs that come from outside; for an engine that only this thread uses."""
        lanes, _ = self.borrowed()
        for name, value in inputs.items():
            slot = self.robot.input_slots[name]
            self.variants.values[:, slot] = lanes.values[slot] = value

    def borrowed(self) -> tuple[arena.Lanes, arena.Work]:
        """Scratch that this thread uses again and again, for questions that are soon answered."""
        if not hasattr(self._own, "scratch"):
            self._own.scratch = self.scratch()
        lanes, work = self._own.scratch
        work.active[:] = 1.0  # no rows chosen by an earlier question
        work.extra[:] = 0.0  # no efforts given with it
        return lanes, work

    def work(self) -> arena.Work:
        return arena.work_for(self.robot, self.method.dense(self.robot), self.welds.loose_rows)

    def lanes_of(self, variant: int) -> arena.Lanes:
        """The same variant in every lane."""
        return arena.lanes_like(self.variants, variant)

    def stops(self, start: float, end: float) -> np.ndarray:
        """(variant, stop): corners of the inputs inside the time span, padded with its end."""
        inside = [[t for t in corners if start < t < end] for corners in self.corners]
        width = 1 + max(map(len, inside))
        return np.array([[*times, *[end] * (width - len(times))] for times in inside])

    def initial(self) -> np.ndarray:
        """The state at the start, with loops closed."""
        return self.assembled(self.robot.start, 0)

    def marcher(self, stages: int, first: int, last: int) -> marching.Marcher:
        """A march at rest for the runs first..last."""
        groups, conditions = len(self.robot.states.samplers), len(self.robot.conditions)
        lattice = None
        if self.robot.lattice.count:
            lattice = lattice_for(self.robot.lattice, self.size, groups)
        return marching.marcher_for(self.size, stages, first, last, groups, conditions, lattice)

    @property
    def rank(self) -> int | None:
        """Independent rows of the constraints at the start; None without constraints."""
        if not self.robot.constraints.rows:
            return None
        return rank_at(self.initial(), self.model, self.lanes_of(0), self.work())

    def prescribed(self, time: float) -> np.ndarray:
        """The state at the start, but prescribed joints where their signals say at a time."""
        if not self.robot.constraints.rows:
            return self.observe(np.array([time]), self.robot.start[None], 0).x[0]
        return self.assembled(self.initial(), 0, time)

    def assembled(
        self, start: np.ndarray, variant: int, time: float = 0.0, given: bool = False
    ) -> np.ndarray:
        """The state of a variant nearest to `start` that satisfies its constraints at a time.

        Prescribed joints go where their signals say, or stay where a `given` state has them.
        """
        if not self.robot.constraints.rows:
            return start
        robot, model = self.robots[variant], self.asking if given else self.model
        return assembled(robot, start, model, self.lanes_of(variant), self.work(), time)

    def observe(
        self, times: np.ndarray, states: np.ndarray, variant: int, given: bool = False
    ) -> questions.Observed:
        """Everything that can be read off the states of a march, or off `given` ones.

        In a march prescribed joints are where their signals say at the time.
        """
        seen = questions.room_for(
            len(times),
            self.size,
            self.robot.nb,
            len(self.robot.elements.outputs),
            self.robot.constraints.rows,
            len(self.robot.strips.table),
        )
        lanes, work = self.borrowed()
        if len(self.robots) > 1:
            lanes = self.lanes_of(variant)
        asked = questions.States(times=times, x=states)
        library.observe(self.asking if given else self.model, lanes, work, asked, seen)
        self.share_loads(seen, variant)
        return seen

    def share_loads(self, seen: questions.Observed, variant: int = 0) -> None:
        """Share loads among welds that repeat each other: forces of least norm."""
        if self.model.held_rows == self.model.rows or not len(seen.row_forces):
            return
        if variant not in self._sharing:
            from pelagos.run.least_norm import LeastNorm

            robot = self.robots[variant if len(self.robots) > 1 else 0]
            self._sharing[variant] = LeastNorm(robot, self.welds, seen.poses[0])
        seen.row_forces[:] = self._sharing[variant](seen.row_forces)


def parameters_of(robot: Compiled) -> dict[str, float]:
    """Parameters of a variant, which may be changed in its signals alone."""
    changed = {name: float(robot.values[slot]) for name, slot in robot.parameter_slots.items()}
    return {**robot.robot.parameters, **changed}


@lru_cache(maxsize=16)
def engine_of(
    robot: Robot, method: str = "newton-euler", external: frozenset[str] = frozenset()
) -> Engine:
    """The engine of a robot, made once; inputs of `external` actuators are set from outside."""
    return Engine([compile_robot(robot, external)], method)


def engine_docked(
    robot: Robot, method: str, docked: Mapping[str, Constraint], inputs: Mapping[str, float]
) -> Engine:
    """An engine of one's own while these constraints are in force and these inputs are held."""
    engine = Engine([compile_robot(robot, inputs, docked=docked)], method)
    engine.hold(inputs)
    return engine


def check_method(method: str) -> None:
    if method not in library.METHODS:
        remedy = did_you_mean(method, library.METHODS)
        raise PelagosError(f"method: there is no formulation {method!r}\n    {remedy}")


def prepare(method: str, progress: Progress | None, robot: Robot | None = None) -> None:
    """Load the compiled library; say so when it, or a law of the user, has to be built first."""

    def announce(what: str) -> None:
        if progress is not None:
            progress(None, f"compiling {what} ...")

    engine = "the engine, once for this machine (about 20 s)"
    library.loaded(library.METHODS[method].group, lambda: announce(engine))
    if robot is not None and any(wing.is_lattice for wing in robot.wings.values()):
        library.loaded("lattice", lambda: announce("the flow about wings, once for this machine"))
    for law in () if robot is None else robot.laws:
        if law.function not in _announced:
            _announced.add(law.function)
            announce(f"the {law.kind} law {law.name}, once for this process (about 1 s)")


_announced: set[Any] = set()  # the user's functions that were built, or soon will be
