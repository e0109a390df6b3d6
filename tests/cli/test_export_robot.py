"""`pelagos export` of robots: files, what is lost, and refusals."""

from __future__ import annotations

from pathlib import Path

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


def test_programs_in_c(pelagos):
    done = pelagos("export", "rov-arm", "--to", "rov.c", "--parameter", "bodies.hull.mass")
    assert done.code == 0
    assert "operations: rates" in done.out
    assert "double bodies_hull_mass; /* bodies.hull.mass (kg); 11.5 */" in Path("rov.h").read_text()
    Path("rov.c").unlink()
    again = pelagos("export", "rov-arm", "reach", "rov.c")
    assert (again.code, "rov.h: exists" in again.err) == (2, True)
    done = pelagos("export", "rov-arm", "reach", "rov.c", "--overwrite", "--no-inputs")
    assert done.code == 0
    assert "ROV_ARM_NIN = 0" in Path("rov.h").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rov-arm", "--to", "a.c", "--input", "slwe"), "there is no actuator 'slwe'"),
        (("rov-arm", "--to", "a.c", "--input", "slew", "--no-inputs"), "name inputs, or want none"),
        (("rov-arm", "--to", "a.urdf", "--derivatives"), "--derivatives has no effect"),
        (("rov-arm", "--to", "a.urdf", "--no-inputs"), "--no-inputs has no effect"),
        (("rov-arm", "reach", "--to", "a.urdf"), "has no scenarios"),
        (("rov-arm", "nowhere", "--to", "a.c"), "there is no such scenario"),
        (("rov-arm", "--to", "a b.c"), "no name for a C file"),
        (("rov-arm", "--to", "none/a.c"), "is no folder"),
        (("rov-arm",), "no FILE"),
        (("rov-arm", "a", "b", "c.c"), "4 arguments"),
        (("run.nc", "--to", "a.c"), "is a result"),
        (("rov-arm", "--to", "a.c", "--output", "t"), "--output has no effect on .c"),
        (("rov-arm", "--to", "a.fmu", "--platform", "linux46"), "FMI has no 'linux46'"),
        (("rov-arm", "--to", "a.fmu", "--output", "depth[hul]"), "there is no body 'hul'"),
    ],
)
def test_bad_requests_of_programs(pelagos, arguments, said):
    done = pelagos("export", *arguments)
    assert done.code == 2
    assert said in done.err
    assert not list(Path().glob("a*.*"))
