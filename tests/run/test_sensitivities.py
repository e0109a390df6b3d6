"""Derivatives of runs: forward beside differences of fixed steps, backward beside forward."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.model.paths.numbers import number_at
from tests.run.differences import slopes

pytestmark = pytest.mark.usefixtures("asked_once")

FIXED = {"integrator": "rk4", "step": 2e-3, "every": 0.05}
SAME = ("q", "u", "udot", "position", "orientation", "velocity", "angular_velocity", "work")
PARTS = {"work": ("kinetic_energy", "potential_energy")}  # what comes of terms of these sizes
MORE = ("kinetic_energy", "potential_energy", "linear_momentum", "actuation", "state")


@pytest.mark.parametrize(
    ("robot", "scenario", "path"),
    [
        ("double-pendulum", None, "bodies.upper.mass"),  # an open chain
        ("bluerov-arm", "reach", "bodies.hull.drag.linear.0"),  # sampled controllers
        ("winch-pendulum", "hoist", "parameters.sideways"),  # a prescribed joint
        ("four-bar", "release", "parameters.crank"),  # a loop, assembled at the start
        ("bluerov-pair", "straight-1600", "bodies.port.hull.added_mass.0"),  # welded vehicles
    ],
)
def test_all_variables_are_differentiated(robot, scenario, path):
    run = pl.simulate(robot, scenario, duration=0.3, sensitivities=[path], **FIXED)
    plain = pl.simulate(robot, scenario, duration=0.3, **FIXED)
    np.testing.assert_allclose(run.arrays["q"], plain.arrays["q"], rtol=0, atol=1e-14)
    value = abs(number_at(pl.load(robot), path))
    expected_of = slopes(robot, scenario, path, (*SAME, *MORE), duration=0.3, **FIXED)
    for name, expected in expected_of.items():
        found = run.sensitivities.of(name, path)
        # what does not move, moves by rounding: 1e-9 of the variable itself
        size = max(np.abs(run.arrays[n]).max(initial=0.0) for n in (name, *PARTS.get(name, ())))
        floor = 1e-9 * size / value + 1e-12
        scale = np.abs(expected).max(initial=0.0)
        assert np.abs(found - expected).max(initial=0.0) <= 1e-7 * scale + floor, name


def test_a_thrown_body_moves_by_its_speed():
    run = pl.simulate(
        "free-body",
        duration=1.0,
        every=0.25,
        rtol=1e-10,
        sensitivities=["u[box.u]", "q[box.y]", "q[box.x]"],
    )
    moved = run.sensitivities.arrays["position"][:, :, 0]
    t = run.arrays["time"]
    ahead = np.linalg.norm(moved[0], axis=1)
    np.testing.assert_allclose(ahead, t, atol=1e-9)  # the frame of the speed turns at the start
    np.testing.assert_allclose(moved[1], np.tile([0.0, 1.0, 0.0], (5, 1)), atol=1e-12)
    np.testing.assert_allclose(moved[2], np.tile([1.0, 0.0, 0.0], (5, 1)), atol=1e-12)


def test_turning_a_quaternion_stays_on_the_sphere():
    run = pl.simulate("free-body", "tumble", duration=1.0, sensitivities=["q[box.qx]"])
    q = run.arrays["orientation"][:, 0]
    moved = run.sensitivities.of("orientation", "q[box.qx]")[:, 0]
    assert np.abs(moved).max() > 0.1
    np.testing.assert_allclose(np.sum(q * moved, axis=1), 0.0, atol=1e-12)


def test_labels_and_repr():
    run = pl.simulate("pendulum", duration=0.1, every=0.05, sensitivities=["bodies.rod.mass"])
    sensitivities = run.sensitivities
    assert "bodies.rod.mass" in repr(sensitivities)
    assert sensitivities.dataset["q"].dims == ("path", "time", "coordinate")
    with pytest.raises(pl.PelagosError, match="none of 'speed'"):
        sensitivities.of("speed", "bodies.rod.mass")
    with pytest.raises(pl.PelagosError, match="none by"):
        sensitivities.of("q", "bodies.rod.masse")
    assert pl.simulate("pendulum", duration=0.1).sensitivities is None


def test_tangents_stay_on_the_constraints():
    """With coarse steps projections matter: along residuals alone the error is 1.5e-4."""
    words = {"duration": 6.0, "every": 0.5, "integrator": "rk4", "step": 0.02}
    run = pl.simulate("four-bar", "release", sensitivities=["parameters.crank"], **words)
    names = ("q", "u", "udot", "position")
    for name, expected in slopes("four-bar", "release", "parameters.crank", names, **words).items():
        found = run.sensitivities.of(name, "parameters.crank")
        assert np.abs(found - expected).max() <= 1e-9 * np.abs(expected).max(), name


# --- refusals

CORNER = """
pelagos: 1
name: corner
parameters: {off: 0.3, k: 0}
bodies: {cart: {joint: {prismatic: x}, mass: 1, inertia: [1, 1, 1]}}
actuators: {push: {motor: {joint: cart, input: "where(t < off, 1, 0)"}}}
"""


@pytest.mark.parametrize(
    ("robot", "words", "message"),
    [
        ("pendulum", {"sensitivities": ["bodies.rod.mas"]}, "no number of the model"),
        ("pendulum", {"sensitivities": ["bodies.rod.mass"] * 2}, "twice"),
        ("pendulum", {"sensitivities": "bodies.rod.mass"}, "no list"),
        ("pendulum", {"sensitivities": []}, "no list"),
        ("pendulum", {"sensitivities": ["name"]}, "no number"),
        ("pendulum", {"sensitivities": ["duration"]}, "smoothly"),
        ("pendulum", {"sensitivities": ["u[rood]"]}, "there is no u"),
        ("pendulum", {"sensitivities": ["u[rod]"], "integrator": "radau"}, "dopri5"),
        ("pendulum", {"sensitivities": ["u[rod]"], "integrator": "semi-implicit"}, "dopri5"),
    ],
)
def test_bad_requests_are_refused(robot, words, message):
    with pytest.raises(pl.PelagosError, match=message):
        pl.simulate(robot, duration=0.1, **words)


def test_what_is_not_differentiated_is_refused():
    robot = pl.loads(CORNER)
    with pytest.raises(pl.PelagosError, match="times at which inputs jump"):
        pl.simulate(robot, duration=1.0, sensitivities=["parameters.off"])
    eventful = pl.loads(f'{CORNER}stop: {{when: "q[cart] > 1"}}')
    with pytest.raises(pl.PelagosError, match="events"):
        pl.simulate(eventful, duration=1.0, sensitivities=["bodies.cart.mass"])
    with pytest.raises(pl.PelagosError, match="controller"):
        pl.simulate(
            "pendulum", duration=1.0, sensitivities=["u[rod]"], controller=lambda *_: {}, rate=10.0
        )
