"""Servos: pulses, increments, limits, and the log."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

import pelagos as pl
from pelagos.applications.servos import HobbyServo, compare, emulate, increments, read_log
from pelagos.cli.main import cli


@pytest.fixture(scope="module")
def accordion():
    return emulate("snake20", "accordion", servo=HobbyServo(torque=50))


def test_pulses():
    servo = HobbyServo()
    assert servo.pulse(np.radians([0.0, 90, -90, 120])).tolist() == pytest.approx(
        [1500e-6, 2500e-6, 500e-6, 2500e-6]
    )
    # whole microseconds: half of one is 0.045 degrees
    angles = np.linspace(-1.5, 1.5, 1001)
    off = np.abs(servo.angle(servo.pulse(angles)) - angles).max()
    assert off <= np.radians(0.045) * (1 + 1e-6)


def test_a_ramp_is_off_a_quintic_by_14_67_percent(accordion):
    """max |u - (10 u^3 - 15 u^4 + 6 u^5)| = 0.146747, up to the resolution of the pulse."""
    u = np.linspace(0, 1, 100_001)
    closed = np.abs(u - u**3 * (10 - 15 * u + 6 * u * u)).max()
    assert closed == pytest.approx(0.1467, abs=1e-4)
    j = accordion.log.joints.index("link2")
    off = np.abs(accordion.log.commanded[:, j] - accordion.positions[:, j]).max()
    assert off / np.radians(40) == pytest.approx(closed, abs=2e-3)
    increments = np.diff(accordion.log.commanded[:, j])
    assert np.ptp(increments) <= 2 * np.radians(0.09) * (1 + 1e-6)  # constant, to the pulse


def test_strong_servos_follow_and_agree_at_both_ends(accordion):
    for d in accordion.deviations:
        assert d.start < 1e-9
        assert d.maximum < np.radians(1)


def test_limits_of_speed_and_torque():
    slow = emulate("snake20", "accordion", servo=HobbyServo(speed=np.radians(10), torque=50))
    j = slow.log.joints.index("link2")
    assert np.abs(slow.log.commanded[-1, j]) == pytest.approx(np.radians(20), abs=np.radians(0.1))
    weak = emulate("snake20", "accordion", servo=HobbyServo(torque=0.3))
    strong = emulate("snake20", "accordion", servo=HobbyServo(torque=50))
    assert weak.deviations[j].between > 2 * strong.deviations[j].between


def test_the_log_reads_back(accordion, tmp_path):
    path = tmp_path / "servo.txt"
    accordion.log.write(path)
    found = read_log(path, accordion.log.servo)
    assert found.joints == accordion.log.joints
    np.testing.assert_allclose(found.time, accordion.log.time, atol=1e-12)
    np.testing.assert_allclose(found.pulse, accordion.log.pulse, atol=1e-12)
    np.testing.assert_allclose(found.reached, accordion.log.reached, atol=np.radians(6e-5))
    path.write_text("0.0 link1 fast\n")
    with pytest.raises(pl.PelagosError, match=r"servo\.txt:1"):
        read_log(path)
    path.write_text("")
    with pytest.raises(pl.PelagosError, match="there are no lines"):
        read_log(path)


def test_logs_with_other_sample_times(accordion):
    log, positions = accordion.log, accordion.positions
    efforts = np.zeros_like(positions)
    half = replace(log, time=log.time[::2], pulse=log.pulse[::2], reached=log.reached[::2])
    wanted = compare(half, positions[::2], efforts)
    assert compare(half, positions, efforts, log.time) == wanted
    with pytest.raises(pl.PelagosError, match="give their times"):
        compare(half, positions, efforts)
    with pytest.raises(pl.PelagosError, match="the log goes from 0 to"):
        compare(log, positions[:9], efforts, log.time[:9])
    with pytest.raises(pl.PelagosError, match="9 times for"):
        compare(log, positions, efforts, log.time[:9])
    with pytest.raises(pl.PelagosError, match="20 joints"):
        compare(log, positions[:, :3], efforts)


def test_command(tmp_path):
    pytest.importorskip("matplotlib")
    log, plot = tmp_path / "servo.txt", tmp_path / "servo.png"
    asked = ["servo", "snake8-free", "coil", "--set", "snake.mass=0.1"]
    shown = CliRunner().invoke(cli, [*asked, "--log", str(log), "--plot", str(plot)])
    assert shown.exception is None or shown.exit_code == 0
    assert "of stroke" in shown.output
    assert " -0.0000" not in log.read_text()
    assert log.stat().st_size > 1000
    assert plot.stat().st_size > 1000
    refused = CliRunner().invoke(cli, [*asked, "--log", str(tmp_path / "none" / "servo.txt")])
    assert "does not exist; create it first" in str(refused.exception)


def test_waves_turn_back_at_their_extrema():
    found = emulate("snake8-free", "serpenoid", servo=replace(HobbyServo(), torque=50))
    j = found.log.joints.index("link2")
    wish, commanded = found.positions[:, j], found.log.commanded[:, j]
    turns = np.flatnonzero(np.diff(wish)[1:] * np.diff(wish)[:-1] < 0) + 1
    assert len(turns) >= 3
    np.testing.assert_allclose(commanded[turns], wish[turns], atol=np.radians(0.05))


def test_samples_that_lie_evenly_about_a_turning_point():
    """Crests at 0.25 s and so on, samples at 0.24 and 0.26 s: a line is off by 0.21 at most."""
    wish = np.round(np.sin(2 * np.pi * 0.02 * np.arange(201)), 12)
    assert np.count_nonzero(np.diff(wish) == 0.0) == 8
    assert np.abs(increments(wish, HobbyServo()) - wish).max() < 0.22


def test_a_joint_that_has_arrived_rests():
    """A shape is reached in two seconds, whatever comes after them."""
    found = emulate("snake8-free", "coil", servo=HobbyServo(torque=50), duration=3.0)
    after = found.log.time >= 2.0
    np.testing.assert_allclose(
        found.log.commanded[after], found.positions[after], atol=np.radians(0.05)
    )


def test_refusals():
    with pytest.raises(pl.PelagosError, match="leg1 slides, and servos turn"):
        emulate("stewart", "trajectory", duration=0.1)
    with pytest.raises(pl.PelagosError, match="a command each 5 s is no motion of 2 s"):
        emulate("snake20", "cobra", servo=HobbyServo(step=5.0))
