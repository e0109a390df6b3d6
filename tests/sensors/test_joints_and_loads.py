"""Encoders, and forces and torques at joints and docks."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import ellipj, ellipk

import pelagos as pl
from tests.sensors.models import AT, turned
from tests.sensors.tools import readings

NEAR = {"rtol": 0, "atol": 1e-10}
ROD = {"joint": {"revolute": "y"}, "mass": 2, "com": [0, 0, -0.5], "inertia": [0.3, 0.2, 0.3]}
SWING = {"name": "swing", "bodies": {"rod": ROD}, "initial": {"rod": {"angle": 1.2}}}


def swung(t):
    """Angle, rate and its change, by Jacobi's functions; a point mass would hang at 0.7 m."""
    k, w = math.sin(0.6), math.sqrt(9.81 / 0.7)
    sn, cn, _, _ = ellipj(w * t + ellipk(k**2), k**2)
    angle = 2.0 * np.arcsin(k * sn)
    return angle, 2.0 * k * w * cn, -(w**2) * np.sin(angle)


def test_an_encoder_reads_the_angle_of_a_pendulum():
    errors = {"position": {"offset": 0.5}, "speed": {"resolution": 0.25}}
    sensors = {
        "plain": {"encoder": {"joint": "rod", "rate": 50}},
        "rough": {"encoder": {"joint": "rod", "rate": 50, **errors}},
    }
    found = readings(pl.Robot(**SWING, sensors=sensors), 3.0, rtol=1e-13, atol=1e-13)
    angle, rate, _ = swung(found["plain"].times)
    np.testing.assert_allclose(found["plain"]["position"], angle, **NEAR)
    np.testing.assert_allclose(found["plain"]["speed"], rate, **NEAR)
    np.testing.assert_allclose(found["rough"]["position"], angle + 0.5, **NEAR)
    np.testing.assert_allclose(found["rough"]["speed"], 0.25 * np.round(rate / 0.25), **NEAR)


def test_encoders_of_joints_with_several_freedoms():
    bodies = {
        "plate": {"joint": {"planar": "z"}, "mass": 1, "inertia": [1, 1, 1]},
        "gimbal": {
            "parent": "plate",
            "joint": {"universal": ["x", "y"]},
            "mass": 1,
            "inertia": [1, 1, 1],
        },
        "ball": {"joint": "spherical", "mass": 1, "inertia": [1, 1, 1]},
    }
    start = {
        "plate": {"position": [0.1, 0.2, 0.3], "rate": [1, 2, 3]},
        "gimbal": {"rate": [0.5, 0.6]},
    }
    words = {"name": "many", "gravity": [0, 0, 0], "bodies": bodies, "initial": start}

    def sensors(joint, dof=None):
        return {
            "e": {"encoder": {"joint": joint, "rate": 10} | ({} if dof is None else {"dof": dof})}
        }

    for joint, dof, position, speed in (
        ("plate", "x", 0.1, 1.0),
        ("plate", "angle", 0.3, 3.0),
        ("gimbal", 2, 0.0, 0.6),
    ):
        found = readings(pl.Robot(**words, sensors=sensors(joint, dof)), 0.1)["e"]
        assert found["position"][0] == position
        assert found["speed"][0] == pytest.approx(speed)
    for joint, dof, said in (
        ("plate", None, "add dof: one of x, y, angle"),
        ("plate", "z", "choose from x, y, angle"),
        ("ball", None, "e.encoder.joint: a spherical joint has no coordinate"),
        ("bell", None, "did you mean ball?"),
    ):
        with pytest.raises(pl.PelagosError) as refused:
            pl.Robot(**words, sensors=sensors(joint, dof))
        assert said in str(refused.value)


def test_the_pin_of_a_pendulum_bears_what_newton_says():
    sensors = {"pin": {"force_torque": {"joint": "rod", "rate": 50}}}
    sensors["turned"] = {"force_torque": {"joint": "rod", "at": AT, "rate": 50}}
    robot = pl.Robot(**SWING, sensors=sensors)
    found = readings(robot, 3.0, rtol=1e-13, atol=1e-13)
    angle, rate, change = swung(found["pin"].times)
    zero = 0.0 * angle
    # m (a - g) of the mass centre 0.5 m down the rod, in its axes; x is where the rod swings to
    force = 2.0 * np.stack(
        [-0.5 * change - 9.81 * np.sin(angle), zero, 0.5 * rate**2 + 9.81 * np.cos(angle)], axis=1
    )
    np.testing.assert_allclose(found["pin"].xyz("force"), force, **NEAR)
    np.testing.assert_allclose(found["pin"].xyz("torque"), 0.0, **NEAR)
    R = turned(*AT["rpy"])
    np.testing.assert_allclose(found["turned"].xyz("force"), force @ R, **NEAR)
    about = np.cross(-np.array(AT["position"]), force) @ R
    np.testing.assert_allclose(found["turned"].xyz("torque"), about, **NEAR)
    # and what the query says
    wrench = pl.reactions(robot, [angle[20]], [rate[20]])["rod"]
    np.testing.assert_allclose(found["pin"].xyz("force")[20], wrench[:3], **NEAR)


