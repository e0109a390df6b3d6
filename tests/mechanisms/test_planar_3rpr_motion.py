"""Motions of the planar 3-RPR by its own integrator, and where they end."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos.mechanisms.planar_3rpr import Planar3RPR


@pytest.mark.parametrize(
    ("name", "limb"), [("small", "telescope"), ("irregular", "payout"), ("large", "payout")]
)
def test_forces_of_the_path_give_the_path(name, limb):
    """Inverse dynamics as a function of time, integrated: back on the path, energy in balance."""
    robot = Planar3RPR.builtin(name)
    X, V, _ = robot.path(0.0)
    pull, seconds = {"limb": limb, "gravity": (0.3, -1.0)}, 10.0 if name == "large" else 1.0

    def force(t, _X, _V):
        return robot.inverse_dynamics(*robot.path(t), **pull).f

    motion = robot.simulate(X, V, force, seconds, every=seconds / 20, rtol=1e-11, **pull)
    assert motion.finished
    assert motion.outcome == f"finished at t = {seconds:g} s"
    size = np.abs(robot.path(motion.time)[0]).max()
    np.testing.assert_allclose(motion.X, robot.path(motion.time)[0], atol=1e-8 * size)
    np.testing.assert_allclose(motion.A, robot.path(motion.time)[2], atol=1e-6 * size)
    np.testing.assert_allclose(motion.L, robot.inverse_kinematics(motion.X).L)
    assert motion.energy_error < 1e-9


def test_energy_of_the_notes_is_not_in_balance():
    robot, still = Planar3RPR.builtin("small"), np.zeros(3)
    words = {"f": [3.0, -2.0, 1.0], "duration": 1.5, "every": 0.1}
    errors = {
        limb: robot.simulate(still, still, limb=limb, **words).energy_error
        for limb in ("telescope", "payout", "notes")
    }
    assert errors["telescope"] < 1e-8
    assert errors["payout"] < 1e-8
    assert errors["notes"] > 0.01


def test_a_singular_pose_ends_the_motion(tmp_path):
    """Equal forces only turn the platform, until the limbs meet in its middle at 120 degrees."""
    robot, still = Planar3RPR.builtin("small"), np.zeros(3)
    motion = robot.simulate(still, still, [3.0, 3.0, 3.0], 10.0, every=0.01)
    assert not motion.finished
    assert "singular pose at t = " in motion.outcome
    assert "raise condition_limit" in motion.outcome
    assert motion.X[-1, 2] == pytest.approx(2 * np.pi / 3, abs=0.1)
    assert motion.X[-1, 2] < 2 * np.pi / 3
    assert motion.plot(tmp_path / "motion.png").stat().st_size > 10_000
    early = robot.simulate(still, still, [3.0, 3.0, 3.0], 10.0, condition_limit=5.0)
    assert early.condition.max() <= 5.0
    assert early.time[-1] < motion.time[-1]
    beyond = robot.simulate(still, still, [3.0, 3.0, 3.0], 1.0, condition_limit=np.inf)
    assert beyond.X[-1, 2] > 2 * np.pi / 3


def test_a_disturbance_is_a_force_on_the_platform():
    """A constant push on the platform, by hand and as forces of the same power."""
    robot, still = Planar3RPR.builtin("irregular"), np.zeros(3)
    start = [1.0, 0.6, 0.3]
    words = {"X": start, "V": still, "f": still, "duration": 0.5, "every": 0.1}
    pushed = robot.simulate(disturbance=[2.0, 1.0, 0.1], **words)
    moving = robot.simulate(disturbance=lambda t, X, V: [2.0, 1.0, 0.1], **words)
    np.testing.assert_array_equal(pushed.X, moving.X)
    assert pushed.work[-1] == pytest.approx((pushed.X[-1] - start) @ [2.0, 1.0, 0.1], rel=1e-9)
    assert pushed.energy_error < 1e-8
