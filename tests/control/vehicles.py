"""A vehicle with six thrusters of known thrust, neutral in water without drag unless asked."""

from __future__ import annotations

import numpy as np

from pelagos.model import Robot

C = float(np.sqrt(0.5))
PLACES = {
    "t1": ([0.2, 0.1, 0], [C, -C, 0]),
    "t2": ([0.2, -0.1, 0], [C, C, 0]),
    "t3": ([-0.2, 0.1, 0], [C, C, 0]),
    "t4": ([-0.2, -0.1, 0], [C, -C, 0]),
    "t5": ([0.1, 0.15, 0], [0, 0, 1]),
    "t6": ([0.1, -0.15, 0], [0, 0, 1]),
    "t7": ([-0.1, 0, 0], [0, 0, 1]),
}
MASS = 10.0
GAINS = {
    "surge": {"kp": 20, "kd": 20}, "sway": {"kp": 25, "kd": 20}, "heave": {"kp": 30, "kd": 25},
    "roll": {"kp": 3, "kd": 2}, "pitch": {"kp": 4, "kd": 2}, "yaw": {"kp": 5, "kd": 3},
}  # fmt: skip


def words(limits=None, up=False, drag=0.0, **more):
    """Words of the vehicle; with `up`, z points up and y to port."""
    turn = np.diag([1.0, -1.0, -1.0]) if up else np.eye(3)
    own = {} if limits is None else {"limits": [-limits, limits]}
    return {
        "name": "vehicle",
        "gravity": [0, 0, -9.81 if up else 9.81],
        "water": {"density": 1000},
        "bodies": {
            "hull": {
                "joint": "free",
                "mass": MASS,
                "inertia": [0.2, 0.3, 0.4],
                "buoyancy": {"volume": MASS / 1000, "at": [0, 0, 0]},
                "drag": {"linear": [drag] * 3 + [0.1 * drag] * 3},
            }
        },
        "actuators": {
            name: {
                "thruster": {
                    "body": "hull",
                    "at": (turn @ at).tolist(),
                    "direction": (turn @ direction).tolist(),
                    "command": "thrust",
                    **own,
                }
            }
            for name, (at, direction) in PLACES.items()
        },
        **more,
    }


def station(limits=None, up=False, drag=0.0, initial=None, more=None, **own):
    """The vehicle with a controller `hold`."""
    hold = {"body": "hull", "rate": 20, "gains": GAINS, **own}
    given = words(limits, up, drag, controllers={"hold": {"station": hold}}, **(more or {}))
    return Robot(**given, **({} if initial is None else {"initial": {"hull": initial}}))


def states(run):
    """States of a run by their labels."""
    return dict(zip(run.header.states, run.arrays["state"].T, strict=True))
