"""What agents are measured by: a controller or a gait for each task, without learning.

Each is a function of what is observed, in SI, that gives inputs of the robot in SI; gains are ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from pelagos.errors import PelagosError
from pelagos.gym.task import Task
from pelagos.language.suggest import did_you_mean
from pelagos.model.control.robot_allocation import allocation

Seen = Mapping[str, np.ndarray]
Law = Callable[[Seen], Mapping[str, np.ndarray]]


class Baseline:
    """The controller of a task: observations (environment, k) to actions (environment, m).

    Examples:
        >>> env = pl.gym.Env("cart-pole")
        >>> steer = pl.gym.Baseline(env.task)
        >>> steer(env.reset(seed=1)[0][None]).shape
        (1, 1)
    """

    def __init__(self, task: Task):
        if task.words.name not in LAWS:
            remedy = did_you_mean(task.words.name, LAWS)
            raise PelagosError(f"baseline: there is none of {task.words.name!r}\n    {remedy}")
        self._law = LAWS[task.words.name](task)
        self._scales = {n: words.scale for n, words in task.words.observations.items()}
        bounds = {n: words.bounds for n, words in task.words.actions.items()}
        self._bounds = {n: ((a + b) / 2, (b - a) / 2) for n, (a, b) in bounds.items()}

    def __call__(self, observations: np.ndarray) -> np.ndarray:
        columns = np.asarray(observations, dtype=float).T
        seen = {
            name: scale * column
            for (name, scale), column in zip(self._scales.items(), columns, strict=True)
        }
        given = self._law(seen)
        scaled = [(given[name] - middle) / half for name, (middle, half) in self._bounds.items()]
        return np.clip(np.stack(scaled, axis=1), -1.0, 1.0)


def _cart_pole(task: Task) -> Law:  # noqa: ARG001
    """Linear-quadratic: the feedback of the robot's scenario `balance`."""

    def law(o: Seen) -> Mapping[str, np.ndarray]:
        push = 3.162 * o["position"] + 4.453 * o["speed"] + 41.50 * o["angle"] + 10.31 * o["rate"]
        return {"drive": push}

    return law


def _station(task: Task) -> Law:
    """PID along the axes of the vehicle, shared among thrusters by least squares."""
    names = tuple(task.words.actions)
    shares = np.linalg.pinv(allocation(task.robot, "hull", names).matrix)

    def law(o: Seen) -> Mapping[str, np.ndarray]:
        wrench = [
            80.0 * o["ahead"] - 55.0 * o["surge"] + 40.0 * o["sum_ahead"],
            80.0 * o["starboard"] - 55.0 * o["sway"] + 40.0 * o["sum_starboard"],
            100.0 * o["below"] - 70.0 * o["heave"] + 40.0 * o["sum_below"],
            -10.0 * o["roll"] - 4.0 * o["roll_rate"],
            -10.0 * o["pitch"] - 4.0 * o["pitch_rate"],
            -10.0 * o["heading"] - 5.0 * o["yaw_rate"],
        ]
        return dict(zip(names, shares @ np.array(wrench), strict=True))

    return law


def _course(task: Task) -> Law:  # noqa: ARG001
    """Bow towards the waypoint by the rudder; depth by pitch, pitch by the stern planes."""

    def law(o: Seen) -> Mapping[str, np.ndarray]:
        pitch = -np.clip(0.15 * o["deeper"] + 0.3 * o["heave"], -0.35, 0.35)
        return {
            "rudder": -1.0 * o["turn"] + 0.8 * o["yaw_rate"],
            "stern": -1.0 * (pitch - o["pitch"]) + 0.6 * o["pitch_rate"],
        }

    return law


_UPPER, _FORE = 0.3, 0.35  # lengths of rov-arm from shoulder to elbow, and on to the tip


