"""Formulations with a full mass matrix, for robots with many speeds: a loop solves.

The program of a large robot ends where equations of single bodies end (`equations.dense_parts`), a
compiled loop does the dense algebra, and another program goes on with its answer. Nothing else
knows: what the loop answers looks like what a formulation offers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from pelagos.equations import kane, moving_frame
from pelagos.equations.affine import Affine
from pelagos.equations.dense_parts import answered, shape_of
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.kernels.library import CompiledLoop
from pelagos.loops import library
from pelagos.loops.data import VECTOR
from pelagos.loops.dense.data import dense_of
from pelagos.programs.tracing import Trace
from pelagos.tape.instructions import Program
from pelagos.tape.machine.composed import Composed, Loop
from pelagos.tape.machine.native import Native
from pelagos.tape.numbers import Number


class DenseLoop(NamedTuple):
    """A formulation that can go through a loop."""

    parts: Callable[..., list]
    numbers: tuple[int, int]  # that it adds to the parts of a body: see `shape_of`
    rates: bool  # whether the loop carries rates of columns
    loop: CompiledLoop


DENSE = {
    "kane": DenseLoop(kane.parts, kane.LOOP, False, library.kane),
    "moving-frame": DenseLoop(moving_frame.parts, moving_frame.LOOP, True, library.moving_frame),
}
STRAIGHT = 16  # speeds and constraint rows of robots whose programs need no loop: see docs/theory


def is_large(method: str, size: int) -> bool:
    """Whether a robot with so many speeds and constraint rows goes through a loop."""
    return method in DENSE and size > STRAIGHT


def answer_of(method: str, trace: Trace, m: Mechanism, known: Given) -> Affine:
    """What a formulation offers, as inputs that the loop will give; the trace keeps the parts."""
    dense = DENSE[method]
    shape = shape_of(m, trace.loops, *dense.numbers)
    numbers = trace.ask(dense.parts(m, known, trace.loops), shape, shape.answer)
    return answered(shape, known, numbers)


def composed(method: str, trace: Trace, last: Program, lanes: int) -> Composed:
    """Machine code of the three. Parts that are known already need no program."""
    dense, parts = DENSE[method], list(enumerate(trace.parts))
    varying = [i for i, x in parts if isinstance(x, Number)]
    constant = np.array([0.0 if isinstance(x, Number) else x for _, x in parts])
    table: Any = dense_of(trace.shape, dense.rates, constant, np.array(varying, dtype=np.int64))
    work = table.size if lanes == 1 else table.size * VECTOR
    loop = Loop(dense.loop.address, table, work, table.count)
    first = Native(trace.program([trace.parts[i] for i in varying]), lanes, trace.sizes)
    after = Native(last, lanes, (*trace.sizes, table.count))
    return Composed(first, loop, after, trace.sizes)
