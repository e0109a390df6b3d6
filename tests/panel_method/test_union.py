"""`--unite`: parts that overlap, touch or share faces, as one solid."""

import json
import sys

import numpy as np
import pytest
import trimesh
from click.testing import CliRunner

import pelagos as pl
from pelagos.cli.analyse.hydro import command
from pelagos.panel_method.mesh_file import merged
from pelagos.panel_method.properties import properties
from pelagos.panel_method.union import solids_of, united
from tests.panel_method.solids import box


def together(*meshes):
    whole = trimesh.util.concatenate(meshes)
    return merged(np.array(whole.vertices), np.array(whole.faces, dtype=np.int64))


def at(mesh, *place):
    mesh.apply_translation(place)
    return mesh


def test_parts_that_cut_through_each_other_have_their_common_volume_once():
    pytest.importorskip("manifold3d")
    found = united(together(box(1, 1, 1), box(0.6, 0.6, 2.0)), "cross.stl")
    facts = properties(found.surface, shadows=False)
    assert facts.volume == pytest.approx(1 + 0.6 * 0.6)
    assert facts.area == pytest.approx(6 + 4 * 0.6)
    said = "united 2 parts into one: volumes add up to 1.72 m3, together they have 1.36 m3 (-21 %)"
    assert found.notes == (said,)


def test_boxes_that_share_a_face_are_one_longer_box():
    pytest.importorskip("manifold3d")
    both = together(box(1, 1, 1), at(box(1, 1, 1), 1, 0, 0))
    assert [len(part.faces) for part in solids_of(both)] == [12, 12]
    facts = properties(united(both, "two.stl").surface, shadows=False)
    assert facts.volume == pytest.approx(2)
    assert facts.area == pytest.approx(10)


def test_boxes_that_share_an_edge_are_told_apart():
    both = together(box(1, 1, 1), at(box(1, 1, 1), 1, 1, 0))
    assert [len(part.faces) for part in solids_of(both)] == [12, 12]


def test_what_stands_apart_stays_apart():
    pytest.importorskip("manifold3d")
    three = together(box(1, 1, 1), at(box(1, 1, 1), 0.5, 0, 0), at(box(1, 1, 1), 3, 0, 0))
    found = united(three, "three.stl")
    assert "3 parts into 2 that stand apart" in found.notes[0]
    assert properties(found.surface, shadows=False).volume == pytest.approx(2.5)


def test_a_part_with_a_hole_is_named():
    both = together(box(1, 1, 1), box(0.6, 0.6, 2.0))
    holed = merged(both.vertices, np.delete(both.faces, 13, axis=0))
    with pytest.raises(pl.PelagosError, match=r"a\.stl, part 2 of 2.*\n.*1 hole"):
        united(holed, "a.stl")


def test_a_part_that_cuts_itself_is_not_told_to_be_united():
    bow = box(1, 1, 1)
    corner = np.flatnonzero((bow.vertices == 0.5).all(axis=1))
    bow.vertices[corner] = [-0.7, -0.7, -0.2]  # through the faces on the other side
    with pytest.raises(pl.PelagosError, match=r"cuts itself is not united"):
        united(together(bow), "a.stl")


def test_the_extra_is_named_where_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "manifold3d", None)
    with pytest.raises(pl.PelagosError, match=r"pelagos\[unite\]"):
        united(together(box(1, 1, 1), box(0.6, 0.6, 2.0)), "a.stl")


def test_the_command_and_a_model_unite_and_read_inches(tmp_path):
    """In inches; a word of the refusal names the option."""
    pytest.importorskip("manifold3d")
    trimesh.util.concatenate([box(10, 10, 10), box(6, 6, 20)]).export(tmp_path / "cross.stl")
    given = [str(tmp_path / "cross.stl"), "--unit", "in", "--quick", "--panels", "200"]
    refused = CliRunner().invoke(command, given, standalone_mode=False)
    assert "--unite" in str(refused.exception)
    done = CliRunner().invoke(command, [*given, "--unite", "--json"], standalone_mode=False)
    found = json.loads(done.stdout)
    assert found["bodies"][0]["volume"] == pytest.approx(1360 * 0.0254**3)
    (tmp_path / "model.yaml").write_text(
        "name: m\nwater: {density: 1000}\nbodies:\n"
        "  hull: {joint: free, mass: 22.3, inertia: [1, 1, 1],"
        " added_mass: {from: cross.stl, unit: in, panels: 200, unite: true}}\n"
    )
    of_model = np.array(pl.load(tmp_path / "model.yaml").bodies["hull"].added_mass)
    np.testing.assert_allclose(of_model, found["added_mass"], rtol=1e-6, atol=1e-6)
