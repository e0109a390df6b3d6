"""The PUMA 560 against published numbers of it, and its scenario."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import pelagos as pl
from pelagos.programs.robot import FORMULATIONS

ARM6 = pl.load("arm6")
PASSIVE = pl.Robot(**{**ARM6.to_dict(), "actuators": {}, "scenarios": {}})
NOMINAL = np.array([0, np.pi / 4, np.pi, 0, np.pi / 4, 0])

# Corke, Robotics, Vision and Control, section 9.2: joint space inertia and gravity load of the arm
# in its nominal pose, to four decimals
INERTIA = [
    [3.6594, -0.4044, 0.1006, -0.0025, 0, 0],
    [-0.4044, 4.4137, 0.3509, 0, 0.0024, 0],
    [0.1006, 0.3509, 0.9378, 0, 0.0015, 0],
    [-0.0025, 0, 0, 0.1925, 0, 0],
    [0, 0.0024, 0.0015, 0, 0.1713, 0],
    [0, 0, 0, 0, 0, 0.1941],
]
GRAVITY_LOAD = [0, 31.6399, 6.0351, 0, 0.0283, 0]


def test_published_inertia_and_gravity_load():
    np.testing.assert_allclose(pl.mass_matrix(PASSIVE, NOMINAL), INERTIA, atol=6e-5)
    load = pl.inverse_dynamics(PASSIVE, NOMINAL, np.zeros(6), np.zeros(6))
    np.testing.assert_allclose(load, GRAVITY_LOAD, atol=6e-5)


def test_hand_is_where_denavit_and_hartenberg_say():
    """Products of the four elementary transforms of each link."""
    q = np.random.default_rng(6).normal(size=6)
    E = np.eye(4)
    E[2, 3] = 26.45 * 0.0254
    for angle, d, a, twist in zip(
        q,
        (0, 0, 0.15005, 0.4318, 0, 0),
        (0, 0.4318, 0.0203, 0, 0, 0),
        np.array([1, 0, -1, 1, -1, 0]) * np.pi / 2,
        strict=True,
    ):
        c, s, ct, st = np.cos(angle), np.sin(angle), np.cos(twist), np.sin(twist)
        E = E @ [
            [c, -s * ct, s * st, a * c],
            [s, c * ct, -c * st, a * s],
            [0, st, ct, d],
            [0, 0, 0, 1],
        ]
    place, attitude = pl.poses(ARM6, q)["hand"]
    np.testing.assert_allclose(place, E[:3, 3], atol=1e-12)
    turned = Rotation.from_quat(attitude, scalar_first=True).as_matrix()
    np.testing.assert_allclose(turned, E[:3, :3], atol=1e-12)


@pytest.mark.parametrize("method", FORMULATIONS)
def test_methods_agree(method):
    rng = np.random.default_rng(560)
    for _ in range(3):
        q, u, tau = rng.normal(size=(3, 6))
        ours = pl.acceleration(PASSIVE, q, u, tau, method=method)
        back = pl.inverse_dynamics(PASSIVE, q, u, ours)
        np.testing.assert_allclose(back, tau, rtol=1e-9, atol=1e-9)


def test_pick_arrives_within_the_limits_of_its_motors():
    run = pl.simulate(ARM6, "pick", every=0.05)
    q, efforts = run.arrays["q"][-1], np.abs(run.arrays["actuation"]).max(axis=0)
    np.testing.assert_allclose(q, np.deg2rad([70, -30, 80, 45, 60, -90]), atol=np.deg2rad(0.5))
    assert (efforts < [97, 186, 89, 24, 20, 21]).all()
    assert run.audit().energy_balance < 1e-6
