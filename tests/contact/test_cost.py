"""A hundred contacts cost a hundred times one: operations counted, not time."""

from __future__ import annotations

import numpy as np

import pelagos as pl
from pelagos.equations.mechanism import given
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import compile_robot
from pelagos.tape.numbers import Tape


def rows_of_balls(count):
    """Free balls in a row, each beside the next."""
    ball = {"mass": 1, "shape": {"sphere": 0.1}}
    names = [f"ball{k}" for k in range(count + 1)]
    return pl.Robot(
        name="row",
        bodies=dict.fromkeys(names, ball),
        initial={name: {"position": [0.21 * k, 0, 0]} for k, name in enumerate(names)},
        contacts={
            f"c{k}": {"of": a, "against": b, "friction": 0.3}
            for k, (a, b) in enumerate(zip(names, names[1:], strict=False))
        },
    )


def operations(count):
    """How many a tape has that holds all forces of so many contacts."""
    m = mechanism_of(compile_robot(rows_of_balls(count)))
    tape = Tape()
    q = [tape.input(f"q{k}") for k in range(7 * (count + 1))]
    u = [tape.input(f"u{k}") for k in range(6 * (count + 1))]
    known = given(m, 0.0, q, u)
    assert len(known.outputs) == count
    return len(tape)


def test_contacts_cost_in_proportion_to_their_number():
    few, more, many = (operations(count) for count in (5, 10, 100))
    each = (more - few) / 5
    assert each < 1000
    np.testing.assert_allclose(many - more, 90 * each, rtol=0.02)
