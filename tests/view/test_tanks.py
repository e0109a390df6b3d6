"""Ballast tanks: glass with contents that grow as the run fills them, in a hull of glass."""

import numpy as np
import pytest

import pelagos as pl
from pelagos.view.drawn.bodies import body_forms
from pelagos.view.scene import build
from pelagos.view.troupe import Troupe

MODEL = """
pelagos: 1
name: tanks
water: {density: 1000}
bodies:
  hull:
    joint: free
    mass: 30
    inertia: [1, 1, 1]
    shape: {cylinder: {radius: 0.1, length: 1.2, along: x}}
    visual:
      - {cylinder: {radius: 0.1, length: 1.2, along: x}}
      - {box: [0.05, 0.05, 0.05], at: [0.5, 0, 0.2]}
actuators:
  piston:
    ballast: {body: hull, at: [0.1, 0, 0], axis: [1, 0, 0], length: 0.3, capacity: 4e-3,
              input: 3e-3, fill_rate: 1e-3, drain_rate: 1e-3, lag: 0.1}
  sphere:
    ballast: {body: hull, at: [-0.3, 0, 0], capacity: 2e-3, initial: 1e-3, fill_rate: 1e-3,
              drain_rate: 1e-3}
duration: 2
"""


@pytest.fixture
def robot(tmp_path):
    (tmp_path / "tanks.yaml").write_text(MODEL)
    return pl.load(tmp_path / "tanks.yaml")


def test_a_hull_about_a_tank_is_glass(robot):
    hull, mast, *more = body_forms(robot)["hull"]
    assert hull["opacity"] < 1
    assert "opacity" not in mast
    walls = [one for one in more if "fills" not in one]
    assert len(walls) == len(more) - len(walls) == 2
    # the piston's area is capacity / length
    assert np.pi * more[1]["size"][0] ** 2 * 0.3 == pytest.approx(4e-3)
    assert 4 / 3 * np.pi * more[3]["size"][0] ** 3 == pytest.approx(2e-3)


def test_contents_are_drawn_as_large_as_they_are(robot):
    run = pl.simulate(robot)
    actor = build([run]).actors[0]
    troupe = Troupe(actor, ghost=False)
    for k in (0, len(run.time) // 2, -1):
        troupe.move(float(run.time[k]))
        drawn = [np.linalg.det(troupe.pieces.linear[piece]) for piece, *_ in troupe._filling]
        states = [run.header.states.index(name) for name in ("piston.fill", "sphere.fill")]
        held = run.arrays["state"][k, states]
        assert drawn == pytest.approx(held / (4e-3, 2e-3), abs=2e-3)
    assert drawn[0] == pytest.approx(0.5, abs=0.3)
    # along the axis alone
    stretch = np.linalg.norm(troupe.pieces.linear[troupe._filling[0][0]], axis=0)
    assert stretch[:2] == pytest.approx(1)
