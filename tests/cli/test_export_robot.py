"""`pelagos export` of robots: files, what is lost, and refusals."""

from __future__ import annotations

import pytest

import pelagos as pl


def test_the_command(pelagos, tmp_path):
    done = pelagos("export", "bluerov", "rov.urdf")
    assert done.code == 0
    assert done.out.startswith("rov.urdf\n  lost: ")
    assert "the water" in done.out
    assert pelagos("export", "rov.urdf", "rov.xml", "--quiet").out == ""
    mass = sum(body.mass for body in pl.load(tmp_path / "rov.xml").bodies.values())
    assert mass == pytest.approx(sum(body.mass for body in pl.load("bluerov").bodies.values()))
    again = pelagos("export", "rov.urdf", "rov.urdf", "--overwrite")
    assert again.code == 2
    assert "is the model itself" in again.err
    done = pelagos("export", "run.nc", "run.urdf")
    assert done.code == 2
    assert "is a result, and .urdf is a format of robots" in done.err
    for robot in ("bluerov", "rov.urdf"):
        done = pelagos("export", robot, "run.csv")
        assert done.code == 2
        assert f"simulate it first: pelagos run {robot}" in done.err
    done = pelagos("export", "run.nc", "run.csv", "--set", "bodies.a.mass=1")
    assert done.code == 2
    assert "no effect on results" in done.err
