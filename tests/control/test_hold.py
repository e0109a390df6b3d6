"""Ideal holds: directions stay exactly; the force is that of a joint in their place."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import ModelError
from pelagos.model import Robot

METHODS = ["newton-euler", "kane", "moving-frame", "udwadia-kalaba"]
BODY = {
    "mass": 7.0,
    "inertia": [0.2, 0.3, 0.4],
    "com": [0.05, -0.02, 0.03],
    "buoyancy": {"volume": 0.006, "at": [0, 0, -0.05]},
    "added_mass": {"surge": 3, "sway": 12, "heave": 10, "roll": 0.1, "pitch": 0.1, "yaw": 0.1},
    "drag": {"quadratic": [20, 60, 50, 0.5, 0.5, 0.5]},
}
PUSH = {
    "a": {"force": {"body": "hull", "at": [0, 0.2, 0.1], "direction": [3, 0, 1], "input": 12}},
    "b": {"torque": {"body": "hull", "direction": [1, 2, 1], "input": "sin(3*t)"}},
}
COMMON = {"gravity": [0, 0, 9.81], "water": {"density": 1000}, "actuators": PUSH}


def held(axes):
    return Robot(
        name="held",
        bodies={"hull": {**BODY, "joint": "free"}},
        constraints={"keep": {"hold": {"body": "hull", "axes": axes}}},
        initial={"hull": {"position": [1, 2, 3], "rpy": [0, 0, 0.4]}},
        **COMMON,
    )


@pytest.mark.parametrize("method", METHODS)
def test_planar_motion(method):
    """Depth, roll and pitch held: the motion and the reaction of a planar joint."""
    run = pl.simulate(held(["z", "roll", "pitch"]), duration=3, rtol=1e-10, method=method)
    joint = Robot(
        name="joint", bodies={"hull": {**BODY, "joint": {"planar": "z"}}},
        initial={"hull": {"position": [1, 2, 0.4]}}, **COMMON,
    )  # fmt: skip
    other = pl.simulate(joint, duration=3, rtol=1e-10)
    at = run.arrays["position"][:, 0]
    np.testing.assert_allclose(at[:, :2], other.arrays["position"][:, 0, :2], atol=1e-8)
    np.testing.assert_allclose(at[:, 2], 3.0, atol=1e-12)
    np.testing.assert_allclose(run.arrays["u"][:, 2:5], 0, atol=1e-11)
    k = 300
    t, q, u = (other.arrays[name][k] for name in ("time", "q", "u"))
    wrench = np.asarray(pl.reactions(joint, q, u, t=float(t))["hull"])
    c, s = np.cos(q[2]), np.sin(q[2])
    world = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    moment = world @ wrench[3:]
    rows = dict(zip(run.header.constraints, run.arrays["constraint_force"][k], strict=True))
    assert rows["keep-z.z"] == pytest.approx(wrench[2], abs=1e-6)
    # couples along the axes of the frame that is held: those of the body at the start
    c, s = np.cos(0.4), np.sin(0.4)
    turned = [moment[0] * c + moment[1] * s, -moment[0] * s + moment[1] * c]
    found = [rows["keep-upright.turn-x"], rows["keep-upright.turn-y"]]
    np.testing.assert_allclose(found, turned, atol=1e-6)


def test_attitude():
    """All three angles: a body that only moves along straight lines."""
    run = pl.simulate(held(["roll", "pitch", "yaw"]), duration=3)
    q = run.arrays["orientation"][:, 0]
    np.testing.assert_allclose(np.abs(q @ q[0]), 1.0, atol=1e-12)
    assert np.ptp(run.arrays["position"][:, 0], axis=0).min() > 0.01


@pytest.mark.parametrize(
    ("axes", "message"),
    [(["roll"], "cannot be held without"), (["pitch", "yaw"], "without"), (["w"], "axes")],
)
def test_refusals(axes, message):
    with pytest.raises(ModelError, match=message):
        held(axes)


def test_the_body_must_exist():
    with pytest.raises(ModelError, match="hull"):
        held(["z"]).with_values({"constraints.keep.hold.body": "hul"})
