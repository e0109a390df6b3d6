"""Bad meshes are named with counts and places, mended ones say so; sizes, cuts and thinning out."""

import numpy as np
import pytest
import trimesh

import pelagos as pl
from pelagos.panel_method.decimation import decimated
from pelagos.panel_method.mesh_file import merged, read
from pelagos.panel_method.properties import properties
from pelagos.panel_method.refinement import refined
from pelagos.panel_method.repair import mended
from pelagos.panel_method.surface import PanelSurface
from tests.panel_method.solids import box, of


@pytest.fixture
def rod():
    return of(trimesh.creation.cylinder(0.5, 2.0, sections=16))


def refused(surface, *words):
    with pytest.raises(pl.PelagosError) as error:
        mended(surface, "rod.stl")
    for word in ("rod.stl", *words):
        assert word in str(error.value)


def test_a_hole_is_named_with_its_place_and_closed_on_demand(rod):
    open_rod = PanelSurface(rod.vertices, np.delete(rod.faces, 3, axis=0))
    place = ", ".join(f"{x:.4g}" for x in rod.centroids[3])
    refused(open_rod, "1 hole at", place, "--close-holes")
    closed = mended(open_rod, "rod.stl", close_holes=True)
    assert "closed: 1 hole" in closed.notes[0]
    volume = properties(rod, shadows=False).volume
    assert properties(closed.surface, shadows=False).volume == pytest.approx(volume)


def test_two_holes_are_counted(rod):
    far = int(np.argmax(np.linalg.norm(rod.centroids - rod.centroids[0], axis=1)))
    refused(PanelSurface(rod.vertices, np.delete(rod.faces, [0, far], axis=0)), "2 holes")


def test_triangles_that_are_turned_over_are_turned_back(rod):
    faces = rod.faces.copy()
    faces[[2, 9, 11]] = faces[[2, 9, 11]][:, ::-1]
    found = mended(PanelSurface(rod.vertices, faces), "rod.stl")
    assert "3 triangles" in found.notes[0]
    assert (found.surface.doubled * (found.surface.centroids)).sum() > 0
    assert properties(found.surface, shadows=False).volume == pytest.approx(
        properties(rod, shadows=False).volume
    )


def test_a_body_inside_out_is_turned(rod):
    found = mended(PanelSurface(rod.vertices, rod.faces[:, ::-1]), "rod.stl")
    assert "turned inside out" in found.notes[0]
    assert properties(found.surface, shadows=False).volume > 0


def test_triangles_without_area_and_given_twice_are_left_out(rod):
    more = np.vstack([rod.faces, [rod.faces[0]], [[5, 5, 7]]])
    notes = mended(PanelSurface(rod.vertices, more), "rod.stl").notes
    assert "1 triangle without area" in notes[0]
    assert "1 triangle given twice" in notes[1]


def test_parts_that_cut_through_each_other_are_refused(rod):
    both = trimesh.util.concatenate([box(1, 1, 1), box(0.6, 0.6, 2.0)])
    surface = merged(np.array(both.vertices), np.array(both.faces))
    refused(surface, "pairs of triangles that cut or touch", "boolean union")


@pytest.mark.parametrize(
    ("second", "place"), [((0.7, 0.5, 0.4), (0.5, 0.25, 0.2)), ((0.4, 0.4, 0.4), (0.1, 0.07, 0.7))]
)
def test_edges_that_meet_exactly_and_faces_that_lie_on_faces_are_refused(second, place):
    one, two = box(1, 1, 1), box(*second)
    two.apply_translation(place)
    both = trimesh.util.concatenate([one, two])
    refused(merged(np.array(both.vertices), np.array(both.faces)), "cut or touch")


def test_overlapping_mirrored_parts_are_refused():
    ball = trimesh.creation.icosphere(subdivisions=2)
    other = ball.copy()
    other.apply_translation((1, 0, 0))
    both = trimesh.util.concatenate([ball, other])
    refused(merged(np.array(both.vertices), np.array(both.faces)), "56 pairs")


def test_a_part_inside_of_another_meets_no_water():
    both = trimesh.util.concatenate([box(1, 1, 1), box(0.3, 0.3, 0.3)])
    found = mended(merged(np.array(both.vertices), np.array(both.faces)), "two.stl")
    assert "inside of another part: 12 triangles" in found.notes[0]
    assert properties(found.surface, shadows=False).volume == pytest.approx(1.0)


def test_an_edge_of_three_triangles_is_refused(rod):
    flap = np.vstack([rod.faces, [[*rod.faces[0][:2], int(rod.faces[-1][2])]]])
    refused(PanelSurface(rod.vertices, flap), "edge")


def test_millimetres_taken_for_metres_are_noticed(tmp_path):
    path = tmp_path / "hull.stl"
    box(400, 300, 200).export(path)
    with pytest.raises(pl.PelagosError, match=r"400 m long; are its numbers millimetres"):
        read(path)
    volume = properties(read(path, "mm").surface, shadows=False).volume
    assert volume == pytest.approx(0.4 * 0.3 * 0.2)
    assert read(path, "m").surface.vertices.max() == 200
    inches = properties(read(path, "in").surface, shadows=False)
    assert inches.volume == pytest.approx(volume * 25.4**3)


