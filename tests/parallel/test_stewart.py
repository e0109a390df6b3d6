"""The Stewart platform: leg forces along its path against Newton and Euler written out in numpy."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.march.engine import engine_of
from pelagos.programs.robot import FORMULATIONS

ROBOT = pl.load("stewart")
P = ROBOT.parameters
TIMES = (0.0, 0.3, 0.75, 1.4, 2.05)


def anchors():
    """Feet, and joints in the platform's axes, from the angles of the description."""
    feet, joints = [], []
    for k in range(3):
        for side in (-1, 1):
            foot = np.radians(120 * k) + side * P["base_half"]
            joint = np.radians(120 * k + side * 60) - side * P["plate_half"]
            feet.append([P["base"] * np.cos(foot), P["base"] * np.sin(foot), 0.0])
            joints.append([P["plate"] * np.cos(joint), P["plate"] * np.sin(joint), 0.0])
    return np.array(feet), np.array(joints)


def wave(amplitude, rate, t):
    """amplitude sin(rate t) and its two derivatives."""
    s, c = np.sin(rate * t), np.cos(rate * t)
    return amplitude * np.array([s, rate * c, -(rate**2) * s])


def path(t):
    """Place, velocity, acceleration; rotation, angular velocity and acceleration, world axes."""
    w = P["rate"]
    z = -P["heave"] * wave(1.0, w, t + np.pi / (2 * w)) + [P["height"] + P["heave"], 0.0, 0.0]
    centre = np.array([wave(P["surge"], w, t), wave(P["sway"], 2 * w, t), z]).T
    roll, pitch, yaw = (
        wave(P["roll"], 2 * w, t), wave(P["pitch"], w, t), wave(P["yaw"], w, t),
    )  # fmt: skip
    Rz, Ry, Rx = turn(2, yaw[0]), turn(1, pitch[0]), turn(0, roll[0])
    ez, ey, ex = np.array([0.0, 0, 1]), Rz[:, 1], Rz @ Ry[:, 0]
    omega = yaw[1] * ez + pitch[1] * ey + roll[1] * ex
    ey_rate = np.cross(yaw[1] * ez, ey)
    ex_rate = np.cross(yaw[1] * ez + pitch[1] * ey, ex)
    alpha = yaw[2] * ez + pitch[2] * ey + roll[2] * ex + pitch[1] * ey_rate + roll[1] * ex_rate
    return centre, Rz @ Ry @ Rx, omega, alpha


def turn(axis, angle):
    R, (i, j) = np.eye(3), ((1, 2), (2, 0), (0, 1))[axis]
    R[i, i] = R[j, j] = np.cos(angle)
    R[j, i], R[i, j] = np.sin(angle), -np.sin(angle)
    return R


def leg(foot, home_axis, place, velocity, acceleration):
    """Axis of a leg with its derivatives; angular velocity and acceleration of its frame.

    Of the universal joint the first axis x0 is fixed in the base, the second y is perpendicular to
    it and to the leg.
    """
    reach = place - foot
    L = np.linalg.norm(reach)
    s = reach / L
    L1 = s @ velocity
    s1 = (velocity - L1 * s) / L
    L2 = s @ acceleration + L * (s1 @ s1)
    s2 = (acceleration - L2 * s - 2 * L1 * s1) / L
    w = [np.cross(each, home_axis) for each in (s, s1, s2)]
    y = unit_with_derivatives(*w)
    x = (
        np.cross(y[0], s),
        np.cross(y[1], s) + np.cross(y[0], s1),
        np.cross(y[2], s) + 2 * np.cross(y[1], s1) + np.cross(y[0], s2),
    )
    frame = (x, y, (s, s1, s2))
    omega = sum(np.cross(e[0], e[1]) for e in frame) / 2
    alpha = sum(np.cross(e[0], e[2]) for e in frame) / 2
    return L, (s, s1, s2), y[0], omega, alpha


def unit_with_derivatives(w, w1, w2):
    n = np.linalg.norm(w)
    n1 = w @ w1 / n
    n2 = (w1 @ w1 + w @ w2 - n1**2) / n
    y = w / n
    y1 = (w1 - n1 * y) / n
    return y, y1, (w2 - n2 * y - 2 * n1 * y1) / n


def solid(mass, radius, length):
    """Principal inertias of a cylinder: across, along."""
    return mass * (3 * radius**2 + length**2) / 12, mass * radius**2 / 2


