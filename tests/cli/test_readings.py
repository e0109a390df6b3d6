"""Readings of sensors as a user meets them: run, info, plot."""

from __future__ import annotations

from pathlib import Path

from tests.swinging import MODEL


def test_run_info_and_plot(pelagos):
    Path("swing.yaml").write_text(MODEL)
    pelagos("run", "swing.yaml", "--out", "run.nc", "--quiet")
    said = pelagos("info", "run.nc").out
    row = next(line for line in said.splitlines() if line.startswith("  imu "))
    assert row.split()[:8] == ["imu", "imu", "100", "Hz", "0", "s", "100", "0"]
    facts = pelagos("info", "run.nc", "--json").json["sensors"]
    assert facts["noisy"]["readings"] == 50
    assert facts["noisy"]["lost"] > 0
    assert facts["imu"]["channels"]["accel.x"] == "m/s2"
    pelagos("plot", "run.nc", "imu.gyro", "noisy", "--out", "run.png")
    assert Path("run.png").read_bytes().startswith(b"\x89PNG")
    refused = pelagos("plot", "run.nc", "imu.giro")
    assert refused.code == 2
    assert "imu has no channel 'giro'; did you mean gyro" in refused.err


def test_too_many_readings_for_memory_are_refused(pelagos):
    Path("swing.yaml").write_text(MODEL)
    refused = pelagos("run", "swing.yaml", "--no-out", "--duration", "1e6", "--every", "1")
    assert refused.code == 2
    assert "1.05e+09 numbers, more than 200,000,000" in refused.err
