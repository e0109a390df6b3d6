"""Exported robots as Pinocchio and MuJoCo read them are the robots that were exported."""

from __future__ import annotations

import pytest

import pelagos as pl
from benchmarks import mjcf, urdf
from benchmarks.trees import bare
from pelagos.exporters.mjcf import to_mjcf
from pelagos.exporters.urdf import to_urdf

pytestmark = pytest.mark.peers

WET = ("rov-arm", "bluerov-arm")  # of which the trees alone are compared


@pytest.mark.parametrize("name", [*WET, "arm6", "cart-pole", "chain20", "slider-crank", "snake20"])
def test_urdf_in_pinocchio(name, tmp_path):
    pytest.importorskip("pinocchio")
    robot = pl.load(name)
    path = tmp_path / "robot.urdf"
    path.write_text(to_urdf(robot)[0])
    standing = bare(robot.with_values({"gravity": [0, 0, -9.81]}))  # which URDF cannot say
    found = urdf.difference(path, standing)
    assert found is not None
    assert found <= urdf.LIMIT


@pytest.mark.parametrize("name", [*WET, "cart-pole", "chain20", "solar-arm", "four-bar"])
def test_mjcf_in_mujoco(name):
    """With dampers and springs of joints. Robots such as arm6 lose an inertia, which is said."""
    mujoco = pytest.importorskip("mujoco")
    robot = bare(pl.load(name)) if name in WET else pl.load(name)
    theirs = mujoco.MjModel.from_xml_string(to_mjcf(robot)[0])
    assert mjcf.difference(theirs, robot) <= mjcf.LIMIT
