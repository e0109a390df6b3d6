"""Many runs in one dataset."""

from __future__ import annotations

import numpy as np
import pytest
import xarray

from pelagos.result import Batch, Outcome


@pytest.fixture
def batch(header, blocks):
    """Three runs; the second stopped after 40 samples."""
    single = blocks(header, 0, 100)
    arrays = {
        name: values if name == "time" else np.stack([values, 2 * values, 3 * values])
        for name, values in single.items()
    }
    for name in arrays.keys() - {"time"}:
        arrays[name][1, 40:] = np.nan
    done = Outcome("finished", 0.99, steps=10, evaluations=60)
    outcomes = [done, Outcome("non-finite", 0.395, "u[arm] is NaN", steps=4), done]
    masses = {"bodies.arm.mass": np.array([1.0, 2.0, 3.0])}
    return Batch(header, outcomes, arrays, masses, reached=[100, 40, 100])


def test_a_dimension_more(batch, block):
    assert batch.u.dims == ("run", "time", "speed")
    assert batch.time.dims == ("time",)
    np.testing.assert_array_equal(batch.u.isel(run=2), 3 * block["u"])
    data = batch.dataset
    assert list(data["bodies.arm.mass"].values) == [1, 2, 3]
    assert list(data.outcome.values) == ["finished", "non-finite", "finished"]
    assert "1 of 3 runs did not finish" in data.attrs["outcome_message"]
    assert data.attrs["steps"] == 24
    assert repr(batch) == "<Batch of 3 runs of toy: 2 finished>"


def test_single_runs(batch, block):
    assert [len(batch[i]) for i in range(len(batch))] == [100, 40, 100]
    np.testing.assert_array_equal(batch[1].arrays["q"], 2 * block["q"][:40])
    assert batch[1].outcome.code == "non-finite"
    assert len(list(batch)) == 3


def test_saved_batches_are_read_by_xarray(batch, tmp_path):
    path = batch.save(tmp_path / "batch.nc")
    with xarray.open_dataset(path, engine="h5netcdf") as data:
        xarray.testing.assert_equal(data.load(), batch.dataset)
    assert [p.name for p in tmp_path.iterdir()] == ["batch.nc"]
