"""A run gives the same bits in any number of lanes, beside any others, in calls of any length."""

from __future__ import annotations

import numpy as np
import pytest

from tests.march.systems import SYSTEMS, march

WIDTHS = (1, 4, 8)
INTEGRATORS = ("dopri5", "dop853", "kutta-merson", "kutta-merson-halving", "rk4")
SAMPLES = np.linspace(0.0, 0.7, 23)


def crowd(system, count=11, variants=3):
    """Different starts and numbers, and which start goes with which."""
    rng = np.random.default_rng(7)
    start, numbers = np.array(system.start), np.array(system.numbers)
    starts = start + 0.1 * rng.normal(size=(count, len(start)))
    many = numbers * (1.0 + 0.1 * rng.random((variants, len(numbers))))
    return {"starts": starts, "numbers": many, "variant": rng.integers(variants, size=count)}


def same(one, two):
    np.testing.assert_array_equal(one.out, two.out)
    np.testing.assert_array_equal(one.last, two.last)
    np.testing.assert_array_equal(one.steps, two.steps)
    np.testing.assert_array_equal(one.outcome, two.outcome)


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_any_number_of_lanes(name, integrator):
    system = SYSTEMS[name]
    words = {"integrator": integrator, "samples": SAMPLES, **crowd(system)}
    one, *others = (march(system, lanes, **words) for lanes in WIDTHS)
    for other in others:
        same(one, other)


@pytest.mark.parametrize("lanes", WIDTHS)
def test_any_neighbours(lanes):
    """Alone, as in a crowd that ends at other times."""
    system = SYSTEMS["chaos"]
    words = crowd(system)
    together = march(system, lanes, samples=SAMPLES, **words)
    assert len(np.unique(together.steps[:, 0])) > 1
    for run, (start, variant) in enumerate(zip(words["starts"], words["variant"], strict=True)):
        numbers = words["numbers"][variant]
        alone = march(system, lanes, samples=SAMPLES, starts=start, numbers=numbers)
        np.testing.assert_array_equal(alone.out[0], together.out[run])
        np.testing.assert_array_equal(alone.steps[0], together.steps[run])


@pytest.mark.parametrize("lanes", WIDTHS)
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_calls_of_any_length(lanes, integrator):
    system = SYSTEMS["spinning"]
    words = {"integrator": integrator, "samples": SAMPLES, **crowd(system)}
    whole = march(system, lanes, **words)
    for budget in (1, 7):
        same(whole, march(system, lanes, budget=budget, **words))


@pytest.mark.parametrize("lanes", WIDTHS)
def test_a_neighbour_that_fails_does_no_harm(lanes):
    """Numbers that overflow in one lane stay there."""
    system = SYSTEMS["chaos"]
    words = crowd(system, count=5)
    healthy = march(system, lanes, samples=SAMPLES, **words)
    words["starts"][2] = 1e200
    beside = march(system, lanes, samples=SAMPLES, **words)
    assert beside.outcome[2] != 1
    for run in (0, 1, 3, 4):
        np.testing.assert_array_equal(beside.out[run], healthy.out[run])
