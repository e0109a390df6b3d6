"""A sinking weight, whose terminal speed is known in closed form, and studies of it."""

from __future__ import annotations

import pytest

WEIGHT = """\
pelagos: 1
name: weight
parameters: {resistance: 40}
water: {density: 1000}
bodies:
  weight:
    joint: {prismatic: -z}
    mass: 5
    inertia: [1, 1, 1]
    drag: {quadratic: [0, 0, resistance, 0, 0, 0]}
actuators:
  pull: {motor: {joint: weight}}
duration: 5
integrator: {every: 0.1}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The working directory, with the model in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "weight.yaml").write_text(WEIGHT)
    return tmp_path


@pytest.fixture
def drawn_words():
    """A study that draws, with a run that is refused and others that are fine."""
    return {
        "robot": "weight.yaml",
        "runs": 21,
        "seed": 3,
        "duration": 0.5,
        "factors": {"bodies.weight.mass": {"normal": [1, 1]}},
        "correlated": [
            {
                "paths": ["parameters.resistance", "gravity.2"],
                "mean": [40, -9.81],
                "covariance": [[4, 0.1], [0.1, 0.01]],
            }
        ],
        "initial": {"u[weight]": {"uniform": [0, 0.5]}},
        "metrics": {
            "speed": {"final": "u.weight"},
            "depth": {"max": "-position.weight.z"},
            "mean_speed": {"mean": "u[weight]"},
            "loss": {"integral": "sin(u.weight)^2 + t"},
        },
    }