def docked(kind="weld", second="b", **more):
    """Two free bodies, pushed apart by different forces, held together."""
    free = {"joint": "free", "mass": 3, "inertia": [0.2, 0.3, 0.4], "com": [0.1, 0, 0.05]}
    at = {"position": [0.4, 0.1, 0.2], "rpy": [0.1, 0.3, -0.2]}
    push = {"direction": [1, 2, 0.5], "at": [0, 0.2, 0], "input": "3*sin(4*t)"}
    words = {
        "name": "pair",
        "bodies": {"a": free, "b": {**free, "mass": 2}},
        "initial": {"b": {"position": [1, 0.2, 0.3]}, "a": {"angular_velocity": [0.1, 0.2, 0.3]}},
        "constraints": {"dock": {kind: {"between": ["a", second], "at": at, **more}}},
        "actuators": {"push": {"force": {"body": "b", **push}}},
        "duration": 2.0,
    }
    if second == "world":
        del words["bodies"]["b"], words["initial"]["b"]
        words["actuators"]["push"]["force"]["body"] = "a"
    return words


@pytest.mark.parametrize(
    ("kind", "second", "more"),
    [
        ("weld", "b", {}),
        ("ball", "b", {}),
        ("distance", "b", {"to": [0.1, 0.2, 0]}),
        ("hinge", "b", {"axis": "z"}),
        ("ball", "world", {}),
    ],
)
def test_a_dock_bears_what_results_say(kind, second, more):
    place = {"position": [0.3, -0.2, 0.1], "rpy": [0.2, 0.1, -0.4]}
    sensors = {
        "load": {"force_torque": {"dock": "dock", "rate": 10}},
        "moved": {"force_torque": {"dock": "dock", "at": place, "rate": 10}},
    }
    robot = pl.Robot(**docked(kind, second, **more), sensors=sensors)
    found = readings(robot, 2.0, integrator="rk4", step=0.01, rtol=None, atol=None)
    run = pl.simulate(robot, integrator="rk4", step=0.01, every=0.1)
    load = run.load("dock")
    force, moment = np.asarray(load.force)[:20], np.asarray(load.moment)[:20]
    assert np.abs(force).max() > 1.0
    near = {"rtol": 0, "atol": 2e-9}
    np.testing.assert_allclose(found["load"].xyz("force"), force, **near)
    np.testing.assert_allclose(found["load"].xyz("torque"), moment, **near)
    R = turned(*place["rpy"])
    np.testing.assert_allclose(found["moved"].xyz("force"), force @ R, **near)
    if kind == "ball" and second == "b":
        # a ball takes no moment about its point, which is known on the other body only at the start
        arm = np.array([0.4 - 1.0, 0.1 - 0.2, 0.2 - 0.3]) - place["position"]
        first = np.cross(arm, force[0]) @ R
        np.testing.assert_allclose(found["moved"].xyz("torque")[0], first, **near)


def test_a_dock_that_is_not_in_force_reads_zero():
    words = docked()
    words["events"] = {"let-go": {"when": "t > 1", "undock": "dock"}}
    words["sensors"] = {"load": {"force_torque": {"dock": "dock", "rate": 10}}}
    found = readings(pl.Robot(**words), 2.0)["load"]
    held = found.times < 1.0 + 1e-9
    assert np.all(np.abs(found.xyz("force")[held]).max(axis=1) > 1e-3)
    np.testing.assert_array_equal(found.xyz("force")[~held], 0.0)
    np.testing.assert_array_equal(found.xyz("torque")[~held], 0.0)


@pytest.mark.parametrize(
    ("sensor", "said"),
    [
        ({"rate": 1}, "the sensor has neither joint nor dock"),
        ({"rate": 1, "joint": "a", "dock": "dock"}, "the sensor has joint and dock"),
        ({"rate": 1, "dock": "dok"}, "force_torque.dock: there is no such constraint"),
        ({"rate": 1, "dock": "still"}, "this stands for several constraints"),
    ],
)
def test_what_makes_no_sense_is_refused(sensor, said):
    words = docked()
    words["constraints"]["still"] = {"hold": {"body": "a", "axes": ["x"]}}
    with pytest.raises(pl.PelagosError) as refused:
        pl.Robot(**words, sensors={"s": {"force_torque": sensor}})
    assert said in str(refused.value)
