"""Gradients of costs of runs: backward beside forward."""

from __future__ import annotations

from importlib import resources

import numpy as np
import pytest

import pelagos as pl
from pelagos.march.variational import adjoint
from pelagos.model.paths.numbers import number_at
from tests.run.differences import extrapolated, moved_values

pytestmark = pytest.mark.usefixtures("asked_once")

PATHS = ["bodies.upper.mass", "u[upper]", "bodies.lower.mass"]


@pytest.mark.parametrize("integrator", ["dopri5", "dop853", "rk4"])
def test_backward_is_forward(integrator):
    words = {"duration": 2.0, "integrator": integrator, "step": 0.01}
    words = {k: v for k, v in words.items() if k != "step" or integrator == "rk4"}
    found = pl.gradient("double-pendulum", None, "q[lower] * u[upper]", PATHS, **words)
    run = pl.simulate("double-pendulum", sensitivities=PATHS, **words)
    q, u = run.arrays["q"][-1], run.arrays["u"][-1]
    dq, du = (run.sensitivities.arrays[name][:, -1] for name in "qu")
    assert found.cost == pytest.approx(q[1] * u[0], rel=1e-10)
    np.testing.assert_allclose(found.slopes, dq[:, 1] * u[0] + q[1] * du[:, 0], rtol=1e-9)
    assert found.outcome.steps == run.outcome.steps


def test_integral_by_the_weights_of_the_steps():
    words = {"duration": 1.0, "integrator": "rk4", "step": 0.01}
    cost = {"integral": "u[upper]^2", "end": "bodies_mass_unused"}
    with pytest.raises(pl.PelagosError, match="cost: end"):
        pl.gradient("double-pendulum", None, cost, PATHS, **words)
    cost = {"integral": "u[upper]^2 + 1"}
    found = pl.gradient("double-pendulum", None, cost, PATHS, **words)
    run = pl.simulate("double-pendulum", duration=1.0, every=1e-3, rtol=1e-10)
    squares = run.arrays["u"][:, 0] ** 2 + 1
    trapezoids = np.sum(squares[1:] + squares[:-1]) / 2 * 1e-3
    assert found.cost == pytest.approx(trapezoids, rel=1e-5)
    value = number_at(pl.load("double-pendulum"), PATHS[0])
    h = 1e-4 * value
    costs = [
        pl.gradient("double-pendulum", None, cost, PATHS[:1], set={PATHS[0]: v}, **words).cost
        for v in (value + h, value - h)
    ]
    assert found[PATHS[0]] == pytest.approx((costs[0] - costs[1]) / (2 * h), rel=1e-6)


def test_unit_quaternions_and_corners_of_inputs_backward(monkeypatch):
    monkeypatch.setattr(adjoint, "MOST", 16)  # many checkpoints
    for robot, scenario, label, paths in (
        ("free-body", "tumble", "box.qx", ["q[box.qy]", "u[box.p]", "bodies.box.density"]),
        ("cart-pole", "push", "pole", ["bodies.cart.mass", "u[cart]", "parameters.half"]),
    ):
        words = {"duration": 1.5, "integrator": "rk4", "step": 0.05}  # so coarse that norms drift
        found = pl.gradient(robot, scenario, f"q[{label}]", paths, **words)
        run = pl.simulate(robot, scenario, sensitivities=paths, every=1.5, **words)
        place = list(run.header.coordinates).index(label)
        expected = run.sensitivities.arrays["q"][:, -1, place]
        assert found.outcome.steps > 16
        np.testing.assert_allclose(found.slopes, expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        ("q[rood]", "rod"),
        ("q[rod] +", "cost: end"),
        ({"middle": "q[rod]"}, "integral"),
        ({}, "no cost"),
        ("sqrt(q[rod] - 100)", "finite"),
        ("1/0", "no value: .*division by zero"),
        ({"integral": "1/(t-t)"}, "no value"),
    ],
)
def test_bad_costs_are_refused(cost, message):
    with pytest.raises(pl.PelagosError, match=message):
        pl.gradient("pendulum", None, cost, ["u[rod]"], duration=0.1)


# --- constraints and samples

SURGE = "scenarios.reach.controllers.hold.station.gains.surge.kp"
FELT = """
sensors: {load: {force_torque: {joint: coupler, rate: 40}}}
controllers:
  soft: {measure: "y[load.force.x]", kp: 0.05, ki: 0.2, kd: 0.001, actuator: motor, rate: 20}
"""  # a controller that feels the forces of a loop


def felt():
    text = resources.files("pelagos").joinpath("robots", "four-bar.yaml").read_text()
    return pl.loads(text + FELT)


@pytest.mark.parametrize(
    ("robot", "scenario", "label", "paths", "words"),
    [
        # steps that are refused have their stages brought back to the constraints
        ("four-bar", "release", "crank", ["parameters.crank", "u[crank]"], {}),
        ("four-bar", "release", "crank", ["parameters.crank"], {"integrator": "rk4", "step": 0.02}),
        ("bluerov-pair", "hold", "port.hull.x", ["bodies.port.hull.added_mass.0"], {}),
        ("bluerov-arm", "reach", "hull.qx", [SURGE], {}),
        (felt, None, "rocker", ["parameters.crank", "controllers.soft.kp", "u[crank]"], {}),
    ],
)
def test_constraints_and_samples_backward(robot, scenario, label, paths, words, monkeypatch):
    monkeypatch.setattr(adjoint, "MOST", 16)  # many checkpoints
    words, robot = {"duration": 0.5, **words}, robot if isinstance(robot, str) else robot()
    found = pl.gradient(robot, scenario, f"q[{label}]", paths, **words)
    run = pl.simulate(robot, scenario, sensitivities=paths, every=0.5, **words)
    place = list(run.header.coordinates).index(label)
    expected = run.sensitivities.arrays["q"][:, -1, place]
    assert found.cost == pytest.approx(run.arrays["q"][-1, place], rel=1e-12)
    assert np.abs(expected).min() > 1e-9
    np.testing.assert_allclose(found.slopes, expected, rtol=1e-9)


def test_costs_of_held_states():
    """The reading of a sensor at the end, and an integral of a controller's output."""
    cost = {"end": "y[load.force.x]^2", "integral": "s[soft.output]^2"}
    words = {"duration": 0.3, "integrator": "rk4", "step": 5e-3}
    robot, path = felt(), "controllers.soft.kp"
    found = pl.gradient(robot, None, cost, [path], **words)
    values = moved_values(0.05)
    costs = [pl.gradient(robot, None, cost, [path], set={path: v}, **words).cost for v in values]
    assert found[path] == pytest.approx(extrapolated(np.array(costs), values), rel=1e-7)
