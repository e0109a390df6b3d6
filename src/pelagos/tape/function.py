"""A program as a Python function of arrays: one state, or many at once.

One state runs on one lane, many run side by side; both give the same bits. The code is made when it
is first needed. A call does nothing but check shapes, copy what it was given and run.
"""

from __future__ import annotations

import ctypes
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.lazy import cached_property
from pelagos.tape.instructions import Program, program_of, rest_of_program
from pelagos.tape.listing import listing
from pelagos.tape.machine.native import Job, Native
from pelagos.tape.numbers import Number, Tape
from pelagos.tape.split import shared


class Function:
    """Outputs of a tape as a function of time and named rows of numbers, its inputs in order."""

    def __init__(self, tape: Tape, rows: Mapping[str, int], outputs: Sequence[Any], lanes: int):
        self.rows = dict(rows)
        self.sizes = (1, *rows.values())
        self.size = len(outputs)
        self.lanes = lanes
        self._shapes = tuple((size,) for size in rows.values())
        self.tape, self.outputs = tape, outputs
        self._idle: list[Buffer] = []
        self._making = threading.Lock()

    @cached_property
    def program(self) -> Program:
        return program_of(self.tape, self.outputs)

    @property
    def operations(self) -> Counter[str]:
        """Operations of the tape that the outputs need, by name."""
        return Counter(self.tape.names[i] for i in self.tape.needed(self.outputs))

    def listing(self, labels: Sequence[str]) -> str:
        """The tape, one operation a line; labels are those of the outputs."""
        return listing(self.tape, self.outputs, labels)

    def __call__(self, t: float, *rows: Any) -> np.ndarray:
        """One row of results; one per state where an argument has a row per state."""
        try:
            buffer = self._idle.pop()  # nobody else has it now
        except IndexError:
            buffer = Buffer(self.sizes, np.zeros(self.size), self.native(1))
        buffer.set_time(t)
        for place, shape, row in zip(buffer.places, self._shapes, rows, strict=True):
            if type(row) is not np.ndarray or row.shape != shape:
                break
            place[:] = row
        else:
            buffer.run(buffer.address)
            found = buffer.found.copy()
            self._idle.append(buffer)
            return found
        self._idle.append(buffer)
        return self._any(float(t), [_numbers(n, r) for n, r in zip(self.rows, rows, strict=True)])

    def over(self, name: str, given: np.ndarray, also: Sequence[Any] = ()) -> Over:
        """The function of the other rows, with a row of results for each row given here.

        also: numbers of the tape that do not depend on these rows, wanted beside the results.
        """
        return Over(self, name, given, also)

    def native(self, lanes: int) -> Native:
        """Machine code with one lane, or as many as the machine has."""
        with self._making:
            return self._narrow if lanes == 1 else self._wide

    @cached_property
    def _narrow(self) -> Native:
        return Native(self.program, 1, self.sizes)

    @cached_property
    def _wide(self) -> Native:
        return Native(self.program, self.lanes, self.sizes)

    def _any(self, t: float, rows: Sequence[np.ndarray]) -> np.ndarray:
        """One state that was no row of doubles, or many states."""
        if all(row.shape == shape for row, shape in zip(rows, self._shapes, strict=True)):
            return self(t, *rows)
        count = self.count(rows)
        given = [np.array([t]), *(np.ascontiguousarray(row) for row in rows)]
        strides = [row.shape[1] if row.ndim == 2 else 0 for row in given]
        found = np.empty((count, self.size))
        native = self.native(1 if count == 1 else self.lanes)
        job = Job(native, given, strides, found, self.size, count)
        native.run(job.address)
        return found

    def count(self, rows: Sequence[np.ndarray]) -> int:
        """How many states there are: the rows of those arguments that have any."""
        found = count_states(self.rows, rows)
        assert found is not None
        return found


