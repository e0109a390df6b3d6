"""A node of ROS 2 and a second Zenoh session, which decodes all it hears."""

from __future__ import annotations

import struct
import threading
from collections import Counter

import numpy as np
import pytest
import xxhash
from rosbags.typesys import Stores, get_typestore

import pelagos as pl
from pelagos.bridges.messages.moment import RosMoment
from pelagos.bridges.messages.robot import RobotInRos
from pelagos.bridges.messages.sensors import messages
from pelagos.bridges.messages.types import make, to_bytes
from pelagos.bridges.ros2.keys import topic_key
from pelagos.bridges.ros2.link import ZenohLink
from pelagos.bridges.ros2.node import Ros2Node, prepared_inputs
from pelagos.errors import PelagosError
from tests.bridges.both_ways import numbers, robot
from tests.bridges.conftest import Peer, free_endpoint, until
from tests.bridges.sensed import sensed
from tests.bridges.test_sensors import LATE

STORE = get_typestore(Stores.LATEST)
TICKS = 5


@pytest.fixture
def linked(peers):
    """A node and its peer; either may be the router."""
    links = []

    def begin(model: pl.Robot, *, be_router: bool = True, **words) -> tuple[Ros2Node, Peer]:
        known, endpoint = RobotInRos.of(model), free_endpoint()
        peer = None if be_router else peers(listen=endpoint)
        way = {"listen": [endpoint]} if be_router else {"connect": [endpoint]}
        link = ZenohLink(0, known.topic(), **way, lossless=True)
        links.append(link)
        peer = peer or peers(connect=endpoint)
        session = pl.Session(model, inputs=prepared_inputs(model), integrator="rk4", step=1e-3)
        return Ros2Node(session, link, known, rate=100, speed=None, **words), peer

    yield begin
    for link in links:
        link.close()


def everybody_hears(node: Ros2Node) -> None:
    until(lambda: all(end.is_read for end in node._ends.values()), "readers of all topics")


def decoded(peer: Peer) -> dict[str, list]:
    """Messages by topic."""
    found: dict[str, list] = {}
    for key, data, _ in peer.heard:
        *topic, kind, _ = key.split("/")[1:]
        package, _, _, name = kind.removesuffix("_").split("::")
        message = STORE.deserialize_cdr(data, f"{package}/msg/{name}")
        found.setdefault("/" + "/".join(topic), []).append(message)
    return found


@pytest.mark.parametrize("be_router", [True, False])
def test_every_message_is_what_the_engine_says(linked, be_router):
    node, peer = linked(robot(z_down=True), be_router=be_router)
    everybody_hears(node)
    node.run(threading.Event(), until=TICKS / node.rate)
    expected = (TICKS + 1) * len(node.topics)
    until(lambda: len(peer.heard) >= expected, "all messages")
    assert len(peer.heard) == expected
    heard = decoded(peer)
    assert set(heard) == {topic.name for topic in node.topics}

    # another session, asked directly
    session = pl.Session(robot(z_down=True), integrator="rk4", step=1e-3)
    for tick in range(TICKS + 1):
        session.advance(tick / node.rate)
        moment = RosMoment(session.observe(), node._known.axes)
        for topic in node.topics:
            assert to_bytes(heard[topic.name][tick]) == to_bytes(topic.fill(moment)), topic.name
    last = heard["/clock"][-1].clock
    assert (last.sec, last.nanosec) == (0, round(1e9 * TICKS / node.rate))
    n, e, d = session.observe()["position"][0]
    np.testing.assert_allclose(numbers(heard["/twin/odom"][-1].pose.pose.position), [e, n, -d])


