"""The compiled march against its plain-Python twin: the same steps, the same bits."""

from __future__ import annotations

import numpy as np
import pytest

from tests.march.systems import SYSTEMS, march
from tests.march.twin import Twin

INTEGRATORS = ("dopri5", "dop853", "kutta-merson", "kutta-merson-halving", "rk4")
SAMPLES = np.linspace(0.0, 0.7, 23)


@pytest.mark.parametrize("name", ["oscillator", "chaos", "stiff", "wide"])
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_same_bits(name, integrator):
    system = SYSTEMS[name]
    samples = SAMPLES[:8] if name == "wide" else SAMPLES
    twin = Twin(system, integrator, samples).march()
    runs = march(system, 8, integrator=integrator, samples=samples)
    assert runs.steps[0, :2].tolist() == [twin.accepted, twin.rejected]
    np.testing.assert_array_equal(runs.out[0], twin.out)
    assert twin.accepted > 10
