"""Lines lie at rest between ends that somebody moves: no snap load is made up."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import PelagosError
from tests.tethers.lines import line, robot

HERE, THERE = (3, 0, -5), (-4, 2, -4)
LINE = line(segments=3, EA=1e4)


def moved(q: np.ndarray, to: tuple[float, float, float]) -> np.ndarray:
    return np.array([*to, *q[3:]])


def test_a_session_lays_lines_anew_where_their_ends_moved():
    session, wanted = pl.Session(robot(LINE, HERE)), pl.Session(robot(LINE, THERE))
    session.set_state(q=moved(session.q, THERE))
    assert session.state == pytest.approx(wanted.state, abs=1e-9)
    session.advance(0.05)
    before = session.state
    session.set_state(q=session.q, u=0.5 * session.u)  # its ends stay
    assert np.array_equal(session.state, before)
    given = before + 0.01
    session.set_state(q=moved(session.q, HERE), state=given)
    assert np.array_equal(session.state, given)


def test_what_a_winch_has_paid_out_counts():
    session = pl.Session(robot({**LINE, "winch": 0.5}, HERE))
    session.advance(0.2)
    paid = session.state[-1]
    assert paid == pytest.approx(10.1)
    session.set_state(q=moved(session.q, THERE), u=0 * session.u)
    wanted = pl.Session(robot({**LINE, "length": float(paid)}, THERE))
    assert session.state[:-1] == pytest.approx(wanted.state, abs=1e-6)


def test_questions_at_given_coordinates():
    here, there = robot(LINE, HERE), robot(LINE, THERE)
    q, u = there.initial_state()
    assert pl.acceleration(here, q, u) == pytest.approx(pl.acceleration(there), abs=1e-7)
    assert pl.energy(here, q, u).total == pytest.approx(pl.energy(there).total, abs=1e-7)
    found = pl.acceleration(here, np.stack([q, moved(q, HERE)]), np.stack([u, u]))
    assert found[0] == pytest.approx(pl.acceleration(there), abs=1e-7)
    assert np.array_equal(found[1], pl.acceleration(here))
    kane = pl.kane(here, q, u)
    by_kane = np.linalg.solve(kane.mass, kane.active_forces - kane.remainder)
    assert by_kane == pytest.approx(pl.acceleration(there), abs=1e-7)


@pytest.mark.parametrize("question", [pl.equilibrium, pl.modes, pl.dynamics])
def test_questions_that_know_no_nodes_are_refused(question):
    with pytest.raises(PelagosError, match=r"line of lines has nodes that move by themselves"):
        question(robot(LINE, HERE))
