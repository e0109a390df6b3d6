"""Six hours of inertial sensors have the Allan deviation that they state."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.allan import PRESETS, allan_deviation, measure, read_at_rest, spans_of, stated
from pelagos.sensors.errors import TriadWords

RATE = 10.0  # Hz: N, B and K do not depend on it
SEEDS = range(5)


def test_the_deviation_of_a_ramp_and_of_a_sine():
    """The slope a gives a tau / sqrt(2), a sine A sin^2(pi f tau) / (pi f tau) in the mean."""
    dt, n = 0.01, 20_000
    spans = [1, 7, 50, 333]
    tau = dt * np.array(spans)
    edges = dt * np.arange(n + 1)
    ramp = np.diff(0.5 * 3.0 * edges**2) / dt  # means over dt
    np.testing.assert_allclose(
        allan_deviation(ramp[:, None], dt, spans), 3.0 * tau / np.sqrt(2.0), rtol=1e-6
    )
    f = 0.8  # the phases of all averages make up 160 turns, but for the last ones
    sine = np.diff(-np.cos(2 * np.pi * f * edges)) / (2 * np.pi * f * dt)
    found = allan_deviation(sine[:, None], dt, spans)
    # (2 sin^2(pi f tau) / (pi f tau))^2 / 2 is the mean square of half the difference's square
    there = np.sin(np.pi * f * tau) ** 2 / (np.pi * f * tau)
    np.testing.assert_allclose(found, there, rtol=5e-3)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_have_the_coefficients_that_they_state(preset):
    for part in measure(preset, 6.0, SEEDS, rate=RATE):
        assert part.ratios[0] == pytest.approx(1.0, abs=0.03)  # white noise
        np.testing.assert_allclose(part.floors, 1.0, atol=0.1)  # bias instability
        np.testing.assert_allclose(part.ratios, 1.0, atol=0.1)


def test_a_random_walk_of_the_bias():
    words = {"noise": 1e-3, "random_walk": 4e-4}
    runs = [read_at_rest({"rate": RATE, "gyro": words}, 6.0, seed)[:, :3] for seed in SEEDS]
    spans = spans_of(RATE, 1000.0)
    tau = np.array(spans) / RATE
    found = allan_deviation(np.hstack(runs), 1.0 / RATE, spans)
    np.testing.assert_allclose(found, stated(TriadWords(**words), tau), rtol=0.1)
    long = tau > 100.0  # from there on it is the walk alone
    np.testing.assert_allclose(found[long], 4e-4 * np.sqrt(tau[long] / 3.0), rtol=0.1)