def test_sensors_are_heard_at_their_own_rates(linked):
    """All that a recording of the same run has, in order, in the bursts between two moments."""
    model = sensed(True, {**LATE, "nav": {"imu": {"body": "hull", "rate": 250}}})
    node, peer = linked(model)
    assert not node.unsent
    everybody_hears(node)
    ticks = 30
    node.run(threading.Event(), until=ticks / node.rate)

    session = pl.Session(model, integrator="rk4", step=1e-3)
    session.record(every=0.1)
    for tick in range(1, ticks + 1):
        session.advance(tick / node.rate)
    run = session.close()
    readings = {name: run.readings(name) for name in run.sensors}
    expected: dict[str, list[bytes]] = {topic.name: [] for topic in node.sensors}
    for _, topic, message in messages(node.sensors, readings, node._known.axes):
        expected[topic.name].append(to_bytes(message))
    assert len(expected["/twin/nav/data"]) == 75
    assert 5 < len(expected["/twin/late/data"]) < 14

    total = (ticks + 1) * len(node.topics) + sum(map(len, expected.values()))
    until(lambda: len(peer.heard) >= total, "all messages")
    assert len(peer.heard) == total
    heard = decoded(peer)
    for name, known in expected.items():
        assert [to_bytes(message) for message in heard[name]] == known
    # the clock is never behind what was measured
    clock = 0
    for key, data, _ in peer.heard:
        if key.startswith("0/clock/"):
            now = STORE.deserialize_cdr(data, "rosgraph_msgs/msg/Clock").clock
            clock = now.sec * 10**9 + now.nanosec
        elif "/nav/data/" in key:
            stamp = STORE.deserialize_cdr(data, "sensor_msgs/msg/Imu").header.stamp
            assert stamp.sec * 10**9 + stamp.nanosec < clock


def test_tokens_name_the_node_and_its_topics_and_attachments_the_publisher(linked):
    node, peer = linked(robot(z_down=False))
    everybody_hears(node)
    ends = len(node.topics) + len(node.commands)
    tokens = until(lambda: t if len(t := peer.tokens()) > ends else None, "all tokens")
    parts = [token.split("/") for token in tokens]
    assert len(tokens) == ends + 1
    assert len({tuple(p[3:5]) for p in parts}) == ends + 1, "every end has a number of its own"
    assert {p[8] for p in parts} == {"pelagos"}
    assert {p[7] for p in parts} == {"%twin"}
    ends_only = [(p, token) for p, token in zip(parts, tokens, strict=True) if p[5] != "NN"]
    named = {(p[5], p[9].replace("%", "/")): token for p, token in ends_only}
    assert named.keys() == {("MP", t.name) for t in node.topics} | {
        ("MS", t.name) for t in node.commands
    }
    node.tick()
    node.tick()
    until(lambda: len(peer.heard) >= 2 * len(node.topics), "two moments")
    counts: Counter[str] = Counter()
    for key, _, facts in peer.heard:
        sequence, nanoseconds, length = struct.unpack("<qqB", facts[:17])
        topic = "/" + "/".join(key.split("/")[1:-2])
        counts[topic] += 1
        assert (sequence, length) == (counts[topic], 16)
        assert nanoseconds > 1.6e18, "the time of the day since 1970"
        low = xxhash.xxh3_128_intdigest(named["MP", topic].encode()) % 2**64
        assert struct.unpack("<Q", facts[17:25])[0] == low


def test_tokens_go_when_the_node_does(linked, peers):
    endpoint = free_endpoint()
    peer = peers(listen=endpoint)
    link = ZenohLink(0, "/gone", connect=[endpoint])
    until(peer.tokens, "the node")
    link.close()
    until(lambda: not peer.tokens(), "its leave")


def test_others_meet_at_it_as_at_a_router(peers):
    endpoint = free_endpoint()
    link = ZenohLink(0, "/meeting", listen=[endpoint])
    try:
        one, other = peers(connect=endpoint), peers(connect=endpoint)
        assert [str(zid) for zid in one.session.info.routers_zid()] == [link.node.session]
        one.put("0/chatter/std_msgs::msg::dds_::String_/x", b"hello")
        until(lambda: other.heard, "a word from one peer to the other")
        assert other.heard[0][1] == b"hello"
    finally:
        link.close()


def command(peer: Peer, name: str, message) -> None:
    peer.put(topic_key(0, name, message.__msgtype__), to_bytes(message))


def floats(values) -> object:
    layout = make("std_msgs/msg/MultiArrayLayout", dim=[], data_offset=0)
    return make("std_msgs/msg/Float64MultiArray", layout=layout, data=np.array(values, dtype=float))


def joints(names, position=(), velocity=(), effort=()) -> object:
    stamp = make("builtin_interfaces/msg/Time", sec=0, nanosec=0)
    return make(
        "sensor_msgs/msg/JointState",
        header=make("std_msgs/msg/Header", stamp=stamp, frame_id=""),
        name=list(names),
        position=np.array(position, dtype=float),
        velocity=np.array(velocity, dtype=float),
        effort=np.array(effort, dtype=float),
    )


