"""A process that is killed while it writes leaves a file that everybody can read."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import textwrap
import time

import h5py
import numpy as np
import pytest
import xarray

from pelagos import result

# Writes for ever, in blocks of changing size; the file has to grow now and then.
WRITER = textwrap.dedent(
    """
    import sys
    import numpy as np
    from pelagos.result import Header, Recorder
    from pelagos.result.schema import VARIABLES, SensorRecord

    bodies = tuple(f"b{i}" for i in range(5))
    sensor = SensorRecord("dvl", 2.0, 0.0, ("u", "v"), ("m/s",) * 2, ("",) * 2, None)
    header = Header(robot={}, robot_hash="", bodies=bodies, coordinates=bodies, speeds=bodies,
                    sensors={"dvl": sensor})
    recorder = Recorder(header, sys.argv[1])
    print("ready", flush=True)
    start = 0
    while True:
        time = np.arange(start, start + 1 + start % 17, dtype=float)
        block = {
            name: time.reshape(-1, *(1 for _ in header.row_shape(name)))
            + np.zeros(header.row_shape(name))
            for name in VARIABLES
        }
        read = np.repeat(time, 2)  # two readings for each sample
        row = np.stack([read, read, np.ones(len(read)), read, read], axis=1)
        recorder.append(block, {"dvl": sensor.block("dvl", read, row)})
        start += len(time)
    """
)


def kill_a_writer(path, delay):
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    )
    with writer:
        assert writer.stdout.readline() == "ready\n"
        time.sleep(delay)
        writer.kill()
    assert writer.returncode == -signal.SIGKILL


@pytest.mark.parametrize("seed", range(6))
def test_killed_at_a_random_moment(tmp_path, seed):
    path = tmp_path / "run.nc"
    kill_a_writer(path, random.Random(seed).uniform(0.0, 0.4))

    # h5py and xarray read it as it is; every sample before n_valid is whole.
    with h5py.File(path, "r") as file:
        count = int(file["n_valid"][()])
        np.testing.assert_array_equal(file["time"][:count], np.arange(count))
        np.testing.assert_array_equal(file["q"][:count], np.arange(count)[:, None] + np.zeros(5))
        read = int(file["dvl.n_valid"][()])
        expected = np.arange(read) // 2
        assert read >= 2 * count  # readings come before their samples
        np.testing.assert_array_equal(file["dvl.time"][:read], expected)
        np.testing.assert_array_equal(file["dvl.readings"][:read, 1], expected)
        np.testing.assert_array_equal(file["dvl.variance"][:read, 0], expected)
    with xarray.open_dataset(path, engine="h5netcdf") as data:
        assert data.sizes["time"] >= count
        np.testing.assert_array_equal(data.q[:count, 0], np.arange(count))

    # Pelagos opens it as it is, and closes it if asked to: then it holds the samples alone.
    run = result.open(path)
    assert len(run) == count
    assert run.outcome.code == "interrupted"
    assert len(run.readings("dvl")) == read
    assert result.recover(path) == count
    with xarray.open_dataset(path, engine="h5netcdf") as data:
        np.testing.assert_array_equal(data.position[:, 3, 2], np.arange(count))
        assert data.attrs["outcome"] == "interrupted"
        np.testing.assert_array_equal(data["dvl.readings"][:, 1], expected)


def test_an_earlier_result_outlives_a_kill(tmp_path, record):
    path = tmp_path / "run.nc"
    record(path)
    kill_a_writer(path, 0.1)
    assert len(result.open(path)) == 100
    assert result.open(tmp_path / "run.part.nc").outcome.code == "interrupted"
