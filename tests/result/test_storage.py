"""Files: what is written is read back, by us and by others, and nothing is ever half there."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys

import h5py
import numpy as np
import pytest
import xarray

from pelagos import result
from pelagos.errors import PelagosError
from pelagos.result import Outcome, Recorder, reading, storage
from pelagos.result import recorder as recorder_module
from pelagos.result.schema import VARIABLES


def same_arrays(run, block):
    assert set(run.arrays) == set(VARIABLES)
    for name, values in block.items():
        np.testing.assert_array_equal(run.arrays[name], values, err_msg=name)
        assert not run.arrays[name].flags.writeable


def test_memory_and_file_hold_the_same(record, block, tmp_path):
    in_memory, in_file = record(), record(tmp_path / "a.nc")
    same_arrays(in_memory, block)
    same_arrays(in_file, block)
    same_arrays(result.open(tmp_path / "a.nc"), block)
    assert in_memory.path is None
    assert in_file.path == tmp_path / "a.nc"


def test_header_and_outcome_survive(record, header, tmp_path):
    stopped = Outcome("non-finite", 0.42, "u[arm] is NaN", 42, 3, 300, 0.1)
    record(tmp_path / "a.nc", outcome=stopped)
    run = result.open(tmp_path / "a.nc")
    assert run.header == header
    assert run.outcome == stopped


def test_the_number_of_samples_may_be_unknown_or_wrong(record, header, blocks, tmp_path):
    for samples in (None, 10, 5000):
        guess = dataclasses.replace(header, samples=samples)
        run = record(tmp_path / "a.nc", header=guess, count=1200)
        same_arrays(run, blocks(header, 0, 1200))


def test_room_is_taken_as_it_is_needed(record, header, blocks, tmp_path, monkeypatch):
    monkeypatch.setattr(recorder_module, "_FIRST_BYTES", 10_000)
    endless = dataclasses.replace(header, samples=10**15)
    same_arrays(record(tmp_path / "a.nc", header=endless), blocks(header, 0, 100))


def test_long_copies_go_in_slabs(record, header, blocks, tmp_path, monkeypatch):
    monkeypatch.setattr(storage, "_SLAB", 10_000)
    same_arrays(record(tmp_path / "a.nc"), blocks(header, 0, 100))


def test_saved_run_equals_recorded_run(record, block, tmp_path):
    run = record()
    assert run.save(tmp_path / "b.nc") == tmp_path / "b.nc"
    same_arrays(result.open(tmp_path / "b.nc"), block)


def test_xarray_reads_what_dataset_shows(record, tmp_path):
    run = record(tmp_path / "a.nc")
    with xarray.open_dataset(tmp_path / "a.nc", engine="h5netcdf") as stored:
        assert int(stored.n_valid) == 100
        xarray.testing.assert_identical(stored.drop_vars("n_valid").load(), run.dataset)


def test_dimensions_names_and_units(record, tmp_path):
    record(tmp_path / "a.nc")
    with xarray.open_dataset(tmp_path / "a.nc", engine="h5netcdf") as data:
        assert data.position.dims == ("time", "body", "axis")
        assert data.orientation.dims == ("time", "body", "quat")
        assert data.udot.dims == ("time", "speed")
        assert data.actuation.dims == ("time", "actuator")
        assert data.constraint_error.dims == ("time",)
        assert "constraint" in data.coords
        assert list(data.quat.values) == ["w", "x", "y", "z"]
        assert data.velocity.attrs["units"] == "m/s"
        assert data.velocity.attrs["frame"] == "world"
        assert data.angular_velocity.attrs["frame"] == "body"
        assert data.time.attrs["units"] == "s"
        assert str(data.q.sel(coordinate="arm").coordinate_unit.values) == "rad"
        assert data.attrs["robot_hash"] == "0" * 64
        assert data.attrs["outcome"] == "finished"


def test_axes_of_length_zero_and_runs_without_samples(bare_header, record, blocks, tmp_path):
    run = record(tmp_path / "a.nc", header=bare_header, count=10)
    same_arrays(run, blocks(bare_header, 0, 10))
    assert run.dataset.actuation.shape == (10, 0)
    empty = record(tmp_path / "b.nc", count=0, outcome=Outcome("non-finite", 0.0, "at the start"))
    assert len(result.open(tmp_path / "b.nc")) == len(empty) == 0
    with xarray.open_dataset(tmp_path / "b.nc", engine="h5netcdf") as stored:
        assert stored.sizes["time"] == 0


def test_a_large_robot_fits(record, header, tmp_path):
    # HDF5 attributes end at 64 kB: the model must not live in one.
    big = dataclasses.replace(header, robot={"name": "big", "note": "é" * 300_000})
    assert record(tmp_path / "a.nc", header=big).header.robot == big.robot
    assert result.open(tmp_path / "a.nc").header.robot == big.robot


def test_a_file_is_readable_by_all_while_it_is_written(header, blocks, tmp_path):
    path = tmp_path / "live.nc"
    recorder = Recorder(header, path)
    recorder.append(blocks(header, 0, 30))
    with h5py.File(path, "r") as file:
        assert file["n_valid"][()] == 30
        assert np.isnan(file["time"][30:]).all()
    with xarray.open_dataset(path, engine="h5netcdf") as data:
        assert data.dropna("time", subset=["q"]).sizes["time"] == 30
    live = result.open(path)
    assert (live.outcome.code, len(live)) == ("running", 30)
    assert live.outcome.time == pytest.approx(0.29)
    with pytest.raises(PelagosError, match="still being written"):
        result.recover(path)
    # What was opened stays as it was although the run goes on.
    recorder.append(blocks(header, 30, 200))
    recorder.close(Outcome("finished", 2.3))
    same_arrays(live, blocks(header, 0, 30))


@pytest.fixture
def abandoned(header, blocks, tmp_path):
    """30 samples of 100, whose process ended."""
    path = tmp_path / "dead.nc"
    recorder = Recorder(header, path)
    recorder.append(blocks(header, 0, 30))
    recorder._sink._file.close()  # what the end of a process does
    return path


def test_an_abandoned_file_is_read_and_left_as_it_is(abandoned, header, blocks):
    before, changed = abandoned.read_bytes(), abandoned.stat().st_mtime_ns
    run = result.open(abandoned)
    same_arrays(run, blocks(header, 0, 30))
    assert run.outcome.code == "interrupted"
    assert run.outcome.time == pytest.approx(0.29)
    assert "30 of 100 samples" in run.outcome.message
    assert abandoned.read_bytes() == before
    assert abandoned.stat().st_mtime_ns == changed
    assert [p.name for p in abandoned.parent.iterdir()] == ["dead.nc"]


def test_an_abandoned_file_is_repaired_when_asked_to(abandoned, header, blocks):
    assert result.recover(abandoned) == 30
    assert reading.read(abandoned).closed
    same_arrays(result.open(abandoned), blocks(header, 0, 30))
    with xarray.open_dataset(abandoned, engine="h5netcdf") as data:
        assert data.sizes["time"] == 30
    assert [p.name for p in abandoned.parent.iterdir()] == ["dead.nc"]


def test_a_run_closed_while_it_is_opened_is_not_called_killed(
    header, blocks, tmp_path, monkeypatch
):
    path = tmp_path / "a.nc"
    recorder = Recorder(header, path)
    recorder.append(blocks(header, 0, 30))
    found = reading.read
    first = found(path)
    recorder.close(Outcome("finished", 0.3))
    answers = iter([first])
    monkeypatch.setattr(reading, "read", lambda p: next(answers, None) or found(p))
    assert result.open(path).outcome.code == "finished"


def test_a_run_closed_while_it_is_looked_at_is_not_repaired(header, blocks, tmp_path, monkeypatch):
    path = tmp_path / "a.nc"
    recorder = Recorder(header, path)
    recorder.append(blocks(header, 0, 30))
    found = reading.read
    first = found(path)
    recorder.close(Outcome("finished", 0.3))
    answers = iter([first])
    monkeypatch.setattr(reading, "read", lambda p: next(answers, None) or found(p))
    assert result.recover(path) == 30
    assert found(path).outcome.code == "finished"


def test_what_killed_processes_left_half_written_is_removed(record, tmp_path):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    with storage.temporary(tmp_path / "a.nc") as beside:
        mine, _, tail = beside.name.rpartition(f".{os.getpid()}-")
    alive = tmp_path / f"{mine}.{os.getppid()}-{tail}"
    for name in (f"{mine}.{dead.pid}-{tail}", alive.name, ".b.nc.tmp", ".a.nc.elsewhere.1.tmp"):
        (tmp_path / name).write_text("half")
    record(tmp_path / "a.nc")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"a.nc", alive.name, ".b.nc.tmp", ".a.nc.elsewhere.1.tmp"}


# Never a worse file in place of a better one -----------------------------------------------------


def test_an_earlier_result_stays_until_the_new_run_has_finished(record, header, blocks, tmp_path):
    path, part = tmp_path / "a.nc", tmp_path / "a.part.nc"
    record(path, count=5)
    recorder = Recorder(header, path)
    recorder.append(blocks(header, 0, 50))
    assert recorder.path == part
    assert len(result.open(path)) == 5
    run = recorder.close(Outcome("finished", 0.5))
    assert run.path == path
    assert len(result.open(path)) == len(run) == 50
    assert not part.exists()


@pytest.mark.parametrize("code", ["non-finite", "interrupted"])
def test_an_unfinished_run_does_not_replace_an_earlier_result(record, tmp_path, code):
    path = tmp_path / "a.nc"
    record(path, count=5)
    run = record(path, count=50, outcome=Outcome(code, 0.5))
    assert run.path == tmp_path / "a.part.nc"
    assert len(result.open(path)) == 5
    assert len(result.open(run.path)) == 50


def test_foreign_files_are_not_overwritten(record, tmp_path):
    path = tmp_path / "notes.nc"
    path.write_text("mine")
    for attempt in (lambda: record(path), lambda: record().save(path)):
        with pytest.raises(PelagosError, match="not a result of Pelagos"):
            attempt()
    assert path.read_text() == "mine"
    with pytest.raises(PelagosError, match=r"folder .* does not exist"):
        record(tmp_path / "nowhere" / "a.nc")
    with pytest.raises(PelagosError, match="is a folder"):
        record(tmp_path)


def test_two_runs_cannot_write_one_file(header, record, tmp_path):
    recorder = Recorder(header, tmp_path / "a.nc")
    with pytest.raises(PelagosError, match="another run is writing"):
        Recorder(header, tmp_path / "a.nc")
    recorder.close(Outcome("interrupted", 0.0))


def full(*args):
    raise OSError(28, "No space left on device")


def test_a_disk_that_is_full_from_the_start(record, tmp_path, monkeypatch):
    monkeypatch.setattr(storage, "_lay_out", full)
    with pytest.raises(PelagosError, match="No space left"):
        record(tmp_path / "a.nc")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("method", ["append", "close"])
def test_a_disk_that_fills_up_keeps_what_fitted(header, blocks, tmp_path, monkeypatch, method):
    path = tmp_path / "a.nc"
    recorder = Recorder(header, path)
    recorder.append(blocks(header, 0, 30))
    argument = blocks(header, 30, 30) if method == "append" else Outcome("finished", 0.3)
    with monkeypatch.context() as patch:
        patch.setattr(storage, "_lay_out", full)
        patch.setattr(storage.RawFile, "write", full)
        with pytest.raises(PelagosError, match=r"No space left.* 30 samples are in .*a\.nc"):
            getattr(recorder, method)(argument)
    same_arrays(result.open(path), blocks(header, 0, 30))


def test_a_recorder_that_is_left_behind_is_not_writing(header, blocks, tmp_path):
    recorder = Recorder(header, tmp_path / "a.nc")
    recorder.append(blocks(header, 0, 30))
    del recorder
    assert result.open(tmp_path / "a.nc").outcome.code == "interrupted"


# Blocks and files that are wrong -----------------------------------------------------------------


def test_blocks_are_checked(header, block):
    recorder = Recorder(header)
    with pytest.raises(ValueError, match="extra"):
        recorder.append({**block, "extra": block["time"]})
    with pytest.raises(ValueError, match="udot"):
        recorder.append({name: v for name, v in block.items() if name != "udot"})
    with pytest.raises(ValueError, match=r"q has shape \(100, 3\), not \(100, 8\)"):
        recorder.append({**block, "q": np.zeros((100, 3))})


def damaged(tmp_path, record, change):
    path = tmp_path / "bad.nc"
    record(path)
    with h5py.File(path, "r+") as file:
        change(file)
    return path


def reshape(file):
    del file["q"]
    file["q"] = np.zeros((100, 2))


def link_away(file):
    del file["q"]
    file["q"] = h5py.ExternalLink("other.nc", "/q")


def declare_too_much(file):
    for name in VARIABLES:
        shape = (10**12, *file[name].shape[1:])
        del file[name]
        chunks = None if 0 in shape else (1000, *shape[1:])
        file.create_dataset(name, shape, "<f8", chunks=chunks)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda f: f.attrs.__setitem__("pelagos_schema", 99), "layout 99; .* reads layout 1"),
        (lambda f: f.attrs.__delitem__("pelagos_schema"), "not written by Pelagos"),
        (lambda f: f.__delitem__("u"), "u is missing"),
        (lambda f: f.__delitem__("pelagos"), "header is missing"),
        (lambda f: f["pelagos/header"].__setitem__((), "{"), "damaged"),
        (lambda f: f["pelagos/header"].__setitem__((), "[]"), "not a record"),
        (lambda f: f["pelagos/header"].__setitem__((), "{}"), "incomplete"),
        (lambda f: f["n_valid"].__setitem__((), 101), "claims 101 samples"),
        (reshape, r"q is float64\[100, 2\], not float64\[100, 8\]"),
        (link_away, "q is missing"),
        (declare_too_much, "it declares"),
    ],
)
def test_damaged_files_are_refused_with_the_reason(tmp_path, record, change, message):
    path = damaged(tmp_path, record, change)
    with pytest.raises(PelagosError, match=message) as caught:
        result.open(path)
    assert "bad.nc" in str(caught.value)


def test_files_that_are_no_results(tmp_path, record):
    with pytest.raises(PelagosError, match="no such file"):
        result.open(tmp_path / "none.nc")
    (tmp_path / "text.nc").write_text("time,q\n0,1\n")
    with pytest.raises(PelagosError, match="not a NetCDF-4"):
        result.open(tmp_path / "text.nc")
    record(tmp_path / "a.nc")
    whole = (tmp_path / "a.nc").read_bytes()
    for size in (8, 100, 2000, len(whole) // 2, len(whole) - 1):
        (tmp_path / "cut.nc").write_bytes(whole[:size])
        with pytest.raises(PelagosError, match="damaged or truncated"):
            result.open(tmp_path / "cut.nc")
