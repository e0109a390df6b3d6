"""An engine: one robot (or several variants of it) as programs, and loops that call them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pelagos.errors import PelagosError
from pelagos.kernels.library import loaded
from pelagos.language.suggest import did_you_mean
from pelagos.loops import data, library, queries
from pelagos.loops.lattice.data import AGREED, lattice_for
from pelagos.march.assembly import assembled
from pelagos.march.loop_model import model_of
from pelagos.mechanism.breakpoints import breakpoint_times
from pelagos.mechanism.robot import Compiled, compile_robot
from pelagos.mechanism.states import FORCES
from pelagos.mechanism.welds import WeldTables
from pelagos.model.robot import Robot
from pelagos.programs.numbers import Numbers, flat, value_places
from pelagos.programs.observed import Observed, observed_of, parts_of
from pelagos.programs.robot import FORMULATIONS, Programs
from pelagos.progress import Progress

MANY = 40  # bodies: of so many programs may take a second or more to compile


@dataclass(frozen=True)
class Restored:
    """A state put back onto its constraints; rows in the order of the constraints."""

    x: np.ndarray  # (n,)
    residuals: np.ndarray  # (rows,)
    rates: np.ndarray  # (rows,)
    impulses: np.ndarray  # (rows,): of the change of speeds, N s or N m s
    rank: int  # independent rows


class Engine:
    """Variants of one robot, ready to march and to be asked.

    The variants differ in numbers only: see `variations.alike`. Programs of earlier variants are
    used again where these numbers are read.
    """

    def __init__(
        self,
        robots: Sequence[Compiled],
        method: str = "newton-euler",
        earlier: Sequence[Programs] = (),
        read: Sequence[int] = (),
    ):
        """earlier: programs that may serve these variants, too; read: flat indices of numbers that
        programs read, beside those that have to be."""
        self.robots, self.robot, self.name = list(robots), robots[0], method
        rows = np.stack([flat(robot) for robot in robots])
        programs = next((p for p in earlier if p.serve(self.robot, rows)), None)
        if programs is None:
            places = (*value_places(self.robot), *read)
            programs = Programs(self.robot, Numbers(rows, places), method)
        self.programs = programs
        self.variants = data.variants_of(
            programs.numbers.read(rows),
            np.stack([robot.lattice.corner_places for robot in robots]),
            np.array([[robot.lattice.step] for robot in robots]),
        )
        self.breakpoints = [
            breakpoint_times(robot.robot, parameters_of(robot), robot.input_slots)
            for robot in robots
        ]
        self.size = self.robot.size
        self._parts = parts_of(self.robot)
        self._numbers: dict[tuple[int, int], data.Lanes] = {}  # of variants, for questions
        self._models: dict[tuple[int, bool, str], data.Model] = {}
        self._own = threading.local()
        self._sharing: dict[int, Callable[[np.ndarray], np.ndarray]] = {}  # by variant

    def model(self, lanes: int = 1, by_signals: bool = True, rates: str = "rates") -> data.Model:
        """The robot as loops see it; its programs are compiled when they are first needed.

        by_signals: whether prescribed joints follow their signals, or are where a state has them;
        rates: the program that gives these, "rates" or "pushed".
        """
        key = lanes, by_signals, rates
        if key not in self._models:  # of two threads that come here the first one's model stays
            self._models.setdefault(key, model_of(self.programs, lanes, by_signals, rates))
        return self._models[key]

    def get_ready(self, progress: Progress | None) -> None:
        """Compile what a single run needs, and say so where it takes more than a moment."""
        fresh = (1, True, "rates") not in self._models
        if progress is not None and fresh and self.robot.nb >= MANY:
            progress(None, f"compiling the program of {self.robot.robot.name} ...")
        self.model()

    @property
    def welds(self) -> WeldTables:
        """How constraints are met by this formulation."""
        own = self.robot.welds
        return own if self.programs.attaches else own.set_aside(self.robot)

    def lanes_of(self, variant: int, lanes: int = 1) -> data.Lanes:
        """The same variant in every lane."""
        return data.lanes_like(self.variants, lanes, variant)

    def scratch(self, lanes: int = 1) -> tuple[data.Lanes, data.Work]:
        """Numbers and room for a march with so many lanes."""
        return self.lanes_of(0, lanes), data.work_for(self.model(lanes), lanes)

    def value_place(self, slot: int) -> int:
        """Which number of `Lanes.numbers` a slot of the robot's `values` is."""
        return self.programs.value_place(slot)

    def _lanes(self, variant: int, lanes: int) -> data.Lanes:
        """The numbers of a variant in every lane, for questions: nobody changes them."""
        key = variant, lanes
        found = self._numbers.get(key)
        if found is None:
            found = self.lanes_of(variant, lanes)
            self._numbers = {key: found}
        return found

    def _room(self, model: data.Model, lanes: int) -> data.Work:
        """Room that this thread uses again and again, for questions that are soon answered."""
        kept = self._own.__dict__.setdefault("room", {})
        if model not in kept:  # by identity: the model lives as long as its room
            kept[model] = data.work_for(model, lanes)
        work = kept[model]
        work.active[:] = 1.0  # no rows chosen by an earlier question
        return work

    def stops(self, start: float, end: float) -> np.ndarray:
        """(variant, stop): breakpoints of the inputs inside the time span, padded with its end."""
        inside = [[t for t in times if start < t < end] for times in self.breakpoints]
        width = 1 + max(map(len, inside))
        return np.array([[*times, *[end] * (width - len(times))] for times in inside])

    def initial(self) -> np.ndarray:
        """The state at the start, with loops closed."""
        return self.assembled(self.robot.start, 0)

    def lane_state(
        self,
        lanes: int,
        stages: int,
        first: int,
        last: int,
        agreed: float = AGREED,
        logged: int = 0,
    ) -> data.LaneState:
        """A march at rest for the runs first..last.

        agreed: how near wings and flow come; logged: air steps that a log has room for.
        """
        groups, conditions = len(self.robot.states.samplers), len(self.robot.conditions)
        lattice = None
        if self.robot.lattice.count:
            lattice = lattice_for(self.robot.lattice, self.size, groups, lanes, agreed, logged)
        return data.lane_state_for(
            self.size,
            lanes,
            stages,
            first,
            last,
            groups,
            conditions,
            lattice,
            flowing=self.robot.flowing,
            scales=self.robot.scales,
        )

    @property
    def rank(self) -> int | None:
        """Independent rows of the constraints at the start; None without constraints."""
        if not self.robot.constraints.rows:
            return None
        return self.restored(self.initial(), 0).rank

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
        return assembled(self, start, variant, time, given)

    # questions

    def restored(
        self,
        x: np.ndarray,
        iterations: int,
        time: float = 0.0,
        variant: int = 0,
        given: bool = False,
        lanes: data.Lanes | None = None,
    ) -> Restored:
        """The state x, projected onto the constraints by at most so many steps.

        lanes: numbers that programs read, in one lane, if they are others than the variant's.
        """
        model = self.model(by_signals=not given)
        work = self._room(model, 1)
        lanes = self._lanes(variant, 1) if lanes is None else lanes
        numbers = lanes.numbers[:, 0].copy()
        found = queries.room_to_restore(model, 1, iterations)
        asked = queries.States(times=np.array([time]), x=x[None])
        library.restore(model, lanes, work, asked, found)
        there = found.x[:, 0].copy()
        if not given and len(self.robot.elements.driven):
            there = self._run("prescribed", time, there[None], numbers, True)[0]
        before = np.concatenate([there[: self.robot.nq], x[self.robot.nq :]])
        before = np.concatenate([before[: self.size], np.zeros(self.size - len(before))])
        gaps = self._run("gaps", time, there[None], numbers, not given)[0]
        pushed = np.concatenate([before, found.impulses])
        rows = self.robot.constraints.rows
        return Restored(
            x=there,
            residuals=gaps[:rows],
            rates=gaps[rows:],
            impulses=self._run("impulses", time, pushed[None], numbers, not given)[0],
            rank=int(found.rank[0]),
        )

    def rates(
        self,
        times: np.ndarray,
        x: np.ndarray,
        efforts: np.ndarray | None = None,
        variant: int = 0,
        by_signals: bool = False,
    ) -> np.ndarray:
        """Rates of given states, a row each, under efforts added at the joints."""
        name = "rates" if efforts is None else "pushed"
        if efforts is not None:
            x = np.hstack([x, efforts])
        if not self.programs.loose_rows:
            return self.robot.whole_rates(self.run(name, times, x, variant, by_signals))
        lanes = self.programs.lanes_for(len(x))
        model = self.model(lanes, by_signals, name)
        found = queries.Rates(dx=np.zeros((len(x), self.robot.flowing + 1)))
        asked = queries.States(times=times, x=x)
        library.rates(model, self._lanes(variant, lanes), self._room(model, lanes), asked, found)
        return self.robot.whole_rates(found.dx)

    def accelerations(
        self, times: np.ndarray, x: np.ndarray, efforts: np.ndarray | None = None
    ) -> np.ndarray:
        """udot of given states under efforts added at the joints."""
        nq, nv = self.robot.nq, self.robot.nv
        return self.rates(times, x, efforts)[:, nq : nq + nv]

    def efforts(self, times: np.ndarray, x: np.ndarray, udot: np.ndarray) -> np.ndarray:
        """Efforts that must be added at the joints of given states to give udot."""
        return self.run("efforts", times, np.hstack([x, udot]), by_signals=False)

    def run(
        self,
        name: str,
        times: float | np.ndarray,
        x: np.ndarray,
        variant: int = 0,
        by_signals: bool = True,
    ) -> np.ndarray:
        """What a program gives for rows of its inputs."""
        return self._run(name, times, x, self.variants.numbers[variant], by_signals)

    def _run(
        self,
        name: str,
        times: float | np.ndarray,
        x: np.ndarray,
        numbers: np.ndarray,
        by_signals: bool,
    ) -> np.ndarray:
        return self.programs.run(name, np.asarray(times, dtype=float), x, numbers, by_signals)

    def sampled(self, sampler: int, time: float, x: np.ndarray) -> np.ndarray:
        """What a sampler sets its states to, at a state of a march."""
        seen = self.observe(np.array([time]), x[None], 0)
        given = seen.x
        if self.robot.states.samplers[sampler, FORCES] and self.programs.loose_rows:
            given = np.hstack([given, seen.row_forces[:, self.programs.order]])
        own = self.variants.numbers[0]
        return self.programs.run("sample", np.array([time]), given, own, True, sampler)[0]

    def observe(
        self,
        times: np.ndarray,
        states: np.ndarray,
        variant: int,
        given: bool = False,
        lanes: data.Lanes | None = None,
    ) -> Observed:
        """Everything that can be read off the states of a march, or off `given` ones.

        In a march prescribed joints are where their signals say at the time. lanes: as `restored`.
        """
        if not self.robot.constraints.rows:
            own = self.variants.numbers[variant] if lanes is None else lanes.numbers[:, 0].copy()
            seen = self._run("observe", times, states, own, not given)
            return observed_of(self._parts, seen)
        width = 1 if lanes is not None else self.programs.lanes_for(len(times))
        lanes = self._lanes(variant, width) if lanes is None else lanes
        model = self.model(width, by_signals=not given)
        work = self._room(model, width)
        room = queries.room_to_observe(model, len(times))
        library.observe(model, lanes, work, queries.States(times=times, x=states), room)
        found = observed_of(self._parts, room.seen)
        self.share_loads(found, variant)
        return found

    def reactions(self, time: float, x: np.ndarray) -> np.ndarray:
        """Wrench that each joint puts on its body, (body, 6), at a given state."""
        seen = self.observe(np.array([time]), x[None], 0, given=True)
        udot = seen.dx[:, self.robot.nq : self.robot.nq + self.robot.nv]
        asked = np.hstack([seen.x, udot, seen.row_forces])
        return self.run("reactions", time, asked, by_signals=False).reshape(-1, 6)

    def share_loads(self, seen: Observed, variant: int = 0) -> None:
        """Share loads among welds that repeat each other: forces of least norm."""
        model = self.model()
        if model.held_rows == model.rows or not len(seen.row_forces):
            return
        if variant not in self._sharing:
            from pelagos.march.samples.least_norm import LeastNorm

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


def check_method(method: str) -> None:
    if not isinstance(method, str) or method not in FORMULATIONS:
        remedy = did_you_mean(str(method), FORMULATIONS)
        raise PelagosError(f"method: there is no formulation {method!r}\n    {remedy}")


def prepare(
    progress: Progress | None, robot: Robot | None = None, flows: Sequence[str] = ("lattice",)
) -> None:
    """Load the compiled loops; say so when they have to be built first.

    flows: groups of loops that a robot with vortex lattices needs.
    """

    def announce(what: str) -> Callable[[], None]:
        return lambda: None if progress is None else progress(None, f"compiling {what} ...")

    loaded("march", announce("the march over time, once for this machine (some seconds)"))
    if robot is not None and any(wing.is_lattice for wing in robot.wings.values()):
        for group in flows:
            loaded(group, announce("the flow about wings, once for this machine (some seconds)"))
