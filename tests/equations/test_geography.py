"""North, east and down, and the angles of mariners."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pelagos.language.placement import from_rpy, rotation
from pelagos.mathematics.algebra import Mat3
from pelagos.mathematics.geography import (
    around,
    north_east_down,
    roll_pitch_heading,
    why_no_north,
)


def test_x_is_north_and_gravity_points_down():
    np.testing.assert_array_equal(north_east_down((0, 0, 9.81)), np.eye(3))
    np.testing.assert_array_equal(north_east_down((0, 0, -9.81)), np.diag([1.0, -1.0, -1.0]))
    leaning = north_east_down((-3.0, 0.0, -4.0))
    np.testing.assert_allclose(leaning @ leaning.T, np.eye(3), atol=1e-15)
    np.testing.assert_allclose(leaning[2], [-0.6, 0, -0.8], atol=1e-15)
    np.testing.assert_allclose(np.cross(leaning[2], leaning[0]), leaning[1], atol=1e-15)
    assert leaning[0, 0] > 0.0


def test_no_gravity_or_one_along_x_is_told():
    assert "without gravity" in why_no_north((0, 0, 0))[0]
    assert "along x" in why_no_north((9.81, 0, 1e-9))[0]
    assert why_no_north((0, 0, -9.81)) is None


@pytest.mark.parametrize(("gravity", "sign"), [((0, 0, 9.81), 1.0), ((0, 0, -9.81), -1.0)])
def test_angles_are_those_of_mariners_in_any_world(gravity, sign):
    roll, pitch, yaw = 0.3, -0.4, 2.0
    R, N = rotation(from_rpy((roll, pitch, yaw))), north_east_down(gravity)
    found = roll_pitch_heading(Mat3.of((N @ R @ N.T).T.ravel().tolist()))
    np.testing.assert_allclose(found, [roll, sign * pitch, sign * yaw], atol=1e-15)


def test_a_bow_that_rises_in_a_world_with_z_up_is_pitched_up():
    """Turned about -y (starboard), x ahead goes up."""
    R, N = rotation(from_rpy((0.0, -0.2, 0.0))), north_east_down((0, 0, -9.81))
    assert (R @ [1, 0, 0])[2] > 0.0
    assert roll_pitch_heading(Mat3.of((N @ R @ N.T).T.ravel().tolist()))[1] == pytest.approx(0.2)


def test_an_angle_stays_within_one_turn():
    assert around(-0.5) == pytest.approx(2 * math.pi - 0.5)
    assert around(7.0) == pytest.approx(7.0 - 2 * math.pi)
    assert around(-1e-20) == 0.0
