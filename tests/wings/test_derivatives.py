"""Runs with wings, differentiated: tangents beside differences of runs, and the way back beside
tangents. Two lattices in dense water, on a body that flies freely, have no symmetry to hide behind.
"""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.march.variational import adjoint
from pelagos.model.paths.numbers import number_at
from tests.run.differences import extrapolated, moved_values

pytestmark = pytest.mark.usefixtures("asked_once")

GLIDER = """
pelagos: 1
name: glider
parameters: {chord: 0.2, stream: 1.5}
water: {density: 1000, current: ["stream + 0.1*sin(3*t)", 0.1, "0.2*stream*t"]}
bodies:
  hull:
    joint: free
    mass: 30
    inertia: [0.4, 1.1, 1.2]
    water: false
  left:
    parent: hull
    joint: {revolute: [1, 0.2, 0], stiffness: 400, damping: 2}
    at: {position: [0.05, 0.1, 0.02]}
    mass: 2
    com: [0, 0.2, 0]
    inertia: [0.05, 0.02, 0.06]
    water: false
  right:
    parent: hull
    joint: {revolute: x, stiffness: 500, damping: 2}
    at: {position: [0, -0.1, 0]}
    mass: 2
    com: [0, -0.2, 0]
    inertia: [0.05, 0.02, 0.06]
    water: false
wings:
  port: {bodies: left, span: 0.5, chord: chord, along: y, aft: x, panels: {chord: 2, span: 3}, wake: 0.95, step: 0.02, circulation: true}
  starboard: {bodies: right, span: 0.4, chord: 0.15, along: -y, aft: x, panels: {chord: 2, span: 2}, wake: 0.95, step: 0.02, speed: 1.5}
initial:
  hull: {velocity: [0.2, 0, 0.1], angular_velocity: [0.3, 0.1, -0.2]}
gravity: [0, 0, 0]
duration: 0.21
integrator: {method: rk4, step: 0.005, every: 0.01}
"""  # noqa: E501
PATHS = [
    "parameters.chord",
    "parameters.stream",
    "water.density",
    "bodies.left.at.position.0",
    "wings.port.elastic_axis",
    "wings.starboard.span",
    "bodies.left.mass",
    "u[hull.w]",
    "q[right]",
]
BY_NUMBERS = PATHS[:-2]
WORDS = {"rtol": 1e-13}  # how closely flow and motion agree
WIDE = 1e-2  # steps of differences: so close an agreement still leaves 1e-8 of a slope over these


@pytest.fixture(scope="module")
def glider(tmp_path_factory):
    path = tmp_path_factory.mktemp("glider") / "glider.yaml"
    path.write_text(GLIDER)
    return pl.load(path)


@pytest.fixture(scope="module")
def moved(glider):
    return pl.simulate(glider, sensitivities=PATHS, **WORDS)


@pytest.mark.parametrize("path", BY_NUMBERS)
def test_tangents_are_slopes_of_runs(glider, moved, path):
    values = moved_values(number_at(glider, path), WIDE)
    runs = [pl.simulate(glider, set={path: v}, **WORDS) for v in values]
    # the wake outlives its five rows, and the last air step is cut
    assert runs[0].arrays["time"][-1] == 0.21
    for name in ("q", "u", "position", "velocity", "angular_velocity", "kinetic_energy", "work"):
        expected = extrapolated(np.array([run.arrays[name] for run in runs]), values)
        found, largest = moved.sensitivities.of(name, path), np.abs(expected).max()
        assert largest > 1e-6
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-7 * largest)


@pytest.mark.parametrize(("label", "room"), [("right", 4000), ("hull.z", 16)])
def test_the_way_back_is_that_of_tangents(glider, moved, monkeypatch, label, room):
    """With one checkpoint and with many."""
    monkeypatch.setattr(adjoint, "MOST", room)
    found = pl.gradient(glider, None, f"q[{label}]^2", PATHS, **WORDS)
    place = list(moved.header.coordinates).index(label)
    q, dq = (a[..., -1, place] for a in (moved.arrays["q"], moved.sensitivities.arrays["q"]))
    assert found.cost == pytest.approx(q**2, rel=1e-12)
    # weights of loads agree to 1e-10
    np.testing.assert_allclose(found.slopes, 2 * q * dq, rtol=1e-8)


def test_integrals_over_air_steps_have_slopes(glider):
    cost = {"integral": "u[hull.u]*q[left] + t", "end": "vel[left.z]"}
    found = pl.gradient(glider, None, cost, BY_NUMBERS[:2], **WORDS)
    for path in BY_NUMBERS[:2]:
        values = moved_values(number_at(glider, path), WIDE)
        costs = [
            pl.gradient(glider, None, cost, ["u[hull.w]"], set={path: v}, **WORDS).cost
            for v in values
        ]
        assert found[path] == pytest.approx(extrapolated(np.array(costs), values), rel=1e-7)


def test_air_steps_and_wakes_are_held(glider):
    """By default the air step follows from chord and speed; slopes are at its value."""
    paths = ["parameters.V", "parameters.chord"]
    words = {"duration": 0.006, "integrator": "rk4", "step": 1e-4, **WORDS}
    own = pl.simulate("wing", "60", sensitivities=paths, **words)
    step = 0.127 / 4 / 60
    held = pl.simulate("wing", "60", sensitivities=paths, set={"wings.plate.step": step}, **words)
    for path in paths:
        expected = held.sensitivities.of("q", path)
        np.testing.assert_allclose(own.sensitivities.of("q", path), expected, rtol=1e-9)
