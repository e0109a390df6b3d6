"""What differs from run to run of a batch: values in the model, initial states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.language.suggest import did_you_mean
from pelagos.march.attitudes import with_unit_quaternions
from pelagos.march.engine import Engine, engine_of
from pelagos.march.engines import alike
from pelagos.mechanism.objects import with_rest
from pelagos.mechanism.robot import Compiled, compile_robot
from pelagos.mechanism.structure import structure
from pelagos.model.earlier import mentions
from pelagos.model.paths.shadowed import refuse_shadowed
from pelagos.model.robot import Robot
from pelagos.programs.numbers import flat
from pelagos.programs.robot import Programs

Values = Sequence[float] | np.ndarray | Callable[[np.random.Generator, int], Any]
# q and u, a row per run; or elements of the state, as "u[hull.w]", with a value per run
Initials = tuple[np.ndarray, np.ndarray] | Mapping[str, Any]
Refuse = Callable[[int, PelagosError], None]
# words without a meaning for the run; scenarios are merged in by then
_REMARKS = ("name", "description", "source", "references", "scenarios")


def draw(
    vary: Mapping[str, Values], n: int | None, initial: Initials | None, seed: int
) -> dict[str, np.ndarray]:
    """One value per run for each path; what draws has a stream of the seed of its own."""
    vary = {path: _drawing(values) for path, values in vary.items()}
    for path, values in vary.items():
        if shared := set(path.split(".")) & {"duration", "integrator"}:
            raise PelagosError(
                f"vary: {path} is the same for all runs of a batch\n"
                f"    give {shared.pop()} to simulate_batch itself"
            )
        if not callable(values) and np.ndim(values) == 0:
            raise PelagosError(
                f"vary: {path} is the single value {values!r}\n"
                "    give one value per run, or a function that draws them, or use set"
            )
    lengths = {path: len(v) for path, v in vary.items() if not callable(v)}
    if isinstance(initial, Mapping):
        lengths |= {f"initial: {element}": len(values) for element, values in initial.items()}
    elif initial is not None:
        lengths["initial"] = len(initial[0])
    counts = set(lengths.values()) | ({n} if n is not None else set())
    if len(counts) > 1:
        given = ", ".join(f"{path}: {length}" for path, length in lengths.items())
        raise PelagosError(
            f"vary: the numbers of runs differ (n = {n}; {given})\n    give equally many values"
        )
    if vary and not counts:
        raise PelagosError("n: how many runs shall be drawn?\n    give n")
    if any(count < 1 for count in counts):
        raise PelagosError(f"n: {min(counts)} runs\n    give at least 1")
    streams = np.random.SeedSequence(seed).spawn(len(vary))
    drawn = {}
    for (path, values), stream in zip(vary.items(), streams, strict=True):
        count = next(iter(counts))
        if callable(values):
            values = values(np.random.default_rng(stream), count)
        numbers = np.asarray(values, dtype=float)
        if numbers.shape != (count,):
            raise PelagosError(
                f"vary: {path} has the shape {numbers.shape}, not ({count},)\n"
                "    give one number per run"
            )
        if not np.all(np.isfinite(numbers)):
            first = int(np.argmin(np.isfinite(numbers)))
            raise PelagosError(
                f"vary: {path} is {numbers[first]} in run {first}\n    give finite numbers"
            )
        drawn[path] = numbers
    return drawn


def _drawing(values: Any) -> Any:
    """A distribution (anything with scipy's `rvs`) as a function that draws; others as they are."""
    if hasattr(values, "rvs"):
        return lambda rng, n: values.rvs(size=n, random_state=rng)
    return values


class Variations:
    """The robots of a batch, compiled one by one: each has the values of its run.

    Parts of the robot that its values do not reach are neither read nor flattened again; parameters
    that only signals use are put in their places, and nothing is.
    """

    def __init__(
        self,
        robot: Robot,
        scenario: str | None,
        samples: Mapping[str, np.ndarray],
        in_words: bool = False,
        first: Compiled | None = None,
    ) -> None:
        """in_words: whether the words of each robot have its values, too; first: the robot in its
        scenario, compiled as its variations shall be."""
        refuse_shadowed(robot, scenario, samples)
        self._robot, self._scenario, self._samples = robot, scenario, samples
        self._first = engine_of(robot.resolved(scenario)).robot if first is None else first
        self._in_scenario = False
        self._slots = None if in_words else self._signal_parameters()
        self._in_scenario = self._slots is None and self._may_change_the_scenario()

    def __getitem__(self, run: int) -> Compiled:
        if self._slots is not None:
            return replace(self._first, values=self._replaced(self._slots, run))
        return self._made(run)

    def _made(self, run: int) -> Compiled:
        if self._in_scenario:
            with suppress(PelagosError):  # is told in the words of the file
                return self._changed(run)
        varied = self._robot.with_values(self._values(run))
        return compile_robot(varied.resolved(self._scenario, self._first.robot), like=self._first)

    def _changed(self, run: int) -> Compiled:
        """The robot in the scenario with other values: it is read once, not twice."""
        return compile_robot(self._first.robot.with_values(self._values(run)), like=self._first)

    def _values(self, run: int) -> dict[str, float]:
        return {path: float(numbers[run]) for path, numbers in self._samples.items()}

    def _may_change_the_scenario(self) -> bool:
        """Whether values may be changed after the scenario was merged in: not where it sets them
        itself. One run is made both ways.
        """
        if self._scenario is None or not all(len(numbers) for numbers in self._samples.values()):
            return False
        try:
            one, other = self._made(0), self._changed(0)
        except PelagosError:
            return False
        return (
            structure(one) == structure(other)
            and np.array_equal(flat(one), flat(other))
            and np.array_equal(one.start, other.start)
        )

    def _replaced(self, slots: Mapping[str, int], run: int) -> np.ndarray:
        changed = self._first.values.copy()
        for path, slot in slots.items():
            changed[slot] = self._samples[path][run]
        return changed

    def _signal_parameters(self) -> dict[str, int] | None:
        """Where each varied parameter sits among the program's values, if nothing else depends on
        it: its name stands in expressions of inputs alone, and where it is changed in a robot, all
        other arrays stay the same.
        """
        first = self._first
        names = {path: path.removeprefix("parameters.") for path in self._samples}
        if any(path == name or name not in first.parameter_slots for path, name in names.items()):
            return None
        if _beyond_inputs(first.robot.to_dict(), frozenset(names.values())):
            return None
        slots = {path: first.parameter_slots[name] for path, name in names.items()}
        other_values = [self._samples[path] != first.values[slot] for path, slot in slots.items()]
        differing = np.flatnonzero(np.all(other_values, axis=0))
        if not len(differing):
            return None
        run = int(differing[0])
        try:
            other, expected = self._made(run), self._replaced(slots, run)
        except PelagosError:
            return None  # is told when that run is made
        same = all(
            np.array_equal(getattr(first, name), getattr(other, name))
            for name in ("tree", "start", "program", "tables")
        ) and np.array_equal(flat(replace(first, values=expected)), flat(other))
        return slots if same and len(expected) == len(other.values) else None


def _beyond_inputs(words: Any, names: frozenset[str], key: str = "") -> bool:
    """Whether words other than expressions of inputs mention one of the names."""
    if isinstance(words, dict):
        return any(_beyond_inputs(v, names, k) for k, v in words.items() if k not in _REMARKS)
    if isinstance(words, list):
        return any(_beyond_inputs(value, names) for value in words)
    return key != "input" and mentions(words, names)


@dataclass(frozen=True)
class Group:
    """Runs that march together: which they are, their states at the start, their robots."""

    members: np.ndarray
    start: np.ndarray  # (member, n)
    engine: Engine
    variant: np.ndarray  # int (member,): which robot of the engine


def groups(
    robots: Variations | None,
    same: Engine,
    initial: Mapping[int, np.ndarray],
    count: int,
    size: int,
    refuse: Refuse | None,
) -> Iterator[Group]:
    """All runs of a batch in groups of at most a size, those of different structure apart.

    Runs without robots of their own share the engine `same`. With `refuse`, it is told which runs
    cannot begin, and why; else that is raised.
    """

    def ready(engine: Engine, runs: Sequence[int]) -> Iterator[Group]:
        found = {}
        for k, run in enumerate(runs):
            variant = 0 if robots is None else k
            with _refusing(refuse, run):
                start = _start(engine.robots[variant], run, initial)
                found[run] = engine.assembled(start, variant), variant
        if found:
            starts, variants = zip(*found.values(), strict=True)
            yield Group(np.array(list(found)), np.array(starts), engine, np.array(variants))

    programs: list[Programs] = []  # that read what varies: they serve the next group as well
    for first in range(0, count, size):
        runs = range(first, min(first + size, count))
        if robots is None:
            yield from ready(same, runs)
            continue
        made = {}
        for run in runs:
            with _refusing(refuse, run):
                made[run] = robots[run]
        for members in alike(list(made.values())):
            those = np.array(list(made))[members].tolist()
            variants = [made[run] for run in those]
            engine = Engine(variants, same.name, programs)
            if engine.programs not in programs:
                programs.append(engine.programs)
            yield from ready(engine, those)


@contextmanager
def _refusing(refuse: Refuse | None, run: int) -> Iterator[None]:
    """Tell what is wrong with a run, if there is somebody to tell, and go on."""
    try:
        yield
    except PelagosError as error:
        if refuse is None:
            raise
        refuse(run, error)


def _start(robot: Compiled, run: int, initial: Mapping[int, np.ndarray]) -> np.ndarray:
    """The state of a run at its start: its robot's own, with what is given in its place."""
    start = robot.start
    for place, values in initial.items():
        start[place] = values[run]
    if not initial:
        return start
    return with_rest(robot, with_unit_quaternions(robot, start, f"initial: run {run}"))


def placed(robot: Robot, count: int, initial: Initials | None) -> dict[int, np.ndarray]:
    """Given elements of initial states by their places in the state vector, checked."""
    if initial is None:
        return {}
    nq = len(robot.coordinates)
    places = {f"q[{label}]": i for i, label in enumerate(robot.coordinates)}
    places |= {f"u[{label}]": i for i, label in enumerate(robot.speeds, nq)}
    if isinstance(initial, Mapping):
        for element in initial:
            if element not in places:
                raise PelagosError(
                    f"initial: there is no {element}\n    {did_you_mean(element, places)}"
                )
        found = {places[e]: np.asarray(values, dtype=float) for e, values in initial.items()}
    else:
        if len(initial) != 2:
            raise PelagosError(
                f"initial: {len(initial)} parts, not q and u\n    give (q, u), a row per run each"
            )
        q, u = (np.asarray(part, dtype=float) for part in initial)
        nv = len(robot.speeds)
        if q.shape != (count, nq) or u.shape != (count, nv):
            raise PelagosError(
                f"initial: shapes {q.shape} and {u.shape}, not ({count}, {nq}) and "
                f"({count}, {nv})\n    give one row per run"
            )
        found = dict(enumerate(np.concatenate([q, u], axis=1).T))
    if not all(np.all(np.isfinite(values)) for values in found.values()):
        raise PelagosError("initial: holds a number that is not finite\n    give finite numbers")
    return found
