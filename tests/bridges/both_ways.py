"""One vehicle with an arm, written twice: with z up, and north-east-down."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

import pelagos as pl

WORLD = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]])  # NED to ENU, both ways
BODY = np.diag([1.0, -1.0, -1.0])  # FRD to FLU, both ways


def robot(z_down: bool) -> pl.Robot:
    """Pushed by a thruster off its centre and by a force in the world, its arm by a servo."""
    W, B = (WORLD, BODY) if z_down else (np.eye(3), np.eye(3))

    def body(*numbers: float) -> list[float]:
        return (B @ numbers).tolist()

    def world(*numbers: float) -> list[float]:
        return (W @ numbers).tolist()

    turn = Rotation.from_matrix(W @ Rotation.from_euler("ZYX", [0.4, -0.3, 0.2]).as_matrix() @ B)
    x, y, z, w = turn.as_quat().tolist()
    start = {
        "position": world(1.0, 2.0, 3.0),
        "quaternion": [w, x, y, z],
        "velocity": body(0.5, -0.2, 0.1),
        "angular_velocity": body(0.3, 0.2, -0.4),
    }
    return pl.Robot(
        name="twin",
        gravity=world(0, 0, -9.81),
        bodies={
            "hull": {
                "joint": "free",
                "mass": 10,
                "com": body(0.01, 0.02, -0.03),
                "inertia": [1, 2, 3],
            },
            "arm": {
                "parent": "hull",
                "at": body(0.2, 0.1, -0.1),
                "joint": {"revolute": body(0, 1, 0), "limits": [-2, 2]},
                "mass": 1,
                "com": body(0.2, 0.0, 0.05),
                "inertia": [0.1, 0.1, 0.1],
            },
        },
        actuators={
            "aft": {
                "thruster": {
                    "body": "hull",
                    "at": body(-0.3, 0.2, 0.1),
                    "direction": body(0.6, 0.0, 0.8),
                    "command": "thrust",
                    "input": 12,
                    "reaction": 0.05,
                    "limits": [-40, 40],
                }
            },
            "lift": {
                "force": {
                    "body": "hull",
                    "at": body(0.1, 0, 0),
                    "direction": world(0, 0, 1),
                    "frame": "world",
                    "input": 90,
                }
            },
            "spin": {"torque": {"body": "arm", "direction": body(0, 0, 1), "input": 0.3}},
            "elbow": {"servo": {"joint": "arm", "stiffness": 5, "damping": 1, "input": 0.5}},
        },
        initial={"hull": start, "arm": {"angle": 0.2}},
        duration=1,
    )


def matrix(quaternion) -> np.ndarray:
    """The rotation of a message's quaternion."""
    q = quaternion
    return Rotation.from_quat([q.x, q.y, q.z, q.w]).as_matrix()


def numbers(vector) -> np.ndarray:
    """Of a message's vector or point."""
    return np.array([vector.x, vector.y, vector.z])
