"""Loads of every kind of dock, on both bodies, against Newton's and Euler's equations of each."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import PelagosError

MASS = {"a": 2.0, "b": 3.0}
INERTIA = {"a": np.array([0.5, 0.8, 0.9]), "b": np.array([2.0, 3.0, 3.5])}
CENTRE = {"a": np.array([0.1, 0.0, 0.05]), "b": np.array([0.0, 0.1, 0.0])}
GRAVITY = np.array([0.0, 0.0, -3.0])
PUSHED_AT = np.array([0.2, 0.0, 0.0])


def pair(kind: str, **more) -> pl.Robot:
    """Two bodies that tumble, one of them pushed."""
    bodies = {
        n: {"mass": MASS[n], "inertia": INERTIA[n].tolist(), "com": CENTRE[n].tolist()}
        for n in MASS
    }
    return pl.Robot(
        name=kind,
        gravity=GRAVITY.tolist(),
        bodies=bodies,
        initial={
            "a": {"rpy": [0.3, 0.2, 0.1], "angular_velocity": [0.5, -0.7, 0.4]},
            "b": {"position": [1, 0.3, 0.2], "rpy": [-0.4, 0.5, 0.9], "velocity": [0.1, 0.4, -0.2]},
        },
        actuators={
            "push": {
                "force": {"body": "a", "direction": "y", "at": PUSHED_AT.tolist(),
                          "input": "3*sin(2*t) + 1"}
            }
        },
        constraints={"dock": {kind: {"between": ["a", "b"], "at": [0.3, 0.1, 0.2], **more}}},
    )  # fmt: skip


def turned(quaternion):
    w, x, y, z = quaternion
    S = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + 2 * w * S + 2 * S @ S


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("weld", {}),
        ("ball", {}),
        ("hinge", {"axis": [1, 2, 2]}),
        ("slider", {"axis": [1, 2, 2]}),
        ("plane", {"normal": [1, 2, 2]}),
        ("distance", {"to": [-0.2, 0.1, 0]}),
    ],
)
def test_loads_are_what_each_body_needs(kind, more):
    """The moment is about the point on the second body: sliders and planes have two points."""
    robot = pair(kind, **more)
    run = pl.simulate(robot, duration=1.5, every=0.25, rtol=1e-10, atol=1e-12)
    frames = robot.constraints["dock"].frames
    loads = {name: run.load("dock", name) for name in MASS}
    apart = 0.0
    for i, t in enumerate(run.arrays["time"]):
        R, p = ([part[i, k] for k in range(2)] for part in _poses(run))
        point = p[1] + R[1] @ np.array(frames[1][1])
        apart = max(apart, np.linalg.norm(point - p[0] - R[0] @ np.array(frames[0][1])))
        for k, name in enumerate(MASS):
            v, w, v_rate, w_rate = (
                run.arrays[n][i, 6 * k + s : 6 * k + s + 3] for n in ("u", "udot") for s in (0, 3)
            )
            c = CENTRE[name]
            a = v_rate + np.cross(w, v) + np.cross(w_rate, c) + np.cross(w, np.cross(w, c))
            force = MASS[name] * (a - R[k].T @ GRAVITY)
            moment = INERTIA[name] * w_rate + np.cross(w, INERTIA[name] * w)
            if name == "a":
                push = np.array([0, 3 * np.sin(2 * t) + 1, 0])
                force, moment = force - push, moment - np.cross(PUSHED_AT - c, push)
            arm = R[k].T @ (point - p[k]) - c
            bears = loads[name].moment[i] + np.cross(arm, loads[name].force[i])
            np.testing.assert_allclose(loads[name].force[i], force, atol=1e-11)
            np.testing.assert_allclose(bears, moment, atol=1e-11)
    assert (apart > 0.1) == (kind in ("slider", "plane", "distance"))


def _poses(run):
    return (
        np.array([[turned(q) for q in row] for row in run.arrays["orientation"]]),
        run.arrays["position"],
    )


def test_loads_that_cannot_be_told_apart(monkeypatch):
    """Where distances differ by ten orders of magnitude, the matrix is singular by rounding."""

    def singular(matrix):
        raise RuntimeError("Factor is exactly singular")

    monkeypatch.setattr("pelagos.march.samples.least_norm.linalg.splu", singular)
    with pytest.raises(PelagosError, match="check where the docks are"):
        pl.simulate("bluerov-raft", duration=0.01, max_steps=5)