def _reach(task: Task) -> Law:  # noqa: ARG001
    """Joint angles that put the tip on the goal, from where the leaning hull has it; these are
    approached slowly, while a PD law holds the hull."""

    def towards(now: np.ndarray, goal: np.ndarray) -> np.ndarray:
        return now + np.clip(goal - now, -0.12, 0.12)

    def law(o: Seen) -> Mapping[str, np.ndarray]:
        # the goal from the shoulder, in axes of the hull: that of the tip, and what is left to it
        bent = o["shoulder"] + o["elbow"]
        out = _UPPER * np.cos(o["shoulder"]) + _FORE * np.cos(bent)
        x = out * np.cos(o["slew"]) + o["ahead"]
        y = out * np.sin(o["slew"]) + o["starboard"]
        z = o["below"] - _UPPER * np.sin(o["shoulder"]) - _FORE * np.sin(bent)
        square = x**2 + y**2 + z**2 - _UPPER**2 - _FORE**2
        elbow = -np.arccos(np.clip(square / (2 * _UPPER * _FORE), -1.0, 1.0))
        lead = np.arctan2(_FORE * np.sin(elbow), _UPPER + _FORE * np.cos(elbow))
        rise = np.arctan2(-z, np.hypot(x, y))
        return {
            "surge": 150.0 * o["hull_ahead"] - 60.0 * o["surge"],
            "sway": 150.0 * o["hull_starboard"] - 60.0 * o["sway"],
            "heave": 150.0 * o["hull_below"] - 60.0 * o["heave"],
            "yaw": -15.0 * o["heading"] - 5.0 * o["yaw_rate"],
            "slew": towards(o["slew"], np.arctan2(y, x)),
            "shoulder": towards(o["shoulder"], rise - lead),
            "elbow": towards(o["elbow"], elbow),
        }

    return law


def _pulse(thrust: np.ndarray) -> np.ndarray:
    """Pulse width of bluerov's thrusters at rest: its curve of shaft speeds, solved for it.

    Within its dead band of 25 us nothing turns: the least thrust is given, or none.
    """
    per_square = 1000.0 * 0.076**4 * 0.43  # density, diameter^4, K_T without inflow
    rpm = 60.0 * np.sqrt(np.abs(thrust) / per_square)
    off = np.maximum(((rpm + 25.0) / 60.0) ** (1.0 / 0.65), 26.0)
    return 1500.0 + np.where(np.abs(thrust) < 0.3, 0.0, np.sign(thrust) * off)


def _docking(task: Task) -> Law:  # noqa: ARG001
    """PD towards the connector, no faster than is safe; first beside it, then on to it."""

    def law(o: Seen) -> Mapping[str, np.ndarray]:
        beside = np.hypot(np.hypot(o["ahead"], o["below"]), 0.4 * o["turn"])
        across = o["across"] + np.clip(4.0 * (beside - 0.05), 0.0, 0.3)
        x = 30.0 * np.clip(o["ahead"], -0.3, 0.3) + 35.0 * o["ahead_rate"]
        y = 30.0 * np.clip(across, -0.25, 0.25) + 60.0 * o["across_rate"]
        z = 40.0 * np.clip(o["below"], -0.3, 0.3) + 60.0 * o["below_rate"]
        turn = 4.0 * o["turn"] - 2.0 * o["yaw_rate"]
        return {
            "thruster1": _pulse(x / 2 + turn / 0.22),
            "thruster2": _pulse(x / 2 - turn / 0.22),
            "thruster3": _pulse(z / 4),
            "thruster4": _pulse(z / 4),
            "thruster5": _pulse(z / 2),
            "thruster6": _pulse(y),
        }

    return law


def _swim(task: Task) -> Law:  # noqa: ARG001
    """A steady wave, bent a little towards the way."""

    def law(o: Seen) -> Mapping[str, np.ndarray]:
        wanted = np.clip(0.4 * o["side"], -0.4, 0.4)
        same = np.ones_like(wanted)
        return {
            "amplitude": np.radians(12.0) * same,
            "frequency": 0.8 * same,
            "bend": 0.15 * (wanted - o["mean_lean"]),
        }

    return law


LAWS: dict[str, Callable[[Task], Law]] = {
    "bluerov-station": _station,
    "cart-pole": _cart_pole,
    "docking": _docking,
    "eel-swim": _swim,
    "remus-course": _course,
    "rov-arm-reach": _reach,
}
