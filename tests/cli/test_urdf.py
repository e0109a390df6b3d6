"""URDF files on the command line: notes, packages, balancing."""

from __future__ import annotations

import pytest

MASS = '<inertial><mass value="1"/><inertia ixx="{0}" iyy="1" izz="1"/></inertial>'


@pytest.fixture
def urdf(tmp_path):
    def write(xx=1, mesh="package://parts/box.stl"):
        shape = f'<visual><geometry><mesh filename="{mesh}"/></geometry></visual>'
        link = f'<link name="a/b">{MASS.format(xx)}{shape}</link>'
        (tmp_path / "r.urdf").write_text(f'<robot name="r">{link}</robot>')
        return "r.urdf"

    return write


def test_notes_are_told(pelagos, urdf):
    renamed = "note: r.urdf: links renamed: a/b is a_b"
    assert renamed in pelagos("validate", urdf()).out
    assert renamed in pelagos("info", urdf()).out
    assert renamed[6:] in pelagos("info", urdf(), "--json").json["notes"]
    assert any("renamed" in n for n in pelagos("validate", urdf(), "--json").json[0]["notes"])
    run = pelagos("run", urdf(), "--duration", 0.01, "--no-out")
    assert renamed in run.err.splitlines()
    assert "note" not in pelagos("run", urdf(), "--duration", 0.01, "--no-out", "--quiet").err
    # said by those who print notes themselves, and not a second time
    assert "note" not in pelagos("info", urdf()).err


def test_packages(pelagos, urdf, tmp_path):
    trimesh = pytest.importorskip("trimesh")
    (tmp_path / "elsewhere").mkdir()
    trimesh.creation.box((1, 2, 3)).export(tmp_path / "elsewhere" / "box.stl")
    assert "no package has this file: box.stl" in pelagos("validate", urdf()).out
    assert "box.stl" not in pelagos("validate", urdf(), "--package", "parts=elsewhere").out
    wrong = pelagos("info", urdf(), "--package", "parts")
    assert wrong.code == 2
    assert "write NAME=DIR" in wrong.err
    missing = pelagos("run", urdf(), "--package", "parts=nowhere")
    assert missing.code == 2
    assert "there is no such folder (found nowhere)" in missing.err


def test_balance(pelagos, urdf):
    refused = pelagos("validate", urdf(xx=-1))
    assert refused.code == 2
    assert "--balance" in refused.err
    assert (
        "balanced, the nearest possible inertia: a_b"
        in pelagos("validate", urdf(xx=-1), "--balance").out
    )
    assert pelagos("run", "pendulum", "--balance").code == 2
