"""The contract of marchers: however they are asked, they take the same steps."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.integrators.table import METHODS
from pelagos.march import contract
from pelagos.march.choose import choose_marcher
from pelagos.march.contract import FixedGrid
from pelagos.march.engine import engine_of
from pelagos.march.explicit import Explicit
from pelagos.march.settings import settings_for

STIFF = pl.beam(
    1.0, 12, bending="y", E=2e11, section={"rectangle": [0.03, 0.002]}, density=7850, damping=0.05
)


ASKED = (0.013, 0.0131, 0.02, 0.4, 0.41, 0.55, 0.9999)
ROUGH = ("semi-implicit",)  # of order 1


def exact(robot):
    """States at the times that are asked for."""
    names = ("every", "step", "max_steps")
    words = {"duration": 1.0, "integrator": "dop853", "rtol": 1e-11, "atol": 1e-12}
    settings = settings_for(robot, **dict.fromkeys(names), **words)
    return whole(Explicit(engine_of(robot), settings, FixedGrid(np.array(ASKED))), 1.0)[1]


def marcher(robot, **words):
    names = ("duration", "integrator", "rtol", "atol", "step", "every", "max_steps")
    settings = settings_for(robot, **{**dict.fromkeys(names), **words})
    return choose_marcher(engine_of(robot), settings)


def whole(march, until):
    """All samples, in as few calls as it takes."""
    parts = []
    while not march.arrived(until):
        parts.append(march.advance(until))
    return gathered(parts)


def gathered(parts):
    return tuple(np.concatenate([getattr(p, n) for p in parts]) for n in ("times", "states"))


@pytest.mark.parametrize("integrator", METHODS)
def test_pieces_are_the_whole(integrator):
    """Asked for odd times, several of them in one step, and several steps between two."""
    robot = pl.load("cart-pole").resolved("push")
    words = {"integrator": integrator, "duration": 1.0, "every": 0.05, "step": 0.01}
    one, other = marcher(robot, **words), marcher(robot, **words)
    times, states = whole(one, 1.0)
    parts = []
    for until, here in zip(ASKED, exact(robot), strict=True):
        while not other.arrived(until):
            parts.append(other.advance(until))
        assert other.time == until
        assert other.running
        assert other.outcome.code == "interrupted"
        assert all(part.times[-1] <= until for part in parts if len(part))
        off = 0.2 if integrator in ROUGH else 1e-3
        np.testing.assert_allclose(other.state, here, rtol=off, atol=off)
    while not other.arrived(1.0):
        parts.append(other.advance(1.0))
    found = gathered(parts)
    np.testing.assert_array_equal(found[0], times)
    np.testing.assert_array_equal(found[1], states)
    assert other.time == one.time == 1.0
    assert other.outcome.code == "finished"
    assert other.outcome.steps == one.outcome.steps
    assert not other.running


@pytest.mark.parametrize("integrator", ["auto", "radau", "dopri5"])
def test_short_calls_change_nothing(integrator, monkeypatch):
    """How long a call takes decides how often it comes back, and nothing else."""
    words = {"integrator": integrator, "duration": 0.05, "every": 0.01}
    expected = whole(marcher(STIFF, **words), 0.05)
    for module in ("pelagos.march.explicit", "pelagos.march.implicit.march"):
        monkeypatch.setattr(f"{module}.CALL_SECONDS", 1e-4)
    march, calls = marcher(STIFF, **words), 0
    parts = []
    while not march.arrived(0.05):
        parts.append(march.advance(0.05))
        calls += 1
    assert calls > 3
    assert march.outcome.code == "finished"
    for found, other in zip(gathered(parts), expected, strict=True):
        np.testing.assert_array_equal(found, other)


def test_samples_are_read_once(monkeypatch):
    samples = marcher(pl.load("pendulum"), integrator="rk4", duration=0.1, every=0.01).advance(0.1)
    calls, observe = [], samples.engine.observe
    monkeypatch.setattr(
        samples.engine, "observe", lambda *a, **k: calls.append(1) or observe(*a, **k)
    )
    block = samples.block()
    some = samples.first(3)
    np.testing.assert_array_equal(some.block()["q"], block["q"][:3])
    assert len(some) == 3
    assert len(calls) == 1


def test_grids():
    grid = FixedGrid(np.array([0.0, 0.1, 0.2, 0.3]))
    assert grid.between(-np.inf, 0.1).tolist() == [0.0, 0.1]
    assert grid.between(0.1, 0.25).tolist() == [0.2]
    assert grid.near(0.2 + 1e-12, 1e-9) == 0.2
    assert grid.near(0.25, 1e-9) == 0.25
    assert issubclass(type(marcher(pl.load("pendulum"))), contract.Marcher)