def test_commands_move_the_robot(linked):
    model = pl.load("bluerov-heavy")
    node, peer = linked(model)

    def obeyed(count: int) -> None:
        until(lambda: node.tick() or node.inbox.obeyed >= count, "commands")

    command(peer, "/bluerov_heavy/thruster_commands", floats([10, 10, -10, -10, 0, 0, 0, 0]))
    obeyed(1)
    for _ in range(50):
        node.tick()
    assert node.session.observe()["u", "hull.u"] > 0.1
    command(peer, "/bluerov_heavy/thruster1/command", make("std_msgs/msg/Float64", data=-3.0))
    obeyed(2)
    assert node.session.inputs["thruster1"] == -3.0
    assert node.session.inputs["thruster2"] == 10.0
    assert not node.inbox.ignored


def test_joints_take_positions_and_efforts(linked):
    model = robot(z_down=False)
    node, peer = linked(model)
    command(peer, "/twin/joint_commands", joints(["arm"], position=[-0.7]))
    until(lambda: node.tick() or node.inbox.obeyed, "the command")
    assert node.session.inputs["elbow"] == -0.7
    for _ in range(300):
        node.tick()
    assert abs(node.session.observe()["q", "arm"] + 0.7) < 0.4


def test_what_cannot_be_obeyed_is_ignored_and_counted(linked):
    lines: list[str] = []
    node, peer = linked(robot(z_down=False), tell=lines.append)
    before = dict(node.session.inputs)
    one = "/twin/aft/command"
    bad = [
        (one, make("std_msgs/msg/Float64", data=np.nan), "not a finite number"),
        (one, make("std_msgs/msg/Float64", data=np.inf), "not a finite number"),
        (one, make("std_msgs/msg/Float64", data=41.0), "outside -40 to 40"),
        ("/twin/elbow/command", make("std_msgs/msg/Float64", data=3.0), "outside -2 to 2"),
        ("/twin/thruster_commands", floats([1, 2]), "not 1 numbers"),
        ("/twin/thruster_commands", floats([]), "not 1 numbers"),
        ("/twin/joint_commands", joints(["leg"], [0.1]), "a joint that no position drives"),
        ("/twin/joint_commands", joints(["arm"], effort=[1]), "a joint that no effort drives"),
        (
            "/twin/joint_commands",
            joints(["arm"], [1, 2]),
            "not as many numbers of position as names",
        ),
        ("/twin/joint_commands", joints(["arm"], [0], [1]), "velocities, which nothing follows"),
        ("/twin/joint_commands", joints(["arm"]), "neither position nor effort"),
    ]
    for name, message, _ in bad:
        command(peer, name, message)
    key = topic_key(0, one, "std_msgs/msg/Float64")
    for data in (b"", b"\x00", b"\x00\x01\x00\x00\x01", bytes(12) + b"x" * 30, bytes(70_000)):
        peer.put(key, data)
    until(lambda: node.tick() or node.inbox.ignored.total() == len(bad) + 5, "all that is ignored")
    counts = node.inbox.ignored
    assert counts[one, "not a finite number"] == 2
    assert counts[one, "no message of the type std_msgs/msg/Float64"] == 4
    assert counts[one, "longer than 65536 bytes"] == 1
    assert {(name, kind) for name, _, kind in bad} <= counts.keys()
    assert node.session.inputs == before
    assert node.inbox.obeyed == 0
    assert len(lines) == len(counts), "each reason is told once"
    assert "ignored: /twin/aft/command: outside -40 to 40 (found 41)" in lines
    # and the next good one is taken
    command(peer, one, make("std_msgs/msg/Float64", data=7.0))
    until(lambda: node.tick() or node.inbox.obeyed, "the good command")
    assert node.session.inputs["aft"] == 7.0


def test_a_router_that_is_not_there_is_named_with_what_to_start():
    with pytest.raises(PelagosError) as told:
        ZenohLink(0, "/rov", connect=[free_endpoint()])
    for words in ("no Zenoh router at tcp/127.0.0.1:", "rmw_zenohd", "--listen"):
        assert words in str(told.value)


def test_an_endpoint_that_is_taken_or_none(peers):
    endpoint = free_endpoint()
    peers(listen=endpoint)
    with pytest.raises(PelagosError, match="is another router there"):
        ZenohLink(0, "/rov", listen=[endpoint])
    with pytest.raises(PelagosError, match="write endpoints as tcp/localhost:7447"):
        ZenohLink(0, "/rov", listen=["here"])


def test_a_condition_that_stops_the_run_ends_the_node(linked):
    words = robot(z_down=False).to_dict()
    words["stop"] = {"when": "t - 0.035"}
    node, _ = linked(pl.Robot(**words))
    node.run(threading.Event())
    assert node.session.outcome.code == "stopped"
