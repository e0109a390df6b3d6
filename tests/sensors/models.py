"""Robots whose motion is known in closed form, and what sensors on them should read.

A `Motion` gives, at times, the axes and the place of a sensor in the world and its velocities,
from formulas that know nothing of Pelagos' equations.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import ellipj, ellipk

AT = {"position": [0.2, -0.1, 0.3], "rpy": [0.15, -0.1, 0.7]}  # of all sensors on their body
POD = [0.1, -0.2, 0.4]  # how the pod stands on the carousel
G = 9.81
SPIN, ANGLE, RADIUS = 0.5, 0.3, 3.0


def turned(roll: float, pitch: float, yaw: float) -> np.ndarray:
    """Rz(yaw) Ry(pitch) Rx(roll)."""
    a, b, c = (np.array([math.cos(x), math.sin(x)]) for x in (roll, pitch, yaw))
    X = np.array([[1, 0, 0], [0, a[0], -a[1]], [0, a[1], a[0]]])
    Y = np.array([[b[0], 0, b[1]], [0, 1, 0], [-b[1], 0, b[0]]])
    Z = np.array([[c[0], -c[1], 0], [c[1], c[0], 0], [0, 0, 1]])
    return Z @ Y @ X


@dataclass(frozen=True)
class KnownMotion:
    """A sensor at a time: its axes as columns, place, velocity and angular velocity, all world."""

    axes: np.ndarray
    place: np.ndarray
    velocity: np.ndarray
    turning: np.ndarray

    def own(self, vector: Any) -> np.ndarray:
        """A vector of the world in its axes."""
        return self.axes.T @ np.asarray(vector)


def moved(R: np.ndarray, p: np.ndarray, v: np.ndarray, w: np.ndarray) -> KnownMotion:
    """Of the sensor AT its body, whose origin moves with v, all in world axes."""
    lever = R @ np.array(AT["position"])
    return KnownMotion(R @ turned(*AT["rpy"]), p + lever, v + np.cross(w, lever), w)


def carousel(up: float, spin: float = SPIN, **water: Any) -> dict[str, Any]:
    """A pod on a circle about the vertical, 10 m below the surface; up: 1 for z up, -1 for down."""
    inertia = {"mass": 1, "inertia": [1, 1, 1]}
    return {
        "name": "carousel",
        "gravity": [0, 0, -up * G],
        "water": {"density": 1020, "surface": 0, **water},
        "bodies": {
            "hub": {"joint": {"revolute": "z"}, "at": [1, 2, -10 * up], **inertia},
            "pod": {
                "parent": "hub",
                "at": {"position": [RADIUS, 0, 0], "rpy": POD},
                "joint": "fixed",
                **inertia,
            },
        },
        "actuators": {"spin": {"motion": {"joint": "hub", "input": f"{spin}*t + {ANGLE}"}}},
    }


def on_carousel(up: float, spin: float = SPIN) -> Callable[[float], KnownMotion]:
    """The motion of a sensor on the pod."""

    def motion(t: float) -> KnownMotion:
        R = turned(0, 0, spin * t + ANGLE)
        w, out = np.array([0, 0, spin]), R @ [RADIUS, 0, 0]
        return moved(R @ turned(*POD), np.array([1, 2, -10 * up]) + out, np.cross(w, out), w)

    return motion


LENGTH, SWING, INERTIA = 0.5, 0.8, 0.1  # distance of the mass centre, first angle, about com


def pendulum(**water: Any) -> dict[str, Any]:
    """A rod of 2 kg on a pin along y, 5 m below the surface, that is let go."""
    return {
        "name": "swing",
        "water": {"density": 1000, **water},
        "bodies": {
            "rod": {
                "joint": {"revolute": "y"},
                "at": [0.5, 0, -5],
                "mass": 2,
                "com": [0, 0, -LENGTH],
                "inertia": [INERTIA, INERTIA, INERTIA],
            }
        },
        "initial": {"rod": {"angle": SWING}},
    }


def on_pendulum(t: float) -> KnownMotion:
    """sin(a / 2) = k sn(K - w t, k) with k = sin(SWING / 2) and w^2 = m g l / J about the pin."""
    m = math.sin(SWING / 2) ** 2
    w = math.sqrt(2 * G * LENGTH / (INERTIA + 2 * LENGTH**2))
    sn, cn, _, _ = ellipj(float(ellipk(m)) - w * t, m)
    k = math.sqrt(m)
    angle = 2 * math.asin(k * sn)
    rate = -2 * k * w * cn  # d asin(k sn) = k cn dn / sqrt(1 - k^2 sn^2) = k cn
    return moved(turned(0, angle, 0), np.array([0.5, 0, -5]), np.zeros(3), np.array([0, rate, 0]))
