"""MJCF files read as MuJoCo reads them: a set of our own, and those of gymnasium and dm_control."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from benchmarks import mjcf
from pelagos.exporters.urdf import to_urdf
from tests.importers.mjcf_set import MODELS

pytestmark = [pytest.mark.peers, pytest.mark.filterwarnings("default")]


@pytest.mark.parametrize("name", MODELS)
def test_our_set_equals_mujoco(name):
    mujoco = pytest.importorskip("mujoco")
    theirs = mujoco.MjModel.from_xml_string(MODELS[name])
    robot = pl.loads(MODELS[name], "robot.xml")
    masses = theirs.body_mass[1:]
    assert np.allclose(masses, [b.mass for b in robot.bodies.values() if b.mass], rtol=1e-12)
    assert mjcf.difference(theirs, robot) <= mjcf.LIMIT


@pytest.mark.parametrize("name", ["chain20", "slider-crank"])
def test_urdf_that_mujoco_reads(name):
    mujoco = pytest.importorskip("mujoco")
    text, _ = to_urdf(pl.load(name))
    theirs = mujoco.MjModel.from_xml_string(text)
    assert mjcf.difference(theirs, pl.loads(text, "robot.urdf")) <= mjcf.LIMIT


@pytest.mark.slow
def test_files_of_other_people():
    pytest.importorskip("mujoco")
    folders = mjcf.installed()
    if not folders:
        pytest.skip("neither gymnasium nor dm_control is installed")
    found = [one for folder in folders for one in mjcf.examined(folder)]
    assert all(one.robot is not None for one in found)
    # bones that are not convex: MuJoCo counts their hollows twice, which a note says
    unlike = {one.file for one in found if one.difference is None or one.difference > mjcf.LIMIT}
    assert unlike <= {"dm_control/suite/dog.xml"}
