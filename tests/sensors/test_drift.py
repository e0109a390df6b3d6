"""Bias instability: the Allan deviation that follows from the coefficients, without drawing."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pelagos.sensors.drift import DRIFT_RATE, Wander

FLOOR = math.sqrt(2.0 * math.log(2.0) / math.pi)
CELLS = 20  # parts of the time for which slow errors are held


def allan_variance(wander: Wander, tau: float) -> float:
    """Of the sum of processes, each held for a while, whenever the averaging begins.

    Two averages next to each other are a weighted sum of held values; its variance follows from
    their correlations, keep^lag spread^2.
    """
    m = round(tau * DRIFT_RATE * CELLS)
    total = 0.0
    for phase in range(CELLS):
        held = (np.arange(2 * m) + phase) // CELLS
        weights = np.bincount(held, np.repeat([-1.0 / m, 1.0 / m], m))
        spectrum = np.abs(np.fft.rfft(weights, 2 * len(weights))) ** 2
        products = np.fft.irfft(spectrum, 2 * len(weights))[: len(weights)]
        products[1:] *= 2.0
        lags = np.arange(len(weights))
        for p in wander.processes:
            total += 0.5 * float(products @ (p.spread**2 * p.keep**lags))
    return total / CELLS


@pytest.mark.parametrize("tau", [1.0, 1.5, 2.0, 5.0, 15.0, 60.0, 300.0, 1000.0, 3600.0])
def test_bias_instability_has_a_flat_floor(tau):
    found = math.sqrt(allan_variance(Wander(instability=2.0), tau))
    assert found == pytest.approx(2.0 * FLOOR, rel=0.05)


def test_below_a_second_the_floor_falls_as_documented():
    found = [math.sqrt(allan_variance(Wander(instability=1.0), tau)) for tau in (0.1, 0.5)]
    np.testing.assert_allclose(found, [0.35 * FLOOR, 0.75 * FLOOR], rtol=0.02)


def test_processes_are_old_from_the_start():
    """Their variance stays: spread^2 = keep^2 spread^2 + kick^2."""
    wander = Wander(instability=1.3, sigma=0.4, tau=7.0)
    for p in wander.processes:
        assert p.keep**2 * p.spread**2 + p.kick**2 == pytest.approx(p.spread**2, rel=1e-14)
    assert wander.count == len(list(wander.processes)) + 1 == 9  # and their sum
