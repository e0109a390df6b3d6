"""Sensitivities in result files: kept, read again, drawn, refused where they are damaged."""

from __future__ import annotations

import json

import h5py
import numpy as np
import pytest
import xarray

import pelagos as pl
from pelagos.result.panels import NAMED

PATHS = ["bodies.upper.mass", "u[upper]"]
DEGREES = "deg per unit of the path"


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A run with sensitivities in a file."""
    place = tmp_path_factory.mktemp("sensitivities") / "run.nc"
    words = {"duration": 0.2, "every": 0.05, "sensitivities": PATHS}
    return pl.simulate("double-pendulum", out=place, **words)


def test_files_keep_sensitivities(kept, tmp_path):
    for run in (pl.open(kept.path), pl.open(pl.open(kept.path).save(tmp_path / "again.nc"))):
        assert run.sensitivities.paths == tuple(PATHS)
        assert run.sensitivities.arrays.keys() == kept.sensitivities.arrays.keys()
        for name, values in kept.sensitivities.arrays.items():
            np.testing.assert_array_equal(run.sensitivities.arrays[name], values)
    assert pl.simulate("pendulum", duration=0.1, out=tmp_path / "plain.nc").sensitivities is None


def test_other_programs_read_them_with_their_labels(kept):
    with xarray.open_dataset(kept.path, group="sensitivities", engine="h5netcdf") as found:
        assert found["path"].values.tolist() == PATHS
        for name, own in kept.sensitivities.dataset.items():
            assert found[name].dims == own.dims, name
            np.testing.assert_array_equal(found[name].values, own.values)
            assert f"derivative of {name}" in found[name].attrs["long_name"]
        np.testing.assert_array_equal(found["time"].values, kept.arrays["time"])


def test_panels_have_a_curve_for_each_coordinate_that_moves(kept):
    for path, panel in zip(PATHS, NAMED["sensitivities"](kept), strict=True):
        assert (panel.title, panel.unit) == (f"d coordinates / d {path}", DEGREES)
        rows = np.array([line.values for line in panel.lines])
        np.testing.assert_allclose(rows.T, np.degrees(kept.sensitivities.of("q", path)))
        assert [line.name for line in panel.lines] == ["upper", "lower"]


def test_figures_show_them(kept, tmp_path):
    assert kept.plot(tmp_path / "s.svg", ["sensitivities"]).stat().st_size > 1000
    text = kept.plot(tmp_path / "all.svg").read_text()
    assert "d bodies.upper.mass" in text
    with pytest.raises(pl.PelagosError, match=r"no sensitivities.*\n.*--sensitivity PATH"):
        pl.simulate("pendulum", duration=0.1).plot(tmp_path / "none.svg", ["sensitivities"])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("sensitivities/q", np.zeros((2, 3, 2))),
        ("sensitivities/q", np.zeros((2, 5, 2), dtype="<f4")),
        ("sensitivities/time", np.float64(0.0)),
        ("pelagos/sensitivities", np.bytes_(json.dumps({"paths": [1], "variables": []}))),
        ("pelagos/sensitivities", np.bytes_(json.dumps({"paths": ["a"], "variables": ["b"]}))),
        ("pelagos/sensitivities", np.bytes_(json.dumps({"paths": PATHS, "variables": [2]}))),
    ],
)
def test_damaged_ones_are_refused(kept, tmp_path, name, value):
    place = pl.open(kept.path).save(tmp_path / "damaged.nc")
    with h5py.File(place, "r+") as file:
        del file[name]
        file[name] = value
    with pytest.raises(pl.PelagosError, match="damaged"):
        _ = pl.open(place).sensitivities
