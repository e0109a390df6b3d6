"""Tethers as tubes: the same nodes in results, scenes, pictures, pages and live."""

from __future__ import annotations

import json

import numpy as np
import pytest
import trimesh

import pelagos as pl
from pelagos.live import Live
from pelagos.result.euler import rotate
from pelagos.view import build
from pelagos.view.drawn.skins import AROUND, BETWEEN
from pelagos.view.drawn.tubes import THINNEST
from pelagos.view.troupe import Troupe
from tests.tethers.lines import line, robot

NODES = 4
END = (0.1, 0.0, 0.2)


@pytest.fixture(scope="module")
def run():
    """A body that swings on a line of five segments."""
    words = line(segments=NODES + 1, to=list(END), damping=50)
    return pl.simulate(robot(words, (6, 0, -3)), duration=1.0, every=0.02)


def nodes(run):
    """(sample, node, 3), by the names of the states."""
    names = [f"line.{axis}{k + 1}" for k in range(NODES) for axis in "xyz"]
    columns = [run.header.states.index(name) for name in names]
    return run.arrays["state"][:, columns].reshape(-1, NODES, 3)


def test_scenes_have_the_nodes_of_results(run):
    actor = build([run]).actors[0]
    assert actor.track.nodes_at(run.arrays["time"]) == pytest.approx(nodes(run), abs=5e-3)
    (tube,) = actor.tubes
    assert (tube.ends, tube.count, tube.radius) == (
        [-1, 0],
        NODES,
        max(5e-3, THINNEST * actor.size),
    )
    assert actor.lines == []


def test_a_tube_goes_through_nodes_and_ends_at_bodies(run):
    position, orientation = (run.arrays[name][30] for name in ("position", "orientation"))
    (tube,) = build([run]).actors[0].tubes
    vertices, normals = tube.surface(position, orientation, nodes(run)[30])
    centres = vertices.reshape(-1, AROUND, 3).mean(axis=1)[::BETWEEN]
    end = position[0] + rotate(orientation[0], np.array(END))
    assert centres == pytest.approx(np.array([[0, 0, 0], *nodes(run)[30], end]), abs=1e-12)
    distance = np.linalg.norm(vertices.reshape(-1, AROUND, 3)[::BETWEEN] - centres[:, None], axis=2)
    assert distance == pytest.approx(tube.radius, rel=1e-9)
    solid = trimesh.Trimesh(vertices, tube.faces, process=False)
    assert np.sum(solid.face_normals * normals[tube.faces[:, 0]], axis=1).min() > 0.8


def test_pictures_show_it(run):
    actor = build([run]).actors[0]
    troupe = Troupe(actor, ghost=False)
    troupe.move(0.6)
    assert float(run.arrays["time"][30]) == pytest.approx(0.6)
    exact = np.concatenate([[[0, 0, 0]], nodes(run)[30]])
    near = troupe.pieces.vertices
    for point in exact:
        off = np.linalg.norm(near - point, axis=1).min()
        assert off == pytest.approx(actor.tubes[0].radius, abs=5e-3)


def test_cameras_stay_by_the_bodies(run):
    """The line is ten metres long; the scene is as large as what the body does, and below it."""
    scene = build([run])
    reach = np.ptp(run.arrays["position"][:, 0], axis=0)
    assert scene.radius < np.linalg.norm(reach) + 2 * scene.actors[0].size
    assert scene.floor <= nodes(run)[..., 2].min()


def test_live_frames_carry_the_nodes(tmp_path):
    live = Live(robot(line(segments=NODES + 1), (6, 0, -3)), out=tmp_path)
    try:
        for _ in range(5):
            live.simulation._tick()
        facts, frame = live.simulation._facts, json.loads(live.simulation._frame())
    finally:
        live._server.server_close()
    names = [f"line.{axis}{k + 1}" for k in range(NODES) for axis in "xyz"]
    columns = [live.simulation._header.states.index(name) for name in names]
    assert frame["l"] == pytest.approx(facts["state"][columns], rel=1e-5)
