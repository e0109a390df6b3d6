"""`pelagos hydro`, `pl.hydro` and `added_mass: {from: ...}` as users meet them."""

import json

import numpy as np
import pytest
import trimesh
from click.testing import CliRunner

import pelagos as pl
from pelagos.cli.analyse.hydro import command
from pelagos.language.matrix6 import told
from pelagos.panel_method.page import steady_pressure
from tests.panel_method.solids import box, ellipsoid

MODEL = """
pelagos: 1
name: boxed
water: {{density: 1025}}
bodies:
  hull:
    joint: free
    mass: 24.6
    inertia: [1, 1, 1]
    buoyancy: {{volume: 0.024, at: [0, 0, 0]}}
    added_mass: {{from: hull.stl, panels: 200{more}}}
    drag: false
duration: 0.01
"""


@pytest.fixture
def hull(tmp_path, monkeypatch):
    monkeypatch.setenv("PELAGOS_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "cache").mkdir(mode=0o700)
    path = tmp_path / "hull.stl"
    box(0.4, 0.3, 0.2).export(path)
    return path


def test_the_command_writes_text_words_and_a_page(hull, tmp_path):
    out, view = tmp_path / "body.yaml", tmp_path / "page.html"
    given = [
        str(hull),
        "--panels",
        "200",
        "--out",
        str(out),
        "--view",
        str(view),
        "--density",
        "1025",
    ]
    done = CliRunner().invoke(command, given, standalone_mode=False)
    assert done.exception is None
    assert "added mass about (0, 0, 0) m" in done.output
    assert "may be off, for these panels" in done.output
    assert "24.6 kg of water" in done.output
    words = "pelagos: 1\nname: boxed\n" + out.read_text() + "duration: 1\n"
    read = pl.loads(words).bodies["hull"]
    found = pl.hydro(hull, panels=200, density=1025, estimate=False)
    np.testing.assert_allclose(read.added_mass, found.added_mass, rtol=1e-5, atol=1e-6)
    assert read.buoyancy.volume == pytest.approx(0.024)
    page = view.read_text()
    assert "__DATA__" not in page
    assert "surge" in page


def test_json(hull):
    done = CliRunner().invoke(command, [str(hull), "--panels", "200", "--quick", "--json"])
    found = json.loads(done.stdout)
    assert found["bodies"][0]["volume"] == pytest.approx(0.024)
    assert np.array(found["added_mass"]).shape == (6, 6)
    assert found["error"] is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"fill": 0.5}, "fill and displaced belong together"),
        ({"fill": 0.5, "displaced": 1.0}, "the outline encloses"),
        ({"surface": "z=0"}, "is no plane"),
        ({"surface": "z<-3"}, "outside of the water"),
        ({"surface": "z<0", "mirror": "y>0"}, "give one of them"),
        ({"density": -1.0}, "density"),
        ({"panels": 100_000}, "--decimate"),
        ({"unit": "yd"}, "unit"),
        ({"at": (1, 2)}, "at:"),
        ({"decimate": 4}, "decimate"),
    ],
)
def test_what_makes_no_sense_is_refused(hull, words, said):
    with pytest.raises(pl.PelagosError, match=said):
        pl.hydro(hull, **{"panels": 200, "estimate": False, **words})


def test_outputs_are_looked_at_before_anything_is_computed(hull, tmp_path):
    for option in (["--out", str(tmp_path / "no" / "x.yaml")], ["--view", str(hull)]):
        done = CliRunner().invoke(command, [str(hull), *option], standalone_mode=False)
        assert isinstance(done.exception, pl.PelagosError)


def test_the_error_that_is_told_covers_the_truth():
    found = pl.hydro(box(1, 1, 1), density=1.0, panels=600)
    better = pl.hydro(box(1, 1, 1), density=1.0, panels=1800, estimate=False)
    apart = np.abs(np.diag(better.added_mass - found.added_mass))
    assert (apart < np.diag(found.error)).all()
    assert (np.diag(found.error)[:3] < 0.05 * found.scales[:3]).all()


def test_energies_that_differ_are_warned_of():
    coarse, fine = (pl.hydro(box(1, 1, 1), panels=n, estimate=False) for n in (100, 1000))
    assert fine.warnings == ()
    assert "warning" not in str(fine)
    assert coarse.energy_gap > 0.03
    for said in (str(coarse), coarse.fragment()):
        assert f"warning: {coarse.warnings[0]}" in said
    assert coarse.to_dict()["warnings"] == list(coarse.warnings)


