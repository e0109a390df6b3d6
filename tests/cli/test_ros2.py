"""`pelagos ros2` from the command line."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import pytest
import yaml

import pelagos as pl
from pelagos import result
from tests.bridges.conftest import PATIENCE, Peer, free_endpoint, until

FAST = ("--fast", "--duration", "0.1")


def test_a_run_lists_its_topics_and_leaves_a_result(pelagos, tmp_path):
    before = signal.getsignal(signal.SIGINT)
    done = pelagos("ros2", "rov-arm", "reach", "--listen", free_endpoint(), *FAST, "--out", "r.nc")
    assert (done.code, done.err) == (0, "")
    for words in ("/rov_arm/odom", "nav_msgs/Odometry", "/rov_arm/slew/command", "[rad]"):
        assert words in done.out
    assert "ended at t = 0.1 s, 0 commands obeyed" in done.out
    run = result.open(tmp_path / "r.nc")
    assert (run.header.scenario, len(run)) == ("reach", 6)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_name_and_another_rate(pelagos):
    done = pelagos(
        *("ros2", "pendulum", "--listen", free_endpoint(), *FAST, "--name", "bob", "--rate", "200")
    )
    assert done.code == 0
    assert "pendulum, 200 times a second" in done.out
    assert "/bob/joint_states" in done.out
    assert "/clock" in done.out


def test_sensors_are_listed_with_those_that_have_no_message(pelagos, tmp_path):
    fog = {"fog": {"body": "rod", "rate": 10, "axes": "z"}}
    imu = {"imu": {"body": "rod", "rate": 400, "delay": 0.01}}
    robot = pl.Robot(**pl.load("pendulum").to_dict(), sensors={"yaw": fog, "nav": imu})
    (tmp_path / "sensed.yaml").write_text(yaml.safe_dump(robot.to_dict()))
    done = pelagos("ros2", "sensed.yaml", "--listen", free_endpoint(), *FAST)
    assert (done.code, done.err) == (0, "")
    assert "/pendulum/nav/data" in done.out
    assert "data of the imu nav, 400 Hz, 0.01 s late" in done.out
    assert "sensors without a message:" in done.out
    assert "Imu has three angular rates, this one reads z only" in done.out


def test_several_robots_have_one_clock(pelagos):
    done = pelagos("ros2", "pendulum", "--listen", free_endpoint(), *FAST, "--no-clock")
    assert done.code == 0
    assert "/clock" not in done.out


def test_a_condition_that_stops_it_is_told(pelagos):
    stop = ("--set", "stop={when: t - 0.05}")
    done = pelagos("ros2", "pendulum", "--listen", free_endpoint(), "--fast", *stop)
    assert done.code == 0
    assert "stopped at t = " in done.out


def test_without_a_router_it_says_what_to_start(pelagos):
    done = pelagos("ros2", "pendulum", "--connect", free_endpoint(), *FAST)
    assert done.code == 2
    assert "no Zenoh router at" in done.err
    assert "ros2 run rmw_zenoh_cpp rmw_zenohd" in done.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("nowhere.yaml",), "nowhere.yaml"),
        (("pendulum", "nothing"), "there is no such scenario"),
        (("pendulum", "--fast", "--speed", "2"), "exclude each other"),
        (("pendulum", "--every", "0.1"), "--out"),
        (("pendulum", "--rate", "0"), "not positive"),
        (("pendulum", "--domain", "300"), "300"),
        (("pendulum", "--listen", "here", *FAST), "write endpoints as"),
        (("pendulum", "--set", "gravity=[9.81, 0, 0]", *FAST), "does not point along z"),
        (("pendulum", "--integrator", "radau", "--listen", "LISTEN", *FAST), "radau"),
    ],
)
def test_refusals(pelagos, args, said):
    done = pelagos("ros2", *(free_endpoint() if a == "LISTEN" else a for a in args))
    assert done.code == 2
    assert said in done.err


@pytest.mark.parametrize("package", ["rosbags.typesys", "zenoh", "xxhash"])
def test_without_the_extra(pelagos, monkeypatch, package):
    from pelagos.bridges.messages import types

    types._store.cache_clear()
    types.type_hash.cache_clear()
    monkeypatch.setitem(sys.modules, package, None)
    done = pelagos("ros2", "pendulum", "--listen", free_endpoint(), *FAST)
    assert done.code == 2
    assert 'pip install "pelagos[ros2]"' in done.err


def test_a_listener_on_the_network_is_warned_of(pelagos):
    endpoint = free_endpoint().replace("127.0.0.1", "0.0.0.0")
    done = pelagos("ros2", "pendulum", "--listen", endpoint, *FAST)
    assert done.code == 0
    assert f"others on the network who reach {endpoint} can drive the robot" in done.err


def test_a_failing_march_ends_with_1_and_keeps_its_samples(pelagos, tmp_path):
    (tmp_path / "runaway.yaml").write_text(
        "name: runaway\ngravity: [0, 0, 0]\n"
        "bodies: {rod: {joint: {revolute: y}, mass: 1, inertia: [1, 1, 1]}}\n"
        'actuators: {push: {motor: {joint: rod, input: "u[rod]^2"}}}\n'
        "initial: {rod: {rate: 1}}\n"
    )
    listen = ("--listen", free_endpoint())
    done = pelagos("ros2", "runaway.yaml", *listen, "--fast", "--duration", "5", "--out", "r.nc")
    assert done.code == 1
    assert "ended at t = " in done.out
    assert len(result.open(tmp_path / "r.nc")) > 10


def test_it_waits_for_a_reader_and_ctrl_c_ends_it(tmp_path):
    """As a process of its own, with a second session that reads."""
    endpoint = free_endpoint()
    words = ("ros2", "pendulum", "--listen", endpoint, "--wait")
    with subprocess.Popen(
        [sys.executable, "-m", "pelagos", *words],
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    ) as process:
        try:
            lines: list[str] = []
            reader = threading.Thread(target=lambda: lines.extend(process.stdout), daemon=True)
            reader.start()
            until(lambda: any("Ctrl-C ends it" in line for line in lines), "the list of topics")
            peer = Peer(connect=endpoint)
            try:
                until(lambda: len(peer.heard) > 6, "messages")
                process.send_signal(signal.SIGINT)
                assert process.wait(PATIENCE) == 0
            finally:
                peer.session.close()
            reader.join(PATIENCE)
            assert "ended at t = " in lines[-1]
        finally:
            process.kill()
