"""The vehicle of `both_ways` with a sensor of every kind, without errors."""

from __future__ import annotations

from typing import Any

import numpy as np

import pelagos as pl
from pelagos.bridges.mcap_file import Sample
from pelagos.bridges.messages.moment import RosMoment
from pelagos.bridges.messages.robot import RobotInRos
from pelagos.bridges.messages.sensors import messages, topics
from pelagos.bridges.messages.topics import topics_of
from pelagos.bridges.messages.types import from_bytes, to_bytes
from tests.bridges.both_ways import matrix, numbers, robot

RATE = 10
BED = 50.0  # m below level 0
FIELD = (2e-5, 3e-6, 4e-5)  # T: north, east, down
BEACON = (3.0, -4.0, 2.0)
ORIGIN = {"latitude": "60 deg", "longitude": "10 deg", "altitude": 30}
NET = {"a": [60, 10, -5], "b": [-40, 70, 8], "c": [-20, -50, 20], "d": [5, 5, 60]}
AT = {"position": [0.3, -0.2, 0.1], "rpy": [0.1, 0.2, -0.3]}  # looks down still
TURNED = {"position": [0.1, 0.2, 0.3], "rpy": [2.0, -0.4, 1.1]}


def words() -> dict[str, Any]:
    """Of all sensors that have a message, but those of shafts and docks."""
    on, hull = {"rate": RATE}, {"body": "hull", "rate": RATE}
    return {
        "nav": {"imu": {**hull, "at": {"rpy": TURNED["rpy"]}}},
        "ring": {"fog": {**hull, "at": TURNED}},
        "needle": {"compass": {**hull, "at": TURNED}},
        "mag": {"magnetometer": {**hull, "at": TURNED, "field": list(FIELD)}},
        "press": {"depth": {**hull, "at": TURNED}},
        "sonar": {"altimeter": {**hull, "at": AT, "max_range": 90}},
        "log": {"dvl": {"body": "arm", "at": AT, **on, "max_altitude": 900, "beam_angle": 0.1}},
        "paddle": {"flow": {**hull, "at": TURNED, "axes": "xyz"}},
        "fix": {"gps": {**hull, "at": TURNED, "origin": ORIGIN}},
        "local": {"gps": {**hull, "at": TURNED}},
        "ears": {"usbl": {**hull, "at": TURNED, "target": "world", "target_at": list(BEACON)}},
        "ship": {"usbl": {"body": "world", "at": TURNED, "target": "hull", **on}},
        "net": {"lbl": {**hull, "at": AT, "transponders": NET, "position": True}},
        "bend": {"encoder": {"joint": "arm", **on}},
        "wrist": {"force_torque": {"joint": "arm", "at": TURNED, **on}},
        "plain": {"force_torque": {"joint": "arm", **on}},
        "pack": {"battery": {**on, "capacity": 18, "full": 16, "empty": 12, "resistance": 0.1}},
    }


def sensed(z_down: bool, sensors: dict[str, Any] | None = None, **more: Any) -> pl.Robot:
    given = robot(z_down).to_dict()
    given["water"] = {"density": 1000, "depth": BED}
    return pl.Robot(**given, sensors=sensors or words(), **more)


class Told:
    """Messages of a run at one of its samples, written to bytes and read again."""

    def __init__(self, run: pl.Run, time: float) -> None:
        known = RobotInRos.of(run.robot)
        index = int(np.flatnonzero(np.isclose(run.arrays["time"], time))[0])
        moment = RosMoment(Sample(run.arrays, index), known.axes)
        self._found = {t.name: again(t.fill(moment)) for t in topics_of(known)}
        readings = {name: run.readings(name) for name in run.sensors}
        for arrival, topic, message in messages(topics(known), readings, known.axes):
            if np.isclose(arrival, time):
                self._found[topic.name] = again(message)
        self._poses = {"world": np.eye(4)}
        for step in self._found["/tf"].transforms:
            pose = np.eye(4)
            pose[:3, :3] = matrix(step.transform.rotation)
            pose[:3, 3] = numbers(step.transform.translation)
            self._poses[step.child_frame_id] = self._poses[step.header.frame_id] @ pose

    def __getitem__(self, topic: str) -> Any:
        return self._found[f"/twin/{topic}"]

    def pose(self, message: Any) -> tuple[np.ndarray, np.ndarray]:
        """Place and rotation in the world of the frame that a message names."""
        return self.frame(message.header.frame_id)

    def frame(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        pose = self._poses[name]
        return pose[:3, 3], pose[:3, :3]

    def velocity(self, place: np.ndarray) -> np.ndarray:
        """Of a point that moves with the hull, in the world, by odometry."""
        twist = self["odom"].twist.twist
        p, R = self.frame("twin/hull")
        linear, angular = numbers(twist.linear), numbers(twist.angular)
        return R @ (linear + np.cross(angular, R.T @ (place - p)))


def again(message: Any) -> Any:
    return from_bytes(to_bytes(message), message.__msgtype__)
