"""The five-bar: torques along its path by virtual work, and its fall by energy."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.march.engine import engine_of
from pelagos.programs.robot import FORMULATIONS

ROBOT = pl.load("five-bar")
P = ROBOT.parameters


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def wave(amplitude, rate, t):
    """amplitude sin(rate t) and its two derivatives."""
    s, c = np.sin(rate * t), np.cos(rate * t)
    return amplitude * np.array([s, rate * c, -(rate**2) * s])


def torques(t):
    """Virtual work: tau . d theta = sum of (m (a - g) . dr + J alpha d angle), all from the pen.

    The elbows are where two circles meet, and move as the derivatives of the circles' equations
    say: no angle is needed, so the geometry is another one than in the model file.
    """
    g = np.array([0.0, ROBOT.gravity[2]])
    path = np.array([wave(P["across"], P["rate"], t), wave(P["along"], 2 * P["rate"], t)])
    place, velocity, acceleration = path.T
    place = np.add(place, [0.0, P["start"]])
    virtual, thetas = P["pen"] * (acceleration - g), []
    for side in (-1, 1):
        foot = np.array([side * P["ground"] / 2, 0.0])
        span = np.linalg.norm(place - foot)
        along = (place - foot) / span
        before = (P["inner"] ** 2 - P["outer"] ** 2 + span**2) / (2 * span)
        off = np.sqrt(P["inner"] ** 2 - before**2)
        elbow = foot + before * along - side * off * np.array([-along[1], along[0]])
        crank, link = elbow - foot, place - elbow
        # crank . de = 0, link . (dp - de) = 0, and once more
        circles = np.array([crank, link])
        by_pen = np.linalg.solve(circles, np.array([[0.0, 0.0], link]))
        v = by_pen @ velocity
        apart = velocity - v
        a = np.linalg.solve(circles, [-v @ v, link @ acceleration + apart @ apart])
        for length, rod, ends, partial in (
            (P["inner"], crank, (a, 0.0 * a), by_pen),
            (P["outer"], link, (acceleration, a), np.eye(2) - by_pen),
        ):
            mass = P["per_metre"] * length
            outer, inner = ends  # accelerations of the far and the near end
            middle = by_pen / 2 if rod is crank else (np.eye(2) + by_pen) / 2
            turn = np.array([cross(rod, column) for column in partial.T]) / length**2
            alpha = cross(rod, outer - inner) / length**2
            virtual = virtual + mass * ((outer + inner) / 2 - g) @ middle
            virtual = virtual + mass * length**2 / 12 * alpha * turn
            if rod is crank:
                thetas.append(turn)
    return np.linalg.solve(np.array(thetas).T, virtual)


@pytest.fixture(scope="module")
def along_path():
    return pl.simulate(ROBOT, "trajectory", every=0.2, rtol=1e-9, atol=1e-11)


def test_torques_along_the_path(along_path):
    robot = ROBOT.resolved("trajectory")
    for i in (0, 3, 7, 11):
        t = float(along_path.arrays["time"][i])
        state = np.concatenate([along_path.arrays["q"][i], along_path.arrays["u"][i], [0.0]])
        for method in FORMULATIONS:
            seen = engine_of(robot, method).observe(np.array([t]), state[None], 0)
            assert seen.actuation[0] == pytest.approx(torques(t), rel=1e-9, abs=1e-10)


def test_the_pen_is_on_its_path(along_path):
    a, w = along_path.arrays, P["rate"]
    pen = a["position"][:, list(ROBOT.order).index("pen")]
    assert pen[:, 0] == pytest.approx(P["across"] * np.sin(w * a["time"]), abs=1e-11)
    expected = P["start"] + P["along"] * np.sin(2 * w * a["time"])
    assert pen[:, 2] == pytest.approx(expected, abs=1e-11)
    assert a["constraint_error"].max() < 1e-10
    assert along_path.audit().energy_balance < 1e-8


@pytest.mark.parametrize("method", FORMULATIONS)
def test_release(method):
    """Nothing is lost, and both halves mirror each other, as they do at the start."""
    run = pl.simulate(
        ROBOT, "release", duration=0.6, every=0.1, rtol=1e-10, atol=1e-12, method=method
    )
    q = run.arrays["q"]
    left, right = (list(ROBOT.coordinates).index(name) for name in ("left", "right"))
    assert q[:, left] + q[:, right] == pytest.approx(np.full(len(q), np.pi), abs=1e-7)
    assert np.ptp(q[:, left]) > 0.1
    audit = run.audit()
    assert audit.energy_balance < 1e-8
    assert audit.constraint_error < 1e-10
