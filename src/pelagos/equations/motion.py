"""The rates of a state by any formulation: what a march integrates.

The state x holds coordinates q, speeds u, auxiliary states, and the work that all forces but weight
and conservative elements have done. In a march prescribed joints are where their signals say; at a
state that is asked about they are where it has them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from pelagos.equations.affine import Affine, Loops
from pelagos.equations.mechanism import (
    Given,
    Mechanism,
    as_prescribed,
    coordinate_rates,
    given,
    state_rates,
)
from pelagos.mathematics.scalars import Scalar

Numbers = Sequence[Scalar]
Formulation = Callable[[Mechanism, Given, Loops], Affine]


class State(NamedTuple):
    """A state, taken apart."""

    q: Numbers
    u: Numbers
    auxiliary: Numbers
    work: Scalar


def state_of(m: Mechanism, x: Numbers) -> State:
    nq, nv = size_of(m)
    return State(x[:nq], x[nq : nq + nv], x[nq + nv : -1], x[-1])


def size_of(m: Mechanism) -> tuple[int, int]:
    """Numbers of coordinates and speeds."""
    last = m.links[-1]
    return last.q.stop, last.u.stop


def known_at(
    m: Mechanism,
    t: Scalar,
    x: Numbers,
    by_signals: bool,
    extra: Numbers | None = None,
    nudges: Mapping[int, Scalar] | None = None,
) -> tuple[Mechanism, Given]:
    """The mechanism with the auxiliary states of x, and everything that is known there."""
    state = state_of(m, x)
    m = replace(m, states=tuple(state.auxiliary))
    q, u = as_prescribed(m, t, state.q, state.u) if by_signals else (state.q, state.u)
    return m, given(m, t, q, u, extra, nudges)


def rates(m: Mechanism, known: Given, answer: Affine) -> list:
    """dx at zero forces of loose constraint rows."""
    qdot = coordinate_rates(m, known.q, known.u)
    return [*qdot, *answer.udot, *state_rates(m, known), known.power + answer.power]


def rates_per_force(m: Mechanism, answer: Affine, row: int) -> list:
    """The change of dx per unit force of a loose row."""
    unit = answer.units[row]
    nq, _ = size_of(m)
    return [*[0.0] * nq, *unit.udot, *[0.0] * len(m.states), unit.power]


def without_prescribed(m: Mechanism, dx: Sequence[Scalar]) -> list:
    """dx with prescribed joints at rest: a march reads these from their signals."""
    nq, _ = size_of(m)
    still = {row for coordinate, speed, _ in m.driven for row in (coordinate, nq + speed)}
    return [0.0 if row in still else rate for row, rate in enumerate(dx)]