def test_an_open_frame_lies_between_no_water_carried_and_all_of_it():
    ball = trimesh.creation.icosphere(subdivisions=2)
    volume = float(ball.volume)
    words = {"density": 1.0, "panels": 320, "estimate": False, "displaced": volume / 8}
    none, half, full = (pl.hydro(ball, fill=fill, **words).frame for fill in (0.0, 0.5, 1.0))
    alone = pl.hydro(ball, density=1.0, panels=320, estimate=False).added_mass
    assert full.value[0, 0] == pytest.approx(alone[0, 0] + 7 / 8 * volume)
    # without water it is a sphere of half the size
    assert none.value[0, 0] == pytest.approx(alone[0, 0] / 8)
    np.testing.assert_allclose(half.value, (none.value + full.value) / 2, atol=1e-12)


def test_the_pressure_about_a_sphere_in_steady_motion():
    surface = ellipsoid((1, 1, 1), 3)
    found = pl.hydro((surface.vertices, surface.faces), panels=100, estimate=False)
    pressure = steady_pressure(found.surface, found.potential[:, 0], 0)
    across = 1 - found.surface.normals[:, 0] ** 2
    np.testing.assert_allclose(pressure, 1 - 9 / 4 * across, atol=0.06)


def test_a_model_takes_its_added_mass_from_a_mesh(hull, tmp_path):
    (tmp_path / "model.yaml").write_text(MODEL.format(more=""))
    robot = pl.load(tmp_path / "model.yaml")
    found = pl.hydro(hull, panels=200, density=1025)
    np.testing.assert_allclose(robot.bodies["hull"].added_mass, found.added_mass, atol=1e-9)
    kept = list((tmp_path / "cache" / "added-mass").glob("*.json"))
    assert len(kept) == 1
    # what is kept is taken the next time, and computed anew where it is not sound
    words = json.loads(kept[0].read_text())
    kept[0].write_text(json.dumps({**words, "source": "from the cache"}))
    again = pl.load(tmp_path / "model.yaml")
    assert again.bodies["hull"].added_mass == robot.bodies["hull"].added_mass
    assert again.bodies["hull"].mesh_of_added_mass.source == "from the cache"
    kept[0].write_text("{")
    assert pl.load(tmp_path / "model.yaml").bodies["hull"].mesh_of_added_mass.source != ""


def test_another_density_needs_no_file(hull, tmp_path):
    (tmp_path / "model.yaml").write_text(MODEL.format(more=""))
    robot = pl.load(tmp_path / "model.yaml")
    hull.unlink()
    fresh = robot.with_values({"water.density": 1000.0})
    ratio = np.array(fresh.bodies["hull"].added_mass) / np.array(robot.bodies["hull"].added_mass)
    np.testing.assert_allclose(np.diag(ratio), 1000 / 1025)


def test_other_options_of_the_mesh_are_computed_anew(hull, tmp_path):
    (tmp_path / "model.yaml").write_text(MODEL.format(more=""))
    robot = pl.load(tmp_path / "model.yaml")
    smaller = robot.with_values({"bodies.hull.added_mass.unit": "cm"})
    before, after = (np.array(one.bodies["hull"].added_mass) for one in (robot, smaller))
    assert after[0, 0] == pytest.approx(1e-6 * before[0, 0])
    with pytest.raises(pl.PelagosError, match="no such file"):
        robot.with_values({"bodies.hull.added_mass.from": "other.stl"})


def test_a_placed_mesh_moves_the_matrix(hull, tmp_path):
    (tmp_path / "model.yaml").write_text(MODEL.format(more=", at: [0.1, 0, 0]"))
    placed = np.array(pl.load(tmp_path / "model.yaml").bodies["hull"].added_mass)
    assert placed[1, 5] == pytest.approx(0.1 * placed[1, 1], rel=1e-3)


@pytest.mark.parametrize(
    ("more", "said"),
    [(", panel: 3", "panels"), (", fill: 0.5", "displaced"), (", unit: yard", "unit")],
)
def test_wrong_words_beside_from_are_refused(hull, tmp_path, more, said):
    (tmp_path / "model.yaml").write_text(MODEL.format(more=more))
    with pytest.raises(pl.ModelError, match=said):
        pl.load(tmp_path / "model.yaml")


def test_a_mesh_outside_of_the_folder_is_refused(hull, tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "model.yaml").write_text(
        MODEL.format(more="").replace("hull.stl", "../hull.stl")
    )
    with pytest.raises(pl.ModelError, match="outside of the model's folder"):
        pl.load(tmp_path / "inner" / "model.yaml")


def test_rounding_beside_the_diagonal_is_not_told():
    matrix = np.diag([50.0, 50, 50, 1, 1, 1])
    matrix[0, 1] = matrix[1, 0] = 4e-15
    assert len(list(told(matrix.tolist(), "kg"))) == 1
    matrix[0, 4] = matrix[4, 0] = 1e-6
    assert "(surge, pitch)" in list(told(matrix.tolist(), "kg"))[1]
