"""Values that a scenario has of its own: to set those of the robot for it is refused."""

from __future__ import annotations

import pytest

import pelagos as pl

WORDS = {
    "name": "cart",
    "parameters": {"load": 2.0, "slope": 0.1},
    "gravity": [0, 0, -9.81],
    "bodies": {"cart": {"joint": {"prismatic": "x"}, "mass": "load", "inertia": [1, 1, 1]}},
    "actuators": {"motor": {"motor": {"joint": "cart", "input": 1.0}}},
    "initial": {"cart": {"position": 0.5, "rate": 0.1}},
    "duration": 1,
    "scenarios": {
        "own": {
            "parameters": {"load": 3.0, "slope": "2*slope"},
            "gravity": [0, 0, -1.6],
            "initial": {"cart": {"position": 0.0}},
            "inputs": {"motor": 2.0},
            "integrator": {"method": "rk4", "step": 0.01},
        }
    },
}
UNUSED = {
    "parameters.load": "parameters.load",
    "gravity.2": "gravity.2",
    "initial.cart.position": "initial.cart.position",
    "actuators.motor.motor.input": "inputs.motor",
    "integrator.step": "integrator.step",
}
USED = ["parameters.slope", "initial.cart.rate", "scenarios.own.parameters.load", "duration"]


@pytest.mark.parametrize(("path", "instead"), UNUSED.items())
def test_what_would_be_unused_is_refused_with_what_to_set(path, instead):
    robot = pl.Robot(**WORDS).with_values({path: 0.02})
    message = f"{path}: the scenario own has its own.*\\n *set scenarios.own.{instead} instead"
    with pytest.raises(pl.PelagosError, match=message):
        pl.simulate(robot, "own")
    assert pl.simulate(robot).outcome.finished  # elsewhere it is used
    if path.count("integrator") == 0:
        with pytest.raises(pl.PelagosError, match=message):
            pl.simulate_batch(pl.Robot(**WORDS), "own", n=2, vary={path: [0.1, 0.2]})
        with pytest.raises(pl.PelagosError, match=message):
            pl.gradient(pl.Robot(**WORDS), "own", "q[cart]", [path])


@pytest.mark.parametrize("path", USED)
def test_what_has_an_effect_is_not(path):
    changed = pl.Robot(**WORDS).with_values({path: 0.7})
    assert pl.simulate(changed, "own").outcome.finished
    assert changed.resolved("own") != pl.Robot(**WORDS).resolved("own")
