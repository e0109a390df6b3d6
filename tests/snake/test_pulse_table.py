"""Pulses for a microcontroller, its log read back, and the snake that was built."""

from __future__ import annotations

import shutil
import subprocess

import numpy as np
import pytest

import pelagos as pl
from pelagos.applications.pulse_table import read_pulses, write_table
from pelagos.applications.servos import HobbyServo, ServoLog, emulate, read_log, servo_of

PLAY = """
#include <stdio.h>
#include "pulses.h"
int main(void) {
    for (int k = 0; k < TWO_ARMS_WAVE_ROWS; k++)
        for (int j = 0; j < TWO_ARMS_WAVE_JOINTS; j++)
            printf("%g %s %d 0 0\\n", k * 1e-6 * TWO_ARMS_WAVE_STEP_US, two_arms_wave_names[j],
                   (int)two_arms_wave_pulses[k][j]);
    return TWO_ARMS_WAVE_NEUTRAL_US - 1500;
}
"""


@pytest.fixture
def log():
    servo, time = HobbyServo(step=0.02), 0.02 * np.arange(6)
    angles = np.radians([[a, -2 * a] for a in (0.0, 9.0, 18.0, 27.0, 44.9, 45.1)])
    return ServoLog(("left", "right"), time, servo.pulse(angles), angles, servo)


def test_csv_reads_back(log, tmp_path):
    path = tmp_path / "pulses.csv"
    write_table(log, path, "two arms wave")
    joints, time, pulses = read_pulses(path)
    assert joints == log.joints
    np.testing.assert_allclose(time, log.time, atol=1e-12)
    np.testing.assert_allclose(pulses, log.pulse, atol=1e-12)
    assert path.read_text().splitlines()[3] == "0.02,1600,1300"  # 9 deg are 100 us


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_the_header_is_c(log, tmp_path):
    """A program that plays it prints a log that reads back."""
    write_table(log, tmp_path / "pulses.h", "two arms, wave")
    (tmp_path / "play.c").write_text(PLAY)
    strict = ["cc", "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "play.c", "-o", "play"]
    subprocess.run(strict, cwd=tmp_path, check=True)
    played = subprocess.run([tmp_path / "play"], check=True, capture_output=True, text=True)
    (tmp_path / "log.txt").write_text(played.stdout)
    found = read_log(tmp_path / "log.txt")
    np.testing.assert_allclose(found.pulse, log.pulse, atol=1e-12)
    np.testing.assert_allclose(found.time, log.time, atol=1e-12)


def test_refusals(log, tmp_path):
    with pytest.raises(pl.PelagosError, match=r"written as \.h or \.csv"):
        write_table(log, tmp_path / "pulses.txt", "x")
    (tmp_path / "other.csv").write_text("time_s,x\n0,1\n1,2\n")
    with pytest.raises(pl.PelagosError, match="no column of pulses"):
        read_pulses(tmp_path / "other.csv")


def test_the_snake_that_was_built(tmp_path):
    """Eight joints about the vertical; its servos are the emulated ones; its log is a record."""
    robot = pl.load("snake8-planar")
    assert robot.coordinates[7:] == tuple(f"link{k}" for k in range(1, 9))
    assert all(robot.bodies[f"link{k}"].joint.kind == "revolute" for k in range(1, 9))
    assert servo_of(robot).torque == 2.0
    found = emulate(robot, "accordion", duration=0.4)
    heights = pl.simulate(robot, "accordion", duration=0.4, every=0.1).arrays["position"][..., 2]
    assert np.ptp(heights) < 2e-3  # it stays on the floor
    # what it prescribes is the target of its own servos
    run = pl.simulate(robot, "accordion", duration=0.4, every=0.02)
    off = np.abs(run.arrays["q"][:, 7:] - found.positions).max()
    assert off < np.radians(2)
    path = tmp_path / "log.txt"
    found.log.write(path)
    record = pl.data.read(path)
    np.testing.assert_allclose(record["q.link3"], found.log.reached[:, 2], atol=2e-6)
    np.testing.assert_allclose(record["commanded.link3"], found.log.commanded[:, 2], atol=2e-6)
    compared = pl.compare.compared(pl.data.from_run(run), record)
    assert [c.name for c in compared.channels] == [f"q.link{k}" for k in range(1, 9)]
    wanted = np.sqrt(np.mean((run.arrays["q"][:, 9] - found.log.reached[:, 2]) ** 2))
    assert compared["q.link3"].numbers["rmse"] == pytest.approx(wanted, rel=1e-3)


def test_logs_of_joints_with_their_own_times(tmp_path):
    path = tmp_path / "log.txt"
    path.write_text(
        "# time/s joint pulse/us commanded/deg reached/deg\n"
        "0 a 1500 0 0\n0.01 b 1500 0 0\n0.02 a 1600 9 8\n0.04 a 1700 18 17\n0.05 b 1500 0 1\n"
    )
    record = pl.data.read(path)
    assert record.times["q.a"].tolist() == [0, 0.02, 0.04]
    assert record.times["q.b"].tolist() == [0.01, 0.05]
    with pytest.raises(pl.PelagosError, match="at different times"):
        read_log(path)
    path.write_text(path.read_text() + "0.03 a 1500 0 0\n")
    with pytest.raises(pl.PelagosError, match=r"log\.txt:7: a at 0.03 s comes after 0.04 s"):
        pl.data.read(path)
