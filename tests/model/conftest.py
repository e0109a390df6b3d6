"""Shared by the tests of the model: how refusals are looked at, and a small robot to vary."""

from __future__ import annotations

import pytest

from pelagos import model
from pelagos.errors import ModelError


@pytest.fixture
def refused():
    """The problems of a text, by key."""

    def read(text: str, load=model.loads) -> dict:
        with pytest.raises(ModelError) as caught:
            load(text)
        return {problem.key: problem for problem in caught.value.problems}

    return read


@pytest.fixture
def words():
    """Words of a robot with one of each of most things."""
    return {
        "name": "sample",
        "parameters": {"L": 0.5, "k": "2 Nm"},
        "water": {
            "density": 1000,
            "current": ["L*sin(t)", 0, 0],
            "depth": "40 m",
        },
        "bodies": {
            "hull": {
                "mass": 10,
                "inertia": [1, 2, 2.5],
                "buoyancy": {"volume": "10 litre", "at": [0, 0, "5 cm"]},
                "added_mass": {"X_udot": -5, "Y_vdot": -9, "at": [0, 0, "1 cm"]},
                "drag": [{"X_u": -3, "X_|u|u": -18}, {"linear": [1, 1, 1, 0.1, 0.1, 0.1]}],
            },
            "arm": {
                "parent": "hull",
                "at": {"position": ["L", 0, 0], "rpy": ["90 deg", 0, 0]},
                "joint": {"revolute": "y", "damping": 0.1, "limits": ["-90 deg", "90 deg"]},
                "shape": {"cylinder": {"radius": "2 cm", "length": "L"}},
                "density": 1200,
            },
            "wrist": {
                "parent": "arm",
                "joint": {"universal": ["x", "y"]},
                "mass": 0.1,
                "inertia": [1e-3, 1e-3, 1e-3],
            },
        },
        "actuators": {
            "elbow": {"servo": {"joint": "arm", "stiffness": "20*k", "input": "k*sin(t)"}},
            "roll": {"motor": {"joint": "wrist", "dof": 1}},
            "push": {"force": {"body": "hull", "direction": "x"}},
        },
        "constraints": {
            "tether": {"distance": {"between": ["world", "wrist"], "at": [0, 0, 3]}},
            "pivot": {"hinge": {"between": ["wrist", "world"], "at": ["L", 0, 0], "axis": "-y"}},
            "gear": {"gear": {"joints": {"arm": 1, "wrist.1": "-2*L"}, "value": "k*t"}},
        },
        "initial": {"hull": {"rpy": [0, "90 deg", 0]}, "arm": {"angle": "10 deg", "rate": 1}},
        "scenarios": {
            "reach": {
                "duration": 3,
                "inputs": {"elbow": {"ramp": {"from": 0, "to": "60 deg", "start": 1, "end": 2}}},
                "initial": {"hull": {"quaternion": [1, 0, 0, 0]}, "arm": {"position": 0.2}},
                "parameters": {"L": "2*L"},
                "gravity": [0, 0, 9.81],
                "integrator": {"rtol": 1e-8},
            }
        },
    }
