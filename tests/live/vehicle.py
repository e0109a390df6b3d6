"""A small vehicle that can hold its place, with sensors: quick to compile."""

from __future__ import annotations

import copy
import math

import pelagos as pl

_DIAGONAL = math.sqrt(0.5)
_THRUST = {"command": "thrust", "limits": [-40, 40]}


def _thruster(at, direction):
    return {"thruster": {"body": "hull", "at": at, "direction": direction, **_THRUST}}


GAIN = {"kp": 60, "ki": 10, "kd": 60}
WORDS = {
    "name": "small vehicle",
    "gravity": [0, 0, 9.81],
    "water": {"density": 1000, "surface": 0},
    "bodies": {
        "hull": {
            "joint": "free",
            "mass": 10,
            "inertia": [0.2, 0.3, 0.4],
            "shape": {"box": [0.5, 0.4, 0.3]},
            "buoyancy": {"volume": 0.01, "at": [0, 0, -0.02]},
            "added_mass": [3, 12, 13, 0.1, 0.1, 0.1],
            "drag": {"linear": [20, 20, 20, 1, 1, 2]},
        }
    },
    "initial": {"hull": {"position": [0, 0, 4]}},
    "actuators": {
        "t1": _thruster([0.2, 0.1, 0], [_DIAGONAL, -_DIAGONAL, 0]),
        "t2": _thruster([0.2, -0.1, 0], [_DIAGONAL, _DIAGONAL, 0]),
        "t3": _thruster([-0.2, 0.1, 0], [_DIAGONAL, _DIAGONAL, 0]),
        "t4": _thruster([-0.2, -0.1, 0], [_DIAGONAL, -_DIAGONAL, 0]),
        "t5": _thruster([0, 0.15, 0], "z"),
        "t6": _thruster([0, -0.15, 0], "z"),
    },
    "sensors": {
        "imu": {"imu": {"body": "hull", "rate": 20}},
        "gps": {"gps": {"body": "hull", "rate": 5}},
    },
    "scenarios": {
        "hold": {
            "controllers": {
                "hold": {
                    "station": {
                        "body": "hull",
                        "rate": 20,
                        "gains": {"surge": GAIN, "sway": GAIN, "heave": GAIN}
                        | {"yaw": {"kp": 6, "kd": 6}},
                    }
                }
            }
        },
        "tour": {
            "controllers": {
                "course": {
                    "waypoints": {
                        "body": "hull",
                        "rate": 20,
                        "points": [[4, 0, 4], [4, 4, 4]],
                        "speed": 0.4,
                        "radius": 0.3,
                        "look_ahead": 1,
                        "gains": {"surge": {"kp": 60}, "sway": {"kp": 60}, "heave": {"kp": 60}}
                        | {"yaw": {"kp": 6, "kd": 6}},
                    }
                }
            }
        },
    },
    "integrator": {"step": 0.02},
}


def vehicle(**changes):
    """The vehicle, some of its words replaced."""
    return pl.Robot(**{**copy.deepcopy(WORDS), **changes})
