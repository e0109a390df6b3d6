"""Numbers of a robot that may change without compiling again.

Parameters in signals and inputs that are set from outside always may, and so may whatever differs
between the variants of a batch. A program reads these from a row `p`; all other numbers fold into
it. Numbers that are equal in every variant are read once.

Zero, one and minus one are special: equations get simpler where they fold, and sums are then
rounded at other places. Variants that differ in where such numbers stand get programs of their own
(`patterns`), so that each run has the bits that it has alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np

from pelagos.mathematics.leaves import mapped
from pelagos.mathematics.leaves import numbers_of as numbers_within
from pelagos.mechanism.robot import Compiled
from pelagos.tape.numbers import Tape

# Where the numbers of a compiled robot are: a field, or a field of one of its tables. Those of its
# elements come last.
TABLES = (
    ("bodies",),
    ("rotor",),
    ("values",),
    ("gravity",),
    ("constraints", "numbers"),
)
MOST_PATTERNS = 16  # of special numbers in a batch; beyond, these are read like all others
_SPECIAL = (0.0, 1.0, -1.0)


def flat(robot: Compiled) -> np.ndarray:
    """All numbers of a robot, one after the other."""
    tables = (np.ravel(_table(robot, path)) for path in TABLES)
    return np.concatenate([*tables, robot.element_numbers])


def patterns(rows: np.ndarray) -> list[np.ndarray]:
    """Variants (rows of `flat` numbers) in groups that have the same special numbers."""
    varied = rows[:, (rows != rows[0]).any(axis=0)]
    special = np.where(np.isin(varied, _SPECIAL), varied, np.inf)
    _, group = np.unique(special, axis=0, return_inverse=True)
    group = group.reshape(-1)
    if group.max(initial=0) >= MOST_PATTERNS:
        return [np.arange(len(rows))]
    return [np.flatnonzero(group == k) for k in dict.fromkeys(group.tolist())]


class Numbers:
    """Which numbers the programs of some variants of a robot read."""

    def __init__(self, rows: np.ndarray, slots: Sequence[int]):
        """rows: `flat` numbers of the variants; slots: places that are read in any case."""
        differ = (rows != rows[0]).any(axis=0)
        kept = frozenset(int(slot) for slot in slots)
        shared: dict[bytes, int] = {}  # numbers that are equal everywhere, parameters apart
        self._first: list[int] = []  # of each number of p: where it stands
        self._place: dict[int, int] = {}  # flat index -> number of p
        for index in sorted(kept | set(np.flatnonzero(differ).tolist())):
            key = rows[:, index].tobytes()
            if index in kept or key not in shared:
                if index not in kept:
                    shared[key] = len(self._first)
                self._place[index] = len(self._first)
                self._first.append(index)
            else:
                self._place[index] = shared[key]
        self._folded = rows[0].copy()
        self._folded[list(self._place)] = np.nan
        self._differing = [index for index in self._place if index not in kept]
        self._has_special = _any_special(rows[:, self._differing])

    @property
    def size(self) -> int:
        return len(self._first)

    def serve(self, rows: np.ndarray) -> bool:
        """Whether other variants, of the same structure, differ in numbers alone that are read.

        Special numbers among these would have folded in programs of their own.
        """
        if _any_special(rows[:, self._differing]) and not self._has_special:
            return False
        if not (np.isnan(self._folded) | (rows == self._folded)).all():
            return False
        indices, first = list(self._place), [self._first[k] for k in self._place.values()]
        return bool((rows[:, indices] == rows[:, first]).all())

    def read_all(self, places: Iterable[int]) -> bool:
        """Whether the numbers at these flat indices are read."""
        return all(place in self._place for place in places)

    def read(self, rows: np.ndarray) -> np.ndarray:
        """p of each variant."""
        return rows[:, self._first]

    def place_of(self, slot: int) -> int:
        """Which number of p a flat index became."""
        return self._place[slot]

    def on_tape(self, robot: Compiled, tape: Tape) -> Compiled:
        """The robot with inputs of a tape in the place of the numbers that are read."""
        inputs = [tape.input(f"p[{k}]") for k in range(self.size)]
        start = 0
        for path in TABLES:
            table = _table(robot, path)
            size = np.size(table)
            here = [i for i in self._place if start <= i < start + size]
            if here:
                values = np.ravel(table).astype(object)
                for i in here:
                    values[i - start] = inputs[self._place[i]]
                robot = _with_table(robot, path, values.reshape(np.shape(table)))
            start += size
        return self._with_elements(robot, start, inputs)

    def _with_elements(self, robot: Compiled, start: int, inputs: Sequence[Any]) -> Compiled:
        """The same for numbers of elements, water and sampled laws, from a flat index on."""
        count = itertools.count(start)

        def read(number: float) -> Any:
            place = self._place.get(next(count))
            return number if place is None else inputs[place]

        water = robot.flows, robot.density, robot.surface
        found, water, laws = mapped((robot.elements.all, water, robot.states.laws), read)
        fields = dict(zip(("flows", "density", "surface"), water, strict=True))
        elements, states = replace(robot.elements, all=found), replace(robot.states, laws=laws)
        return replace(robot, elements=elements, states=states, **fields)


def _any_special(numbers: np.ndarray) -> bool:
    return bool(np.isin(numbers, _SPECIAL).any())


def numbers_of(robots: Sequence[Compiled]) -> Numbers:
    """What the programs of these variants read."""
    return Numbers(np.stack([flat(robot) for robot in robots]), value_places(robots[0]))


def value_places(robot: Compiled) -> list[int]:
    """Where parameters, inputs from outside and the seed stand among the flat numbers."""
    seed = (robot.seed_slot,) if robot.seed_slot >= 0 else ()
    slots = (*robot.parameter_slots.values(), *robot.input_slots.values(), *seed)
    first = first_value(robot)
    return [first + slot for slot in slots]


def ordinary(robot: Compiled) -> list[int]:
    """Where the numbers stand that are not special."""
    return np.flatnonzero(~np.isin(flat(robot), _SPECIAL)).tolist()


def constraint_places(robot: Compiled) -> list[int]:
    """Where the numbers of constraints stand among the flat numbers."""
    first = _first(robot, ("constraints", "numbers"))
    return list(range(first, first + robot.constraints.numbers.size))


def steering_places(robot: Compiled) -> list[int]:
    """Where shares of thrusters in what controllers want may stand: numbers of signals and of
    sampled laws that are not special."""
    numbers, first = flat(robot), first_value(robot)
    laws = numbers.size - len(numbers_within(robot.states.laws))
    places = [*range(first, first + robot.values.size), *range(laws, numbers.size)]
    return [place for place in places if numbers[place] not in _SPECIAL]


def first_value(robot: Compiled) -> int:
    """The flat index of `values[0]`."""
    return _first(robot, ("values",))


def _first(robot: Compiled, path: tuple[str, ...]) -> int:
    before = TABLES[: TABLES.index(path)]
    return sum(np.size(_table(robot, other)) for other in before)


def _table(robot: Compiled, path: tuple[str, ...]) -> Any:
    return reduce(getattr, path, robot)


def _with_table(robot: Any, path: tuple[str, ...], table: Any) -> Any:
    name, *rest = path
    value = _with_table(getattr(robot, name), tuple(rest), table) if rest else table
    return replace(robot, **{name: value})
