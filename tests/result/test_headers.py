"""Headers and outcomes that were edited are refused when a file is opened, by the wrong key."""

from __future__ import annotations

import dataclasses
import json

import h5py
import numpy as np
import pytest

import pelagos as pl
from pelagos import result
from pelagos.errors import PelagosError


@pytest.fixture
def edited(tmp_path, record):
    """Open a result whose header or outcome was changed."""

    def edit(what, **changes):
        record(tmp_path / "run.nc")
        with h5py.File(tmp_path / "run.nc", "r+") as file:
            words = json.loads(file[f"pelagos/{what}"][()])
            del file[f"pelagos/{what}"]
            file[f"pelagos/{what}"] = np.bytes_(json.dumps({**words, **changes}))
        return result.open(tmp_path / "run.nc")

    return edit


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"bodies": ["hull", "hull"]}, "bodies is not a list of different names"),
        ({"bodies": ["hull", 3]}, "bodies is not a list of texts"),
        ({"coordinates": "hull.x"}, "coordinates is not a list of texts"),
        ({"speed_units": ["m/s"]}, "speed_units is not as long as speeds"),
        ({"actuator_units": [None]}, "actuator_units is not a list of texts"),
        ({"robot": []}, "robot is not a record"),
        ({"robot": {"name": 3}}, "robot.name is not a text"),
        ({"integrator": 3}, "integrator is not a record"),
        ({"integrator": {"method": []}}, "integrator is not numbers and texts"),
        ({"versions": {"pelagos": 1}}, "versions is not texts"),
        ({"samples": 1.5}, "samples is not a whole number"),
        ({"created": None}, "created is not a text"),
        ({"scenario": 7}, "scenario is not a text"),
        ({"surfaces": {"hull": 3}}, "surfaces.hull is not vertices and triangles"),
        ({"surfaces": {"hull": {"vertices": [[0, 0, 0]], "faces": [[0, 0, 1]]}}}, "surfaces.hull"),
    ],
)
def test_headers(edited, changes, said):
    with pytest.raises(PelagosError, match=f"run.nc: damaged or truncated: {said}"):
        edited("header", **changes)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"code": "fine"}, "outcome.code is not one that Pelagos writes"),
        ({"time": "1"}, "outcome.time is not a number"),
        ({"steps": 1e300}, "outcome.steps is not a whole number"),
        ({"message": {}}, "outcome.message is not a text"),
        ({"events": [3]}, "outcome.events is not records"),
        ({"events": [{"name": 1}]}, "outcome.events.name is not a text"),
        ({"more": 1}, "unexpected keyword"),
    ],
)
def test_outcomes(edited, changes, said):
    with pytest.raises(PelagosError, match=said):
        edited("outcome", **changes)


def test_a_time_without_a_shape(tmp_path, record):
    record(tmp_path / "run.nc")
    with h5py.File(tmp_path / "run.nc", "r+") as file:
        del file["time"]
        file["time"] = 3.0
    with pytest.raises(PelagosError, match="damaged or truncated"):
        result.open(tmp_path / "run.nc")


@pytest.mark.parametrize("bad", [np.nan, np.inf, -5.0])
def test_times_that_do_not_increase(tmp_path, record, bad):
    record(tmp_path / "run.nc")
    with h5py.File(tmp_path / "run.nc", "r+") as file:
        file["time"][7] = bad
    with pytest.raises(PelagosError, match="its times do not increase"):
        result.open(tmp_path / "run.nc")


def test_a_robot_of_other_samples():
    """Pages and movies are made from the robot and the samples together."""
    run = pl.simulate("double-pendulum", duration=0.1)
    other = dataclasses.replace(run.header, robot=pl.load("pendulum").to_dict())
    with pytest.raises(PelagosError, match="does not fit its own robot: bodies"):
        _ = result.Run(other, run.outcome, run.arrays).robot


def test_files_of_earlier_versions_are_read(tmp_path, record):
    """They have texts of any length, and say only in an attribute when they were made."""
    run = record(tmp_path / "run.nc")
    with h5py.File(tmp_path / "run.nc", "r+") as file:
        del file["pelagos/created"]
        for name in ("header", "outcome"):
            text = file[f"pelagos/{name}"][()].decode()
            del file[f"pelagos/{name}"]
            file[f"pelagos/{name}"] = text
    found = result.open(tmp_path / "run.nc")
    assert found.header == run.header
    np.testing.assert_array_equal(found.arrays["q"], run.arrays["q"])


def test_texts_have_a_fixed_length(tmp_path, record):
    """HDF5 1.14 searches damaged heaps of others without an end."""
    record(tmp_path / "run.nc")
    with h5py.File(tmp_path / "run.nc") as file:
        assert {dataset.dtype.kind for dataset in file["pelagos"].values()} == {"S"}
