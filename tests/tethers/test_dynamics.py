"""Lines in motion: modes of a chain, a jerk, energy books, a winch, two vehicles."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import jn_zeros

import pelagos as pl
from pelagos.march.engine import engine_of
from tests.tethers.lines import G, line, robot

LIGHT = {"mass": 1e-6, "inertia": [1e-3, 1e-3, 1e-3], "joint": "free"}


def slopes(made: pl.Robot) -> np.ndarray:
    """Of the rates by the state, at the start."""
    engine = engine_of(made)
    return engine.programs.state_slopes(0.0, engine.initial(), engine.variants.numbers[0])


def test_modes_of_a_hanging_chain():
    """omega = j_0k / 2 sqrt(g / L), j_0k the zeros of J_0 (D. Bernoulli 1738); of order 2."""
    exact = jn_zeros(0, 3) / 2 * np.sqrt(G / 10.0)
    errors, sagged = [], 0.2 * G * 10.0**2 / (2 * 1e5)  # by its own weight
    for n in (8, 16):
        made = robot(line(segments=n, stretched=True), (0, 0, -10 - sagged), bodies={"b": LIGHT})
        found = np.sort(np.abs(np.linalg.eigvals(slopes(made)).imag))
        swings = [found[np.argmin(np.abs(found - w))] for w in exact]
        errors.append(np.array(swings) / exact - 1)
    assert (np.abs(errors[1]) < [0.002, 0.02, 0.06]).all()
    assert np.log2(errors[0] / errors[1])[:2] == pytest.approx(2.0, abs=0.2)


def falls(line_density: float) -> pl.Robot:
    """A body of 5 kg below a light line, which it has slack for 2 m."""
    body = {"mass": 5.0, "inertia": [0.1, 0.1, 0.1], "joint": "free"}
    words = line(EA=2e4, line_density=line_density, segments=8)
    return robot(words, (0, 0, -8), bodies={"b": body}, duration=1.2)


def test_snap_load():
    """m g + sqrt((m g)^2 + v^2 m EA / L), of a mass that falls onto a line."""
    m, k, v = 5.0, 2e4 / 10.0, np.sqrt(2 * G * 2.0)
    expected = m * G + np.sqrt((m * G) ** 2 + v * v * m * k)
    made = falls(1e-6)
    run = pl.simulate(made, every=0.0005)
    tension = run.arrays["outputs"][:, list(made.outputs).index("line.tension_to")]
    assert tension.max() == pytest.approx(expected, rel=2e-3)
    assert run.audit().energy_balance < 1e-3


def test_the_step_does_not_matter():
    """Another method and another tolerance give the same run."""
    made = falls(0.02)
    runs = [
        pl.simulate(made, every=0.05),
        pl.simulate(made, every=0.05, rtol=1e-8, atol=1e-10),
        pl.simulate(made, every=0.05, integrator="dopri5", rtol=1e-9, atol=1e-11),
    ]
    q = [run.arrays["q"] for run in runs]
    assert q[0] == pytest.approx(q[2], abs=1e-3)
    assert q[1] == pytest.approx(q[2], abs=2e-5)


VEHICLE = {
    "mass": 20.0,
    "inertia": [1, 1, 1],
    "joint": "free",
    "shape": {"sphere": 0.15},
    "drag": {"ellipsoid": {"axial": 0.3, "normal": 0.6}},
}


def pair(**line_words) -> pl.Robot:
    """Two free vehicles in a current over the seabed, with a line between them."""
    words = line(
        between=["a", "b"], at=[0, 0, -0.15], to=[0.15, 0, 0], length=12, segments=6, EA=5e3,
        damping=50, EI=0.2, **line_words,
    )  # fmt: skip
    return robot(
        words,
        bodies={"a": VEHICLE, "b": {**VEHICLE, "mass": 10.0}},
        initial={
            "a": {"position": [0, 0, -1], "velocity": [0.3, 0, 0]},
            "b": {"position": [8, 1, -8]},
        },
        water={"depth": 10, "current": [0.3, 0.2, 0]},
        actuators={"up": {"force": {"body": "b", "direction": "x", "input": "40 * sin(2 * t)"}}},
        duration=5,
    )


@pytest.fixture(scope="module")
def towed() -> pl.Robot:
    return pair(winch={"expression": "0.4 * sin(t)"})


def test_energy_books_between_two_vehicles_with_a_winch(towed):
    run = pl.simulate(towed, rtol=1e-8, atol=1e-10)
    assert run.audit().energy_balance < 1e-6
    length = run.arrays["outputs"][:, list(towed.outputs).index("line.unstretched")]
    t = run.arrays["time"]
    assert length == pytest.approx(12 + 0.4 * (1 - np.cos(t)), abs=1e-6)


def test_formulations_agree(towed):
    robots = [engine_of(towed, method) for method in ("newton-euler", "kane", "moving-frame")]
    robots.append(engine_of(towed, "udwadia-kalaba"))
    x = robots[0].initial()[None]
    first, *others = [engine.rates(np.array([0.3]), x) for engine in robots]
    for other in others:
        assert other == pytest.approx(first, rel=1e-9, abs=1e-9)


def test_a_batch_and_a_session_are_the_run_alone(towed):
    alone = pl.simulate(towed, duration=1.0, every=0.25)
    many = pl.simulate_batch(towed, n=3, duration=1.0, every=0.25)
    assert np.array_equal(many[1].arrays["q"], alone.arrays["q"])
    assert np.array_equal(many[1].arrays["state"], alone.arrays["state"])
    session = pl.Session(towed)
    session.advance(1.0)
    assert session.q == pytest.approx(alone.arrays["q"][-1], abs=1e-6)


def test_a_winch_hauls_what_hangs_on_it():
    """Its power is tension times speed, less what the hauled line takes along."""
    words = line(segments=10, winch=-0.2, line_density=0.05, damping=200, stretched=True)
    made = robot(words, (0, 0, -10.0012), duration=2)
    run = pl.simulate(made, rtol=1e-8, atol=1e-10)
    assert run.arrays["state"][-1, -1] == pytest.approx(10 - 0.4, abs=1e-9)
    assert run.audit().energy_balance < 1e-4
    assert run.arrays["velocity"][-1, 0, 2] == pytest.approx(0.2, abs=1e-3)
    late = run.arrays["time"] > 1.0
    work, t = run.arrays["work"][late], run.arrays["time"][late]
    tension = run.arrays["outputs"][late, list(made.outputs).index("line.tension_at")]
    power = np.mean(tension) * 0.2 - 0.05 * 0.2 * (0.2**2 / 2)
    assert np.polyfit(t, work, 1)[0] == pytest.approx(power, rel=2e-3)
