"""Controllers that steer what is docked as one vehicle, while docks change."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pelagos as pl
from pelagos.march.engines import Engines

PLACES = {"t1": [0.2, 0.1, 0], "t2": [0.2, -0.1, 0], "t3": [-0.2, 0.1, 0], "t4": [-0.2, -0.1, 0]}
PLACES |= {"t5": [0.1, 0.15, 0], "t6": [-0.1, -0.15, 0.02], "t7": [0, 0.1, 0.1]}
WAYS = {"t1": [1, -1, 0], "t2": [1, 1, 0], "t3": [1, 1, 0], "t4": [1, -1, 0]}
WAYS |= {"t5": [0, 0, 1], "t6": [0, 0, 1], "t7": [0, 0, 1]}
VEHICLE = {
    "mass": 10,
    "inertia": [0.2, 0.3, 0.4],
    "buoyancy": {"volume": 0.01, "at": [0, 0, -0.05]},
    "added_mass": {"surge": 3, "sway": 12, "heave": 13, "roll": 0.1, "pitch": 0.1, "yaw": 0.1},
    "drag": {"linear": [4, 6, 5, 0.1, 0.1, 0.1], "quadratic": [18, 22, 37, 1.5, 1.5, 1.5]},
}
COURSE = {"measure": "heading", "body": "connector", "axis": "yaw", "target": 1.0, "rate": 20}
COURSE |= {"kp": 10, "kd": 14, "measured_rate": "u[connector.r]"}


def raft(port: dict[str, Any], left: dict[str, Any], **more: Any) -> pl.Robot:
    """Two vehicles and what connects them; port: where one is, left: more words of its dock."""
    thrusters = {
        f"{name}-{key}": {
            "thruster": {"body": name, "at": at, "direction": WAYS[key], "command": "thrust"}
        }
        for name in ("port", "starboard")
        for key, at in PLACES.items()
    }
    weld = {"between": ["port", "connector"], "at": [0, 0.25, 0], **left}
    words = {
        "name": "raft",
        "gravity": [0, 0, 9.81],
        "water": {"density": 1000},
        "bodies": {
            "connector": {"mass": 1.8, "inertia": [0.1, 0.02, 0.11]},
            "port": VEHICLE,
            "starboard": VEHICLE,
        },
        "initial": {"port": port, "starboard": {"position": [0, 0.5, 0]}},
        "constraints": {
            "left": {"weld": weld},
            "right": {"weld": {"between": ["starboard", "connector"], "at": [0, -0.25, 0]}},
        },
        "actuators": thrusters,
        "controllers": {"course": COURSE},
        "duration": 4,
    }
    return pl.Robot(**words | more)


BESIDE = {"position": [0, -0.5, 0]}
PARTING = {"events": {"part": {"at": 2, "undock": "left"}}}


def turn(quaternion: np.ndarray) -> np.ndarray:
    w, x, y, z = quaternion
    skew = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + 2 * w * skew + 2 * skew @ skew


def wrench(run: Any, k: int, names: list[str]) -> np.ndarray:
    """What the thrusters of some bodies do to the connector at a sample, in its axes."""
    about, axes = (run.arrays[key][k][0] for key in ("position", "orientation"))
    total = np.zeros(6)
    for n, label in enumerate(run.robot.actuators):
        name, _, key = label.partition("-")
        if name not in names:
            continue
        body = list(run.robot.order).index(name)
        R = turn(run.arrays["orientation"][k][body])
        way = R @ WAYS[key] / np.linalg.norm(WAYS[key])
        force = run.arrays["actuation"][k][n] * way
        arm = run.arrays["position"][k][body] + R @ PLACES[key] - about
        total += np.concatenate([force, np.cross(arm, force)])
    return np.concatenate([turn(axes).T @ total[:3], turn(axes).T @ total[3:]])


def test_what_left_is_left_alone():
    """Those that are still there turn the connector, and do nothing else to it."""
    run = pl.simulate(raft(BESIDE, {}, **PARTING), every=0.1)
    output = run.arrays["state"][:, run.robot.state_labels.index("course.output")]
    commands = np.abs(run.arrays["commands"][:, : len(PLACES)])
    for k, time in enumerate(run.arrays["time"]):
        there = ["port", "starboard"] if time < 2 else ["starboard"]
        expected = [0, 0, 0, 0, 0, output[k]]
        assert wrench(run, k, there) == pytest.approx(expected, abs=1e-9)
        assert (commands[k].max() > 1e-3) == (0 < time < 2), time
    assert np.abs(output[25]) > 0.1


@pytest.mark.parametrize("capture", ["exact", "here"])
def test_what_docks_takes_part(capture):
    """One that comes to a dock which turns it: by its frames, or as it happens to lie there."""
    port = {"position": [0, -0.5, 0], "velocity": [0, 0, 0]}
    left: dict[str, Any] = {"active": False}
    if capture == "exact":
        left["to"] = {"position": [0, -0.25, 0], "rpy": [0, 0, 0]}
    else:
        port = {"position": [0.1, -0.6, 0.05], "rpy": [0.2, 0.1, 1.2]}
    event = {"meet": {"at": 0, "dock": "left", "capture": capture}}
    controllers = {"course": {**COURSE, "on": {"step": {"at": 0.5, "before": 0, "after": 1}}}}
    run = pl.simulate(raft(port, left, events=event, controllers=controllers), every=0.1)
    output = run.arrays["state"][:, run.robot.state_labels.index("course.output")]
    commands = np.abs(run.arrays["commands"][:, : len(PLACES)])
    for k in range(8, len(output)):
        expected = [0, 0, 0, 0, 0, output[k]]
        assert wrench(run, k, ["port", "starboard"]) == pytest.approx(expected, abs=1e-9)
    assert commands[8].max() > 0.1


def test_a_batch_and_a_session_share_likewise():
    """Each run docks elsewhere, and needs no programs of its own."""
    robot = raft({"position": [0.1, -0.6, 0.05]}, {"active": False}, duration=1, events={
        "meet": {"at": 0.2, "dock": "left", "capture": "here"}})  # fmt: skip
    places = [0.1, 0.17, -0.3]
    batch = pl.simulate_batch(robot, vary={"initial.port.position.0": places}, every=0.5)
    for k, place in enumerate(places):
        alone = robot.with_values({"initial.port.position.0": place})
        run = pl.simulate(alone, every=0.5)
        assert np.array_equal(batch.arrays["q"][k], run.arrays["q"])
    session = pl.Session(alone)
    session.advance(1.0)
    assert np.abs(session.q - run.arrays["q"][-1]).max() < 1e-14  # it does not end there
    engines = Engines("newton-euler")
    for place in places:
        engines.of(robot, (), robot.with_values({"initial.port.position.0": place}).constraints)
    assert len(engines._programs) == 1


def test_nothing_is_pushed_where_all_have_left():
    robot = raft(BESIDE, {}, events={
        "one": {"at": 1, "undock": "left"}, "two": {"at": 1, "undock": "right"}})  # fmt: skip
    run = pl.simulate(robot, every=0.5)
    assert run.outcome.finished
    late = run.arrays["time"] >= 1.0
    assert not run.arrays["commands"][late].any()
    assert run.arrays["commands"][1:2].any()
