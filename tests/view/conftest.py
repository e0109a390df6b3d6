"""A robot in a made-up motion that is known at every time; no engine takes part."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos import model
from pelagos.result import Header, Outcome, Recorder
from pelagos.result.euler import rotate
from pelagos.result.schema import VARIABLES
from pelagos.view.forms import product

WORDS = """\
pelagos: 1
name: rover <b>&</b> arm
bodies:
  hull:
    joint: free
    mass: 5
    shape: {box: [0.6, 0.4, 0.2]}
    color: "#cc3311"
  arm:
    parent: hull
    at: [0.3, 0, 0.1]
    joint: {revolute: y}
    mass: 1
    com: [0, 0, 0.25]
    inertia: [0.0208333333333, 0.0208333333333, 0]
  head:
    parent: arm
    at: [0, 0, 0.5]
    joint: fixed
    mass: 0.1
    shape: {sphere: 0.08}
actuators:
  jet: {force: {body: hull, direction: x, at: [-0.3, 0, 0]}}
  elbow: {motor: {joint: arm}}
scenarios:
  tour: {}
"""


def about(axis, angle):
    """Quaternions (n, 4) of turns about a coordinate axis."""
    q = np.zeros((len(angle), 4))
    q[:, 0], q[:, 1 + axis] = np.cos(angle / 2), np.sin(angle / 2)
    return q


def poses(time, rate=1.0):
    """Positions and quaternions of hull, arm and head."""
    time = np.asarray(time, dtype=float)
    p = np.stack([0.4 * time, 0.2 * np.sin(rate * time), 0.3 + 0 * time], axis=1)
    hull = about(2, 0.7 * rate * time)
    arm = product(hull.T, about(1, np.sin(3 * rate * time)).T).T
    p_arm = p + rotate(hull, np.array([0.3, 0, 0.1]))
    p_head = p_arm + rotate(arm, np.array([0, 0, 0.5]))
    return np.stack([p, p_arm, p_head], axis=1), np.stack([hull, arm, arm], axis=1)


def make_run(path=None, *, time=None, rate=1.0, scenario="tour", words=WORDS):
    robot = model.loads(words) if isinstance(words, str) else words
    time = np.linspace(0, 4, 201) if time is None else np.asarray(time, dtype=float)
    header = Header.of(robot, scenario=scenario, method="made-up", integrator={"method": "none"})
    block = {name: np.zeros((len(time), *header.row_shape(name))) for name in VARIABLES}
    block["time"] = time
    block["position"], block["orientation"] = poses(time, rate)
    block["q"][:, 0:3], block["q"][:, 3:7] = block["position"][:, 0], block["orientation"][:, 0]
    block["q"][:, 7] = np.sin(3 * rate * time)
    block["kinetic_energy"] = 1 + np.sin(time)
    block["actuation"][:, 0] = 20 * np.cos(time)
    block["actuation"][:, 1] = -3 * np.sin(time)
    recorder = Recorder(header, path)
    recorder.append(block)
    return recorder.close(Outcome("finished", float(time[-1]) if len(time) else 0.0))


@pytest.fixture
def run():
    return make_run()


@pytest.fixture
def make():
    return make_run


@pytest.fixture
def truth():
    return poses
