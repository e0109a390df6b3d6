"""Formats of robots other than the words of a model: who reads what, and what is refused."""

from __future__ import annotations

import pytest

import pelagos as pl
from pelagos.errors import ModelError
from pelagos.importers import table
from pelagos.language.words import WORLD

URDF = '<robot name="r"><link name="a"><inertial><mass value="1"/>{}</inertial></link></robot>'
URDF = URDF.format('<inertia ixx="1" iyy="1" izz="1"/>')


def test_the_table_has_one_importer_per_format():
    names = [importer.name for importer in table.importers()]
    assert names == ["MJCF", "SDF", "URDF"]
    assert table.endings() == (".xml", ".mjcf", ".sdf", ".world", ".urdf", ".xacro")


@pytest.mark.parametrize("file", ["robot.xml", "robot.URDF", "robot.yaml", "<text>"])
@pytest.mark.parametrize("before", ["", '\n<?xml version="1.0"?>\n', "\ufeff", "<!-- a robot -->"])
def test_a_text_is_recognised_by_its_outermost_tag(file, before):
    robot = pl.loads(before + URDF, file)
    assert list(robot.bodies) == ["a"]
    assert robot.bodies["a"].parent == WORLD


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<world/>", "this is the inside of an SDF file, without <sdf> (<world>)"),
        ("<mujocoinclude/>", "this is a part of a MuJoCo file (MJCF) (<mujocoinclude>)"),
        ("<COLLADA/>", "this is a Collada file of shapes (<COLLADA>)"),
        ("\n\n<house/>", "3: this is XML of a format that is not known here (<house>)"),
    ],
)
@pytest.mark.parametrize("file", ["arm.urdf", "arm.sdf", "arm.yaml"])
def test_xml_of_other_formats_is_named_for_what_it_is(text, said, file):
    with pytest.raises(ModelError) as caught:
        pl.loads(text, file)
    assert said in str(caught.value)
    assert "turn it into MJCF (<mujoco>), SDF (<sdf>), URDF (<robot>)" in str(caught.value)


def test_yaml_is_no_xml():
    with pytest.raises(ModelError) as caught:
        pl.loads("<<: {name: r}\nbodies: {a: {joint: free, mass: 1, inertia: [1, 1, 1]}}")
    assert "XML" not in str(caught.value)


def test_what_is_included_is_recognised_too(tmp_path):
    (tmp_path / "arm.yaml").write_text("<COLLADA/>")
    (tmp_path / "model.yaml").write_text("name: m\ninclude: arm.yaml\n")
    with pytest.raises(ModelError, match=r"arm\.yaml:1: this is a Collada file"):
        pl.load(tmp_path / "model.yaml")
    (tmp_path / "arm.yaml").write_text("bodies: {a: {joint: free, mass: 1, inertia: [1, 1, 1]}}")
    words = "name: m\ninclude: {file: arm.yaml, balance: true}\n"
    (tmp_path / "model.yaml").write_text(words)
    with pytest.raises(ModelError, match="only MJCF, SDF, URDF files are balanced"):
        pl.load(tmp_path / "model.yaml")
