"""MCAP files, read back by three readers."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest
from mcap.reader import make_reader
from mcap_ros2.decoder import DecoderFactory
from rosbags.highlevel import AnyReader

import pelagos as pl
from pelagos.bridges.mcap_file import left_out, write_mcap
from pelagos.bridges.messages import types
from pelagos.bridges.messages.robot import RobotInRos
from pelagos.bridges.messages.sensors import topics
from pelagos.data import logs
from pelagos.errors import PelagosError
from tests.bridges.both_ways import BODY, WORLD, numbers
from tests.bridges.sensed import sensed, words
from tests.bridges.test_sensors import LATE

SAMPLES = 21


@pytest.fixture(scope="module")
def run() -> pl.Run:
    return pl.simulate("rov-arm", "reach", duration=4, every=0.2)


@pytest.fixture(scope="module")
def file(run, tmp_path_factory):
    return write_mcap(run, tmp_path_factory.mktemp("mcap") / "reach.mcap")


def hull(run: pl.Run, index: int) -> tuple[np.ndarray, np.ndarray]:
    """Position east, north, up; velocity forward, left, up."""
    return WORLD @ run.arrays["position"][index, 0], BODY @ run.arrays["u"][index, :3]


def test_the_file_says_what_it_holds(run, file):
    with file.open("rb") as stream:
        reader = make_reader(stream)
        summary, header = reader.get_summary(), reader.get_header()
        notes = {note.name: note.metadata for note in reader.iter_metadata()}
    assert header.profile == "ros2"
    assert {schema.encoding for schema in summary.schemas.values()} == {"ros2msg"}
    channels = {channel.topic: channel for channel in summary.channels.values()}
    assert {"/clock", "/tf", "/rov_arm/odom", "/rov_arm/imu"} <= channels.keys()
    for channel in channels.values():
        assert channel.message_encoding == "cdr"
        kind = summary.schemas[channel.schema_id].name
        assert channel.metadata == {
            "offered_qos_profiles": "",
            "topic_type_hash": types.type_hash(kind),
        }
    assert set(summary.statistics.channel_message_counts.values()) == {SAMPLES}
    assert summary.statistics.message_end_time == 4_000_000_000
    assert notes["pelagos"]["robot_hash"] == run.header.robot_hash
    assert notes["pelagos"]["outcome"].startswith("finished")


def test_mcap_ros2_reads_the_numbers(run, file):
    with file.open("rb") as stream:
        reader = make_reader(stream, decoder_factories=[DecoderFactory()])
        found = list(reader.iter_decoded_messages(topics=["/rov_arm/odom"]))
    assert len(found) == SAMPLES
    for index, (_, _, record, message) in enumerate(found):
        position, velocity = hull(run, index)
        np.testing.assert_array_equal(numbers(message.pose.pose.position), position)
        np.testing.assert_array_equal(numbers(message.twist.twist.linear), velocity)
        assert record.log_time == round(run.arrays["time"][index] * 1e9)
        stamp = message.header.stamp
        assert stamp.sec * 10**9 + stamp.nanosec == record.log_time


def test_rosbags_reads_the_same(run, file):
    """With the definitions in the file alone."""
    seen: dict[str, int] = {}
    with AnyReader([file]) as reader:
        for connection, stamp, data in reader.messages():
            index = seen.get(connection.topic, 0)
            seen[connection.topic] = index + 1
            message = reader.deserialize(data, connection.msgtype)
            if connection.topic == "/rov_arm/odom":
                position, velocity = hull(run, index)
                np.testing.assert_array_equal(numbers(message.pose.pose.position), position)
                np.testing.assert_array_equal(numbers(message.twist.twist.linear), velocity)
            elif connection.topic == "/rov_arm/joint_states":
                np.testing.assert_array_equal(message.position, run.arrays["q"][index, 7:])
            elif connection.topic == "/clock":
                assert message.clock.sec * 10**9 + message.clock.nanosec == stamp
    assert set(seen.values()) == {SAMPLES}
    assert len(seen) == 9


@pytest.fixture(scope="module")
def dive() -> pl.Run:
    """With sensors of all kinds, one of them late and with losses."""
    return pl.simulate(sensed(True, {**words(), **LATE}), every=0.1)


@pytest.fixture(scope="module")
def sensor_file(dive, tmp_path_factory):
    return write_mcap(dive, tmp_path_factory.mktemp("mcap") / "dive.mcap")


def test_readings_are_in_the_file_when_they_arrived(dive, sensor_file):
    """By mcap-ros2-support; times of measurement are in the messages."""
    late, found = dive.readings("late"), []
    with sensor_file.open("rb") as stream:
        reader = make_reader(stream, decoder_factories=[DecoderFactory()])
        counts = reader.get_summary().statistics
        for _, _, record, message in reader.iter_decoded_messages(topics=["/twin/late/data"]):
            stamp = message.header.stamp
            assert record.log_time - stamp.sec * 10**9 - stamp.nanosec == 33_000_000
            found.append((record.log_time, *numbers(message.angular_velocity)))
    good = ~np.isnan(late.values[:, 0]) & (late.time > 0.033 - 1e-9)
    assert [time for time, *_ in found] == [round(1e9 * t) for t in late.time[good]]
    np.testing.assert_array_equal([r for _, *r in found], late["gyro"][good] @ BODY)
    assert len(found) < len(late)
    channels = {c.topic: n for n, c in reader.get_summary().channels.items()}
    assert counts.channel_message_counts[channels["/twin/odom"]] == len(dive)
    assert counts.channel_message_counts[channels["/twin/log/altitude"]] == 10
    assert counts.message_start_time == 0


def test_rosbags_reads_readings(dive, sensor_file):
    """In the order of time, with the definitions in the file alone."""
    last, seen = 0, set()
    with AnyReader([sensor_file]) as reader:
        for connection, stamp, data in reader.messages():
            assert stamp >= last
            last = stamp
            seen.add(connection.topic)
            message = reader.deserialize(data, connection.msgtype)
            if connection.topic == "/twin/press/pressure":
                index = round(stamp * 1e-8)
                assert message.fluid_pressure == dive.readings("press")["pressure"][index]
    known = RobotInRos.of(dive.robot)
    assert {topic.name for topic in topics(known)} < seen


def test_times_in_the_file_itself_do_not_go_back(sensor_file):
    """Readers that do not sort see them in order as well."""
    with sensor_file.open("rb") as stream:
        reader = make_reader(stream)
        times = [m.log_time for _, _, m in reader.iter_messages(log_time_order=False)]
    assert times == sorted(times)


def test_what_is_left_out_is_named(dive, tmp_path):
    assert left_out(dive) == {}
    some = {"yaw": {"fog": {"body": "hull", "rate": 5, "axes": "z"}}, **LATE}
    run = pl.simulate(sensed(True, some), duration=0.1)
    assert left_out(run).keys() == {"yaw"}
    # as from a version that kept none
    old = pl.Run(replace(run.header, sensors={}), run.outcome, dict(run.arrays))
    assert left_out(old)["late"] == "the result has no readings of it"
    write_mcap(old, tmp_path / "old.mcap")


def test_pelagos_reads_it_as_a_record(run, file):
    columns, notes = logs.read_mcap(file)
    assert notes == []
    _, depth = columns["/rov_arm/odom.pose.pose.position.z"]
    np.testing.assert_array_equal(depth, -run.arrays["position"][:, 0, 2])


def test_a_name_of_ones_own(run, tmp_path):
    place = write_mcap(run, tmp_path / "a.mcap", name="Diver 2")
    with AnyReader([place]) as reader:
        assert {"/Diver_2/odom", "/clock"} <= reader.topics.keys()


def test_a_folder_that_is_not_there(run, tmp_path):
    with pytest.raises(PelagosError, match="nowhere"):
        write_mcap(run, tmp_path / "nowhere" / "a.mcap")


@pytest.mark.parametrize("package", ["rosbags.typesys", "mcap.writer"])
def test_what_is_not_installed_is_named(run, tmp_path, monkeypatch, package):
    types._store.cache_clear()
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(PelagosError, match=r'pip install "pelagos\[ros2\]"'):
        write_mcap(run, tmp_path / "a.mcap")
    assert list(tmp_path.iterdir()) == []
