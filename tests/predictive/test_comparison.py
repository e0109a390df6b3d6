"""The PID beside predictive control in `examples/mpc_arm.py`: tuned, as the page says."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

PLACE = Path(__file__).parents[2] / "examples" / "mpc_arm.py"


@pytest.fixture(scope="module")
def compared():
    spec = importlib.util.spec_from_file_location("mpc_arm", PLACE)
    module = importlib.util.module_from_spec(spec)
    sys.modules["mpc_arm"] = module  # which its data classes look for
    spec.loader.exec_module(module)
    yield module
    del sys.modules["mpc_arm"]


def test_no_neighbour_of_the_tuned_gains_costs_less(compared):
    """By a tenth more or less of each of the six numbers."""
    around = 1.0 + 0.1 * np.vstack([np.zeros(6), np.eye(6), -np.eye(6)])
    costs = compared.paid_by_pids([tuple(row) for row in around * compared.TUNED], 20.0)
    assert costs.argmin() == 0
    assert costs[1:].max() > 1.01 * costs[0]  # and they do matter


def test_costs_are_those_of_errors_speeds_and_changes(compared):
    """In closed form: constant errors, and a thrust that grows."""
    times = np.arange(201) / compared.RATE
    q = np.tile([*compared.START, np.cos(0.05), 0.0, np.sin(0.05), 0.0], (201, 1))
    q[:, 1] += 0.3
    u = np.tile([0.0, 0.0, 0.2, 0.5, 0.0, 0.0], (201, 1))
    thrust = np.outer(times, [3.0, 0, 0, 0, 0, 0, 0, -4.0])
    found = compared.costs(times, {"q": q, "u": u, "actuation": thrust})
    turned = 50.0 * (2.0 * np.sin(0.05)) ** 2
    assert found == pytest.approx(
        100.0 * 0.3**2 + turned + 10.0 * 0.2**2 + 0.5**2 + 1e-4 * 25.0, rel=1e-12
    )
