"""Messages against the engine: frames, odometry, inertial measurements, joints, wrenches."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.bridges.mcap_file import Sample
from pelagos.bridges.messages.frames import RosAxes
from pelagos.bridges.messages.moment import RosMoment
from pelagos.bridges.messages.names import ros_name
from pelagos.bridges.messages.robot import RobotInRos
from pelagos.bridges.messages.topics import topics_of
from pelagos.bridges.messages.types import from_bytes, make, to_bytes, type_hash
from pelagos.errors import PelagosError
from tests.bridges.both_ways import BODY, WORLD, matrix, numbers, robot


def messages(run: pl.Run, index: int) -> dict[str, object]:
    """By topic, written to bytes and read again."""
    known = RobotInRos.of(run.robot)
    moment = RosMoment(Sample(run.arrays, index), known.axes)
    return {t.name: from_bytes(to_bytes(t.fill(moment)), t.type) for t in topics_of(known)}


@pytest.fixture(scope="module")
def runs() -> dict[bool, pl.Run]:
    """The same motion with z up and with z down."""
    words = {"duration": 1.0, "every": 1e-3, "integrator": "dop853", "rtol": 1e-12}
    return {z_down: pl.simulate(robot(z_down), **words) for z_down in (False, True)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("rov-arm", "rov_arm"),
        ("port.hull", "port_hull"),
        ("3rpr-small", "n3rpr_small"),
        ("__a__b--c_", "a_b_c"),
        ("Tauchboot Größe 1", "Tauchboot_Gr_e_1"),
        ("水", "robot"),
    ],
)
def test_names_are_those_that_ros_accepts(text, name):
    assert ros_name(text) == name


def test_two_bodies_of_one_name_are_refused():
    body = {"mass": 1, "inertia": [1, 1, 1]}
    twin = pl.Robot(name="pair", bodies={"a-b": body, "a.b": body})
    with pytest.raises(
        PelagosError, match=r"the body a-b and the body a\.b would both be pair/a_b"
    ):
        RobotInRos.of(twin)


def test_gravity_must_point_along_z():
    assert not RosAxes.of((0, 0, 0)).z_down
    with pytest.raises(PelagosError, match=r"does not point along z.*\n.*turn the model"):
        RosAxes.of((0, -9.81, 0))


def test_facing_north_is_a_quarter_turn_from_east():
    """REP 103: yaw is zero towards the east."""
    axes = RosAxes(z_down=True)
    np.testing.assert_allclose(
        axes.attitude(np.array([1.0, 0, 0, 0])), [np.sqrt(0.5), 0, 0, np.sqrt(0.5)]
    )
    np.testing.assert_array_equal(axes.world(np.array([1.0, 2.0, 3.0])), [2, 1, -3])
    np.testing.assert_array_equal(axes.body(np.array([1.0, 2.0, 3.0])), [1, -2, -3])


@pytest.mark.parametrize("z_down", [False, True])
def test_axes_turn_as_matrices_do(z_down):
    rng = np.random.default_rng(7)
    q = rng.normal(size=(20, 4))
    q /= np.linalg.norm(q, axis=1, keepdims=True)
    W, B = (WORLD, BODY) if z_down else (np.eye(3), np.eye(3))
    for given, found in zip(q, RosAxes(z_down).attitude(q), strict=True):
        R, expected = (
            matrix(make("geometry_msgs/msg/Quaternion", w=w, x=x, y=y, z=z))
            for w, x, y, z in (found, given)
        )
        np.testing.assert_allclose(R, W @ expected @ B, atol=1e-14)


def test_models_with_z_up_and_down_say_the_same(runs):
    one, other = (messages(runs[z_down], 700) for z_down in (False, True))
    assert one.keys() == other.keys()
    for name in one:
        for a, b in zip(leaves(one[name]), leaves(other[name]), strict=True):
            if isinstance(a, str):
                assert a == b
            else:
                np.testing.assert_allclose(a, b, atol=1e-8, err_msg=name)


def leaves(message) -> list:
    """All strings and numbers of a message; quaternions as matrices, whose sign is free."""
    if isinstance(message, str | int | float | np.ndarray | np.number):
        return [message]
    if isinstance(message, list):
        return [leaf for part in message for leaf in leaves(part)]
    if message.__msgtype__ == "geometry_msgs/msg/Quaternion":
        return [matrix(message)]
    fields = [n for n in vars(message) if not n.startswith("__")]
    return [leaf for name in fields for leaf in leaves(getattr(message, name))]


@pytest.mark.parametrize("z_down", [False, True])
def test_odometry_is_the_pose_and_its_rate(runs, z_down):
    run, W = runs[z_down], WORLD if z_down else np.eye(3)
    odometry = messages(run, 500)["/twin/odom"]
    assert (odometry.header.frame_id, odometry.child_frame_id) == ("world", "twin/hull")
    assert (odometry.header.stamp.sec, odometry.header.stamp.nanosec) == (0, 500_000_000)
    np.testing.assert_allclose(
        numbers(odometry.pose.pose.position), W @ run.arrays["position"][500, 0], atol=1e-14
    )
    rate = (run.arrays["position"][501, 0] - run.arrays["position"][499, 0]) / 2e-3
    R = matrix(odometry.pose.pose.orientation)
    np.testing.assert_allclose(R @ numbers(odometry.twist.twist.linear), W @ rate, atol=1e-5)
    before, after = (
        matrix(messages(run, i)["/twin/odom"].pose.pose.orientation) for i in (499, 501)
    )
    spin = R.T @ (after - before) / 2e-3
    w = numbers(odometry.twist.twist.angular)
    np.testing.assert_allclose([spin[2, 1], spin[0, 2], spin[1, 0]], w, atol=1e-5)


@pytest.mark.parametrize("z_down", [False, True])
def test_an_imu_measures_what_differences_say(runs, z_down):
    """Specific force: acceleration of the origin less gravity, in body axes."""
    run, W = runs[z_down], WORLD if z_down else np.eye(3)
    imu = messages(run, 500)["/twin/imu"]
    velocity = run.arrays["velocity"][:, 0]
    force = W @ ((velocity[501] - velocity[499]) / 2e-3) - [0, 0, -9.81]
    R = matrix(imu.orientation)
    np.testing.assert_allclose(numbers(imu.linear_acceleration), R.T @ force, atol=2e-4)
    assert imu.header.frame_id == "twin/hull"
    assert not imu.orientation_covariance.any()


@pytest.mark.parametrize("sign", [-1, 1])
def test_at_rest_an_imu_reads_gravity_upwards(sign):
    float_ = pl.Robot(
        name="float",
        gravity=[0, 0, sign * 9.81],
        water={"density": 1000},
        bodies={
            "hull": {"mass": 10, "inertia": [1, 1, 1], "buoyancy": {"volume": 0.01, "at": [0] * 3}}
        },
    )
    imu = messages(pl.simulate(float_, duration=0.1), 0)["/float/imu"]
    np.testing.assert_allclose(numbers(imu.linear_acceleration), [0, 0, 9.81], atol=1e-12)


def test_transforms_lead_from_the_world_to_every_body(runs):
    run = pl.simulate("rov-arm", "reach", duration=4, every=1)
    found: dict[str, np.ndarray] = {"world": np.eye(4)}
    for step in messages(run, 4)["/tf"].transforms:
        pose = np.eye(4)
        pose[:3, :3] = matrix(step.transform.rotation)
        pose[:3, 3] = numbers(step.transform.translation)
        found[step.child_frame_id] = found[step.header.frame_id] @ pose
    for row, body in enumerate(run.robot.order):
        pose = found[f"rov_arm/{ros_name(body)}"]
        np.testing.assert_allclose(pose[:3, 3], WORLD @ run.arrays["position"][4, row], atol=1e-12)
        w, x, y, z = run.arrays["orientation"][4, row]
        R = matrix(make("geometry_msgs/msg/Quaternion", w=w, x=x, y=y, z=z))
        np.testing.assert_allclose(pose[:3, :3], WORLD @ R @ BODY, atol=1e-12)


def test_joint_states_have_the_labels_and_efforts_of_the_model():
    run = pl.simulate("rov-arm", "reach", duration=4, every=1)
    state = messages(run, 4)["/rov_arm/joint_states"]
    labels = ["turret", "upper-arm", "forearm", "hand"]
    drives = ["slew", "shoulder", "elbow", "wrist"]
    assert state.name == labels
    for name, given in (("q", state.position), ("u", state.velocity)):
        axis = {"q": "coordinate", "u": "speed"}[name]
        expected = getattr(run, name).isel(time=4).sel({axis: labels})
        np.testing.assert_array_equal(given, expected)
    np.testing.assert_array_equal(state.effort, run.actuation.isel(time=4).sel(actuator=drives))


def test_wrenches_of_actuators_are_what_moves_a_body():
    """Of one dry body: force and torque about its origin, from its accelerations."""
    box = pl.Robot(
        name="box",
        gravity=[0, 0, 0],
        water={"density": 1000, "current": [0, 0, 0]},
        bodies={"box": {"mass": 4, "inertia": [1, 2, 3], "com": [0, 0, 0], "water": False}},
        actuators={
            "a": {
                "thruster": {
                    "body": "box",
                    "at": [0.1, 0.2, 0.3],
                    "direction": [0, 3, 4],
                    "command": "thrust",
                    "input": 5,
                    "reaction": 0.1,
                }
            },
            "b": {"force": {"body": "box", "direction": "x", "frame": "world", "input": 2}},
            "c": {"torque": {"body": "box", "direction": "y", "input": 0.7}},
        },
        initial={"box": {"rpy": [0.1, 0.2, 0.3], "angular_velocity": [0.5, -0.4, 0.3]}},
    )
    run = pl.simulate(box, duration=0.5, every=0.1)
    found = [m.wrench for n, m in messages(run, 5).items() if n.endswith("/wrench")]
    force, torque = (sum(numbers(getattr(w, k)) for w in found) for k in ("force", "torque"))
    u, udot = run.arrays["u"][5], run.arrays["udot"][5]
    inertia = np.array([1.0, 2.0, 3.0])
    np.testing.assert_allclose(force, 4 * (udot[:3] + np.cross(u[3:], u[:3])), atol=1e-10)
    np.testing.assert_allclose(
        torque, inertia * udot[3:] + np.cross(u[3:], inertia * u[3:]), atol=1e-10
    )


def test_docks_and_several_free_bodies():
    run = pl.simulate("bluerov-pair", "turn-1700", duration=4, every=1)
    found = messages(run, 4)
    assert {"/bluerov_pair/port_hull/odom", "/bluerov_pair/connector/imu"} <= found.keys()
    assert "/bluerov_pair/odom" not in found
    load, message = run.load("port-joint"), found["/bluerov_pair/port_joint/wrench"]
    assert message.header.frame_id == "bluerov_pair/connector"
    np.testing.assert_allclose(numbers(message.wrench.force), BODY @ load.force[4], atol=1e-12)
    np.testing.assert_allclose(numbers(message.wrench.torque), BODY @ load.moment[4], atol=1e-12)
    assert np.linalg.norm(load.force[4]) > 1


@pytest.mark.parametrize("name", ["pendulum", "arm6", "snake20", "stewart", "3rpr-small", "wing"])
def test_robots_of_the_package_have_messages(name):
    run = pl.simulate(name, duration=0.02, every=0.01)
    found = messages(run, 1)
    assert list(found)[:2] == ["/clock", "/tf"]
    assert len(found["/tf"].transforms) == len(run.robot.order)


# as published: `ros2 topic info -v`, type descriptions of ROS 2 Jazzy and later
HASHES = {
    "std_msgs/msg/String": "df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18",
    "rosgraph_msgs/msg/Clock": "692f7a66e93a3c83e71765d033b60349ba68023a8c689a79e48078bcb5c58564",
    "nav_msgs/msg/Odometry": "3cc97dc7fb7502f8714462c526d369e35b603cfc34d946e3f2eda2766dfec6e0",
    "sensor_msgs/msg/Imu": "7d9a00ff131080897a5ec7e26e315954b8eae3353c3f995c55faf71574000b5b",
    "sensor_msgs/msg/JointState": (
        "a13ee3a330e346c9d87b5aa18d24e11690752bd33a0350f11c5882bc9179260e"
    ),
    "tf2_msgs/msg/TFMessage": "e369d0f05a23ae52508854b66f6aa0437f3449d652e8cbf22d5abe85d020f087",
    "geometry_msgs/msg/WrenchStamped": (
        "8dc3deaf06b2ab281f9f9a742a8961c328ca7cec16e3fd6586d3a5c83fa78f77"
    ),
    "std_msgs/msg/Float64": "705ba9c3d1a09df43737eb67095534de36fd426c0587779bda2bc51fe790182a",
    "std_msgs/msg/Float64MultiArray": (
        "1025ddc6b9552d191f89ef1a8d2f60f3d373e28b283d8891ddcc974e8c55397f"
    ),
}


@pytest.mark.parametrize("name", HASHES)
def test_types_have_their_published_hashes(name):
    assert type_hash(name) == f"RIHS01_{HASHES[name]}"
