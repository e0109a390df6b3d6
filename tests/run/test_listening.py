"""Readings of sessions while they go on: handed over, and none lost where steps land."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.result.readings import Readings
from tests.swinging import swing

STEP = {"integrator": "rk4", "step": 1e-3}
RATES = {"imu": 100, "noisy": 50}
PAUSES = (0.05, 0.053, 0.3, 0.305, 0.31, 0.7)


class Listener:
    """All that it was given, by sensor."""

    def __init__(self, session: pl.Session) -> None:
        self._parts: dict[str, list[Readings]] = {}
        session.listen(self._hear)

    def _hear(self, readings) -> None:
        for name, own in readings.items():
            assert len(own)
            self._parts.setdefault(name, []).append(own)

    def __getitem__(self, name: str) -> tuple[np.ndarray, ...]:
        own = self._parts[name]
        return tuple(np.concatenate([getattr(p, k) for p in own]) for k in ("time", "values"))


@pytest.fixture(scope="module")
def run():
    return pl.simulate(swing(), **STEP, duration=1)


@pytest.mark.parametrize("lands", [False, True])
@pytest.mark.parametrize("to", [PAUSES, np.arange(1, 100) / 100])
def test_all_are_handed_over_and_recorded_once(run, lands, to):
    """Wherever one stops on the way, at times of readings as well."""
    session = pl.Session(swing(), **STEP, lands=lands)
    heard = Listener(session)
    session.record(every=0.1)
    for time in (*to, 1.0):
        session.advance(time)
    recorded = session.close()
    for name in RATES:
        time, values = heard[name]
        expected = run.readings(name)
        np.testing.assert_allclose(time, expected.time, atol=1e-15)
        np.testing.assert_allclose(values, expected.values, atol=1e-11)
        np.testing.assert_array_equal(time, recorded.readings(name).time)
        np.testing.assert_array_equal(values, recorded.readings(name).values)


@pytest.mark.parametrize("change", ["set_state", "restore", "copy", "event"])
def test_what_was_read_where_the_run_changes_is_kept(change):
    robot = swing()
    if change == "event":
        tie = "constraints: {tie: {distance: {between: [tip, world], to: [0.3, 1.2, -0.4]}}}\n"
        robot = swing(tie + "events: {once: {at: 0.5, undock: tie}}\n")
    session = pl.Session(robot, **STEP, lands=True)
    session.advance(0.5)
    if change == "copy":
        session = session.copy()
    elif change == "restore":
        kept = session.checkpoint()
        session.advance(0.6)
        session.restore(kept)
    session.record(every=0.1)
    if change == "set_state":
        session.set_state(u=2 * session.u)
    session.advance(0.55)
    np.testing.assert_allclose(session.close().readings("imu").time, 0.5 + np.arange(5) / 100)


def test_it_ends_when_it_is_told_to_and_copies_do_not_listen():
    session = pl.Session(swing(), **STEP)
    heard = Listener(session)
    session.advance(0.1)
    session.copy().advance(0.2)
    session.listen(None)
    session.advance(0.3)
    np.testing.assert_allclose(heard["imu"][0], np.arange(10) / 100)


def test_a_new_beginning_is_heard_as_well():
    session = pl.Session(swing(), **STEP, lands=True)
    heard = Listener(session)
    session.advance(0.03)
    session.reset()
    session.advance(0.02)
    np.testing.assert_allclose(heard["imu"][0], [0, 0.01, 0.02, 0, 0.01])
