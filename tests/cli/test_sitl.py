"""pelagos sitl, as a user types it; what info says about autopilots."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys

import pytest

import pelagos as pl
from benchmarks.ardusub import VECTORED_6DOF, ArduSub, mixed


def started(*args: object, cwd) -> tuple[subprocess.Popen, tuple[str, int]]:
    """The command in a process of its own, and where it listens."""
    command = [sys.executable, "-m", "pelagos", "sitl", *map(str, args)]
    process = subprocess.Popen(
        command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
    )
    for line in process.stdout:
        if found := re.search(r"(127\.0\.0\.1):(\d+)", line):
            return process, (found[1], int(found[2]))
    raise AssertionError(process.stderr.read())


def test_ctrl_c_keeps_what_was_computed(tmp_path):
    args = ("--port", 0, "--out", "dive.nc", "--view", "dive.html", "--fast")
    process, address = started("bluerov-heavy", *args, cwd=tmp_path)
    client = ArduSub(address, timeout=30.0)
    for _ in range(200):
        client.step(mixed(VECTORED_6DOF, forward=0.5))
    client.send_raw(b"what is this?")
    client.step(mixed(VECTORED_6DOF))
    client.close()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "ended at t = 0.5025 s" in out
    assert "201 frames, 1 wrong size" in out
    assert "dive.nc (26 samples)" in out
    assert err == ""
    run = pl.open(tmp_path / "dive.nc")
    assert run.time[-1] == pytest.approx(0.5)
    assert (tmp_path / "dive.html").stat().st_size > 10_000


def test_a_duration_ends_it(tmp_path):
    process, address = started("bluerov-heavy", "--port", 0, "--duration", "0.1 s", cwd=tmp_path)
    client = ArduSub(address, timeout=30.0)
    for _ in range(40):
        client.step([1500] * 8)
    client.close()
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "ended at t = 0.1 s" in out
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("pendulum",), "has no autopilots add"),
        (("bluerov-heavy", "nowhere"), "no such scenario surge"),
        (("bluerov-heavy", "--speed", 1, "--fast"), "contradict"),
        (("bluerov-heavy", "--speed", 0), "not positive"),
        (("bluerov-heavy", "--every", 0.1), "--out or --view"),
        (("bluerov-heavy", "--port", 70000), "65535"),
        (("bluerov-pair", "--port", 65530), "cannot listen 65540 starboard.ardusub --port"),
        (("bluerov-heavy", "--host", "192.0.2.1"), "cannot listen 192.0.2.1"),
        (("bluerov", "--set", "gravity=[9.81, 0, 0]"), "gravity not along z"),
        (("bluerov-heavy", "--out", "no/where.nc"), "folder does not exist"),
        (("bluerov-heavy", "--out", "a.html", "--view", "a.html"), "same file"),
        (("bluerov-heavy", "--view", "a.txt"), "html"),
        (("bluerov-heavy", "--integrator", "radau"), "radau"),
        (("bluerov-heavy", "--set", "autopilots.ardusub.body=hall"), "no such body hull"),
        (("bluerov-heavy", "--set", "autopilots.ardusub.channels.40.light=x"), "1 to 32"),
    ],
)
def test_what_is_refused(pelagos, args, words):
    done = pelagos("sitl", *args)
    assert done.code == 2
    assert "Traceback" not in done.err
    assert all(word in done.err for word in words.split()), done.err


def test_help_has_examples(pelagos):
    text = pelagos("sitl", "--help").out
    assert "pelagos sitl bluerov-heavy --out dive.nc" in text
    assert "sim_vehicle.py -v ArduSub" in text


def test_info_shows_autopilots(pelagos):
    text = pelagos("info", "bluerov-heavy").out
    assert "Autopilot ardusub steers hull by 9 channels, UDP port 9002" in text
    assert "5  thruster7  actuator  1100 to 1900 us: -30.4 to 30.4, reversed" in text
    assert "9  lights     light     shown only" in text
    assert "sensors:" not in text
    sensor = ("--set", "sensors={nav: {imu: {body: hull, rate: 400}}}")
    named = ("--set", "autopilots.ardusub.imu=nav")
    assert "sensors: imu nav" in pelagos("info", "bluerov-heavy", *sensor, *named).out
    facts = pelagos("info", "bluerov-pair", "--json").json["autopilots"]
    assert [(f["name"], f["port"]) for f in facts] == [
        ("port.ardusub", 9002),
        ("starboard.ardusub", 9012),
    ]
    assert facts[1]["channels"][2]["target"] == "starboard.thruster4"
    assert pelagos("info", "pendulum", "--json").json["autopilots"] == []
    assert "Autopilot" not in pelagos("info", "pendulum").out