@pytest.mark.parametrize("ending", ["stl", "obj", "ply", "glb"])
def test_formats(tmp_path, ending):
    path = tmp_path / f"box.{ending}"
    box(0.4, 0.3, 0.2).export(path)
    found = mended(read(path).surface, path.name)
    assert properties(found.surface, shadows=False).volume == pytest.approx(0.024)
    assert found.notes == ()


@pytest.mark.parametrize("content", [b"", b"solid x\nendsolid", b"\x00" * 200])
def test_what_is_no_mesh_is_refused(tmp_path, content):
    path = tmp_path / "hull.stl"
    path.write_bytes(content)
    with pytest.raises(pl.PelagosError, match=r"hull\.stl"):
        read(path)


def test_properties_of_a_cylinder(rod):
    solid = properties(rod)
    mesh = trimesh.creation.cylinder(0.5, 2.0, sections=16)
    assert solid.volume == pytest.approx(mesh.volume)
    np.testing.assert_allclose(solid.inertia, mesh.moment_inertia / mesh.volume, atol=1e-12)
    np.testing.assert_allclose(solid.projected, [2.0, 2.0, mesh.volume / 2], rtol=1e-2)
    # a thin shell as the difference of two solids
    moved = PanelSurface(rod.vertices + np.array([1.0, 2.0, 3.0]), rod.faces)
    np.testing.assert_allclose(properties(moved).inertia, solid.inertia, atol=1e-9)
    np.testing.assert_allclose(properties(moved).shell_inertia, solid.shell_inertia, atol=1e-9)


def test_the_inertia_of_a_shell_is_that_of_a_box_of_six_plates():
    shell = properties(of(box(1.0, 1.0, 1.0))).shell_inertia
    # two plates at 1/2, four about their own edges: (1/6 + 2 (1/12 + 1/4) + 2 (1/12 + 1/4))/6 ...
    np.testing.assert_allclose(np.diag(shell), 5 / 18, rtol=1e-12)


def test_refinement_keeps_the_surface_and_fits_together():
    coarse = merged(np.array(box(1, 0.6, 0.1).vertices), np.array(box(1, 0.6, 0.1).faces))
    fine = refined(coarse, 700)
    assert 700 <= len(fine.faces) < 1100
    assert trimesh.Trimesh(fine.vertices, fine.faces, process=False).is_watertight
    assert properties(fine, shadows=False).volume == pytest.approx(0.06)
    assert fine.areas.sum() == pytest.approx(coarse.areas.sum())


def test_decimation_keeps_volume_and_stays_closed():
    ball = of(trimesh.creation.icosphere(subdivisions=4))
    thin = decimated(ball, 800)
    assert len(thin.faces) <= 800
    assert trimesh.Trimesh(thin.vertices, thin.faces, process=False).is_watertight
    volume = properties(thin, shadows=False).volume
    assert volume == pytest.approx(properties(ball, shadows=False).volume, rel=1e-2)
    flat = refined(of(box(1, 1, 1)), 900)
    fewer = decimated(flat, 200)
    assert properties(fewer, shadows=False).volume == pytest.approx(1.0, rel=1e-4)


def test_decimation_of_thin_triangles_gets_where_it_was_asked_to():
    """Caps are fans of slivers, which must not keep each other from going."""
    rod = trimesh.creation.cylinder(0.5, 2.0, sections=512).subdivide()
    thin = decimated(of(rod), 400)
    assert len(thin.faces) == 400
    mended(thin, "thin")
    volume = properties(thin, shadows=False).volume
    assert volume == pytest.approx(rod.volume, rel=2e-3)


def test_what_could_not_be_decimated_is_told():
    """A hundred cubes have twelve triangles each, and stay closed at four."""
    boxes = [box(0.01, 0.01, 0.01) for _ in range(100)]
    for k, one in enumerate(boxes):
        one.apply_translation((0.02 * (k % 10), 0.02 * (k // 10), 0))
    found = pl.hydro(trimesh.util.concatenate(boxes), decimate=100, estimate=False, panels=100)
    assert "not 100 as asked" in found.bodies[0].notes[0]


def test_places_are_named_once():
    both = trimesh.util.concatenate([box(1, 0.4, 0.4), box(0.4, 1, 0.4)])
    with pytest.raises(pl.PelagosError) as error:
        mended(of(both), "cross")
    places = str(error.value).split(" at (")[1].split("), ...")[0].split("), (")
    assert len(places) == len(set(places)) == 3


def test_metres_that_nobody_spoke_of_are_told(tmp_path):
    path = tmp_path / "hull.stl"
    box(20, 8, 8).export(path)
    assert "20 m long: no unit was given" in read(path).notes[0]
    assert read(path, "m").notes == read(path, "in").notes == ()
