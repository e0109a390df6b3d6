"""A given attitude is the same unit quaternion, to the bit, by whichever door it comes in."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import PelagosError
from pelagos.language.quaternions import unit
from pelagos.model import Robot

TOP = Robot(
    name="top",
    gravity=[0, 0, 0],
    bodies={
        "top": {"mass": 2, "inertia": [1, 2, 2.5], "joint": "free"},
        "ball": {"mass": 1, "inertia": [1, 1, 1], "joint": "spherical", "parent": "top"},
    },
)
WORDS = {"duration": 0.2, "every": 0.1, "integrator": "dopri5"}
RATES = np.arange(1.0, 10.0)
GIVEN = (
    np.random.default_rng(2).normal(size=(12, 2, 4)) * np.array([2.0, 1.0, 1e-3] * 4)[:, None, None]
)
GIVEN[1::3] = unit(GIVEN[1::3]) * (1 + 3e-16)


def coordinates(turns) -> np.ndarray:
    return np.array([1.0, 2.0, 3.0, *turns[0], *turns[1]])


def single(turns) -> pl.Run:
    speeds = {"velocity": RATES[:3].tolist(), "angular_velocity": RATES[3:6].tolist()}
    values = {
        "initial.top": {"position": [1, 2, 3], "quaternion": turns[0].tolist(), **speeds},
        "initial.ball": {"quaternion": turns[1].tolist(), "angular_velocity": RATES[6:].tolist()},
    }
    return pl.simulate(TOP, set=values, **WORDS)


def test_single_runs_batches_and_sessions():
    q = np.array([coordinates(turns) for turns in GIVEN])
    u = np.tile(RATES, (len(q), 1))
    whole = pl.simulate_batch(TOP, initial=(q, u), **WORDS)
    elements = {f"q[{label}]": q[:, i] for i, label in enumerate(TOP.coordinates)}
    elements |= {f"u[{label}]": u[:, i] for i, label in enumerate(TOP.speeds)}
    by_name = pl.simulate_batch(TOP, initial=elements, **WORDS)
    session = pl.Session(TOP, integrator="dopri5")
    for run, turns in enumerate(GIVEN):
        alone = single(turns).arrays["q"]
        np.testing.assert_array_equal(whole.arrays["q"][run], alone)
        np.testing.assert_array_equal(by_name.arrays["q"][run], alone)
        np.testing.assert_array_equal(alone[0, 3:7], unit(turns[0]))
        session.set_state(q=q[run], u=RATES)
        np.testing.assert_array_equal(session.q, alone[0])


def test_a_state_of_a_run_goes_on_as_it_is():
    q = single(GIVEN[0]).arrays["q"]
    batch = pl.simulate_batch(TOP, initial=(q, np.tile(RATES, (len(q), 1))), **WORDS)
    np.testing.assert_array_equal(batch.arrays["q"][:, 0], q)
    session = pl.Session(TOP)
    session.set_state(q=q[-1])
    np.testing.assert_array_equal(session.q, q[-1])
    again = single(q[-1, 3:].reshape(2, 4)).arrays["q"]
    np.testing.assert_array_equal(again[0, 3:], q[-1, 3:])


def test_questions_take_the_direction():
    """Twice a quaternion is the same attitude: it was answered by other poses and energies."""
    q = coordinates(unit(GIVEN[0]))
    for twice in (coordinates(2 * unit(GIVEN[0])), coordinates(1e-200 * unit(GIVEN[0]))):
        np.testing.assert_allclose(
            pl.poses(TOP, twice)["ball"][1], pl.poses(TOP, q)["ball"][1], atol=1e-15
        )
        np.testing.assert_allclose(pl.mass_matrix(TOP, twice), pl.mass_matrix(TOP, q), atol=1e-14)
        found = pl.acceleration(TOP, twice, RATES)
        np.testing.assert_allclose(found, pl.acceleration(TOP, q, RATES), atol=1e-13)


NONE = coordinates([[1.0, 0.0, 0.0, 0.0], [0.0] * 4])
DOORS = {
    "batch": lambda q: pl.simulate_batch(TOP, initial=(q[None], RATES[None]), **WORDS),
    "element": lambda q: pl.simulate_batch(TOP, initial={"q[ball.qw]": [0.0]}, **WORDS),
    "session": lambda q: pl.Session(TOP).set_state(q=q),
    "question": lambda q: pl.acceleration(TOP, q, RATES),
    "words": lambda q: pl.simulate(TOP, set={"initial.ball.quaternion": q[-4:].tolist()}),
}


@pytest.mark.parametrize("door", DOORS)
def test_length_zero_is_refused(door):
    with pytest.raises(PelagosError, match="length zero") as caught:
        DOORS[door](NONE)
    assert "no rotation is [1, 0, 0, 0]" in str(caught.value)
    assert "ball" in str(caught.value)


def test_a_batch_may_go_on_without_such_a_run():
    q = np.array([coordinates(GIVEN[0]), NONE])
    batch = pl.simulate_batch(TOP, initial=(q, np.tile(RATES, (2, 1))), strict=False, **WORDS)
    assert [outcome.code for outcome in batch.outcomes] == ["finished", "refused"]
    assert "run 1: the quaternion has length zero" in batch.outcomes[1].message