def count_states(sizes: Mapping[str, int], rows: Sequence[np.ndarray]) -> int | None:
    """How many rows arguments of these sizes have; None where none has any."""
    counts = {}
    for (name, size), row in zip(sizes.items(), rows, strict=True):
        if row.ndim not in (1, 2) or row.shape[-1] != size:
            raise _wrong_shape(name, row, size)
        if row.ndim == 2:
            counts[name] = len(row)
    if len(set(counts.values())) > 1:
        told = " beside ".join(f"{n} rows of {name}" for name, n in counts.items())
        raise PelagosError(f"{next(iter(counts))}: {told}\n    give as many rows of each")
    return next(iter(counts.values()), None)


class Over:
    """A function for many rows of one of its arguments at a state.

    What these rows share is done once, the rest side by side.
    """

    def __init__(self, f: Function, name: str, given: np.ndarray, also: Sequence[Any]):
        tape, outputs, names = f.tape, f.outputs, list(f.rows)
        self._place, self._given, self._size = names.index(name), given, f.size
        first = 1 + sum(f.sizes[1 : 1 + self._place])
        varying = range(first, first + f.rows[name])
        common = shared(tape, outputs, varying)
        numbers = [*(Number(tape, index) for index in common), *also]
        self._common, self._also, self._sizes = len(common), len(also), f.sizes
        self._once = Native(program_of(tape, numbers), 1, f.sizes)
        rest = rest_of_program(tape, outputs, common, varying)
        self._many = Native(rest, f.lanes, (len(common), len(varying)))
        self._free = [(n, (size,)) for n, size in f.rows.items() if n != name]
        self._idle: list[tuple[Buffer, Buffer]] = []

    def __call__(self, t: float, *rows: np.ndarray) -> np.ndarray:
        """A row of results for each given row."""
        return self.beside(t, *rows)[1]

    def beside(self, t: float, *rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The numbers that were wanted beside, and the results."""
        try:
            before, after = self._idle.pop()
        except IndexError:
            before, after = self._buffers()
        before.set_time(t)
        for target, (called, shape), row in zip(before.places, self._free, rows, strict=True):
            if row.shape != shape:
                raise _wrong_shape(called, row, shape[0])
            target[:] = row
        before.run(before.address)
        after.run(after.address)
        found = before.found[self._common :].copy(), after.found.copy()
        self._idle.append((before, after))
        return found

    def _buffers(self) -> tuple[Buffer, Buffer]:
        unused = np.zeros((1, self._given.shape[1]))  # what is shared reads none of it
        numbers = np.zeros(self._common + self._also)
        before = Buffer(self._sizes, numbers, self._once, {1 + self._place: unused})
        coefficients = numbers[None, : self._common]
        sizes = (self._common, self._given.shape[1])
        found = np.zeros((len(self._given), self._size))
        return before, Buffer(sizes, found, self._many, {0: coefficients, 1: self._given})


class Buffer:
    """Memory for one state, with all addresses worked out; some rows may be given for good."""

    def __init__(
        self,
        sizes: Sequence[int],
        found: np.ndarray,
        native: Native,
        given: Mapping[int, np.ndarray] | None = None,
    ):
        given = given or {}
        self.found = found
        places = [given.get(k, np.zeros(size)) for k, size in enumerate(sizes)]
        strides = [places[k].shape[1] if k in given else 0 for k in range(len(places))]
        self.first = places[0]
        self.places = [p for k, p in enumerate(places) if k > 0 and k not in given]
        count = len(np.atleast_2d(found))
        self._job = Job(native, places, strides, found, found.shape[-1], count)
        self.run, self.address = native.run, ctypes.c_void_p(self._job.address)

    def set_time(self, t: float) -> None:
        try:
            self.first[0] = t
        except (TypeError, ValueError):
            raise PelagosError(f"t: {t!r} is no time\n    give one number for all states") from None


def _numbers(name: str, row: Any) -> np.ndarray:
    try:
        return np.asarray(row, dtype=float)
    except (TypeError, ValueError):
        raise PelagosError(f"{name}: these are no numbers\n    give a list or an array") from None


def _wrong_shape(name: str, row: np.ndarray, size: int) -> PelagosError:
    return PelagosError(
        f"{name}: shape {row.shape} where the robot has {size} numbers\n"
        f"    give {size} numbers, in the order `pelagos info` shows, or a row of them per state"
    )
