"""`pelagos export`: endings, refusals, files."""

from __future__ import annotations

import sys

import numpy as np
import pandas
import pytest
from scipy.io import loadmat

import pelagos as pl
from pelagos.bridges.messages import types
from pelagos.data import logs


@pytest.fixture
def swing(tmp_path):
    return pl.simulate("rov-arm", "reach", duration=1, every=0.5).save(tmp_path / "swing.nc")


def test_a_table_and_messages(pelagos, swing, tmp_path):
    done = pelagos("export", swing, "a.csv")
    assert (done.code, done.out, done.err) == (0, "a.csv\n", "")
    assert (tmp_path / "a.csv").read_text().startswith("time (s),q.hull.x (m),")
    done = pelagos("export", swing, "a.mcap", "--quiet")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert "/rov_arm/imu.linear_acceleration.z" in logs.read_mcap(tmp_path / "a.mcap")[0]


def test_parquet_matlab_and_a_copy(pelagos, swing, tmp_path):
    for name in ("a.parquet", "a.mat", "a.nc"):
        done = pelagos("export", swing, name)
        assert (done.code, done.out, done.err) == (0, f"{name}\n", "")
    own = pl.open(swing)
    time = own.arrays["time"]
    np.testing.assert_array_equal(pl.open(tmp_path / "a.nc").arrays["time"], time)
    np.testing.assert_array_equal(loadmat(tmp_path / "a.mat")["time"].ravel(), time)
    commands = pandas.read_parquet(tmp_path / "a.parquet")["commands.elbow"]
    np.testing.assert_array_equal(commands, own.commands.sel(command="elbow"))


def test_sensors_that_are_left_out_are_named(pelagos, tmp_path):
    fog = {"fog": {"body": "rod", "rate": 10, "axes": "z"}}
    imu = {"imu": {"body": "rod", "rate": 10}}
    robot = pl.Robot(**pl.load("pendulum").to_dict(), sensors={"yaw": fog, "nav": imu})
    path = pl.simulate(robot, duration=0.5).save(tmp_path / "swing.nc")
    done = pelagos("export", path, "a.mcap")
    assert done.code == 0
    assert "without the sensor yaw: Imu has three" in done.out
    assert "nav" not in done.out
    assert "/pendulum/nav/data.angular_velocity.y" in logs.read_mcap(tmp_path / "a.mcap")[0]
    done = pelagos("export", path, "a.csv")
    assert "without the readings of yaw, nav at their own times" in done.out


@pytest.mark.parametrize("name", ["a.xyz", "a"])
def test_other_endings_are_refused_with_those_there_are(pelagos, swing, name):
    done = pelagos("export", swing, name)
    assert done.code == 2
    assert "no format to export to" in done.err
    assert "use .c, .csv, .fmu, .mat, .mcap, .nc, .parquet" in done.err


def test_what_is_there_stays(pelagos, swing, tmp_path):
    (tmp_path / "a.mcap").write_text("precious")
    done = pelagos("export", swing, "a.mcap")
    assert done.code == 2
    assert "a.mcap: exists" in done.err
    assert "--overwrite" in done.err
    assert (tmp_path / "a.mcap").read_text() == "precious"
    assert pelagos("export", swing, "a.mcap", "--overwrite").code == 0
    assert logs.read_mcap(tmp_path / "a.mcap")[0]


def test_results_that_are_none(pelagos, tmp_path):
    done = pelagos("export", "nothing.nc", "a.mcap")
    assert done.code == 2
    assert "nothing.nc: no such file" in done.err
    (tmp_path / "text.nc").write_text("hello")
    done = pelagos("export", "text.nc", "a.mcap")
    assert done.code == 2
    assert "not a NetCDF-4" in done.err
    assert not (tmp_path / "a.mcap").exists()


def test_a_robot_whose_axes_ros_does_not_know(pelagos, tmp_path):
    pl.simulate(pl.load("pendulum").with_values({"gravity": [0, -9.81, 0]}), duration=0.1).save(
        tmp_path / "side.nc"
    )
    done = pelagos("export", "side.nc", "a.mcap")
    assert done.code == 2
    assert "gravity: [0.0, -9.81, 0.0] does not point along z" in done.err


def test_without_the_extra(pelagos, swing, monkeypatch):
    types._store.cache_clear()
    monkeypatch.setitem(sys.modules, "rosbags.typesys", None)
    done = pelagos("export", swing, "a.mcap")
    assert done.code == 2
    assert 'pip install "pelagos[ros2]"' in done.err


def test_help_lists_the_formats(pelagos):
    done = pelagos("export", "--help")
    assert ".mcap     The robot's messages in ROS 2" in done.out