def leg_forces(t):
    """Newton and Euler: moments of each leg about its foot, then the platform's six equations."""
    g = np.array(ROBOT.gravity)
    (c, v, a), R, omega, alpha = path(t)
    feet, joints = anchors()
    m1, m2 = P["cylinder"], P["rod"]
    c1, c2 = P["cylinder_length"] / 2, P["rod_length"] / 2
    parts = [solid(m1, 0.03, 2 * c1), solid(m2, 0.02, 2 * c2)]
    A, right = np.zeros((6, 6)), np.zeros(6)
    axial = []
    for i, (foot, joint) in enumerate(zip(feet, joints @ R.T, strict=True)):
        place = c + joint
        velocity = v + np.cross(omega, joint)
        acceleration = a + np.cross(alpha, joint) + np.cross(omega, np.cross(omega, joint))
        start = np.array([0, 0, P["height"]]) + joints[i] - foot
        L, (s, _, s2), y, w, w1 = leg(foot, first_axis(start), place, velocity, acceleration)
        # rate of angular momentum about the foot, less the moment of the weights
        r1, r2 = c1 * s, (L - c2) * s
        a1, a2 = c1 * s2, acceleration - c2 * s2
        moment = np.cross(r1, m1 * (a1 - g)) + np.cross(r2, m2 * (a2 - g))
        for across, along in parts:
            inertia = across * np.eye(3) + (along - across) * np.outer(s, s)
            moment += inertia @ w1 + np.cross(w, inertia @ w)
        # the universal joint bears moments along x0 x y; the rest is L s x F
        x0 = first_axis(start)
        cross = np.cross(x0, y)
        moment -= cross * (moment @ s) / (cross @ s)
        F = np.cross(moment, s) / L  # across the leg, from the platform onto it
        push = m2 * (a2 - g) @ s  # actuator + F_axial = push
        A[:3, i], A[3:, i] = -s, -np.cross(joint, s)
        right[:3] += F
        right[3:] += np.cross(joint, F)
        axial.append(push)
    across, along = solid(P["mass"], P["plate"], 0.04)
    inertia = R @ np.diag([across, across, along]) @ R.T
    right[:3] += P["mass"] * (a - g)
    right[3:] += inertia @ alpha + np.cross(omega, inertia @ omega)
    return np.array(axial) - np.linalg.solve(A, right)


def first_axis(start):
    """x of the foot's frame, which has z along the leg at home: turned about z, then about y."""
    about_z, about_y = np.arctan2(start[1], start[0]), np.arctan2(np.hypot(*start[:2]), start[2])
    return (turn(2, about_z) @ turn(1, about_y))[:, 0]


@pytest.fixture(scope="module")
def along_path():
    """A run along the path."""
    return pl.simulate(ROBOT, "trajectory", duration=2.1, every=0.05, rtol=1e-8)


@pytest.mark.parametrize("method", FORMULATIONS)
def test_leg_forces(along_path, method):
    """Forces that enforce the slides, at states on the path, by all formulations."""
    robot = ROBOT.resolved("trajectory")
    for wanted in TIMES:
        i = int(np.argmin(np.abs(along_path.arrays["time"] - wanted)))
        t = float(along_path.arrays["time"][i])
        state = np.concatenate([along_path.arrays["q"][i], along_path.arrays["u"][i], [0.0]])
        seen = engine_of(robot, method).observe(np.array([t]), state[None], 0)
        assert seen.actuation[0] == pytest.approx(leg_forces(t), rel=1e-9, abs=1e-8)


def test_the_platform_is_on_its_path_and_the_loops_are_closed(along_path):
    a = along_path.arrays
    body = list(ROBOT.order).index("platform")
    expected = np.array([path(t)[0][0] for t in a["time"]])
    assert a["position"][:, body] == pytest.approx(expected, abs=1e-10)
    w, x, y, z = a["orientation"][:, body].T
    yaw = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    assert yaw == pytest.approx(P["yaw"] * np.sin(P["rate"] * a["time"]), abs=1e-10)
    assert a["constraint_error"].max() < 1e-10
    # the work of the legs, integrated with the run
    assert along_path.audit().energy_balance < 1e-6


def test_at_rest_the_legs_bear_the_weight():
    """Statics: leg forces and the feet's shares of the legs' weight, by hand."""
    run = pl.simulate(ROBOT, "hold", duration=4.0)
    force = run.arrays["actuation"][-1]
    assert force == pytest.approx(np.full(6, force.mean()), rel=1e-6)
    # virtual work of a vertical displacement at the settled height
    z = run.arrays["position"][-1, list(ROBOT.order).index("platform"), 2]
    L = np.hypot(P["plan"], z)
    c1, c2, g = P["cylinder_length"] / 2, P["rod_length"] / 2, -ROBOT.gravity[2]

    def lifted(height):
        """Potential energy per leg."""
        length = np.hypot(P["plan"], height)
        legs = P["cylinder"] * c1 * height / length + P["rod"] * (length - c2) * height / length
        return g * (P["mass"] * height / 6 + legs)

    slope = (lifted(z + 1e-5) - lifted(z - 1e-5)) / 2e-5
    assert force.mean() * z / L == pytest.approx(slope, rel=1e-6)
