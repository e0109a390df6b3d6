"""Explicit steps past positions in which closed loops are stretched out."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.problems.rigid.n_four_bar import angle_of_parallelogram, linkage

TIMES = np.arange(0, 10.01, 0.25)


# steps of these runs would end where rows hardly differ: six times they got stuck, or went on as
# something else than parallelograms
@pytest.mark.parametrize(
    ("loops", "integrator", "rtol"),
    [
        (1, "dopri5", 10**-8.75),
        (1, "dopri5", 1e-9),
        (1, "dop853", 10**-8.5),
        (2, "dopri5", 1e-9),
        (3, "dopri5", 10**-8.375),
        (3, "dop853", 10**-8.875),
    ],
)
def test_no_step_ends_in_a_singular_position(loops, integrator, rtol):
    run = pl.simulate(linkage(loops), integrator=integrator, rtol=rtol, atol=rtol / 100, every=0.25)
    assert run.outcome.finished
    error = np.abs(run.arrays["q"][:, 0] - angle_of_parallelogram(loops, TIMES))
    assert error.max() < 5e3 * rtol


def test_lanes_that_pass_singular_positions_know_nothing_of_each_other():
    robot, rates = linkage(1), [-1.0, -1.37, -0.6, -2.1, -1.1]
    words = {"integrator": "dopri5", "rtol": 1e-9, "atol": 1e-11, "duration": 4.0, "every": 0.5}
    several = [
        {f"initial.{name}.rate": sign * rate for name, sign in SIGNS.items()} for rate in rates
    ]
    batch = pl.simulate_batch(
        robot, vary={key: [one[key] for one in several] for key in several[0]}, **words
    )
    for k, values in enumerate(several):
        alone = pl.simulate(robot.with_values(values), **words)
        np.testing.assert_array_equal(batch.arrays["q"][k], alone.arrays["q"])


SIGNS = {"rod0": 1, "rod1": 1, "bar0": -1}
