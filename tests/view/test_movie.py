"""Movies and pictures: what was drawn, and that every format opens again as what it should be."""

from __future__ import annotations

import dataclasses
import math
import sys

import numpy as np
import pytest

from pelagos import model
from pelagos.errors import PelagosError
from pelagos.result import Header, Outcome, Recorder
from pelagos.result.schema import VARIABLES
from pelagos.view import build, meshes, write_picture
from pelagos.view.cameras import Cameraman, Shot
from pelagos.view.forms import form
from pelagos.view.lines import Line
from pelagos.view.renderer import Renderer, load
from pelagos.view.strip import ticks
from pelagos.view.troupe import Troupe
from tests.view.conftest import WORDS

av = pytest.importorskip("av")
Image = pytest.importorskip("PIL.Image")

SMALL = {"size": (320, 180), "end": 1.0}


def volume(mesh):
    """Enclosed volume, positive if the triangles face outwards."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    return np.sum(a * np.cross(b, c)) / 6


@pytest.mark.parametrize(
    ("kind", "size", "exact"),
    [
        ("box", (1, 2, 3), 6.0),
        ("ellipsoid", (1, 2, 3), 8 * math.pi),
        ("cylinder", (0.5, 3), 0.75 * math.pi),
        ("cylinder", (0.01, 3), 3e-4 * math.pi),
        ("capsule", (0.5, 3), 0.75 * math.pi + math.pi / 6),
    ],
)
def test_meshes_are_closed_and_face_outwards(kind, size, exact):
    mesh = meshes.of(form(kind, size, (1, 2, 3), (0.5, 0.5, 0.5, 0.5)))
    assert volume(mesh) == pytest.approx(exact, rel=0.03)
    assert np.allclose(np.linalg.norm(mesh.normals, axis=1), 1)
    centre = mesh.vertices[mesh.faces].mean(axis=1)
    flat = np.cross(
        mesh.vertices[mesh.faces[:, 1]] - mesh.vertices[mesh.faces[:, 0]],
        mesh.vertices[mesh.faces[:, 2]] - mesh.vertices[mesh.faces[:, 0]],
    )
    assert np.all(np.sum(flat * (centre - [1, 2, 3]), axis=1) > 0)
    assert np.all(np.sum(flat * mesh.normals[mesh.faces].mean(axis=1), axis=1) > 0)


def test_arrows_point_along_z():
    shaft, head = meshes.force_arrow(1.0)
    assert volume(shaft) > 0
    assert volume(head) > 0
    assert shaft.vertices[:, 2].max() == 1
    turn = meshes.torque_arrow()
    assert np.abs(turn.vertices[:, 2]).max() < 0.2
    for mesh in (shaft, head, turn):  # what faces the eye is the lit side
        a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
        lit = mesh.normals[mesh.faces].mean(axis=1)
        assert np.all(np.sum(np.cross(b - a, c - a) * lit, axis=1) > 0)


def test_given_surfaces_keep_their_edges():
    cube = meshes.of(form("box", (1, 1, 1), (0, 0, 0)))
    surface = form("mesh", (1, 1, 1), (0, 0, 0), vertices=cube.vertices, faces=cube.faces)
    assert volume(meshes.of(surface)) == pytest.approx(1)


def ball_run(make):
    """A red ball of half a metre that stands still."""
    run = make(time=[0.0, 1.0])
    words = {
        "name": "ball",
        "bodies": {"ball": {"mass": 1, "shape": {"sphere": 0.5}, "color": "red"}},
    }
    robot = model.Robot(**words)
    header = dataclasses.replace(
        run.header,
        robot=robot.to_dict(),
        bodies=("ball",),
        coordinates=tuple(robot.coordinates),
        speeds=tuple(robot.speeds),
        actuators=(),
        actuator_units=(),
    )
    arrays = {name: np.array(run.arrays[name]) for name in run.arrays}
    arrays["position"] = np.zeros((2, 1, 3))
    arrays["orientation"] = np.tile([1.0, 0, 0, 0], (2, 1, 1))
    arrays["actuation"] = np.zeros((2, 0))
    return type(run)(header, run.outcome, arrays)


def test_a_ball_is_as_large_as_perspective_says(make):
    scene = build([ball_run(make)])
    size = (400, 300)
    frame = Renderer(scene, size, "side").frame(0.5).astype(int)
    camera = Cameraman(scene, "side", size).camera(np.zeros((1, 3)))
    red = frame[..., 0] > 1.6 * frame[..., 1]
    # the outline of a ball: tan of the angle whose sine is radius / distance
    radius = camera.focal * math.tan(math.asin(0.5 / camera.distance))
    assert red.sum() == pytest.approx(math.pi * radius**2, rel=0.03)
    rows, columns = np.nonzero(red)
    assert columns.mean() == pytest.approx(199.5, abs=1)
    assert rows.mean() == pytest.approx(149.5, abs=2)
    # lit from above
    assert frame[:150][red[:150]].mean() > frame[150:][red[150:]].mean()


def test_what_is_nearer_hides_what_is_behind(make):
    scene = build([make()])
    top = Renderer(scene, (320, 180), "top").frame(0.0)
    assert top.std() > 5
    assert not np.array_equal(top, Renderer(scene, (320, 180), "side").frame(0.0))


def test_forces_are_seen_through_the_body_they_push(make):
    words = WORDS.replace("#cc3311", "#3355cc").replace("at: [-0.3, 0, 0]", "at: [-0.2, 0, 0]")
    scene = build([make(words=words)])
    (push, _) = scene.actors[0].arrows
    pushed = dataclasses.replace(scene.actors[0], arrows=[push], paths=[])
    bare = dataclasses.replace(pushed, arrows=[])
    with_force, without = (
        Renderer(dataclasses.replace(scene, actors=[actor]), (320, 180), "top")
        .frame(0.0)
        .astype(int)
        for actor in (pushed, bare)
    )
    redder = with_force[..., 0] - without[..., 0] > 30
    inside = without[..., 2] > without[..., 0] + 40  # the blue hull, which hides the shaft
    assert (redder & inside).sum() > 20


def test_lines_span_from_the_store_to_the_load(make):
    scene = build([make()])
    actor = dataclasses.replace(scene.actors[0], arrows=[], paths=[])
    line = Line(store=-1, at=[0.0, 0.0, 2.0], body=2, to=[0.0, 0.0, 0.0], radius=0.02)
    troupe = Troupe(dataclasses.replace(actor, lines=[line]), ghost=False)
    troupe.move(1.0)
    pieces = troupe.pieces
    own = pieces.piece == pieces.count - 1
    ends = pieces.vertices[own] @ pieces.linear[-1].T + pieces.shift[-1]
    along = troupe.position[2] - line.at
    reach = (ends - line.at) @ along / (along @ along)
    assert reach.min() == pytest.approx(0, abs=1e-9)
    assert reach.max() == pytest.approx(1, abs=1e-9)


def test_floating_bodies_look_wet_below_the_waterline(make):
    scene = dataclasses.replace(build([ball_run(make)]), look="water", surface=0.0)
    under = Renderer(scene, (320, 180)).frame(0.5).astype(int)
    above = Renderer(dataclasses.replace(scene, afloat=True), (320, 180)).frame(0.5).astype(int)
    changed = np.abs(above - under).max(axis=2) > 10
    rows = np.flatnonzero(changed.any(axis=1))
    assert len(rows) > 10
    red = np.flatnonzero((under[..., 0] > 1.6 * under[..., 1]).any(axis=1))
    assert rows.min() > red.min() + 0.25 * (red.max() - red.min())  # the dry half is as it was


def test_pictures_depend_on_the_time_alone(make):
    renderer = Renderer(build([make()]), (320, 180))
    first = renderer.frame(1.0)
    renderer.frame(3.0)
    assert np.array_equal(renderer.frame(1.0), first)


def test_ghosts_and_water_are_drawn(make):
    runs = [make(), make(rate=1.5)]
    scene = build(runs)
    alone = Renderer(build(runs[:1]), (320, 180), "top").frame(2.0)
    both = Renderer(scene, (320, 180), "top").frame(2.0)
    assert np.abs(both.astype(int) - alone).max() > 50
    wet = dataclasses.replace(build(runs[:1]), look="water", surface=2.0)
    frame = Renderer(wet, (320, 180)).frame(2.0)
    assert frame[..., 2].mean() > frame[..., 0].mean() + 40  # blue


@pytest.mark.parametrize("suffix", [".mp4", ".webm", ".avi"])
def test_movies_decode_again(run, tmp_path, suffix):
    path = run.movie(tmp_path / f"a{suffix}", fps=20, **SMALL)
    with av.open(str(path)) as movie:
        stream = movie.streams.video[0]
        assert (stream.width, stream.height) == (320, 180)
        assert float(stream.average_rate) == pytest.approx(20)
        frames = [frame.to_ndarray(format="rgb24") for frame in movie.decode(stream)]
        if suffix != ".webm":  # it keeps no length of its streams
            assert float(stream.duration * stream.time_base) == pytest.approx(21 / 20, abs=0.06)
    assert len(frames) == 21
    first, last = frames[0].astype(int), frames[-1].astype(int)
    assert first.std() > 5
    assert last.std() > 5
    assert np.abs(first - last).max() > 60
    assert [p.name for p in tmp_path.iterdir()] == [f"a{suffix}"]
    if suffix == ".avi":
        head = path.read_bytes()[:12]
        assert (head[:4], head[8:]) == (b"RIFF", b"AVI ")
        assert int.from_bytes(head[4:8], "little") == path.stat().st_size - 8


def test_gifs(run, tmp_path):
    path = run.movie(tmp_path / "a.gif", fps=10, **SMALL)
    with Image.open(path) as movie:
        assert movie.size == (320, 180)
        assert movie.n_frames == 11
        assert movie.info["duration"] == 100
        first = np.asarray(movie.convert("RGB")).astype(int)
        movie.seek(10)
        assert np.abs(np.asarray(movie.convert("RGB")) - first).max() > 60


def test_sheets_folders_and_pictures(run, tmp_path):
    with Image.open(run.movie(tmp_path / "sheet.png", size=(640, 360))) as sheet:
        assert sheet.size == (3 * 324 - 4, 2 * 184 - 4)
    folder = run.movie(tmp_path / "frames", fps=4, **SMALL)
    assert sorted(p.name for p in folder.iterdir()) == [f"{i:05d}.png" for i in range(5)]
    with Image.open(write_picture(build([run]), tmp_path / "one.png", 1.0, (320, 180))) as picture:
        assert picture.size == (320, 180)


def test_speed_start_and_end(run, tmp_path):
    path = run.movie(tmp_path / "a.avi", size=(320, 180), fps=10, speed=2, start=1, end=3)
    with av.open(str(path)) as movie:
        assert sum(1 for _ in movie.decode(video=0)) == 11


def test_progress_is_told(run, tmp_path):
    told = []
    run.movie(
        tmp_path / "a.gif", fps=5, progress=lambda part, text: told.append((part, text)), **SMALL
    )
    assert told[-1] == (1.0, "picture 6 of 6")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": (321, 180)}, "both sides must be even"),
        ({"size": (320,)}, "the size 320 cannot be used"),
        ({"fps": 1000}, "whole number from 1 to 120"),
        ({"fps": 0}, "0 pictures per second"),
        ({"fps": 12.5}, "whole number"),
        ({"speed": -1.0}, "speed -1 is not positive"),
        ({"speed": math.inf}, "speed inf is not positive and finite"),
        ({"end": 9.0}, "lasts from 0 to 4 s"),
        ({"camera": "left"}, "choose one of orbit, follow, top, side"),
    ],
)
def test_numbers_that_cannot_be_shown(run, tmp_path, options, message):
    with pytest.raises(PelagosError, match=message):
        run.movie(tmp_path / "a.gif", **options)
    assert list(tmp_path.iterdir()) == []


def test_names_that_cannot_be_written(run, tmp_path):
    with pytest.raises(PelagosError, match=r"movies end in \.mp4, \.webm, \.avi, \.gif"):
        run.movie(tmp_path / "a.mov")
    with pytest.raises(PelagosError, match="does not exist; create it"):
        run.movie(tmp_path / "no" / "a.mp4")


def test_missing_extras_are_named_in_one_line(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(PelagosError) as refused:
        run.movie(tmp_path / "a.mp4")
    assert str(refused.value) == 'movies need PyAV and Pillow: pip install "pelagos[movie]"'


def test_added_mass_is_drawn_as_a_ball_as_wide_as_it_is_heavy():
    """A ball that holds half its water back: the veil covers as many pixels as geometry says."""
    words = {
        "name": "ball",
        "gravity": [0, 0, 0],
        "water": {"density": 1000},
        "bodies": {
            "ball": {
                "joint": "free",
                "mass": 1e-3,
                "inertia": [1e-6] * 3,
                "shape": {"sphere": 0.1},
                "added_mass": [4000 / 3 * math.pi * 0.08**3] * 3 + [0, 0, 0],
            }
        },
    }
    run = _still(model.Robot(**words))
    plain, veiled = (
        Renderer(build([run]), (320, 180), "side", added_mass=added).frame(0.0).astype(int)
        for added in (False, True)
    )
    changed = np.abs(veiled - plain).max(axis=2) > 8
    camera = Cameraman(build([run]), "side", (320, 180)).camera(np.zeros((1, 3)))
    radius = camera.focal * math.tan(math.asin(0.08 / camera.distance))
    assert changed.sum() == pytest.approx(math.pi * radius**2, rel=0.05)
    again = Renderer(build([run]), (320, 180), "side").frame(0.0)
    assert np.array_equal(again, plain)


def _still(robot):
    """A run in which nothing moves."""
    header = Header.of(robot, scenario=None, method="none", integrator={})
    block = {name: np.zeros((2, *header.row_shape(name))) for name in VARIABLES}
    block["time"][:] = [0, 1]
    block["orientation"][..., 0] = 1
    recorder = Recorder(header, None)
    recorder.append(block)
    return recorder.close(Outcome("finished", 1.0))


def test_movies_of_absurd_length_are_refused(tmp_path, run):
    """They would ask for more memory than there is."""
    long = {**run.arrays, "time": run.arrays["time"] * 1e12}
    with pytest.raises(PelagosError, match="pictures, more than 1,000,000"):
        type(run)(run.header, run.outcome, long).movie(tmp_path / "long.gif")


def test_the_eye_stands_where_azimuth_and_elevation_say(make):
    scene = build([make()])
    for azimuth, elevation in ((0, 0), (90, 30), (200, -20)):
        shot = Shot("orbit", azimuth, elevation)
        camera = Cameraman(scene, shot, (320, 180)).camera(np.zeros((1, 3)))
        x, y, z = (camera.eye - camera.target) / camera.distance
        assert np.rad2deg(np.arcsin(z)) == pytest.approx(elevation)
        assert np.rad2deg(np.arctan2(y, x)) % 360 == pytest.approx(azimuth)
    nearer = Cameraman(scene, Shot("orbit", 0, 0, zoom=2), (320, 180)).camera(np.zeros((1, 3)))
    usual = Cameraman(scene, Shot("orbit", 0, 0), (320, 180)).camera(np.zeros((1, 3)))
    assert nearer.distance == pytest.approx(usual.distance / 2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"camera": "top", "azimuth": 3}, "looks from a fixed direction"),
        ({"elevation": 91}, "from -90 to 90"),
        ({"zoom": 0}, "a zoom of 0"),
        ({"at": 99.0}, "cannot be shown from 99"),
        ({"strip": "u"}, "a sheet of pictures has no plot"),
        ({"at": 0.5, "strip": "nothing"}, "nothing"),
    ],
)
def test_shots_that_cannot_be(run, tmp_path, options, message):
    with pytest.raises(PelagosError, match=message):
        run.movie(tmp_path / "a.png", size=(320, 180), **options)
    with pytest.raises(PelagosError, match=r"one picture ends in \.png"):
        run.movie(tmp_path / "a.mp4", size=(320, 180), at=0.5)


def test_a_still_with_a_plot_below(run, tmp_path):
    plain, strip = tmp_path / "plain.png", tmp_path / "strip.png"
    for path, more in ((plain, {}), (strip, {"strip": "energy"})):
        run.movie(path, size=(320, 180), at=0.5, **more)
    a, b = (np.asarray(Image.open(path)).astype(int) for path in (plain, strip))
    apart = np.abs(a - b).max(axis=(1, 2))
    assert a.shape == (180, 320, 3)
    assert apart[20:120].max() == 0  # above the plot, and above where the time stands
    assert (apart[-35:] > 0).all()


def test_light_on_the_floor_repeats_itself():
    raster = load()
    tile = np.zeros((64, 64), np.float32)
    raster.caustics(1.3, tile)
    assert tile.min() >= 0
    assert 0.5 < tile.max() <= 1
    # smooth across its edges as within
    seam = np.abs(tile[:, 0] - tile[:, -1]).max()
    assert seam <= 1.5 * np.abs(np.diff(tile, axis=1)).max()


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (4.9983, 5.0121, ["5.000", "5.005", "5.010"]),
        (-0.0483, 0.154, ["0.0", "0.1"]),
        (-1.0, 1.0, ["-1", "0", "1"]),
        (0.0, 4500.0, ["0", "2000", "4000"]),
        (-3e-9, 3e-9, ["-2e-09", "0", "2e-09"]),
    ],
)
def test_ticks_of_a_strip_are_round_and_differ(low, high, said):
    found = ticks(low, high)
    assert [text for _, text in found] == said
    assert all(low - 1e-12 <= value <= high + 1e-12 for value, _ in found)
